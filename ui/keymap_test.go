package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

func TestRebinding(t *testing.T) {
	h := start(t, func(_ *harness, o *Options) {
		o.Keys = map[string][]string{"fake.archive": {"ctrl+d", "A"}, "undo": {}, "mouse": {"M"}, "help": {"f1"}}
	})
	h.press("d", "u", "A")
	if got := strings.Join(h.views[0].ran, " "); got != "archive" || len(h.e.undone) != 0 {
		t.Errorf("ran %q, undone %v", got, h.e.undone)
	}
	h.shows("ctrl+d archive")
	h.shows("f1 all keys")
	h.hides("u undo")
	h.press("M")
	h.shows("mouse off")
	if h.s.board.fresh() {
		t.Errorf("good keys were complained of: %v", h.s.board.list)
	}
}

func TestBadKeysAreErrors(t *testing.T) {
	screen := []views.Binding{{ID: "fake.archive", Keys: []string{"d"}}, {ID: "fake.local", Keys: []string{"t"}}}
	for _, c := range []struct {
		own  map[string][]string
		want string
	}{
		{nil, ""}, // clashes among defaults are the authors' business
		{map[string][]string{"fake.archive": {"a"}, "screen.3": {"f3"}, "lens.play": {"p"}}, ""},
		{map[string][]string{"fake.archiv": {"a"}}, "keys: there is nothing called fake.archiv"},
		{map[string][]string{"fake.archive": {"u"}}, "keys: u would mean both undo and fake.archive"},
		{map[string][]string{"quit": {"d"}}, "keys: d would mean both quit and fake.archive"},
		{map[string][]string{"lens.play": {"left"}}, "keys: ← would mean both lens.back and lens.play"},
		{map[string][]string{"fake.archive": {" "}, "undo": {"space"}}, "keys: space would mean both undo and fake.archive"},
	} {
		err := CheckKeys(c.own, screen)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.own, got, c.want)
		}
	}
}

func TestClashingKeysAreSaidOnTheScreen(t *testing.T) {
	h := start(t, func(_ *harness, o *Options) { o.Keys = map[string][]string{"fake.new": {"q"}} })
	h.shows("q would mean both quit and fake.new")
	if !h.s.board.fresh() {
		t.Error("and not kept in the error log")
	}
}

func TestKeyNames(t *testing.T) {
	for want, k := range map[string]tea.KeyMsg{
		"space": {Type: tea.KeySpace, Runes: []rune{' '}}, "esc": {Type: tea.KeyEscape}, "ctrl+r": {Type: tea.KeyCtrlR},
		"G": {Type: tea.KeyRunes, Runes: []rune{'G'}}, "pgdown": {Type: tea.KeyPgDown}, "shift+tab": {Type: tea.KeyShiftTab},
	} {
		if got := keyName(k); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
