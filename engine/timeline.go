package engine

import (
	"context"
	"fmt"
	"time"
)

// VersionsBack calls fn with a memory's versions, newest first, those at or
// before an instant (the zero time: all), until fn returns false. A memory that
// does not exist is a NotFoundError.
func (e *Engine) VersionsBack(ctx context.Context, id string, from time.Time, fn func(*Version) bool) error {
	return e.View(ctx, func(tx Tx) error {
		if _, found, err := tx.Heads().Get(id); err != nil {
			return err
		} else if !found {
			return &NotFoundError{Kind: "memory", ID: id}
		}
		for v, err := range tx.Versions().Of(id) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			if !from.IsZero() && v.At.After(from) {
				continue
			}
			if !fn(&v) {
				return nil
			}
		}
		return nil
	})
}

// notable reports whether an entry is something to stop at when stepping
// through time: a version, a conflict, a cycle. Recalls are too many.
func (e *LogEntry) notable() bool {
	return e.Subject == SubjectHead || e.Subject == SubjectConflict || e.Kind == KindCycle
}

// StepBack is the latest edit or cycle before an instant; false when there is
// none.
func (e *Engine) StepBack(ctx context.Context, from time.Time) (at time.Time, kind Kind, found bool, err error) {
	err = e.View(ctx, func(tx Tx) error {
		at, kind, found, err = notableIn(ctx, tx, time.Time{}, from.Add(-time.Nanosecond))
		return err
	})
	return at, kind, found, err
}

// StepAhead is the earliest edit or cycle after an instant; false when there is
// none. The log is ordered from its newest end only, so it halves the time in
// question until one entry is left.
func (e *Engine) StepAhead(ctx context.Context, from time.Time) (at time.Time, kind Kind, found bool, err error) {
	err = e.View(ctx, func(tx Tx) error {
		at, kind, found, err = notableIn(ctx, tx, from, time.Time{})
		if err != nil || !found {
			return err
		}
		for lo := from; at.Sub(lo) > time.Nanosecond; {
			mid := lo.Add(at.Sub(lo) / 2)
			earlier, k, some, err := notableIn(ctx, tx, lo, mid)
			switch {
			case err != nil:
				return err
			case some:
				at, kind = earlier, k
			default:
				lo = mid
			}
		}
		return nil
	})
	return at, kind, found, err
}

// notableIn is the newest notable entry after lo and up to hi; the zero times
// mean the ends of the log.
func notableIn(ctx context.Context, tx Tx, lo, hi time.Time) (time.Time, Kind, bool, error) {
	read := 0
	for entry, err := range tx.Log().Back(hi) {
		if err != nil {
			return time.Time{}, "", false, err
		}
		if !lo.IsZero() && !entry.At.After(lo) {
			break
		}
		if read++; read%checkEvery == 0 && ctx.Err() != nil {
			return time.Time{}, "", false, ctx.Err()
		}
		if entry.notable() {
			return entry.At, entry.Kind, true, nil
		}
	}
	return time.Time{}, "", false, nil
}

// VersionAt is one version of a memory with its text.
func (e *Engine) VersionAt(ctx context.Context, id string, ref VersionRef) (Version, error) {
	var v Version
	err := e.View(ctx, func(tx Tx) error {
		found := false
		var err error
		if v, found, err = tx.Versions().Get(id, ref); err == nil && !found {
			err = &NotFoundError{Kind: "version", ID: fmt.Sprintf("%s v%d", id, ref.Number)}
		}
		return err
	})
	return v, err
}

// Retrievals calls fn with the searches and recalls from an instant on, oldest
// first, until fn returns false. Old ones are trimmed.
func (e *Engine) Retrievals(ctx context.Context, from time.Time, fn func(*Retrieval) bool) error {
	return e.View(ctx, func(tx Tx) error {
		for r, err := range tx.Profiles().Events(from) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			if !fn(&r) {
				return nil
			}
		}
		return nil
	})
}
