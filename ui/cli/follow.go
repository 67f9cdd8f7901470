package cli

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"ebb/engine"
	"ebb/engine/interchange"
)

// follower keeps a store in step with the files that its settings name: each
// is imported again whenever it changes, as an operation of the schedule's.
type follower struct {
	intake *intake
	told   func(f engine.Follow, done receipt, err error) // from any goroutine
	log    *slog.Logger

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	sub    *engine.Subscription

	mu      sync.Mutex
	running map[engine.Follow]context.CancelFunc
}

// startFollowing begins to follow. told may be nil.
func startFollowing(in *intake, log *slog.Logger, told func(engine.Follow, receipt, error)) *follower {
	f := &follower{intake: in, told: told, log: log, running: map[engine.Follow]context.CancelFunc{}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.sub = in.engine.Subscribe(16)
	f.match()
	f.wg.Go(func() {
		for ev := range f.sub.C {
			if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
				f.match()
			}
		}
	})
	return f
}

// match starts and stops watching so that exactly the files in the settings
// are followed.
func (f *follower) match() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ctx.Err() != nil {
		return
	}
	want := f.intake.engine.Settings().Follows
	for have, stop := range f.running {
		if !slices.Contains(want, have) {
			stop()
			delete(f.running, have)
		}
	}
	for _, w := range want {
		if _, ok := f.running[w]; ok {
			continue
		}
		ctx, stop := context.WithCancel(f.ctx)
		f.running[w] = stop
		f.wg.Go(func() { f.watch(ctx, w) })
	}
}

func (f *follower) watch(ctx context.Context, w engine.Follow) {
	watch := interchange.Watch
	if info, err := f.intake.files.Stat(w.Path); err == nil && info.Mode.IsDir() {
		watch = interchange.WatchFolder
	}
	err := watch(ctx, w.Path, func() {
		done, err := f.intake.take(ctx, order{
			path: w.Path, format: w.Format, namespace: w.Namespace, subject: w.Subject, watched: true,
			how: engine.How{Actor: engine.Actor{Kind: engine.Schedule}, Reason: "the file changed"},
		})
		if ctx.Err() == nil {
			f.tell(w, done, err)
		}
	})
	if err != nil {
		f.tell(w, receipt{}, fmt.Errorf("%s is no longer followed: %w", w.Path, err))
	}
}

func (f *follower) tell(w engine.Follow, done receipt, err error) {
	if err != nil {
		f.log.Warn("followed file", "path", w.Path, "error", err)
	} else {
		f.log.Info("followed file", "path", w.Path, "outcome", summary(&done.report, false))
	}
	if f.told != nil {
		f.told(w, done, err)
	}
}

// close ends every watch and waits for imports under way to stop.
func (f *follower) close() {
	f.cancel()
	f.sub.Close()
	f.wg.Wait()
}
