package badgerstore

import "golang.org/x/sys/unix"

// remoteSystems are file systems on which neither locks nor mapped files can
// be relied on.
var remoteSystems = map[int64]string{
	unix.NFS_SUPER_MAGIC:  "NFS",
	unix.SMB_SUPER_MAGIC:  "SMB",
	unix.SMB2_SUPER_MAGIC: "SMB",
	unix.CIFS_SUPER_MAGIC: "SMB",
	unix.AFS_SUPER_MAGIC:  "AFS",
	unix.CODA_SUPER_MAGIC: "Coda",
	unix.V9FS_MAGIC:       "9P",
}

// remoteName names the network file system that dir is on, "" for a local one.
func remoteName(dir string) string {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return "" // freeSpace reports the same trouble
	}
	return remoteSystems[int64(st.Type)]
}
