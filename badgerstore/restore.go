package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"ebb/engine"
)

// RestoreOptions are how a backup is restored.
type RestoreOptions struct {
	Options // of the store that it becomes
	// Replace moves a store that is there aside.
	Replace bool
	// Progress is called now and then with what has been read so far; nil: not.
	Progress func(entries int, bytes int64)
}

// Restore makes the store that a backup holds and puts it into dir. It is
// built and examined in a folder beside, and takes its place in one step: a
// crash at any moment leaves what was there or what was restored. After an
// error, dir is as it was. Errors are *engine.BackupDamagedError,
// *engine.BackupVersionError, *engine.OccupiedError, *engine.NotAStoreError,
// *engine.StoreLockedError, *engine.DiskFullError and what the reader and the
// system answer.
func Restore(ctx context.Context, dir string, r io.Reader, o RestoreOptions) (restored engine.Restoration, err error) {
	if o.Progress == nil {
		o.Progress = func(int, int64) {}
	}
	backup, err := openBackup(r)
	if err != nil {
		return restored, err
	}
	defer backup.close()
	place, err := claim(dir, o.Replace)
	if err != nil {
		return restored, err
	}
	defer func() { err = errors.Join(err, place.release()) }()
	build, err := beginBuilding(place.dir)
	if err != nil {
		return restored, err
	}
	defer func() { err = errors.Join(err, build.abandon()) }()
	b := restoring{ctx: ctx, dir: build.dir, from: backup, o: o}
	if err := b.load(); err != nil {
		return restored, err
	}
	restored.Backup = backup.summary()
	if restored.Rebuilt, err = b.examine(); err != nil {
		return restored, err
	}
	if err := ctx.Err(); err != nil {
		return restored, err
	}
	o.at(placeExamined)
	if restored.Kept, err = build.become(place, o.at); err != nil {
		return restored, fmt.Errorf("put the restored store into %s: %w", place.dir, err)
	}
	return restored, nil
}

// A site is where a store is to be restored.
type site struct {
	dir      string   // absolute, links resolved
	exists   bool     // there is a folder
	occupied bool     // and a store in it
	lock     *dirLock // of that folder
}

// claim makes sure that dir may be restored to, and that nobody else uses it.
func claim(dir string, replace bool) (*site, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	// A link is followed: what it points to is replaced, not the link.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	p := &site{dir: dir}
	fi, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
			return nil, fmt.Errorf("restore into %s: %w", dir, err)
		}
		return p, nil
	case err != nil:
		return nil, fmt.Errorf("restore into %s: %w", dir, err)
	case !fi.IsDir():
		return nil, &engine.NotAStoreError{Dir: dir, Why: "it is a file"}
	}
	p.exists = true
	in, err := takeInventory(dir)
	if err != nil {
		return nil, fmt.Errorf("restore into %s: %w", dir, err)
	}
	p.occupied = in.manifest || in.badger || in.ours
	switch {
	case !p.occupied && in.foreign != "":
		return nil, &engine.NotAStoreError{Dir: dir, Why: "it holds other files, such as " + in.foreign}
	case p.occupied && !replace:
		return nil, &engine.OccupiedError{Dir: dir}
	}
	if p.lock, err = acquireLock(dir, false); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *site) release() error {
	if p.lock == nil {
		return nil
	}
	lock := p.lock
	p.lock = nil
	return lock.release()
}

// A building is the folder beside the target in which a store is made.
type building struct {
	dir  string
	lock *os.File // says that somebody is at work here
	done bool
}

// buildingLock is locked while a store is being made.
const buildingLock = "RESTORING"

// beginBuilding makes the folder, and clears away what killed restorations
// have left.
func beginBuilding(target string) (*building, error) {
	for _, dir := range halfRestored(target) {
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("clear away %s: %w", dir, err)
		}
	}
	dir, err := os.MkdirTemp(filepath.Dir(target), "."+filepath.Base(target)+halfRestoredMark)
	if err != nil {
		return nil, fmt.Errorf("restore beside %s: %w", target, err)
	}
	b := &building{dir: dir}
	if b.lock, err = os.OpenFile(filepath.Join(dir, buildingLock), os.O_RDWR|os.O_CREATE, 0o600); err == nil {
		err = lockFile(b.lock, false)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("restore in %s: %w", dir, err), b.abandon())
	}
	return b, nil
}

// atWork reports whether a restoration is going on in a folder. One that has
// only just been made says nothing yet and counts as such.
func atWork(dir string) bool {
	f, err := os.OpenFile(filepath.Join(dir, buildingLock), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := os.ReadDir(dir)
		return err == nil && len(entries) == 0
	}
	if err != nil {
		return true // not ours to judge
	}
	held := lockFile(f, false)
	// Closing gives the lock back; there is nothing to lose in the file.
	_ = f.Close()
	return held != nil
}

// abandon removes the folder unless it has become the store.
func (b *building) abandon() error {
	if b.done {
		return nil
	}
	b.done = true
	var err error
	if b.lock != nil {
		err = b.lock.Close()
	}
	return errors.Join(err, os.RemoveAll(b.dir))
}

// become puts the store in its place and returns where the one before it went.
func (b *building) become(p *site, at func(place)) (kept string, err error) {
	if err := b.lock.Close(); err != nil {
		return "", err
	}
	b.lock = nil
	if err := os.Remove(filepath.Join(b.dir, buildingLock)); err != nil {
		return "", err
	}
	if err := syncTree(b.dir); err != nil {
		return "", err
	}
	if runtime.GOOS == "windows" {
		// A folder with an open file in it cannot be renamed there.
		if err := p.release(); err != nil {
			return "", err
		}
	}
	parent := filepath.Dir(p.dir)
	if !p.exists {
		if err := os.Rename(b.dir, p.dir); err != nil {
			return "", err
		}
		b.done = true
		at(placeSwapped)
		return "", syncDir(parent)
	}
	if kept, err = keptName(p.dir); err != nil {
		return "", err
	}
	if err := swap(b.dir, p.dir, kept, at); err != nil {
		return "", err
	}
	b.done = true
	if !p.occupied {
		// It was an empty folder, with our lock in it.
		if err := os.RemoveAll(kept); err != nil {
			return kept, err
		}
		kept = ""
	}
	return kept, syncDir(parent)
}

// swap puts fresh in the place of dir, which becomes kept. Where the system
// can exchange two names at once, there is no moment without a store.
func swap(fresh, dir, kept string, at func(place)) error {
	// Under its later name already, so that whoever clears away half-made
	// stores never meets the old one.
	if err := os.Rename(fresh, kept); err != nil {
		return err
	}
	at(placeNamed)
	err := exchange(kept, dir)
	if err == nil {
		at(placeSwapped)
		return nil
	}
	if back := os.Rename(kept, fresh); back != nil || !errors.Is(err, errors.ErrUnsupported) {
		return errors.Join(err, back)
	}
	if err := os.Rename(dir, kept); err != nil {
		return err
	}
	if err := os.Rename(fresh, dir); err != nil {
		return errors.Join(err, os.Rename(kept, dir))
	}
	at(placeSwapped)
	return nil
}

// syncTree waits until a folder's files, and their names, are on the disk.
func syncTree(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	paths := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.Type().IsRegular() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return errors.Join(syncFiles(paths), syncDir(dir))
}
