package memories

import (
	"fmt"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

func large(n int) *fake {
	f := newFake()
	words := []string{"Deploy", "freeze", "デプロイ", "release", "canary", "vault", "runbook", "rollback"}
	for i := range n {
		id := fmt.Sprintf("%08d", i)
		title := fmt.Sprintf("%s %s number %d goes with the %s", words[i%8], words[i/8%8], i, words[i/64%8])
		at := ago(float64(i%900) / 10)
		f.memories[id] = engine.Memory{
			Head: engine.Head{ID: id, Title: title, Type: "episodic", State: engine.Active, Version: 1, CreatedAt: at, UpdatedAt: at, LearnedAt: at, Scope: engine.Scope{Namespace: "team/ops"}},
			Body: engine.Body{Content: title},
		}
	}
	return f
}

func benched(b *testing.B) *driver {
	d := drive(b, large(100_000)).show("")
	d.screen.Draw(120, 30)
	b.ResetTimer()
	b.ReportAllocs()
	return d
}

func BenchmarkDraw100k(b *testing.B) {
	d := benched(b)
	for b.Loop() {
		d.screen.frame.dirty()
		d.screen.Draw(120, 30)
	}
}

func BenchmarkCursorMove100k(b *testing.B) {
	d := benched(b)
	key := map[string]func() tea.Cmd{}
	for _, binding := range d.screen.Bindings() {
		key[binding.ID] = binding.Action
	}
	for b.Loop() {
		key["memories.down"]()
		d.screen.Draw(120, 30)
	}
}

func BenchmarkTickCached100k(b *testing.B) {
	d := benched(b)
	for b.Loop() {
		d.screen.Update(views.TickMsg{At: clock.Add(time.Second)})
		d.screen.Draw(120, 30)
	}
}
