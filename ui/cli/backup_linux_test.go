package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A backup onto a disk that has no room for it says so, leaves nothing there,
// and leaves what was there before.
func TestBackupOntoFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no small file system to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	env := place(t)
	var lines strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&lines, `{"id":"m%d","content":"a note about %x and %x"}`+"\n", i, i*7919*7919, i*104729*31)
	}
	add := exec.Command("ebb", "import", "-")
	add.Env, add.Stdin = env, strings.NewReader(lines.String())
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := filepath.Join(disk, "one.ebb")
	if err := os.WriteFile(file, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := exec.Command("ebb", "backup", "--force", file)
	full.Env = env
	out, err := full.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "no space left on device") {
		t.Errorf("%v: %s", err, out)
	}
	entries, err := os.ReadDir(disk)
	if err != nil || len(entries) != 1 {
		t.Errorf("left on the disk: %v, %v", entries, err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "before" {
		t.Errorf("the file that was there: %q, %v", b, err)
	}
}
