package evolvers

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ebb/engine"
)

// pageSize is how many heads are copied when one of them changes.
const pageSize = 256

// base is the part of a snapshot that does not change: which memories there
// are, and the way to what they say.
type base struct {
	now      time.Time
	settings engine.Settings
	source   Neighbours
	vectors  Vectors
	writer   *writer

	index map[string]int32    // of the memories that stand
	gone  map[string]struct{} // of all others
	heads [][]*engine.Head    // in pages, in order of id

	slab   []engine.Head        // of the last page
	exists func(id string) bool // asks the store; nil when all heads were read

	mu     sync.Mutex // one reader at a time, and none after the end
	tx     engine.Tx
	facets map[string]*Facets
	edges  []engine.Edge
	read   bool        // edges holds all of them
	beside <-chan ties // where they come from; nil: from tx
}

// errEnded is what a view answers after its cycle.
var errEnded = errors.New("the plan that this view belongs to has ended")

// load reads all heads of a snapshot.
func load(ctx context.Context, tx engine.Tx, b *base) error {
	totals, err := tx.Totals()
	if err != nil {
		return err
	}
	standing := totals.Live() + totals.Memories[engine.Archived] + totals.Memories[engine.Expired]
	b.begin(tx, standing)
	for h, err := range tx.Heads().All("") {
		if err == nil && len(b.index)%4096 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		b.sort(&h)
	}
	return nil
}

func (b *base) begin(tx engine.Tx, standing int) {
	b.index = make(map[string]int32, standing)
	b.gone = map[string]struct{}{}
	b.tx, b.facets = tx, map[string]*Facets{}
}

// sort puts a head where it belongs.
func (b *base) sort(h *engine.Head) {
	if stands(h.State) {
		b.add(h)
		return
	}
	b.gone[h.ID] = struct{}{}
}

func stands(s engine.State) bool {
	return s.Live() || s == engine.Archived || s == engine.Expired
}

// add appends a head. The heads of a page lie side by side.
func (b *base) add(h *engine.Head) {
	n := len(b.index)
	b.index[h.ID] = int32(n)
	if n%pageSize == 0 {
		b.slab = make([]engine.Head, pageSize)
		b.heads = append(b.heads, make([]*engine.Head, 0, pageSize))
	}
	place := &b.slab[n%pageSize]
	*place = *h
	page := &b.heads[len(b.heads)-1]
	*page = append(*page, place)
}

// end stops all reading; a read under way is waited for.
func (b *base) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tx = nil
}

// body reads what a memory of the store says: the version that the store has,
// whatever a plan has laid over it since.
func (b *base) body(id string) (*engine.Body, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bodyLocked(id)
}

func (b *base) bodyLocked(id string) (*engine.Body, error) {
	if b.tx == nil {
		return nil, errEnded
	}
	i, known := b.index[id]
	if !known {
		return nil, &engine.NotFoundError{Kind: "memory", ID: id}
	}
	h := b.heads[i/pageSize][i%pageSize]
	v, found, err := b.tx.Versions().Get(h.ID, h.Ref())
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, &engine.CorruptRecordError{Table: "versions", Key: h.ID, Why: fmt.Sprintf("version %d is missing", h.Version)}
	}
	return &v.Memory.Body, nil
}

// facetsOf reads and keeps what evolvers look at in a memory's metadata.
func (b *base) facetsOf(id string) (*Facets, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f, known := b.facets[id]; known {
		return f, nil
	}
	body, err := b.bodyLocked(id)
	if err != nil {
		return nil, err
	}
	f, err := readFacets(body.Metadata)
	if err != nil {
		return nil, err
	}
	b.facets[id] = f
	return f, nil
}

// allEdges reads the ties once, unless they have been read beside the heads.
func (b *base) allEdges(ctx context.Context) ([]engine.Edge, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.read {
		return b.edges, nil
	}
	if b.tx == nil {
		return nil, errEnded
	}
	if b.beside != nil {
		select {
		case early := <-b.beside:
			if early.err == nil && early.seq == b.tx.Seq() {
				b.edges, b.read = early.edges, true
				return b.edges, nil
			}
			b.beside = nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	edges, err := readEdges(b.tx)
	if err != nil {
		return nil, err
	}
	b.edges, b.read = edges, true
	return edges, nil
}

// ties are all ties of a store at one moment.
type ties struct {
	seq   uint64
	edges []engine.Edge
	err   error
}

// readBeside reads the ties while the heads are being read: half of a plan's
// reading. They count when nothing was written between the two snapshots.
func readBeside(ctx context.Context, e *engine.Engine) <-chan ties {
	done := make(chan ties, 1)
	go func() {
		var t ties
		t.err = e.View(ctx, func(tx engine.Tx) (err error) {
			t.seq = tx.Seq()
			t.edges, err = readEdges(tx)
			return err
		})
		done <- t
		close(done)
	}()
	return done
}

func readEdges(tx engine.Tx) ([]engine.Edge, error) {
	totals, err := tx.Totals()
	if err != nil {
		return nil, err
	}
	edges := make([]engine.Edge, 0, totals.Edges)
	for e, err := range tx.Edges().All() {
		if err != nil {
			return nil, err
		}
		edges = append(edges, e)
	}
	return edges, nil
}

// edgesOf reads the ties of one memory.
func (b *base) edgesOf(id string) ([]engine.Edge, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tx == nil {
		return nil, errEnded
	}
	var out []engine.Edge
	for e, err := range b.tx.Edges().Of(id) {
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// mark reads one mark.
func (b *base) mark(name string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tx == nil {
		return nil, errEnded
	}
	return engine.ReadMark(b.tx, name)
}

// taken reports whether the store has ever had a memory with this id.
func (b *base) taken(id string) bool {
	if _, known := b.index[id]; known {
		return true
	}
	if _, known := b.gone[id]; known || b.exists == nil {
		return known
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tx != nil && b.exists(id)
}
