package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"time"
)

// An import commits this many memories, or this many bytes of text, at a time.
const (
	importChunkItems = 500
	importChunkBytes = 512 << 10
)

// errWouldWrite ends a dry run: what was found out stands, nothing is kept.
var errWouldWrite = errors.New("dry run")

// errRefusals ends a strict import that met a record it cannot take.
var errRefusals = errors.New("some records cannot be taken")

// Import takes items into the store. Records are resolved by what the same
// source said last time, then by id, key and text; unchanged ones do nothing,
// whatever became of the memory here. It commits in chunks that share one
// journal entry: an interrupted import is finished by running it again, or
// taken back by undoing it. A dry run and a strict import are one commit.
func (e *Engine) Import(ctx context.Context, im Import, items iter.Seq2[Item, error]) (ImportReport, error) {
	start := e.wall()
	if err := im.How.validate(); err != nil {
		return ImportReport{}, err
	}
	t := &intake{
		e: e, im: im, whole: im.DryRun || im.Strict,
		taken: make(map[string]bool), report: ImportReport{Format: im.Format}, reported: ImportReport{Format: im.Format},
	}
	err := t.all(ctx, items)
	t.report.Seconds = e.wall().Sub(start).Seconds()
	switch {
	case errors.Is(err, errWouldWrite):
		t.report.Operation = ""
		return t.report, nil
	case errors.Is(err, errRefusals):
		t.report.Operation = ""
		return t.report, &RefusedError{Refused: t.report.Refused}
	}
	return t.report, err
}

// RefusedError ends a strict import: nothing was written.
type RefusedError struct{ Refused int }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%d records cannot be taken: nothing was written", e.Refused)
}

// intake is one import under way.
type intake struct {
	e     *Engine
	im    Import
	whole bool // everything in one commit

	chunk []Item
	bytes int
	late  []IncomingEdge     // ends not met yet
	fight []IncomingConflict // likewise

	report   ImportReport // with the chunk under way
	reported ImportReport // as committed
	op       *Operation   // the journal entry so far
	w        *work
	taken    map[string]bool // operations of another store's journal taken over
}

func (t *intake) all(ctx context.Context, items iter.Seq2[Item, error]) error {
	var failed error
	for item, err := range items {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			failed = err // what was read whole before it is kept
			break
		}
		t.add(item)
		if !t.whole && (len(t.chunk) >= importChunkItems || t.bytes >= importChunkBytes) {
			if err := t.commit(ctx, false); err != nil {
				return err
			}
		}
	}
	if failed != nil && (t.whole || ctx.Err() != nil) {
		return failed
	}
	if err := t.commit(ctx, true); err != nil {
		return err
	}
	return failed
}

func (t *intake) add(item Item) {
	t.chunk = append(t.chunk, item)
	if m := item.Memory; m != nil {
		t.bytes += len(m.Content) + len(m.Metadata)
		if m.Whole != nil {
			for i := range m.Whole.Versions {
				t.bytes += len(m.Whole.Versions[i].Memory.Content) + len(m.Whole.Versions[i].Memory.Metadata)
			}
		}
	}
	if item.Refused != nil {
		t.bytes += len(item.Refused.Raw)
	}
}

// commit writes the chunk. The last one settles what waited for its ends.
func (t *intake) commit(ctx context.Context, last bool) error {
	w := t.e.begin(ctx, KindImport, t.im.How)
	if t.op != nil {
		w.op.ID, w.sofar = t.op.ID, t.op
	}
	t.w = w
	late, fight := t.late, t.fight
	op, err := t.e.run(w, func(w *work) error {
		t.report = t.reported
		t.late, t.fight = late, fight
		w.op.Source = t.im.Source
		w.op.Open = !last
		for i := range t.chunk {
			if err := t.take(&t.chunk[i]); err != nil {
				return err
			}
		}
		if last {
			if err := t.settle(); err != nil {
				return err
			}
		}
		switch {
		case t.im.DryRun:
			return errWouldWrite
		case t.im.Strict && t.report.Refused > 0:
			return errRefusals
		}
		w.silent = true
		w.op.Summary = fmt.Sprintf("imported %d new and %d changed from %s", t.report.Created+t.report.Conflict, t.report.Updated, Title(filepath.Base(t.im.Source)))
		return nil
	})
	if errors.Is(err, errRepeated) {
		t.report.Operation = op.ID
		return nil
	}
	if err != nil {
		return err
	}
	if op.Entries > 0 {
		t.op, t.report.Operation = &op, op.ID
	}
	if err := t.reject(); err != nil {
		return err
	}
	t.reported = t.report
	t.chunk, t.bytes = t.chunk[:0], 0
	if t.im.Progress != nil {
		t.im.Progress(t.report)
	}
	return nil
}

// reject copies the chunk's refused records to the rejects.
func (t *intake) reject() error {
	if t.im.Rejects == nil {
		return nil
	}
	for i := range t.chunk {
		if r := t.chunk[i].Refused; r != nil {
			if _, err := t.im.Rejects.Write(append(r.Raw[:len(r.Raw):len(r.Raw)], '\n')); err != nil {
				return fmt.Errorf("keep the refused record of line %d: %w", r.Line, err)
			}
		}
	}
	return nil
}

func (t *intake) take(item *Item) error {
	if item.Warning != "" {
		t.warn(item.Warning)
	}
	if item.Refused != nil {
		t.refuse(*item.Refused)
	}
	if item.Memory != nil {
		t.report.Records++
		err := t.memory(item.Memory)
		if refusal, ok := refusalOf(item.Memory, err); ok {
			item.Refused = &refusal
			t.refuse(refusal)
			t.report.Records--
		} else if err != nil {
			return err
		}
	}
	if item.Edge != nil {
		done, err := t.edge(item.Edge)
		if err != nil {
			return err
		}
		if !done {
			t.late = append(t.late, *item.Edge)
		}
	}
	if item.Conflict != nil {
		done, err := t.conflict(item.Conflict)
		if err != nil {
			return err
		}
		if !done {
			t.fight = append(t.fight, *item.Conflict)
		}
	}
	return t.journal(item)
}

func (t *intake) warn(text string) {
	const most = 1000
	if len(t.report.Warnings) < most {
		t.report.Warnings = append(t.report.Warnings[:len(t.report.Warnings):len(t.report.Warnings)], text)
	}
}

func (t *intake) refuse(r Refusal) {
	t.report.Refused++
	t.report.Records++
	if len(t.report.Refusals) < MaxReportRefusals {
		t.report.Refusals = append(t.report.Refusals[:len(t.report.Refusals):len(t.report.Refusals)], r)
	}
}

// refusalOf turns an error about the record itself into a refusal; an error
// of the store is none.
func refusalOf(in *Incoming, err error) (Refusal, bool) {
	var invalid *ValidationError
	if !errors.As(err, &invalid) {
		return Refusal{}, false
	}
	raw, jsonErr := json.Marshal(map[string]any{"id": in.Record, "type": in.Type, "content": in.Content, "metadata": in.Metadata})
	if jsonErr != nil {
		raw = []byte(in.Content)
	}
	return Refusal{Line: in.Line, Record: in.Record, Reason: invalid.Error(), Raw: raw[:min(len(raw), MaxRefusalBytes)]}, true
}

// settle resolves what waited: relations whose ends never came are kept by
// name, so that an export can give them back.
func (t *intake) settle() error {
	var dangling []Dangling
	for i := range t.late {
		edge := &t.late[i]
		done, err := t.edge(edge)
		if err != nil {
			return err
		}
		if !done {
			t.report.Dangling++
			t.warn(fmt.Sprintf("line %d: relation %s %s %s names something that is not there", edge.Line, shorten(edge.From), shorten(edge.Type), shorten(edge.To)))
			dangling = append(dangling, Dangling{From: edge.From, Type: edge.Type, To: edge.To, Metadata: edge.Metadata})
		}
	}
	for i := range t.fight {
		done, err := t.conflict(&t.fight[i])
		if err != nil {
			return err
		}
		if !done {
			t.warn(fmt.Sprintf("conflict of %s and %s names something that is not there", shorten(t.fight[i].A), shorten(t.fight[i].B)))
		}
	}
	return t.w.keepDangling(t.im.Source, dangling)
}

// Dangling is a relation of an imported file whose end names nothing.
type Dangling struct {
	From string `json:"from"`
	Type string `json:"type"`
	To   string `json:"to"`
	// Metadata is what else the file said of it.
	Metadata Metadata `json:"metadata,omitempty"`
}

const danglingPrefix = "dangling/"

func (w *work) keepDangling(source string, list []Dangling) error {
	name := danglingPrefix + source
	before, found, err := w.tx.Meta().Get(name)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		if !found {
			return nil
		}
		return w.tx.Meta().Delete(name)
	}
	after, err := json.Marshal(list)
	if err != nil || string(before) == string(after) {
		return err
	}
	return w.tx.Meta().Put(name, after)
}

// DanglingRelations returns the relations that imports could not tie to a
// memory, by source.
func (e *Engine) DanglingRelations(ctx context.Context) ([]Dangling, error) {
	var out []Dangling
	err := e.View(ctx, func(tx Tx) error {
		for name, err := range tx.Meta().Names(danglingPrefix) {
			if err != nil {
				return err
			}
			b, _, err := tx.Meta().Get(name)
			if err != nil {
				return err
			}
			var list []Dangling
			if err := json.Unmarshal(b, &list); err != nil {
				return &CorruptRecordError{Table: "meta", Key: name, Why: err.Error()}
			}
			out = append(out, list...)
		}
		return nil
	})
	return out, err
}

// Vanished returns the live memories that a source once stated and that none
// of the records it states now speaks of.
func (e *Engine) Vanished(ctx context.Context, source string, seen map[string]bool) ([]string, error) {
	var out []string
	err := e.View(ctx, func(tx Tx) error {
		var gone []string
		stated := map[string]bool{}
		for r, err := range tx.Sources().All(source) {
			if err != nil {
				return err
			}
			if seen[r.Record] {
				stated[r.MemoryID] = true
			} else if r.MemoryID != "" {
				gone = append(gone, r.MemoryID)
			}
		}
		for _, id := range gone {
			if stated[id] {
				continue // another record speaks of it
			}
			stated[id] = true // once is enough
			h, found, err := tx.Heads().Get(id)
			if err != nil {
				return err
			}
			if found && h.State.Live() {
				out = append(out, h.ID)
			}
		}
		return nil
	})
	return out, err
}

func orTime(t, or time.Time) time.Time {
	if t.IsZero() {
		return or
	}
	return t
}
