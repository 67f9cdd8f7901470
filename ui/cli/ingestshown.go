package cli

import (
	"context"
	"errors"
	"fmt"

	"ebb/engine"
	"ebb/engine/intelligence"
)

// ingested prints an outcome on one line.
func (g *ingestion) ingested(l incoming, r *engine.IngestResult) error {
	if g.flags.dryRun && l.in.ID == "" && (r.Outcome == engine.OutcomeCreated || r.Outcome == engine.OutcomeConflict) {
		r.Memory.ID = "" // it would get another one
	}
	if g.app.flags.json {
		s := g.engine.Settings()
		return g.out.json(shapeIngested(l.number, r, &s, g.engine.Now()))
	}
	text := pad(string(r.Outcome), 9) + "  " + g.idColumn(r.Memory.ID) + "  "
	switch r.Outcome {
	case engine.OutcomeUpdated:
		text += fmt.Sprintf("version %d: ", r.Memory.Version)
	case engine.OutcomeConflict:
		if r.Conflict != nil {
			text += "with " + clean(shortID(r.Conflict.MemoryA)) + ", ebb resolve " + clean(shortID(r.Conflict.ID)) + ": "
		}
	case engine.OutcomeUndecided:
		text += "would be asked about: "
		return g.out.line("%s", text+g.rest(text, l.in.Content))
	}
	return g.out.line("%s", text+g.rest(text, r.Memory.Title))
}

// previewAll says what would become of every line.
func (g *ingestion) previewAll(ctx context.Context) error {
	lines, results, pairs, err := g.preview(ctx)
	if err != nil {
		return err
	}
	for i := range results {
		if err := g.result(lines[i], &results[i]); err != nil {
			return err
		}
	}
	if err := g.out.flush(); err != nil {
		return err
	}
	if text, err := g.questions(pairs); err != nil {
		complain(g.Stderr, err.Error())
	} else if text != "" {
		complain(g.Stderr, text)
	}
	complain(g.Stderr, "nothing was written (--dry-run)")
	return g.outcome(nil)
}

// preview reads the whole input and finds out what would become of it. Lines
// that cannot be read are named on the way in a dry run.
func (g *ingestion) preview(ctx context.Context) (lines []incoming, results []engine.IngestResult, pairs [][2]engine.Memory, err error) {
	r, closer, err := g.open()
	if err != nil {
		return nil, nil, nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for l := range linesOf(ctx, r) {
		if l.end != nil {
			err = fmt.Errorf("reading %s: %w", g.name, l.end)
			break
		}
		read, wrong := g.read(l)
		if wrong == nil {
			lines = append(lines, read)
			continue
		}
		if g.flags.dryRun {
			if err = g.refuse(l.number, wrong); err != nil {
				break
			}
		}
	}
	if closer != nil {
		err = errors.Join(err, closer.Close())
	}
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, nil, nil, err
	}
	ins, hows := split(lines)
	if len(ins) == 0 {
		return nil, nil, nil, nil
	}
	results, pairs, err = g.engine.PreviewIngestAll(ctx, ins, hows)
	return lines, results, pairs, err
}

// questions says what asking about pairs would take; "" without any.
func (g *ingestion) questions(pairs [][2]engine.Memory) (string, error) {
	p := g.engine.Provider()
	if len(pairs) == 0 || p == nil {
		return "", nil
	}
	var u intelligence.Usage
	if counts, ok := p.(*provider); ok {
		var err error
		if u, err = counts.estimate(pairs); err != nil {
			return "", err
		}
	} else {
		u.Requests = len(pairs)
	}
	return p.Name() + " would be asked up to " + usageText(u), nil
}

// agreed says what a file will have the provider asked and, on a terminal,
// waits for the person to agree. What comes in on standard input cannot be
// known beforehand: that it may be asked is said.
func (g *ingestion) agreed(ctx context.Context) error {
	p := g.engine.Provider()
	switch {
	case p == nil || g.flags.yes:
		return nil
	case g.name == "-":
		complain(g.Stderr, p.Name()+" is asked about each line whose key is known with another text")
		return nil
	}
	_, _, pairs, err := g.preview(ctx)
	g.inputs, g.refused = 0, 0
	if err != nil || len(pairs) == 0 {
		return err
	}
	text, err := g.questions(pairs)
	if err != nil {
		return err
	}
	if len(pairs) == 1 || !g.InTerminal || !g.ErrTerminal {
		complain(g.Stderr, text)
		return nil
	}
	return g.confirm(text+".", "Type yes to go on: ", "yes")
}
