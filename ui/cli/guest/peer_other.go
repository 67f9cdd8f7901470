//go:build !linux && !darwin

package guest

import "net"

// peer cannot be asked for here: the folder's mode is the guard.
func peer(*net.UnixConn) (uid int, known bool, err error) { return 0, false, nil }
