package catalogue

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"ebb/engine"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// row is all that a snapshot says about one memory.
type row struct {
	Head  engine.Head
	Text  resident
	Fades int64
	Found bool
}

// dump is a snapshot without its row numbers: memories newest first, ids in
// their order.
func dump(s *Snapshot) (rows []row, ids []string) {
	for r := range s.newest.all() {
		at, found := s.Row(s.ID(r))
		rows = append(rows, row{s.Head(r), s.text(r), s.fadesAt(r), found && at == r})
	}
	for r := range s.byID.all() {
		ids = append(ids, s.ID(r))
	}
	return rows, ids
}

func equal(t interface{ Fatalf(string, ...any) }, got, want *Snapshot) {
	gotRows, gotIDs := dump(got)
	wantRows, wantIDs := dump(want)
	if len(gotRows) != len(wantRows) || got.Len() != want.Len() || len(gotIDs) != len(wantIDs) {
		t.Fatalf("%d rows (%d in order of time, %d of id), want %d", got.Len(), len(gotRows), len(gotIDs), want.Len())
	}
	for i := range gotRows {
		if gotRows[i] != wantRows[i] {
			t.Fatalf("row %d of the newest:\n got %+v\nwant %+v", i, gotRows[i], wantRows[i])
		}
	}
	if !slices.Equal(gotIDs, wantIDs) {
		t.Fatalf("ids are out of order")
	}
}

func TestRowsAreTheStoresHeads(t *testing.T) {
	f := crowd(random(), 3000)
	s := until(t, f.open(t), "complete", complete)
	if s.Len() != len(f.memories) {
		t.Fatalf("%d rows, want %d", s.Len(), len(f.memories))
	}
	now := start.AddDate(0, 1, 0)
	for id, ht := range f.memories {
		r, found := s.Row(id)
		if !found {
			t.Fatalf("%s is missing", id)
		}
		h := s.Head(r)
		if h != canonical(ht.Head) {
			t.Fatalf("row is\n%+v, want\n%+v", h, canonical(ht.Head))
		}
		if got, want := s.Score(r, now), f.settings.RetentionOf(&ht.Head, now).Score; got != want {
			t.Fatalf("score of %s is %v, want %v", id, got, want)
		}
		got, ok := s.FadesAt(r)
		want, wantOK := f.settings.FadesAt(&ht.Head, now)
		if ok != wantOK || got.Sub(want).Abs() > time.Millisecond {
			t.Fatalf("%s fades at %v, want %v", id, got, want)
		}
	}
	for _, id := range []string{"", "nobody", "01950000", "zzzz", "01950000-0000-7000-8000-00000000000g"} {
		if _, found := s.Row(id); found {
			t.Errorf("%q has a row", id)
		}
	}
}

// Whatever happens, one change after the other leads to what reading
// everything anew would.
func TestChangesLeadToAFreshLoad(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		f := crowd(r, rapid.SampledFrom([]int{0, 1, 40, 1023, 1025, 2060}).Draw(rt, "n"))
		c := open(t.Context(), f, f.events, func() {})
		defer c.Close()
		if rapid.Bool().Draw(rt, "complete first") {
			until(t, c, "complete", complete)
		}
		made := len(f.memories)
		for range rapid.IntRange(1, 6).Draw(rt, "commits") {
			made = step(rt, r, f, made)
			if rapid.Bool().Draw(rt, "wait") {
				until(t, c, "up to date", func(s *Snapshot) bool { return s.Seq() == f.seq })
			}
		}
		got := until(t, c, "up to date", func(s *Snapshot) bool { return complete(s) && s.Seq() == f.seq })
		fresh := open(t.Context(), f, nil, func() {})
		defer fresh.Close()
		equal(rt, got, until(t, fresh, "complete", complete))
	})
}

// step is one commit: some memories changed, some new, some purged.
func step(rt *rapid.T, r *rand.Rand, f *fakeStore, made int) int {
	size := rapid.SampledFrom([]int{1, 3, 20, 60, 300}).Draw(rt, "size")
	ids := make([]string, 0, len(f.memories))
	for id := range f.memories {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	var gone []string
	var changed []engine.HeadText
	for i := range size {
		switch what := r.IntN(10); {
		case what < 3 && i < len(ids):
			gone = append(gone, ids[i])
		case what < 7 && i < len(ids):
			changed = append(changed, remade(r, f.memories[ids[i]]))
		default:
			changed = append(changed, create(r, made))
			made++
		}
	}
	f.commit(gone, changed...)
	return made
}

// create is made under another name where step has a variable of that name.
func create(r *rand.Rand, i int) engine.HeadText { return made(r, i) }

func TestASnapshotNeverChanges(t *testing.T) {
	r := random()
	f := crowd(r, 2500)
	c := f.open(t)
	s := until(t, c, "complete", complete)
	rows, ids := dump(s)
	now := start.AddDate(0, 1, 0)
	q := Query{Text: "rel", Now: now, Sort: Strongest}
	found, err := s.Select(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				for _, at := range []*Snapshot{s, c.Snapshot()} {
					if _, err := at.Select(t.Context(), q); err != nil {
						t.Error(err)
					}
					at.Counts(now)
					at.Axis(start, now, 50)
				}
			}
		})
	}
	count := 2500
	for i := range 60 {
		var gone []string
		var changed []engine.HeadText
		if i%4 == 0 {
			gone = []string{c.Snapshot().ID(int32(r.IntN(c.Snapshot().Len())))}
		}
		for range 1 + i {
			if ht, ok := f.memories[s.ID(int32(r.IntN(s.Len())))]; ok && !slices.Contains(gone, ht.Head.ID) &&
				!slices.ContainsFunc(changed, func(o engine.HeadText) bool { return o.Head.ID == ht.Head.ID }) {
				changed = append(changed, remade(r, ht))
			}
		}
		changed = append(changed, made(r, count))
		count++
		f.commit(gone, changed...)
		until(t, c, "up to date", func(s *Snapshot) bool { return s.Seq() == f.seq })
	}
	close(stop)
	readers.Wait()
	after, afterIDs := dump(s)
	again, err := s.Select(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows, after) || !slices.Equal(ids, afterIDs) ||
		!slices.EqualFunc(found, again, func(a, b Match) bool { return a.Row == b.Row }) {
		t.Error("an old snapshot changed under its readers")
	}
}

func TestSettingsMoveScores(t *testing.T) {
	f := crowd(random(), 300)
	c := f.open(t)
	before := until(t, c, "complete", complete)
	f.mu.Lock()
	f.settings.Retention.DefaultStability = 300
	f.settings.CurveTypes = append(f.settings.CurveTypes, "semantic")
	f.seq++
	f.events <- engine.Event{Seq: f.seq, Kind: engine.KindSetting, Kinds: []engine.EventKind{engine.SettingsChanged}}
	f.mu.Unlock()
	s := until(t, c, "up to date", func(s *Snapshot) bool { return complete(s) && s.Seq() == f.seq })
	now := start.AddDate(0, 3, 0)
	moved := false
	for r := range int32(s.Len()) {
		h := s.Head(r)
		if got, want := s.Score(r, now), f.settings.RetentionOf(&h, now).Score; got != want {
			t.Fatalf("score %v, want %v", got, want)
		}
		moved = moved || s.Score(r, now) != before.Score(r, now) && s.fadesAt(r) != before.fadesAt(r)
	}
	if !moved {
		t.Error("no score moved")
	}
}

func TestAFailedReadIsToldAndTriedAgain(t *testing.T) {
	f := crowd(random(), 10)
	broken := errors.New("the disk is gone")
	f.fail = broken
	c := f.open(t)
	s := until(t, c, "failed", func(s *Snapshot) bool { return s.Err() != nil })
	if !errors.Is(s.Err(), broken) || s.Loaded() {
		t.Fatalf("err %v, loaded %v", s.Err(), s.Loaded())
	}
	f.mu.Lock()
	f.fail = nil
	f.mu.Unlock()
	s = until(t, c, "complete", complete)
	if s.Err() != nil || s.Len() != 10 {
		t.Fatalf("err %v, %d rows", s.Err(), s.Len())
	}
}

func TestAnEngineThatClosesLeavesTheLastSnapshot(t *testing.T) {
	f := crowd(random(), 10)
	c := f.open(t)
	until(t, c, "complete", complete)
	f.fail = engine.ErrClosed
	f.events <- engine.Event{Seq: 2, IDs: []string{"x"}, Count: 1}
	close(f.events)
	s := until(t, c, "told", func(s *Snapshot) bool { return s.Err() != nil })
	if s.Len() != 10 {
		t.Errorf("%d rows, want 10", s.Len())
	}
}

func TestClosingWhileLoading(t *testing.T) {
	f := crowd(random(), 5000)
	c := open(t.Context(), f, f.events, func() {})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c.Snapshot() == nil {
		t.Error("no snapshot after closing")
	}
}
