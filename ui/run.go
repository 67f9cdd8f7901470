package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
)

// Run opens the screen and returns when it is left, with the terminal as it
// was before. What was opened is closed. Errors: *NoTerminalError before
// anything is drawn, *ShownError when the store could not be opened,
// *PanicError after a crash.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newShell(ctx, o)
	err := s.run(ctx)
	cancel()
	return errors.Join(err, s.crew.end())
}

// ShowCard shows one card and returns the choice by which it was left, "" when
// the program was ended from outside.
func ShowCard(ctx context.Context, o Options, c Card) (CardAction, error) {
	s := newShell(ctx, o)
	s.card, s.failure = &c, c.Err
	err := s.run(ctx)
	var shown *ShownError
	if errors.As(err, &shown) {
		return shown.Action, nil
	}
	return "", err
}

func (s *shell) run(ctx context.Context) error {
	in, closeIn, err := s.o.files()
	if err != nil {
		return err
	}
	defer closeIn()

	t := &terminal{asks: mayAsk(s.o.Getenv) && s.asksBackground()}
	t.in = &input{File: in}
	t.out = &output{File: s.o.Out}
	s.term = t
	s.painter = newPainter(s.o.Out)
	s.painter.ask = t.ask
	if w, h, err := term.GetSize(s.o.Out.Fd()); err == nil {
		s.w, s.h = w, h
	}
	opts := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(t.in), tea.WithOutput(t.out),
		tea.WithAltScreen(), tea.WithReportFocus(), tea.WithFPS(1), // the painter draws
		tea.WithoutSignalHandler(), tea.WithFilter(s.ending),
	}
	if s.mouse {
		opts = append(opts, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(s, opts...)
	s.painter.due = func() { p.Send(paintMsg{}) }
	s.painter.fail = func(error) { go p.Quit() } // there is nobody to tell
	t.in.tell = func(light bool) {
		t.answered()
		p.Send(backgroundMsg{light: light})
	}
	stop := s.watchSignals(p)
	s.painter.start()
	_, err = p.Run()
	s.painter.stop()
	stop()
	s.closeScreens()

	switch {
	case s.crash != nil:
		return s.crash
	case s.result != nil:
		return s.result
	case errors.Is(err, context.Canceled):
		return nil
	}
	return err
}

// ending keeps the painter off the terminal once it is being restored.
func (s *shell) ending(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.QuitMsg, tea.InterruptMsg:
		s.pausePainting()
	}
	return msg
}

// watchSignals ends the program in order on the signals that ask for it; the
// terminal is restored by the same path as on a key.
func (s *shell) watchSignals(p *tea.Program) (stop func()) {
	c := make(chan os.Signal, 2)
	signal.Notify(c, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case sig := <-c:
				// The editor in front of us gets its own interrupt.
				if sig == syscall.SIGINT && s.away.Load() {
					continue
				}
				p.Quit()
			}
		}
	}()
	return func() {
		signal.Stop(c)
		close(done)
		<-ended
	}
}

// files are the ones to read keys from and to draw to.
func (o Options) files() (in *os.File, closeIn func(), err error) {
	none := func() {}
	if o.Getenv("TERM") == "dumb" {
		return nil, none, &NoTerminalError{Why: "this terminal cannot move its cursor (TERM=dumb)"}
	}
	if !term.IsTerminal(o.Out.Fd()) {
		return nil, none, &NoTerminalError{Why: "the screen needs a terminal to draw on"}
	}
	if term.IsTerminal(o.In.Fd()) {
		return o.In, none, nil
	}
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return nil, none, &NoTerminalError{Why: "the screen needs a keyboard, and input is not a terminal"}
	}
	return tty, func() { closeQuietly(tty) }, nil
}

// closeQuietly is for files that were only read.
func closeQuietly(c io.Closer) {
	// Nothing was written: there is nothing that a failing close could lose.
	_ = c.Close()
}
