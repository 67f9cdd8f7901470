package badgerstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

const (
	hintRestore = "nothing was changed; ebb restore-backup FILE --replace puts a backup in its place and keeps what is here"
	hintDoctor  = "ebb doctor says how much is affected, ebb export -o FILE writes what can be read"
)

// preflight looks at what Badger would answer with a panic, with the end of
// the process, or by deleting files without a word. It runs under the lock,
// before Badger.
type preflight struct {
	dir   string
	in    *inventory
	opts  badger.Options
	torn  bool     // the manifest ends in the middle of a record
	stray []string // tables that the manifest does not name: Badger removes them
}

func (p *preflight) run() error {
	tables, err := p.readManifest()
	if err != nil {
		return err
	}
	if p.torn && len(p.in.logs) == 0 {
		// A clean close leaves no torn record, and no log to replay the lost
		// part from. What the record named would be deleted.
		return p.damaged(badger.ManifestFilename, "its last record is cut off")
	}
	for id, name := range p.in.tables {
		if _, named := tables[id]; !named {
			p.stray = append(p.stray, name)
		}
	}
	return p.checkTables(tables)
}

func (p *preflight) damaged(file, what string) error {
	return &engine.StoreDamagedError{Dir: p.dir, File: file, What: what, Hint: hintRestore}
}

// readManifest replays the list of tables as Badger will.
func (p *preflight) readManifest() (tables map[uint64]badger.TableManifest, err error) {
	f, err := os.Open(filepath.Join(p.dir, badger.ManifestFilename))
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", p.dir, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := p.checkMagic(f); err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	m, end, err := badger.ReplayManifestFile(f, magic, p.opts)
	if err != nil {
		return nil, p.damaged(badger.ManifestFilename, err.Error())
	}
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	p.torn = end < fi.Size()
	return m.Tables, nil
}

// checkMagic tells a damaged store from somebody else's.
func (p *preflight) checkMagic(f io.Reader) error {
	var head [8]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return p.damaged(badger.ManifestFilename, "it is empty or cut off at its beginning")
	}
	why := ""
	switch {
	case string(head[:4]) != "Bdgr":
		why = "its MANIFEST is not Badger's"
	case binary.BigEndian.Uint16(head[4:]) != magic:
		why = "it is the Badger database of another program"
	default:
		return nil
	}
	if p.in.ours {
		return p.damaged(badger.ManifestFilename, "its first bytes are wrong")
	}
	return &engine.NotAStoreError{Dir: p.dir, Why: why}
}

// quarantine gives the tables that Badger is about to remove a second name.
func (p *preflight) quarantine() (kept []string, err error) {
	if len(p.stray) == 0 {
		return nil, nil
	}
	dir := filepath.Join(p.dir, quarantineName)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("keep unnamed tables: %w", err)
	}
	for _, name := range p.stray {
		to, err := freeName(dir, name)
		if err == nil {
			err = linkOrCopy(filepath.Join(p.dir, name), to)
		}
		if err != nil {
			return kept, fmt.Errorf("keep the unnamed table %s: %w", name, err)
		}
		kept = append(kept, to)
	}
	return kept, nil
}

// freeName is a path in dir that nothing has yet.
func freeName(dir, name string) (string, error) {
	path := filepath.Join(dir, name)
	for n := 2; ; n++ {
		_, err := os.Lstat(path)
		if errors.Is(err, os.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, fmt.Sprintf("%s.%d", name, n))
	}
}

func linkOrCopy(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	return copyFile(from, to, true)
}

// copyFile copies to a new file, and waits for the disk where that matters.
func copyFile(from, to string, wait bool) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return errors.Join(err, src.Close())
	}
	_, err = io.Copy(dst, src)
	if wait {
		err = errors.Join(err, dst.Sync())
	}
	return errors.Join(err, dst.Close(), src.Close())
}

// release removes what was kept when it turned out that nothing is missing:
// a crash in the middle of a compaction leaves such tables every time.
func release(kept []string) error {
	var errs []error
	for _, path := range kept {
		errs = append(errs, os.Remove(path))
	}
	if len(kept) > 0 {
		// It stays while an earlier find is in it.
		_ = os.Remove(filepath.Dir(kept[0]))
	}
	return errors.Join(errs...)
}
