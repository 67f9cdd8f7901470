//go:build unix

package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// session is a program on a terminal of its own.
type session struct {
	t   *testing.T
	cmd *exec.Cmd
	tty *os.File

	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{}
	done chan struct{}
	err  error
}

// place is an environment in which ebb keeps everything under one folder.
func place(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	run, err := os.MkdirTemp("/tmp", "ebb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(run); err != nil {
			t.Error(err)
		}
	})
	return append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir+"/data", "XDG_CONFIG_HOME="+dir+"/config",
		"XDG_STATE_HOME="+dir+"/state", "XDG_RUNTIME_DIR="+run, "TZ=UTC", "TERM=xterm-256color", "EBB_ACTOR=", "NO_COLOR=", "TMUX=", "STY=")
}

func onTerminal(t *testing.T, env []string, args ...string) *session {
	t.Helper()
	s := &session{t: t, cmd: exec.Command("ebb", args...), more: make(chan struct{}, 1), done: make(chan struct{})}
	s.cmd.Env = env
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 24, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	s.tty = tty
	go s.read()
	t.Cleanup(func() {
		if s.cmd.ProcessState == nil {
			if err := s.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Error(err)
			}
		}
		<-s.done
		if err := tty.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// read keeps what the program writes, until it has ended. This terminal
// answers nothing.
func (s *session) read() {
	buf := make([]byte, 4096)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.text.Write(buf[:n])
		s.mu.Unlock()
		select {
		case s.more <- struct{}{}:
		default:
		}
		if err != nil {
			break // EIO: the program's side is closed
		}
	}
	s.err = s.cmd.Wait()
	close(s.done)
}

func (s *session) written() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// see waits until the program has written a word.
func (s *session) see(word string) {
	s.t.Helper()
	late := time.After(30 * time.Second)
	for !strings.Contains(s.written(), word) {
		select {
		case <-s.more:
		case <-late:
			s.t.Fatalf("%q has not come:\n%q", word, tail(s.written()))
		}
	}
}

func (s *session) end() int {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(30 * time.Second):
		s.t.Fatalf("it does not end:\n%q", tail(s.written()))
	}
	return s.cmd.ProcessState.ExitCode()
}

func (s *session) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, keys); err != nil {
		s.t.Fatal(err)
	}
}

func tail(s string) string { return s[max(len(s)-3000, 0):] }

func command(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("ebb", args...)
	cmd.Env = env
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			t.Fatalf("ebb %q: %v: %s", args, err, failed.Stderr)
		}
		t.Fatal(err)
	}
	return string(out)
}

func TestAgentWritesWhileAPersonLooks(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Deploys go out on Tuesday")
	screen := onTerminal(t, env)
	screen.see("Deploys go out")
	command(t, env, "--actor", "planner", "add", "Freeze from the eighteenth")
	screen.see("Freeze from")

	// A second screen is told who has the store; commands work from there.
	second := onTerminal(t, env)
	second.see("in use")
	second.see("process")
	second.press("q")
	if code := second.end(); code != exitFailed {
		t.Errorf("the second screen ends with %d, want %d", code, exitFailed)
	}

	// Killed in the middle: nothing is lost, and its socket is no obstacle.
	if err := screen.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	screen.end()
	if out := command(t, env, "list"); !strings.Contains(out, "Tuesday") || !strings.Contains(out, "eighteenth") {
		t.Errorf("after kill -9: %q", out)
	}
}

func TestTerminalIsGivenBack(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		env := place(t)
		command(t, env, "add", "Deploys go out on Tuesday")
		screen := onTerminal(t, env)
		screen.see("Deploys go out")
		if err := screen.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := screen.end(); code != exitDone {
			t.Errorf("%v: ends with %d: %q", sig, code, tail(screen.written()))
		}
		text := screen.written()
		for _, undo := range []string{"\x1b[?1049l", "\x1b[?25h"} {
			if strings.LastIndex(text, undo) < strings.Index(text, "Deploys") {
				t.Errorf("%v: %q was not sent at the end", sig, undo)
			}
		}
		// Closed in order: another one can have it at once.
		command(t, env, "list")
	}
}

func TestCommandsAskTheTerminalNothing(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Deploys go out on Tuesday")
	for _, args := range [][]string{{"version"}, {"list"}, {"config", "path"}, {"--help"}, {"nosuch"}} {
		piped, shown := time.Hour, time.Hour
		for range 5 {
			start := time.Now()
			cmd := exec.Command("ebb", args...)
			cmd.Env = env
			// Its exit code does not matter here.
			_ = cmd.Run()
			piped = min(piped, time.Since(start))

			start = time.Now()
			s := onTerminal(t, env, args...)
			s.end()
			shown = min(shown, time.Since(start))
			if text := s.written(); strings.Contains(text, "\x1b]1") || strings.Contains(text, "\x1b[6n") || strings.Contains(text, "\x1b[c") {
				t.Errorf("%v asks the terminal: %q", args, text)
			}
		}
		if shown > piped+50*time.Millisecond {
			t.Errorf("%v: %v on a terminal that answers nothing, %v without one", args, shown, piped)
		}
	}
}

func TestInterruptEndsAFollow(t *testing.T) {
	env := place(t)
	dir := t.TempDir()
	path := dir + "/notes.jsonl"
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"id":"n1","content":"first"}` + "\n")
	s := onTerminal(t, env, "import", path, "--follow")
	s.see("1 new")
	s.see("following; ctrl+c ends it")
	write(`{"id":"n1","content":"first"}` + "\n" + `{"id":"n2","content":"second"}` + "\n")
	s.see("1 new, 1 unchanged")
	// While it follows, it serves others.
	if out := command(t, env, "list"); !strings.Contains(out, "second") {
		t.Errorf("list: %q", out)
	}
	s.press("\x03")
	if code := s.end(); code != exitDone {
		t.Errorf("ends with %d: %q", code, tail(s.written()))
	}
}

func TestAPersonIsAsked(t *testing.T) {
	env := place(t)
	command(t, env, "add", "one", "--id", "one1", "--namespace", "a")
	s := onTerminal(t, env, "forget", "--namespace", "a")
	s.see("This deletes 1 memory. Type yes to go on:")
	s.press("no\n")
	if code := s.end(); code != exitFailed || !strings.Contains(s.written(), "nothing was changed") {
		t.Errorf("declined: %d, %q", code, s.written())
	}
	s = onTerminal(t, env, "purge", "one1")
	s.see("Type 1 to go on:")
	s.press("1\n")
	if code := s.end(); code != exitDone || !strings.Contains(s.written(), "removed 1 memory for good") {
		t.Errorf("agreed: %d, %q", code, s.written())
	}
}
