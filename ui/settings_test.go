package ui

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// fakeSettings takes numbers up to one.
type fakeSettings struct {
	list []Setting
	sets []string
}

func (f *fakeSettings) List() []Setting { return slices.Clone(f.list) }

func (f *fakeSettings) Set(_ context.Context, name, text string) (string, error) {
	if text == "2" {
		return "", errors.New("threshold: 2 is not within 0 to 1")
	}
	f.sets = append(f.sets, name+"="+text)
	for i := range f.list {
		if f.list[i].Name == name {
			f.list[i].Value = text
		}
	}
	return name + " is " + text + " · u to undo", nil
}

func withSettings(t *testing.T) (*harness, *fakeSettings) {
	t.Helper()
	f := &fakeSettings{list: []Setting{
		{Name: "threshold", Value: ".2", Default: ".1", About: "below it a memory counts as faded", Bounds: "0 to 1"},
		{Name: "strategy", Value: "manual", Default: "manual", About: "how a contradiction is settled", Bounds: "a strategy", Choices: []string{"manual", "latest"}},
	}}
	h := start(t)
	h.s.session.Settings = f
	h.press(":")
	for _, r := range "settings" {
		h.press(string(r))
	}
	h.press("enter")
	return h, f
}

func TestSettingsAreListedWithWhatTheyAre(t *testing.T) {
	h, _ := withSettings(t)
	h.shows("threshold  .2            default .1 · below it a memory counts as faded · 0 to 1")
	h.shows("strategy   manual        how a contradiction is settled · a strategy")
}

func TestASettingIsChangedWithinItsBounds(t *testing.T) {
	h, f := withSettings(t)
	h.press("enter")
	h.shows("takes 0 to 1 · default .1")
	h.press("ctrl+u", "2", "enter")
	h.shows("threshold: 2 is not within 0 to 1")
	if len(f.sets) > 0 {
		t.Errorf("written: %v", f.sets)
	}
	h.press("tab", "enter")
	if !slices.Equal(f.sets, []string{"threshold=.1"}) {
		t.Errorf("written: %v", f.sets)
	}
	h.shows("threshold is .1 · u to undo")
	h.shows("threshold  .1            below it")
}

func TestASettingOfFewValuesIsChosen(t *testing.T) {
	h, f := withSettings(t)
	h.press("down", "enter")
	h.shows("manual  as it is")
	h.press("down", "down", "enter")
	if !slices.Equal(f.sets, []string{"strategy=latest"}) {
		t.Errorf("written: %v", f.sets)
	}
}

func TestSettingsOfAReadOnlyStoreStay(t *testing.T) {
	h, f := withSettings(t)
	h.s.session.ReadOnly = "the store was opened to look at only"
	h.press("esc", "esc", ":")
	for _, r := range "settings" {
		h.press(string(r))
	}
	h.press("enter", "enter")
	h.shows("read only: the store was opened to look at only")
	if len(f.sets) > 0 || h.s.top() == nil {
		t.Errorf("written: %v", f.sets)
	}
}

type fakeFollowing struct{ paths []string }

func (f *fakeFollowing) List() []string { return slices.Clone(f.paths) }
func (f *fakeFollowing) Stop(_ context.Context, path string) (string, error) {
	f.paths = slices.DeleteFunc(f.paths, func(p string) bool { return p == path })
	return "no longer following " + path, nil
}

func TestFollowedFilesAreListedAndLetGo(t *testing.T) {
	f := &fakeFollowing{paths: []string{"/home/ana/memory.jsonl", "/tmp/\x1b[2Jodd.jsonl"}}
	h := start(t)
	h.s.session.Following = f
	h.run(h.s.openFollowing())
	h.shows("/tmp/␛[2Jodd.jsonl")
	h.press("enter")
	h.shows("Stop following this file?")
	if len(f.paths) != 2 {
		t.Error("stopped before the answer")
	}
	h.press("y")
	if !slices.Equal(f.paths, []string{"/tmp/\x1b[2Jodd.jsonl"}) {
		t.Errorf("left: %q", f.paths)
	}
	h.shows("no longer following /home/ana/memory.jsonl · u to undo")
}
