package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestLocalReadsFromItsFolder(t *testing.T) {
	dir := t.TempDir()
	l := Local{Dir: dir}
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := l.Open("./x/../a")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err := errors.Join(err, f.Close()); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if in := f.Info(); in.Path != filepath.Join(dir, "a") || in.Size != 4 || !in.Mode.IsRegular() {
		t.Errorf("%+v", in)
	}
	if _, ok := Raw(f).(*os.File); !ok {
		t.Error("a local file cannot be read again from its start")
	}
	var odd *NotRegularError
	if _, err := l.Open("."); !errors.As(err, &odd) || !odd.Mode.IsDir() {
		t.Errorf("a folder: %v", err)
	}
	if _, err := l.Open("b"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an absent file: %v", err)
	}
	if _, err := l.Open(""); err == nil {
		t.Error("an empty name opens")
	}
}

func TestNewFileReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	l := Local{Dir: dir}
	one, err := l.CreateNew("out")
	if err != nil {
		t.Fatal(err)
	}
	two, err := l.CreateNew("out")
	if err != nil {
		t.Fatal(err)
	}
	for p, text := range map[Pending]string{one: "one", two: "two"} {
		if _, err := p.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := l.List("."); err != nil || len(left) != 2 {
		t.Errorf("they are not written beside: %v, %v", left, err)
	}
	if err := one.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := two.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the second: %v, want fs.ErrExist", err)
	}
	if err := errors.Join(one.Abort(), two.Abort()); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil || string(text) != "one" {
		t.Errorf("%q, %v", text, err)
	}
	if left, err := l.List("."); err != nil || len(left) != 1 || left[0].Mode.Perm()&0o077 != 0 && filepath.Separator == '/' {
		t.Errorf("left behind: %+v, %v", left, err)
	}
}

func TestCreatedFileAppearsWhenItIsWhole(t *testing.T) {
	dir := t.TempDir()
	l := Local{Dir: dir}
	path := filepath.Join(dir, "out")
	if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, commit := range []bool{false, true} {
		p, err := l.Create("out")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write([]byte("after")); err != nil {
			t.Fatal(err)
		}
		if read() != "before" {
			t.Error("it is there too early")
		}
		if commit {
			if err := p.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Abort(); err != nil {
			t.Fatal(err)
		}
	}
	if read() != "after" {
		t.Errorf("it holds %q", read())
	}
	if left, err := l.List("."); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if _, err := l.Create("nowhere/out"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
}

func TestFoldersLinksAndRemoval(t *testing.T) {
	dir := t.TempDir()
	l := Local{Dir: dir}
	for range 2 { // there already is fine
		if err := l.MakeFolder("notes"); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.MakeFolder("nowhere/notes"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in a folder that is not there: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.MakeFolder("a"); err == nil {
		t.Error("a file became a folder")
	}
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	listed, err := l.List(".")
	if err != nil || len(listed) != 3 || listed[0].Link || !listed[1].Link || !listed[1].Mode.IsRegular() || listed[2].Link {
		t.Errorf("%+v, %v", listed, err)
	}
	if err := l.Remove("link"); err != nil {
		t.Error(err)
	}
	if _, err := l.Stat("a"); err != nil {
		t.Errorf("what the link led to went with it: %v", err)
	}
	var odd *NotRegularError
	if err := l.Remove("notes"); !errors.As(err, &odd) {
		t.Errorf("a folder was removed: %v", err)
	}
	if err := l.Remove("b"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an absent file: %v", err)
	}
}
