package guest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
)

// maxPath is what a unix socket's path may have in bytes: 104 on macOS and
// the BSDs, 108 on Linux, one of them for the closing NUL.
const maxPath = 103

// Address says where the socket of a store may be.
type Address struct {
	dirs []string // folders, the preferred one first
	name string
}

// Locate is the address of the store in dir. env reads the environment.
//
// The runtime folder of the session is preferred. Because a program started
// by another one may not know it, the places that every process of the user
// can name are tried too.
func Locate(dir string, env func(string) string) (Address, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Address{}, err
	}
	abs = realPath(abs)
	sum := sha256.Sum256([]byte(abs))
	a := Address{name: hex.EncodeToString(sum[:10]) + ".sock"}
	for _, d := range places(env) {
		if len(filepath.Join(d, a.name)) <= maxPath && !slices.Contains(a.dirs, d) {
			a.dirs = append(a.dirs, d)
		}
	}
	if len(a.dirs) == 0 {
		return Address{}, errors.New("every place for a socket has too long a name; set XDG_RUNTIME_DIR to a shorter one")
	}
	return a, nil
}

// realPath follows links as far as the path exists, so that a store has one
// address before and after it is made.
func realPath(abs string) string {
	if p, err := filepath.EvalSymlinks(abs); err == nil {
		return p
	}
	parent := filepath.Dir(abs)
	if parent == abs {
		return abs
	}
	return filepath.Join(realPath(parent), filepath.Base(abs))
}

func places(env func(string) string) []string {
	var out []string
	if d := env("XDG_RUNTIME_DIR"); filepath.IsAbs(d) {
		out = append(out, filepath.Join(d, "ebb"))
	}
	if runtime.GOOS == "windows" {
		return append(out, filepath.Join(os.TempDir(), "ebb"))
	}
	uid := strconv.Itoa(os.Getuid())
	return append(out, filepath.Join("/run/user", uid, "ebb"), filepath.Join("/tmp", "ebb-"+uid))
}

// prepare makes the first usable folder and returns the socket's path in it.
func (a Address) prepare() (string, error) {
	var errs []error
	for _, dir := range a.dirs {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			errs = append(errs, err)
			continue
		}
		if err := private(dir); err != nil {
			errs = append(errs, err)
			continue
		}
		return filepath.Join(dir, a.name), nil
	}
	return "", errors.Join(errs...)
}

// sockets are the paths at which a holder may be listening.
func (a Address) sockets() []string {
	var out []string
	for _, dir := range a.dirs {
		path := filepath.Join(dir, a.name)
		fi, err := os.Lstat(path)
		if err == nil && fi.Mode()&fs.ModeSocket != 0 && private(dir) == nil {
			out = append(out, path)
		}
	}
	return out
}

// private reports why a folder is not the user's alone.
func private(dir string) error {
	fi, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return fmt.Errorf("%s is not a folder", dir)
	}
	if runtime.GOOS == "windows" {
		return nil // rights are the temporary folder's, which is the user's
	}
	if fi.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s can be read by others (mode %o): chmod 700 it", dir, fi.Mode().Perm())
	}
	if uid, ok := owner(fi); ok && uid != os.Getuid() {
		return fmt.Errorf("%s belongs to user %d", dir, uid)
	}
	return nil
}
