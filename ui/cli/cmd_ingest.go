package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/engine/intelligence"
	"ebb/ui/cli/files"
)

type ingestFlags struct {
	namespace, subject, typ string
	operation, reason       string
	dryRun, yes             bool
}

func (a *app) ingestCmd() *cobra.Command {
	var f ingestFlags
	c := &cobra.Command{
		Use:   "ingest [FILE|-]",
		Short: "Take in what an agent has learned: new, known, newer or a contradiction",
		Long: `Take in memories, one JSON object a line, and find out for each whether it is
new, known already, a newer version of what has the same key, or, where a
provider is configured, a contradiction. Each is taken at once, in order; what
became of it is printed as it is on the disk.

A line holds content and, where they matter, namespace, subjectId, type, key
(or metadata with it), importance, confidence, source, metadata, expiresAt,
tenantId, id, operationId. A line that cannot be taken is named, the others go
on, and the exit code is 3.`,
		Example: `  echo '{"content":"Deploys go out on Tuesday","key":"deploy-day"}' | ebb ingest --namespace team/ops
  ebb ingest learned.jsonl --dry-run
  my-agent | ebb ingest --actor planner --json`,
		Args: args(cobra.MaximumNArgs(1), "one file, or - for standard input"),
		RunE: func(c *cobra.Command, given []string) error {
			path := "-"
			if len(given) == 1 {
				path = given[0]
			}
			return a.ingest(c.Context(), path, f)
		},
	}
	s := c.Flags()
	s.StringVar(&f.namespace, "namespace", "default", "for memories that bring none")
	s.StringVar(&f.subject, "subject", engine.DefaultSubject, "for memories that bring none")
	s.StringVar(&f.typ, "type", engine.DefaultType, "for memories that bring none")
	s.StringVar(&f.operation, "operation-id", "", "a name for the first input's operation; the others get /2, /3 … Repeating them returns the first results")
	s.StringVar(&f.reason, "reason", "", "why, for the history")
	s.BoolVar(&f.dryRun, "dry-run", false, "say what would happen; write nothing, ask nobody")
	s.BoolVar(&f.yes, "yes", false, "do not ask before the provider is asked many times")
	return c
}

// ingestion is one run of the command.
type ingestion struct {
	*app
	engine *engine.Engine
	flags  ingestFlags
	name   string // of the file, for messages
	reader lineReader

	inputs  int // lines with something in them, so far
	taken   int // that came to something
	refused int
	failing int      // questions in a row that the provider has not answered
	touched []string // memories that were made or revised
}

// incoming is a line that could be read: an input on its way.
type incoming struct {
	number int
	in     engine.Input
	how    engine.How
}

func (a *app) ingest(ctx context.Context, path string, f ingestFlags) error {
	e, err := a.engine(ctx)
	if err != nil {
		return err
	}
	g := &ingestion{
		app: a, engine: e, flags: f, name: path,
		reader: lineReader{
			defaults:    engine.Input{Scope: engine.Scope{Namespace: f.namespace, Subject: f.subject}, Type: f.typ},
			identityKey: e.Settings().IdentityKey,
			expiry: func(s string) (time.Time, error) {
				if s == "never" {
					return time.Time{}, nil
				}
				return parseTime(s, a.clock(), a.Location, forward)
			},
		},
	}
	if f.dryRun {
		return g.previewAll(ctx)
	}
	if err := g.agreed(ctx); err != nil {
		return err
	}
	r, closer, err := g.open()
	if err != nil {
		return err
	}
	counted, tell := a.counting(ctx, e)
	err = g.run(counted, r)
	if closer != nil {
		err = errors.Join(err, closer.Close())
	}
	tell()
	a.evolveAfter(ctx, e, g.touched)
	return g.outcome(err)
}

// open opens the input. A person at a terminal is told what is waited for.
func (g *ingestion) open() (io.Reader, io.Closer, error) {
	if g.name != "-" {
		f, err := g.Files.Open(g.name)
		if err != nil {
			return nil, nil, opening(g.name, err)
		}
		return files.Raw(f), f, nil
	}
	if g.InTerminal {
		complain(g.Stderr, `waiting for memories, one a line: {"content":"…","key":"…"}; ctrl+d ends`)
	}
	return g.Stdin, nil, nil
}

// groupSize is how many inputs share a commit at most, while they come faster
// than they are written.
const groupSize = 64

// run takes lines as they come: those that wait together are written together,
// and what became of them is out before the next one is waited for.
func (g *ingestion) run(ctx context.Context, r io.Reader) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines := linesOf(ctx, r)
	most := groupSize
	if g.engine.Provider() != nil {
		most = 1 // asking takes long: what is done is said before the next question
	}
	for {
		var first inputLine
		more := false
		select {
		case first, more = <-lines:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !more {
			return nil
		}
		group := append(make([]inputLine, 0, most), first)
		for len(group) < most {
			l, waiting := next(lines)
			if !waiting {
				break
			}
			group = append(group, l)
		}
		if err := g.take(ctx, group); err != nil {
			return err
		}
		if len(lines) == 0 {
			if err := g.out.flush(); err != nil {
				return err
			}
		}
	}
}

// next is a line that is there already.
func next(lines <-chan inputLine) (l inputLine, waiting bool) {
	select {
	case l, waiting = <-lines:
		return l, waiting
	default:
		return l, false
	}
}

// take writes a group of lines and prints what became of each, in order.
func (g *ingestion) take(ctx context.Context, group []inputLine) error {
	var good []incoming
	bad := map[int]error{}
	var ended error
	for _, l := range group {
		if l.end != nil {
			ended = fmt.Errorf("reading %s: %w", g.name, l.end)
			break
		}
		read, err := g.read(l)
		if err != nil {
			bad[l.number] = err
			continue
		}
		good = append(good, read)
	}
	results, failed := g.commit(ctx, good)
	at := 0
	for _, l := range group {
		if err := bad[l.number]; err != nil {
			if err := g.refuse(l.number, err); err != nil {
				return err
			}
			continue
		}
		if at == len(results) {
			break
		}
		if err := g.result(good[at], &results[at]); err != nil {
			return err
		}
		at++
	}
	switch {
	case failed != nil && at < len(good) && ctx.Err() == nil:
		return fmt.Errorf("%s:%d: this line and those after it were not taken: %w", g.name, good[at].number, failed)
	case failed != nil:
		return failed
	}
	return ended
}

// commit takes inputs in. Results may be fewer than inputs when it fails.
func (g *ingestion) commit(ctx context.Context, lines []incoming) ([]engine.IngestResult, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	ins, hows := split(lines)
	results, err := g.engine.IngestAll(ctx, ins, hows)
	for i := range results {
		if results[i].Outcome == "" && results[i].Err == nil {
			return results[:i], err
		}
	}
	return results, err
}

func split(lines []incoming) (ins []engine.Input, hows []engine.How) {
	for _, l := range lines {
		ins, hows = append(ins, l.in), append(hows, l.how)
	}
	return ins, hows
}

func (g *ingestion) read(l inputLine) (incoming, error) {
	g.inputs++
	if l.err != nil {
		return incoming{}, l.err
	}
	in, operation, err := g.reader.read(l.text)
	how := g.how(g.flags.reason)
	how.OperationID = operation
	if operation == "" && g.flags.operation != "" {
		how.OperationID = g.flags.operation
		if g.inputs > 1 {
			how.OperationID += "/" + strconv.Itoa(g.inputs)
		}
	}
	return incoming{number: l.number, in: in, how: how}, err
}

// refuse names a line that was not taken.
func (g *ingestion) refuse(line int, why error) error {
	g.refused++
	if err := g.out.flush(); err != nil {
		return err
	}
	complain(g.Stderr, fmt.Sprintf("%s:%d: %s", g.name, line, advise(why)))
	return nil
}

// maxFailing is how many questions in a row may go unanswered before nobody is
// asked any more: a provider that is down costs minutes for each.
const maxFailing = 3

// result prints what became of an input.
func (g *ingestion) result(l incoming, r *engine.IngestResult) error {
	var (
		setUp *ProviderError
		call  *intelligence.CallError
	)
	switch {
	case errors.As(r.Err, &setUp):
		return fmt.Errorf("%s:%d: this line and those after it were not taken: %w", g.name, l.number, setUp)
	case errors.Is(r.Err, context.Canceled):
		return r.Err
	case errors.As(r.Err, &call):
		if err := g.refuse(l.number, r.Err); err != nil {
			return err
		}
		if g.failing++; g.failing == maxFailing {
			return fmt.Errorf("%s:%d: the provider has failed %d times in a row; the lines after this one were not taken", g.name, l.number, maxFailing)
		}
		return nil
	case r.Err != nil:
		return g.refuse(l.number, r.Err)
	}
	if r.Matched != "" {
		g.failing = 0
	}
	g.taken++
	if r.Outcome != engine.OutcomeDuplicate && len(g.touched) <= mostTouched {
		g.touched = append(g.touched, r.Memory.ID)
	}
	return g.ingested(l, r)
}

// outcome is how the command ends.
func (g *ingestion) outcome(err error) error {
	switch {
	case err == nil && g.refused == 0:
		if g.inputs == 0 {
			complain(g.Stderr, g.name+": no line came in")
		}
		return nil
	case err == nil, g.taken > 0 && !errors.Is(err, context.Canceled) && !brokenPipe(err):
		if err != nil {
			if flushed := g.out.flush(); flushed != nil {
				return flushed
			}
			complain(g.Stderr, advise(err))
		}
		return exitError(exitPart)
	}
	return err
}
