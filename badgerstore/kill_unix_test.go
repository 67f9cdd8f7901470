//go:build unix

package badgerstore

import (
	"os"
	"syscall"
)

// killSelf ends this process without a chance to do anything more.
func killSelf() {
	if syscall.Kill(os.Getpid(), syscall.SIGKILL) == nil {
		select {}
	}
}
