package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"ebb/engine"
	"ebb/ui/cli/guest"
)

// holding is a store that this process holds: the lock, the engine, the socket
// for guests and what follows files.
type holding struct {
	engine *engine.Engine
	guests *guest.Server
	log    *os.File // nil: nothing is logged

	follows   *follower
	following atomic.Bool // follows is at work: guests need not watch
}

// follow takes over what follows files.
func (h *holding) follow(f *follower) {
	h.follows = f
	h.following.Store(true)
}

const (
	// lockPatience is how long a command waits for another short one to let
	// go of the store, when that one does not take guests any more.
	lockPatience = 10 * time.Second
	lockPause    = 20 * time.Millisecond
	// drainPatience is how long a finished command stays for its guests.
	drainPatience = 30 * time.Second
)

func (a *app) defaultStore() string { return filepath.Join(a.Places.Data, "default") }
func (a *app) demoStore() string    { return filepath.Join(a.Places.Data, "demo") }

// storeDir is the folder of the store, absolute.
func (a *app) storeDir() string {
	dir := a.flags.store
	if dir == "" {
		dir = a.config.Store
	}
	if dir == "" {
		return a.defaultStore()
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(a.Dir, dir)
	}
	return filepath.Clean(dir)
}

// reading is the engine for a command that writes nothing. A store that does
// not exist is not made for it, and one that cannot be written to, because its
// disk is full or not to be written on, is opened to look at only.
func (a *app) reading(ctx context.Context) (*engine.Engine, error) {
	e, err := a.existing(ctx)
	var full *engine.DiskFullError
	var unwritable *engine.UnwritableError
	if !errors.As(err, &full) && !errors.As(err, &unwritable) {
		return e, err
	}
	complain(a.Stderr, err.Error()+"; it is opened to look at only")
	return a.opened(ctx, StoreOptions{ReadOnly: true})
}

// existing is the engine of a store that is there.
func (a *app) existing(ctx context.Context) (*engine.Engine, error) {
	if a.held == nil {
		dir := a.storeDir()
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, &NoStoreError{Dir: dir}
		}
	}
	return a.engine(ctx)
}

// engine is the engine to run the command on: the holder's own for a guest,
// else that of the store, opened now. When another process holds the store,
// it runs the whole command and the error is an exitError.
func (a *app) engine(ctx context.Context) (*engine.Engine, error) {
	if a.held != nil {
		return a.held.WithClock(a.clock), nil
	}
	return a.opened(ctx, StoreOptions{})
}

// opened opens the store for this process, unless it is open, and passes on
// what it has to tell.
func (a *app) opened(ctx context.Context, o StoreOptions) (*engine.Engine, error) {
	if a.store == nil {
		h, err := a.hold(ctx, a.storeDir(), o, a.forward)
		if err != nil {
			return nil, err
		}
		a.store = h
		for _, n := range h.engine.Notices() {
			complain(a.Stderr, n)
		}
	}
	return a.store.engine.WithClock(a.clock), nil
}

// hold opens the store and serves guests. While another process holds it,
// other is asked first; it returns guest.ErrNoHolder to go on waiting.
func (a *app) hold(ctx context.Context, dir string, o StoreOptions, other func(context.Context, guest.Address) error) (*holding, error) {
	address, addressErr := guest.Locate(dir, a.Env)
	deadline := time.NewTimer(cmp.Or(a.patience, lockPatience))
	defer deadline.Stop()
	for {
		if addressErr == nil {
			if err := other(ctx, address); !errors.Is(err, guest.ErrNoHolder) {
				return nil, err
			}
		}
		h, err := a.take(ctx, dir, o, address, addressErr)
		var locked *engine.StoreLockedError
		if !errors.As(err, &locked) {
			return h, err
		}
		select {
		case <-time.After(lockPause):
		case <-deadline.C:
			return nil, err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take opens the store, or fails because it is taken.
func (a *app) take(ctx context.Context, dir string, o StoreOptions, address guest.Address, addressErr error) (*holding, error) {
	h := &holding{}
	if path := a.logPath(); path != "" {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, fmt.Errorf("--log: %w", err)
		}
		h.log, o.Log = f, f
	}
	migrated := func() {}
	if !o.Screen {
		o.Migrating, migrated = a.migrating()
	}
	store, err := a.Open(ctx, dir, o)
	migrated()
	if err != nil {
		return nil, errors.Join(err, h.closeLog())
	}
	h.engine, err = engine.Open(ctx, store, engine.Options{Provider: a.provider()})
	if err != nil {
		return nil, errors.Join(err, store.Close(), h.closeLog())
	}
	// Without a socket everything works but other commands, which have to wait.
	if err = addressErr; err == nil {
		h.guests, err = guest.Listen(address, guest.Holder{PID: os.Getpid(), Label: a.command}, a.host(h))
	}
	if err != nil {
		complain(a.Stderr, err.Error()+"; other ebb commands have to wait for this one")
	}
	return h, nil
}

// migrating shows that a store is being brought up to date, once it is.
func (a *app) migrating() (step func(what string, records int), end func()) {
	var b *bar
	var doing string
	step = func(what string, records int) {
		if what != doing {
			b.end()
			b, doing = a.progress(what), what
		}
		b.set(progress{records: records})
	}
	return step, func() { b.end() }
}

func (a *app) logPath() string {
	path := a.flags.log
	if path == "" {
		path = a.config.Log
	}
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.Dir, path)
}

// host runs guests' commands on this process's engine.
func (a *app) host(h *holding) guest.Handler {
	return func(ctx context.Context, r *guest.Request, s guest.Streams) (code int) {
		p := Process{
			Args: r.Args, Dir: r.Dir, Env: func(name string) string { return r.Env[name] },
			Stdin: s.Stdin, Stdout: s.Stdout, Stderr: s.Stderr,
			InTerminal: r.Stdin, OutTerminal: r.Stdout, ErrTerminal: r.Stderr, Width: r.Width,
			Files: s.Files, Clock: a.Clock, Location: a.Location, Places: a.Places, Open: a.Open, Care: a.Care,
			held: h.engine, following: h.following.Load(),
		}
		// What a guest asks for must not take down whoever is holding the store.
		defer func() {
			if cause := recover(); cause != nil {
				complain(s.Stderr, crashed(a.Places.State, cause))
				code = exitFailed
			}
		}()
		return p.Run(ctx)
	}
}

// forward hands the whole command to the holder.
func (a *app) forward(ctx context.Context, address guest.Address) error {
	env := map[string]string{}
	for _, name := range forwarded {
		if v := a.Env(name); v != "" {
			env[name] = v
		}
	}
	code, err := guest.Call(ctx, address, guest.Request{
		Args: a.Args, Dir: a.Dir, Env: env,
		Stdin: a.InTerminal, Stdout: a.OutTerminal, Stderr: a.ErrTerminal, Width: a.Width,
	}, guest.Streams{Stdin: a.Stdin, Stdout: a.Stdout, Stderr: a.Stderr, Files: a.Files})
	if err != nil {
		return err
	}
	return exitError(code)
}

// close lets guests finish and gives the store back. ctx ends the waiting.
func (a *app) close(ctx context.Context) error {
	if a.store == nil {
		return nil
	}
	h := a.store
	a.store = nil
	return h.close(ctx, drainPatience)
}

// close ends, in this order, guests, followers, engine and store.
func (h *holding) close(ctx context.Context, patience time.Duration) error {
	var errs []error
	if h.guests != nil {
		ctx, cancel := context.WithTimeout(ctx, patience)
		h.guests.Drain(ctx)
		cancel()
		errs = append(errs, h.guests.Close())
	}
	if h.follows != nil {
		h.follows.close()
	}
	if p, ok := h.engine.Provider().(*provider); ok {
		p.close()
	}
	errs = append(errs, h.engine.Close(), h.closeLog())
	return errors.Join(errs...)
}

func (h *holding) closeLog() error {
	if h.log == nil {
		return nil
	}
	return h.log.Close()
}
