package catalogue

import (
	"context"
	"slices"
	"time"

	"ebb/engine"
)

// View reads a store.
type View interface {
	View(ctx context.Context, fn func(engine.Tx) error) error
}

// At is the catalogue as it was at an instant: the rows of today, put back as
// the change log says. It reads the log alone, from its newest end to there.
func (s *Snapshot) At(ctx context.Context, src View, at time.Time) (*Snapshot, error) {
	var past *engine.Past
	err := src.View(ctx, func(tx engine.Tx) (err error) {
		past, err = engine.ReadPast(ctx, tx, at)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.Rewound(past), nil
}

// Rewound is the catalogue with what has changed since then put back. Its
// settings are today's: it says how much would be left under them.
func (s *Snapshot) Rewound(p *engine.Past) *Snapshot {
	to := *s
	to.past, to.seq, to.memo = true, p.Seq, &memo{}
	// When rows fade is worked out where somebody asks: for all that changed
	// it would take longer than all the rest.
	to.fades = nil
	r := &rewinding{from: s, to: &to}
	r.place(p.Heads)
	r.build(s.names())
	to.withSettings(s.settings)
	r.order()
	return &to
}

// names are the snapshot's places and types, for a builder of its own.
func (s *Snapshot) names() *names {
	n := &names{
		places: slices.Clone(s.places), types: slices.Clone(s.types),
		placeOf: make(map[place]uint32, len(s.places)), typeOf: make(map[string]uint32, len(s.types)),
	}
	for i, p := range s.places {
		n.placeOf[p] = uint32(i)
	}
	for i, t := range s.types {
		n.typeOf[t] = uint32(i)
	}
	return n
}

// Past reports whether the snapshot shows an earlier day.
func (s *Snapshot) Past() bool { return s.past }

// otherText reports whether a row says something else than the memory does
// today: only its own version has the text then.
func (s *Snapshot) otherText(row int32, today engine.VersionRef) bool {
	if !s.past {
		return false
	}
	c, i := s.at(row)
	then := c.textAt(i)
	return stamp(then.At) != stamp(today.At) || then.Number != today.Number
}

// olderTexts reads what rows said then, until yield returns false.
func (s *Snapshot) olderTexts(ctx context.Context, tx engine.Tx, rows []int32, yield func(row int32, text string) bool) error {
	for n, row := range rows {
		if n&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c, i := s.at(row)
		v, found, err := tx.Versions().Get(c.id(i), c.textAt(i))
		if err != nil {
			return err
		}
		if found && !yield(row, v.Memory.Content) {
			return nil
		}
	}
	return nil
}
