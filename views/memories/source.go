package memories

import (
	"context"
	"fmt"
	"iter"
	"time"

	"ebb/engine"
	"ebb/engine/catalogue"
)

// Source is what the screen reads from and writes to. All of it but Snapshot
// and Settings may wait for the disk and is called from commands only.
type Source interface {
	Settings() engine.Settings
	// Snapshot is the catalogue as it stands: never nil, cheap, immutable.
	Snapshot() Snapshot
	// Changes signals that Snapshot has a newer one; nil when nothing does.
	Changes() <-chan struct{}
	// Rest streams memories whose text matches beyond what is resident.
	Rest(ctx context.Context, s Snapshot, q catalogue.Query, found []catalogue.Match, yield func(catalogue.Match) bool) error

	List(ctx context.Context, f engine.Filter, after engine.Cursor) iter.Seq2[engine.Head, error]
	Totals(ctx context.Context) (engine.Totals, error)
	Get(ctx context.Context, id string) (engine.Memory, error)
	Heads(ctx context.Context, ids []string) ([]engine.Head, error)
	Latest(ctx context.Context, id string, n int) ([]engine.Version, error)
	Edges(ctx context.Context, id string) ([]engine.Edge, error)
	// Neighbours are the memories most alike, the nearest first.
	Neighbours(ctx context.Context, id string) ([]engine.Neighbour, error)
	ConflictsOf(ctx context.Context, id string) ([]engine.Conflict, error)
	ConflictList(ctx context.Context, status engine.ConflictStatus) ([]engine.Conflict, error)

	// JSON is a memory as the command line prints it for scripts, without the
	// line's end.
	JSON(m *engine.Memory) ([]byte, error)
	Search(ctx context.Context, q engine.Query, how engine.How) ([]engine.Hit, error)

	Add(ctx context.Context, in engine.Input, how engine.How) (engine.Memory, error)
	Evolve(ctx context.Context, id string, p engine.Patch, how engine.How) (engine.Memory, error)
	EvolveAll(ctx context.Context, ids []string, p engine.Patch, how engine.How) (engine.Operation, error)
	RecallTogether(ctx context.Context, ids []string, how engine.How) ([]engine.Memory, engine.Operation, error)
	Archive(ctx context.Context, ids []string, how engine.How) (engine.Operation, error)
	Unarchive(ctx context.Context, ids []string, how engine.How) (engine.Operation, error)
	Purge(ctx context.Context, ids []string, how engine.How) (engine.Operation, error)
	Relate(ctx context.Context, from, to, typ string, weight float64, metadata engine.Metadata, how engine.How) (engine.Edge, error)
	Declare(ctx context.Context, a, b, explanation string, how engine.How) (engine.Conflict, error)
	SetSettings(ctx context.Context, change func(*engine.Settings) error, how engine.How) (engine.Operation, error)
}

// Snapshot is the part of the catalogue that the list runs on.
// [*catalogue.Snapshot] is one.
type Snapshot interface {
	Loaded() bool
	// Err says why the catalogue could not be loaded; nil when it could.
	Err() error
	Len() int
	Seq() uint64
	Row(id string) (int32, bool)
	ID(row int32) string
	Title(row int32) string
	Head(row int32) engine.Head
	Select(ctx context.Context, q catalogue.Query) ([]catalogue.Match, error)
	Rows(ctx context.Context, q catalogue.Query) ([]int32, error)
	First(ctx context.Context, q catalogue.Query, n int) ([]catalogue.Match, bool, error)
	Narrow(ctx context.Context, q catalogue.Query, within []catalogue.Match) ([]catalogue.Match, error)
	Counts(now time.Time) catalogue.Counts
}

// live is a source on an open engine and its catalogue.
type live struct {
	*engine.Engine
	catalogue *catalogue.Catalogue
	json      func(*engine.Memory) ([]byte, error)
}

// Live makes a source of an engine and its catalogue, neither of which is
// closed here. json writes a memory for scripts.
func Live(e *engine.Engine, c *catalogue.Catalogue, json func(*engine.Memory) ([]byte, error)) Source {
	return live{Engine: e, catalogue: c, json: json}
}

func (l live) JSON(m *engine.Memory) ([]byte, error) { return l.json(m) }

func (l live) Snapshot() Snapshot { return l.catalogue.Snapshot() }

func (l live) Changes() <-chan struct{} { return l.catalogue.Changes() }

func (l live) Rest(ctx context.Context, s Snapshot, q catalogue.Query, found []catalogue.Match, yield func(catalogue.Match) bool) error {
	snapshot, ok := s.(*catalogue.Snapshot)
	if !ok {
		return fmt.Errorf("search the stored texts: %T is not a snapshot of the catalogue", s)
	}
	return snapshot.Rest(ctx, l.Engine, q, found, yield)
}
