package engine_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"ebb/badgerstore"
	"ebb/engine"
)

// model is an embedder that knows what a text means: its first word. Texts of
// one first word have the cosine 1 − (difference of their second words)/1000.
type model struct {
	id  string
	dim int

	mu     sync.Mutex
	texts  int                                       // embedded so far
	answer func(texts []string) ([][]float32, error) // instead, when set
}

func (m *model) ID() string { return m.id }
func (m *model) Dim() int   { return m.dim }

func (m *model) Embed(_ context.Context, texts []string) ([][]float32, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.answer != nil {
		return m.answer(texts)
	}
	m.texts += len(texts)
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = m.vector(text)
	}
	return out, nil
}

func (m *model) vector(text string) []float32 {
	var topic string
	var turn float64
	if _, err := fmt.Sscan(text, &topic, &turn); err != nil {
		topic, turn = text, 0
	}
	var seed uint64
	for _, c := range []byte(m.id + topic) {
		seed = seed*131 + uint64(c)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	a, b := direction(r, m.dim), direction(r, m.dim)
	angle := turn / 1000
	out := make([]float32, m.dim)
	for i := range out {
		out[i] = 3 * float32(math.Cos(angle)*a[i]+math.Sin(angle)*b[i]) // not of unit length
	}
	return out
}

func direction(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	var square float64
	for i := range v {
		v[i] = r.NormFloat64()
		square += v[i] * v[i]
	}
	for i := range v {
		v[i] /= math.Sqrt(square)
	}
	return v
}

func newModel(id string) *model { return &model{id: id, dim: 64} }

// house is an engine over a store that can be opened again.
type house struct {
	testing.TB
	*engine.Engine
	dir string
}

func openHouse(t testing.TB, dir string, m engine.Embedder) *house {
	t.Helper()
	store, err := badgerstore.Open(context.Background(), dir, badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(context.Background(), store, engine.Options{Clock: ticking(), Embedder: m})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{TB: t, Engine: e, dir: dir}
	t.Cleanup(h.close)
	return h
}

func (h *house) close() {
	h.Helper()
	if err := h.Engine.Close(); err != nil {
		h.Error(err)
	}
}

func (h *house) again(m engine.Embedder) *house {
	h.Helper()
	h.close()
	return openHouse(h.TB, h.dir, m)
}

func (h *house) settle() *engine.Neighbourhood {
	h.Helper()
	if err := h.SettleNeighbours(context.Background(), nil); err != nil {
		h.Fatal(err)
	}
	n := h.neighbourhood()
	if !n.Complete {
		h.Error("settled, but not complete")
	}
	h.verify()
	return n
}

func (h *house) neighbourhood() *engine.Neighbourhood {
	h.Helper()
	n, err := h.Engine.Neighbourhood(context.Background())
	if err != nil {
		h.Fatal(err)
	}
	return n
}

func (h *house) verify() {
	h.Helper()
	if err := h.Store().Verify(context.Background(), func(found error) { h.Error(found) }, func(int) {}); err != nil {
		h.Error(err)
	}
}

func (h *house) fill(texts ...string) []string {
	h.Helper()
	var ids []string
	for i, text := range texts {
		ids = append(ids, add(h.TB, h.Engine, text, func(in *engine.Input) {
			in.ID, in.Type = fmt.Sprintf("m%03d", i), engine.TypeEpisodic
		}).ID)
	}
	return ids
}

// brute is the neighbourhood in the plainest way.
func (h *house) brute(threshold float64) []engine.NeighbourList {
	h.Helper()
	var heads []engine.Head
	var ids []string
	if err := h.View(context.Background(), func(tx engine.Tx) error {
		for head, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			if engine.TextStands(head.State) {
				heads, ids = append(heads, head), append(ids, head.ID)
			}
		}
		return nil
	}); err != nil {
		h.Fatal(err)
	}
	vectors, err := h.Vectors(context.Background(), ids)
	if err != nil {
		h.Fatal(err)
	}
	var out []engine.NeighbourList
	for i := range heads {
		list := engine.NeighbourList{ID: heads[i].ID}
		for j := range heads {
			a, b := &heads[i], &heads[j]
			if i == j || a.Scope.Tenant != b.Scope.Tenant || a.Scope.Namespace != b.Scope.Namespace ||
				engine.Interferes(a.Type) != engine.Interferes(b.Type) {
				continue
			}
			if c := engine.Cosine(vectors[a.ID], vectors[b.ID]); c > threshold {
				list.Near = append(list.Near, engine.Neighbour{ID: b.ID, Similarity: c})
			}
		}
		slices.SortStableFunc(list.Near, func(a, b engine.Neighbour) int { return cmp.Compare(b.Similarity, a.Similarity) })
		if list.Near = list.Near[:min(len(list.Near), engine.MaxNeighbours)]; list.Near != nil {
			out = append(out, list)
		}
	}
	return out
}

// compare expects the lists to be the plain ones. Cosines that differ in the
// seventh place are equal, so that only similarities are compared, not names.
func compareLists(t testing.TB, got, want []engine.NeighbourList) {
	t.Helper()
	show := func(lists []engine.NeighbourList) string {
		var b strings.Builder
		for _, l := range lists {
			fmt.Fprintf(&b, "%s:", l.ID)
			for _, n := range l.Near {
				fmt.Fprintf(&b, " %.5f", n.Similarity)
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	if g, w := show(got), show(want); g != w {
		t.Errorf("neighbours:\n%swant:\n%s", g, w)
	}
}

const sentence = "the deploy of friday evening was rolled back because the canary on the second cluster failed"

func TestNeighboursOfEverydayTexts(t *testing.T) {
	h := openHouse(t, t.TempDir(), nil)
	ids := h.fill(sentence+".", strings.ToUpper(sentence), sentence+" twice", "Ana likes oat milk in her coffee and never sugar", "prefers dark mode", "prefers light mode")
	if n := h.neighbourhood(); n.Complete || len(n.Lists) != 0 || !n.Lexical || n.Model != "lexical-384" || n.Threshold != 0.95 {
		t.Errorf("before: %+v", n)
	}
	n := h.settle()
	compareLists(t, n.Lists, h.brute(0.95))
	if near := n.Of(ids[0]); len(near) != 2 || near[0].ID != ids[1] || near[0].Similarity < 0.99999 {
		t.Errorf("neighbours of the first: %v", near)
	}
	if pairs := n.Pairs(); len(pairs) != 3 || pairs[0].A != ids[0] || pairs[0].B != ids[1] {
		t.Errorf("pairs: %v", pairs)
	}
	one := must[[]engine.Neighbour](t)(h.Neighbours(t.Context(), ids[0]))
	if !slices.Equal(one, n.Of(ids[0])) {
		t.Errorf("one by one: %v", one)
	}
	var missing *engine.NotFoundError
	if _, err := h.Neighbours(t.Context(), "nobody"); !errors.As(err, &missing) {
		t.Errorf("neighbours of nobody: %v", err)
	}
}

// Whatever happens to memories, in whatever order, their neighbours are those
// of a search from nothing.
func TestNeighboursFollowEveryChange(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var m engine.Embedder
		threshold := 0.95
		if rapid.Bool().Draw(rt, "with a model") {
			m, threshold = newModel("m"), 0.85
		}
		h := openHouse(t, t.TempDir(), m)
		defer h.close()
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		text := func() string {
			if m != nil {
				return fmt.Sprint([]string{"tea", "rain"}[r.IntN(2)], " ", r.IntN(1200))
			}
			return sentence + strings.Repeat(" again", r.IntN(3)) + []string{"", ".", " and again it was rolled out on monday"}[r.IntN(3)]
		}
		var ids []string
		for range rapid.IntRange(10, 40).Draw(rt, "steps") {
			if len(ids) == 0 || r.IntN(3) == 0 {
				ids = append(ids, add(t, h.Engine, text(), func(in *engine.Input) {
					in.Scope.Namespace = []string{"a", "b"}[r.IntN(2)]
					in.Type = []string{engine.TypeEpisodic, engine.TypeSemantic, engine.TypeOpinion}[r.IntN(3)]
				}).ID)
				continue
			}
			id := ids[r.IntN(len(ids))]
			var err error
			switch r.IntN(8) {
			case 0:
				_, err = h.Archive(t.Context(), []string{id}, engine.How{})
			case 1:
				_, err = h.Delete(t.Context(), []string{id}, engine.How{})
			case 2:
				_, err = h.Undo(t.Context(), "", engine.How{})
			case 3:
				if _, err = h.Purge(t.Context(), []string{id}, engine.How{}); err == nil {
					ids = slices.DeleteFunc(ids, func(have string) bool { return have == id })
				}
			case 4:
				_, err = h.Evolve(t.Context(), id, engine.Patch{Type: ptr(engine.TypeSemantic)}, engine.How{})
			case 5:
				h.settle()
			default:
				_, err = h.Evolve(t.Context(), id, engine.Patch{Content: ptr(text())}, engine.How{})
			}
			var transition *engine.InvalidTransitionError
			var refused *engine.UndoRefusedError
			if err != nil && !errors.As(err, &transition) && !errors.As(err, &refused) && !errors.Is(err, engine.ErrNothingToUndo) {
				t.Fatal(err)
			}
		}
		compareLists(t, h.settle().Lists, h.brute(threshold))
		if t.Failed() {
			rt.FailNow()
		}
	})
}

// Work that was cut off goes on where it was, and ends where it would have.
func TestEmbeddingGoesOn(t *testing.T) {
	for name, known := range map[string]bool{"from nothing": false, "many more": true} {
		t.Run(name, func(t *testing.T) { testGoesOn(t, known) })
	}
}

// testGoesOn imports many texts into a store that has never been looked at, or
// into one that has.
func testGoesOn(t *testing.T, known bool) {
	m := newModel("m")
	h := openHouse(t, t.TempDir(), m)
	if known {
		h.settle()
	}
	var items []engine.Item
	const n = 1500
	for i := range n {
		items = append(items, said(fmt.Sprint("r", i), fmt.Sprint("topic", i%40, " ", i/40*7), func(in *engine.Incoming) { in.Type = engine.TypeEpisodic }))
	}
	if _, err := h.Import(t.Context(), engine.Import{Source: "/x"}, feed(items...)); err != nil {
		t.Fatal(err)
	}
	if m.texts != 0 {
		t.Fatalf("an import embedded %d texts", m.texts)
	}
	stop := func(when func(engine.NeighbourProgress) bool) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := h.SettleNeighbours(ctx, func(p engine.NeighbourProgress) {
			if when(p) {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled: %v", err)
		}
		if h.neighbourhood().Complete {
			t.Error("complete in the middle")
		}
		h.verify()
		h = h.again(m)
	}
	stop(func(p engine.NeighbourProgress) bool { return p.Stage == "embedding" && p.Done >= n/2 })
	half := m.texts
	if half < n/2 || half >= n {
		t.Fatalf("%d texts were embedded", half)
	}
	stop(func(p engine.NeighbourProgress) bool { return p.Stage == "comparing" })
	if m.texts > n+256 {
		t.Errorf("%d texts were embedded for %d", m.texts, n)
	}
	embedded := m.texts
	compareLists(t, h.settle().Lists, h.brute(0.85))
	if m.texts != embedded {
		t.Errorf("comparing again embedded %d texts", m.texts-embedded)
	}
}

func TestAnotherModel(t *testing.T) {
	a, b := newModel("a"), newModel("b")
	b.dim = 1000
	h := openHouse(t, t.TempDir(), a)
	h.fill("tea 0", "tea 100", "rain 0", "rain 50", "snow 1")
	first := h.settle()
	h = h.again(b)
	if n := h.neighbourhood(); n.Complete || len(n.Lists) != 0 || n.Model != "b" {
		t.Errorf("another model: %+v", n)
	}
	add(t, h.Engine, "rain 100", func(in *engine.Input) { in.Type = engine.TypeSemantic })
	n := h.settle()
	compareLists(t, n.Lists, h.brute(0.85))
	if len(n.Lists) != len(first.Lists)+1 {
		t.Errorf("%d lists, before %d", len(n.Lists), len(first.Lists))
	}
	if err := h.View(t.Context(), func(tx engine.Tx) error {
		models, err := tx.Embeddings().Models()
		if !slices.Equal(models, []string{"b"}) {
			t.Errorf("models: %v", models)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if b.texts != 6 {
		t.Errorf("%d texts were embedded", b.texts)
	}
	c := newModel("b") // other vectors under the same name
	h = h.again(c)
	compareLists(t, h.settle().Lists, h.brute(0.85))
	if c.texts != 6 {
		t.Errorf("other dimensions: %d texts were embedded", c.texts)
	}
}

func TestAnotherThreshold(t *testing.T) {
	m := newModel("m")
	h := openHouse(t, t.TempDir(), m)
	h.fill("tea 0", "tea 300", "tea 600", "tea 900")
	h.settle()
	for _, threshold := range []float64{0.7, 0.97} {
		if _, err := h.SetSettings(t.Context(), func(s *engine.Settings) error { s.SimilarityThreshold = threshold; return nil }, engine.How{}); err != nil {
			t.Fatal(err)
		}
		if h.neighbourhood().Complete {
			t.Error("complete before it was compared")
		}
		compareLists(t, h.settle().Lists, h.brute(threshold))
	}
	if m.texts != 4 {
		t.Errorf("%d texts were embedded", m.texts)
	}
	for _, bad := range []float64{0, 0.49, 1, math.NaN()} {
		var invalid *engine.ValidationError
		if _, err := h.SetSettings(t.Context(), func(s *engine.Settings) error { s.LexicalThreshold = bad; return nil }, engine.How{}); !errors.As(err, &invalid) {
			t.Errorf("a threshold of %v: %v", bad, err)
		}
	}
}

func TestWhoIsComparedWithWhom(t *testing.T) {
	h := openHouse(t, t.TempDir(), nil)
	ids := map[string]string{}
	put := func(name, namespace, typ string, tenant engine.Tenant) {
		ids[name] = add(t, h.Engine, sentence, func(in *engine.Input) {
			in.ID, in.Type = name, typ
			in.Scope = engine.Scope{Tenant: tenant, Namespace: namespace, Subject: name}
		}).ID
	}
	put("episode", "a", engine.TypeEpisodic, engine.Tenant{})
	put("fact", "a", engine.TypeSemantic, engine.Tenant{})
	put("opinion", "a", engine.TypeOpinion, engine.Tenant{})
	put("note", "a", "person", engine.Tenant{})
	put("elsewhere", "b", engine.TypeSemantic, engine.Tenant{})
	put("nameless", "a", engine.TypeSemantic, engine.Tenant{Set: true})
	want := func(lists ...string) {
		t.Helper()
		var got []string
		for _, p := range h.settle().Pairs() {
			got = append(got, p.A+"+"+p.B)
		}
		if !slices.Equal(got, lists) {
			t.Errorf("pairs %v, want %v", got, lists)
		}
	}
	want("episode+fact", "note+opinion")
	must[engine.Operation](t)(h.Archive(t.Context(), []string{"fact"}, engine.How{}))
	want("episode+fact", "note+opinion") // archiving does not take a text back
	must[engine.Memory](t)(h.Evolve(t.Context(), "note", engine.Patch{Type: ptr(engine.TypeSemantic)}, engine.How{}))
	want("episode+fact", "episode+note", "fact+note")
	must[engine.Operation](t)(h.Delete(t.Context(), []string{"episode"}, engine.How{}))
	if near := must[[]engine.Neighbour](t)(h.Neighbours(t.Context(), "fact")); len(near) != 1 || near[0].ID != "note" {
		t.Errorf("a deleted memory is still shown: %v", near)
	}
	want("fact+note")
}

func TestPurgeLeavesNoNeighbour(t *testing.T) {
	for _, m := range []engine.Embedder{nil, newModel("m")} {
		h := openHouse(t, t.TempDir(), m)
		var texts []string
		for range 8 {
			texts = append(texts, "tea 1")
		}
		ids := h.fill(texts...)
		h.settle()
		add(t, h.Engine, "tea 2")
		must[engine.Operation](t)(h.Purge(t.Context(), []string{ids[0], ids[3]}, engine.How{}))
		h.verify()
		for _, list := range h.neighbourhood().Lists {
			for _, n := range append(list.Near, engine.Neighbour{ID: list.ID}) {
				if n.ID == ids[0] || n.ID == ids[3] {
					t.Errorf("%s is named by %s", n.ID, list.ID)
				}
			}
		}
		n := h.settle()
		threshold := 0.95
		if m != nil {
			threshold = 0.85
		}
		compareLists(t, n.Lists, h.brute(threshold))
		if got := n.Of(ids[7]); len(got) != 5 || got[0].ID != ids[1] {
			t.Errorf("after the purge: %v", got)
		}
	}
}

func TestVectorsThatCannotBeUsed(t *testing.T) {
	m := newModel("m")
	good := m.vector
	m.answer = func(texts []string) ([][]float32, error) {
		var out [][]float32
		for _, text := range texts {
			v := good(text)
			switch strings.Fields(text)[0] {
			case "nan":
				v[3] = float32(math.NaN())
			case "infinite":
				v[0] = float32(math.Inf(-1))
			case "short":
				v = v[:63]
			case "zero":
				clear(v)
			case "none":
				v = nil
			}
			out = append(out, v)
		}
		return out, nil
	}
	h := openHouse(t, t.TempDir(), m)
	ids := h.fill("tea 1", "nan 1", "infinite 1", "short 1", "zero 1", "none 1", "tea 2")
	n := h.settle()
	if pairs := n.Pairs(); len(pairs) != 1 || pairs[0].A != ids[0] || pairs[0].B != ids[6] {
		t.Errorf("pairs: %v", pairs)
	}
	if got := must[map[string][]float32](t)(h.Vectors(t.Context(), ids)); len(got) != 2 {
		t.Errorf("%d vectors were stored", len(got))
	}
	p := h.NeighbourProgress()
	if p.Skipped != 5 || len(p.Refused) != 5 || p.Running || p.Err != nil {
		t.Errorf("progress: %+v", p)
	}
	for i, want := range []string{"component 3 is NaN", "component 0 is -Inf", "63 dimensions, not 64", "it is zero", "0 dimensions"} {
		if r := p.Refused[i]; r.ID != ids[i+1] || !strings.Contains(r.Why, want) || !strings.Contains(r.Why, "m") {
			t.Errorf("refused: %+v, want %s", r, want)
		}
	}
	// A text that had a vector and gets none loses it.
	must[engine.Memory](t)(h.Evolve(t.Context(), ids[6], engine.Patch{Content: ptr("nan 2")}, engine.How{}))
	if n := h.settle(); len(n.Lists) != 0 {
		t.Errorf("lists: %v", n.Lists)
	}
}

func TestEmbedderThatFails(t *testing.T) {
	m := newModel("m")
	down := errors.New("nobody listens")
	for name, answer := range map[string]func([]string) ([][]float32, error){
		"error": func([]string) ([][]float32, error) { return nil, down },
		"few":   func(texts []string) ([][]float32, error) { return make([][]float32, len(texts)-1), nil },
	} {
		m.answer = answer
		h := openHouse(t, t.TempDir(), m)
		h.fill("tea 1", "tea 2")
		err := h.SettleNeighbours(t.Context(), nil)
		var vector *engine.VectorError
		if !errors.Is(err, down) && !errors.As(err, &vector) {
			t.Errorf("%s: %v", name, err)
		}
		if p := h.NeighbourProgress(); p.Err == nil {
			t.Errorf("%s: progress %+v", name, p)
		}
		m.answer = nil
		if n := h.settle(); len(n.Pairs()) != 1 {
			t.Errorf("%s, then well: %v", name, n.Lists)
		}
	}
}

func TestEmbeddersThatCannotBe(t *testing.T) {
	for _, m := range []*model{{id: "", dim: 3}, {id: strings.Repeat("x", 300), dim: 3}, {id: "m"}, {id: "m", dim: 1 << 20}} {
		store, err := badgerstore.Open(t.Context(), t.TempDir(), badgerstore.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		var invalid *engine.ValidationError
		if _, err := engine.Open(t.Context(), store, engine.Options{Embedder: m}); !errors.As(err, &invalid) {
			t.Errorf("%q, %d dimensions: %v", m.id, m.dim, err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// The background follows writes and ends with the engine.
func TestNeighboursInTheBackground(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	h := openHouse(t, t.TempDir(), newModel("m"))
	idle := make(chan struct{}, 100)
	h.TrackNeighbours(time.Millisecond, func() { idle <- struct{}{} })
	h.fill("tea 0", "tea 10")
	h.StartNeighbours()
	h.StartNeighbours()
	wait := func(pairs int) {
		t.Helper()
		for {
			select {
			case <-idle:
			case <-time.After(20 * time.Second):
				t.Fatalf("no %d pairs: %+v", pairs, h.NeighbourProgress())
			}
			if n := h.neighbourhood(); n.Complete && len(n.Pairs()) == pairs {
				return
			}
		}
	}
	wait(1)
	extra := add(t, h.Engine, "tea 20", func(in *engine.Input) { in.Type = engine.TypeEpisodic })
	wait(3)
	must[engine.Operation](t)(h.Delete(t.Context(), []string{extra.ID}, engine.How{}))
	wait(1)
	must[engine.Operation](t)(h.SetSettings(t.Context(), func(s *engine.Settings) error { s.SimilarityThreshold = 0.99999; return nil }, engine.How{}))
	wait(0)
	// Closed in the middle of work, it ends as well.
	for i := range 50 {
		add(t, h.Engine, fmt.Sprint("rain ", i))
	}
	h.close()
	h.StartNeighbours()
	if err := h.SettleNeighbours(t.Context(), nil); !errors.Is(err, engine.ErrClosed) {
		t.Errorf("settling a closed engine: %v", err)
	}
}

func TestSearchByMeaning(t *testing.T) {
	for _, stays := range []bool{false, true} {
		h := openHouse(t, t.TempDir(), newModel("m"))
		ids := h.fill("tea 0 of morning", "tea 400 of evening", "rain 7", "the word tea itself")
		h.settle()
		if stays {
			h.StartNeighbours()
		}
		hits := must[[]engine.Hit](t)(h.Search(t.Context(), engine.Query{Text: "tea 0", Look: true}, engine.How{}))
		var got []string
		for _, hit := range hits {
			got = append(got, hit.Memory.ID)
		}
		if !slices.Equal(got, []string{ids[0], ids[1], ids[3]}) {
			t.Errorf("stays %v: found %v", stays, got)
		}
		if s := hits[0].Signals[0]; s.Name != "semantic" || s.Weight != 0.40 || s.Value < 0.999 {
			t.Errorf("the first signal: %+v", s)
		}
		only := must[[]engine.Hit](t)(h.Search(t.Context(), engine.Query{Text: "tea-time", Look: true}, engine.How{}))
		if len(only) != 0 {
			t.Errorf("something unlike all: %v", only)
		}
		// What was written since is not found by meaning yet, but by its words.
		must[engine.Memory](t)(h.Evolve(t.Context(), ids[2], engine.Patch{Content: ptr("tea 1 at noon")}, engine.How{}))
		h.settle()
		hits = must[[]engine.Hit](t)(h.Search(t.Context(), engine.Query{Text: "tea 1", Look: true}, engine.How{}))
		if len(hits) == 0 || hits[0].Memory.ID != ids[2] || hits[0].Signals[0].Value < 0.999 {
			t.Errorf("stays %v: after an edit: %+v", stays, hits)
		}
	}
}

func TestLexicalSimilarityIsNoSignalUnasked(t *testing.T) {
	h := openHouse(t, t.TempDir(), nil)
	h.fill(sentence, "rain")
	h.settle()
	signal := func() string {
		return must[[]engine.Hit](t)(h.Search(t.Context(), engine.Query{Text: "the deploy on friday rolled back", Look: true}, engine.How{}))[0].Signals[0].Name
	}
	if got := signal(); got != "keyword" {
		t.Errorf("unasked: %s", got)
	}
	must[engine.Operation](t)(h.SetSettings(t.Context(), func(s *engine.Settings) error { s.SearchLexical = true; return nil }, engine.How{}))
	if got := signal(); got != "semantic" {
		t.Errorf("asked for: %s", got)
	}
}

func TestSearchWithoutItsEmbedder(t *testing.T) {
	m := newModel("m")
	h := openHouse(t, t.TempDir(), m)
	h.fill("tea 0")
	h.settle()
	m.answer = func([]string) ([][]float32, error) { return nil, errors.New("nobody listens") }
	hits := must[[]engine.Hit](t)(h.Search(t.Context(), engine.Query{Text: "tea", Look: true}, engine.How{}))
	if len(hits) != 1 || hits[0].Signals[0].Name != "keyword" {
		t.Errorf("hits: %+v", hits)
	}
	if p := h.NeighbourProgress(); p.Err == nil {
		t.Error("nothing tells that the embedder failed")
	}
}
