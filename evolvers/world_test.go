package evolvers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/dynamics"
	"ebb/engine"
	"ebb/evolvers"

	"pgregory.net/rapid"
)

// world is an engine on a store on disk, with a clock that is set by hand.
type world struct {
	*engine.Engine
	store engine.Store
	at    time.Time
	near  near
}

func openWorld(t testing.TB, dir string) *world {
	t.Helper()
	store, err := badgerstore.Open(context.Background(), dir, badgerstore.Options{NoSync: true, MemTableSize: 1 << 20, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{store: store, at: now, near: near{}}
	w.Engine, err = engine.Open(context.Background(), store, engine.Options{Clock: func() time.Time { return w.at }})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) shut(t testing.TB) {
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// randomWorld is a small store in which everything can happen.
func randomWorld(rt *rapid.T, w *world, expiring bool) {
	n := rapid.IntRange(1, 40).Draw(rt, "memories")
	crowded := rapid.Bool().Draw(rt, "a full buffer")
	types := []string{
		engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeSemantic, engine.TypeWorking, engine.TypeProcedural,
		engine.TypeZettel, engine.TypeOpinion, engine.TypeObservation, engine.TypeDecision, "journal", "code",
	}
	var all []engine.Memory
	for i := range n {
		m := memory(fmt.Sprintf("m%02d", i), rapid.SampledFrom(types).Draw(rt, "type"), randomText(rt))
		if crowded && i%2 == 0 {
			m.Type = engine.TypeWorking
		}
		m.Scope = engine.Scope{Namespace: "team", Subject: rapid.SampledFrom([]string{"alice", "bob"}).Draw(rt, "subject")}
		m.CreatedAt = now.Add(-time.Duration(rapid.IntRange(-3600, 120*24*3600).Draw(rt, "age")) * time.Second)
		m.Confidence = float64(rapid.IntRange(0, 100).Draw(rt, "confidence")) / 100
		m.Metadata = randomMetadata(rt, m.Type)
		m.Identity = identityOf(rt, m.Metadata)
		m.Base = float64(rapid.IntRange(1, 100).Draw(rt, "base")) / 100
		if rapid.IntRange(0, 2).Draw(rt, "recalled") == 0 {
			m.Profile = dynamics.Profile{
				Total: uint32(rapid.IntRange(1, 50).Draw(rt, "total")), Search: 1, MeanRank: 2, Velocity7: 0.5, Velocity30: 0.25,
				Last: now.Add(-time.Duration(rapid.IntRange(0, 60*24).Draw(rt, "hours since")) * time.Hour),
			}
		}
		if expiring && rapid.IntRange(0, 9).Draw(rt, "expires") == 0 {
			m.ExpiresAt = now.Add(time.Duration(rapid.IntRange(-48, 48).Draw(rt, "hours left")) * time.Hour)
		}
		if rapid.IntRange(0, 9).Draw(rt, "archived") == 0 {
			m.State = engine.Archived
			m.Archive = engine.Archive{At: m.CreatedAt, Reason: "before", Score: 0.05}
		}
		all = append(all, m)
	}
	var ties []engine.Edge
	for range rapid.IntRange(0, n).Draw(rt, "ties") {
		a, b := rapid.IntRange(0, n-1).Draw(rt, "a"), rapid.IntRange(0, n-1).Draw(rt, "b")
		if a == b {
			continue
		}
		typ := rapid.SampledFrom([]string{engine.CoRetrieved, engine.CoRetrieved, engine.RelSupports}).Draw(rt, "tie")
		ties = append(ties, engine.Edge{
			EdgeKey:    engine.EdgeKey{From: all[a].ID, Type: typ, To: all[b].ID}.Canonical(),
			Connection: dynamics.NewConnection(now), CreatedAt: now, Count: uint32(rapid.IntRange(1, 20).Draw(rt, "count")),
		})
	}
	for i := range all {
		for j := range all[:i] {
			if rapid.IntRange(0, 6).Draw(rt, "alike") == 0 {
				s := 0.8 + float64(rapid.IntRange(0, 20).Draw(rt, "similarity"))/100
				w.near[all[i].ID] = append(w.near[all[i].ID], evolvers.Neighbour{ID: all[j].ID, Similarity: s})
				w.near[all[j].ID] = append(w.near[all[j].ID], evolvers.Neighbour{ID: all[i].ID, Similarity: s})
			}
		}
	}
	w.near.sort()
	err := w.store.Update(context.Background(), func(tx engine.Tx) error {
		for i := range all {
			if err := shelve(tx, &all[i]); err != nil {
				return err
			}
		}
		for i := range ties {
			if err := tx.Edges().Put(&ties[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		rt.Fatal(err)
	}
}

// identityOf is what a memory is known by: the engine never writes one that
// disagrees with its metadata.
func identityOf(rt *rapid.T, m engine.Metadata) engine.Identity {
	var f struct{ Key *string }
	if err := json.Unmarshal(m, &f); err != nil {
		rt.Fatal(err)
	}
	if f.Key == nil {
		return engine.Identity{}
	}
	return engine.Identity{Kind: engine.TextIdentity, Value: *f.Key}
}

func (n near) sort() {
	for id := range n {
		slices.SortFunc(n[id], func(a, b evolvers.Neighbour) int {
			if a.Similarity != b.Similarity {
				return int(math.Copysign(1, b.Similarity-a.Similarity))
			}
			return strings.Compare(a.ID, b.ID)
		})
	}
}

func randomText(rt *rapid.T) string {
	n := rapid.IntRange(1, 6).Draw(rt, "words")
	var out []string
	for range n {
		out = append(out, rapid.SampledFrom([]string{"go", "rust", "deploy", "not", "vault", "key", "Alice", "Berlin"}).Draw(rt, "word"))
	}
	return strings.Join(out, " ")
}

func randomMetadata(rt *rapid.T, typ string) engine.Metadata {
	f := map[string]any{}
	word := func(name string) string {
		return rapid.SampledFrom([]string{"go", "rust", "deploy", "vault"}).Draw(rt, name)
	}
	for _, name := range []string{"tags", "topics", "skills", "tools", "entities"} {
		if rapid.Bool().Draw(rt, name) {
			f[name] = []string{word(name)}
		}
	}
	switch typ {
	case engine.TypeOpinion:
		f["subject"], f["formed_at"] = word("subject"), now.Add(-time.Duration(rapid.IntRange(0, 90).Draw(rt, "days held"))*days).Format(time.RFC3339)
	case engine.TypeDecision:
		f["status"], f["domain"] = "active", word("domain")
	case engine.TypeObservation:
		f["entity_name"] = word("entity")
	case "code":
		f["repo"], f["file_path"], f["commit_hash"] = "r", word("file"), "2"
	default:
		if rapid.IntRange(0, 3).Draw(rt, "refs") == 0 {
			f["source_code_refs"] = []map[string]string{{"repo": "r", "file_path": word("file"), "commit_hash": word("commit")}}
		}
	}
	if rapid.IntRange(0, 3).Draw(rt, "relevant") == 0 {
		f["relevance"] = float64(rapid.IntRange(0, 10).Draw(rt, "relevance")) / 10
	}
	if rapid.IntRange(0, 5).Draw(rt, "keyed") == 0 {
		f["key"] = word("key")
	}
	b, err := json.Marshal(f)
	if err != nil {
		rt.Fatal(err)
	}
	return b
}

// everything switches all evolvers on that can be on together.
var everything = []string{
	"episodic_decay.enabled=on", "semantic_decay.enabled=on", "zettel_prune.enabled=on", "episodic_to_zettel.enabled=on",
	"opinion_synthesis.min_confidence=0.1", "opinion_synthesis.min_pattern_occurrences=2", "working_to_procedural.k=2",
	"enhanced_working_to_episodic.base_threshold=10",
}

// snapshot is what can be compared of a store: version numbers and times of
// writing apart.
type snapshot struct {
	memories map[string]engine.Memory
	edges    map[engine.EdgeKey]uint32
	marks    map[string]string
}

func snapshotOf(t interface{ Fatal(...any) }, w *world) snapshot {
	s := snapshot{map[string]engine.Memory{}, map[engine.EdgeKey]uint32{}, map[string]string{}}
	err := w.View(context.Background(), func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			v, _, err := tx.Versions().Get(h.ID, h.Ref())
			if err != nil {
				return err
			}
			m := engine.Memory{Head: h, Body: v.Memory.Body}
			m.Version, m.UpdatedAt, m.Text, m.LoggedDay = 0, time.Time{}, engine.VersionRef{}, 0
			if m.Undone { // an undo keeps what was made as deleted
				continue
			}
			s.memories[h.ID] = m
		}
		for e, err := range tx.Edges().All() {
			if err != nil {
				return err
			}
			s.edges[e.EdgeKey] = e.Count
		}
		return engine.Marks(tx, "", func(name string, value []byte) error {
			s.marks[name] = string(value)
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// differences names what two snapshots do not share.
func differences(a, b snapshot) []string {
	var out []string
	for id, m := range a.memories {
		x, y := fmt.Sprintf("%+v", m), fmt.Sprintf("%+v", b.memories[id])
		if x != y {
			out = append(out, id+":\n  "+x+"\n  "+y)
		}
	}
	for id := range b.memories {
		if _, there := a.memories[id]; !there {
			out = append(out, id+" is new")
		}
	}
	if !maps.Equal(a.edges, b.edges) {
		out = append(out, fmt.Sprintf("ties: %v\n  %v", a.edges, b.edges))
	}
	if !maps.Equal(a.marks, b.marks) {
		out = append(out, fmt.Sprintf("marks: %d, %d", len(a.marks), len(b.marks)))
	}
	slices.Sort(out)
	return out
}
