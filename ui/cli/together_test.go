//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"ebb/ui/cli/files"
)

// Commands started together, without anyone who holds the store: one of them
// takes it, the others go through it or take their turn.
func TestManyCommandsAtOnce(t *testing.T) {
	env := place(t)
	const many = 12
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			cmd := exec.Command("ebb", "--actor", fmt.Sprintf("agent%d", i), "add", fmt.Sprintf("note %d", i), "--id", fmt.Sprintf("note-%d", i))
			cmd.Env = env
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("note %d: %v: %s", i, err, out)
			}
		})
	}
	all.Wait()
	if out := command(t, env, "list"); strings.Count(out, "\n") != many {
		t.Errorf("%d memories, want %d:\n%s", strings.Count(out, "\n"), many, out)
	}
	if out := command(t, env, "--json", "log"); strings.Count(out, `"kind":"add"`) != many {
		t.Errorf("the log:\n%s", out)
	}
}

// A store that is held by someone who serves no guests: a command waits its
// turn, and says in the end who is in the way.
func TestHolderWithoutASocket(t *testing.T) {
	dir := t.TempDir()
	held, err := openFast(t.Context(), dir, StoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	p := Process{
		Args: []string{"--store", dir, "add", "one"}, Dir: dir, Env: func(string) string { return "" },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Files: files.Local{Dir: dir},
		Clock: time.Now, Location: time.UTC, Places: Places{Data: t.TempDir(), Config: t.TempDir(), State: t.TempDir()}, Open: openFast,
		patience: 50 * time.Millisecond,
	}
	if code := p.Run(t.Context()); code != exitFailed || !strings.Contains(errs.String(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("while it is held: %d, %q, %q", code, out.String(), errs.String())
	}

	// Whoever is waiting gets it as soon as it is free.
	errs.Reset()
	p.patience = time.Minute
	ended := make(chan int, 1)
	go func() { ended <- p.Run(t.Context()) }()
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	if code := <-ended; code != exitDone {
		t.Errorf("once it is free: %d, %q", code, errs.String())
	}
}
