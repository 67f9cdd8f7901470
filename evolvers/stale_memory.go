package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var staleMemorySpec = Spec{
	Name:    StaleMemory,
	Title:   "Stale memory",
	Summary: "Marks memories about code that has changed since, and clears the mark when they agree again.",
	Stage:   Core,
	On:      true,
	Options: []Option{{Key: "batch_size", Help: "memories checked in a cycle, the longest unchecked first", Kind: Whole, Default: 100, Max: 1e9, Cap: true}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return staleMemory{described{s}, int(c.Value(s.Name, "batch_size"))}, nil
	},
}

// typeCode is the type of memories that hold a file of code.
const typeCode = "code"

type staleMemory struct {
	described
	batch int
}

// codePlace is a file in a scope.
type codePlace struct {
	scope      engine.Scope
	repo, path string
}

// Plan implements Evolver.
func (e staleMemory) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	commits, err := e.commits(ctx, v, &r)
	if err != nil {
		return r, err
	}
	var due []*engine.Head
	for h := range v.Live() {
		if h.Type == typeCode {
			continue
		}
		if err := ctx.Err(); err != nil {
			return r, err
		}
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if f.Odd == "source_code_refs" {
			r.problem(h.ID, "source_code_refs is not a list as it should be")
		}
		if len(f.Refs) > 0 {
			due = append(due, h)
		}
	}
	due, err = fairly(v, &r, e.Name(), due, e.batch)
	if err != nil {
		return r, err
	}
	for _, h := range due {
		r.Looked++
		if err := e.check(v, &r, h, commits, now); err != nil {
			r.problem(h.ID, err.Error())
		}
	}
	return r, nil
}

// commits are the files that memories of code hold; of several the latest.
func (e staleMemory) commits(ctx context.Context, v View, r *Result) (map[codePlace]string, error) {
	commits := map[codePlace]string{}
	latest := map[codePlace]*engine.Head{}
	for h := range v.Live() {
		if h.Type != typeCode {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f, err := v.Facets(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if f.Code.Commit == "" || f.Code.Path == "" {
			continue
		}
		at := codePlace{h.Scope, f.Code.Repo, f.Code.Path}
		if was := latest[at]; was == nil || h.UpdatedAt.After(was.UpdatedAt) {
			latest[at], commits[at] = h, f.Code.Commit
		}
	}
	return commits, nil
}

func (e staleMemory) check(v View, r *Result, h *engine.Head, commits map[codePlace]string, now time.Time) error {
	f, err := v.Facets(h.ID)
	if err != nil {
		return err
	}
	reason, complete := e.disagreement(h, f, commits)
	if f.Stale && !complete {
		return nil // whether it still disagrees cannot be known
	}
	if (reason != "") == f.Stale && (reason == f.StaleReason || reason == "") {
		return nil
	}
	m, err := v.Memory(h.ID)
	if err != nil {
		return err
	}
	o, err := openObject(m.Metadata)
	if err != nil {
		return err
	}
	c := engine.Change{Memory: h.ID, Field: "stale", Before: f.StaleReason, After: reason, Why: reason}
	if reason == "" {
		o.remove("stale", "stale_since", "stale_reason")
		c.Why = "its code is what it was about again"
	} else {
		o.set("stale", true)
		if o.text("stale_since") == "" || !f.Stale {
			o.set("stale_since", now.Format(time.RFC3339Nano))
		}
		o.set("stale_reason", reason)
	}
	metadata, err := o.metadata()
	if err != nil {
		return err
	}
	c.Revise = &engine.Revision{Metadata: &metadata}
	r.Changes = append(r.Changes, c)
	return nil
}

// disagreement is the first file that is at another commit; "" without one.
// complete says that all files are there to be compared.
func (e staleMemory) disagreement(h *engine.Head, f *Facets, commits map[codePlace]string) (reason string, complete bool) {
	complete = true
	for _, ref := range f.Refs {
		if ref.Commit == "" {
			continue
		}
		have, indexed := commits[codePlace{h.Scope, ref.Repo, ref.Path}]
		complete = complete && indexed
		if indexed && ref.Commit != have && reason == "" {
			reason = ref.Repo + "::" + ref.Path + ": " + short(ref.Commit) + " → " + short(have)
		}
	}
	return reason, complete
}

// short is as much of a commit as people compare.
func short(commit string) string { return commit[:min(len(commit), 8)] }
