package interchange

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// watching is a Watch under test: each call of changed sends what the file
// says by then.
type watching struct {
	t    *testing.T
	path string
	says chan string
}

func startWatch(t *testing.T, path string) *watching {
	t.Helper()
	w := &watching{t: t, path: path, says: make(chan string, 16)}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- Watch(ctx, path, func() {
			b, err := os.ReadFile(path)
			if err != nil {
				return // gone again already: its coming back will be told
			}
			w.says <- string(b)
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Watch: %v", err)
		}
		goleak.VerifyNone(t)
	})
	return w
}

// until waits for a call that finds the file saying this.
func (w *watching) until(text string) {
	w.t.Helper()
	limit := time.After(20 * time.Second)
	for {
		select {
		case got := <-w.says:
			if got == text {
				return
			}
		case <-limit:
			w.t.Fatalf("no call found the file saying %q", text)
		}
	}
}

func (w *watching) write(text string) {
	w.t.Helper()
	if err := os.WriteFile(w.path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func TestWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.jsonl")
	if err := os.WriteFile(path, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := startWatch(t, path)
	w.until("one") // told at the start

	w.write("two") // truncated and rewritten
	w.until("two")

	other := path + ".tmp"
	if err := os.WriteFile(other, []byte("three"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(other, path); err != nil { // replaced
		t.Fatal(err)
	}
	w.until("three")

	w.write("four") // the new file is followed too
	w.until("four")

	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	w.write("five") // gone and back
	w.until("five")
}

func TestWatchWaitsForFileAndFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "project", ".memory", "memory.jsonl")
	w := startWatch(t, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	w.write("one")
	w.until("one")

	if err := os.RemoveAll(filepath.Join(dir, "project")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	w.write("two")
	w.until("two")
}

func TestWatchFollowsSymbolicLinks(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "real", "memory.jsonl")
	path := filepath.Join(dir, "link", "memory.jsonl")
	for _, p := range []string{target, path} {
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(target, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	w := startWatch(t, path)
	w.until("one")
	if err := os.WriteFile(target, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.until("two")
}

// A writer that never rests is read all the same.
func TestWatchOfABusyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.jsonl")
	w := startWatch(t, path)
	w.write("start")
	tick := time.NewTicker(settle / 4)
	defer tick.Stop()
	limit := time.After(20 * time.Second)
	for {
		select {
		case <-tick.C:
			w.write("busy")
		case got := <-w.says:
			if got == "busy" {
				return
			}
		case <-limit:
			t.Fatal("no call while the file was being written")
		}
	}
}

func TestWatchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Watch(ctx, filepath.Join(t.TempDir(), "memory.jsonl"), func() { t.Error("nothing is there") }); err != nil {
		t.Error(err)
	}
	goleak.VerifyNone(t)
}

// A folder is watched with its folders, those that come later too; what is
// hidden in it is not.
func TestWatchFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "vault")
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	told, ended := make(chan struct{}, 64), make(chan error, 1)
	go func() { ended <- WatchFolder(ctx, dir, func() { told <- struct{}{} }) }()
	wait := func(why string) {
		t.Helper()
		select {
		case <-told:
		case <-time.After(20 * time.Second):
			t.Fatalf("nothing was told about %s", why)
		}
	}
	write := func(name string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wait("the start")
	write("a.md")
	wait("a note")
	write("sub/b.md")
	wait("a note in a folder")
	write("new/deep/c.md")
	wait("a new folder")
	write("new/deep/d.md")
	wait("a note in the new folder")
	if err := os.RemoveAll(filepath.Join(dir, "new")); err != nil {
		t.Fatal(err)
	}
	wait("a folder that is gone")
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	goleak.VerifyNone(t)
}
