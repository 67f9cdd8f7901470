package engine

import (
	"errors"
	"fmt"
)

// ValidationError reports an input field that cannot be accepted. Nothing was
// written.
type ValidationError struct {
	Field string // the field's published name
	Got   string // what it held, shortened
	Want  string // what is accepted
}

func (e *ValidationError) Error() string {
	if e.Got == "" {
		return fmt.Sprintf("%s: want %s", e.Field, e.Want)
	}
	return fmt.Sprintf("%s: got %s, want %s", e.Field, e.Got, e.Want)
}

// NotFoundError reports an id that names nothing.
type NotFoundError struct {
	Kind string // "memory", "version", "conflict", "relation", "operation"
	ID   string
}

func (e *NotFoundError) Error() string { return fmt.Sprintf("no %s %q", e.Kind, e.ID) }

// VersionConflictError reports that a memory has moved on since it was read.
type VersionConflictError struct {
	ID               string
	Expected, Actual uint32
}

func (e *VersionConflictError) Error() string {
	return fmt.Sprintf("memory %q is at version %d, not %d: read it again", e.ID, e.Actual, e.Expected)
}

// InvalidTransitionError reports a step the lifecycle does not have.
type InvalidTransitionError struct {
	ID       string
	From, To State
}

func (e *InvalidTransitionError) Error() string {
	if e.From == e.To || e.To == 0 {
		return fmt.Sprintf("memory %q is %s and cannot be changed", e.ID, e.From)
	}
	return fmt.Sprintf("memory %q is %s and cannot become %s", e.ID, e.From, e.To)
}

// UnsupportedCapabilityError reports a request that needs something that is
// not configured.
type UnsupportedCapabilityError struct {
	Capability string
	Hint       string
}

func (e *UnsupportedCapabilityError) Error() string { return e.Capability + ": " + e.Hint }

// ConflictResolvedError reports a conflict that is no longer open.
type ConflictResolvedError struct{ ID string }

func (e *ConflictResolvedError) Error() string {
	return fmt.Sprintf("conflict %q is already settled", e.ID)
}

// UndoRefusedError reports an operation that can no longer be taken back.
type UndoRefusedError struct {
	Operation string
	Reason    string
}

func (e *UndoRefusedError) Error() string {
	return fmt.Sprintf("cannot undo %s: %s", e.Operation, e.Reason)
}

// ErrNothingToUndo says that the actor has no operation left to take back.
var ErrNothingToUndo = errors.New("nothing to undo")

// ErrNothingToRedo says that the actor has taken nothing back, or has done
// something else since.
var ErrNothingToRedo = errors.New("nothing to redo")

// ErrClosed is returned by an engine or store that has been closed.
var ErrClosed = errors.New("the store is closed")

// ErrReadOnly is returned by writes in a read transaction or to a store that
// was opened for reading.
var ErrReadOnly = errors.New("the store is open for reading only")

// StoreLockedError says that another process holds the store.
type StoreLockedError struct {
	Dir string
	PID int // 0 when unknown
}

func (e *StoreLockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("the store %s is in use by another process", e.Dir)
	}
	return fmt.Sprintf("the store %s is in use by process %d", e.Dir, e.PID)
}

// StoreDamagedError says what in the store is damaged, where, and what to do.
// The store's files are left as they were found.
type StoreDamagedError struct {
	Dir  string
	File string // "" when not one file
	What string
	Hint string
}

func (e *StoreDamagedError) Error() string {
	where := e.Dir
	if e.File != "" {
		where = e.Dir + ": " + e.File
	}
	return fmt.Sprintf("the store is damaged: %s: %s; %s", where, e.What, e.Hint)
}

// StoreVersionError says that the store was written by a newer ebb.
type StoreVersionError struct {
	Dir             string
	Have, Supported uint32
}

func (e *StoreVersionError) Error() string {
	return fmt.Sprintf("the store %s has format %d, this ebb reads up to %d: use a newer ebb", e.Dir, e.Have, e.Supported)
}

// NotAStoreError says that a directory is not an ebb store.
type NotAStoreError struct{ Dir, Why string }

func (e *NotAStoreError) Error() string {
	return fmt.Sprintf("%s is not an ebb store: %s", e.Dir, e.Why)
}

// DiskFullError says that the disk has too little room to write safely.
type DiskFullError struct {
	Dir        string
	Free, Need uint64 // bytes
}

func (e *DiskFullError) Error() string {
	return fmt.Sprintf("the disk of %s has %d MB free, %d MB are needed to write safely: nothing was written", e.Dir, e.Free>>20, e.Need>>20)
}

// UnwritableError says that a store can be read at best: its place cannot be
// written to.
type UnwritableError struct {
	Dir string
	Err error
}

func (e *UnwritableError) Error() string {
	return fmt.Sprintf("the store %s cannot be written to: %v", e.Dir, e.Err)
}

func (e *UnwritableError) Unwrap() error { return e.Err }

// CorruptRecordError says that a stored record fails its checksum or cannot
// be read.
type CorruptRecordError struct {
	Table, Key, Why string
	Err             error // what Why says, where there is more to it than words
}

func (e *CorruptRecordError) Unwrap() error { return e.Err }

func (e *CorruptRecordError) Error() string {
	return fmt.Sprintf("damaged record in %s %q: %s; ebb doctor says more", e.Table, e.Key, e.Why)
}
