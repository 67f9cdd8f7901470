package engine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"
)

// Filter says which memories are meant. The zero Filter means all live,
// unexpired ones.
type Filter struct {
	Tenant             *Tenant // nil: any
	Namespace, Subject string  // "": any
	Type               string  // "": any
	Key                string  // identity value; "": any
	States             []State // nil: the live ones
	IncludeExpired     bool    // also live ones past their expiry
	Since              time.Time
	FadingBefore       time.Time // will fall below the archive threshold after now and before this instant
	Faded              bool      // is below the archive threshold
	IDs                []string  // nil: any
	Limit              int       // 0: no limit
}

func (f *Filter) scoped() bool {
	return f.Namespace != "" || f.Subject != "" || f.Tenant != nil
}

// liveOnly reports whether the filter can match live memories only.
func (f *Filter) liveOnly() bool {
	for _, s := range f.States {
		if !s.Live() {
			return false
		}
	}
	return true
}

func (f *Filter) match(h *Head, now time.Time, s *Settings) bool {
	switch {
	case f.States == nil && !h.State.Live(),
		f.States != nil && !slices.Contains(f.States, h.State),
		!f.IncludeExpired && h.State.Live() && h.ExpiredAt(now),
		f.Namespace != "" && h.Scope.Namespace != f.Namespace,
		f.Subject != "" && h.Scope.Subject != f.Subject,
		f.Type != "" && h.Type != f.Type,
		f.Key != "" && h.Identity.Value != f.Key,
		f.Tenant != nil && h.Scope.Tenant != *f.Tenant,
		!f.Since.IsZero() && h.UpdatedAt.Before(f.Since),
		f.IDs != nil && !slices.Contains(f.IDs, h.ID):
		return false
	}
	if f.FadingBefore.IsZero() && !f.Faded {
		return true
	}
	at, ok := s.FadesAt(h, now)
	faded := ok && !at.After(now)
	return (!f.Faded || faded) && (f.FadingBefore.IsZero() || ok && !faded && at.Before(f.FadingBefore))
}

// Match reports whether a head is among those the filter means at now; Limit
// is not looked at.
func (f Filter) Match(h *Head, now time.Time, s *Settings) bool { return f.match(h, now, s) }

// Get returns a memory as it is.
func (e *Engine) Get(ctx context.Context, id string) (Memory, error) {
	var m Memory
	err := e.View(ctx, func(tx Tx) error {
		h, found, err := tx.Heads().Get(id)
		if err != nil {
			return err
		}
		if !found {
			return &NotFoundError{Kind: "memory", ID: id}
		}
		m, err = withBody(tx, h)
		return err
	})
	return m, err
}

// Heads returns the heads of those ids that exist, in the order asked for.
func (e *Engine) Heads(ctx context.Context, ids []string) ([]Head, error) {
	var out []Head
	err := e.View(ctx, func(tx Tx) error {
		out = make([]Head, 0, len(ids))
		for _, id := range ids {
			h, found, err := tx.Heads().Get(id)
			if err != nil {
				return err
			}
			if found {
				out = append(out, h)
			}
		}
		return nil
	})
	return out, err
}

// minPrefix is the shortest beginning of an id that stands for it.
const minPrefix = 4

// Resolve completes an id from its beginning. The whole id always works, a
// beginning of at least four bytes when only one memory has it.
func (e *Engine) Resolve(ctx context.Context, prefix string) (string, error) {
	var hits []string
	err := e.View(ctx, func(tx Tx) error {
		if _, found, err := tx.Heads().Get(prefix); err != nil || found {
			if found {
				hits = []string{prefix}
			}
			return err
		}
		if len(prefix) < minPrefix {
			return nil
		}
		for h, err := range tx.Heads().All(prefix) {
			if err != nil {
				return err
			}
			if len(h.ID) < len(prefix) || h.ID[:len(prefix)] != prefix {
				break
			}
			if hits = append(hits, h.ID); len(hits) > 1 {
				break
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return "", err
	case len(hits) == 1:
		return hits[0], nil
	case len(hits) > 1:
		return "", &ValidationError{Field: "id", Got: shorten(prefix) + ", which begins several ids", Want: "more of it"}
	}
	return "", &NotFoundError{Kind: "memory", ID: prefix}
}

// GetAt returns a memory as it was: the version with the greatest time at or
// before t (ties: the highest number). Retention evidence and access figures
// are not part of a version; what a text's age says is filled in.
func (e *Engine) GetAt(ctx context.Context, id string, t time.Time) (Memory, error) {
	var m Memory
	err := e.View(ctx, func(tx Tx) error {
		h, found, err := tx.Heads().Get(id)
		if err != nil {
			return err
		}
		if !found {
			return &NotFoundError{Kind: "memory", ID: id}
		}
		v, found, err := tx.Versions().At(id, t)
		if err != nil {
			return err
		}
		if !found {
			return &NotFoundError{Kind: "version", ID: id + " at " + t.UTC().Format(time.RFC3339Nano)}
		}
		m = asOf(&v, &h)
		return nil
	})
	return m, err
}

// asOf is a version's memory, with what the text's age says of its retention.
func asOf(v *Version, now *Head) Memory {
	m := v.Memory
	m.LearnedAt, m.Base, m.Stability = m.Text.At, now.Base, now.Stability
	return m
}

// History returns a memory's versions, oldest first.
func (e *Engine) History(ctx context.Context, id string) ([]Version, error) {
	var out []Version
	err := e.View(ctx, func(tx Tx) error {
		if _, found, err := tx.Heads().Get(id); err != nil {
			return err
		} else if !found {
			return &NotFoundError{Kind: "memory", ID: id}
		}
		for v, err := range tx.Versions().Of(id) {
			if err != nil {
				return err
			}
			out = append(out, v)
		}
		return nil
	})
	slices.Reverse(out)
	return out, err
}

// Latest returns up to n of a memory's versions, newest first.
func (e *Engine) Latest(ctx context.Context, id string, n int) ([]Version, error) {
	var out []Version
	err := e.View(ctx, func(tx Tx) error {
		for v, err := range tx.Versions().Of(id) {
			if err != nil {
				return err
			}
			if len(out) >= n {
				break
			}
			out = append(out, v)
		}
		return nil
	})
	return out, err
}

// damaged reports whether an error is about one record that cannot be read:
// others can.
func damaged(err error) bool {
	var record *CorruptRecordError
	return errors.As(err, &record)
}

// List yields the heads that the filter means, newest first, behind the
// cursor. A record that is damaged is yielded as a CorruptRecordError in its
// place, and the caller may go on. It streams from the store's own order for live memories; other
// states are gathered and sorted first.
func (e *Engine) List(ctx context.Context, f Filter, after Cursor) iter.Seq2[Head, error] {
	return stream(ctx, e, f, after, func(_ Tx, h Head) (Head, error) { return h, nil })
}

// ListMemories is List with what the memories say.
func (e *Engine) ListMemories(ctx context.Context, f Filter, after Cursor) iter.Seq2[Memory, error] {
	return stream(ctx, e, f, after, withBody)
}

func stream[T any](ctx context.Context, e *Engine, f Filter, after Cursor, load func(Tx, Head) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		n, stopped := 0, false
		err := e.View(ctx, func(tx Tx) error {
			for h, err := range e.ordered(ctx, tx, &f, after) {
				var item T
				if err == nil {
					item, err = load(tx, h)
				}
				if err != nil && !damaged(err) {
					return err
				}
				if !yield(item, err) {
					stopped = true
					return nil
				}
				if n++; f.Limit > 0 && n >= f.Limit {
					return nil
				}
			}
			return nil
		})
		if err != nil && !stopped {
			var none T
			yield(none, err)
		}
	}
}

// ordered yields matching heads, newest first, inside one transaction.
func (e *Engine) ordered(ctx context.Context, tx Tx, f *Filter, after Cursor) iter.Seq2[Head, error] {
	now, settings := e.Now(), e.settings.Load()
	heads := tx.Heads().Newest(after)
	if !f.liveOnly() {
		heads = newestOf(tx, f, now, settings, after)
	}
	return func(yield func(Head, error) bool) {
		for h, err := range heads {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				if !yield(Head{}, err) || !damaged(err) {
					return
				}
				continue
			}
			if f.match(&h, now, settings) && !yield(h, nil) {
				return
			}
		}
	}
}

// newestOf gathers matching heads of any state and sorts them.
func newestOf(tx Tx, f *Filter, now time.Time, s *Settings, after Cursor) iter.Seq2[Head, error] {
	return func(yield func(Head, error) bool) {
		var hs []Head
		for h, err := range tx.Heads().All("") {
			if err != nil {
				yield(Head{}, err)
				return
			}
			if f.match(&h, now, s) && (after == Cursor{} || byNewest(after, h.cursor()) < 0) {
				hs = append(hs, h)
			}
		}
		slices.SortFunc(hs, func(a, b Head) int { return byNewest(a.cursor(), b.cursor()) })
		for _, h := range hs {
			if !yield(h, nil) {
				return
			}
		}
	}
}

func (h *Head) cursor() Cursor { return Cursor{UpdatedAt: h.UpdatedAt, ID: h.ID} }

func byNewest(a, b Cursor) int {
	return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
}

// Count is how many memories the filter means; Limit is not looked at.
func (e *Engine) Count(ctx context.Context, f Filter) (int, error) {
	n := 0
	err := e.View(ctx, func(tx Tx) error {
		now, settings := e.Now(), e.settings.Load()
		for h, err := range tx.Heads().All("") {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			if f.match(&h, now, settings) {
				n++
			}
		}
		return nil
	})
	return n, err
}

// Totals are the store's counts.
func (e *Engine) Totals(ctx context.Context) (Totals, error) {
	var t Totals
	err := e.View(ctx, func(tx Tx) (err error) {
		t, err = tx.Totals()
		return err
	})
	return t, err
}

// Retrieval is a memory's retrieval window and sources.
func (e *Engine) Retrieval(ctx context.Context, id string) (RetrievalRecord, error) {
	var r RetrievalRecord
	err := e.View(ctx, func(tx Tx) (err error) {
		r, _, err = tx.Profiles().Get(id)
		return err
	})
	return r, err
}

// Operations returns up to limit operations of the journal, newest first,
// those before the given sequence number; 0 starts at the newest.
func (e *Engine) Operations(ctx context.Context, before uint64, limit int) ([]Operation, error) {
	var out []Operation
	err := e.View(ctx, func(tx Tx) error {
		for op, err := range tx.Operations().Newest(before) {
			if err != nil {
				return err
			}
			if limit > 0 && len(out) >= limit {
				break
			}
			out = append(out, op)
		}
		return nil
	})
	return out, err
}

// LogBack yields the change log from an instant back, newest first; the zero
// time starts at the newest.
func (e *Engine) LogBack(ctx context.Context, from time.Time) iter.Seq2[LogEntry, error] {
	return func(yield func(LogEntry, error) bool) {
		stopped := false
		err := e.View(ctx, func(tx Tx) error {
			for entry, err := range tx.Log().Back(from) {
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					return err
				}
				if !yield(entry, nil) {
					stopped = true
					return nil
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(LogEntry{}, err)
		}
	}
}
