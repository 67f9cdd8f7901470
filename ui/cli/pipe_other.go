//go:build !unix

package cli

import "os"

func notifyPipe(chan<- os.Signal) {}
