package ui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/views"
)

// fakeImporter writes down what it is asked.
type fakeImporter struct {
	read     []string // what was opened
	imported []string
	followed []string
	during   func(ctx context.Context, progress func(Progress))
	err      error
}

func (f *fakeImporter) Known() []Known {
	return []Known{{Tool: "MCP server-memory", Path: "/home/ana/memory.jsonl", Size: 34_567, Modified: noon}}
}

func (f *fakeImporter) Preview(_ context.Context, path string) (Candidate, error) {
	f.read = append(f.read, path)
	if strings.HasSuffix(path, "bad") {
		return Candidate{}, errors.New("line 3 is not JSON\x1b[2J")
	}
	return Candidate{Path: path, Format: "MCP server-memory", Namespace: "memory", Subject: "default", Size: 34_567, Records: -1, Warnings: []string{"1 relation dangles"}}, nil
}

func (f *fakeImporter) Import(ctx context.Context, path, namespace, subject string, progress func(Progress)) (ImportResult, error) {
	f.imported = append(f.imported, path+" "+namespace+" "+subject)
	if f.during != nil {
		f.during(ctx, progress)
	}
	if err := ctx.Err(); err != nil {
		return ImportResult{}, err
	}
	return ImportResult{
		Created: 1204, Refused: 1, Dangling: 1, Took: time.Second, Rejects: "/home/ana/rejects.jsonl",
		Refusals: []Refusal{{Line: 430, Record: "x", Reason: "torn last line"}}, Warnings: []string{"Freeze → nobody"},
	}, f.err
}

func (f *fakeImporter) Follow(_ context.Context, path, namespace, subject string) error {
	f.followed = append(f.followed, path+" "+namespace+" "+subject)
	return nil
}

func startEmpty(t *testing.T, imp Importer) *harness {
	return start(t, func(h *harness, _ *Options) {
		h.imp = imp
		h.e.totals = engine.Totals{}
	})
}

func TestFirstRunToFollowedFile(t *testing.T) {
	imp := &fakeImporter{}
	h := startEmpty(t, imp)
	h.shows("This store is still empty.")
	h.press("i")
	h.shows("MCP server-memory  35 kB · 30 Nov 2026 · /home/ana/memory.jsonl")
	if len(imp.read) != 0 {
		t.Fatal("a file was read before the key")
	}
	h.press("1")
	h.shows("1 relation dangles")
	if len(imp.imported) != 0 {
		t.Fatal("imported before it was said where to")
	}
	h.press("-x", "tab", "backspace", "T", "enter")
	if got := imp.imported; len(got) != 1 || got[0] != "/home/ana/memory.jsonl memory-x defaulT" {
		t.Fatalf("imported %q", got)
	}
	h.shows("created     1,204")
	h.shows("line 430  x  torn last line")
	h.shows("kept in /home/ana/rejects.jsonl")
	h.press("f")
	if got := imp.followed; len(got) != 1 || got[0] != "/home/ana/memory.jsonl memory-x defaulT" {
		t.Fatalf("followed %q", got)
	}
	if h.s.top() != nil {
		t.Error("the welcome is still there")
	}
	h.shows("following memory.jsonl")
}

func TestAFileThatCannotBeReadIsSaidAndAskedAgain(t *testing.T) {
	h := startEmpty(t, &fakeImporter{})
	h.press("i", "p", "~/bad", "enter")
	h.shows("line 3 is not JSON␛[2J")
	h.shows("~/bad")
	if imp := h.imp.(*fakeImporter); imp.read[0] != "/home/ana/bad" {
		t.Errorf("read %q", imp.read)
	}
	h.press("esc", "esc")
	h.shows("This store is still empty.")
}

func TestImportCanBeCancelledAndShowsWhereItIs(t *testing.T) {
	imp := &fakeImporter{}
	h := startEmpty(t, imp)
	imp.during = func(ctx context.Context, progress func(Progress)) {
		progress(Progress{Records: 29_000, Bytes: 20_000, Size: 40_000})
		h.s.frame.stale = true
		h.shows("29,000")
		h.shows(" 50 %")
		if got := h.s.wouldLose(); !strings.Contains(got, "import is running") {
			t.Errorf("quitting would lose %q", got)
		}
		h.press("ctrl+c")
		if ctx.Err() == nil {
			t.Error("ctrl+c did not cancel")
		}
	}
	h.press("i", "1", "enter")
	h.shows("cancelled")
	if h.s.wouldLose() != "" {
		t.Error("a cancelled import still holds")
	}
	imp.during, imp.err = nil, errors.New("the disk is full")
	h.press("enter")
	h.shows("the disk is full")
}

func TestBrowsing(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "agents", "bot"), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "agents", "memory.jsonl")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	imp := &fakeImporter{}
	h := startEmpty(t, imp)
	h.press("i")
	p := h.s.top().(*importPane)
	h.run(p.browse(h.s, dir))
	h.shows("agents/")
	h.press("down", "enter")
	h.shows("bot/")
	h.press("left", "down", "l", "end", "enter")
	if len(imp.read) != 1 || imp.read[0] != file {
		t.Errorf("read %q, want %q", imp.read, file)
	}
	h.press("esc", "esc", "esc")
	if _, ok := h.s.top().(*welcome); !ok {
		t.Errorf("out of the import is %T", h.s.top())
	}
}

func TestWelcomeGivesWay(t *testing.T) {
	h := startEmpty(t, nil)
	h.press("i")
	h.shows("nothing can be imported here")
	h.press("n")
	if h.s.top() != nil || strings.Join(h.views[0].ran, " ") != "new" {
		t.Errorf("n ran %v", h.views[0].ran)
	}
	h = startEmpty(t, nil)
	h.send(eventsMsg{session: h.s.session, events: []engine.Event{{Seq: 1}}})
	if h.s.top() != nil {
		t.Error("an agent wrote and the welcome still says that the store is empty")
	}
}

func TestDemoPlaysThirtyDaysAndStops(t *testing.T) {
	h := startEmpty(t, nil)
	old := h.views[0]
	h.press("d")
	if !old.closed || !h.s.session.Demo || !h.s.lens.play {
		t.Fatalf("closed %v, demo %v, playing %v", old.closed, h.s.session.Demo, h.s.lens.play)
	}
	h.shows("Now thirty days pass")
	at := noon
	for range 7 {
		h.send(beatMsg{of: lapse, at: at})
		at = at.Add(time.Second)
	}
	if h.s.lens.play || !h.s.lens.at.Equal(noon.AddDate(0, 0, 30)) {
		t.Fatalf("stopped at %v", h.s.lens.at)
	}
	h.shows("IF NOTHING HAPPENS  Wed 30 Dec 2026 · in 30 days")
	h.shows("Thirty days ahead")
	h.press("esc")
	h.hides("Thirty days ahead")
	h.shows("● live")
	h.press(":", "own store", "enter")
	if h.s.session.Demo {
		t.Error("still in the demo")
	}
}

func TestReducedMotionDoesNotPlay(t *testing.T) {
	h := start(t, func(h *harness, o *Options) { o.ReducedMotion, o.Start = true, DemoStore })
	if h.s.lens.play || !h.s.lens.away {
		t.Errorf("playing %v, away %v", h.s.lens.play, h.s.lens.away)
	}
	h.send(views.BusyMsg{Job: "x", Label: "searching"})
	before := h.screen()
	h.send(beatMsg{of: spin})
	if h.screen() != before {
		t.Error("the spinner turns")
	}
}

func TestADemoThatFailsLosesNothing(t *testing.T) {
	h := start(t, func(_ *harness, o *Options) {
		open := o.Open
		o.Open = func(ctx context.Context, which Which) (*Session, error) {
			if which == DemoStore {
				return nil, errors.New("no room")
			}
			return open(ctx, which)
		}
	})
	h.press(":", "step into", "enter")
	h.shows("open the demo: no room")
	if h.s.session == nil || h.s.card != nil {
		t.Error("the open store was lost")
	}
}
