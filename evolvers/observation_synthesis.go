package evolvers

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
)

var observationSynthesisSpec = Spec{
	Name:    ObservationSynthesis,
	Title:   "Observations",
	Summary: "Sums up what is known about somebody or something, and again when more is known.",
	Stage:   Core,
	On:      true,
	Options: []Option{
		{Key: "min_facts_per_entity", Help: "memories about it that make an observation", Kind: Whole, Default: 2, Min: 1, Max: 1e6},
		{Key: "lookback_days", Help: "how many days back memories count", Default: 90, Max: 36500, NotMin: true},
		{Key: "max_observations_per_run", Help: "observations in a cycle", Kind: Whole, Default: 20, Max: 1e9, Cap: true},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return observationSynthesis{
			described: described{s}, least: int(c.Value(s.Name, "min_facts_per_entity")),
			lookback: c.Value(s.Name, "lookback_days"), most: int(c.Value(s.Name, "max_observations_per_run")),
		}, nil
	},
}

// quoted is how many facts an observation's text holds: the newest.
const quoted = 5

type observationSynthesis struct {
	described
	least    int
	lookback float64
	most     int
}

// entityFacts is an entity and the memories that speak of it.
type entityFacts struct {
	name   string
	types  map[string]int
	facts  []*engine.Head // in order of creation
	scope  engine.Scope
	stands *engine.Head // its observation; nil without one
	known  []string     // what that is made from
}

// Plan implements Evolver.
func (e observationSynthesis) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	observed := e.observed(v, &r)
	var recent []*engine.Head
	for h := range v.Live() {
		if (h.Type == engine.TypeEpisodic || h.Type == engine.TypeSemantic) && within(h.CreatedAt, now, e.lookback) {
			recent = append(recent, h)
		}
	}
	r.Looked = len(recent)
	var due []*entityFacts
	for _, group := range scopes(recent) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		for _, x := range e.entities(v, &r, group) {
			if e.isDue(v, &r, x, observed) {
				due = append(due, x)
			}
		}
	}
	slices.SortStableFunc(due, leastRecentlyObserved)
	if e.most > 0 && len(due) > e.most {
		r.Left = len(due) - e.most
		due = due[:e.most]
	}
	for _, x := range due {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		e.observe(v, &r, x, now)
	}
	return r, nil
}

// leastRecentlyObserved puts what has never been observed first.
func leastRecentlyObserved(a, b *entityFacts) int {
	switch {
	case a.stands == nil && b.stands == nil:
		return 0
	case a.stands == nil:
		return -1
	case b.stands == nil:
		return 1
	}
	if c := a.stands.UpdatedAt.Compare(b.stands.UpdatedAt); c != 0 {
		return c
	}
	return cmp.Compare(a.stands.ID, b.stands.ID)
}

// observed finds the observations there are, archived ones too: what somebody
// has put away is not made again.
func (e observationSynthesis) observed(v View, r *Result) map[aboutIn]*engine.Head {
	out := map[aboutIn]*engine.Head{}
	for h := range v.Heads() {
		if h.Type != engine.TypeObservation || h.State == engine.Expired {
			continue
		}
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if len(f.Entities) == 0 {
			continue
		}
		key := aboutIn{h.Scope, f.Entities[0].Name}
		if was := out[key]; was == nil || !was.State.Live() {
			out[key] = h
		}
	}
	return out
}

// entities gathers what the memories of one scope are about. A memory is one
// fact about each of its entities.
func (e observationSynthesis) entities(v View, r *Result, group []*engine.Head) []*entityFacts {
	place := map[string]*entityFacts{}
	var out []*entityFacts
	for _, h := range group {
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if f.Odd == "entities" || f.Odd == "relations" {
			r.problem(h.ID, f.Odd+" is not a list as it should be")
		}
		for _, entity := range f.Entities {
			x := place[entity.Name]
			if x == nil {
				x = &entityFacts{name: entity.Name, types: map[string]int{}, scope: h.Scope}
				place[entity.Name] = x
				out = append(out, x)
			}
			x.facts = append(x.facts, h)
			if entity.Type != "" {
				x.types[entity.Type]++
			}
		}
	}
	return out
}

// isDue reports whether there is something to say that has not been said.
func (e observationSynthesis) isDue(v View, r *Result, x *entityFacts, observed map[aboutIn]*engine.Head) bool {
	if len(x.facts) < e.least {
		return false
	}
	x.stands = observed[aboutIn{x.scope, x.name}]
	if x.stands == nil {
		return true
	}
	if !x.stands.State.Live() {
		r.skip("its observation is archived", 1)
		return false
	}
	f, err := v.Facets(x.stands.ID)
	if err != nil {
		r.problem(x.stands.ID, err.Error())
		return false
	}
	x.known = f.FormedFrom
	for _, id := range x.sources() {
		if !contains(x.known, id) {
			return true
		}
	}
	return false
}

// sources are the facts that an observation remembers to be made from: the
// latest, in order of creation.
func (x *entityFacts) sources() []string {
	return idsOf(x.facts[max(0, len(x.facts)-rememberedIDs):])
}

// typ is the type that most facts give the entity; "" when none does.
func (x *entityFacts) typ() string {
	best := ""
	for t, n := range x.types {
		if n > x.types[best] || (n == x.types[best] && (best == "" || t < best)) {
			best = t
		}
	}
	return best
}

func (e observationSynthesis) observe(v View, r *Result, x *entityFacts, now time.Time) {
	content := e.text(v, r, x)
	if content == "" {
		return
	}
	o := &object{}
	if x.stands != nil {
		m, err := v.Memory(x.stands.ID)
		if err == nil {
			o, err = openObject(m.Metadata)
		}
		if err != nil {
			r.problem(x.stands.ID, err.Error())
			return
		}
	}
	o.set("entity_name", x.name)
	if t := x.typ(); t != "" {
		o.set("entity_type", t)
	}
	o.set("formed_from", x.sources())
	o.remove("source_facts")
	metadata, err := o.metadata()
	if err != nil {
		r.problem(x.facts[0].ID, err.Error())
		return
	}
	if x.stands != nil {
		e.refresh(v, r, x, content, metadata, now)
		return
	}
	ids := idsOf(x.facts)
	made := engine.Memory{
		Head: engine.Head{
			ID: v.NewID(ObservationSynthesis, x.scope.Tenant.ID, x.scope.Namespace, x.scope.Subject, x.name), Scope: x.scope,
			Type: engine.TypeObservation, Importance: engine.DefaultImportance, Confidence: engine.DefaultConfidence,
		},
		Body: engine.Body{Content: content, Metadata: metadata},
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: made.ID, Field: "memory", After: "1 observation", Source: ids,
		Why:  fmt.Sprintf("%d memories of the last %g days are about %s, at least %d", len(ids), e.lookback, x.name, e.least),
		Make: &engine.Making{Memory: made, From: ids},
	})
}

func (e observationSynthesis) refresh(v View, r *Result, x *entityFacts, content string, metadata engine.Metadata, now time.Time) {
	var added []string
	for _, id := range x.sources() {
		if !contains(x.known, id) {
			added = append(added, id)
		}
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: x.stands.ID, Field: "content", Before: strconv.Itoa(len(x.known)) + " facts", After: strconv.Itoa(len(x.sources())) + " facts",
		Why: strconv.Itoa(len(added)) + " memories about " + x.name + " are new", Source: added,
		Revise: &engine.Revision{Content: &content, Metadata: &metadata},
	})
	r.Changes = append(r.Changes, derivations(v, x.stands.ID, added, now)...)
}

// text lists the newest facts, each text once.
func (e observationSynthesis) text(v View, r *Result, x *entityFacts) string {
	newest := slices.Clone(x.facts)
	slices.SortStableFunc(newest, func(a, b *engine.Head) int { return b.CreatedAt.Compare(a.CreatedAt) })
	var texts []string
	for _, h := range newest {
		m, err := v.Memory(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if s := strings.TrimSpace(m.Content); s != "" && !contains(texts, s) {
			texts = append(texts, s)
		}
		if len(texts) == quoted {
			break
		}
	}
	switch len(texts) {
	case 0:
		return ""
	case 1:
		return clip("About " + x.name + ": " + texts[0])
	}
	return clip("Summary of " + x.name + ": " + strings.Join(texts, "; "))
}

// clip keeps a text within what a memory may hold.
func clip(s string) string {
	if len(s) <= engine.MaxContentBytes {
		return s
	}
	return strings.ToValidUTF8(s[:engine.MaxContentBytes], "")
}
