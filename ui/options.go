package ui

import (
	"context"
	"os"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

// Which names a store that the shell can ask for.
type Which uint8

// The stores.
const (
	MainStore Which = iota
	DemoStore
)

// Options are what the shell needs from its surroundings.
type Options struct {
	// Open opens a store. It is called off the UI goroutine.
	Open func(ctx context.Context, which Which) (*Session, error)
	// Start is the store to open first.
	Start Which
	// Theme is chosen again whenever the terminal tells its background.
	Theme themes.Options
	// Colours are the looks that single roles have in every theme; see
	// [themes.Theme.Override].
	Colours map[string]string
	// KeepTheme writes a theme's name into the configuration file at
	// ConfigPath and changes nothing else there; nil where that cannot be done.
	// It is called off the UI goroutine.
	KeepTheme  func(ctx context.Context, name string) error
	ConfigPath string
	// Keys maps a binding's id to the keys that replace its own.
	Keys map[string][]string
	// NoMouse leaves the mouse to the terminal.
	NoMouse bool
	// ReducedMotion stops animation; Accessible replaces glyphs by words and
	// stops animation too.
	ReducedMotion, Accessible bool
	// Notices are put into the error log before anything else.
	Notices []string

	Getenv   func(string) string // nil: the process's environment
	Location *time.Location      // nil: the machine's time zone
	In, Out  *os.File            // nil: standard input and output
	Now      func() time.Time    // the machine's clock; nil: time.Now
}

func (o Options) filled() Options {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Location == nil {
		o.Location = time.Local
	}
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Theme.Getenv == nil {
		o.Theme.Getenv = o.Getenv
	}
	if o.Accessible {
		o.ReducedMotion = true
	}
	return o
}

// Session is one open store with everything that works on it.
type Session struct {
	Name   string // as the header shows it
	Demo   bool
	Engine Engine
	// Screens makes the screens, in the order of their tabs.
	Screens func(views.Context) []views.View
	// Axis tells which of the cells between two instants hold changes; nil
	// leaves the time axis bare. It is called off the UI goroutine, one call at
	// a time.
	Axis func(from, to time.Time, cells int) []Mark
	// Importer is nil where nothing can be imported.
	Importer Importer
	// Settings and Following are nil where they are not offered.
	Settings  Settings
	Following Following
	// Export writes everything to a file and returns the number of records;
	// nil where that is not offered.
	Export func(ctx context.Context, path string) (int, error)
	// Questions are what background work must ask before it goes on; nil for
	// none. It is read one at a time.
	Questions <-chan Question
	// ReadOnly says why nothing can be written; "" when it can.
	ReadOnly string
	Close    func() error
}

// Engine is what the shell itself asks of the engine.
type Engine interface {
	Now() time.Time
	Subscribe(buffer int) *engine.Subscription
	Totals(ctx context.Context) (engine.Totals, error)
	Operations(ctx context.Context, before uint64, limit int) ([]engine.Operation, error)
	Heads(ctx context.Context, ids []string) ([]engine.Head, error)
	Undo(ctx context.Context, operation string, how engine.How) (engine.Operation, error)
	Redo(ctx context.Context, how engine.How) (engine.Operation, error)
	Resolve(ctx context.Context, prefix string) (string, error)
	Notices() []string
}

// Mark is a cell of the time axis in which something happened.
type Mark struct {
	Cell  int
	Count int  // how much happened there
	Cycle bool // a cycle; else edits
}

// Importer reads other tools' files into the store.
type Importer interface {
	// Known lists files at fixed, documented places. It opens none of them.
	Known() []Known
	// Preview reads as much of a file as is needed to say what it is.
	Preview(ctx context.Context, path string) (Candidate, error)
	// Import reads the file. progress may be called from any goroutine, often.
	Import(ctx context.Context, path, namespace, subject string, progress func(Progress)) (ImportResult, error)
	// Follow imports the file again whenever it changes, until stopped.
	Follow(ctx context.Context, path, namespace, subject string) error
}

// Known is a file that an agent is known to write.
type Known struct {
	Tool     string // whose file it is
	Path     string
	Size     int64 // bytes
	Modified time.Time
}

// Candidate is a file as it would be imported.
type Candidate struct {
	Path, Format       string
	Namespace, Subject string   // where its memories would go
	Size               int64    // bytes
	Records            int      // negative when unknown before reading
	Warnings           []string // what is odd about it
}

// Progress is how far an import has come.
type Progress struct {
	Records     int
	Bytes, Size int64 // Size 0: unknown
}

// ImportResult is what an import did.
type ImportResult struct {
	Format                                                    string
	Created, Updated, Unchanged, Refused, Relations, Dangling int
	Conflicts                                                 int
	Warnings                                                  []string
	Refusals                                                  []Refusal // the first ones
	Rejects                                                   string    // file that keeps the refused records; "" when none
	Took                                                      time.Duration
}

// Refusal is a record that could not be stored.
type Refusal struct {
	Line           int
	Record, Reason string
}
