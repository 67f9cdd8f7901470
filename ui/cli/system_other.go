//go:build !unix

package cli

import "os"

func notifyPipe(chan<- os.Signal) {}

// keepPrivate does nothing: what a user's folders hold is the user's alone.
func keepPrivate() {}
