package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ebb/engine/demo"
)

// freshness is how old the demo may be: its ninety days end today, and much
// later everything in it would have faded.
const freshness = 24 * time.Hour

func (a *app) demoCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Look around in ninety days of an agent's memory, in a store of its own",
		Long: `Look around in ninety days of an agent's memory. The demo lives in a store of
its own and is written anew when it is more than a day old. Without a terminal
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

// holdDemo opens the demo's store and fills it.
func (a *app) holdDemo(ctx context.Context, dir string, o StoreOptions) (*holding, error) {
	for range 2 {
		h, err := a.hold(ctx, dir, o, a.unlessScreen(dir))
		if err != nil {
			return nil, err
		}
		stale, err := a.fill(ctx, h)
		if err == nil && !stale {
			return h, nil
		}
		if err = errors.Join(err, h.close(ctx, 0)); err != nil {
			return nil, err
		}
		// Only ever the demo's own folder: --store names somebody's.
		if err := os.RemoveAll(a.demoStore()); err != nil {
			return nil, fmt.Errorf("writing the demo anew: %w", err)
		}
	}
	return nil, fmt.Errorf("the demo in %s cannot be written anew: remove that folder", dir)
}

// fill writes the demo into an empty store, and tells whether what is in it
// is too old to show.
func (a *app) fill(ctx context.Context, h *holding) (stale bool, err error) {
	newest, err := h.engine.Operations(ctx, 0, 1)
	if err != nil {
		return false, err
	}
	if len(newest) == 0 {
		return false, demo.Generate(ctx, h.engine, a.clock())
	}
	dir := h.engine.Store().Dir()
	return sameFolder(dir, a.demoStore()) && a.clock().Sub(newest[0].Wall) > freshness, nil
}

func sameFolder(x, y string) bool {
	one, err := os.Stat(x)
	if err != nil {
		return false
	}
	other, err := os.Stat(y)
	return err == nil && os.SameFile(one, other)
}
