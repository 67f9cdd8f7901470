// Package views is the contract between the shell and a screen. A screen has
// pure state, a table of bindings, an update and a view that can neither fail
// nor wait. It declares the small source interface it reads from, runs slow
// work in commands, and asks the shell for everything that concerns more than
// itself by returning an intent as a message.
package views

import (
	"bufio"
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
)

// ScreenID names a screen, in configuration and on the command line too.
type ScreenID string

// The screens there are.
const (
	Memories  ScreenID = "memories"
	Timeline  ScreenID = "timeline"
	Conflicts ScreenID = "conflicts"
	Graph     ScreenID = "graph"
	Evolve    ScreenID = "evolve"
)

// View is one screen. The shell calls it from one goroutine only.
type View interface {
	ID() ScreenID
	// Title is the tab's word.
	Title() string
	// Badge is what stands behind the tab's word: a count, or "".
	Badge() string
	// Summary is the line at the right of the tabs.
	Summary() string
	// Show tells the screen that it became visible; id, when not "", is what
	// it was asked to open.
	Show(id string) tea.Cmd
	// Update takes every message that is not a key bound below: data,
	// ticks, window sizes, mouse events inside its rectangle, and keys while
	// Typing.
	Update(msg tea.Msg) tea.Cmd
	// Bindings is the screen's key table. It is asked for on each key.
	Bindings() []Binding
	// Typing reports whether a text field has the focus, so that runes are
	// text and not commands.
	Typing() bool
	// Out takes one step out (overlay, field, selection, filter) and reports
	// whether there was one to take.
	Out() bool
	// Draw returns exactly h lines of exactly w cells.
	Draw(w, h int) []string
}

// Unsaved is a view that may hold text which leaving would lose. Unsaved names
// it in a few words, "" when there is none; leaving asks first then.
type Unsaved interface{ Unsaved() string }

// Speaker is a view that can say in one line what is under its cursor, for
// people who do not see the screen.
type Speaker interface{ Say() string }

// Asker is a view that may wait for an answer. Asking is the question, "" when
// there is none; it stands on the status line until it is answered.
type Asker interface{ Asking() string }

// Dated is a view whose row under the cursor lies at an instant, where the lens
// opens; the zero time means that it does not.
type Dated interface{ Instant() time.Time }

// Pointing is a view with a memory under its cursor, "" for none; the Timeline
// opens there.
type Pointing interface{ Pointed() string }

// Journal is a view with an operation under its cursor that can be taken back:
// its id and what it did, both "" for none.
type Journal interface {
	Entry() (operation, what string)
}

// Closer is a view that has work under way which must end with it.
type Closer interface{ Close() }

// Block groups bindings in the help and settles which keys are whose.
type Block string

// The blocks of the key table.
const (
	Move   Block = "move"
	Find   Block = "find"
	Time   Block = "time"
	Take   Block = "take"
	Change Block = "change"
	Leave  Block = "leave"
	Local  Block = "here"
)

// Binding is one row of the key table: footer, help, palette, documentation
// and rebinding are all made from it.
type Binding struct {
	ID     string   // stable name, "memories.archive"; rebinding uses it
	Keys   []string // as Bubble Tea names them
	Short  string   // a word or two for the footer; "" keeps it out of it
	Help   string   // what it does, one line
	Block  Block
	Words  string         // what else people call it, for the search in the help
	Off    string         // why it cannot be used now; "" when it can
	Action func() tea.Cmd // nil for keys that are only documented here
}

// Context is what every screen is made with.
type Context struct {
	Theme func() *themes.Theme
	Lens  func() Lens
	// Location is where times of day are read; nil is UTC.
	Location *time.Location
	// ReducedMotion stops animation; Accessible replaces glyphs by words.
	ReducedMotion, Accessible bool
}

// LensMode says which time a screen shows.
type LensMode uint8

// The modes of the lens.
const (
	Live LensMode = iota
	Past
	Future
)

// Lens is the shell's clock. Everything that draws takes Now; writes need it
// live.
type Lens struct {
	Mode LensMode
	At   time.Time // the instant shown; the engine's now when live
	Real time.Time // the engine's now
	Step time.Duration
	Open bool // its keys are taken by the lens
	Play bool // time-lapse runs: order holds still
}

// Now is the instant that drawing evaluates at.
func (l Lens) Now() time.Time { return l.At }

// Live reports whether writes are allowed.
func (l Lens) Live() bool { return l.Mode == Live }

// Messages from the shell to screens.
type (
	// TickMsg comes once a second while the screen is live, and per frame
	// while the lens plays.
	TickMsg struct{ At time.Time }
	// LensMsg says that the lens moved.
	LensMsg struct{ Lens Lens }
	// EventMsg is one committed operation, or a request to reload.
	EventMsg struct{ Event engine.Event }
	// ThemeMsg says that colours changed: drop what was drawn.
	ThemeMsg struct{}
)

// Intents: messages from screens to the shell.
type (
	// OpenMsg shows a screen, on a memory when ID is given.
	OpenMsg struct {
		Screen ScreenID
		ID     string
	}
	// ToastMsg says what was done or went wrong on the status line.
	ToastMsg struct {
		Text  string
		Level Level
		Undo  bool     // add "u to undo"
		About []string // memories; when somebody else changes one, it is said no more
	}
	// ConfirmMsg asks before something that needs it. Word, when given, must
	// be typed (purge: the count).
	ConfirmMsg struct {
		Title, Body string
		Word        string
		Yes         string
		Do          func() tea.Cmd
	}
	// AskMsg asks for a name, Text being offered. Wrong says what is wrong with
	// one, "" where nothing is.
	AskMsg struct {
		Title, Note, Text, Yes string
		Wrong                  func(text string) string
		Do                     func(text string) tea.Cmd
	}
	// PickMsg asks for one of several choices; nothing is preselected.
	PickMsg struct {
		Title   string
		Choices []Choice
		Pick    func(i int) tea.Cmd
	}
	// SetLensMsg moves the lens.
	SetLensMsg struct {
		Mode LensMode
		At   time.Time
	}
	// UndoMsg takes back an operation; "" is the person's newest.
	UndoMsg struct{ Operation string }
	// CopyMsg puts text on the clipboard and says so.
	CopyMsg struct{ Text, Label string }
	// SaveMsg asks for a file, Name being offered, and has Write fill it: it
	// gets the path that was given and returns what was written. Nothing that
	// is there already is replaced without asking.
	SaveMsg struct {
		Title, Note, Name string
		Write             func(ctx context.Context, path string, w *bufio.Writer) (done string, err error)
	}
	// EditorMsg opens text in $EDITOR; Done runs with the text as saved.
	EditorMsg struct {
		Text string
		Done func(text string, err error) tea.Cmd
	}
	// BusyMsg announces slow work for the spinner; an empty Label ends it.
	// Cancel, when given, is what ctrl+c calls while the work runs.
	BusyMsg struct {
		Job, Label string
		Cancel     func()
	}
)

// Level grades a toast.
type Level uint8

// The levels of toasts.
const (
	Done Level = iota
	Warn
	Fail
)

// Choice is one row of a PickMsg.
type Choice struct {
	Key   string // a letter printed beside it; "" for none
	Label string
	Note  string
}

// Send turns an intent into a command.
func Send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
