//go:build unix

package guest

import (
	"io/fs"
	"syscall"
)

func owner(fi fs.FileInfo) (uid int, known bool) {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid), true
	}
	return 0, false
}
