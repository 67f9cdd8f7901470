// Package files is what a command may do with the file system of whoever
// asked for it: the process itself, or a guest at the other end of a socket.
// Paths are taken relative to the asker's working directory, and files are
// opened with the asker's rights.
package files

import (
	"fmt"
	"io"
	"io/fs"
	"time"
)

// Info describes a file or folder.
type Info struct {
	Path    string // absolute and clean
	Size    int64  // bytes
	ModTime time.Time
	Mode    fs.FileMode
	Link    bool // a symbolic link, as a listing tells; the rest is about what it leads to
}

// File is a file open for reading.
type File interface {
	io.ReadCloser
	Info() Info
}

// Pending is a new file that does not exist under its name until Commit. One
// of Commit and Abort ends it; Abort after Commit does nothing.
type Pending interface {
	io.Writer
	Commit() error
	Abort() error
}

// Files is the asker's file system.
type Files interface {
	// Abs is the absolute form of a path; the file need not exist.
	Abs(path string) (string, error)
	Stat(path string) (Info, error)
	// Open opens a regular file for reading. Folders, named pipes, sockets
	// and devices are a [*NotRegularError]: opening some of them would wait
	// for ever.
	Open(path string) (File, error)
	// List names what is in a folder, sorted, without what is inside its
	// folders.
	List(path string) ([]Info, error)
	// Create begins a file, mode 0600, that replaces path on Commit.
	Create(path string) (Pending, error)
	// MakeFolder makes one folder, mode 0700, whose parent exists. One that is
	// there already is fine.
	MakeFolder(path string) error
	// Remove removes a file, or a link and not what it leads to.
	Remove(path string) error
	// CreateNew begins a file, mode 0600, whose Commit fails with
	// fs.ErrExist when there is one by then.
	CreateNew(path string) (Pending, error)
}

// NotRegularError says that a path is not a file that can be read to its end.
type NotRegularError struct {
	Path string
	Mode fs.FileMode
}

func (e *NotRegularError) Error() string {
	switch {
	case e.Mode.IsDir():
		return fmt.Sprintf("%s is a folder", e.Path)
	case e.Mode&fs.ModeNamedPipe != 0:
		return fmt.Sprintf("%s is a pipe; give it on standard input instead: … - < %s", e.Path, e.Path)
	case e.Mode&fs.ModeSocket != 0:
		return fmt.Sprintf("%s is a socket, not a file", e.Path)
	}
	return fmt.Sprintf("%s is a device, not a file", e.Path)
}
