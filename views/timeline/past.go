package timeline

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
)

// past is a memory's evidence through time, as the change log tells it.
type past struct {
	read   bool
	stages []stage // oldest first
	cycles []time.Time
	kinds  map[string]engine.Kind // by operation
}

// stage is a head and the instant from which it was in force.
type stage struct {
	from time.Time
	head engine.Head
}

type pastMsg struct {
	gen  uint64
	past past
	err  error
}

const (
	mostEntries = 500_000 // of the change log that one look reads
	mostCycles  = 512     // ticks that are kept: a line has fewer cells
)

// readLog reads the change log back to the memory's beginning.
func (l *life) readLog(src Source) tea.Cmd {
	ctx, id, gen := l.ctx, l.id, l.gen
	return func() tea.Msg {
		msg := pastMsg{gen: gen, past: past{read: true, kinds: map[string]engine.Kind{}}}
		heads, err := src.Heads(ctx, []string{id})
		if err != nil || len(heads) == 0 {
			msg.err = err
			return msg
		}
		p, after := &msg.past, heads[0]
		cycles := map[string]bool{}
		n := 0
		for entry, err := range src.LogBack(ctx, time.Time{}) {
			if err != nil {
				msg.err = err
				break
			}
			if n++; n > mostEntries {
				break
			}
			if entry.Kind == engine.KindCycle && !cycles[entry.Operation] && len(cycles) < mostCycles {
				cycles[entry.Operation] = true
				p.cycles = append(p.cycles, entry.At)
			}
			if entry.ID != id || entry.Subject != engine.SubjectHead && entry.Subject != engine.SubjectEvidence {
				continue
			}
			p.stages = append(p.stages, stage{from: entry.At, head: after})
			if entry.Subject == engine.SubjectHead {
				p.kinds[entry.Operation] = entry.Kind
			}
			if entry.Head == nil {
				break // it did not exist before
			}
			after = *entry.Head
		}
		slices.Reverse(p.stages)
		return msg
	}
}

// stagesOf is what versions alone tell of the evidence, until the log is read.
func stagesOf(m *engine.Memory, versions []engine.Version) []stage {
	out := make([]stage, 0, len(versions))
	for i := range slices.Backward(versions) {
		h := versions[i].Memory.Head
		h.LearnedAt, h.Base, h.Stability = h.Text.At, m.Base, m.Stability
		if i == 0 {
			h = m.Head
		}
		out = append(out, stage{from: versions[i].At, head: h})
	}
	return out
}

// at is the stage in force at an instant, nil before the first.
func at(stages []stage, t time.Time) *stage {
	i, found := slices.BinarySearchFunc(stages, t, func(s stage, t time.Time) int { return s.from.Compare(t) })
	for found && i+1 < len(stages) && stages[i+1].from.Equal(t) {
		i++
	}
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return &stages[i]
}
