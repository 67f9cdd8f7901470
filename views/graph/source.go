package graph

import (
	"context"
	"time"

	"ebb/engine"
)

// Source is what the screen reads from and writes to. All of it but Settings
// may wait for the disk and is called from commands only. [*engine.Engine] is
// one.
type Source interface {
	Reader
	Settings() engine.Settings
	Past(ctx context.Context, at time.Time) (*engine.Past, error)
	PastReader

	Relate(ctx context.Context, from, to, typ string, weight float64, metadata engine.Metadata, how engine.How) (engine.Edge, error)
	Retype(ctx context.Context, key engine.EdgeKey, typ string, how engine.How) (engine.Edge, error)
	Unrelate(ctx context.Context, key engine.EdgeKey, how engine.How) (engine.Operation, error)
	Declare(ctx context.Context, a, b, explanation string, how engine.How) (engine.Conflict, error)
}

var byYou = engine.How{Actor: engine.You}

// PastReader is where a scene is read from as it was. [*engine.Engine] is one.
type PastReader interface {
	EdgesIn(ctx context.Context, p *engine.Past, id string) ([]engine.Edge, error)
	HeadsIn(ctx context.Context, p *engine.Past, ids []string) ([]engine.Head, error)
}

// Then reads the store as it was.
func Then(src PastReader, p *engine.Past) Reader { return then{src, p} }

type then struct {
	PastReader
	past *engine.Past
}

func (t then) Edges(ctx context.Context, id string) ([]engine.Edge, error) {
	return t.EdgesIn(ctx, t.past, id)
}

func (t then) Heads(ctx context.Context, ids []string) ([]engine.Head, error) {
	return t.HeadsIn(ctx, t.past, ids)
}
