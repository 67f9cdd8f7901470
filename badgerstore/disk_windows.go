package badgerstore

import "golang.org/x/sys/windows"

// freeSpace is what this user may still write on dir's volume, in bytes.
func freeSpace(dir string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return free, err
}

// syncDir has nothing to do: Windows has no such call.
func syncDir(string) error { return nil }

// fileLimitNotice has nothing to say: the limit is far away.
func fileLimitNotice() string { return "" }

// remoteName reports whether dir is on a network drive.
func remoteName(dir string) string {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return ""
	}
	root := make([]uint16, windows.MAX_PATH+1)
	if windows.GetVolumePathName(name, &root[0], uint32(len(root))) != nil {
		return ""
	}
	if windows.GetDriveType(&root[0]) == windows.DRIVE_REMOTE {
		return "network drive"
	}
	return ""
}
