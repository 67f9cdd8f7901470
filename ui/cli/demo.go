package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/engine/demo"
)

// freshness is how old the demo may be: its ninety days end today, and much
// later everything in it would have faded.
const freshness = 3 * 24 * time.Hour

func (a *app) demoCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Look around in ninety days of an agent's memory, in a store of its own",
		Long: `Look around in ninety days of an agent's memory. The demo lives in a store of
its own and is written anew when it is three days old. Without a terminal
it is only written, and its folder printed.`,
		Args: args(cobra.NoArgs, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if a.OutTerminal && !a.flags.json {
				return a.screen(c.Context(), true)
			}
			return a.writeDemo(c.Context())
		},
	}
}

// demoDir is where the demo is; --store puts it elsewhere.
func (a *app) demoDir() string {
	if a.flags.store != "" && a.command == demoLabel {
		return a.storeDir()
	}
	return a.demoStore()
}

// writeDemo makes the demo for scripts.
func (a *app) writeDemo(ctx context.Context) error {
	if a.held != nil {
		return usage("the demo has a store of its own")
	}
	dir := a.demoDir()
	h, err := a.holdDemo(ctx, dir, StoreOptions{Demo: true})
	if err != nil {
		return err
	}
	a.store = h
	if a.flags.json {
		return a.out.json(struct {
			Store string `json:"store"`
		}{dir})
	}
	return a.out.line("the demo is in %s: ebb --store %s list", clean(dir), clean(dir))
}

// holdDemo opens the demo's store, written when there is none or it is old.
func (a *app) holdDemo(ctx context.Context, dir string, o StoreOptions) (*holding, error) {
	if dir != a.demoStore() {
		return a.holdOwnDemo(ctx, dir, o)
	}
	if _, err := os.Stat(dir); err == nil {
		h, err := a.hold(ctx, dir, o, a.unlessScreen(dir))
		if err != nil {
			return nil, err
		}
		fresh, err := a.fresh(ctx, h)
		if err == nil && fresh {
			return h, nil
		}
		if err = errors.Join(err, h.close(ctx, 0)); err != nil {
			return nil, err
		}
	}
	if err := a.writeAnew(ctx, dir); err != nil {
		return nil, fmt.Errorf("writing the demo: %w", err)
	}
	return a.hold(ctx, dir, o, a.unlessScreen(dir))
}

// holdOwnDemo puts the demo into a store that somebody named, if it is empty.
func (a *app) holdOwnDemo(ctx context.Context, dir string, o StoreOptions) (*holding, error) {
	h, err := a.hold(ctx, dir, o, a.unlessScreen(dir))
	if err != nil {
		return nil, err
	}
	newest, err := h.engine.Operations(ctx, 0, 1)
	if err == nil && len(newest) == 0 {
		err = a.generate(ctx, h.engine)
	}
	if err != nil {
		return nil, errors.Join(err, h.close(ctx, 0))
	}
	return h, nil
}

// fresh reports whether the demo is not too old to show.
func (a *app) fresh(ctx context.Context, h *holding) (bool, error) {
	newest, err := h.engine.Operations(ctx, 0, 1)
	if err != nil || len(newest) == 0 {
		return false, err
	}
	return a.Clock().Sub(newest[0].Wall) < freshness, nil
}

// writeAnew writes the demo beside its place and moves it there when it is
// whole: one that was interrupted is never taken for the demo.
func (a *app) writeAnew(ctx context.Context, dir string) (err error) {
	if err := os.MkdirAll(a.Places.Data, 0o700); err != nil {
		return err
	}
	draft, err := os.MkdirTemp(a.Places.Data, "demo-draft-*")
	if err != nil {
		return err
	}
	// After the move there is nothing left to remove.
	defer func() { err = errors.Join(err, os.RemoveAll(draft)) }()
	store, err := a.Open(ctx, draft, StoreOptions{Demo: true})
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, store, engine.Options{})
	if err != nil {
		return errors.Join(err, store.Close())
	}
	if err = errors.Join(a.generate(ctx, e), e.Close()); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(draft, dir)
}

func (a *app) generate(ctx context.Context, e *engine.Engine) error {
	if a.OutTerminal && !a.flags.json {
		return demo.Generate(ctx, e, a.clock(), nil) // the screen has its own word for it
	}
	bar := a.progress("writing the demo")
	defer bar.end()
	return demo.Generate(ctx, e, a.clock(), func(done, _ int) { bar.set(progress{records: done}) })
}
