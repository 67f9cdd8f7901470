package interchange

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ebb/engine"
)

// Exporter is what an export reads from: one consistent view of everything
// that is remembered. An [engine.Engine] is one.
type Exporter interface {
	View(ctx context.Context, fn func(engine.Tx) error) error
	// DanglingRelations are those of imported files whose ends name nothing.
	DanglingRelations(ctx context.Context) ([]engine.Dangling, error)
}

// ExportFormats lists the formats that Export writes; [ExportNotes] writes
// another, of many files.
func ExportFormats() []string { return []string{Ebb, MCP, Memorie} }

// Export writes what is remembered in a format: ebb loses nothing; mcp is the
// graph of live memories, which the MCP server-memory server reads; memorie
// holds memories, versions, relations and conflicts.
//
// A record that is damaged is left out: what can be read is written, and the
// error is an [*IncompleteError] then.
func Export(ctx context.Context, w io.Writer, format string, from Exporter) error {
	var write func(*exporter) error
	switch format {
	case Ebb:
		write = (*exporter).ebb
	case MCP:
		write = (*exporter).mcp
	case Memorie:
		write = (*exporter).memorie
	default:
		return &engine.ValidationError{Field: "format", Got: excerpt([]byte(format)), Want: "one of " + strings.Join(ExportFormats(), ", ")}
	}
	out := bufio.NewWriterSize(w, 64<<10)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	dangling, err := from.DanglingRelations(ctx)
	var lost IncompleteError
	if err == nil {
		err = from.View(ctx, func(tx engine.Tx) error {
			return write(&exporter{ctx: ctx, tx: tx, out: out, lines: lines, dangling: dangling, lost: &lost})
		})
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("exporting as %s: %w", format, err)
	}
	if lost.Records > 0 {
		return &lost
	}
	return nil
}

// IncompleteError says that an export or a list is whole but for what is damaged.
type IncompleteError struct {
	Records int   // how many could not be read
	First   error // what was wrong with the first
}

func (e *IncompleteError) Error() string {
	return fmt.Sprintf("%d damaged records were left out, the first: %v", e.Records, e.First)
}

func (e *IncompleteError) Unwrap() error { return e.First }

// pass notes a damaged record and lets the export go on; any other error ends
// it.
func (x *exporter) pass(err error) error {
	if err == nil {
		return nil
	}
	var record *engine.CorruptRecordError
	var store *engine.StoreDamagedError
	if !errors.As(err, &record) && !errors.As(err, &store) {
		return err
	}
	if x.lost.Records++; x.lost.First == nil {
		x.lost.First = err
	}
	return nil
}

// exporter is one export under way.
type exporter struct {
	ctx   context.Context
	tx    engine.Tx
	out   *bufio.Writer
	lines *json.Encoder
	wrote int // lines

	dangling []engine.Dangling
	lost     *IncompleteError
}

// line writes a value as one line.
func (x *exporter) line(v any) error {
	if err := x.cancelled(); err != nil {
		return err
	}
	return x.lines.Encode(v)
}

// raw writes bytes as one line.
func (x *exporter) raw(b []byte) error {
	if err := x.cancelled(); err != nil {
		return err
	}
	if _, err := x.out.Write(b); err != nil {
		return err
	}
	return x.out.WriteByte('\n')
}

func (x *exporter) cancelled() error {
	if x.wrote++; x.wrote%256 == 0 {
		return x.ctx.Err()
	}
	return nil
}
