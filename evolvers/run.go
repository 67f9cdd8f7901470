package evolvers

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"ebb/engine"
)

// PanicError is an evolver that broke. The cycle went on without it.
type PanicError struct {
	Value any
	Stack string
}

func (e *PanicError) Error() string { return fmt.Sprintf("it broke: %v", e.Value) }

// LateError is an evolver that did not come to an end. The cycle went on
// without it.
type LateError struct{ After time.Duration }

func (e *LateError) Error() string { return fmt.Sprintf("it was not done after %v", e.After) }

type outcome struct {
	result Result
	err    error
}

// run builds an evolver and lets it plan, by itself: what it does cannot stop
// the cycle. An evolver that does not heed its context is left behind; its
// view answers with errors from then on.
func run(ctx context.Context, patience time.Duration, build func() (Evolver, error), v *layer, now time.Time) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	own, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o = outcome{err: &PanicError{Value: r, Stack: string(debug.Stack())}}
			}
			done <- o
		}()
		e, err := build()
		if err != nil {
			o.err = err
			return
		}
		o.result, o.err = e.Plan(own, v.under(own), now)
	}()
	var o outcome
	select {
	case o = <-done:
	case <-own.Done():
		select {
		case o = <-done: // it was done just then
		default:
			o.err = own.Err()
		}
	}
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case own.Err() != nil:
		return Result{}, &LateError{After: patience}
	}
	return o.result, o.err
}

// nameOf asks an evolver from elsewhere for its name.
func nameOf(e Evolver) (name string) {
	defer func() {
		if r := recover(); r != nil {
			name = "unnamed"
		}
	}()
	return e.Name()
}

func (c *cycle) build(s *Spec) (Evolver, error) {
	if err := c.config.check(s); err != nil {
		return nil, err
	}
	return s.build(s, &c.config)
}

// admit keeps those changes that the engine will accept, and completes them:
// whose they are, and which version they were made from.
func admit(v *layer, name string, r *Result) {
	kept := r.Changes[:0]
	for _, c := range r.Changes {
		if why := refusal(v, &c); why != "" {
			r.problem(c.Memory, "a change was left out: "+why)
			continue
		}
		c.Evolver = name
		if c.Revise != nil {
			revision := *c.Revise
			revision.Seen = seen(v, c.Memory)
			c.Revise = &revision
		}
		if c.Make != nil {
			making := *c.Make
			making.Seen = nil
			for _, id := range making.From {
				making.Seen = append(making.Seen, seen(v, id))
			}
			c.Make = &making
		}
		kept = append(kept, c)
	}
	r.Changes = kept
	for i := range r.Moved {
		r.Moved[i].Evolver = name
	}
	marks := r.Marks[:0]
	for _, m := range r.Marks {
		if !strings.HasPrefix(m.Name, name+"/") {
			r.problem(m.Name, "a mark was left out: its name has to begin with the evolver's")
			continue
		}
		marks = append(marks, m)
	}
	r.Marks = marks
}

// seen is the version that the store has of a memory. What the plan itself
// makes is at its first when the engine comes to it.
func seen(v *layer, id string) uint32 {
	if h := v.at(id); h != nil {
		return h.Version
	}
	return 0
}

// refusal says why a change cannot be written; "" when it can.
func refusal(v *layer, c *engine.Change) string {
	kinds := 0
	for _, set := range []bool{c.Revise != nil, c.Weigh != nil, c.Make != nil, c.Tie != nil} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		return "it has to be one of a revision, a weighing, a making and a tie"
	}
	switch {
	case c.Make != nil:
		return refuseMaking(v, c)
	case c.Tie != nil:
		if !v.Exists(c.Tie.From) || !v.Exists(c.Tie.To) {
			return "an end of the tie is missing"
		}
		return ""
	}
	h := v.at(c.Memory)
	if h == nil || !stands(h.State) {
		return "there is no such memory any more"
	}
	if c.Revise != nil && c.Revise.State != nil && !h.State.CanBecome(*c.Revise.State) {
		return "what is " + h.State.String() + " cannot become " + c.Revise.State.String()
	}
	return ""
}

func refuseMaking(v *layer, c *engine.Change) string {
	made := &c.Make.Memory
	switch {
	case made.ID == "" || made.ID != c.Memory:
		return "the new memory needs the id that the change names"
	case v.Exists(made.ID):
		return "its id is in use"
	case made.Content == "":
		return "the new memory says nothing"
	}
	for _, id := range c.Make.From {
		h, found := v.Get(id)
		if !found || (c.Make.Merge && !h.LiveAt(v.now)) {
			return "source " + id + " is not there any more"
		}
		if h.Scope.Tenant != made.Scope.Tenant {
			return "source " + id + " is another tenant's"
		}
	}
	return ""
}
