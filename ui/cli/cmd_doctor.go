package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebb/engine"
)

type doctorFlags struct {
	repair, yes bool
	backup      string
}

func (a *app) doctorCmd() *cobra.Command {
	var f doctorFlags
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Examine the store and its place, and repair what can be derived",
		Long: `Do what verify does, and compare indexes with records both ways and counters
with what they count, look for records about memories that are gone, and for
trouble around the store: free space, limits, the file system, who may look into
it, leftovers. Each finding says what it means and what to do.

The exit code is 0 when nothing needs care, else 1. --repair makes indexes and
counters anew from the records, as one operation: all of it or nothing. It says
beforehand what it will do, and does nothing while records are damaged.`,
		Example: "  ebb doctor\n  ebb doctor --repair --backup before.ebb\n  ebb doctor --json | jq .findings",
		Args:    args(cobra.NoArgs, "no arguments"),
		RunE:    func(c *cobra.Command, _ []string) error { return a.doctor(c.Context(), f) },
	}
	c.Flags().BoolVar(&f.repair, "repair", false, "derive indexes and counters anew where they are wrong")
	c.Flags().BoolVar(&f.yes, "yes", false, "do not ask")
	c.Flags().StringVar(&f.backup, "backup", "", "write a backup to this `FILE` before repairing")
	return c
}

func (a *app) doctor(ctx context.Context, f doctorFlags) error {
	if !f.repair && (f.backup != "" || f.yes) {
		return usage("--backup and --yes go with --repair")
	}
	e, err := a.reading(ctx)
	if err != nil {
		return a.examineClosed(err)
	}
	store, ok := e.Store().(patient)
	if !ok {
		return errors.New("this store cannot be examined")
	}
	r, err := a.examine(ctx, e, store)
	if err != nil {
		return err
	}
	if f.repair {
		if r, err = a.repair(ctx, e, store, r, f); err != nil {
			return err
		}
	}
	return a.diagnosed(r)
}

// examine reads everything.
func (a *app) examine(ctx context.Context, e *engine.Engine, store patient) (*examination, error) {
	start := a.Clock()
	bar := a.progress("examining")
	found, entries, err := store.Examine(ctx, func(n int) { bar.set(progress{records: n}) })
	bar.end()
	if err != nil {
		return nil, err
	}
	return &examination{store: e.Store().Dir(), entries: entries, found: found, took: a.Clock().Sub(start)}, nil
}

// examineClosed tells what there is to tell of a store that cannot be opened.
func (a *app) examineClosed(err error) error {
	var (
		damaged *engine.StoreDamagedError
		record  *engine.CorruptRecordError
		newer   *engine.StoreVersionError
	)
	dir := a.storeDir()
	means, advice := "nothing in it can be read", a.backupAdvice(dir)
	switch {
	case errors.As(err, &damaged), errors.As(err, &record):
	case errors.As(err, &newer):
		advice = "install the newer ebb"
	case errors.Is(err, fs.ErrPermission):
		advice = "look at the folder's owner and mode: ls -ld " + dir
	default:
		return err
	}
	r := &examination{store: dir, found: []engine.Finding{{Kind: engine.FoundClosed, Count: 1, What: err.Error(), Means: means, Advice: advice}}}
	if a.Care.Surroundings != nil {
		r.found = append(r.found, a.Care.Surroundings(dir)...)
	}
	return a.diagnosed(r)
}

// repair derives anew what is wrong, once a person has agreed, and examines
// the store again.
func (a *app) repair(ctx context.Context, e *engine.Engine, store patient, r *examination, f doctorFlags) (*examination, error) {
	plan := r.plan()
	if plan == "" {
		return r, nil
	}
	if !a.flags.json && !f.yes {
		if err := a.findings(r); err != nil {
			return nil, err
		}
		if err := a.out.flush(); err != nil {
			return nil, err
		}
	}
	what := "This " + plan + ", as one operation."
	if err := a.backupFirst(ctx, e, what, f); err != nil {
		return nil, err
	}
	if !f.yes {
		if err := a.confirm(what, "Type yes to go on: ", "yes"); err != nil {
			return nil, err
		}
	}
	bar := a.progress("repairing")
	mended, err := store.Repair(ctx, func(n int) { bar.set(progress{records: n}) })
	bar.end()
	if err != nil {
		return nil, err
	}
	after, err := a.examine(ctx, e, store)
	if err != nil {
		return nil, err
	}
	after.repaired = mended
	return after, nil
}

// backupFirst makes the backup that was asked for, or asks whether one is
// wanted.
func (a *app) backupFirst(ctx context.Context, e *engine.Engine, what string, f doctorFlags) error {
	file := f.backup
	if file == "" && !f.yes && a.InTerminal && a.ErrTerminal {
		if _, err := fmt.Fprintf(a.Stderr, "%s A backup before that? Type the name of a new file, or nothing for none: ", what); err != nil {
			return err
		}
		answer, err := readLine(a.Stdin)
		if err != nil {
			return err
		}
		file = strings.TrimSpace(answer)
	}
	if file == "" {
		return nil
	}
	if err := a.vacant(file, false); err != nil {
		return err
	}
	info, err := a.backupTo(ctx, e, file, false)
	if err != nil {
		return err
	}
	complain(a.Stderr, fmt.Sprintf("backed up to %s, %s", file, sizeText(info.Bytes)))
	return nil
}

// An examination is what a doctor has found.
type examination struct {
	store    string
	entries  int // read
	took     time.Duration
	found    []engine.Finding
	repaired []engine.Finding
}

// care is how many findings need care.
func (r *examination) care() int {
	n := 0
	for i := range r.found {
		if !r.found[i].Note {
			n++
		}
	}
	return n
}

// plan says what repairing will do; "" when there is nothing to repair.
func (r *examination) plan() string {
	var entries []string
	count := false
	for _, f := range r.found {
		switch {
		case !f.Repairable:
		case f.Kind == engine.FoundCounter:
			count = true
		default:
			entries = append(entries, plural(f.Count, "entry", "entries")+" of the "+f.Table)
		}
	}
	text := ""
	if len(entries) > 0 {
		text = "puts right " + strings.Join(entries, ", ")
	}
	if count {
		if text != "" {
			text += ", and "
		}
		text += "counts the records again"
	}
	return text
}

// diagnosed prints an examination and ends the command.
func (a *app) diagnosed(r *examination) error {
	err := a.printExamination(r)
	if err == nil && r.care() > 0 {
		return exitError(exitFailed)
	}
	return err
}

func (a *app) printExamination(r *examination) error {
	if a.flags.json {
		return a.out.json(shapeExamination(r))
	}
	for _, f := range r.repaired {
		what := "the totals"
		if f.Kind != engine.FoundCounter {
			what = plural(f.Count, "entry", "entries") + " of the " + f.Table
		}
		if err := a.out.line("put right: %s", what); err != nil {
			return err
		}
	}
	if err := a.findings(r); err != nil {
		return err
	}
	outcome := "nothing needs care"
	if n := r.care(); n > 0 {
		outcome = plural(n, "finding needs", "findings need") + " care"
	}
	if r.entries == 0 {
		return a.out.line("%s: %s", clean(r.store), outcome)
	}
	return a.out.line("%s entries read in %s: %s", strconv.Itoa(r.entries), r.took.Round(time.Millisecond), outcome)
}

func (a *app) findings(r *examination) error {
	for i, f := range r.found {
		word := "care"
		if f.Note {
			word = "note"
		}
		if err := a.out.line("%s  %s", word, clean(f.What)); err != nil {
			return err
		}
		if next := i + 1; next < len(r.found) && r.found[next].Means == f.Means && r.found[next].Advice == f.Advice {
			continue // said once, below the last of them
		}
		if err := a.out.line("      %s", clean(f.Means)); err != nil {
			return err
		}
		if err := a.out.line("      %s", clean(f.Advice)); err != nil {
			return err
		}
	}
	return nil
}

// examinedJSON is what a doctor has found.
type examinedJSON struct {
	Store    string        `json:"store"`
	Entries  int           `json:"entries"` // read; 0 when the store cannot be opened
	Seconds  float64       `json:"seconds"`
	Healthy  bool          `json:"healthy"` // nothing needs care
	Findings []findingJSON `json:"findings"`
	Repaired []findingJSON `json:"repaired,omitempty"`
}

type findingJSON struct {
	Kind       string `json:"kind"`
	Table      string `json:"table,omitempty"`
	Count      int    `json:"count"`
	What       string `json:"what"`
	Means      string `json:"means"`
	Advice     string `json:"advice"`
	Care       bool   `json:"care"`       // false: worth knowing only
	Repairable bool   `json:"repairable"` // by doctor --repair
}

func shapeExamination(r *examination) examinedJSON {
	return examinedJSON{
		Store: r.store, Entries: r.entries, Seconds: r.took.Seconds(), Healthy: r.care() == 0,
		Findings: shapeFindings(r.found), Repaired: shapeFindings(r.repaired),
	}
}

func shapeFindings(found []engine.Finding) []findingJSON {
	out := make([]findingJSON, 0, len(found))
	for _, f := range found {
		out = append(out, findingJSON{
			Kind: string(f.Kind), Table: f.Table, Count: f.Count, What: f.What, Means: f.Means, Advice: f.Advice,
			Care: !f.Note, Repairable: f.Repairable,
		})
	}
	return out
}
