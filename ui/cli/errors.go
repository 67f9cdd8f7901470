package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"ebb/engine"
	"ebb/engine/interchange"
	"ebb/ui"
	"ebb/ui/cli/guest"
	"ebb/views/widget"
)

// The exit codes.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitPart   = 3
)

// usageError is a command line that cannot be understood.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usage(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// exitError ends a command that has already said what there is to say.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// NoStoreError says that there is nothing to read yet.
type NoStoreError struct{ Dir string }

func (e *NoStoreError) Error() string {
	return fmt.Sprintf("there is no store at %s yet: ebb import FILE, ebb add TEXT or ebb alone makes it; ebb demo shows one", e.Dir)
}

// report says on stderr what went wrong and returns the exit code.
func report(w io.Writer, err error) int {
	var (
		code  exitError
		wrong *usageError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return int(code)
	case brokenPipe(err):
		return exitDone // who read has enough: not an error of ours
	case errors.As(err, &wrong):
		complain(w, err.Error())
		return exitUsage
	case errors.Is(err, context.Canceled):
		complain(w, "interrupted; what was done so far is kept")
		return exitFailed
	}
	var incomplete *interchange.IncompleteError
	if errors.As(err, &incomplete) {
		complain(w, incomplete.Error())
		return exitPart
	}
	var shown *ui.ShownError
	if errors.As(err, &shown) {
		return exitFailed // a person has read it on the screen
	}
	complain(w, advise(err))
	return exitFailed
}

// complain writes a message of the program's own. What it quotes may come from
// anywhere, so nothing but its line ends reaches the terminal raw.
func complain(w io.Writer, message string) {
	lines := strings.Split(strings.TrimRight(message, "\n"), "\n")
	for i, l := range lines {
		lines[i] = widget.Clean(l)
	}
	// There is nowhere left to report a failing stderr to.
	_, _ = fmt.Fprintf(w, "ebb: %s\n", strings.Join(lines, "\n     "))
}

func brokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// advise adds what to do to errors that do not say it themselves.
func advise(err error) string {
	text := err.Error()
	var (
		absent  *engine.NotFoundError
		version *engine.VersionConflictError
		state   *engine.InvalidTransitionError
		locked  *engine.StoreLockedError
		refused *guest.RefusedError
		taken   *engine.OccupiedError
	)
	switch {
	case errors.As(err, &absent):
		return text + "; " + whereToLook(absent.Kind)
	case errors.As(err, &version):
		return text + ": ebb show " + version.ID
	case errors.As(err, &state):
		return text + "; ebb history " + state.ID + " tells how it got there"
	case errors.As(err, &locked):
		return text + "; wait until it is done, or end it"
	case errors.As(err, &taken):
		return text + "; --replace keeps it beside and takes its place, --store DIR restores elsewhere"
	case errors.Is(err, engine.ErrNothingToRedo):
		return "there is nothing of yours to redo"
	case errors.Is(err, engine.ErrNothingToUndo):
		return "there is nothing of yours to undo; ebb log lists everyone's operations, ebb undo OP takes one back"
	case errors.As(err, &refused):
		return text
	case errors.Is(err, fs.ErrPermission):
		return text + "; check who may read it: ls -l"
	}
	return text
}

func whereToLook(kind string) string {
	switch kind {
	case "memory":
		return "ebb list shows the ids (--state deleted,archived… for those that are not live)"
	case "version":
		return "ebb history ID shows the versions"
	case "conflict":
		return "ebb conflicts --status all shows them"
	case "operation":
		return "ebb log shows them"
	}
	return "ebb edges shows them"
}

// damages counts records that cannot be read, so that a list can go on with
// the others.
type damages struct {
	n     int
	first error
}

// pass notes a damaged record; any other error is returned.
func (d *damages) pass(err error) error {
	var record *engine.CorruptRecordError
	if !errors.As(err, &record) {
		return err
	}
	if d.n++; d.first == nil {
		d.first = err
	}
	return nil
}

// err says what was passed over; nil when nothing was.
func (d *damages) err() error {
	if d.n == 0 {
		return nil
	}
	return &interchange.IncompleteError{Records: d.n, First: d.first}
}
