package badgerstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Badger replays a log up to the first record that is not whole, and cuts the
// rest off. What stands behind a flipped byte is gone with it. So the logs of
// a store that was not closed are copied before Badger sees them; the copies
// are removed as soon as it is clear that nothing acknowledged is missing.

// A copy is a found log until it turns out whether anything is missing; then it
// is gone, or a lost one. A start that was killed in between leaves found ones
// for the next.
const (
	foundLogPrefix = "found-"
	lostLogPrefix  = "log-"
)

// keepLogs copies the logs that wait for replay and names the copies.
func keepLogs(dir string, in *inventory) (kept []string, err error) {
	to := filepath.Join(dir, quarantineName)
	for _, name := range quarantined(dir, foundLogPrefix) {
		kept = append(kept, filepath.Join(to, name))
	}
	if len(in.logs) == 0 {
		return kept, nil
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return nil, fmt.Errorf("keep the log: %w", err)
	}
	for _, name := range in.logs {
		path, err := freeName(to, foundLogPrefix+name)
		if err == nil {
			err = copyFile(filepath.Join(dir, name), path, false) // it is needed by this process only
		}
		if err != nil {
			return kept, fmt.Errorf("keep the log %s: %w", name, err)
		}
		kept = append(kept, path)
	}
	return kept, nil
}

// settleLogs removes the copies, or keeps them for good when operations are
// missing: then they are all there is.
func (s *Store) settleLogs(cut bool) error {
	if len(s.logs) == 0 {
		return nil
	}
	if !cut {
		if err := release(s.logs); err != nil {
			return fmt.Errorf("empty %s: %w", quarantineName, err)
		}
		return nil
	}
	for i, path := range s.logs {
		name := strings.TrimPrefix(filepath.Base(path), foundLogPrefix)
		to, err := freeName(filepath.Dir(path), lostLogPrefix+name)
		if err == nil {
			err = os.Rename(path, to)
		}
		if err != nil {
			return fmt.Errorf("keep the log %s: %w", name, err)
		}
		s.logs[i] = to
	}
	return errors.Join(syncFiles(s.logs), syncDir(filepath.Join(s.dir, quarantineName)))
}

// warnOfLostLogs says, at every start, that acknowledged operations were lost
// and where the log is that held them, until somebody takes it away.
func (s *Store) warnOfLostLogs() {
	for _, name := range lostLogs(s.dir) {
		s.notice(fmt.Sprintf("acknowledged operations were lost with a damaged log, which is kept as it was found: move %s away once you have dealt with it",
			filepath.Join(s.dir, quarantineName, name)))
	}
}

// lostLogs names the logs that are kept for good.
func lostLogs(dir string) []string { return quarantined(dir, lostLogPrefix) }

func quarantined(dir, prefix string) []string {
	entries, err := os.ReadDir(filepath.Join(dir, quarantineName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil // what cannot be looked into is in nobody's way
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func syncFiles(paths []string) error {
	var errs []error
	for _, path := range paths {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		errs = append(errs, f.Sync(), f.Close())
	}
	return errors.Join(errs...)
}
