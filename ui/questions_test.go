package ui

import (
	"context"
	"strings"
	"testing"
)

func TestAQuestionWaitsUntilItIsLookedAt(t *testing.T) {
	h := start(t)
	did := false
	h.run(h.s.put(h.s.session, Question{About: "f", Title: "2 memories are no longer in f", Yes: "archive", Do: func(context.Context) (string, error) {
		did = true
		return "archived 2 memories", nil
	}}))
	if len(h.s.overlays) != 0 {
		t.Fatal("a dialog came up by itself")
	}
	if text := h.screen(); !strings.Contains(text, "no longer in f · ! to decide") {
		t.Errorf("nothing says that there is a question:\n%s", text)
	}
	h.press("!")
	h.shows("archive")
	if did {
		t.Error("done before it was said")
	}
	h.press("y")
	if !did || !strings.Contains(h.screen(), "archived 2 memories · u to undo") {
		t.Errorf("done %v:\n%s", did, h.screen())
	}
}
