//go:build unix

package cli

import (
	"strings"
	"testing"
)

// A person looks at what a memory is tied to, ties two, and takes it back.
func TestAPersonTiesMemories(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Deploys go out on Tuesday", "--id", "deploys", "--namespace", "a")
	command(t, env, "add", "Release checklist", "--id", "list", "--namespace", "a")
	command(t, env, "relate", "deploys", "list", "depends_on")
	screen := onTerminal(t, env)
	screen.see("Release checklist") // the memories are there, one is under the cursor
	screen.press("4")
	screen.see("gone quiet by") // the tie under the cursor
	screen.press("x")
	screen.see("belong together")
	for range 5 {
		screen.press("j")
	}
	screen.press("\r")
	screen.see("linked the two: related to")
	if out := command(t, env, "edges", "deploys"); !strings.Contains(out, "related_to") {
		t.Errorf("the ties are %q", out)
	}
	screen.press("u")
	screen.see("undid")
	if out := command(t, env, "edges", "deploys"); strings.Contains(out, "related_to") {
		t.Errorf("after undo the ties are %q", out)
	}
	screen.press("q")
	if code := screen.end(); code != exitDone {
		t.Errorf("ends with %d", code)
	}
}
