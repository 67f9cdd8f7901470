//go:build unix

package cli

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
)

func TestNoticesAboutFilesOnlyGrow(t *testing.T) {
	store, err := openFast(t.Context(), t.TempDir(), StoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), store, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	n := newNoticing(e)
	before := n.Notices()
	f := engine.Follow{Path: "/notes.jsonl"}
	n.followed(f, receipt{}, nil)
	if got := n.Notices(); !slices.Equal(got, before) {
		t.Errorf("an import that went well is no notice: %q", got)
	}
	gone := receipt{vanished: []string{"m1", "m2"}}
	n.followed(f, gone, nil)
	n.followed(f, gone, nil)
	refused := receipt{rejects: "/state/notes.rejects"}
	refused.report.Refused = 1
	n.followed(f, refused, nil)
	n.followed(f, receipt{}, errors.New("/notes.jsonl is no longer followed"))
	got := n.Notices()[len(before):]
	if len(got) != 2 {
		t.Fatalf("notices: %q", got)
	}
	for i, want := range []string{"1 record was refused, kept in /state/notes.rejects", "no longer followed"} {
		if !strings.Contains(got[i], want) {
			t.Errorf("notice %d: %q does not say %q", i, got[i], want)
		}
	}
	q := <-n.questions
	if q.About != "/notes.jsonl" || !strings.Contains(q.Title, "2 memories are no longer in notes.jsonl") {
		t.Errorf("asked %q about %q", q.Title, q.About)
	}
	select {
	case again := <-n.questions:
		t.Errorf("asked twice: %q", again.Title)
	default:
	}
}
