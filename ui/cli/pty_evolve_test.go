//go:build unix

package cli

import (
	"strings"
	"testing"
)

// A person looks at what a cycle would do, lets it happen, and takes it back.
func TestAPersonLetsMemoriesEvolve(t *testing.T) {
	env := place(t)
	command(t, env, "--now", "-200d", "add", "Trial of the old dashboard", "--id", "faded", "--type", "episodic")
	command(t, env, "--now", "-9d", "add", "Deploys go out on Tuesday", "--id", "sure", "--type", "episodic", "--confidence", "0.95")
	screen := onTerminal(t, env)
	screen.see("Evolve")
	for range 6 { // to the last tab, which is where it stays
		screen.press("L")
	}
	screen.see("no cycle yet")
	screen.press("p")
	screen.see("2 changes")
	screen.see("Trial of the old dashboard")
	if out := command(t, env, "list"); !strings.Contains(out, "old dashboard") {
		t.Errorf("written before the button: %q", out)
	}
	screen.press("\t")
	screen.press("\t")
	screen.press("\r")
	screen.see("applied 2 changes")
	if out := command(t, env, "list"); strings.Contains(out, "old dashboard") || !strings.Contains(out, "Tuesday") {
		t.Errorf("after the cycle there are %q", out)
	}
	if out := command(t, env, "cycle", "log"); !strings.Contains(out, "2 changes, 1 archived") {
		t.Errorf("the cycle log is %q", out)
	}
	screen.press("u")
	screen.see("undid")
	if out := command(t, env, "list"); !strings.Contains(out, "old dashboard") {
		t.Errorf("after undo there are %q", out)
	}
	screen.press("q")
	if code := screen.end(); code != exitDone {
		t.Errorf("ends with %d", code)
	}
}
