//go:build unix && !linux && !darwin

package badgerstore

// remoteName is not known here.
func remoteName(string) string { return "" }
