package cli

import (
	"strings"
	"testing"

	"ebb/engine"
)

// The screen's settings are those of the command line: each says what it takes,
// takes its own default, and refuses what is out of bounds by its name.
func TestScreenSettings(t *testing.T) {
	e, _, _ := evolving(t)
	s := screenSettings{e}
	list := s.List()
	if len(list) != len(storeSettings) {
		t.Fatalf("%d settings on screen, %d on the command line", len(list), len(storeSettings))
	}
	for _, set := range list {
		if set.Value != set.Default || set.About == "" || set.Bounds == "" {
			t.Errorf("%+v", set)
		}
		if done, err := s.Set(t.Context(), set.Name, set.Default); err != nil || done != set.Name+" is so already" {
			t.Errorf("%s to its default: %q, %v", set.Name, done, err)
		}
		if strings.ContainsAny(set.Bounds, "0123456789") {
			if _, err := s.Set(t.Context(), set.Name, "-1"); err == nil || !strings.Contains(err.Error(), set.Name) {
				t.Errorf("%s = -1: %v", set.Name, err)
			}
		}
	}
	if done, err := s.Set(t.Context(), "retention.archive_threshold", "0.2"); err != nil || done != "retention.archive_threshold is 0.2 · u to undo" {
		t.Fatal(done, err)
	}
	if got := e.Settings().Retention.ArchiveThreshold; got != .2 {
		t.Errorf("the threshold is %g", got)
	}
	if _, err := e.Undo(t.Context(), "", engine.How{Actor: engine.You}); err != nil {
		t.Fatal(err)
	}
	if got := e.Settings().Retention.ArchiveThreshold; got != .1 {
		t.Errorf("after one undo the threshold is %g", got)
	}
}

func TestScreenFollowing(t *testing.T) {
	e, _, _ := evolving(t)
	follows := func(s *engine.Settings) error {
		s.Follows = []engine.Follow{{Path: "/a.jsonl"}, {Path: "/b.jsonl"}}
		return nil
	}
	if _, err := e.SetSettings(t.Context(), follows, engine.How{Actor: engine.You}); err != nil {
		t.Fatal(err)
	}
	s := screenFollowing{e}
	if _, err := s.Stop(t.Context(), "/nowhere"); err == nil {
		t.Error("a file that is not followed is let go")
	}
	if _, err := s.Stop(t.Context(), "/a.jsonl"); err != nil {
		t.Fatal(err)
	}
	if left := s.List(); len(left) != 1 || left[0] != "/b.jsonl" {
		t.Errorf("followed: %v", left)
	}
}
