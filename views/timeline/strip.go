package timeline

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
)

// strip counts writes and recalls by the hour.
type strip struct {
	from            time.Time // of the first hour
	writes, recalls []float64
	read, busy      bool
}

type stripMsg struct {
	strip strip
	err   error
}

const (
	stripHours  = 7 * 24
	stripLooked = 20_000 // operations that are looked at
)

// readStrip counts the last days anew.
func (s *Screen) readStrip() tea.Cmd {
	if s.feed.strip.busy {
		return nil
	}
	s.feed.strip.busy = true
	ctx, src := s.closed, s.src
	end := s.now().Truncate(time.Hour).Add(time.Hour)
	return func() tea.Msg {
		st := strip{from: end.Add(-stripHours * time.Hour), writes: make([]float64, stripHours), recalls: make([]float64, stripHours), read: true}
		hour := func(t time.Time) int { return int(t.Sub(st.from) / time.Hour) }
		err := countWrites(ctx, src, func(op *engine.Operation) bool {
			if op.At.Before(st.from) {
				return false
			}
			if i := hour(op.At); i >= 0 && i < stripHours && op.Kind != engine.KindRecall {
				st.writes[i] += float64(max(op.Count, 1))
			}
			return true
		})
		if err == nil {
			err = src.Retrievals(ctx, st.from, func(r *engine.Retrieval) bool {
				if i := hour(r.At); i >= 0 && i < stripHours {
					st.recalls[i] += float64(len(r.IDs))
				}
				return true
			})
		}
		return stripMsg{strip: st, err: err}
	}
}

func countWrites(ctx context.Context, src Source, fn func(*engine.Operation) bool) error {
	before := uint64(0)
	for looked := 0; looked < stripLooked; {
		ops, err := src.Operations(ctx, before, 1000)
		if err != nil || len(ops) == 0 {
			return err
		}
		for i := range ops {
			if !fn(&ops[i]) {
				return nil
			}
		}
		looked += len(ops)
		before = ops[len(ops)-1].Seq
	}
	return nil
}

func (s *Screen) takeStrip(msg stripMsg) {
	s.feed.strip.busy = false
	if msg.err == nil {
		s.feed.strip = msg.strip
	}
}
