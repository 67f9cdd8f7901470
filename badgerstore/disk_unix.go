//go:build unix

package badgerstore

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// freeSpace is what this user may still write in dir's file system, in bytes.
func freeSpace(dir string) (uint64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return 0, err
	}
	return uint64(max(st.Bavail, 0)) * uint64(st.Bsize), nil
}

// syncDir makes the names of new files survive a power cut.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// wantFiles is how many open files a large store and a screen need; without
// them Badger waits for ever.
const wantFiles = 1024

// fileLimitNotice warns when the process may open too few files.
func fileLimitNotice() string {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) >= wantFiles {
		return ""
	}
	return fmt.Sprintf("only %d files may be open at once; a large store needs %d (ulimit -n)", limit.Cur, wantFiles)
}
