package badgerstore

import "os"

// killSelf ends this process without a chance to do anything more.
func killSelf() {
	if p, err := os.FindProcess(os.Getpid()); err == nil && p.Kill() == nil {
		select {}
	}
}
