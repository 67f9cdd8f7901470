package interchange

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// settle is how long a file must be quiet before it counts as written: an
	// agent's write is a truncation followed by the new text.
	settle = 100 * time.Millisecond
	// impatience bounds the wait for quiet under a writer that never rests.
	impatience = 2 * time.Second
)

// Watch calls changed when watching has begun, if the file is there, and again
// whenever what stands at path may have become different: written, truncated
// and rewritten, replaced by renaming, removed and made anew. Changes that
// follow each other closely are told once. While no file stands at path nothing
// is told; its folder need not exist yet. Calls come one at a time, from the
// goroutine that runs Watch; a change during a call is told after it.
//
// Watch returns nil when ctx ends, and an error when the system cannot watch.
func Watch(ctx context.Context, path string, changed func()) error {
	return watchPath(ctx, path, false, changed)
}

// WatchFolder is Watch for a folder with all that lies in its folders, but for
// what is hidden: changed is called while a folder stands at path. Links are
// not followed, and a folder with more than some thousand folders inside is an
// error.
func WatchFolder(ctx context.Context, path string, changed func()) error {
	return watchPath(ctx, path, true, changed)
}

func watchPath(ctx context.Context, path string, tree bool, changed func()) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("watching %s: %w", path, err)
	}
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching %s: %w", path, err)
	}
	w := &watch{path: abs, tree: tree, events: events, folders: map[string]bool{}}
	err = errors.Join(w.run(ctx, changed), events.Close())
	if err != nil {
		return fmt.Errorf("watching %s: %w", path, err)
	}
	return nil
}

// watch follows one path. The folder is watched, not the file: a file that is
// replaced by renaming takes its watch away with it.
type watch struct {
	path    string
	tree    bool   // path is a folder, and what lies in it counts
	target  string // what path leads to, when it is a symbolic link
	events  *fsnotify.Watcher
	folders map[string]bool
}

func (w *watch) run(ctx context.Context, changed func()) error {
	if err := w.arm(); err != nil {
		return err
	}
	if w.there() {
		changed()
	}
	quiet := time.NewTimer(settle)
	quiet.Stop()
	var since time.Time // of the first change not told yet
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, ok := <-w.events.Events:
			if !ok {
				return errors.New("the system's watch has ended")
			}
			if !w.about(e) {
				continue
			}
			if since.IsZero() {
				since = time.Now()
			}
			if time.Since(since) < impatience {
				quiet.Reset(settle)
			}
		case err, ok := <-w.events.Errors:
			if !ok {
				return errors.New("the system's watch has ended")
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return err
			}
			quiet.Reset(settle) // events were lost: look again
		case <-quiet.C:
			since = time.Time{}
			if err := w.arm(); err != nil {
				return err
			}
			if w.there() {
				changed()
			}
		}
	}
}

// about reports whether an event may have to do with the file. One about a
// folder above it does: the file may have come or gone with it.
func (w *watch) about(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	if e.Name == w.path || e.Name == w.target || w.folders[e.Name] {
		return true
	}
	if w.tree && isAbove(w.path, e.Name) {
		return !strings.HasPrefix(filepath.Base(e.Name), ".")
	}
	return isAbove(e.Name, w.path) || w.target != "" && isAbove(e.Name, w.target)
}

func isAbove(folder, path string) bool {
	return len(path) > len(folder) && path[:len(folder)] == folder && os.IsPathSeparator(path[len(folder)])
}

func (w *watch) there() bool {
	info, err := os.Stat(w.path)
	return err == nil && (w.tree && info.IsDir() || !w.tree && info.Mode().IsRegular())
}

// arm watches the file's folder, or the nearest one above that exists, and the
// folder of what a symbolic link leads to.
func (w *watch) arm() error {
	want := map[string]bool{}
	if err := w.add(filepath.Dir(w.path), want); err != nil {
		return err
	}
	if w.tree {
		if err := w.addTree(want); err != nil {
			return err
		}
	}
	w.target = ""
	if target, err := filepath.EvalSymlinks(w.path); err == nil && target != w.path && !w.tree {
		w.target = target
		if err := w.add(filepath.Dir(target), want); err != nil {
			return err
		}
	}
	for folder := range w.folders {
		if !want[folder] {
			w.events.Remove(folder) //nolint:errcheck // it may be gone, and its watch with it
		}
	}
	w.folders = want
	return nil
}

// mostFolders bounds the folders of a tree: systems lend a process some ten
// thousand watches, for all that it does.
const mostFolders = 4000

// addTree watches the folder at path and those in it.
func (w *watch) addTree(want map[string]bool) error {
	return filepath.WalkDir(w.path, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // gone, or closed to us: there is nothing to watch
		}
		switch {
		case path == w.path: // whatever its name
		case !d.IsDir():
			return nil // a link to a folder is none
		case strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		}
		if err := w.events.Add(path); err != nil {
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
				return nil
			}
			return err
		}
		if want[path] = true; len(want) > mostFolders {
			return fmt.Errorf("it holds more than %d folders", mostFolders)
		}
		return nil
	})
}

// add watches a folder; as long as it does not exist, the nearest one above.
func (w *watch) add(folder string, want map[string]bool) error {
	// Whoever makes the folders may be at it right now: look again below the
	// one that is watched, a few times.
	for range 16 {
		nearest, missing, err := w.addNearest(folder)
		if err != nil {
			return err
		}
		want[nearest] = true
		if missing == "" {
			return nil
		}
		if _, err := os.Stat(missing); err != nil {
			return nil //nolint:nilerr // still missing: its coming will be told
		}
	}
	return nil
}

// addNearest returns the folder that is watched now and the one below it that
// is missing, "" for none. Adding a folder again is harmless, and needed when
// it was removed and made anew.
func (w *watch) addNearest(folder string) (nearest, missing string, err error) {
	for {
		err = w.events.Add(folder)
		parent := filepath.Dir(folder)
		if err == nil || !errors.Is(err, os.ErrNotExist) || parent == folder {
			return folder, missing, err
		}
		folder, missing = parent, folder
	}
}
