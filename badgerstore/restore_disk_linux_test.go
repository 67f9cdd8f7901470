package badgerstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ebb/engine"
)

// smallDisk is a file system of its own, of this size.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no small file system to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return dir
}

// Restoring onto a disk that is nearly full stops before the disk is, which
// would end the process.
func TestRestoreOntoFullDisk(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	importLife(t, s, 5000, 500) // several frames
	backup, _ := backupOf(t, s)
	disk := smallDisk(t, "48m")
	o := RestoreOptions{Options: quick}
	o.MinFree = 40 << 20
	full := func(what string) {
		t.Helper()
		var full *engine.DiskFullError
		if _, err := Restore(context.Background(), filepath.Join(disk, "store"), bytes.NewReader(backup), o); !errors.As(err, &full) {
			t.Errorf("%s: %v, want a DiskFullError", what, err)
		}
	}
	junk := filepath.Join(disk, "junk")
	o.reached = func(p place) {
		if p == placeFrame {
			if err := os.WriteFile(junk, make([]byte, 12<<20), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	full("filled meanwhile")
	alone(t, disk, "junk")
	full("full from the beginning")
	alone(t, disk, "junk")
}

// A target on another file system than everything else, and one that is a
// file system of its own and cannot be moved.
func TestRestoreOntoAnotherFileSystem(t *testing.T) {
	backup, all := motleyBackup(t, 20)
	disk := smallDisk(t, "200m")
	dir := filepath.Join(disk, "store")
	for range 2 {
		if _, err := restore(dir, backup, true); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, all)
	}
	mounted := smallDisk(t, "200m")
	_, err := restore(mounted, backup, false)
	if !errors.Is(err, syscall.EBUSY) {
		t.Errorf("a mount point: %v", err)
	}
	alone(t, mounted, lockFileName)
	if left := foldersBeside(filepath.Dir(mounted), "."); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// exchange is what makes a kill harmless: it must be at work here.
func TestExchange(t *testing.T) {
	parent := t.TempDir()
	a, b := filepath.Join(parent, "a"), filepath.Join(parent, "b")
	for _, dir := range []string{a, b} {
		if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "name"), []byte(dir), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := exchange(a, b); err != nil {
		t.Fatal(err)
	}
	x, err1 := os.ReadFile(filepath.Join(a, "name"))
	y, err2 := os.ReadFile(filepath.Join(b, "name"))
	if fmt.Sprint(string(x), string(y)) != fmt.Sprint(b, a) || err1 != nil || err2 != nil {
		t.Errorf("a is %s, b is %s, %v, %v", x, y, err1, err2)
	}
}
