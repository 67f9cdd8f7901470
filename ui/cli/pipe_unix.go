//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

func notifyPipe(c chan<- os.Signal) { signal.Notify(c, syscall.SIGPIPE) }
