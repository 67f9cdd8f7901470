package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

// Past is what has changed since an instant, as it was then. Whatever it does
// not name is today as it was. A nil record did not exist.
//
// Texts and states are exact. Evidence and the strength of ties are logged once
// per memory and UTC day, so within a day they may be those of its end.
type Past struct {
	At  time.Time
	Seq uint64 // the commit that the change log was read at

	Heads     map[string]*Head
	Edges     map[EdgeKey]*Edge
	Conflicts map[string]*Conflict
}

// checkEvery is how many log entries are read between two looks at a context.
const checkEvery = 1024

// ReadPast rewinds the change log to an instant, what happened at it included.
func ReadPast(ctx context.Context, tx Tx, at time.Time) (*Past, error) {
	return readPast(ctx, tx, time.Time{}, at)
}

// readPast reads the log from one instant back to another.
func readPast(ctx context.Context, tx Tx, from, at time.Time) (*Past, error) {
	p := &Past{
		At: at, Seq: tx.Seq(),
		Heads: map[string]*Head{}, Edges: map[EdgeKey]*Edge{}, Conflicts: map[string]*Conflict{},
	}
	read := 0
	for entry, err := range tx.Log().Back(from) {
		if err != nil {
			return nil, err
		}
		if !entry.At.After(at) {
			break
		}
		if read++; read%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.take(&entry)
	}
	return p, ctx.Err()
}

// take notes what an entry says was there before. Entries come newest first,
// so the last one noted is the oldest after the instant.
func (p *Past) take(entry *LogEntry) {
	switch entry.Subject {
	case SubjectHead:
		p.Heads[entry.ID] = entry.Head
	case SubjectEvidence:
		// A clock that was set back logs evidence before the version it is
		// about: that version's own entry knows better.
		if entry.Head != nil && entry.Head.UpdatedAt.After(p.At) {
			return
		}
		p.Heads[entry.ID] = entry.Head
	case SubjectEdge:
		p.Edges[entry.Edge] = entry.EdgeWas
	case SubjectConflict:
		p.Conflicts[entry.ID] = entry.Conflict
	}
}

// Past reads what has changed since an instant.
func (e *Engine) Past(ctx context.Context, at time.Time) (*Past, error) {
	var p *Past
	err := e.View(ctx, func(tx Tx) (err error) {
		p, err = ReadPast(ctx, tx, at)
		return err
	})
	return p, err
}

// PastBefore reads what has changed since an instant before that of another
// past, of which it reads on: between is what changed from one to the other.
// When something was committed meanwhile everything is read and between is nil.
func (e *Engine) PastBefore(ctx context.Context, later *Past, at time.Time) (p, between *Past, err error) {
	err = e.View(ctx, func(tx Tx) (err error) {
		if later == nil || tx.Seq() != later.Seq || at.After(later.At) {
			p, err = ReadPast(ctx, tx, at)
			return err
		}
		if between, err = readPast(ctx, tx, later.At, at); err != nil {
			return err
		}
		p = &Past{At: at, Seq: later.Seq, Heads: maps.Clone(later.Heads), Edges: maps.Clone(later.Edges), Conflicts: maps.Clone(later.Conflicts)}
		maps.Copy(p.Heads, between.Heads)
		maps.Copy(p.Edges, between.Edges)
		maps.Copy(p.Conflicts, between.Conflicts)
		return nil
	})
	return p, between, err
}

// headIn is a memory's head as it was; false when there was none.
func (p *Past) headIn(tx Tx, id string) (Head, bool, error) {
	if was, changed := p.Heads[id]; changed {
		if was == nil {
			return Head{}, false, nil
		}
		return *was, true, nil
	}
	return tx.Heads().Get(id)
}

// MemoryIn is a memory as it was, with its evidence of then. A memory that did
// not exist yet, or that has been purged since, is a NotFoundError.
func (e *Engine) MemoryIn(ctx context.Context, p *Past, id string) (Memory, error) {
	var m Memory
	err := e.View(ctx, func(tx Tx) error {
		h, found, err := p.headIn(tx, id)
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

// HeadsIn are the heads of those ids that existed, in the order asked for.
func (e *Engine) HeadsIn(ctx context.Context, p *Past, ids []string) ([]Head, error) {
	var out []Head
	err := e.View(ctx, func(tx Tx) error {
		out = make([]Head, 0, len(ids))
		for _, id := range ids {
			h, found, err := p.headIn(tx, id)
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

// EdgesIn are a memory's ties as they were, every one for "".
func (e *Engine) EdgesIn(ctx context.Context, p *Past, id string) ([]Edge, error) {
	today, err := e.Edges(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []Edge
	have := make(map[EdgeKey]bool, len(today))
	for i := range today {
		k := today[i].EdgeKey
		have[k] = true
		switch was, changed := p.Edges[k]; {
		case !changed:
			out = append(out, today[i])
		case was != nil:
			out = append(out, *was)
		}
	}
	for k, was := range p.Edges {
		if was != nil && !have[k] && (id == "" || k.From == id || k.To == id) {
			out = append(out, *was)
		}
	}
	slices.SortFunc(out, byKey)
	return out, nil
}

func byKey(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Type, b.Type), cmp.Compare(a.To, b.To), cmp.Compare(a.Relation, b.Relation))
}

// ConflictsIn are the conflicts of a status as they were, newest first; status
// 0 means all, and memory "" those of any memory.
func (e *Engine) ConflictsIn(ctx context.Context, p *Past, status ConflictStatus, memory string) ([]Conflict, error) {
	var today []Conflict
	var err error
	if memory != "" {
		today, err = e.ConflictsOf(ctx, memory)
	} else {
		today, err = e.ConflictList(ctx, 0)
	}
	if err != nil {
		return nil, err
	}
	var out []Conflict
	keep := func(c *Conflict) {
		if (status == 0 || c.Status == status) && (memory == "" || c.MemoryA == memory || c.MemoryB == memory) {
			out = append(out, *c)
		}
	}
	have := make(map[string]bool, len(today))
	for i := range today {
		have[today[i].ID] = true
		switch was, changed := p.Conflicts[today[i].ID]; {
		case !changed:
			keep(&today[i])
		case was != nil:
			keep(was)
		}
	}
	for id, was := range p.Conflicts {
		if was != nil && !have[id] {
			keep(was)
		}
	}
	slices.SortFunc(out, func(a, b Conflict) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}
