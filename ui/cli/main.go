package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	"github.com/charmbracelet/x/term"

	"ebb/ui"
	"ebb/ui/cli/files"
)

// Main is the whole program but for the store, which open opens and care takes
// care of. It returns the exit code.
func Main(open OpenStore, care Care) (code int) {
	places := Places{
		Data:   filepath.Join(xdg.DataHome, "ebb"),
		Config: filepath.Join(xdg.ConfigHome, "ebb"),
		State:  filepath.Join(xdg.StateHome, "ebb"),
	}
	// Deferred calls below this one have closed the store by then, and the
	// screen gives the terminal back before it lets a crash through.
	defer func() {
		if cause := recover(); cause != nil {
			complain(os.Stderr, crashed(places.State, cause))
			code = exitFailed
		}
	}()
	keepPrivate()
	ctx, calm := untilSignalled()
	defer calm()
	dir, err := os.Getwd()
	if err != nil {
		complain(os.Stderr, "the working folder is gone: "+err.Error())
		return exitFailed
	}
	p := Process{
		Args: os.Args[1:], Dir: dir, Env: os.Getenv,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		InTerminal: term.IsTerminal(os.Stdin.Fd()), OutTerminal: term.IsTerminal(os.Stdout.Fd()), ErrTerminal: term.IsTerminal(os.Stderr.Fd()),
		Files: files.Local{Dir: dir}, Clock: time.Now, Location: time.Local, Places: places, Open: open, Care: care,
		calm: calm,
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
			p.Width = w
			break
		}
	}
	return p.Run(ctx)
}

// untilSignalled is a context that ends with the first signal to stop; the
// second one ends the program at once. calm gives signals back.
func untilSignalled() (ctx context.Context, calm func()) {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan os.Signal, 2)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A reader that has enough (head) must be an error of the write, not the
	// end of the process. Notified, not ignored: children would inherit that.
	pipe := make(chan os.Signal, 1)
	notifyPipe(pipe)
	done := make(chan struct{})
	go func() {
		select {
		case <-c:
			cancel()
		case <-done:
			return
		}
		select {
		case <-c:
			os.Exit(exitFailed)
		case <-done:
		}
	}()
	stopped := false
	return ctx, func() {
		if !stopped {
			stopped = true
			signal.Stop(c)
			close(done)
		}
	}
}

// crashed keeps a report of a crash and says where it is.
func crashed(dir string, cause any) string {
	stack := debug.Stack()
	var shown *ui.PanicError
	if err, ok := cause.(error); ok && errors.As(err, &shown) {
		stack = shown.Stack
	}
	text := fmt.Sprintf("ebb has crashed: %v", cause)
	path := filepath.Join(dir, "crash.log")
	report := fmt.Appendf(nil, "%s\n%+v\n\n%s\n", text, buildVersion(), stack)
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.WriteFile(path, report, 0o600)
	}
	if err != nil {
		return text + "; the store was closed"
	}
	return text + "; the store was closed. What happened is in " + path
}
