package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Local is the process's own file system, seen from a working directory.
type Local struct {
	Dir string // absolute
}

// Abs makes a path absolute.
func (l Local) Abs(path string) (string, error) {
	if path == "" {
		return "", &fs.PathError{Op: "open", Path: path, Err: errors.New("the file's name is empty")}
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	return filepath.Join(l.Dir, path), nil
}

// Stat describes a path, following links.
func (l Local) Stat(path string) (Info, error) {
	abs, err := l.Abs(path)
	if err != nil {
		return Info{}, err
	}
	fi, err := os.Stat(abs)
	if err != nil {
		return Info{}, err
	}
	return info(abs, fi), nil
}

// Open opens a regular file.
func (l Local) Open(path string) (File, error) {
	in, err := l.Stat(path)
	if err != nil {
		return nil, err
	}
	// Looked at before it is opened: opening a pipe without a writer waits.
	if !in.Mode.IsRegular() {
		return nil, &NotRegularError{Path: in.Path, Mode: in.Mode}
	}
	f, err := os.Open(in.Path)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &localFile{File: f, info: info(in.Path, fi)}, nil
}

// List names what is in a folder.
func (l Local) List(path string) ([]Info, error) {
	abs, err := l.Abs(path)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(abs)
	if err != nil {
		return nil, err
	}
	out := make([]Info, 0, len(entries))
	for _, e := range entries {
		in, err := l.Stat(filepath.Join(abs, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone meanwhile, or a link to nothing
		}
		if err != nil {
			return nil, err
		}
		in.Link = e.Type()&fs.ModeSymlink != 0
		out = append(out, in)
	}
	return out, nil
}

// MakeFolder makes a folder, unless it is there.
func (l Local) MakeFolder(path string) error {
	abs, err := l.Abs(path)
	if err != nil {
		return err
	}
	err = os.Mkdir(abs, 0o700)
	if errors.Is(err, fs.ErrExist) {
		if in, statErr := os.Stat(abs); statErr == nil && in.IsDir() {
			return nil
		}
	}
	return err
}

// Remove removes a file.
func (l Local) Remove(path string) error {
	abs, err := l.Abs(path)
	if err != nil {
		return err
	}
	if in, err := os.Lstat(abs); err == nil && in.IsDir() {
		return &NotRegularError{Path: abs, Mode: in.Mode()}
	}
	return os.Remove(abs)
}

// Create begins a file that replaces path on Commit.
func (l Local) Create(path string) (Pending, error) {
	abs, err := l.Abs(path)
	if err != nil {
		return nil, err
	}
	return create(abs)
}

// CreateNew begins a file that replaces nothing.
func (l Local) CreateNew(path string) (Pending, error) {
	abs, err := l.Abs(path)
	if err != nil {
		return nil, err
	}
	return createNew(abs)
}

type localFile struct {
	*os.File
	info Info
}

func (f *localFile) Info() Info { return f.info }

// Raw is what to read a file from where more than reading helps: the
// system's own file when it is one, which can be read again from its start.
func Raw(f File) io.Reader {
	if l, ok := f.(*localFile); ok {
		return l.File
	}
	return f
}

func info(abs string, fi fs.FileInfo) Info {
	return Info{Path: abs, Size: fi.Size(), ModTime: fi.ModTime(), Mode: fi.Mode()}
}
