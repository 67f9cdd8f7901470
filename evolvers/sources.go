package evolvers

import (
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// rememberedIDs bounds the evidence that a memory lists in its metadata: some
// 20 kB of the 64 kB that it may have. The ties to all of it stay.
const rememberedIDs = 500

// derivations are the ties from a memory to what it is made from.
func derivations(v View, id string, sources []string, now time.Time) []engine.Change {
	var out []engine.Change
	for _, s := range sources {
		if !v.Exists(s) || s == id {
			continue
		}
		key := engine.EdgeKey{From: id, Type: engine.RelDerivedFrom, To: s}
		out = append(out, engine.Change{
			Memory: id, Edge: &key, Field: engine.RelDerivedFrom, After: s, Why: "it is made from it too", Source: []string{s},
			Tie: &engine.Edge{EdgeKey: key, Connection: dynamics.NewConnection(now), CreatedAt: now},
		})
	}
	return out
}
