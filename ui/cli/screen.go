package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"time"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/engine/interchange"
	"ebb/themes"
	"ebb/ui"
	"ebb/ui/cli/files"
	"ebb/ui/cli/guest"
	"ebb/views"
	"ebb/views/conflicts"
	"ebb/views/evolve"
	"ebb/views/graph"
	"ebb/views/memories"
	"ebb/views/timeline"
)

// screen opens the screen on the store, or on the demo.
func (a *app) screen(ctx context.Context, demo bool) error {
	if a.held != nil {
		return usage("the screen cannot be opened through another ebb")
	}
	if a.flags.json {
		return usage("--json needs a command: ebb list --json")
	}
	o := a.screenOptions()
	if demo {
		o.Start = ui.DemoStore
	}
	if a.calm != nil {
		a.calm() // the screen hears signals itself
	}
	readOnly := false
	o.Open = func(ctx context.Context, which ui.Which) (*ui.Session, error) { return a.session(ctx, which, readOnly) }
	for {
		err := ui.Run(ctx, o)
		var shown *ui.ShownError
		if !errors.As(err, &shown) {
			return crash(err)
		}
		switch shown.Action {
		case ui.CardReadOnly:
			if readOnly {
				return err
			}
			readOnly = true
		case ui.CardRestore:
			ready, failed := a.restoreOnScreen(ctx, shown.Err)
			switch {
			case failed != nil:
				return &ui.ShownError{Err: failed, Action: shown.Action}
			case !ready:
				return err
			}
			readOnly = false
		case ui.CardExport:
			complain(a.Stderr, "ebb export -o FILE writes what can be read, ebb doctor says what cannot")
			return err
		default:
			return err
		}
	}
}

// crash lets a crash of the screen through to the guard, now that the terminal
// is itself again.
func crash(err error) error {
	var crashed *ui.PanicError
	if errors.As(err, &crashed) {
		panic(crashed)
	}
	return err
}

// screenOptions are the looks and keys.
func (a *app) screenOptions() ui.Options {
	c := a.config
	theme := c.Theme.Name
	if a.flags.theme != "" {
		theme = a.flags.theme
	}
	o := ui.Options{
		Theme:         themes.Options{Name: theme, Light: c.Theme.Background == "light", Told: c.Theme.Background == "light" || c.Theme.Background == "dark", NoColor: a.flags.noColor, Glyphs: c.Theme.Glyphs, Getenv: a.Env},
		Colours:       c.Theme.Colours,
		Keys:          c.Keys,
		NoMouse:       !c.Mouse,
		ReducedMotion: c.ReducedMotion || a.flags.reducedMotion,
		Accessible:    c.Accessible || a.flags.accessible,
		Notices:       a.notices,
		Getenv:        a.Env,
		Location:      a.Location,
		Now:           a.Clock,
	}
	o.ConfigPath, _ = a.configPath()
	o.KeepTheme = a.keepTheme
	return o
}

// session opens a store with everything that works on it.
func (a *app) session(ctx context.Context, which ui.Which, readOnly bool) (*ui.Session, error) {
	dir := a.storeDir()
	o := StoreOptions{Screen: true, ReadOnly: readOnly, OnFatal: a.onFatal()}
	if which == ui.DemoStore {
		dir = a.demoDir()
		o.Demo = true
	}
	var h *holding
	var err error
	if which == ui.DemoStore {
		h, err = a.holdDemo(ctx, dir, o)
	} else {
		h, err = a.hold(ctx, dir, o, a.unlessScreen(dir))
	}
	if err != nil {
		return nil, err
	}
	e := h.engine
	if a.flags.now != "" {
		e = e.WithClock(a.clock)
	}
	in := &intake{engine: e, files: files.Local{Dir: a.Dir}, state: a.Places.State}
	s := a.compose(h, e, in, dir, which, readOnly)
	if which == ui.MainStore && !readOnly {
		told := newNoticing(e)
		s.Questions = told.questions
		s.Engine = told
		h.follow(startFollowing(in, h.logger(), told.followed))
	}
	return s, nil
}

// compose puts a session together around an open store.
func (a *app) compose(h *holding, e *engine.Engine, in *intake, dir string, which ui.Which, readOnly bool) *ui.Session {
	// The rows of a large store stay in memory: let garbage stay small beside
	// them. They are written once, so collecting more often costs little.
	debug.SetGCPercent(50)
	rows := catalogue.Open(context.Background(), e)
	reserve := h.reserve()
	endEvolution := a.evolve(h, readOnly)
	endGiving := giveBack()
	s := &ui.Session{
		Name:   filepath.Base(dir),
		Demo:   which == ui.DemoStore,
		Engine: e,
		Screens: func(c views.Context) []views.View {
			return []views.View{memories.New(c, memories.Live(e, rows, memoryLine(e))), timeline.New(c, e), conflicts.New(c, e), graph.New(c, e), evolve.New(c, evolve.Live(e, rows))}
		},
		Axis: func(from, to time.Time, cells int) []ui.Mark { return marks(rows.Snapshot().Axis(from, to, cells)) },
		Export: func(ctx context.Context, path string) (int, error) {
			return exportTo(ctx, in.files, e, path)
		},
		Settings:  screenSettings{e},
		Following: screenFollowing{e},
		Close: func() error {
			// The screens have ended; what runs behind them ends before the store.
			endEvolution()
			endGiving()
			reserve()
			return errors.Join(rows.Close(), h.close(context.Background(), screenPatience))
		},
	}
	if readOnly {
		s.ReadOnly = "the store was opened to look at only"
	} else {
		s.Importer = &screenImporter{app: a, intake: in}
	}
	return s
}

// memoryLine writes a memory as ebb list --json does.
func memoryLine(e *engine.Engine) func(*engine.Memory) ([]byte, error) {
	return func(m *engine.Memory) ([]byte, error) {
		var line bytes.Buffer
		settings := e.Settings()
		out := newOutput(&line, true)
		err := out.json(shapeMemory(m, &settings, e.Now()))
		return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
	}
}

// screenPatience is how long a screen that is left stays for its guests.
const screenPatience = 5 * time.Second

func marks(from []catalogue.AxisMark) []ui.Mark {
	out := make([]ui.Mark, 0, len(from))
	for _, m := range from {
		out = append(out, ui.Mark{Cell: m.Cell, Count: m.Count, Cycle: m.Kind == catalogue.AxisCycle})
	}
	return out
}

// unlessScreen refuses a store that another screen has open, and waits for
// commands, which are soon done.
func (a *app) unlessScreen(dir string) func(context.Context, guest.Address) error {
	return func(ctx context.Context, address guest.Address) error {
		who, err := guest.Who(ctx, address)
		switch {
		case err != nil:
			return err
		case who.Label == screenLabel, who.Label == demoLabel:
			return &engine.StoreLockedError{Dir: dir, PID: who.PID}
		}
		return guest.ErrNoHolder
	}
}

// The labels of processes with a screen.
const (
	screenLabel = "screen"
	demoLabel   = "demo"
)

// logger writes to the log file, if there is one.
func (h *holding) logger() *slog.Logger {
	if h.log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(h.log, nil))
}

// reserve has the store put room aside for the day the disk is full, once
// nothing else is going on. The function returned ends it.
func (h *holding) reserve() (end func()) {
	store, ok := h.engine.Store().(interface{ Reserve(context.Context) error })
	if !ok {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := store.Reserve(ctx); err != nil && ctx.Err() == nil {
			h.logger().Warn("no room could be put aside", "error", err)
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// exportTo writes everything to a file in ebb's own format.
func exportTo(ctx context.Context, fsys files.Files, e *engine.Engine, path string) (int, error) {
	w, err := writeFile(ctx, fsys, e, interchange.Ebb, path, nil)
	if err != nil {
		return 0, fmt.Errorf("export to %s: %w", path, err)
	}
	return w.lines, nil
}
