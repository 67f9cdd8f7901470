package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"
)

// Query asks for memories by words.
type Query struct {
	Text      string // words; what stands between quotes must be there as it is
	Filter    Filter // Limit is not looked at
	Limit     int    // 0: 10
	RelatedTo string // memories that this one points to rank higher; "" for none
	Source    string // who asks, for the retrieval profile
	// Look searches without counting as a retrieval: for browsing.
	Look bool
}

// DefaultSearchLimit is how many hits a search returns unless told otherwise.
const DefaultSearchLimit = 10

// Signal is one reason for a hit's rank: Value and Weight are 0..1.
type Signal struct {
	Name          string
	Value, Weight float64
}

// Hit is a search result. Score is the weighted mean of its signals.
type Hit struct {
	Memory  Memory
	Score   float64
	Signals []Signal
}

// Weights of the search signals (Memorie's; retention is ours and a setting).
const (
	weightKeyword      = 0.15
	weightImportance   = 0.15
	weightConfidence   = 0.10
	weightRecency      = 0.10
	weightRelationship = 0.05
	weightFrequency    = 0.05
)

// recencyHalfLife is the age in days at which the recency signal is a half.
const recencyHalfLife = 30.0

// Search returns the live memories that hold words of the query or, with an
// embedder, mean something close to it, best first; without words, those that
// the filter means.
// Unless the query is only a look, the result set is recorded as one
// retrieval: profiles count it, and the first few hits are tied together. A
// CorruptRecordError beside hits says that damaged memories were passed over.
func (e *Engine) Search(ctx context.Context, q Query, how How) ([]Hit, error) {
	terms := termsOf(q.Text)
	if len(terms.all) == 0 && q.RelatedTo == "" && !q.Filter.scoped() && q.Filter.Type == "" {
		return nil, &ValidationError{Field: "query", Got: shorten(q.Text), Want: "at least one word, or a scope"}
	}
	if q.Limit <= 0 {
		q.Limit = DefaultSearchLimit
	}
	var hits []Hit
	meant := e.meant(ctx, q.Text)
	lost := e.View(ctx, func(tx Tx) (err error) {
		hits, err = e.find(ctx, tx, &q, &terms, meant)
		return err
	})
	if lost != nil && !damaged(lost) {
		return nil, lost
	}
	if q.Look || len(hits) == 0 {
		return hits, lost
	}
	ids := make([]string, len(hits))
	for i := range hits {
		ids[i] = hits[i].Memory.ID
	}
	_, err := e.operate(ctx, KindSearch, how, func(w *work) error {
		w.kinds.add(MemoryAccessed)
		// A hit may have been purged since the look; what is left was found.
		ids, err := w.existing(ids)
		if err != nil {
			return err
		}
		return w.retrieve(ids, true, q.Text, q.Source)
	})
	if err = unlessRepeated(err); err != nil {
		return hits, err
	}
	return hits, lost
}

func (w *work) existing(ids []string) ([]string, error) {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		if _, found, err := w.tx.Heads().Get(id); err != nil {
			return nil, err
		} else if found {
			out = append(out, id)
		}
	}
	return out, nil
}

// ranked is a hit before its memory is read.
type ranked struct {
	head    Head
	keyword float64
	score   float64

	semantic float64
	embedded bool // semantic is known
}

func byScore(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.score, a.score), b.head.UpdatedAt.Compare(a.head.UpdatedAt), cmp.Compare(a.head.ID, b.head.ID))
}

func (e *Engine) find(ctx context.Context, tx Tx, q *Query, terms *terms, meant *meaning) ([]Hit, error) {
	now, settings := e.Now(), e.settings.Load()
	similarity, stop := e.near.similarities(ctx, tx, meant)
	defer stop()
	related, err := relatedTo(tx, q.RelatedTo)
	if err != nil {
		return nil, err
	}
	rank := ranking{now: now, settings: settings, related: related}
	var best []ranked
	var lost error // the first damaged record
	for ht, err := range tx.Versions().Current("") {
		if err == nil {
			err = ctx.Err()
		}
		if damaged(err) {
			if lost == nil {
				lost = err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if !q.Filter.match(&ht.Head, now, settings) {
			continue
		}
		r := ranked{head: ht.Head}
		if r.semantic, r.embedded, err = similarity(ht.Head.ID); err != nil {
			return nil, err
		}
		if len(terms.all) > 0 {
			r.keyword = terms.share(ht.Head.Title + "\n" + ht.Text)
			if r.keyword == 0 && (len(terms.quoted) > 0 || !(r.embedded && r.semantic > settings.SearchSimilarity)) {
				continue
			}
		}
		r.score = scoreOf(rank.signals(&r))
		if best = append(best, r); len(best) >= 4*q.Limit {
			slices.SortFunc(best, byScore)
			best = best[:q.Limit]
		}
	}
	slices.SortFunc(best, byScore)
	best = best[:min(len(best), q.Limit)]
	hits := make([]Hit, len(best))
	for i := range best {
		m, err := withBody(tx, best[i].head)
		if err != nil {
			return nil, err
		}
		hits[i] = Hit{Memory: m, Score: best[i].score, Signals: rank.signals(&best[i])}
	}
	return hits, lost
}

// relatedTo is the set of direct out-neighbours of a memory; nil for "".
func relatedTo(tx Tx, id string) (map[string]bool, error) {
	if id == "" {
		return nil, nil
	}
	out := map[string]bool{}
	for edge, err := range tx.Edges().Of(id) {
		if err != nil {
			return nil, err
		}
		if edge.From == id || Undirected(edge.Type) {
			out[edge.Other(id)] = true
		}
	}
	return out, nil
}

// ranking turns a head and its keyword share into signals.
type ranking struct {
	now      time.Time
	settings *Settings
	related  map[string]bool // nil: the signal is absent
}

func (r *ranking) signals(hit *ranked) []Signal {
	h := &hit.head
	ageDays := max(0, r.now.Sub(h.UpdatedAt).Hours()/24)
	out := make([]Signal, 0, 8)
	if hit.embedded {
		out = append(out, Signal{"semantic", hit.semantic, weightSemantic})
	}
	if hit.keyword > 0 {
		out = append(out, Signal{"keyword", hit.keyword, weightKeyword})
	}
	out = append(out,
		Signal{"importance", h.Importance, weightImportance},
		Signal{"confidence", h.Confidence, weightConfidence},
		Signal{"recency", math.Exp(-math.Ln2 * ageDays / recencyHalfLife), weightRecency},
		Signal{"frequency", min(1, math.Log2(float64(h.AccessCount)+1)/10), weightFrequency})
	if r.related != nil {
		value := 0.0
		if r.related[h.ID] {
			value = 1
		}
		out = append(out, Signal{"relationship", value, weightRelationship})
	}
	if w := r.settings.SearchRetentionWeight; w > 0 {
		out = append(out, Signal{"retention", r.settings.RetentionOf(h, r.now).Score, w})
	}
	return out
}

// scoreOf is the weighted mean of the signals present.
func scoreOf(signals []Signal) float64 {
	var sum, weights float64
	for _, s := range signals {
		sum += s.Weight * s.Value
		weights += s.Weight
	}
	if weights == 0 {
		return 0
	}
	return sum / weights
}
