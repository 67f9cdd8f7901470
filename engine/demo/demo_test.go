package demo_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"
	"unicode"

	"ebb/badgerstore"
	"ebb/dynamics"
	"ebb/engine"
	"ebb/engine/demo"
)

// end is when the ninety days end: an afternoon, so that the last day has a
// morning.
var end = time.Date(2026, 11, 30, 14, 2, 0, 0, time.UTC)

func generated(t testing.TB, o badgerstore.Options, progress func(done, total int)) *engine.Engine {
	t.Helper()
	s, err := badgerstore.Open(t.Context(), t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), s, engine.Options{Clock: func() time.Time { return end }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := demo.Generate(t.Context(), e, end, progress); err != nil {
		t.Fatal(err)
	}
	return e
}

var everything = engine.Filter{States: engine.States(), IncludeExpired: true}

func memories(t testing.TB, e *engine.Engine) []engine.Memory {
	t.Helper()
	var out []engine.Memory
	for m, err := range e.ListMemories(t.Context(), everything, engine.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// TestNinetyDays asks of the demo what a visitor is promised to see.
func TestNinetyDays(t *testing.T) {
	steps := 0
	e := generated(t, badgerstore.Options{NoSync: true}, func(done, total int) {
		if steps++; done != steps || done > total {
			t.Errorf("progress said %d of %d at step %d", done, total, steps)
		}
	})
	t.Run("what is there", func(t *testing.T) { testInventory(t, e) })
	t.Run("retention", func(t *testing.T) { testRetention(t, e) })
	t.Run("ties", func(t *testing.T) { testTies(t, e) })
	t.Run("conflicts", func(t *testing.T) { testConflicts(t, e) })
	t.Run("versions", func(t *testing.T) { testVersions(t, e) })
	t.Run("journal", func(t *testing.T) { testJournal(t, e) })
	t.Run("verify", func(t *testing.T) {
		err := e.Store().Verify(t.Context(), func(finding error) { t.Error(finding) }, func(int) {})
		if err != nil {
			t.Error(err)
		}
	})
	t.Run("not twice", func(t *testing.T) {
		if err := demo.Generate(t.Context(), e, end, nil); !errors.Is(err, demo.ErrNotEmpty) {
			t.Errorf("a second run on the same store: %v, want ErrNotEmpty", err)
		}
	})
	if steps > 900 {
		t.Errorf("%d operations, more than a durable store commits in three seconds", steps)
	}
}

func testInventory(t *testing.T, e *engine.Engine) {
	all := memories(t, e)
	if len(all) < 300 || len(all) > 400 {
		t.Errorf("%d memories, want 300 to 400", len(all))
	}
	types, namespaces, texts := map[string]int{}, map[string]int{}, map[string]string{}
	states := map[engine.State]int{}
	long, paragraphs, hostile, bytesOfText := 0, 0, 0, 0
	scripts := map[string]int{}
	for _, m := range all {
		types[m.Type]++
		namespaces[m.Scope.Namespace]++
		states[m.State]++
		bytesOfText += len(m.Content)
		if other, seen := texts[m.Content]; seen {
			t.Errorf("%s says what %s says", m.ID, other)
		}
		texts[m.Content] = m.ID
		if len(m.Content) >= 250 {
			long++
		}
		if bytes.Contains([]byte(m.Content), []byte("\n\n")) {
			paragraphs++
		}
		if bytes.ContainsRune([]byte(m.Content), '\x1b') {
			hostile++
		}
		for name, table := range map[string]*unicode.RangeTable{"Hiragana": unicode.Hiragana, "Arabic": unicode.Arabic} {
			for _, r := range m.Content {
				if unicode.Is(table, r) {
					scripts[name]++
					break
				}
			}
		}
		if m.Title == "" {
			t.Errorf("%s has no title", m.ID)
		}
		for _, r := range m.Title {
			if unicode.IsControl(r) {
				t.Errorf("%s has control character %U in its title %q", m.ID, r, m.Title)
			}
		}
		if m.CreatedAt.After(end) || m.UpdatedAt.After(end) || end.Sub(m.CreatedAt) > 90*24*time.Hour {
			t.Errorf("%s lies outside the ninety days: %v to %v", m.ID, m.CreatedAt, m.UpdatedAt)
		}
	}
	for _, typ := range []string{"working", "episodic", "semantic", "procedural", "preference", "fact", "decision", "opinion", "observation", "zettel"} {
		if types[typ] < 3 {
			t.Errorf("%d memories of type %s", types[typ], typ)
		}
	}
	if len(namespaces) != 6 {
		t.Errorf("namespaces %v, want 6", namespaces)
	}
	for _, state := range []engine.State{engine.Archived, engine.Deleted, engine.Expired} {
		if states[state] == 0 {
			t.Errorf("nothing is %s", state)
		}
	}
	if mean := bytesOfText / len(all); mean < 250 {
		t.Errorf("texts have %d bytes in the mean, want 250", mean)
	}
	if long < len(all)/3 || paragraphs < 5 || hostile != 2 || scripts["Hiragana"] < 2 || scripts["Arabic"] < 1 {
		t.Errorf("%d long texts, %d of several paragraphs, %d with escapes, scripts %v", long, paragraphs, hostile, scripts)
	}
	t.Logf("%d memories, mean %d bytes, types %v, namespaces %v, states %v", len(all), bytesOfText/len(all), types, namespaces, states)
}

func testRetention(t *testing.T, e *engine.Engine) {
	settings := e.Settings()
	var deciles [11]int
	faded, fading, strengthened, tied := 0, 0, 0, 0
	for h, err := range e.List(t.Context(), engine.Filter{}, engine.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		c := settings.RetentionOf(&h, end)
		deciles[int(c.Score*10)]++
		if c.Score < settings.Retention.ArchiveThreshold {
			faded++
		} else if at, ok := settings.FadesAt(&h, end); ok && at.Before(end.AddDate(0, 0, 7)) {
			fading++
		}
		if c.Strengthening > 0.05 {
			strengthened++
		}
		if c.Hebbian > 0 {
			tied++
		}
	}
	t.Logf("by tenths %v; %d faded, %d fade this week, %d strengthened, %d held by a tie", deciles, faded, fading, strengthened, tied)
	if faded < 5 || faded > 30 || fading < 8 || strengthened < 10 || tied < 20 {
		t.Error("want 5 to 30 faded, 8 fading, 10 strengthened, 20 tied")
	}
	if top := deciles[9] + deciles[10]; top < 40 {
		t.Errorf("%d memories at .90 or more, want 40", top)
	}
	for tenth, n := range deciles[:10] {
		if n == 0 {
			t.Errorf("no memory between .%d0 and .%d9", tenth, tenth)
		}
	}
}

func testTies(t *testing.T, e *engine.Engine) {
	edges, err := e.Edges(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	often, lasting, strong, quiet := 0, 0, 0, 0
	types := map[string]int{}
	for _, edge := range edges {
		types[edge.Type]++
		if edge.Type != engine.CoRetrieved {
			continue
		}
		strength := edge.Connection.StrengthAt(end)
		if edge.Count >= 10 {
			often++
			if edge.Connection.Stability >= 2*dynamics.DefaultStability {
				lasting++
			}
		}
		if strength > 1 {
			strong++
		}
		if strength == dynamics.StrengthFloor {
			quiet++
		}
	}
	t.Logf("edges %v; %d ties of 10 and more, %d lasting, %d strong, %d quiet", types, often, lasting, strong, quiet)
	if often < 12 || lasting < 5 || strong < 3 || quiet < 20 {
		t.Error("want 12 ties of 10 and more, 5 lasting, 3 strong, 20 quiet")
	}
	for _, typ := range []string{"depends_on", "derived_from", "supports", "supersedes", "caused_by", "related_to", "contradicts"} {
		if types[typ] < 2 {
			t.Errorf("%d relations of type %s", types[typ], typ)
		}
	}
}

func testConflicts(t *testing.T, e *engine.Engine) {
	conflicts, err := e.ConflictList(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(conflicts) != 2 {
		t.Fatalf("%d conflicts, want 2", len(conflicts))
	}
	for _, c := range conflicts {
		if c.Status != engine.ConflictOpen || c.DeclaredBy.Kind != engine.Agent || len(c.Explanation) < 60 {
			t.Errorf("conflict %+v", c)
		}
	}
}

func testVersions(t *testing.T, e *engine.Engine) {
	history, err := e.History(t.Context(), "language-preference")
	if err != nil {
		t.Fatal(err)
	}
	if len(history) != 3 {
		t.Errorf("the preference has %d versions, want 3", len(history))
	}
	actors, several := map[string]bool{}, 0
	for _, m := range memories(t, e) {
		if m.Version > 5 {
			t.Errorf("%s has %d versions", m.ID, m.Version)
		}
		if m.Version < 2 {
			continue
		}
		several++
		versions, err := e.History(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range versions {
			actors[v.Actor.String()] = true
			if v.Change == engine.ChangeArchived && v.Reason == "" {
				t.Errorf("%s was archived without a reason", m.ID)
			}
		}
	}
	for _, name := range []string{"you", "planner", "release-bot", "researcher", "schedule"} {
		if !actors[name] {
			t.Errorf("no version by %s", name)
		}
	}
	if several < 30 {
		t.Errorf("%d memories of several versions, want 30", several)
	}
}

func testJournal(t *testing.T, e *engine.Engine) {
	ops, err := e.Operations(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	lastHour := 0
	for i, op := range ops {
		if i > 0 && op.At.After(ops[i-1].At) {
			t.Errorf("operation %s of %v was committed before one of %v", op.ID, op.At, ops[i-1].At)
		}
		if !op.At.Equal(op.Wall) {
			t.Errorf("operation %s happened at %v and %v", op.ID, op.At, op.Wall)
		}
		if end.Sub(op.At) < time.Hour {
			lastHour++
		}
	}
	if lastHour < 3 || end.Sub(ops[0].At) > 5*time.Minute {
		t.Errorf("%d operations in the last hour, the newest %v ago", lastHour, end.Sub(ops[0].At))
	}
}

// TestSameAgain generates twice and compares everything that a store holds.
func TestSameAgain(t *testing.T) {
	first := dump(t, generated(t, badgerstore.Options{NoSync: true}, nil))
	second := dump(t, generated(t, badgerstore.Options{NoSync: true}, nil))
	if len(first) != len(second) {
		t.Fatalf("%d and %d lines", len(first), len(second))
	}
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("line %d\n once %s\ntwice %s", i, first[i], second[i])
		}
	}
}

func dump(t *testing.T, e *engine.Engine) []string {
	t.Helper()
	var out []string
	for _, m := range memories(t, e) {
		out = append(out, fmt.Sprintf("%+v", m))
	}
	edges, err := e.Edges(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, edge := range edges {
		out = append(out, fmt.Sprintf("%+v", edge))
	}
	conflicts, err := e.ConflictList(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	ops, err := e.Operations(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, fmt.Sprintf("%+v", conflicts), fmt.Sprintf("%+v", ops))
	for entry, err := range e.LogBack(t.Context(), time.Time{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%d %d %s %s %v %s %d", entry.Seq, entry.N, entry.Operation, entry.ID, entry.Edge, entry.At, entry.After))
	}
	return out
}

// TestAnyHour generates at other hours and on a leap day: no step may depend
// on where a day begins.
func TestAnyHour(t *testing.T) {
	for _, at := range []time.Time{
		time.Date(2024, 2, 29, 0, 0, 0, 1, time.UTC),
		time.Date(2027, 3, 28, 23, 59, 59, 0, time.FixedZone("east", 9*3600)),
	} {
		s, err := badgerstore.Open(t.Context(), t.TempDir(), badgerstore.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.Open(t.Context(), s, engine.Options{Clock: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		if err := demo.Generate(t.Context(), e, at, nil); err != nil {
			t.Errorf("at %v: %v", at, err)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCancelled stops in the middle and says why.
func TestCancelled(t *testing.T) {
	s, err := badgerstore.Open(t.Context(), t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), s, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reached := 0
	err = demo.Generate(ctx, e, end, func(done, _ int) {
		if reached = done; done == 20 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || reached != 20 {
		t.Errorf("stopped at %d with %v", reached, err)
	}
}

// BenchmarkGenerate measures a durable store in EBB_DEMO_DIR, or in the
// machine's temporary folder.
func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		dir, err := os.MkdirTemp(os.Getenv("EBB_DEMO_DIR"), "demo")
		if err != nil {
			b.Fatal(err)
		}
		s, err := badgerstore.Open(b.Context(), dir, badgerstore.Options{})
		if err != nil {
			b.Fatal(err)
		}
		e, err := engine.Open(b.Context(), s, engine.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := demo.Generate(b.Context(), e, end, nil); err != nil {
			b.Fatal(err)
		}
		if err := errors.Join(e.Close(), os.RemoveAll(dir)); err != nil {
			b.Fatal(err)
		}
	}
}
