package engine

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
)

// NeighbourSource tells who is close to whom in the whole store.
type NeighbourSource interface {
	Neighbourhood(ctx context.Context) (*Neighbourhood, error)
}

var _ NeighbourSource = (*Engine)(nil)

// Neighbourhood is who is close to whom, at one moment.
type Neighbourhood struct {
	Model     string
	Lexical   bool    // similarity is that of spellings
	Threshold float64 // every similarity is above it
	// Complete is false while texts wait to be compared; a list may then name a
	// memory that no longer says what it said.
	Complete bool
	Lists    []NeighbourList // of those who have neighbours, in order of id
}

// NeighbourPair is two memories of which one at least is among the nearest of
// the other; A < B.
type NeighbourPair struct {
	A, B       string
	Similarity float64
}

// Pairs lists each pair once, in order of A and B.
func (n *Neighbourhood) Pairs() []NeighbourPair {
	out := make([]NeighbourPair, 0, len(n.Lists)*2)
	for _, list := range n.Lists {
		for _, near := range list.Near {
			p := NeighbourPair{A: list.ID, B: near.ID, Similarity: near.Similarity}
			if p.B < p.A {
				p.A, p.B = p.B, p.A
			}
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b NeighbourPair) int {
		return cmp.Or(strings.Compare(a.A, b.A), strings.Compare(a.B, b.B))
	})
	return slices.CompactFunc(out, func(a, b NeighbourPair) bool { return a.A == b.A && a.B == b.B })
}

// Of is the list of one memory.
func (n *Neighbourhood) Of(id string) []Neighbour {
	i, found := slices.BinarySearchFunc(n.Lists, id, func(l NeighbourList, id string) int { return strings.Compare(l.ID, id) })
	if !found {
		return nil
	}
	return n.Lists[i].Near
}

// Neighbourhood reads who is close to whom, as far as has been found out.
func (e *Engine) Neighbourhood(ctx context.Context) (*Neighbourhood, error) {
	n := &Neighbourhood{Model: e.near.model, Lexical: e.near.lexical, Threshold: e.near.threshold()}
	settled := e.near.settled()
	err := e.View(ctx, func(tx Tx) error {
		state, err := readCompared(tx)
		if err != nil {
			return err
		}
		if n.Complete = state == e.near.wanted(); n.Complete && !settled {
			for _, err := range tx.Embeddings().Marked("") {
				if err != nil {
					return err
				}
				n.Complete = false
				break
			}
		}
		for list, err := range tx.Embeddings().AllNeighbours(e.near.model) {
			if err != nil {
				return err
			}
			n.Lists = append(n.Lists, list)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Neighbours returns the memories closest to one: at most MaxNeighbours whose
// text stands, nearest first.
func (e *Engine) Neighbours(ctx context.Context, id string) ([]Neighbour, error) {
	var out []Neighbour
	err := e.View(ctx, func(tx Tx) error {
		if _, found, err := tx.Heads().Get(id); err != nil || !found {
			if err == nil {
				err = &NotFoundError{Kind: "memory", ID: id}
			}
			return err
		}
		list, err := tx.Embeddings().Neighbours(e.near.model, id)
		if err != nil {
			return err
		}
		for _, n := range list {
			h, found, err := tx.Heads().Get(n.ID)
			if err != nil {
				return err
			}
			if found && TextStands(h.State) {
				out = append(out, n)
			}
		}
		return nil
	})
	return out, err
}

// Vectors returns the unit vectors of memories; those that have none are left
// out. Lexical ones are made on the spot, of the current text.
func (e *Engine) Vectors(ctx context.Context, ids []string) (map[string][]float32, error) {
	out := make(map[string][]float32, len(ids))
	err := e.View(ctx, func(tx Tx) error {
		for _, id := range ids {
			v, err := e.near.vectorIn(ctx, tx, id)
			if err != nil {
				return err
			}
			if v != nil {
				out[id] = v
			}
		}
		return nil
	})
	return out, err
}

// vectorIn is a memory's vector, nil when it has none.
func (c *comparer) vectorIn(ctx context.Context, tx Tx, id string) ([]float32, error) {
	if !c.lexical {
		v, _, err := tx.Embeddings().Vector(c.model, id)
		return v, err
	}
	h, found, err := tx.Heads().Get(id)
	if err != nil || !found {
		return nil, err
	}
	m, err := withBody(tx, h)
	if err != nil {
		return nil, err
	}
	made, err := embedAll(ctx, c.embedder, []string{m.Content})
	if err != nil {
		return nil, err
	}
	return made[0].vector, nil // a text without words has none
}

// compared is how far comparing has come, kept in the store.
type compared struct {
	Model     string  `json:"model"`
	Dim       int     `json:"dim"`
	Format    int     `json:"format"` // of signatures and of the search
	Threshold float64 `json:"threshold"`
	Stage     string  `json:"stage"`
	Cursor    string  `json:"cursor,omitempty"` // of stageFill: everything up to it has been embedded
}

// The stages: every standing text is embedded; everybody is compared with
// everybody; what changes is compared as it changes.
const (
	stageFill = "embedding"
	stagePair = "comparing"
	stageDone = ""
)

// comparedFormat changes with whatever makes stored signatures worthless.
const comparedFormat = 1

const comparedName = "neighbours"

func readCompared(tx Tx) (compared, error) {
	var s compared
	b, found, err := tx.Meta().Get(comparedName)
	if err != nil || !found {
		return s, err
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return compared{}, &CorruptRecordError{Table: "meta", Key: comparedName, Why: err.Error()}
	}
	return s, nil
}

func (s *compared) write(tx Tx) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return tx.Meta().Put(comparedName, b)
}

// purgedName keeps the sequence of the last purge: an index in memory that was
// read before it may name memories that are gone.
const purgedName = "neighbours/purged"

// purgeNeighbours removes all traces of memories from what was made of texts.
func (w *work) purgeNeighbours(gone map[string]bool) error {
	w.restated = true
	if err := w.tx.Embeddings().Purge(gone); err != nil {
		return err
	}
	return w.tx.Meta().Put(purgedName, binary.BigEndian.AppendUint64(nil, w.tx.Seq()))
}

func lastPurge(tx Tx) (uint64, error) {
	b, found, err := tx.Meta().Get(purgedName)
	if err != nil || !found {
		return 0, err
	}
	if len(b) != 8 {
		return 0, &CorruptRecordError{Table: "meta", Key: purgedName, Why: "it is not a sequence number"}
	}
	return binary.BigEndian.Uint64(b), nil
}
