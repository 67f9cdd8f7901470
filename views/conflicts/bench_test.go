package conflicts

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func BenchmarkCursorMove10k(b *testing.B) {
	d := drive(b, large(10_000)).show("")
	key := map[string]func() tea.Cmd{}
	for _, binding := range d.screen.Bindings() {
		key[binding.ID] = binding.Action
	}
	b.ReportAllocs()
	for b.Loop() {
		key["conflicts.down"]()
		d.screen.Draw(120, 31)
	}
}

func BenchmarkDraw(b *testing.B) {
	d := drive(b, sample()).show("")
	b.ReportAllocs()
	for b.Loop() {
		d.screen.frame.dirty()
		d.screen.Draw(120, 31)
	}
}

// The first frame of two texts of half a megabyte, before their marks.
func BenchmarkFirstFrameHuge(b *testing.B) {
	d := drive(b, huge())
	d.send(tea.WindowSizeMsg{Width: 120, Height: 31})
	c := *d.screen.queue.current()
	b.ReportAllocs()
	for b.Loop() {
		d.screen.pair.shown = nil
		d.screen.pair.recent = nil
		msg := loadPair(d.source, c, d.screen.pair.gen)()
		d.screen.Update(msg)
		d.screen.frame.dirty()
		d.screen.Draw(120, 31)
	}
}

func BenchmarkMergeHuge(b *testing.B) {
	d := drive(b, huge()).show("")
	for b.Loop() {
		d.keys("m a j b k esc esc")
	}
}
