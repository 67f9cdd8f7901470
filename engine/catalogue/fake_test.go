package catalogue

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ebb/engine"
)

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// fakeStore holds memories in maps, and sends events as an engine would.
type fakeStore struct {
	mu       sync.Mutex
	seq      uint64
	memories map[string]engine.HeadText
	settings engine.Settings
	events   chan engine.Event
	fail     error
	ids      []string // sorted; nil when out of date
}

func newStore() *fakeStore {
	return &fakeStore{
		memories: map[string]engine.HeadText{},
		settings: engine.DefaultSettings(),
		events:   make(chan engine.Event, 4096),
	}
}

func (f *fakeStore) open(t testing.TB) *Catalogue {
	c := open(t.Context(), f, f.events, func() {})
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func (f *fakeStore) Settings() engine.Settings {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.settings.Clone()
}

// Subscribe makes it a Source; tests send events past it.
func (f *fakeStore) Subscribe(int) *engine.Subscription { return &engine.Subscription{C: f.events} }

func (f *fakeStore) View(ctx context.Context, fn func(engine.Tx) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail
	}
	if f.ids == nil {
		f.ids = make([]string, 0, len(f.memories))
		for id := range f.memories {
			f.ids = append(f.ids, id)
		}
		slices.Sort(f.ids)
	}
	return fn(fakeTx{ctx: ctx, f: f})
}

// commit changes memories and announces them; more than 64 by number only.
func (f *fakeStore) commit(gone []string, changed ...engine.HeadText) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seq++
	ev := engine.Event{Seq: f.seq, Count: len(gone) + len(changed)}
	for _, id := range gone {
		f.ids = nil
		delete(f.memories, id)
		ev.IDs = append(ev.IDs, id)
	}
	for _, ht := range changed {
		if _, known := f.memories[ht.Head.ID]; !known {
			f.ids = nil
		}
		f.memories[ht.Head.ID] = ht
		ev.IDs = append(ev.IDs, ht.Head.ID)
	}
	ev.IDs = ev.IDs[:min(len(ev.IDs), engine.MaxOperationIDs)]
	f.events <- ev
}

type fakeTx struct {
	engine.Tx
	ctx context.Context
	f   *fakeStore
}

func (t fakeTx) Seq() uint64               { return t.f.seq }
func (t fakeTx) Heads() engine.Heads       { return fakeHeads{f: t.f} }
func (t fakeTx) Versions() engine.Versions { return fakeVersions{f: t.f} }

type fakeHeads struct {
	engine.Heads
	f *fakeStore
}

func (h fakeHeads) Get(id string) (engine.Head, bool, error) {
	ht, found := h.f.memories[id]
	return ht.Head, found, nil
}

func (h fakeHeads) All(after string) iter.Seq2[engine.Head, error] {
	return func(yield func(engine.Head, error) bool) {
		for ht := range h.f.after(after) {
			if !yield(ht.Head, nil) {
				return
			}
		}
	}
}

type fakeVersions struct {
	engine.Versions
	f *fakeStore
}

func (v fakeVersions) Get(id string, ref engine.VersionRef) (engine.Version, bool, error) {
	ht, found := v.f.memories[id]
	return engine.Version{Memory: engine.Memory{Head: ht.Head, Body: engine.Body{Content: ht.Text}}}, found && ht.Head.Text == ref, nil
}

func (v fakeVersions) Current(after string) iter.Seq2[engine.HeadText, error] {
	return func(yield func(engine.HeadText, error) bool) {
		for ht := range v.f.after(after) {
			if !yield(ht, nil) {
				return
			}
		}
	}
}

func (f *fakeStore) after(id string) iter.Seq[engine.HeadText] {
	at, found := slices.BinarySearch(f.ids, id)
	if found {
		at++
	}
	return func(yield func(engine.HeadText) bool) {
		for _, id := range f.ids[at:] {
			if !yield(f.memories[id]) {
				return
			}
		}
	}
}

// until waits for a snapshot.
func until(t testing.TB, c *Catalogue, what string, ok func(*Snapshot) bool) *Snapshot {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		if s := c.Snapshot(); ok(s) {
			return s
		}
		select {
		case <-c.Changes():
		case <-deadline:
			t.Fatalf("no snapshot that is %s", what)
		}
	}
}

func complete(s *Snapshot) bool { return s.Loaded() && s.TextsLoaded() && s.fades != nil }

// words are what made-up memories are about.
var words = strings.Fields(`the user prefers dark mode in every editor and asks for short answers release checklist
	staging deploy database migration rollback token budget latency meeting notes with Anna about Kubernetes cluster
	TypeScript strict compiler options Postgres index vacuum incident review postmortem customer invoice Zürich café
	résumé naïve 東京 会議 予定 データベース 한국어 Москва план api gateway timeout retry policy cache invalidation
	feature flag rollout percent experiment result summary memory graph retention curve weekly report`)

func sentence(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[min(r.IntN(len(words)), r.IntN(len(words)))])
	}
	return b.String()
}

// made is a memory with everything that a head can hold somewhere in a crowd.
func made(r *rand.Rand, i int) engine.HeadText {
	id := fmt.Sprintf("0195%04x-%04x-7%03x-8%03x-%012x", i>>16, i&0xffff, r.IntN(4096), r.IntN(4096), r.Uint64()>>16)
	if r.IntN(50) == 0 {
		id = fmt.Sprintf("foreign:%d/%s", i, words[r.IntN(len(words))])
	}
	return remade(r, engine.HeadText{Head: engine.Head{ID: id, CreatedAt: start.Add(time.Duration(i) * time.Minute)}})
}

// remade is the next version of a memory.
func remade(r *rand.Rand, ht engine.HeadText) engine.HeadText {
	h := ht.Head
	text, held := sentence(r, 60)+"\n"+sentence(r, 100+r.IntN(820)), h.Text
	types := []string{"semantic", "semantic", "episodic", "working", "preference", "gossip"}
	h.Version++
	h.UpdatedAt = h.CreatedAt.Add(time.Duration(h.Version-1) * time.Hour)
	h.LearnedAt, h.Text = h.UpdatedAt, h.Ref()
	h.Type = types[r.IntN(len(types))]
	h.Scope = engine.Scope{Namespace: []string{"work", "home", "lab"}[r.IntN(3)], Subject: "default"}
	h.State, h.Title, h.TextSize = engine.Active, engine.Title(text), uint32(len(text))
	h.Importance, h.Confidence, h.Base, h.Interference = 0.5, 0.5, 1, 1
	rare := func() bool { return r.IntN(10) == 0 }
	if rare() {
		h.State = engine.States()[r.IntN(len(engine.States()))]
	}
	if rare() {
		h.Scope.Tenant, h.Scope.Subject = engine.Tenant{ID: "acme", Set: true}, "user-7"
	}
	if rare() {
		h.ExpiresAt = start.Add(time.Duration(r.IntN(5000)) * time.Hour)
	}
	if rare() {
		h.Identity = engine.Identity{Kind: engine.TextIdentity, Value: words[r.IntN(len(words))]}
		h.Importance, h.Confidence, h.Stability = r.Float64(), r.Float64(), 1+60*r.Float64()
	}
	if rare() {
		h.Profile.Total, h.Profile.Get, h.Profile.Last = 3, 3, h.UpdatedAt.Add(time.Hour)
		h.Profile.Velocity7, h.Profile.Velocity30 = 3./7, 0.1
		h.LastAccessedAt, h.AccessCount, h.LoggedDay = h.Profile.Last, 3, 20000
	}
	if rare() {
		h.TieCount, h.TieID, h.Interference = 7, "01950000-0000-7000-8000-0000000000ff", 0.9
		if h.Version > 1 { // a version that changes no text names the one that holds it
			h.Text, text = held, ht.Text
			h.Title, h.TextSize = engine.Title(text), uint32(len(text))
		}
	}
	if h.State == engine.Archived {
		h.Archive = engine.Archive{At: h.UpdatedAt, Reason: "faded", Score: 0.09}
	} else {
		h.Archive = engine.Archive{}
	}
	return engine.HeadText{Head: h, Text: text}
}

func crowd(r *rand.Rand, n int) *fakeStore {
	f := newStore()
	f.seq = 1
	for i := range n {
		ht := made(r, i)
		f.memories[ht.Head.ID] = ht
	}
	return f
}

func random() *rand.Rand { return rand.New(rand.NewPCG(7, 11)) }
