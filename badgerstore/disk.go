package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"

	"ebb/engine"
)

// A full disk kills a process that writes to mapped files, and Badger's are
// mapped: all that helps is to stop writing before the disk is full.

// openReserve is what opening needs beside the room to flush waiting logs.
const openReserve = 16 << 20

// ballastSize is what the ballast file gives back.
const ballastSize = 64 << 20

// spaceFor reports a *engine.DiskFullError when writing n bytes could fill
// the disk.
func (s *Store) spaceFor(n int) error {
	if s.minFree == 0 {
		return nil
	}
	free, err := freeSpace(s.dir)
	if err != nil {
		return fmt.Errorf("ask for the free space of %s: %w", s.dir, err)
	}
	if need := s.minFree + uint64(n); free < need {
		return &engine.DiskFullError{Dir: s.dir, Free: free, Need: need}
	}
	return nil
}

// roomToOpen makes sure that Badger can replay its logs, giving up the
// ballast when there is no other way. It reports whether it did.
func roomToOpen(dir string, in *inventory, memTable int64) (gaveUp bool, err error) {
	need := uint64(openReserve) + uint64(len(in.logs)+1)*uint64(memTable)
	free, err := freeSpace(dir)
	if err != nil {
		return false, fmt.Errorf("ask for the free space of %s: %w", dir, err)
	}
	if free >= need {
		return false, nil
	}
	if err := os.Remove(filepath.Join(dir, ballastName)); err == nil {
		gaveUp = true
		if free, err = freeSpace(dir); err != nil {
			return gaveUp, fmt.Errorf("ask for the free space of %s: %w", dir, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("make room in %s: %w", dir, err)
	}
	if free < need {
		return gaveUp, &engine.DiskFullError{Dir: dir, Free: free, Need: need}
	}
	return gaveUp, nil
}

// dropBallast makes room for what closing writes.
func (s *Store) dropBallast() {
	if s.opts.ReadOnly || s.minFree == 0 {
		return
	}
	free, err := freeSpace(s.dir)
	if err != nil || free >= s.minFree/2 {
		return
	}
	if err := os.Remove(filepath.Join(s.dir, ballastName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.notice(fmt.Sprintf("%s could not be removed: %v", ballastName, err))
	}
}

// Reserve writes the ballast file, 64 MB that are given up when the disk is
// full so that the store can still be opened. It does nothing when the file is
// there, when Options.Ballast is not set, or when the disk has no room to
// spare. Call it once nothing else waits: it writes for a while.
func (s *Store) Reserve(ctx context.Context) error {
	if !s.opts.Ballast || s.opts.ReadOnly {
		return nil
	}
	path := filepath.Join(s.dir, ballastName)
	if fi, err := os.Stat(path); err == nil && fi.Size() >= ballastSize {
		return nil
	}
	if s.spaceFor(2*ballastSize) != nil {
		return nil // ballast must not be what fills the disk
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", ballastName, err)
	}
	err = writeBallast(ctx, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", ballastName, err), os.Remove(path))
	}
	return nil
}

// writeBallast writes real bytes: a sparse file would give nothing back, and
// neither would one that the file system compressed away.
func writeBallast(ctx context.Context, f *os.File) error {
	block := make([]byte, 1<<20)
	x := uint64(0x2545F4914F6CDD1D)
	for written := 0; written < ballastSize; written += len(block) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range block {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			block[i] = byte(x)
		}
		if _, err := f.Write(block); err != nil {
			return err
		}
	}
	return f.Sync()
}

// memoryLimit is what bulk work makes do with. Without it a garbage collector
// that is in no hurry lets an import of 100,000 memories take 600 MB.
const memoryLimit = 224 << 20

// LimitMemory asks the runtime to keep the process small while it imports or
// backs up, and returns what puts the old limit back. Not for a process with a
// large catalogue in memory: it would collect garbage all the time.
func LimitMemory() (restore func()) {
	was := debug.SetMemoryLimit(memoryLimit)
	return func() { debug.SetMemoryLimit(was) }
}
