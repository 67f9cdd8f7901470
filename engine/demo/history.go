package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ebb/engine"
)

// step is one operation of the ninety days.
type step struct {
	at   time.Time
	what string // for error messages
	do   func(context.Context, *engine.Engine) error
}

// timeline gathers steps.
type timeline struct {
	now   time.Time
	steps []step
}

// add appends a step that many days before now.
func (l *timeline) add(age float64, what string, do func(context.Context, *engine.Engine) error) {
	l.steps = append(l.steps, step{at: l.now.Add(-days(age)).Truncate(time.Second), what: what, do: do})
}

// history is everything that happened, in order.
func history(now time.Time) []step {
	l := &timeline{now: now}
	for _, c := range collections() {
		for _, n := range c.notes {
			l.write(c.namespace, n)
		}
	}
	for _, r := range revisions {
		l.revise(r)
	}
	for _, h := range habits {
		l.practise(h)
	}
	for _, r := range relations {
		l.relate(r)
	}
	l.depart()
	for _, c := range contradictions {
		l.declare(c)
	}
	slices.SortStableFunc(l.steps, func(a, b step) int { return a.at.Compare(b.at) })
	return l.steps
}

// collection is the notes of one namespace.
type collection struct {
	namespace string
	notes     []note
}

func collections() []collection {
	return []collection{
		{inOps, opsNotes},
		{inOps, releaseNotes()},
		{inOps, handoverNotes()},
		{inOps, incidentNotes()},
		{inAPI, apiNotes},
		{inAPI, loadNotes()},
		{inWeb, webNotes},
		{inWeb, kioskNotes()},
		{inResearch, researchNotes},
		{inResearch, readingNotes()},
		{inPeople, peopleNotes},
		{inPeople, talkNotes()},
		{inUser, userNotes},
		{inOps, longOps},
		{inAPI, longAPI},
		{inWeb, longWeb},
		{inResearch, longResearch},
		{inPeople, longPeople},
		{inUser, longUser},
		{inOps, slipsOps},
		{inAPI, slipsAPI},
		{inWeb, slipsWeb},
		{inResearch, slipsResearch},
		{inPeople, slipsPeople},
		{inOps, todayNotes},
	}
}

// write adds the note. Minutes are drawn, so that a day written down as 12.5
// does not always mean the same minute.
func (l *timeline) write(namespace string, n note) {
	age := n.age
	if age > 1 {
		age -= n.draw("minute") / 48
	}
	l.add(age, "add "+n.id, func(ctx context.Context, e *engine.Engine) error {
		in, err := n.input(namespace, l.now)
		if err != nil {
			return err
		}
		_, err = e.Add(ctx, in, engine.How{Actor: actor(n.by)})
		return err
	})
}

// revision is a later version of a memory. Zero fields stay as they were.
type revision struct {
	id, by     string
	age        float64
	reason     string
	text       string
	importance float64
	confidence float64
}

func (l *timeline) revise(r revision) {
	l.add(r.age, "revise "+r.id, func(ctx context.Context, e *engine.Engine) error {
		var p engine.Patch
		if r.text != "" {
			p.Content = &r.text
		}
		if r.importance != 0 {
			p.Importance = &r.importance
		}
		if r.confidence != 0 {
			p.Confidence = &r.confidence
		}
		_, err := e.Evolve(ctx, r.id, p, engine.How{Actor: actor(r.by), Reason: r.reason})
		return err
	})
}

// habit is a retrieval that happens again and again: a search when it has a
// query, else a recall of all ids together.
type habit struct {
	by    string
	query string
	in    string // namespace that the search is limited to; "" for all
	limit int    // hits; 0: 5
	ids   []string
	ages  []float64
}

func (l *timeline) practise(h habit) {
	for _, age := range h.ages {
		if h.query != "" {
			l.add(age, "search "+h.query, h.search)
		} else {
			l.add(age, fmt.Sprint("recall ", h.ids), h.recall)
		}
	}
}

func (h *habit) search(ctx context.Context, e *engine.Engine) error {
	limit := h.limit
	if limit == 0 {
		limit = 5
	}
	q := engine.Query{Text: h.query, Filter: engine.Filter{Namespace: h.in}, Limit: limit, Source: h.by}
	_, err := e.Search(ctx, q, engine.How{Actor: actor(h.by)})
	return err
}

func (h *habit) recall(ctx context.Context, e *engine.Engine) error {
	_, _, err := e.RecallTogether(ctx, h.ids, engine.How{Actor: actor(h.by)})
	return err
}

// every lists ages from one down to another in equal paces, all in days.
func every(pace, from, to float64) []float64 {
	var out []float64
	for i := 0; ; i++ {
		age := from - float64(i)*pace
		if age < to {
			return out
		}
		out = append(out, age)
	}
}

// relation is a typed tie that somebody recorded.
type relation struct {
	from, typ, to string
	age           float64
	by            string
	weight        float64
	reason        string
}

func (l *timeline) relate(r relation) {
	l.add(r.age, "relate "+r.from+" "+r.to, func(ctx context.Context, e *engine.Engine) error {
		_, err := e.Relate(ctx, r.from, r.to, r.typ, r.weight, nil, engine.How{Actor: actor(r.by), Reason: r.reason})
		return err
	})
}

// contradiction is a pair that an agent found to disagree.
type contradiction struct {
	a, b, by    string
	age         float64
	explanation string
}

func (l *timeline) declare(c contradiction) {
	l.add(c.age, "declare "+c.a, func(ctx context.Context, e *engine.Engine) error {
		_, err := e.Declare(ctx, c.a, c.b, c.explanation, engine.How{Actor: actor(c.by), Reason: "noticed while reading both"})
		return err
	})
}
