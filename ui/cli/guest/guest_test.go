package guest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ebb/ui/cli/files"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// address is the address of a store of the test's own.
func address(t testing.TB) Address {
	t.Helper()
	run, err := os.MkdirTemp("/tmp", "ebb") // short: a socket's path is bounded
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(run); err != nil {
			t.Error(err)
		}
	})
	a, err := Locate(t.TempDir(), func(name string) string {
		if name == "XDG_RUNTIME_DIR" {
			return run
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func serve(t testing.TB, a Address, h Handler) *Server {
	t.Helper()
	s, err := Listen(a, Holder{PID: 7, Label: "test"}, h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func streams(dir, stdin string) (Streams, *bytes.Buffer, *bytes.Buffer) {
	var out, errs bytes.Buffer
	return Streams{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Files: files.Local{Dir: dir}}, &out, &errs
}

func TestCommandRunsInTheHolder(t *testing.T) {
	a := address(t)
	var got Request
	serve(t, a, func(_ context.Context, r *Request, s Streams) int {
		got = *r
		fmt.Fprint(s.Stdout, "to stdout")
		fmt.Fprint(s.Stderr, "to stderr")
		return 3
	})
	local, out, errs := streams(t.TempDir(), "")
	want := Request{Args: []string{"add", "a text"}, Dir: "/somewhere", Env: map[string]string{"EBB_ACTOR": "planner"}, Stdout: true, Width: 80}
	code, err := Call(t.Context(), a, want, local)
	if err != nil || code != 3 {
		t.Fatalf("Call = %d, %v; want 3", code, err)
	}
	if out.String() != "to stdout" || errs.String() != "to stderr" {
		t.Errorf("stdout %q, stderr %q", out, errs)
	}
	if fmt.Sprint(got.Args, got.Dir, got.Env, got.Stdout, got.Stderr, got.Width) != fmt.Sprint(want.Args, want.Dir, want.Env, true, false, 80) {
		t.Errorf("the holder got %+v", got)
	}
}

func TestStandardInputIsStreamedOnDemand(t *testing.T) {
	a := address(t)
	serve(t, a, func(_ context.Context, _ *Request, s Streams) int {
		lines := bufio.NewScanner(s.Stdin)
		for lines.Scan() {
			fmt.Fprintln(s.Stdout, strings.ToUpper(lines.Text()))
		}
		if lines.Err() != nil {
			return 1
		}
		return 0
	})
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := Call(t.Context(), a, Request{}, Streams{Stdin: in, Stdout: out, Stderr: io.Discard, Files: files.Local{}})
		done <- errors.Join(err, out.Close())
	}()
	read := bufio.NewScanner(answers)
	for _, word := range []string{"one", "two", "three"} {
		// Each answer comes before the next line is written: nothing waits
		// for a buffer to fill.
		fmt.Fprintln(feed, word)
		if !read.Scan() || read.Text() != strings.ToUpper(word) {
			t.Fatalf("answer to %q is %q, %v", word, read.Text(), read.Err())
		}
	}
	if err := feed.Close(); err != nil {
		t.Fatal(err)
	}
	if read.Scan() {
		t.Errorf("more than asked: %q", read.Text())
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestGuestOpensItsOwnFiles(t *testing.T) {
	a := address(t)
	dir := t.TempDir()
	text := strings.Repeat("0123456789", 100_000)
	if err := os.WriteFile(filepath.Join(dir, "in"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, a, func(_ context.Context, _ *Request, s Streams) int {
		f, err := s.Files.Open("in")
		if err != nil {
			t.Error(err)
			return 1
		}
		if f.Info().Path != filepath.Join(dir, "in") || f.Info().Size != int64(len(text)) {
			t.Errorf("info is %+v", f.Info())
		}
		out, err := s.Files.Create("out")
		if err != nil {
			t.Error(err)
			return 1
		}
		if _, err := io.Copy(out, f); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "out")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the file is there before Commit: %v", err)
		}
		if err := errors.Join(out.Commit(), out.Abort(), f.Close()); err != nil {
			t.Error(err)
		}
		again, err := s.Files.CreateNew("out")
		if err != nil {
			t.Error(err)
			return 1
		}
		if err := again.Commit(); !errors.Is(err, fs.ErrExist) {
			t.Errorf("a new file over one that is there: %v, want fs.ErrExist", err)
		}
		if _, err := s.Files.Open("absent"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("an absent file: %v", err)
		}
		var odd *files.NotRegularError
		if _, err := s.Files.Open("."); !errors.As(err, &odd) {
			t.Errorf("a folder: %v", err)
		}
		list, err := s.Files.List(".")
		if err != nil || len(list) != 2 || list[0].Path != filepath.Join(dir, "in") {
			t.Errorf("List = %v, %v", list, err)
		}
		if p, err := s.Files.Abs("x/../y"); err != nil || p != filepath.Join(dir, "y") {
			t.Errorf("Abs = %q, %v", p, err)
		}
		return 0
	})
	local, _, _ := streams(dir, "")
	if code, err := Call(t.Context(), a, Request{}, local); err != nil || code != 0 {
		t.Fatalf("Call = %d, %v", code, err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "out"))
	if err != nil || string(got) != text {
		t.Errorf("wrote %d bytes, %v; want %d", len(got), err, len(text))
	}
	fi, err := os.Stat(filepath.Join(dir, "out"))
	if err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", fi.Mode(), err)
	}
}

func TestUnfinishedFileOfALeavingHolderDoesNotAppear(t *testing.T) {
	a := address(t)
	dir := t.TempDir()
	var srv *Server
	begun := make(chan struct{})
	srv = serve(t, a, func(ctx context.Context, _ *Request, s Streams) int {
		out, err := s.Files.Create("out")
		if err == nil {
			_, err = out.Write([]byte("half of it"))
		}
		if err != nil {
			t.Error(err)
		}
		close(begun)
		<-ctx.Done()
		return 1
	})
	go func() {
		<-begun
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	}()
	local, _, _ := streams(dir, "")
	if code, err := Call(t.Context(), a, Request{}, local); code != 1 || err != nil {
		t.Errorf("Call = %d, %v; want the cancelled command's 1", code, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestGuestThatGoesAwayCancelsItsCommand(t *testing.T) {
	a := address(t)
	ended := make(chan error, 1)
	serve(t, a, func(ctx context.Context, _ *Request, s Streams) int {
		fmt.Fprintln(s.Stdout, "begun")
		<-ctx.Done()
		_, err := s.Stdin.Read(make([]byte, 1))
		ended <- err
		return 1
	})
	// A guest whose terminal closes: writing what it received fails.
	_, err := Call(t.Context(), a, Request{}, Streams{Stdout: closedWriter{}, Stderr: io.Discard, Files: files.Local{}})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Call: %v", err)
	}
	if err := <-ended; !errors.Is(err, errEnded) {
		t.Errorf("reading from a guest that is gone: %v", err)
	}
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestCancelledCommandSaysHowFarItCame(t *testing.T) {
	a := address(t)
	ctx, cancel := context.WithCancel(t.Context())
	serve(t, a, func(ctx context.Context, _ *Request, s Streams) int {
		cancel()
		<-ctx.Done()
		fmt.Fprint(s.Stderr, "40 of 100 records")
		return 1
	})
	local, _, errs := streams(t.TempDir(), "")
	code, err := Call(ctx, a, Request{}, local)
	if code != 1 || err != nil || errs.String() != "40 of 100 records" {
		t.Errorf("Call = %d, %v, stderr %q", code, err, errs)
	}
}

func TestNobodyHolds(t *testing.T) {
	a := address(t)
	local, _, _ := streams(t.TempDir(), "")
	if _, err := Call(t.Context(), a, Request{}, local); !errors.Is(err, ErrNoHolder) {
		t.Errorf("without a socket: %v", err)
	}
	path, err := a.prepare()
	if err != nil {
		t.Fatal(err)
	}
	// What kill -9 leaves: a socket file that nobody listens on.
	ln, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	ln.SetUnlinkOnClose(false)
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Call(t.Context(), a, Request{}, local); !errors.Is(err, ErrNoHolder) {
		t.Errorf("with a dead socket: %v", err)
	}
	// The next holder takes its place.
	serve(t, a, func(context.Context, *Request, Streams) int { return 5 })
	if code, err := Call(t.Context(), a, Request{}, local); err != nil || code != 5 {
		t.Errorf("after the next holder came: %d, %v", code, err)
	}
}

func TestHolderThatDiesInTheMiddle(t *testing.T) {
	a := address(t)
	path, err := a.prepare()
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer closeListener(t, ln)
	go func() {
		c, err := ln.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		var buf []byte
		if _, _, err := readFrame(c, maxHello, &buf); err != nil {
			t.Error(err)
		}
		out := &frames{conn: c.(*net.UnixConn)}
		if err := errors.Join(out.sendJSON(kAccept, Holder{PID: 1}), out.send(kStdout, []byte("row 1\n"))); err != nil {
			t.Error(err)
		}
		closeQuietly(c)
	}()
	local, out, _ := streams(t.TempDir(), "")
	_, err = Call(t.Context(), a, Request{}, local)
	var lost *LostError
	if !errors.As(err, &lost) || out.String() != "row 1\n" {
		t.Errorf("Call: %v after %q; want a LostError after row 1", err, out)
	}
}

func closeListener(t *testing.T, ln *net.UnixListener) {
	t.Helper()
	if err := ln.Close(); err != nil {
		t.Error(err)
	}
}

func TestWhoHolds(t *testing.T) {
	a := address(t)
	serve(t, a, func(context.Context, *Request, Streams) int { t.Error("a question ran something"); return 0 })
	h, err := Who(t.Context(), a)
	if err != nil || h != (Holder{PID: 7, Label: "test"}) {
		t.Errorf("Who = %v, %v", h, err)
	}
	if h.String() != "process 7 (ebb test)" {
		t.Errorf("String = %q", h)
	}
}

func TestSocketIsTheUsersAlone(t *testing.T) {
	a := address(t)
	serve(t, a, nil)
	path := a.sockets()[0]
	fi, err := os.Stat(path)
	if err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("socket mode %v, %v", fi.Mode(), err)
	}
	if fi, err := os.Stat(filepath.Dir(path)); err != nil || fi.Mode().Perm() != 0o700 {
		t.Errorf("folder mode %v, %v", fi.Mode(), err)
	}
	// A folder that others may enter is not trusted, by either side.
	if err := os.Chmod(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	local, _, _ := streams(t.TempDir(), "")
	if _, err := Call(t.Context(), a, Request{}, local); !errors.Is(err, ErrNoHolder) {
		t.Errorf("through an open folder: %v", err)
	}
}

func TestOneAddressPerStore(t *testing.T) {
	env := func(string) string { return "" }
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	name := func(p string) string {
		a, err := Locate(p, env)
		if err != nil {
			t.Fatal(err)
		}
		return a.name
	}
	if name(dir) != name(link) || name(dir+"/new") != name(link+"/./new") {
		t.Error("one store has two addresses")
	}
	if name(dir) == name(dir+"/new") {
		t.Error("two stores have one address")
	}
	long, err := Locate(dir, func(string) string { return "/" + strings.Repeat("x", 100) })
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range long.dirs {
		if len(filepath.Join(d, long.name)) > maxPath {
			t.Errorf("a path of %d bytes", len(d))
		}
	}
}

// greetRaw speaks to a holder without keeping to the protocol.
func greetRaw(t *testing.T, a Address, hello []byte) (kind, string) {
	t.Helper()
	c, err := net.Dial("unix", a.sockets()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(c)
	if _, err := c.Write(hello); err != nil {
		t.Fatal(err)
	}
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	var buf []byte
	k, p, err := readFrame(c, maxFrame, &buf)
	if err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("the holder hangs on a bad guest")
		}
		return 0, ""
	}
	return k, string(p)
}

func TestHolderOutlivesBadGuests(t *testing.T) {
	a := address(t)
	serve(t, a, func(context.Context, *Request, Streams) int { return 0 })
	for name, hello := range map[string]string{
		"too long":      "H\xff\xff\xff\xff",
		"wrong kind":    "X\x00\x00\x00\x02{}",
		"not JSON":      "H\x00\x00\x00\x02hi",
		"not a command": "GET / HTTP/1.1\r\n\r\n",
	} {
		if k, p := greetRaw(t, a, []byte(hello)); k != 0 {
			t.Errorf("%s: answered %c %q", name, k, p)
		}
	}
	k, p := greetRaw(t, a, []byte("H\x00\x00\x00\x10{\"protocol\":999}"))
	if k != kRefuse || !strings.Contains(p, "same version") {
		t.Errorf("another protocol: %c %q", k, p)
	}
	local, _, _ := streams(t.TempDir(), "")
	if code, err := Call(t.Context(), a, Request{}, local); err != nil || code != 0 {
		t.Errorf("a good guest afterwards: %d, %v", code, err)
	}
}

func TestDrainWaitsForGuests(t *testing.T) {
	a := address(t)
	begun, release := make(chan struct{}), make(chan struct{})
	s := serve(t, a, func(context.Context, *Request, Streams) int {
		close(begun)
		<-release
		return 0
	})
	called := make(chan error, 1)
	go func() {
		_, err := Call(t.Context(), a, Request{}, Streams{Files: files.Local{}})
		called <- err
	}()
	<-begun
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.Drain(ended) // returns although a command runs
	if s.Running() != 1 {
		t.Errorf("Running = %d", s.Running())
	}
	close(release)
	s.Drain(t.Context())
	if s.Running() != 0 {
		t.Errorf("Running = %d after Drain", s.Running())
	}
	if err := <-called; err != nil {
		t.Error(err)
	}
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte("H\x00\x00\x00\x02{}"))
	f.Add([]byte("R\x00\x00\x00\x0a\x00\x00\x00\x01\x00\x00\x00\x02{}"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r := bytes.NewReader(in)
		var buf []byte
		for {
			_, p, err := readFrame(r, 1<<16, &buf)
			if err != nil {
				return
			}
			if len(p) > 1<<16 {
				t.Fatal("a frame beyond the limit")
			}
			if _, _, _, err := unpackReply(p); err != nil {
				var bad *FrameError
				if !errors.As(err, &bad) {
					t.Fatalf("%v is no FrameError", err)
				}
			}
		}
	})
}

func BenchmarkRoundTrip(b *testing.B) {
	a := address(b)
	serve(b, a, func(_ context.Context, _ *Request, s Streams) int {
		if _, err := io.WriteString(s.Stdout, "done\n"); err != nil {
			return 1
		}
		return 0
	})
	local := Streams{Stdout: io.Discard, Stderr: io.Discard, Files: files.Local{}}
	for b.Loop() {
		if _, err := Call(b.Context(), a, Request{Args: []string{"version"}}, local); err != nil {
			b.Fatal(err)
		}
	}
}
