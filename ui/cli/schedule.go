package cli

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

// evolution is what evolves by itself while a screen is open: what an ingest
// or import touched, soon after it, and a whole cycle on the schedule, if there
// is one. It is one goroutine, so the two never meet.
type evolution struct {
	engine *engine.Engine
	log    *slog.Logger
	quiet  time.Duration // how long nothing must have come in before the stage
	hour   time.Duration // the unit of the schedule
	first  time.Duration // from the schedule's beginning to its first cycle
	ran    func(what string, op engine.Operation, err error)

	sub    *engine.Subscription
	cancel context.CancelFunc
	done   chan struct{}

	touched map[string]bool
	last    time.Time // when the schedule last ran here
}

const (
	stageQuiet = 2 * time.Second
	firstCycle = time.Minute
	// cycleSource is the journal's word for a cycle of the schedule's.
	cycleSource = "schedule"
)

func newEvolution(e *engine.Engine, log *slog.Logger) *evolution {
	return &evolution{
		engine: e, log: log, quiet: stageQuiet, hour: time.Hour, first: firstCycle,
		ran: func(string, engine.Operation, error) {}, touched: map[string]bool{},
	}
}

// evolve lets the store of a screen evolve by itself. The function returned
// ends it. Where the clock stands at --now nothing runs on a schedule.
func (a *app) evolve(h *holding, readOnly bool) (end func()) {
	if readOnly {
		return func() {}
	}
	h.engine.StartNeighbours()
	if a.flags.now != "" {
		return func() {}
	}
	v := newEvolution(h.engine, h.logger())
	v.start()
	return v.close
}

// start begins; close ends.
func (v *evolution) start() {
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(context.Background())
	v.sub = v.engine.Subscribe(256)
	v.done = make(chan struct{})
	go v.run(ctx)
}

// close ends what is under way, of which nothing is written then.
func (v *evolution) close() {
	v.cancel()
	v.sub.Close()
	<-v.done
}

func (v *evolution) run(ctx context.Context) {
	defer close(v.done)
	stage, cycle := stopped(), stopped()
	defer stage.Stop()
	defer cycle.Stop()
	v.arrange(ctx, cycle)
	for {
		select {
		case <-ctx.Done():
			return
		case ev, more := <-v.sub.C:
			if !more {
				return
			}
			if v.take(ctx, &ev) {
				stage.Reset(v.quiet)
			}
			if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
				v.arrange(ctx, cycle)
			}
		case <-stage.C:
			v.stage(ctx)
		case <-cycle.C:
			v.cycle(ctx)
			v.arrange(ctx, cycle)
		}
	}
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// take notes what came in, and reports whether anything did.
func (v *evolution) take(ctx context.Context, ev *engine.Event) bool {
	if ev.Kind != engine.KindIngest && ev.Kind != engine.KindImport {
		return false
	}
	ids := ev.IDs
	if ev.Count > len(ids) {
		var err error
		if ids, err = touchedBy(ctx, v.engine, ev.Operation); err != nil {
			v.tell("after what came in", engine.Operation{}, err)
			return false
		}
	}
	for _, id := range ids {
		v.touched[id] = true
	}
	return len(ids) > 0
}

// stage looks at what came in, once texts have been compared.
func (v *evolution) stage(ctx context.Context) {
	ids := make([]string, 0, len(v.touched))
	for id := range v.touched {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	clear(v.touched)
	if len(ids) > mostTouched || !v.engine.Settings().EvolveAfterIngest {
		return
	}
	near, err := v.near(ctx)
	var op engine.Operation
	if err == nil {
		op, err = evolveTouched(ctx, v.engine, ids, near)
	}
	v.tell("after what came in", op, err)
}

func (v *evolution) near(ctx context.Context) (evolvers.Neighbours, error) {
	if err := v.engine.SettleNeighbours(ctx, nil); err != nil {
		return nil, err
	}
	return evolvers.NeighboursOf(ctx, v.engine)
}

// cycle runs the schedule's cycle.
func (v *evolution) cycle(ctx context.Context) {
	v.last = time.Now()
	near, err := v.near(ctx)
	var op engine.Operation
	if err == nil {
		_, op, err = evolvers.Cycle(ctx, v.engine, evolvers.Options{Neighbours: near, Vectors: v.engine, Source: cycleSource}, engine.How{Actor: bySchedule})
	}
	v.tell("on schedule", op, err)
}

// arrange sets the timer of the next cycle.
func (v *evolution) arrange(ctx context.Context, t *time.Timer) {
	t.Stop()
	every := time.Duration(v.engine.Settings().CycleEvery) * v.hour
	if every == 0 {
		return
	}
	last := v.last
	if last.IsZero() {
		var err error
		if last, err = lastScheduled(ctx, v.engine); err != nil {
			v.tell("on schedule", engine.Operation{}, err)
			return
		}
	}
	wait := v.first
	if !last.IsZero() {
		wait = max(wait, every-time.Since(last))
	}
	t.Reset(wait)
}

// lastScheduled is when the schedule's last cycle ran, by the machine's clock;
// zero when it never did.
func lastScheduled(ctx context.Context, e *engine.Engine) (time.Time, error) {
	for op, err := range operations(ctx, e) {
		if err != nil {
			return time.Time{}, err
		}
		if op.Kind == engine.KindCycle && op.Outcome == cycleSource {
			return op.Wall, nil
		}
	}
	return time.Time{}, nil
}

func (v *evolution) tell(what string, op engine.Operation, err error) {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, engine.ErrClosed):
	case err != nil:
		v.log.Warn("evolution", "when", what, "error", err)
	case op.ID != "":
		v.log.Info("evolution", "when", what, "operation", op.ID, "outcome", op.Summary)
	}
	v.ran(what, op, err)
}
