package cli

import (
	"context"
	"errors"

	"ebb/engine"
	"ebb/evolvers"
)

// mostTouched bounds the evolve stage: what a larger import has touched is left
// to the next cycle, which looks at everything anyway.
const mostTouched = 20_000

// bySchedule is who asks for what nobody asked for.
var bySchedule = engine.Actor{Kind: engine.Schedule}

// evolveTouched lets evolution look at what an ingest or import has touched,
// as an operation of the schedule's, when the settings say so. The zero
// operation says that there was nothing to change.
func evolveTouched(ctx context.Context, e *engine.Engine, ids []string, near evolvers.Neighbours) (engine.Operation, error) {
	if len(ids) == 0 || len(ids) > mostTouched || !e.Settings().EvolveAfterIngest {
		return engine.Operation{}, nil
	}
	const tries = 3 // somebody else may be writing too
	for try := 1; ; try++ {
		p, err := evolvers.PlanTouched(ctx, e, ids, evolvers.Options{Neighbours: near, Vectors: e})
		if err != nil || p.Counts().Changes == 0 {
			return engine.Operation{}, err
		}
		op, err := evolvers.Apply(ctx, e, &p, engine.How{Actor: bySchedule, Reason: "after what came in"})
		if err == nil || try == tries || !engine.Stale(err) {
			return op, err
		}
	}
}

// evolveAfter is the stage at the end of a command. What was taken in stays
// taken in, so a failure is only told. A process with a screen does it by
// itself, for its guests too, once texts have been compared; a command alone
// does not wait for that and leaves interference to the next cycle.
func (a *app) evolveAfter(ctx context.Context, e *engine.Engine, ids []string) {
	if a.held != nil || ctx.Err() != nil {
		return
	}
	op, err := evolveTouched(ctx, e, ids, nil)
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil:
		complain(a.Stderr, "what came in is kept, but evolution could not look at it: "+err.Error())
	case op.ID != "" && !a.flags.json:
		complain(a.Stderr, "evolution: "+clean(op.Summary)+"; ebb cycle undo takes it back")
	}
}

// touchedBy lists the memories that an operation made or revised; none where
// there are too many for the stage.
func touchedBy(ctx context.Context, e *engine.Engine, id string) ([]string, error) {
	for op, err := range operations(ctx, e) {
		switch {
		case err != nil:
			return nil, err
		case op.ID != id:
			continue
		case op.Count <= len(op.IDs):
			return op.IDs, nil
		case op.Count > mostTouched:
			return nil, nil
		}
		return logged(ctx, e, &op)
	}
	return nil, nil
}

// logged reads from the change log which memories an operation touched.
func logged(ctx context.Context, e *engine.Engine, op *engine.Operation) ([]string, error) {
	var ids []string
	seen := make(map[string]bool, op.Count)
	for entry, err := range e.LogBack(ctx, op.LogTo) {
		if err != nil {
			return nil, err
		}
		if entry.At.Before(op.LogFrom) {
			break
		}
		if entry.Operation == op.ID && entry.Subject == engine.SubjectHead && !seen[entry.ID] {
			seen[entry.ID] = true
			ids = append(ids, entry.ID)
		}
	}
	return ids, nil
}

// evolveImported is the stage after an import.
func (a *app) evolveImported(ctx context.Context, e *engine.Engine, operation string) {
	if a.held != nil {
		return
	}
	ids, err := touchedBy(ctx, e, operation)
	if err != nil {
		complain(a.Stderr, "what came in is kept, but evolution could not look at it: "+err.Error())
		return
	}
	a.evolveAfter(ctx, e, ids)
}
