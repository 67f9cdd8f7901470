package evolvers

import (
	"context"
	"fmt"
	"time"

	"ebb/engine"
)

var opinionSynthesisSpec = Spec{
	Name:    OpinionSynthesis,
	Title:   "Opinions: form",
	Summary: "Forms an opinion about a tag or topic that episodes keep coming back to.",
	Stage:   Core,
	On:      true,
	Options: []Option{
		{Key: "min_pattern_occurrences", Help: "episodes that have to name it", Kind: Whole, Default: 3, Min: 1, Max: 1e6},
		{Key: "min_confidence", Help: "confidence from which an opinion is formed", Default: 0.5, Max: 1},
		{Key: "lookback_days", Help: "how many days back episodes count", Default: 30, Max: 36500, NotMin: true},
		{Key: "skepticism", Help: "0 believes what it sees, 1 takes 30 % off", Default: 0.5, Max: 1},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return opinionSynthesis{
			described: described{s}, occurrences: int(c.Value(s.Name, "min_pattern_occurrences")),
			confidence: c.Value(s.Name, "min_confidence"), lookback: c.Value(s.Name, "lookback_days"), skepticism: c.Value(s.Name, "skepticism"),
		}, nil
	},
}

type opinionSynthesis struct {
	described
	occurrences                      int
	confidence, lookback, skepticism float64
}

// fullEvidence is the number of episodes from which more make no difference.
const fullEvidence = 10

// opinionConfidence is strength · (1 − 0.3·skepticism) · (0.5 + 0.5·min(1, n/10))
// for n occurrences, where strength = min(1, n/10).
func opinionConfidence(n int, skepticism float64) float64 {
	strength := min(1, float64(n)/fullEvidence)
	return strength * (1 - 0.3*skepticism) * (0.5 + 0.5*min(1, float64(n)/fullEvidence))
}

// theme is what several episodes are tagged with.
type theme struct {
	name    string
	topic   bool // only ever a topic: an interest
	sources []*engine.Head
}

// Plan implements Evolver.
func (e opinionSynthesis) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	held := e.held(v, &r)
	var recent []*engine.Head
	for h := range v.Live() {
		if h.Type == engine.TypeEpisodic && within(h.CreatedAt, now, e.lookback) {
			recent = append(recent, h)
		}
	}
	r.Looked = len(recent)
	for _, group := range scopes(recent) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		for _, t := range e.themes(v, &r, group) {
			if len(t.sources) < e.occurrences {
				continue
			}
			if held[aboutIn{group[0].Scope, engine.Normalize(t.name)}] {
				r.skip("there is an opinion about it", 1)
				continue
			}
			e.form(v, &r, t, now)
		}
	}
	return r, nil
}

// aboutIn is a subject in a scope.
type aboutIn struct {
	scope   engine.Scope
	subject string
}

// held are the subjects that opinions are about, archived ones too: one that
// was given up is not formed again from the same episodes.
func (e opinionSynthesis) held(v View, r *Result) map[aboutIn]bool {
	held := map[aboutIn]bool{}
	for h := range v.Heads() {
		if h.Type != engine.TypeOpinion {
			continue
		}
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		held[aboutIn{h.Scope, engine.Normalize(f.Subject)}] = true
	}
	return held
}

// themes gathers tags and topics of one scope, in the order in which they are
// first seen. A word that is both is one theme; a memory names it once.
func (e opinionSynthesis) themes(v View, r *Result, group []*engine.Head) []*theme {
	place := map[string]*theme{}
	var out []*theme
	add := func(name string, h *engine.Head, topic bool) {
		key := engine.Normalize(name)
		if key == "" {
			return
		}
		t := place[key]
		if t == nil {
			t = &theme{name: name, topic: true}
			place[key] = t
			out = append(out, t)
		}
		t.topic = t.topic && topic
		if n := len(t.sources); n == 0 || t.sources[n-1] != h {
			t.sources = append(t.sources, h)
		}
	}
	for _, h := range group {
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if f.Odd == "tags" || f.Odd == "topics" {
			r.problem(h.ID, f.Odd+" is not a list of texts")
		}
		for _, name := range f.Tags {
			add(name, h, false)
		}
		for _, name := range f.Topics {
			add(name, h, true)
		}
	}
	return out
}

func (e opinionSynthesis) form(v View, r *Result, t *theme, now time.Time) {
	n := len(t.sources)
	confidence := opinionConfidence(n, e.skepticism)
	if confidence < e.confidence {
		r.Candidates = append(r.Candidates, Candidate{Subject: t.name, Have: n, Need: e.needed()})
		return
	}
	ids := idsOf(t.sources)
	kind, content := "theme", "User frequently engages with "+t.name
	if t.topic {
		kind, content = "interest", "User shows interest in "+t.name
	}
	o := &object{}
	o.set("subject", t.name)
	o.set("subject_type", kind)
	o.set("formed_from", ids[:min(n, rememberedIDs)])
	o.set("formed_at", now.Format(time.RFC3339Nano))
	o.set("reinforcement_count", 0)
	o.set("contradiction_count", 0)
	metadata, err := o.metadata()
	if err != nil {
		r.problem(ids[0], err.Error())
		return
	}
	scope := t.sources[0].Scope
	made := engine.Memory{
		Head: engine.Head{
			ID: v.NewID(OpinionSynthesis, scope.Tenant.ID, scope.Namespace, scope.Subject, t.name), Scope: scope,
			Type: engine.TypeOpinion, Importance: engine.DefaultImportance, Confidence: confidence,
		},
		Body: engine.Body{Content: content, Metadata: metadata},
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: made.ID, Field: "memory", After: "1 opinion", Source: ids,
		Why:  fmt.Sprintf("%d episodes in %g days: min(1, %d/10)·(1 − 0.3·%g)·(0.5 + 0.5·min(1, %d/10)) = %.4f is at least %g", n, e.lookback, n, e.skepticism, n, confidence, e.confidence),
		Make: &engine.Making{Memory: made, From: ids},
	})
}

// needed is how many episodes make an opinion; 0 when none do.
func (e opinionSynthesis) needed() int {
	for n := e.occurrences; n <= max(fullEvidence, e.occurrences); n++ {
		if opinionConfidence(n, e.skepticism) >= e.confidence {
			return n
		}
	}
	return 0
}
