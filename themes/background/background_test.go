package background_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience bounds how long a child may take to say anything at all; Lip Gloss
// alone would wait five seconds on a mute terminal.
const patience = 4 * time.Second

// TestMuteTerminalIsNotAsked runs a program that links Bubble Tea on a
// terminal that answers nothing: its only output must be its own.
func TestMuteTerminalIsNotAsked(t *testing.T) {
	out, took := runOnMuteTerminal(t, build(t))
	if got := strings.TrimRight(out, "\r\n"); got != "ready" {
		t.Errorf("the terminal received %q, want only %q", out, "ready")
	}
	if took > patience/2 {
		t.Errorf("first byte after %v: something waited for the terminal", took)
	}
}

// TestWithoutThisPackageTheTerminalIsAsked is the control: it fails on the day
// Bubble Tea no longer queries, and then this package can go.
func TestWithoutThisPackageTheTerminalIsAsked(t *testing.T) {
	out, _ := runOnMuteTerminal(t, build(t, "-tags", "loud"))
	if !strings.Contains(out, "\x1b]11;?") {
		t.Errorf("the terminal received %q, want a background query (OSC 11)", out)
	}
}

func build(t *testing.T, flags ...string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no pseudo terminals here")
	}
	bin := filepath.Join(t.TempDir(), "mute")
	args := append([]string{"build", "-o", bin}, flags...)
	cmd := exec.Command("go", append(args, "./testdata/mute")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the child: %v\n%s", err, out)
	}
	return bin
}

// runOnMuteTerminal returns what the child wrote first and how long that took.
// It ends the child as soon as one whole write has been seen.
func runOnMuteTerminal(t *testing.T, bin string) (string, time.Duration) {
	t.Helper()
	cmd := exec.Command(bin)
	cmd.Env = []string{"TERM=xterm-256color", "PATH=" + os.Getenv("PATH")}
	start := time.Now()
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Skipf("pseudo terminals do not work here: %v", err)
	}
	defer func() {
		// The child may have ended by itself; either way it is gone after Wait.
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = tty.Close()
	}()

	type chunk struct {
		data []byte
		err  error
	}
	reads := make(chan chunk, 1)
	go func() {
		var all bytes.Buffer
		buf := make([]byte, 256)
		for {
			n, err := tty.Read(buf)
			all.Write(buf[:n])
			if err != nil || bytes.ContainsAny(all.Bytes(), "\n\x1b") {
				reads <- chunk{all.Bytes(), err}
				return
			}
		}
	}()
	select {
	case got := <-reads:
		if len(got.data) == 0 && got.err != nil && !errors.Is(got.err, io.EOF) {
			t.Fatalf("reading the terminal: %v", got.err)
		}
		return string(got.data), time.Since(start)
	case <-time.After(patience):
		t.Fatalf("nothing reached the terminal in %v", patience)
		return "", 0
	}
}
