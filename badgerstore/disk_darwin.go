package badgerstore

import "golang.org/x/sys/unix"

// remoteName names the network file system that dir is on, "" for a local one.
func remoteName(dir string) string {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil || st.Flags&unix.MNT_LOCAL != 0 {
		return "" // freeSpace reports the same trouble
	}
	return unix.ByteSliceToString(st.Fstypename[:])
}
