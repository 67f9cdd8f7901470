package ui

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

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

	able := mayAsk(s.o.Getenv)
	t := &terminal{able: able, asks: able && s.asksBackground()}
	t.in = &input{File: in, expects: t.expects}
	t.out = &output{File: s.o.Out}
	s.term = t
	s.painter = newPainter(s.o.Out)
	s.painter.ask = t.ask
	s.painter.hear = mayHear(s.o.Getenv)
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
	t.in.tell = func(said word, light bool) {
		if said == answer {
			t.answered()
		}
		p.Send(backgroundMsg{light: light, said: said})
	}
	stop := s.watchSignals(p, s.abandon(in))
	s.painter.start()
	_, err = p.Run()
	s.ended.Store(true)
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

// abandon ends the process with the terminal as it was, from any goroutine.
func (s *shell) abandon(in *os.File) func() {
	was, err := term.GetState(in.Fd())
	return func() {
		if s.ended.Load() {
			return
		}
		// There is nobody left to tell what fails from here on.
		_, _ = s.o.Out.WriteString(restoreSequences)
		if err == nil {
			_ = term.Restore(in.Fd(), was)
		}
		os.Exit(1)
	}
}

// restoreSequences switch off what the screen has switched on.
const restoreSequences = "\x1b[?2026l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2004l" + muteBackground + "\x1b[0m\x1b[?1049l\x1b[?25h"

// ending keeps the painter off the terminal once it is being restored.
func (s *shell) ending(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.QuitMsg, tea.InterruptMsg:
		s.pausePainting()
	}
	return msg
}

// grace is how long a signal waits for the program to end by itself.
const grace = 3 * time.Second

// watchSignals ends the program in order on the signals that ask for it; the
// terminal is restored by the same path as on a key.
//
// A program that is stuck does not hold up the end for longer than grace: the
// terminal is restored from here then, and the process ends. What was
// acknowledged is on the disk.
func (s *shell) watchSignals(p *tea.Program, restore func()) (stop func()) {
	var force sync.Once
	c := make(chan os.Signal, 2)
	signal.Notify(c, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGABRT)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case sig := <-c:
				// The editor in front of us gets its own interrupt.
				if (sig == syscall.SIGINT || sig == syscall.SIGQUIT) && s.away.Load() {
					continue
				}
				go p.Quit() // it waits for a program that is busy
				force.Do(func() { time.AfterFunc(grace, restore) })
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
