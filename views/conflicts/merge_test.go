package conflicts

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/views"
)

func merging3(t *testing.T, f *fake) *driver {
	d := drive(t, f).show("c3").keys("m")
	if d.screen.merge == nil {
		t.Fatal("no editor")
	}
	return d
}

func TestMergeLineByLine(t *testing.T) {
	d := merging3(t, sample())
	d.shows("line by line", "1 of 2 · 2 not decided", "? A    Alice works at Initech.", "? B    Alice works at Globex.", "She started in May.")
	d.keys("p")
	d.shows("2 of 2 differences are not decided yet")
	d.keys("a")
	d.shows("✓ A    Alice works at Initech.", "2 of 2 · 1 not decided")
	d.keys("b ctrl+z")
	d.shows("2 of 2 · 1 not decided")
	d.keys("b enter")
	if len(d.source.calls) > 0 {
		t.Fatalf("the first enter wrote: %v", d.source.calls)
	}
	d.shows("the new memory · words of A and B", "Her desk is in Oslo.", "one new memory, importance .50", "merged into it", "enter save it")
	if d.screen.Unsaved() != "the merge of “Alice works at Globex.”" {
		t.Errorf("unsaved %q", d.screen.Unsaved())
	}
	d.keys("enter")
	want := []string{"resolve c3 merge Alice works at Initech.\nShe started in May.\nHer desk is in Oslo. (merged: the text is by A and B)"}
	if !slices.Equal(d.source.calls, want) {
		t.Fatalf("calls %q, want %q", d.source.calls, want)
	}
	if toast := last[views.ToastMsg](d); toast.Text != "settled: A and B became one new memory" || !toast.Undo {
		t.Errorf("toast %+v", toast)
	}
	if d.screen.merge != nil || d.screen.Unsaved() != "" || d.current() != "c2" {
		t.Errorf("editor %v, at %s", d.screen.merge, d.current())
	}
}

func TestOwnWords(t *testing.T) {
	d := merging3(t, sample()).keys("b e")
	if !d.screen.Typing() {
		t.Fatal("no field")
	}
	d.typed(" Really.").keys("ctrl+s")
	if d.screen.Typing() {
		t.Fatal("still in the field")
	}
	d.shows("✓ you  Her desk is in Berlin. Really.")
	d.keys("p")
	d.shows("words of B and you", "Her desk is in Berlin. Really.")
	d.keys("esc e").typed("!")
	d.screen.Out() // keeps what was typed: nothing is lost by a step out
	d.shows("Berlin. Really.!")
	d.keys("ctrl+z")
	d.hides("Really.!")
}

func TestTheEditorOutside(t *testing.T) {
	d := merging3(t, sample()).keys("E")
	edit := last[views.EditorMsg](d)
	if edit.Text != "Alice works at Initech." {
		t.Errorf("the editor begins with %q", edit.Text)
	}
	d.run(edit.Done("Alice is a guest.\n", nil))
	d.shows("✓ you  Alice is a guest.")
	d.run(edit.Done("", errors.New("no such editor")))
	d.shows("the editor did not end well")
}

func TestLeavingAsksOnce(t *testing.T) {
	d := merging3(t, sample())
	d.keys("esc")
	if d.screen.merge != nil {
		t.Error("nothing was decided, and esc does not leave")
	}
	d.keys("m a esc")
	d.shows("decisions would be lost")
	if d.screen.merge == nil {
		t.Fatal("one esc lost a decision")
	}
	d.keys("j esc") // a key in between begins anew
	if d.screen.merge == nil {
		t.Fatal("the warning outlived a key")
	}
	d.run(d.screen.Show("c1"))
	if d.screen.merge == nil {
		t.Fatal("opening another conflict lost a decision")
	}
	d.keys("esc")
	if d.screen.merge != nil {
		t.Error("the second esc does not leave")
	}
}

func TestAMergeOfChangedTextsIsNotSaved(t *testing.T) {
	f := sample()
	d := merging3(t, f).keys("V a p")
	m := f.memories["b3"]
	m.Version = 2
	f.memories["b3"] = m
	d.keys("enter")
	d.shows("not saved: B has changed meanwhile, it is at v2 now")
	if len(f.calls) > 0 || d.screen.merge == nil {
		t.Errorf("calls %v", f.calls)
	}
}

func TestPreviewIsOfTheTextAsItIs(t *testing.T) {
	d := merging3(t, sample()).keys("V b p")
	d.shows("words of B", "enter save it")
	d.keys("k") // scrolls the preview
	d.keys("a") // decides anew: the preview is gone
	d.hides("enter save it")
	d.keys("enter")
	if len(d.source.calls) > 0 {
		t.Fatalf("saved without a preview of it: %v", d.source.calls)
	}
	d.shows("words of A and B", "enter save it")
}

// oracle writes what it is told to.
type oracle struct {
	text engine.Synthesis
	err  error
	got  []engine.Memory
}

func (*oracle) Name() string { return "gpt-x" }
func (*oracle) Compare(context.Context, engine.Memory, engine.Memory) (engine.Verdict, error) {
	return engine.Verdict{}, nil
}

func (o *oracle) Consolidate(_ context.Context, ms []engine.Memory) (engine.Synthesis, error) {
	o.got = ms
	return o.text, o.err
}

func TestTheProviderSuggests(t *testing.T) {
	f := sample()
	d := merging3(t, f).keys("m")
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "no provider is configured") {
		t.Errorf("toast %q", toast.Text)
	}
	sure := .7
	o := &oracle{text: engine.Synthesis{Content: "Alice works somewhere.", Confidence: &sure}}
	f.provider = o
	d.keys("m")
	ask := last[views.ConfirmMsg](d)
	if len(o.got) > 0 || !strings.Contains(ask.Body, "Alice works at Initech.") || !strings.Contains(ask.Body, "Alice works at Globex.") {
		t.Fatalf("asked before it was agreed to, or without what is sent: %q", ask.Body)
	}
	d.run(ask.Do())
	if len(o.got) != 2 {
		t.Fatalf("sent %d memories", len(o.got))
	}
	d.shows("suggested by gpt-x: not yours until you save it", "Alice works somewhere.")
	if len(f.calls) > 0 {
		t.Fatalf("calls %v", f.calls)
	}
	d.keys("enter")
	d.shows("words of gpt-x")
	d.keys("enter")
	if want := "resolve c3 merge Alice works somewhere. (merged: the text is by gpt-x)"; !slices.Contains(f.calls, want) {
		t.Errorf("calls %q, want %q", f.calls, want)
	}
}

func TestASilentProvider(t *testing.T) {
	f := sample()
	f.provider = &oracle{err: errors.New("503 from \x1b[31mthe server")}
	d := merging3(t, f).keys("m")
	d.run(last[views.ConfirmMsg](d).Do())
	d.shows("gpt-x wrote nothing: 503 from")
	f.provider = &oracle{text: engine.Synthesis{Content: " \n"}}
	d.keys("m")
	d.run(last[views.ConfirmMsg](d).Do())
	d.shows("gpt-x wrote an empty text")
	d.screen.merge = nil
	d.run(d.screen.merging(suggestedMsg{of: &merging{}, by: "late"})) // for an editor that was left
}

func TestEmptyTextIsNotSaved(t *testing.T) {
	f := sample()
	d := merging3(t, f).keys("E")
	d.run(last[views.EditorMsg](d).Done("", nil))
	d.screen.merge.doc.Rewrite("  ", "")
	d.keys("p enter enter")
	d.shows("the text is empty")
	if len(f.calls) > 0 {
		t.Errorf("calls %v", f.calls)
	}
}
