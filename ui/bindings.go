package ui

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// globals is the shell's own part of the key table: the keys that mean the
// same on every screen.
func (s *shell) globals() []views.Binding {
	act := func(f func() tea.Cmd) func() tea.Cmd { return f }
	table := []views.Binding{
		{ID: "lens", Keys: []string{"t"}, Short: "time", Help: "move the clock: what was, and what fades if nothing happens", Words: "goto future later forecast travel ahead", Block: views.Time, Action: act(s.openLens)},
		{ID: "undo", Keys: []string{"u"}, Short: "undo", Help: "take back your own newest change", Words: "revert mistake take back", Block: views.Change, Off: s.unwritable(), Action: act(s.undoAsking)},
		{ID: "redo", Keys: []string{"ctrl+r"}, Help: "do again what you just took back", Words: "again repeat", Block: views.Change, Off: s.unwritable(), Action: act(s.redo)},
		{ID: "undo-list", Keys: []string{"U"}, Help: "who changed what and when; take back any of it", Words: "history journal log changes revert", Block: views.Change, Action: act(s.openUndoList)},
		{ID: "back", Keys: []string{"backspace"}, Help: "back to where you were", Words: "goto previous return", Block: views.Move, Action: act(s.back)},
		{ID: "out", Keys: []string{"esc"}, Help: "one step out: overlay, field, selection, filter, then now; never quits", Words: "close leave cancel escape", Block: views.Move, Action: act(s.out)},
		{ID: "palette", Keys: []string{":", "ctrl+p"}, Help: "everything that can be done, by name; or go to an id", Words: "goto command search run id", Block: views.Find, Action: act(s.openPalette)},
		{ID: "notices", Keys: []string{"!"}, Help: "what waits for a decision, then what went wrong, newest first", Words: "error errors log warning warnings problem wrong", Block: views.Find, Action: act(s.lookAtSign)},
		{ID: "suspend", Keys: []string{"ctrl+z"}, Help: "to the shell and back with fg", Words: "background pause", Block: views.Leave, Action: act(s.suspend)},
		{ID: "cancel", Keys: []string{"ctrl+c"}, Help: "cancel what is running, else quit", Words: "stop abort interrupt", Block: views.Leave, Action: act(s.interrupt)},
		{ID: "quit", Keys: []string{"q"}, Help: "quit", Words: "exit close leave", Block: views.Leave, Action: act(s.quit)},
		{ID: "help", Keys: []string{"?"}, Short: "all keys", Help: "all keys, searchable; enter runs one", Block: views.Find, Action: act(s.openHelp)},
	}
	return append(append(table, s.commands()...), s.turning()...)
}

// turning are the keys that lead to other screens; a single one has none.
func (s *shell) turning() []views.Binding {
	if len(s.screens) == 1 {
		return nil
	}
	table := []views.Binding{
		{ID: "screen.previous", Keys: []string{"H"}, Help: "the screen to the left", Words: "tab switch", Block: views.Move, Action: func() tea.Cmd { return s.turn(-1) }},
		{ID: "screen.next", Keys: []string{"L"}, Help: "the screen to the right", Words: "tab switch", Block: views.Move, Action: func() tea.Cmd { return s.turn(1) }},
	}
	for i, v := range s.screens {
		n := strconv.Itoa(i + 1)
		table = append(table, views.Binding{
			ID: "screen." + n, Keys: []string{n}, Help: "go to " + v.Title(), Words: "goto tab " + screenWords[v.ID()], Block: views.Move,
			Action: func() tea.Cmd { return s.goTo(place{screen: v.ID(), id: s.pointed(v.ID())}) },
		})
	}
	return table
}

// screenWords are what people look for on a screen.
var screenWords = map[views.ScreenID]string{
	views.Memories:  "list",
	views.Conflicts: "settle resolve decide contradiction contradicts disagree",
	views.Graph:     "ties relations neighbourhood hubs network path pulse",
	views.Evolve:    "cycle plan apply evolution evolver archive forget decay schedule",
}

// commands have no key of their own: the palette lists them, and a person may
// give them one.
func (s *shell) commands() []views.Binding {
	var table []views.Binding
	add := func(id, help, words string, block views.Block, do func() tea.Cmd) {
		table = append(table, views.Binding{ID: id, Help: help, Words: words, Block: block, Action: do})
	}
	session := s.session
	if session != nil && session.Importer != nil {
		add("import", "import a file", "follow load read watch add agent", views.Change, s.openImport)
	}
	if session != nil && session.Export != nil {
		add("export", "export everything to a file", "save backup write dump", views.Take, s.openExport)
	}
	if session != nil && session.Settings != nil {
		add("settings", "settings of this store: what they do, change them", "setting options preferences configure stability threshold strategy", views.Find, s.openSettings)
	}
	if session != nil && session.Following != nil {
		add("following", "files that are followed; stop following one", "follow follows unfollow watch list import", views.Find, s.openFollowing)
	}
	if session != nil && session.Demo {
		add("demo", "leave the demo for your own store", "example exit", views.Leave, func() tea.Cmd { return s.open(MainStore) })
	} else {
		add("demo", "step into the demo", "example try tour", views.Leave, func() tea.Cmd { return s.open(DemoStore) })
	}
	add("theme", "theme: see each on your screen, keep one", "colour color dark light look sixteen deuteranopia blind contrast", views.Local, s.openThemes)
	mouse := "mouse off: the terminal selects text itself"
	if !s.mouse {
		mouse = "mouse on: click selects, wheel scrolls"
	}
	add("mouse", mouse, "click selection", views.Local, s.toggleMouse)
	return table
}

// unwritable says why nothing can be written now, "" when it can.
func (s *shell) unwritable() string {
	switch {
	case s.session == nil:
		return "no store is open"
	case s.session.ReadOnly != "":
		return "read only: " + s.session.ReadOnly
	case s.lens.past(s.now):
		return pastWord
	case s.lens.away:
		return aheadWord
	}
	return ""
}

// pastWord is what a key that writes says while the clock shows what was.
const pastWord = "look back to now first (esc): what was is read only"

// aheadWord is what a key that writes says while the clock is ahead.
const aheadWord = "look back to now first (esc): nothing is written while the clock is ahead"

// press runs a binding, or says why it cannot be run.
func (s *shell) press(b views.Binding) tea.Cmd {
	s.status.acted(b.Block, s.o.Accessible)
	off := b.Off
	if off == "" && b.Block == views.Change && b.ID != "undo-list" {
		off = s.unwritable()
	}
	if off != "" {
		return s.say(views.Warn, off)
	}
	if b.Action == nil {
		return nil
	}
	return b.Action()
}

// lensTable are the keys that an open lens takes; all others go on to the
// screen, so that it can be walked while the clock moves.
func (s *shell) lensTable() []views.Binding {
	do := func(f func()) func() tea.Cmd {
		return func() tea.Cmd { f(); return s.lensMoved() }
	}
	return []views.Binding{
		{ID: "lens.back", Keys: []string{"left", "h"}, Short: "", Help: "one step back", Block: views.Time, Action: do(func() { s.lens.back(s.now) })},
		{ID: "lens.ahead", Keys: []string{"right", "l"}, Short: s.stepWord(), Help: "one step ahead", Block: views.Time, Action: do(func() { s.lens.ahead(s.now) })},
		{ID: "lens.longer", Keys: []string{"+", "="}, Help: "longer steps: hour, day, week, month", Block: views.Time, Action: do(s.lens.longer)},
		{ID: "lens.shorter", Keys: []string{"-"}, Short: "", Help: "shorter steps", Block: views.Time, Action: do(s.lens.shorter)},
		{ID: "lens.previous", Keys: []string{","}, Help: "to the previous edit or cycle", Block: views.Time, Action: func() tea.Cmd { return s.lensTurn(false) }},
		{ID: "lens.next", Keys: []string{"."}, Help: "to the next edit or cycle", Block: views.Time, Action: func() tea.Cmd { return s.lensTurn(true) }},
		{ID: "lens.play", Keys: []string{"space"}, Short: "play", Help: "time-lapse, or stop it", Block: views.Time, Action: s.lensPlay},
		{ID: "lens.stay", Keys: []string{"enter", "t"}, Short: "stay here", Help: "stay at this time and give the keys back", Block: views.Time, Action: do(s.lens.stay)},
		{ID: "lens.now", Keys: []string{"esc"}, Short: "now", Help: "back to now", Block: views.Time, Action: do(s.lens.toNow)},
	}
}

func (s *shell) stepWord() string { return steps[s.lens.step].name }
