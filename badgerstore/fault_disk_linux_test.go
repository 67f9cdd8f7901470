package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ebb/engine"
)

// fillDisk fills a small file system with a store and with other things, in a
// process of its own because a mistake ends it with SIGBUS.
func fillDisk(dir string) error {
	ctx := context.Background()
	opts := crashOptions(true)
	opts.MinFree = 24 << 20
	opts.Ballast = true
	store := filepath.Join(dir, "store")
	s, err := Open(ctx, store, opts)
	if err != nil {
		return err
	}
	if err := s.Reserve(ctx); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(store, ballastName)); err == nil {
		return errors.New("the ballast was written where it leaves no room")
	}
	// A ballast as an earlier, roomier day left it.
	if err := os.WriteFile(filepath.Join(store, ballastName), make([]byte, 20<<20), 0o600); err != nil {
		return err
	}
	acked, err := writeUntilFull(s)
	var full *engine.DiskFullError
	if !errors.As(err, &full) {
		return fmt.Errorf("after %d operations: %w, want a DiskFullError", acked, err)
	}
	fmt.Println("R full after", acked > 0, full.Need >= 24<<20, full.Free < full.Need)
	if err := expectOperations(s, acked); err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("close when full: %w", err)
	}

	// Somebody else takes the rest: without the ballast it would not open.
	free, err := freeSpace(dir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "junk"), make([]byte, free-(2<<20)), 0o600); err != nil {
		return err
	}
	if s, err = Open(ctx, store, opts); err != nil {
		return fmt.Errorf("open when full: %w", err)
	}
	fmt.Println("R opened:", s.Notices()[0])
	if err := expectOperations(s, acked); err != nil {
		return err
	}
	if err := s.Update(ctx, func(tx engine.Tx) error { return tx.Meta().Put("x", nil) }); !errors.As(err, &full) {
		return fmt.Errorf("write when full: %w, want a DiskFullError", err)
	}
	if err := s.Close(); err != nil {
		return fmt.Errorf("close when full: %w", err)
	}
	if free, err = freeSpace(dir); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "junk2"), make([]byte, free-(1<<20)), 0o600); err != nil {
		return err
	}
	if s, err = Open(ctx, store, opts); !errors.As(err, &full) {
		return fmt.Errorf("open without any room: %v, %w, want a DiskFullError", s, err)
	}
	fmt.Println("R refused without ballast")
	for _, junk := range []string{"junk", "junk2"} {
		if err := os.Remove(filepath.Join(dir, junk)); err != nil {
			return err
		}
	}
	if s, err = Open(ctx, store, opts); err != nil {
		return fmt.Errorf("open with room again: %w", err)
	}
	if err := expectOperations(s, acked); err != nil {
		return err
	}
	fmt.Println("R all there")
	return s.Close()
}

// writeUntilFull writes memories, now and then many at once, until it fails.
func writeUntilFull(s *Store) (acked int, err error) {
	t := &childT{}
	for {
		err := s.Update(context.Background(), func(tx engine.Tx) error {
			n := 30
			if acked%10 == 9 {
				n = 400
			}
			for i := range n {
				m := lifeNo(acked*1000 + i)
				if err := addLife(tx, m); err != nil {
					return err
				}
			}
			return tx.Meta().Put("operations", fmt.Append(nil, acked+1))
		})
		if err != nil {
			t.cleanUp()
			return acked, err
		}
		acked++
	}
}

func expectOperations(s *Store, want int) error {
	return s.View(context.Background(), func(tx engine.Tx) error {
		got, _, err := tx.Meta().Get("operations")
		if err != nil || string(got) != fmt.Sprint(want) {
			return fmt.Errorf("%q operations are there, %d were acknowledged: %w", got, want, err)
		}
		return nil
	})
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=72m"); err != nil {
		t.Skipf("no small file system to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	said := runFault(t, childOrder{Dir: dir, Fault: faultDisk})
	want := []string{"full after true true true", "opened: the disk is full: the reserve was given up to open the store", "refused without ballast", "all there"}
	if fmt.Sprint(said) != fmt.Sprint(want) {
		t.Errorf("the child said %q\nwant %q", said, want)
	}
}
