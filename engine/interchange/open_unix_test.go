//go:build unix

package interchange

import (
	"errors"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Opening a pipe that nobody writes to would wait for ever.
func TestOpenFileDoesNotWaitForPipes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	var notAFile *NotAFileError
	if _, _, err := OpenFile(path); !errors.As(err, &notAFile) || !strings.Contains(err.Error(), "a pipe") {
		t.Errorf("got %v", err)
	}
}

func TestOpenFileRefusesSockets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Skipf("no sockets here: %v", err)
	}
	defer l.Close() //nolint:errcheck // the test is over
	var notAFile *NotAFileError
	if _, _, err := OpenFile(path); !errors.As(err, &notAFile) || !strings.Contains(err.Error(), "a socket") {
		t.Errorf("got %v", err)
	}
}
