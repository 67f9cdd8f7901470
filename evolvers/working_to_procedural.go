package evolvers

import (
	"context"
	"slices"
	"strconv"
	"time"

	"ebb/engine"
)

var workingToProceduralSpec = Spec{
	Name:    WorkingToProcedural,
	Title:   "Working to procedural",
	Summary: "Makes a skill or tool that working memories keep naming a procedure.",
	Stage:   Core,
	On:      true,
	Options: []Option{{Key: "k", Help: "working memories that have to name it", Kind: Whole, Default: 5, Min: 1, Max: 1e6}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return workingToProcedural{described{s}, int(c.Value(s.Name, "k"))}, nil
	},
}

// sameProcedure is the word-Jaccard from which two patterns are one procedure.
const sameProcedure = 0.8

// workingToProcedural counts how many working memories name a pattern, each
// once, and refines a procedure that is there already.
type workingToProcedural struct {
	described
	k int
}

// Plan implements Evolver.
func (e workingToProcedural) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	known := map[engine.Scope][]procedure{}
	for h := range v.Heads() {
		if h.Type != engine.TypeProcedural || h.State == engine.Expired {
			continue
		}
		m, err := v.Memory(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		known[h.Scope] = append(known[h.Scope], procedure{head: h, words: wordSet(m.Content)})
	}
	for _, buffer := range scopes(ofType(v, engine.TypeWorking)) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Looked += len(buffer)
		for _, p := range e.patterns(v, &r, buffer) {
			e.form(v, &r, p, known, now)
		}
	}
	return r, nil
}

// procedure is one that stands, archived ones too: what somebody has put away
// is not made again.
type procedure struct {
	head  *engine.Head
	words []string
}

// pattern is a skill or tool and the memories that name it.
type pattern struct {
	name    string
	sources []*engine.Head
}

// patterns are in the order in which they are first named, a memory's skills
// before its tools.
func (e workingToProcedural) patterns(v View, r *Result, buffer []*engine.Head) []*pattern {
	place := map[string]*pattern{}
	var out []*pattern
	for _, h := range buffer {
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		named := map[string]bool{}
		for _, list := range [][]string{f.Skills, f.Tools} {
			for _, name := range list {
				if named[name] {
					continue
				}
				named[name] = true
				if place[name] == nil {
					place[name] = &pattern{name: name}
					out = append(out, place[name])
				}
				place[name].sources = append(place[name].sources, h)
			}
		}
	}
	kept := out[:0]
	for _, p := range out {
		if len(p.sources) >= e.k {
			kept = append(kept, p)
			continue
		}
		r.Candidates = append(r.Candidates, Candidate{Subject: p.name, Have: len(p.sources), Need: e.k})
	}
	return kept
}

func (e workingToProcedural) form(v View, r *Result, p *pattern, known map[engine.Scope][]procedure, now time.Time) {
	scope := p.sources[0].Scope
	words := wordSet(p.name)
	if len(words) == 0 {
		return
	}
	for _, k := range known[scope] {
		if jaccard(k.words, words) >= sameProcedure {
			e.refine(v, r, p, k.head, now)
			return
		}
	}
	ids := idsOf(p.sources)
	o := &object{}
	o.set("type", "macro")
	o.set("pattern", p.name)
	o.set("formed_from", ids[:min(len(ids), rememberedIDs)])
	metadata, err := o.metadata()
	if err != nil {
		r.problem(ids[0], err.Error())
		return
	}
	made := engine.Memory{
		Head: engine.Head{
			ID: v.NewID(WorkingToProcedural, scope.Tenant.ID, scope.Namespace, scope.Subject, p.name), Scope: scope,
			Type: engine.TypeProcedural, Importance: engine.DefaultImportance, Confidence: engine.DefaultConfidence,
		},
		Body: engine.Body{Content: p.name, Metadata: metadata},
	}
	for _, h := range p.sources {
		made.Importance, made.Confidence = max(made.Importance, h.Importance), max(made.Confidence, h.Confidence)
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: made.ID, Field: "memory", After: "1 procedural",
		Why:    strconv.Itoa(len(ids)) + " working memories name " + strconv.Quote(p.name) + ", at least " + strconv.Itoa(e.k),
		Source: ids, Make: &engine.Making{Memory: made, From: ids},
	})
	known[scope] = append(known[scope], procedure{head: &made.Head, words: words})
}

// refine adds the sources that the procedure does not know yet.
func (e workingToProcedural) refine(v View, r *Result, p *pattern, h *engine.Head, now time.Time) {
	if !h.State.Live() {
		r.skip("its procedure is archived", 1)
		return
	}
	m, err := v.Memory(h.ID)
	if err != nil {
		return // made by this very plan from other names of the same thing
	}
	f, err := v.Facets(h.ID)
	if err != nil {
		r.problem(h.ID, err.Error())
		return
	}
	from := f.FormedFrom
	var added []string
	for _, s := range p.sources {
		if !contains(from, s.ID) && len(from)+len(added) < rememberedIDs {
			added = append(added, s.ID)
		}
	}
	if len(added) == 0 {
		return
	}
	o, err := openObject(m.Metadata)
	if err != nil {
		r.problem(h.ID, err.Error())
		return
	}
	o.set("formed_from", slices.Concat(from, added))
	metadata, err := o.metadata()
	if err != nil {
		r.problem(h.ID, err.Error())
		return
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: h.ID, Field: "metadata", Before: strconv.Itoa(len(from)) + " sources", After: strconv.Itoa(len(from)+len(added)) + " sources",
		Why: strconv.Itoa(len(p.sources)) + " working memories name " + strconv.Quote(p.name), Source: added,
		Revise: &engine.Revision{Metadata: &metadata},
	})
	r.Changes = append(r.Changes, derivations(v, h.ID, added, now)...)
}
