package evolvers

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
)

// Options say what a cycle should do. The zero value is the enhanced cycle of
// the whole store as its settings say.
type Options struct {
	Full    bool     // run the core evolvers too
	Only    []string // run these alone, whether they are switched on or not
	Profile Profile  // "": WholeStore
	Config  *Config  // nil: from the store's settings and Profile
	Set     []string // "evolver.key=value", for this plan only

	Neighbours Neighbours    // nil: none are known; see NeighboursOf
	Vectors    Vectors       // nil: beliefs find their evidence by words alone; an Engine has them
	Also       []Evolver     // run after the enhanced evolvers
	Patience   time.Duration // for one evolver; 0: DefaultPatience
	Source     string        // a word for the journal; "": made up from the rest
	Wall       func() time.Time
}

// DefaultPatience is how long an evolver may take before the cycle goes on
// without it. A million memories take the slowest one some ten seconds.
const DefaultPatience = time.Minute

// rounds bounds how often a plan is made anew because a provider has written
// texts that it needs.
const rounds = 4

// PlanCycle says what a cycle would change at the engine's present. Nothing is
// written. An evolver that fails is named in its step; the error returned is
// for what prevents a plan altogether.
func PlanCycle(ctx context.Context, e *engine.Engine, o Options) (Plan, error) {
	c, err := newCycle(e, o)
	if err != nil {
		return Plan{}, err
	}
	return c.plan(ctx, nil)
}

// cycle is one plan being made.
type cycle struct {
	engine  *engine.Engine
	options Options
	config  Config
	steps   []*Spec
	now     time.Time
	writer  *writer
}

func newCycle(e *engine.Engine, o Options) (*cycle, error) {
	c := &cycle{engine: e, options: o, now: e.Now(), writer: newWriter(e.Provider())}
	if c.options.Wall == nil {
		c.options.Wall = time.Now
	}
	if c.options.Patience <= 0 {
		c.options.Patience = DefaultPatience
	}
	if o.Config != nil {
		c.config = o.Config.Clone()
	} else {
		var err error
		if c.config, err = NewConfig(e.Settings(), o.Profile); err != nil {
			return nil, err
		}
	}
	if l, ok := o.Neighbours.(Lexical); ok {
		c.config.Lexical(l.Lexical())
	}
	for _, assignment := range o.Set {
		if err := c.config.Set(assignment); err != nil {
			return nil, err
		}
	}
	for _, name := range o.Only {
		if specOf(name) == nil {
			return nil, &OptionError{Name: "only", Got: strconv.Quote(name), Want: "names of evolvers: " + strings.Join(Names(), ", ")}
		}
	}
	for _, s := range registry {
		if c.takesPart(s) {
			c.steps = append(c.steps, s)
		}
	}
	return c, nil
}

func (c *cycle) takesPart(s *Spec) bool {
	if len(c.options.Only) > 0 {
		return slices.Contains(c.options.Only, s.Name)
	}
	return c.config.Enabled(s.Name) && (s.Stage != Core || c.options.Full)
}

func (c *cycle) runs(name string) bool {
	return slices.ContainsFunc(c.steps, func(s *Spec) bool { return s.Name == name })
}

// plan makes the plan, over those heads that keep accepts.
func (c *cycle) plan(ctx context.Context, touched *touched) (Plan, error) {
	for round := 1; ; round++ {
		p, err := c.round(ctx, touched)
		if err != nil || round == rounds {
			return p, err
		}
		again, err := c.writer.fulfil(ctx)
		if err != nil || !again {
			return p, err
		}
	}
}

// round plans once, on one snapshot.
func (c *cycle) round(ctx context.Context, touched *touched) (Plan, error) {
	p := Plan{
		At: c.now, Profile: c.config.profile, Full: c.options.Full, Only: slices.Clone(c.options.Only), Source: c.source(),
	}
	begin := c.options.Wall()
	err := c.engine.View(ctx, func(tx engine.Tx) error {
		b := &base{now: c.now, settings: c.config.Settings(), source: c.options.Neighbours, vectors: c.options.Vectors, writer: c.writer}
		defer b.end()
		if c.runs(HebbianCoRetrieval) {
			own, cancel := context.WithCancel(ctx)
			beside := readBeside(own, c.engine)
			defer func() {
				cancel()
				<-beside // it ends with the plan
			}()
			b.beside = beside
		}
		if err := c.load(ctx, tx, b, touched); err != nil {
			return err
		}
		v := newLayer(ctx, b)
		p.Before = distribution(v, c.now)
		for pass := 1; pass <= passes; pass++ {
			next := c.pass(ctx, &p, v)
			settled := next == v || !c.feedsBack()
			v = next
			if settled {
				break
			}
		}
		p.After = distribution(v, c.now)
		return ctx.Err()
	})
	p.Took = c.options.Wall().Sub(begin)
	return p, err
}

func (c *cycle) load(ctx context.Context, tx engine.Tx, b *base, t *touched) error {
	if t == nil {
		return load(ctx, tx, b)
	}
	return t.load(ctx, tx, b)
}

// passes bounds how often the evolvers are run over what they have changed
// themselves, so that the same cycle again finds nothing to do: an episode that
// was rolled up gets its note now, not next time.
const passes = 4

// feedsBack reports whether an evolver may have left something to one before
// it. In the enhanced cycle none does: its one promotion comes first.
func (c *cycle) feedsBack() bool {
	return slices.ContainsFunc(c.steps, func(s *Spec) bool { return s.Stage == Core }) && len(c.steps) > 1
}

// pass runs all evolvers once.
func (c *cycle) pass(ctx context.Context, p *Plan, v *layer) *layer {
	also := c.options.Also
	for _, s := range c.steps {
		if s.Stage == Last {
			v = c.foreign(ctx, p, v, also)
			also = nil
		}
		v = c.step(ctx, p, v, s, func() (Evolver, error) { return c.build(s) })
	}
	return c.foreign(ctx, p, v, also)
}

// foreign runs the evolvers that are not of the registry.
func (c *cycle) foreign(ctx context.Context, p *Plan, v *layer, list []Evolver) *layer {
	for _, e := range list {
		v = c.step(ctx, p, v, &Spec{Name: nameOf(e), Stage: Enhanced}, func() (Evolver, error) { return e, nil })
	}
	return v
}

func (c *cycle) source() string {
	switch {
	case c.options.Source != "":
		return c.options.Source
	case len(c.options.Only) > 0:
		return "only " + strings.Join(c.options.Only, ", ")
	case c.options.Full:
		return "full cycle"
	}
	return "cycle"
}

// step runs one evolver and lays its changes over the view. One that fails
// leaves the view as it was, and is not run again; nor is one that a cap has
// left work to.
func (c *cycle) step(ctx context.Context, p *Plan, v *layer, s *Spec, build func() (Evolver, error)) *layer {
	before := slices.IndexFunc(p.Steps, func(x Step) bool { return x.Name == s.Name })
	if before >= 0 && (p.Steps[before].Err != nil || p.Steps[before].Left > 0) {
		return v
	}
	step := Step{Name: s.Name, Title: s.Title, Stage: s.Stage}
	begin := c.options.Wall()
	step.Result, step.Err = run(ctx, c.options.Patience, build, v, c.now)
	step.Took = c.options.Wall().Sub(begin)
	if step.Err != nil {
		step.Result = Result{}
	}
	admit(v, s.Name, &step.Result)
	next := v.with(step.Changes, step.Marks)
	p.sequence = append(p.sequence, step.Changes...)
	if before < 0 {
		p.Steps = append(p.Steps, step)
	} else {
		p.Steps[before].add(&step)
	}
	return next
}

// add joins what a later pass found with what the earlier ones did.
func (s *Step) add(later *Step) {
	s.Took += later.Took
	s.Changes = append(s.Changes, later.Changes...)
	s.Moved = append(s.Moved, later.Moved...)
	for _, m := range later.Marks {
		if i := slices.IndexFunc(s.Marks, func(x engine.Mark) bool { return x.Name == m.Name }); i >= 0 {
			s.Marks[i] = m
			continue
		}
		s.Marks = append(s.Marks, m)
	}
	s.Looked = max(s.Looked, later.Looked)
	s.Skipped, s.Candidates, s.Offers = later.Skipped, later.Candidates, later.Offers
	for _, x := range later.Problems {
		if !slices.Contains(s.Problems, x) {
			s.Problems = append(s.Problems, x)
		}
	}
	if later.Err != nil {
		s.Err = later.Err
	}
}
