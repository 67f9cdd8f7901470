package interchange

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ebb/engine"
)

// NotAFileError says that a path names something that cannot be read as a
// memory file.
type NotAFileError struct {
	Path string
	What string // what it is instead
	Hint string
}

func (e *NotAFileError) Error() string {
	return fmt.Sprintf("%s is %s: %s", e.Path, e.What, e.Hint)
}

// OpenFile opens a memory file for [Read]; "-" is standard input. Folders,
// pipes, devices and sockets are refused with a [*NotAFileError] and never
// waited for. Other errors wrap those of the system ([fs.ErrNotExist],
// [fs.ErrPermission]).
func OpenFile(path string) (io.ReadCloser, Source, error) {
	if path == "-" {
		return io.NopCloser(os.Stdin), Source{Name: "-"}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, Source{}, opening(path, err)
	}
	if err := regular(path, info); err != nil {
		return nil, Source{}, err
	}
	// What stands at the path may change between the look and the opening:
	// opening must not wait for the other end of a pipe, and is checked again.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, Source{}, opening(path, err)
	}
	info, err = f.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, Source{}, errors.Join(err, f.Close())
	}
	return f, Source{Name: path, Size: info.Size(), ModTime: info.ModTime().UTC()}, nil
}

func opening(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s cannot be read, check its permissions: %w", path, fs.ErrPermission)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	return fmt.Errorf("opening %s: %w", path, err)
}

func regular(path string, info fs.FileInfo) error {
	mode := info.Mode()
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return &NotAFileError{path, "a folder", "name a file in it"}
	case mode&fs.ModeNamedPipe != 0:
		return &NotAFileError{path, "a pipe", "read it from standard input, as -"}
	case mode&fs.ModeSocket != 0:
		return &NotAFileError{path, "a socket", "name a file"}
	case mode&fs.ModeDevice != 0:
		return &NotAFileError{path, "a device", "name a file, or - for standard input"}
	}
	return &NotAFileError{path, "not a regular file", "name a file"}
}

// folderNamed are the file names that say nothing about what is inside; the
// folder around such a file says more.
var folderNamed = []string{"memory", "memories", "index", "export"}

// Namespace is the namespace of memories that bring none: the file's name
// without its ending, or the folder's name where the file is only called
// memory, memories, index or export. Standard input gives "stdin".
func Namespace(path string) string {
	if path == "-" || path == "" {
		return "stdin"
	}
	base := filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if slices.Contains(folderNamed, strings.ToLower(name)) {
		if folder := folderOf(path); folder != "" {
			name = folder
		}
	}
	name = strings.TrimSpace(strings.ToValidUTF8(name, ""))
	if len(name) > engine.MaxScopeBytes {
		name = strings.ToValidUTF8(name[:engine.MaxScopeBytes], "")
	}
	if name == "" {
		return strings.ToValidUTF8(base, "_")
	}
	return name
}

func folderOf(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path // the working folder is gone: the path itself may still name one
	}
	folder := filepath.Base(filepath.Dir(abs))
	if folder == "." || folder == string(filepath.Separator) {
		return ""
	}
	return folder
}
