package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ebb/engine"
)

// parts begins the reason why a replay ends early: from here on the published
// engine goes another way on purpose.
const parts = "parts: "

// script is what the provider of a scenario answers.
type script struct {
	Compare []struct {
		Relation    string
		Confidence  float64
		Explanation string
		Throw       string
	}
	Consolidate []struct {
		Content                string
		Importance, Confidence *float64
		Metadata               *engine.Metadata
		Throw                  string
	}
}

// scripted is a provider that answers by the script, first in first out.
type scripted struct{ script script }

func (*scripted) Name() string { return "scripted" }

func (p *scripted) Compare(context.Context, engine.Memory, engine.Memory) (engine.Verdict, error) {
	if len(p.script.Compare) == 0 {
		return engine.Verdict{Relation: engine.Unrelated}, nil
	}
	a := p.script.Compare[0]
	p.script.Compare = p.script.Compare[1:]
	if a.Throw != "" {
		return engine.Verdict{}, errors.New(a.Throw)
	}
	return engine.Verdict{Relation: engine.Relation(a.Relation), Confidence: a.Confidence, Explanation: a.Explanation}, nil
}

func (p *scripted) Consolidate(_ context.Context, ms []engine.Memory) (engine.Synthesis, error) {
	if len(p.script.Consolidate) == 0 {
		var texts []string
		for _, m := range ms {
			texts = append(texts, m.Content)
		}
		first := ms[0]
		return engine.Synthesis{Content: strings.Join(texts, " "), Importance: &first.Importance, Confidence: &first.Confidence, Metadata: &first.Metadata}, nil
	}
	a := p.script.Consolidate[0]
	p.script.Consolidate = p.script.Consolidate[1:]
	if a.Throw != "" {
		return engine.Synthesis{}, errors.New(a.Throw)
	}
	return engine.Synthesis{Content: a.Content, Importance: a.Importance, Confidence: a.Confidence, Metadata: a.Metadata}, nil
}

type publishedConflict struct {
	ID               string
	MemoryA, MemoryB string
	Type, Status     string
	Confidence       float64
	Explanation      string
	Resolution       string
	ResolvedMemoryID string
}

// settling replays the steps about agreement and contradiction.
func (r *replay) settling(op string, q request, in, out json.RawMessage, wantErr string) string {
	ctx := r.t.Context()
	switch op {
	case "ingest":
		return r.ingest(q, in, out, wantErr)
	case "resolveConflict":
		return r.resolve(q, out, wantErr)
	case "consolidate":
		for i := range q.IDs {
			q.IDs[i] = r.ours(q.IDs[i])
		}
		m, err := r.e.Consolidate(ctx, q.IDs, nil, engine.How{})
		var invalid *engine.ValidationError
		if wantErr == "MemorieError" && errors.As(err, &invalid) {
			return ""
		}
		if wantErr == "" && errors.As(err, &invalid) {
			return parts + "only memories of one scope, each once, are consolidated"
		}
		var transition *engine.InvalidTransitionError
		if wantErr == "" && errors.As(err, &transition) {
			return parts + "only live memories are consolidated"
		}
		if wantErr != "" && errors.As(err, &transition) {
			return parts + "nothing is half consolidated here"
		}
		return r.memory(m, err, out, wantErr)
	case "listConflicts":
		return r.conflicts(q, out)
	case "storeUpdate":
		return r.force(r.ours(q.ID), q.Patch)
	case "dupCheck":
		var d engine.DuplicateDetector = engine.NormalizedDuplicates{}
		if q.Policy == "exact" {
			d = engine.ExactDuplicates{}
		}
		var want struct{ IsDuplicate bool }
		if err := json.Unmarshal(out, &want); err != nil {
			return err.Error()
		}
		have := engine.Memory{Body: engine.Body{Content: q.A}}
		return same(fmt.Sprint(d.Duplicate(&have, q.B)), fmt.Sprint(want.IsDuplicate))
	case "getVersion", "keywordScore":
		return "" // what they show is in history and search
	case "delete":
		_, err := r.e.Delete(ctx, []string{r.ours(q.ID)}, engine.How{})
		var transition *engine.InvalidTransitionError
		var missing *engine.NotFoundError
		if errors.As(err, &transition) || errors.As(err, &missing) {
			return ""
		}
		if err == nil {
			r.extra[r.ours(q.ID)]++ // deleting is a version here
		}
		return failure(err, wantErr)
	case "list":
		return r.list(q, out)
	}
	return "no such step"
}

func (r *replay) ingest(q request, in, out json.RawMessage, wantErr string) string {
	got, err := r.e.Ingest(r.t.Context(), engine.Input{
		Scope: scopeOf(q.published), Type: q.Type, Content: q.Content,
		Importance: q.Importance, Confidence: q.Confidence, Source: q.Source, Metadata: q.Metadata,
	}, engine.How{})
	if err != nil || wantErr != "" {
		if strings.Contains(string(in), "$num") {
			return "" // a number that JSON lacks does not get past the command line
		}
		return failure(err, wantErr)
	}
	var want struct {
		Outcome       string
		Memory        published
		Previous      *published
		Conflict      *publishedConflict
		IdentityMatch *struct{ MemoryID string }
	}
	if err := json.Unmarshal(out, &want); err != nil {
		return err.Error()
	}
	if string(got.Outcome) != want.Outcome {
		switch pair := string(got.Outcome) + " for " + want.Outcome; pair {
		case "created for duplicate":
			return parts + "keyed input is not a duplicate of another key's text"
		case "duplicate for updated", "duplicate for conflict":
			return parts + "what is said already, under the key or by verdict, is not written again"
		default:
			return pair
		}
	}
	if got.Conflict != nil {
		if want.Conflict == nil || got.Conflict.Confidence != want.Conflict.Confidence {
			return fmt.Sprintf("conflict %+v, want %+v", got.Conflict, want.Conflict)
		}
		r.ids[want.Conflict.ID] = got.Conflict.ID
	}
	if msg := r.sameMemory(got.Memory, want.Memory); msg != "" {
		return msg
	}
	if want.IdentityMatch != nil && r.ours(want.IdentityMatch.MemoryID) != got.Matched {
		return fmt.Sprintf("matched %s, want %s", got.Matched, r.ours(want.IdentityMatch.MemoryID))
	}
	if want.Previous != nil {
		return r.sameMemory(*got.Previous, *want.Previous)
	}
	return ""
}

func (r *replay) resolve(q request, out json.RawMessage, wantErr string) string {
	got, err := r.e.ResolveConflict(r.t.Context(), r.ours(q.ID), engine.Resolution{Strategy: engine.Strategy(q.Strategy)}, engine.How{})
	var dead *engine.DeadSideError
	if wantErr == "" && errors.As(err, &dead) {
		return parts + "dead memories cannot win"
	}
	if err != nil || wantErr != "" {
		var missing *engine.NotFoundError
		if errors.As(err, &dead) && wantErr != "" || errors.As(err, &missing) && wantErr != "" {
			return ""
		}
		return failure(err, wantErr)
	}
	var want struct {
		Winner, Loser *published
		Strategy      string
	}
	if err := json.Unmarshal(out, &want); err != nil {
		return err.Error()
	}
	if got.Winner != nil {
		r.extra[got.Winner.ID]++
		r.won[got.Winner.ID] = got.Winner.UpdatedAt
	}
	if got.Product != nil && want.Winner != nil { // the published result of a merge is called winner
		return r.sameMemory(*got.Product, *want.Winner)
	}
	if got.Winner == nil || want.Winner == nil {
		return fmt.Sprintf("winner %v, want %v", got.Winner, want.Winner)
	}
	if msg := r.sameMemory(*got.Winner, *want.Winner); msg != "" {
		return msg
	}
	return r.sameMemory(*got.Loser, *want.Loser)
}

func (r *replay) conflicts(q request, out json.RawMessage) string {
	status, _ := engine.ParseConflictStatus(q.State)
	got, err := r.e.ConflictList(r.t.Context(), status)
	if err != nil {
		return err.Error()
	}
	var want []publishedConflict
	if err := json.Unmarshal(out, &want); err != nil {
		return err.Error()
	}
	byID := map[string]engine.Conflict{}
	for _, c := range got {
		byID[c.ID] = c
	}
	for _, w := range want {
		c, found := byID[r.ours(w.ID)]
		if !found || c.MemoryA != r.ours(w.MemoryA) || c.MemoryB != r.ours(w.MemoryB) || c.Status.String() != w.Status || c.Resolution != w.Resolution || c.Confidence != w.Confidence {
			return fmt.Sprintf("conflict %+v, want %+v", c, w)
		}
	}
	return ""
}

// force puts a memory into a state without asking the lifecycle, as scenarios
// do to reach every corner of it.
func (r *replay) force(id string, patch map[string]json.RawMessage) string {
	p, err := patchOf(patch)
	if err != nil {
		return parts + "the store is not written to behind the engine's back: " + err.Error()
	}
	if p.State == nil {
		return parts + "the store is not written to behind the engine's back"
	}
	err = r.e.Store().Update(r.t.Context(), func(tx engine.Tx) error {
		before, found, err := tx.Heads().Get(id)
		if err != nil || !found {
			return err
		}
		after := before
		after.State = *p.State
		return tx.Heads().Put(&before, &after)
	})
	if err != nil {
		return err.Error()
	}
	return ""
}

func (r *replay) list(q request, out json.RawMessage) string {
	var want []string
	if err := json.Unmarshal(out, &want); err != nil {
		return err.Error()
	}
	f := filterOf(q)
	f.States = engine.States()
	var got []string
	for h, err := range r.e.List(r.t.Context(), f, engine.Cursor{}) {
		if err != nil {
			return err.Error()
		}
		got = append(got, h.ID)
	}
	return r.idSet(got, nil, out)
}
