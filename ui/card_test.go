package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/themes"
)

func TestCards(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want []string
		keys string
	}{
		"in use":   {&engine.StoreLockedError{Dir: "/s", PID: 4711}, []string{"in use", "process 4711", "ebb list"}, "rq"},
		"unknown":  {&engine.StoreLockedError{Dir: "/s"}, []string{"Another ebb"}, "rq"},
		"damaged":  {&engine.StoreDamagedError{Dir: "/s", File: "000007.sst", What: "its footer is cut off", Hint: "restore a backup"}, []string{"damaged", "footer", "000007.sst", "nothing was changed"}, "roxq"},
		"record":   {&engine.CorruptRecordError{Table: "heads", Key: "k", Why: "checksum"}, []string{"record", "heads", "checksum"}, "roxq"},
		"newer":    {&engine.StoreVersionError{Dir: "/s", Have: 9, Supported: 1}, []string{"newer", "9", "1"}, "q"},
		"foreign":  {&engine.NotAStoreError{Dir: "/etc", Why: "it holds other files"}, []string{"not an ebb store", "/etc", "--store"}, "q"},
		"full":     {&engine.DiskFullError{Dir: "/s", Free: 3 << 20, Need: 64 << 20}, []string{"nearly full", "3.1 MB", "67.1 MB"}, "orq"},
		"config":   {&ConfigError{File: "/c.toml", Line: 7, What: "there is no theme called drak", Hint: "dark?"}, []string{"line 7", "drak", "dark?"}, "iq"},
		"mode":     {fs.ErrPermission, []string{"may not be opened"}, "q"},
		"anything": {errors.New("boom\x1b[2J"), []string{"could not be opened", "boom␛[2J"}, "rq"},
	} {
		t.Run(name, func(t *testing.T) {
			card := CardFor(fmt.Errorf("open: %w", c.err))
			drawn := plain(strings.Join(card.draw(themes.Must("dark"), 80, 24), "\n"))
			for _, want := range c.want {
				if !strings.Contains(drawn, want) {
					t.Errorf("the card does not say %q:\n%s", want, drawn)
				}
			}
			keys := ""
			for _, ch := range card.Choices {
				keys += ch.Key
			}
			if keys != c.keys {
				t.Errorf("keys %q, want %q", keys, c.keys)
			}
			if !errors.Is(card.Err, c.err) {
				t.Errorf("the card lost its error: %v", card.Err)
			}
		})
	}
}

func TestCardIsLeftByItsKeys(t *testing.T) {
	locked := &engine.StoreLockedError{Dir: "/s", PID: 1}
	tries := 0
	h := start(t, func(h *harness, o *Options) {
		open := o.Open
		o.Open = func(ctx context.Context, which Which) (*Session, error) {
			if tries++; tries < 3 {
				return nil, locked
			}
			return open(ctx, which)
		}
	})
	h.shows("This store is in use")
	h.press("x", "enter", "esc")
	if h.left {
		t.Fatal("left by a key that is not on the card")
	}
	h.press("r")
	h.shows("This store is in use")
	h.press("r")
	h.hides("This store is in use")
	if tries != 3 || len(h.s.screens) != 2 {
		t.Fatalf("%d tries", tries)
	}

	tries = -1 << 30
	h = start(t, func(_ *harness, o *Options) {
		o.Open = func(context.Context, Which) (*Session, error) { return nil, &engine.StoreDamagedError{Dir: "/s"} }
	})
	h.press("o")
	var shown *ShownError
	if !h.left || !errors.As(h.s.result, &shown) || shown.Action != CardReadOnly {
		t.Fatalf("left %v with %v", h.left, h.s.result)
	}
}

func TestBackupCards(t *testing.T) {
	cause := errors.New("the store is damaged")
	for name, c := range map[string]struct {
		card Card
		want []string
		keys string
	}{
		"offered": {BackupCard("/b/one.ebb", "2026-11-30 10:00", 12, cause), []string{"/b/one.ebb", "12 memories", "2026-11-30 10:00", "kept beside"}, "rq"},
		"one":     {BackupCard("/b/one.ebb", "2026-11-30 10:00", 1, cause), []string{"1 memory,"}, "rq"},
		"none":    {NoBackupCard("/s", cause), []string{"/s", "ebb restore-backup FILE --replace", "ebb doctor"}, "q"},
		"failed":  {NotRestoredCard("/b/one.ebb", cause), []string{"/b/one.ebb", "the store is damaged", "as it was"}, "q"},
	} {
		drawn := plain(strings.Join(c.card.draw(themes.Must("dark"), 80, 24), "\n"))
		for _, want := range c.want {
			if !strings.Contains(drawn, want) {
				t.Errorf("%s: the card does not say %q:\n%s", name, want, drawn)
			}
		}
		keys := ""
		for _, ch := range c.card.Choices {
			keys += ch.Key
		}
		if keys != c.keys || !errors.Is(c.card.Err, cause) {
			t.Errorf("%s: keys %q, want %q; error %v", name, keys, c.keys, c.card.Err)
		}
	}
}
