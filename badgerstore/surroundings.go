package badgerstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebb/engine"
)

// Surroundings looks at the place of a store, which need not be open and need
// not be one: free space, limits, the file system, permissions, leftovers.
func Surroundings(dir string) []engine.Finding {
	var out []engine.Finding
	add := func(f *engine.Finding) {
		if f != nil {
			out = append(out, *f)
		}
	}
	add(lookAtSpace(dir))
	if text := fileLimitNotice(); text != "" {
		add(&engine.Finding{
			Kind: engine.FoundFiles, Count: 1, What: text,
			Means: "a store that has grown stops writing when it runs out of them", Advice: "raise the limit before starting ebb: ulimit -n 4096",
		})
	}
	if name := remoteName(dir); name != "" {
		add(&engine.Finding{
			Kind: engine.FoundPlace, Count: 1, What: "the store is on " + name,
			Means: "locks and mapped files cannot be relied on there: two writers at once would destroy it", Advice: "keep it on a local disk: ebb backup FILE, then ebb restore-backup FILE --store DIR",
		})
	}
	add(lookAtAccess(dir))
	return append(out, lookAtLeftovers(dir)...)
}

// lookAtSpace says when there is no room to write, and notes when there is
// none for a second copy of the store.
func lookAtSpace(dir string) *engine.Finding {
	free, err := freeSpace(dir)
	if err != nil {
		return &engine.Finding{
			Kind: engine.FoundSpace, Count: 1, What: fmt.Sprintf("the free space cannot be asked for: %v", err),
			Means: "ebb stops writing before the disk is full, and cannot tell when", Advice: "look at the disk: df " + dir,
		}
	}
	least := uint64(Options{}.minFree(defaultMemTable))
	size := uint64(sizeOf(dir))
	f := engine.Finding{Kind: engine.FoundSpace, Count: 1}
	switch {
	case free < least:
		f.What = fmt.Sprintf("%d MB are free, %d MB are needed to write safely", free>>20, least>>20)
		f.Means = "the store can be read, and nothing can be written to it"
		f.Advice = "make room on that disk"
	case free < least+2*size:
		f.What = fmt.Sprintf("%d MB are free, the store takes %d MB", free>>20, size>>20)
		f.Means = "there is room to go on, but hardly for a backup beside it or for restoring one"
		f.Advice = "make room before it is needed"
		f.Note = true
	default:
		return nil
	}
	return &f
}

// sizeOf is what the files of a store take, in bytes. Badger's mapped files
// have holes, so a table counts and a log does not.
func sizeOf(dir string) (n int64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0 // who opens it hears why
	}
	for _, e := range entries {
		if fi, err := e.Info(); err == nil && filepath.Ext(e.Name()) == ".sst" {
			n += fi.Size()
		}
	}
	return n
}

// lookAtAccess says when others may read the store.
func lookAtAccess(dir string) *engine.Finding {
	if os.PathSeparator != '/' {
		return nil // modes mean nothing there
	}
	open := 0
	first := ""
	// Whoever cannot enter the directory cannot read its files.
	if fi, err := os.Stat(dir); err == nil && fi.Mode().Perm()&0o077 != 0 {
		open, first = 1, dir
	}
	if open == 0 {
		return nil
	}
	return &engine.Finding{
		Kind: engine.FoundAccess, Count: open, What: fmt.Sprintf("others on this machine may look into %s", first),
		Means: "whoever can open the folder can read every memory", Advice: "chmod 700 " + first,
	}
}

// lookAtLeftovers names what nobody needs any more: what was kept after a
// crash, half-written files, interrupted restorations and replaced stores.
func lookAtLeftovers(dir string) []engine.Finding {
	var out []engine.Finding
	note := func(what, means, advice string, care bool) {
		out = append(out, engine.Finding{Kind: engine.FoundLeftover, Count: 1, What: what, Means: means, Advice: advice, Note: !care})
	}
	if n := len(quarantined(dir, "")) - len(lostLogs(dir)); n > 0 {
		note(fmt.Sprintf("%d files are kept in %s", n, filepath.Join(dir, quarantineName)),
			"a crash left them unnamed, and they were kept in case something turned out to be missing",
			"when nothing is missing, delete them", true)
	}
	if names, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.new")); err == nil && len(names) > 0 {
		note(names[0]+" was being written when a process ended", "the file that it was to replace is whole", "it is replaced the next time; nothing need be done", false)
	}
	for _, path := range halfRestored(dir) {
		note(path+" is what an interrupted restoration left", "the store was not touched by it; it only takes room", "the next ebb restore-backup clears it away, or delete it", true)
	}
	for _, path := range replaced(dir) {
		note(path+" is a store that a restoration replaced", "it takes room until it is deleted", "delete it once the restored store has proved itself", false)
	}
	return out
}

// The folders that a restoration makes beside the store.
const (
	halfRestoredMark = ".restore-" // behind a dot and the store's name
	replacedMark     = ".before-"  // behind the store's name
)

// halfRestored is the folders in which a restoration was killed.
func halfRestored(dir string) []string {
	parent, base := filepath.Split(filepath.Clean(dir))
	return slices.DeleteFunc(foldersBeside(parent, "."+base+halfRestoredMark), atWork)
}

func replaced(dir string) []string {
	parent, base := filepath.Split(filepath.Clean(dir))
	return foldersBeside(parent, base+replacedMark)
}

func foldersBeside(parent, prefix string) (out []string) {
	entries, err := os.ReadDir(parent)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil // what cannot be looked into is in nobody's way
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), prefix) {
			out = append(out, filepath.Join(parent, e.Name()))
		}
	}
	return out
}

// escapeGlob makes a path stand for itself in a pattern.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
