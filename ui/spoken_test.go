package ui

import (
	"strings"
	"testing"

	"ebb/engine"
	"ebb/views"
)

func TestNothingButWordsIsLeftForAScreenReader(t *testing.T) {
	h := start(t, func(_ *harness, o *Options) { o.Accessible = true })
	h.e.ops = []engine.Operation{{ID: "op1", Seq: 1, Kind: engine.KindAdd, Actor: engine.You, At: noon, Count: 1}}
	signs := func(what string) {
		t.Helper()
		for line := range strings.Lines(h.screen()) {
			if strings.Contains(line, "row ") {
				continue // the screen's own
			}
			if strings.ContainsAny(line, "▸▶◀←→↑↓●✓✕─│") {
				t.Errorf("%s: %q", what, line)
			}
		}
	}
	signs("live")
	h.shows("here: 1 Memories")
	for _, level := range []views.Level{views.Done, views.Warn, views.Fail} {
		h.send(views.ToastMsg{Text: "archived", Level: level})
		signs("a toast")
	}
	h.shows("failed: archived")
	h.shows("! has news")
	for _, keys := range [][]string{{"?"}, {":"}, {"U"}, {"!"}, {"t"}, {"t", "right"}} {
		h.press(keys...)
		signs(strings.Join(keys, " "))
		h.press("esc", "esc")
	}
	h.send(views.PickMsg{Title: "Link", Choices: []views.Choice{{Key: "x", Label: "contradicts"}}})
	h.press("down")
	signs("a choice")
	h.shows("> x  contradicts")
}
