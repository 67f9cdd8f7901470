package cli

import (
	"context"
	"io"
	"time"

	"ebb/engine"
	"ebb/ui/cli/files"
)

// OpenStore opens the store in a folder, making it when it is not there.
type OpenStore func(ctx context.Context, dir string, o StoreOptions) (engine.Store, error)

// StoreOptions are how a store is opened.
type StoreOptions struct {
	Log      io.Writer        // receives what the store logs; nil: nothing
	OnFatal  func(msg string) // called before the store has to end the process
	Screen   bool             // a person stays in front of it
	Demo     bool             // what is in it can be made again
	ReadOnly bool             // nothing may be written
	// Migrating is told what is being done to a store of an older format, and
	// how many records it has seen; nil: nobody waits for it.
	Migrating func(what string, records int)
}

// Process is the surroundings of one command: those of this process, or those
// of a guest at the other end of a socket.
type Process struct {
	Args []string // without the program's name
	Dir  string   // working directory
	Env  func(string) string

	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Which of the streams are terminals, and how wide the output's is.
	InTerminal, OutTerminal, ErrTerminal bool
	Width                                int

	Files    files.Files
	Clock    func() time.Time // the machine's
	Location *time.Location   // in which times are read and shown to people
	Places   Places
	Open     OpenStore
	Care     Care

	// patience is how long to wait for a store that is taken; 0 is the usual.
	patience time.Duration
	// held is the engine of the process that runs this command for a guest.
	held *engine.Engine
	// following says that the holder watches the files to follow.
	following bool
	// calm ends the handling of signals: the screen has its own.
	calm func()
}

// Places are the folders that ebb keeps things in.
type Places struct {
	Data   string // stores
	Config string // config.toml
	State  string // refused records, crash reports
}

// forwarded are the environment variables that a guest takes along.
var forwarded = []string{"EBB_ACTOR", "NO_COLOR", "TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "TZ"}
