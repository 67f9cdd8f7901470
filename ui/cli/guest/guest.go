// Package guest lets many processes use a store that only one can hold. The
// holder serves a unix socket; any other process, a guest, hands its command
// to the holder, which runs it and sends back what it prints and how it ended.
// A guest opens its own files: the holder asks it for them, so that paths and
// rights are the guest's.
//
// Only processes of the same user are served: the socket lies in a folder of
// mode 0700 that belongs to the user, and on Linux and macOS each side asks
// the kernel who is at the other end.
package guest

import (
	"errors"
	"fmt"
	"io"

	"ebb/ui/cli/files"
)

// Protocol is the number of the protocol spoken here. Both ends must speak
// the same one.
const Protocol = 1

// Request is a command that a guest hands over.
type Request struct {
	Protocol int               `json:"protocol"`
	Args     []string          `json:"args"` // without the program's name
	Dir      string            `json:"dir"`  // working directory
	Env      map[string]string `json:"env"`  // the variables that matter to a command
	// Stdin, Stdout and Stderr say which of them are terminals.
	Stdin  bool `json:"stdin,omitempty"`
	Stdout bool `json:"stdout,omitempty"`
	Stderr bool `json:"stderr,omitempty"`
	Width  int  `json:"width,omitempty"` // of the terminal in cells; 0: none
	// Ask wants to know who holds the store and runs nothing.
	Ask bool `json:"ask,omitempty"`
}

// Holder says who holds a store.
type Holder struct {
	PID   int    `json:"pid"`
	Label string `json:"label"` // what it is doing: "screen", "import"
}

func (h Holder) String() string {
	if h.Label == "" {
		return fmt.Sprintf("process %d", h.PID)
	}
	return fmt.Sprintf("process %d (ebb %s)", h.PID, h.Label)
}

// Streams are the ends that a command talks to.
type Streams struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Files          files.Files
}

// ErrNoHolder says that nobody serves the socket, or that the holder is just
// leaving. Nothing was run; trying again is safe.
var ErrNoHolder = errors.New("no one serves this store")

// RefusedError is the holder's reason for not taking a command. Nothing was
// run.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "the ebb that holds the store says: " + e.Reason }

// LostError says that the connection ended before the command did. The
// command was cancelled; what it had committed is kept.
type LostError struct{ Err error }

func (e *LostError) Error() string {
	return "the ebb that holds the store went away in the middle of the command; what it had said to have done is done"
}

func (e *LostError) Unwrap() error { return e.Err }
