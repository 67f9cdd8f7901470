package memories

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/engine/catalogue"
)

var clock = time.Date(2026, 11, 30, 14, 2, 0, 0, time.UTC)

func ago(days float64) time.Time {
	return clock.Add(-time.Duration(days * float64(24*time.Hour)))
}

// fake is a source in memory: what the engine and the catalogue would say,
// without a disk. It can be told to be slow to load, and to fail.
type fake struct {
	mu        sync.Mutex
	memories  map[string]engine.Memory
	versions  map[string][]engine.Version
	edges     []engine.Edge
	near      map[string][]engine.Neighbour
	conflicts []engine.Conflict
	settings  engine.Settings
	seq       uint64
	loaded    bool
	broken    error
	snap      *fakeSnapshot
	calls     []string
	ops       int
}

func newFake() *fake {
	return &fake{
		memories: map[string]engine.Memory{}, versions: map[string][]engine.Version{},
		settings: engine.DefaultSettings(), loaded: true,
	}
}

func (f *fake) note(format string, args ...any) {
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
}

// put stores a memory whose head is filled in from its text.
func (f *fake) put(m engine.Memory) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.store(m)
}

func (f *fake) store(m engine.Memory) {
	m.Title = engine.Title(m.Content)
	if m.Version == 0 {
		m.Version = 1
	}
	if m.State == 0 {
		m.State = engine.Active
	}
	if m.LearnedAt.IsZero() {
		m.LearnedAt = m.CreatedAt
	}
	if m.Base == 0 {
		m.Base = 1
	}
	f.memories[m.ID] = m
	change := engine.Created
	if m.Version > 1 {
		change = engine.ChangeUpdated
	}
	f.versions[m.ID] = append(f.versions[m.ID], engine.Version{
		MemoryID: m.ID, Number: m.Version, Change: change, At: m.UpdatedAt, Actor: engine.Actor{Kind: engine.Agent, Name: "planner"}, Memory: m,
	})
	f.seq++
	f.snap = nil
}

func (f *fake) remove(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.memories, id)
	f.seq++
	f.snap = nil
}

func (f *fake) Settings() engine.Settings {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.settings.Clone()
}

func (f *fake) Changes() <-chan struct{} { return nil }

func (f *fake) Snapshot() Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.snap == nil {
		f.snap = &fakeSnapshot{loaded: f.loaded, seq: f.seq, settings: f.settings, rows: map[string]int32{}, texts: map[string]string{}}
		if f.loaded {
			for _, m := range f.memories {
				f.snap.heads = append(f.snap.heads, m.Head)
				f.snap.texts[m.ID] = m.Content
			}
			slices.SortFunc(f.snap.heads, newest)
			for i := range f.snap.heads {
				f.snap.rows[f.snap.heads[i].ID] = int32(i)
			}
		}
	}
	return f.snap
}

func newest(a, b engine.Head) int {
	return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID))
}

func (f *fake) load() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.loaded, f.snap = true, nil
}

func (f *fake) Rest(_ context.Context, s Snapshot, q catalogue.Query, found []catalogue.Match, yield func(catalogue.Match) bool) error {
	snap := s.(*fakeSnapshot)
	have := map[int32]bool{}
	for _, m := range found {
		have[m.Row] = true
	}
	for i := range snap.heads {
		h := &snap.heads[i]
		if have[int32(i)] || !q.Filter.Match(h, q.Now, &snap.settings) || !strings.Contains(strings.ToLower(snap.texts[h.ID]), strings.ToLower(q.Text)) {
			continue
		}
		if !yield(catalogue.Match{Row: int32(i), InText: true}) {
			return nil
		}
	}
	return nil
}

func (f *fake) List(_ context.Context, filter engine.Filter, after engine.Cursor) iter.Seq2[engine.Head, error] {
	f.mu.Lock()
	heads := make([]engine.Head, 0, len(f.memories))
	for _, m := range f.memories {
		if filter.Match(&m.Head, clock, &f.settings) {
			heads = append(heads, m.Head)
		}
	}
	broken := f.broken
	f.mu.Unlock()
	slices.SortFunc(heads, newest)
	return func(yield func(engine.Head, error) bool) {
		if broken != nil {
			yield(engine.Head{}, broken)
			return
		}
		for _, h := range heads {
			if (after != engine.Cursor{}) && newest(engine.Head{ID: after.ID, UpdatedAt: after.UpdatedAt}, h) >= 0 {
				continue
			}
			if !yield(h, nil) {
				return
			}
		}
	}
}

func (f *fake) Totals(context.Context) (engine.Totals, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var t engine.Totals
	for _, m := range f.memories {
		t.Memories[m.State]++
	}
	return t, f.broken
}

func (f *fake) Get(_ context.Context, id string) (engine.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, ok := f.memories[id]
	if !ok {
		return m, &engine.NotFoundError{Kind: "memory", ID: id}
	}
	return m, nil
}

func (f *fake) Heads(_ context.Context, ids []string) ([]engine.Head, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []engine.Head
	for _, id := range ids {
		if m, ok := f.memories[id]; ok {
			out = append(out, m.Head)
		}
	}
	return out, nil
}

func (f *fake) Latest(_ context.Context, id string, n int) ([]engine.Version, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := slices.Clone(f.versions[id])
	slices.Reverse(out)
	return out[:min(n, len(out))], nil
}

func (f *fake) Edges(_ context.Context, id string) ([]engine.Edge, error) {
	var out []engine.Edge
	for _, e := range f.edges {
		if e.From == id || e.To == id {
			out = append(out, e)
		}
	}
	return out, nil
}

func (f *fake) Neighbours(_ context.Context, id string) ([]engine.Neighbour, error) {
	return f.near[id], nil
}

func (f *fake) ConflictsOf(_ context.Context, id string) ([]engine.Conflict, error) {
	var out []engine.Conflict
	for _, c := range f.conflicts {
		if c.MemoryA == id || c.MemoryB == id {
			out = append(out, c)
		}
	}
	return out, nil
}

func (f *fake) ConflictList(_ context.Context, status engine.ConflictStatus) ([]engine.Conflict, error) {
	return slices.DeleteFunc(slices.Clone(f.conflicts), func(c engine.Conflict) bool { return c.Status != status }), nil
}

func (f *fake) JSON(m *engine.Memory) ([]byte, error) {
	return fmt.Appendf(nil, "{%q:%q}", "id", m.ID), nil
}

// Search finds what holds any of the words, the most of them first.
func (f *fake) Search(_ context.Context, q engine.Query, _ engine.How) ([]engine.Hit, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("search %s, limit %d, look %v", q.Text, q.Limit, q.Look)
	if f.broken != nil {
		return nil, f.broken
	}
	var hits []engine.Hit
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(q.Text, `"`, " ")))
	for _, m := range f.memories {
		if !q.Filter.Match(&m.Head, clock, &f.settings) {
			continue
		}
		n := 0
		for _, w := range words {
			if strings.Contains(strings.ToLower(m.Content), w) {
				n++
			}
		}
		if n > 0 {
			share := float64(n) / float64(len(words))
			hits = append(hits, engine.Hit{Memory: m, Score: share * .6, Signals: []engine.Signal{{Name: "importance", Value: m.Importance, Weight: .15}, {Name: "keyword", Value: share, Weight: .15}}})
		}
	}
	slices.SortFunc(hits, func(a, b engine.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), newest(a.Memory.Head, b.Memory.Head))
	})
	return hits[:min(q.Limit, len(hits))], nil
}

// fakeSnapshot has its rows newest first.
type fakeSnapshot struct {
	loaded   bool
	seq      uint64
	heads    []engine.Head
	texts    map[string]string
	rows     map[string]int32
	settings engine.Settings
}

func (s *fakeSnapshot) Loaded() bool               { return s.loaded }
func (s *fakeSnapshot) Err() error                 { return nil }
func (s *fakeSnapshot) Len() int                   { return len(s.heads) }
func (s *fakeSnapshot) Seq() uint64                { return s.seq }
func (s *fakeSnapshot) ID(row int32) string        { return s.heads[row].ID }
func (s *fakeSnapshot) Title(row int32) string     { return s.heads[row].Title }
func (s *fakeSnapshot) Head(row int32) engine.Head { return s.heads[row] }

func (s *fakeSnapshot) Row(id string) (int32, bool) {
	row, ok := s.rows[id]
	return row, ok
}

func (s *fakeSnapshot) Select(_ context.Context, q catalogue.Query) ([]catalogue.Match, error) {
	var out []catalogue.Match
	for i := range s.heads {
		h := &s.heads[i]
		if !q.Filter.Match(h, q.Now, &s.settings) {
			continue
		}
		m := catalogue.Match{Row: int32(i)}
		if q.Text != "" {
			at := strings.Index(strings.ToLower(h.Title), strings.ToLower(q.Text))
			if at < 0 {
				continue
			}
			for n := range len(q.Text) {
				m.Title = append(m.Title, at+n)
			}
		}
		out = append(out, m)
	}
	if q.Group != catalogue.Ungrouped {
		defer slices.SortStableFunc(out, func(a, b catalogue.Match) int {
			if pa, pb := q.Pins[s.ID(a.Row)], q.Pins[s.ID(b.Row)]; pa || pb {
				return cmp.Compare(btoi(pb), btoi(pa))
			}
			return q.Group.Compare(&s.heads[a.Row], &s.heads[b.Row], q.Now)
		})
	}
	score := func(m catalogue.Match) float64 { return s.settings.RetentionOf(&s.heads[m.Row], q.Now).Score }
	slices.SortStableFunc(out, func(a, b catalogue.Match) int {
		if pa, pb := q.Pins[s.ID(a.Row)], q.Pins[s.ID(b.Row)]; pa != pb {
			if pa {
				return -1
			}
			return 1
		}
		switch q.Sort {
		case catalogue.Weakest:
			return cmp.Compare(score(a), score(b))
		case catalogue.Strongest:
			return cmp.Compare(score(b), score(a))
		}
		return 0
	})
	return out, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *fakeSnapshot) Rows(ctx context.Context, q catalogue.Query) ([]int32, error) {
	found, err := s.Select(ctx, q)
	rows := make([]int32, len(found))
	for i, m := range found {
		rows[i] = m.Row
	}
	return rows, err
}

func (s *fakeSnapshot) First(ctx context.Context, q catalogue.Query, n int) ([]catalogue.Match, bool, error) {
	found, err := s.Select(ctx, q)
	return found[:min(n, len(found))], len(found) > n, err
}

func (s *fakeSnapshot) Narrow(ctx context.Context, q catalogue.Query, within []catalogue.Match) ([]catalogue.Match, error) {
	found, err := s.Select(ctx, q)
	return slices.DeleteFunc(found, func(m catalogue.Match) bool {
		return !slices.ContainsFunc(within, func(w catalogue.Match) bool { return w.Row == m.Row })
	}), err
}

func (s *fakeSnapshot) Counts(now time.Time) catalogue.Counts {
	c := catalogue.Counts{ByType: map[string]int{}, ByNamespace: map[string]int{}, ByState: map[string]int{}}
	for i := range s.heads {
		h := &s.heads[i]
		c.Total++
		c.ByState[h.State.String()]++
		if !h.LiveAt(now) {
			continue
		}
		c.Live++
		c.ByType[h.Type]++
		c.ByNamespace[h.Scope.Namespace]++
		switch at, ok := s.settings.FadesAt(h, now); {
		case !ok:
		case !at.After(now):
			c.Faded++
		case !at.After(now.AddDate(0, 0, 7)):
			c.FadingWeek++
			c.FadingMonth++
		case !at.After(now.AddDate(0, 0, 30)):
			c.FadingMonth++
		}
	}
	return c
}

// sample is a small store like the one in the drawings.
func sample() *fake {
	f := newFake()
	for i, m := range []struct {
		text, ns, typ string
		days          float64
	}{
		{"Deploy key rotates with the vault, every Monday at 06:00", "team/ops", "semantic", 2},
		{"Canary first, then 10 %, then all", "team/ops", "semantic", 4},
		{"Staging deploys need approval", "team/ops", "episodic", 6},
		{"Blue/green for the API, rolling for the workers", "team/api", "procedural", 8},
		{"Rollback is one command: make back", "team/ops", "episodic", 10},
		{"Deploys go out Tuesday; freeze from 18 December. Ask Ana before touching the release checklist.", "team/ops", "episodic", 11},
		{"Deploy bot posts to #releases", "team/ops", "episodic", 18},
		{"Asked who owns the deploy runbook", "research", "episodic", 23},
		{"Freeze starts 20 December", "team/ops", "episodic", 27},
		{"Build cache misses after a deploy", "team/ops", "episodic", 37},
		{"Deploy of 3 Oct failed on migrations; rolled back by hand", "team/ops", "episodic", 58},
		{"Trial of the new deploy dashboard", "research", "episodic", 61},
		{"Asked about deploy previews", "research", "episodic", 62.5},
		{"Old deploy script lives in ~/bin", "team/ops", "episodic", 75},
		{"Deploys are announced in #releases", "team/ops", "semantic", 76},
		{"Production deploys need two reviewers", "team/ops", "semantic", 80},
		{"The deploy user has no shell", "team/sec", "semantic", 81},
		{"Asked whether Friday deploys are allowed", "research", "episodic", 82},
		{"デプロイ手順は Confluence にある", "team/jp", "episodic", 84},
		{"Deploy previews expire after 7 days", "team/web", "semantic", 85},
		{"Compared three deploy dashboards", "research", "episodic", 86},
		{"Helm values live next to the chart", "team/api", "semantic", 88},
	} {
		f.put(engine.Memory{
			Head: engine.Head{
				ID: fmt.Sprintf("m%02d", i), Scope: engine.Scope{Namespace: m.ns, Subject: engine.DefaultSubject}, Type: m.typ,
				CreatedAt: ago(m.days), UpdatedAt: ago(m.days), Importance: .5, Confidence: .5,
			},
			Body: engine.Body{Content: m.text},
		})
	}
	main := f.memories["m05"]
	main.Version, main.Source = 3, "chat-17"
	main.Identity = engine.Identity{Kind: engine.TextIdentity, Value: "deploy-calendar"}
	main.CreatedAt = ago(89)
	main.Interference = .9
	f.near = map[string][]engine.Neighbour{"m05": {{ID: "m08", Similarity: .97}, {ID: "m02", Similarity: .96}}}
	main.Profile = dynamics.Profile{Total: 14, Search: 12, MeanRank: 2.3, Velocity7: .4, Velocity30: .3, Last: ago(3)}
	main.TieCount, main.TieID = 4, "m04"
	main.LearnedAt = ago(11)
	f.versions["m05"] = []engine.Version{
		{Number: 1, Change: engine.Created, At: ago(89)},
		{Number: 2, Change: engine.ChangeUpdated, At: ago(49)},
	}
	f.put(main)
	f.edges = []engine.Edge{
		{EdgeKey: engine.EdgeKey{From: "m04", Type: engine.CoRetrieved, To: "m05"}, Connection: dynamics.Connection{Strength: 2.6, Stability: 4, LastActivated: ago(.3)}},
		{EdgeKey: engine.EdgeKey{From: "m01", Type: engine.CoRetrieved, To: "m05"}, Connection: dynamics.Connection{Strength: 1.2, Stability: 9, LastActivated: ago(1)}},
		{EdgeKey: engine.EdgeKey{From: "m05", Type: engine.RelSupports, To: "m13"}, Connection: dynamics.Connection{Strength: 1, Stability: 1, LastActivated: ago(9)}},
	}
	f.conflicts = []engine.Conflict{{ID: "c3", MemoryA: "m05", MemoryB: "m08", Type: engine.ConflictDeclared, Status: engine.ConflictOpen, CreatedAt: ago(9)}}
	return f
}
