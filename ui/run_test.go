//go:build unix

package ui

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"go.uber.org/goleak"

	"ebb/engine"
	"ebb/themes"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// theatre is a real pseudo-terminal with the program on it.
type theatre struct {
	t           *testing.T
	master, tty *os.File
	before      *term.State
	h           *harness
	end         chan error
	readers     sync.WaitGroup

	mu   sync.Mutex
	said bytes.Buffer
	more chan struct{}
}

func open(t *testing.T, change ...func(*harness, *Options)) *theatre {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	before, err := term.GetState(tty.Fd())
	if err != nil {
		t.Fatal(err)
	}
	p := &theatre{t: t, master: master, tty: tty, before: before, end: make(chan error, 1), more: make(chan struct{}, 1)}
	p.h = &harness{t: t, e: newFakeEngine(), demo: newFakeEngine()}
	o := p.h.options()
	o.In, o.Out = tty, tty
	o.Getenv = func(k string) string { return map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}[k] }
	o.Theme.Name = "auto"
	for _, f := range change {
		f(p.h, &o)
	}
	withClose := o.Open
	o.Open = func(ctx context.Context, which Which) (*Session, error) {
		s, err := withClose(ctx, which)
		if err == nil {
			s.Close = func() error { close(p.h.e.events); return nil }
		}
		return s, err
	}
	p.readers.Add(1)
	go p.read()
	go func() { p.end <- Run(context.Background(), o) }()
	t.Cleanup(func() {
		closeQuietly(tty)
		closeQuietly(master)
		p.readers.Wait()
	})
	return p
}

func (p *theatre) read() {
	defer p.readers.Done()
	buf := make([]byte, 4096)
	for {
		n, err := p.master.Read(buf)
		p.mu.Lock()
		p.said.Write(buf[:n])
		p.mu.Unlock()
		select {
		case p.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (p *theatre) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

// patience is how long a test waits for what must come: only a broken program
// makes use of it.
const patience = 20 * time.Second

func (p *theatre) waitFor(want string) {
	p.t.Helper()
	limit := time.After(patience)
	for !strings.Contains(p.output(), want) {
		select {
		case <-p.more:
		case <-limit:
			p.t.Fatalf("the terminal never got %q, but %q", want, p.output())
		}
	}
}

func (p *theatre) waitForTimes(want string, times int) {
	p.t.Helper()
	limit := time.After(patience)
	for strings.Count(p.output(), want) < times {
		select {
		case <-p.more:
		case <-limit:
			p.t.Fatalf("the terminal got %q only %d times of %d", want, strings.Count(p.output(), want), times)
		}
	}
}

func (p *theatre) types(keys string) {
	p.t.Helper()
	if _, err := p.master.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

func (p *theatre) ends() error {
	p.t.Helper()
	select {
	case err := <-p.end:
		return err
	case <-time.After(patience):
		p.t.Fatal("the program does not end")
		return nil
	}
}

// restored checks that the terminal is as it was.
func (p *theatre) restored() {
	p.t.Helper()
	for _, off := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l", "\x1b[?1004l", "\x1b[?1002l", "\x1b[?1006l"} {
		p.waitFor(off)
	}
	after, err := term.GetState(p.tty.Fd())
	if err != nil {
		p.t.Fatal(err)
	}
	if *after != *p.before {
		p.t.Errorf("the terminal's modes were %+v and are %+v", *p.before, *after)
	}
}

func TestRunDrawsQuitsAndRestores(t *testing.T) {
	p := open(t)
	p.waitFor("\x1b[?2026h")
	p.waitFor("work-agents")
	p.types("q")
	if err := p.ends(); err != nil {
		t.Fatal(err)
	}
	p.restored()
	if got := strings.Count(p.output(), askBackground); got != 1 {
		t.Errorf("the terminal was asked %d times", got)
	}
	if first, ask := strings.Index(p.output(), "ebb"), strings.Index(p.output(), askBackground); ask < first {
		t.Error("the terminal was asked before anything was drawn")
	}
}

func TestRunTakesTheAnswerForColourAndNotForKeys(t *testing.T) {
	p := open(t)
	p.waitFor(askBackground)
	p.waitFor("row 3")
	p.types("\x1b]11;rgb:ffff/ffff/ffff\x1b\\d")
	p.waitFor("38;2;63;127;171") // the light theme's bars
	p.types("q")
	if err := p.ends(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.h.views[0].ran, " "); got != "archive" {
		t.Errorf("the answer ran %q", got)
	}
}

// A terminal that answers is asked again when it is looked at again, and when
// it says that something has changed; the colours follow in one frame.
func TestRunFollowsTheTerminal(t *testing.T) {
	p := open(t)
	p.waitFor(askBackground)
	p.waitFor(hearBackground)
	p.waitFor("row 3")
	p.types("\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\")
	clears := strings.Count(p.output(), "\x1b[2J")
	colour := func(theme string) string {
		return strings.Trim(themes.Must(theme).Ink(themes.BarFull).Open(), "\x1b[m")
	}
	for i, bars := range []string{colour("light"), colour("dark"), colour("light")} {
		if i == 1 {
			p.types("\x1b[I") // the focus
		} else {
			p.types("\x1b[?997;2n")
		}
		p.waitForTimes(askBackground, i+2)
		seen := strings.Count(p.output(), bars)
		p.types([]string{"\x1b]11;rgb:ffff/ffff/ffff\x07", "\x1b]11;rgb:0000/0000/0000\x07"}[i%2])
		p.waitForTimes(bars, seen+1)
	}
	cleared := strings.Count(p.output(), "\x1b[2J")
	p.types("q")
	if err := p.ends(); err != nil {
		t.Fatal(err)
	}
	p.restored()
	p.waitFor(muteBackground)
	if cleared != clears {
		t.Errorf("the screen was cleared %d times", cleared-clears)
	}
	if got := p.h.views[0].ran; len(got) != 0 {
		t.Errorf("what the terminal said ran %q", got)
	}
}

// A mute terminal is asked once, whatever happens to it.
func TestRunLeavesAMuteTerminalAlone(t *testing.T) {
	p := open(t)
	p.waitFor(askBackground)
	p.types("\x1b[O\x1b[I\x1b[O\x1b[I\x1b[?997;2n")
	p.waitFor("63;127;171") // its report is all there is to go by
	p.types("q")
	if err := p.ends(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(p.output(), askBackground); got != 1 {
		t.Errorf("it was asked %d times", got)
	}
}

func TestRunEndsInOrderOnSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		p := open(t)
		p.waitFor("row 3")
		if err := syscall.Kill(os.Getpid(), sig); err != nil {
			t.Fatal(err)
		}
		if err := p.ends(); err != nil {
			t.Errorf("%v: %v", sig, err)
		}
		p.restored()
	}
}

func TestRunRestoresAfterAPanic(t *testing.T) {
	p := open(t)
	p.waitFor("row 3")
	p.h.views[0].arm.Store(true)
	p.types("z")
	err := p.ends()
	var crash *PanicError
	if !errors.As(err, &crash) || len(crash.Stack) == 0 {
		t.Fatalf("ended with %v", err)
	}
	p.restored()
	if strings.Contains(p.output(), "goroutine ") {
		t.Error("the stack was printed into the screen")
	}
}

func TestRunReturnsWhatWasShown(t *testing.T) {
	locked := &engine.StoreLockedError{Dir: "/s", PID: 4711}
	p := open(t, func(_ *harness, o *Options) {
		o.Open = func(context.Context, Which) (*Session, error) { return nil, locked }
	})
	p.waitFor("process 4711")
	p.types("q")
	var shown *ShownError
	if err := p.ends(); !errors.As(err, &shown) || shown.Action != CardQuit || !errors.Is(err, locked) {
		t.Fatalf("ended with %v", err)
	}
	p.restored()
}

func TestRunNeedsATerminal(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(file)
	env := map[string]string{"TERM": "xterm"}
	o := Options{In: file, Out: file, Getenv: func(k string) string { return env[k] }}
	for _, name := range []string{"xterm", "dumb"} {
		env["TERM"] = name
		var none *NoTerminalError
		if err := Run(context.Background(), o); !errors.As(err, &none) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStoresAreClosedOnceAndAfterTheirWork(t *testing.T) {
	c := &crew{}
	closed := 0
	working := false
	s := &Session{Close: func() error {
		if working {
			t.Error("closed while work was under way")
		}
		closed++
		return nil
	}}
	if err := c.keep(s); err != nil || !c.join() {
		t.Fatal(err)
	}
	working = true
	ended := make(chan error)
	go func() { ended <- c.end() }()
	for c.join() { // until the end has begun
		c.leave()
	}
	working = false
	c.leave()
	if err := <-ended; err != nil || closed != 1 {
		t.Fatalf("%v, closed %d times", err, closed)
	}
	late := &Session{Close: func() error { closed++; return nil }}
	if err := c.keep(late); !errors.Is(err, engine.ErrClosed) || closed != 2 {
		t.Errorf("a store that opened too late: %v, closed %d", err, closed)
	}
	if err := errors.Join(c.part(s), c.end()); err != nil || closed != 2 {
		t.Errorf("%v, closed %d times", err, closed)
	}
}
