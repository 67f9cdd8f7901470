//go:build !linux

package badgerstore

import "errors"

func fillDisk(string) error { return errors.New("no small file system to fill") }
