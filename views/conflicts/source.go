package conflicts

import (
	"context"

	"ebb/engine"
)

// Source is what the screen reads from and writes to. All of it but Settings
// and Provider may wait for the disk and is called from commands only.
// [*engine.Engine] is one.
type Source interface {
	Settings() engine.Settings
	// Provider is who can be asked for a text; nil for nobody.
	Provider() engine.IntelligenceProvider

	ConflictList(ctx context.Context, status engine.ConflictStatus) ([]engine.Conflict, error)
	Heads(ctx context.Context, ids []string) ([]engine.Head, error)
	Get(ctx context.Context, id string) (engine.Memory, error)
	History(ctx context.Context, id string) ([]engine.Version, error)
	Edges(ctx context.Context, id string) ([]engine.Edge, error)

	PreviewResolve(ctx context.Context, conflict string, r engine.Resolution, how engine.How) (engine.Resolved, error)
	ResolveConflict(ctx context.Context, conflict string, r engine.Resolution, how engine.How) (engine.Resolved, error)
	PreviewResolveAll(ctx context.Context, ids []string, r engine.Resolution, how engine.How) ([]engine.Resolved, []engine.Unsettled, error)
	ResolveAll(ctx context.Context, ids []string, r engine.Resolution, how engine.How) (engine.Operation, []engine.Resolved, error)
	Unarchive(ctx context.Context, ids []string, how engine.How) (engine.Operation, error)
}

var byYou = engine.How{Actor: engine.You}
