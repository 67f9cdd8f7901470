//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

func notifyPipe(c chan<- os.Signal) { signal.Notify(c, syscall.SIGPIPE) }

// keepPrivate makes files that this process creates its user's alone: what
// agents remember is nobody else's business, exports and the store's own files
// included.
func keepPrivate() { syscall.Umask(0o077) }
