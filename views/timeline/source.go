package timeline

import (
	"context"
	"iter"
	"time"

	"ebb/engine"
)

// Source is what the screen reads from and writes to; [*engine.Engine] is one.
// All of it but Settings may wait for the disk and is called from commands
// only.
type Source interface {
	Settings() engine.Settings
	Get(ctx context.Context, id string) (engine.Memory, error)
	Heads(ctx context.Context, ids []string) ([]engine.Head, error)
	// VersionsBack yields a memory's versions, newest first, those up to from;
	// the zero time means all.
	VersionsBack(ctx context.Context, id string, from time.Time, fn func(*engine.Version) bool) error
	VersionAt(ctx context.Context, id string, ref engine.VersionRef) (engine.Version, error)
	// LogBack yields the change log, newest first.
	LogBack(ctx context.Context, from time.Time) iter.Seq2[engine.LogEntry, error]
	Operations(ctx context.Context, before uint64, limit int) ([]engine.Operation, error)
	Retrievals(ctx context.Context, from time.Time, fn func(*engine.Retrieval) bool) error

	Restore(ctx context.Context, id string, version uint32, how engine.How) (engine.Memory, error)
}
