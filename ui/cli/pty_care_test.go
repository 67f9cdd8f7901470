//go:build unix

package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// variable is a variable of an environment.
func variable(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// A damaged store leads a person to its newest backup, and on to the screen.
func TestDamagedStoreIsRestoredFromTheScreen(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Deploys go out on Tuesday")
	data := variable(env, "XDG_DATA_HOME")
	store := filepath.Join(data, "ebb", "default")
	manifest := filepath.Join(store, "MANIFEST")
	whole, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}

	// Without a backup there is only advice.
	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	screen := onTerminal(t, env)
	screen.see("This store is damaged")
	screen.press("r")
	screen.see("No backup of this store is known here")
	screen.press("q")
	if code := screen.end(); code != exitFailed {
		t.Errorf("without a backup it ends with %d", code)
	}

	// With one, but a person who thinks better of it.
	if err := os.WriteFile(manifest, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(data, "one.ebb")
	command(t, env, "backup", backup)
	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	screen = onTerminal(t, env)
	screen.see("This store is damaged")
	screen.press("r")
	screen.see("Restore this backup?")
	screen.see("It holds 1 memory")
	screen.press("q")
	screen.end()
	if _, err := os.Stat(manifest); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was restored: %v", err)
	}

	// A backup that is damaged too.
	b, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(backup, b[:len(b)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	screen = onTerminal(t, env)
	screen.see("This store is damaged")
	screen.press("r")
	screen.see("Restore this backup?")
	screen.press("r")
	screen.see("The backup was not restored")
	screen.press("q")
	if code := screen.end(); code != exitFailed {
		t.Errorf("after a backup that is damaged it ends with %d", code)
	}

	// And one that is whole.
	if err := os.WriteFile(backup, b, 0o600); err != nil {
		t.Fatal(err)
	}
	screen = onTerminal(t, env)
	screen.see("This store is damaged")
	screen.press("r")
	screen.see("Restore this backup?")
	screen.press("r")
	screen.see("Deploys go out")
	screen.press("q")
	if code := screen.end(); code != exitDone {
		t.Errorf("after restoring it ends with %d: %q", code, tail(screen.written()))
	}
	if out := command(t, env, "list"); !strings.Contains(out, "Tuesday") {
		t.Errorf("restored: %q", out)
	}
}

// On a terminal a doctor asks before it repairs, and offers a backup.
func TestDoctorAsks(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Deploys go out on Tuesday", "--id", "m1")
	store := filepath.Join(variable(env, "XDG_DATA_HOME"), "ebb", "default")
	s, err := openFast(context.Background(), store, StoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(spoilIndex(s, "m1"), s.Close()); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "before.ebb")
	asked := onTerminal(t, env, "doctor", "--repair")
	asked.see("A backup before that?")
	asked.press(backup + "\n")
	asked.see("Type yes to go on")
	asked.press("no\n")
	if code := asked.end(); code != exitFailed {
		t.Errorf("declined it ends with %d", code)
	}
	if _, err := os.Stat(backup); err != nil {
		t.Errorf("the backup: %v", err)
	}
	verify := exec.Command("ebb", "verify")
	verify.Env = env
	if err := verify.Run(); err == nil {
		t.Error("it was repaired though a person declined")
	}
	asked = onTerminal(t, env, "doctor", "--repair")
	asked.see("A backup before that?")
	asked.press("\n")
	asked.see("Type yes to go on")
	asked.press("yes\n")
	if code := asked.end(); code != exitDone {
		t.Errorf("agreed it ends with %d: %q", code, tail(asked.written()))
	}
	command(t, env, "verify")
}
