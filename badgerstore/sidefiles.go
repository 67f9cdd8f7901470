package badgerstore

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Files of our own beside Badger's.
const (
	seqFileName    = "SEQ"        // the last acknowledged sequence
	lockFileName   = "HOLDER"     // who holds the store, locked while they do
	formatFileName = "ebb.json"   // what must be known before Badger opens
	ballastName    = "RESERVE"    // given up when the disk is full
	quarantineName = "quarantine" // tables that Badger would have removed
)

// seqFile is eight bytes: the sequence of the last acknowledged commit.
type seqFile struct{ f *os.File }

func openSeqFile(dir string) (*seqFile, error) {
	f, err := os.OpenFile(filepath.Join(dir, seqFileName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return &seqFile{f}, nil
}

// readSeqFile returns 0 when there is no file yet: nothing was acknowledged.
func readSeqFile(dir string) (uint64, error) {
	b, err := os.ReadFile(filepath.Join(dir, seqFileName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil || len(b) < 8 {
		return 0, err
	}
	return binary.BigEndian.Uint64(b), nil
}

func (s *seqFile) write(seq uint64) error {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], seq)
	_, err := s.f.WriteAt(b[:], 0)
	return err
}

func (s *seqFile) close() error { return s.f.Close() }

// formatFile is what must be known before Badger opens the directory.
type formatFile struct {
	Format   int   `json:"format"`
	MemTable int64 `json:"memtable"` // bytes, as last opened for writing
}

func readFormatFile(dir string) (formatFile, error) {
	var f formatFile
	b, err := os.ReadFile(filepath.Join(dir, formatFileName))
	if err != nil {
		return f, err
	}
	return f, json.Unmarshal(b, &f)
}

func writeFormatFile(dir string, f formatFile) error {
	b, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return replaceFile(dir, formatFileName, append(b, '\n'))
}

// replaceFile writes a small file so that a crash leaves the old or the new.
func replaceFile(dir, name string, b []byte) error {
	tmp := filepath.Join(dir, name+".new")
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	if err := os.Rename(tmp, filepath.Join(dir, name)); err != nil {
		return err
	}
	return syncDir(dir)
}

// lostFormatMemTable is what a log is opened with when nobody knows what it
// was written with: Badger ends the process when that was more.
const lostFormatMemTable = 64 << 20

// chooseMemTable returns the memtable size to open with. A log that waits for
// replay must be opened with no less than it was written with.
func chooseMemTable(dir string, want int64, in *inventory) (int64, error) {
	f, err := readFormatFile(dir)
	switch {
	case len(in.logs) == 0:
		return want, nil
	case err == nil && f.MemTable > 0:
		return max(want, f.MemTable), nil
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !isSyntax(err):
		return 0, fmt.Errorf("read %s: %w", formatFileName, err)
	}
	return max(want, lostFormatMemTable), nil
}

func isSyntax(err error) bool {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &typ) || strings.Contains(err.Error(), "unexpected end")
}
