package guest

import (
	"net"

	"golang.org/x/sys/unix"
)

// peer is the user at the other end, as the kernel knows it.
func peer(c *net.UnixConn) (uid int, known bool, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, false, err
	}
	var cred *unix.Ucred
	var asked error
	if err := raw.Control(func(fd uintptr) {
		cred, asked = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	}); err != nil {
		return 0, false, err
	}
	if asked != nil {
		return 0, false, asked
	}
	return int(cred.Uid), true, nil
}
