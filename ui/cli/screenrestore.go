package cli

import (
	"context"
	"errors"

	"ebb/engine"
	"ebb/ui"
)

// restoreOnScreen lets a person whose store is damaged put its newest backup
// in its place. It reports whether there is something to open now.
func (a *app) restoreOnScreen(ctx context.Context, cause error) (bool, error) {
	dir := a.storeDir()
	var damaged *engine.StoreDamagedError
	if errors.As(cause, &damaged) {
		dir = damaged.Dir
	}
	newest, known := a.newestBackup(dir)
	if !known {
		_, err := ui.ShowCard(ctx, a.screenOptions(), ui.NoBackupCard(dir, cause))
		return false, err
	}
	chosen, err := ui.ShowCard(ctx, a.screenOptions(), ui.BackupCard(newest.File, a.date(newest.At), newest.Memories, cause))
	if err != nil || chosen != ui.CardRestore {
		return false, err
	}
	if err := a.restoreBackup(ctx, newest.File, dir, true); err != nil {
		if _, failed := ui.ShowCard(ctx, a.screenOptions(), ui.NotRestoredCard(newest.File, err)); failed != nil {
			return false, failed
		}
		return false, err
	}
	return true, a.out.flush()
}
