//go:build unix

package cli

import (
	"strings"
	"testing"
)

// A person settles what two memories disagree about, and takes it back.
func TestAPersonSettlesAConflict(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Freeze starts on the eighteenth", "--id", "older", "--namespace", "a")
	command(t, env, "add", "Freeze starts on the twentieth", "--id", "newer", "--namespace", "a")
	command(t, env, "declare", "older", "newer", "--why", "two different days")
	screen := onTerminal(t, env)
	screen.see("Conflicts")
	screen.press("3")
	screen.see("[eighteenth]")
	screen.see("two different days")
	screen.see("superseded by A")
	screen.press("b")
	screen.see("its text as it is")
	if out := command(t, env, "list"); !strings.Contains(out, "eighteenth") {
		t.Errorf("written before enter: %q", out)
	}
	screen.press("\r")
	screen.see("settled: B stays")
	if out := command(t, env, "list"); strings.Contains(out, "eighteenth") || !strings.Contains(out, "twentieth") {
		t.Errorf("B was kept, and there are %q", out)
	}
	screen.press("u")
	screen.see("undid")
	if out := command(t, env, "conflicts"); !strings.Contains(out, "two different days") {
		t.Errorf("after undo the open conflicts are %q", out)
	}
	screen.press("q")
	if code := screen.end(); code != exitDone {
		t.Errorf("ends with %d", code)
	}
}
