package badgerstore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

// benchSize is how many memories the large stores hold: -short makes do with
// fewer.
func benchSize() int {
	if testing.Short() {
		return 10_000
	}
	return 100_000
}

var words = strings.Fields(`the user prefers dark mode in every editor and asked twice to keep answers short deploys go through
staging first because the last release broke login on safari database migrations run at night when traffic is low she works
from lisbon and travels to berlin each month coffee is fine but meetings before ten are not invoices are due on the fifth`)

func prose(r *rand.Rand, bytes int) string {
	var b strings.Builder
	for b.Len() < bytes {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}

func lifeNo(i int) engine.Memory {
	return life(rand.New(rand.NewPCG(9, uint64(i))), i, time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC))
}

// life is a memory as an import makes it: an id, a key, some 570 bytes.
func life(r *rand.Rand, i int, at time.Time) engine.Memory {
	text := prose(r, 400+r.IntN(340))
	sum := sha256.Sum256([]byte(text))
	return engine.Memory{
		Head: engine.Head{
			ID:    fmt.Sprintf("0190b7c4-%04x-7d3a-9c41-%012x", i%65536, i),
			Scope: engine.Scope{Namespace: "project-notes", Subject: "default"}, Type: engine.TypeSemantic,
			State: engine.Active, Version: 1, Title: text[:min(len(text), 60)],
			Identity: engine.Identity{Kind: engine.TextIdentity, Value: fmt.Sprintf("entity-%d", i)},
			TextSum:  [16]byte(sum[:16]), TextSize: uint32(len(text)),
			Text:       engine.VersionRef{At: at, Number: 1},
			Importance: 0.5, Confidence: 0.8, CreatedAt: at, UpdatedAt: at, Base: 1, Interference: 1, LearnedAt: at,
		},
		Body: engine.Body{Content: text, Source: "memory.jsonl", Metadata: engine.Metadata(`{"key":"entity"}`)},
	}
}

func created(m engine.Memory) engine.Version {
	return engine.Version{
		MemoryID: m.ID, Number: m.Version, Change: engine.Created, At: m.UpdatedAt,
		Operation: "0190b7c4-0000-7d3a-9c41-000000000000", Memory: m,
	}
}

// addLife writes what the engine writes for one imported memory: head,
// version, three index keys, a log entry.
func addLife(tx engine.Tx, m engine.Memory) error {
	v := created(m)
	if err := tx.Versions().Put(&v); err != nil {
		return err
	}
	if err := tx.Heads().Put(nil, &m.Head); err != nil {
		return err
	}
	return tx.Log().Append(&engine.LogEntry{
		At: m.UpdatedAt, Operation: v.Operation, Kind: engine.KindImport, Change: engine.Created,
		Subject: engine.SubjectHead, ID: m.ID, After: 1,
	})
}

func importLife(tb testing.TB, s *Store, n, perUpdate int) {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := 0; i < n; i += perUpdate {
		err := s.Update(context.Background(), func(tx engine.Tx) error {
			for j := i; j < min(i+perUpdate, n); j++ {
				at = at.Add(13 * time.Second)
				if err := addLife(tx, life(r, j, at)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// evolveOne is what the engine writes for one edit.
func evolveOne(tx engine.Tx, id string, at time.Time, text string) error {
	before, ok, err := tx.Heads().Get(id)
	if err != nil || !ok {
		return fmt.Errorf("get %s: %v, %w", id, ok, err)
	}
	after := before
	after.Version++
	after.State, after.UpdatedAt, after.LearnedAt = engine.Updated, at, at
	after.Text = after.Ref()
	sum := sha256.Sum256([]byte(text))
	after.TextSum, after.TextSize = [16]byte(sum[:16]), uint32(len(text))
	v := created(engine.Memory{Head: after, Body: engine.Body{Content: text}})
	if err := tx.Versions().Put(&v); err != nil {
		return err
	}
	if err := tx.Heads().Put(&before, &after); err != nil {
		return err
	}
	if err := tx.Log().Append(&engine.LogEntry{
		At: at, Operation: v.Operation, Kind: engine.KindEdit, Change: engine.ChangeUpdated,
		Subject: engine.SubjectHead, ID: id, Head: &before, After: after.Version,
	}); err != nil {
		return err
	}
	return tx.Operations().Put(nil, &engine.Operation{ID: fmt.Sprintf("op-%d", at.UnixNano()), Seq: tx.Seq(), Kind: engine.KindEdit, At: at, IDs: []string{id}, Count: 1})
}

// BenchmarkEvolve times a durable edit against a bare Badger transaction that
// writes the same keys and values to a store of its own, turn by turn.
func BenchmarkEvolve(b *testing.B) {
	const n = 10_000
	s := openStore(b, b.TempDir(), Options{})
	importLife(b, s, n, 500)
	bare, err := badger.Open(Options{}.badger(b.TempDir(), defaultMemTable, &capture{}))
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	r := rand.New(rand.NewPCG(3, 4))
	at := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	var ours, theirs time.Duration
	for b.Loop() {
		at = at.Add(time.Second)
		id := life(r, r.IntN(n), at).ID
		text := prose(r, 570)
		var entries []*badger.Entry
		start := time.Now()
		err := s.Update(context.Background(), func(tx engine.Tx) error { return evolveOne(tx, id, at, text) })
		ours += time.Since(start)
		if err != nil {
			b.Fatal(err)
		}
		entries = lastWrite(b, s, id, at)
		start = time.Now()
		err = bare.Update(func(txn *badger.Txn) error {
			for _, e := range entries {
				if err := txn.SetEntry(e); err != nil {
					return err
				}
			}
			return nil
		})
		theirs += time.Since(start)
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N), "µs/evolve")
	b.ReportMetric(float64(theirs.Microseconds())/float64(b.N), "µs/bare")
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

// lastWrite rebuilds the entries of the last edit from the store.
func lastWrite(b *testing.B, s *Store, id string, at time.Time) []*badger.Entry {
	var entries []*badger.Entry
	err := s.View(context.Background(), func(etx engine.Tx) error {
		t := etx.(*tx)
		h, _, err := t.Heads().Get(id)
		if err != nil {
			return err
		}
		op := engine.Operation{ID: fmt.Sprintf("op-%d", at.UnixNano()), Seq: t.Seq()}
		keys := append([][]byte{
			keyHead(nil, id), keyVersion(nil, id, h.Ref()), keyOperationSeq(nil, &op), keyID(nil, tabOperation, op.ID),
			keySeq, keyTotals,
			appendU32(appendU64(appendTimeDown([]byte{tabLog}, at), ^t.Seq()), ^uint32(0)),
		}, t.scopes.indexKeys(nil, &h)...)
		for _, key := range keys {
			val, err := t.get(key)
			if err != nil || val == nil {
				return fmt.Errorf("%q: %v, %w", key, val, err)
			}
			entries = append(entries, badger.NewEntry(key, val))
		}
		// The two stale index entries are deletions.
		for _, key := range t.scopes.indexKeys(nil, &h)[1:] {
			e := badger.NewEntry(append([]byte("~"), key...), nil)
			entries = append(entries, e)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return entries
}

// BenchmarkLarge imports a large store and times what screens ask of it.
func BenchmarkLarge(b *testing.B) {
	n := benchSize()
	dir := b.TempDir()
	defer LimitMemory()()
	s := openStore(b, dir, Options{})
	start := time.Now()
	importLife(b, s, n, 500)
	took := time.Since(start)
	b.Logf("import of %d: %v, peak RSS %d MB", n, took.Round(time.Millisecond), peakRSS()>>20)
	b.Run("Import", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(took.Seconds(), "s")
		b.ReportMetric(float64(peakRSS()>>20), "MB-peak")
		b.ReportMetric(float64(dirSize(b, dir)>>20), "MB-disk")
	})
	view := func(b *testing.B, fn func(engine.Tx) error) {
		b.Helper()
		for b.Loop() {
			if err := s.View(context.Background(), fn); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("NewestPage", func(b *testing.B) {
		view(b, func(tx engine.Tx) error {
			left := 50
			for _, err := range tx.Heads().Newest(engine.Cursor{}) {
				if left--; left == 0 || err != nil {
					return err
				}
			}
			return nil
		})
	})
	b.Run("AllHeads", func(b *testing.B) {
		view(b, func(tx engine.Tx) error {
			for _, err := range tx.Heads().All("") {
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
	b.Run("Current", func(b *testing.B) {
		bytes := 0
		view(b, func(tx engine.Tx) error {
			for ht, err := range tx.Versions().Current("") {
				if err != nil {
					return err
				}
				bytes += len(ht.Text)
			}
			return nil
		})
		b.SetBytes(int64(bytes / b.N))
	})
	r := rand.New(rand.NewPCG(5, 6))
	b.Run("GetHead", func(b *testing.B) {
		view(b, func(tx engine.Tx) error {
			_, _, err := tx.Heads().Get(life(r, r.IntN(n), time.Time{}).ID)
			return err
		})
	})
	b.Run("Verify", func(b *testing.B) {
		for b.Loop() {
			if err := s.Verify(context.Background(), func(err error) { b.Error(err) }, func(int) {}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ReopenClean", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			s = openStore(b, dir, Options{})
		}
	})
	b.Run("OpenAfterKill", func(b *testing.B) {
		// The reopened one was its benchmark's own and is closed by now.
		if err := s.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
			b.Fatal(err)
		}
		// Its log is nearly full when the child dies.
		c := startChild(b, childOrder{Dir: dir, Fault: faultImport, DieSkip: defaultMemTable, Count: 8_000})
		if err := c.wait(); err == nil || c.failure != "" {
			b.Fatalf("the child ended with %v, %s", err, c.failure)
		}
		for b.Loop() {
			b.StopTimer()
			killed := copyDir(b, dir)
			b.StartTimer()
			c := openStore(b, killed, Options{})
			b.StopTimer()
			if err := c.Close(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	})
}

// copyDir copies a store that nobody has open.
func copyDir(tb testing.TB, dir string) string {
	tb.Helper()
	to := tb.TempDir()
	files, err := os.ReadDir(dir)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, f.Name()), b, 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return to
}

func dirSize(tb testing.TB, dir string) (n int64) {
	files, err := os.ReadDir(dir)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range files {
		if fi, err := f.Info(); err == nil && filepath.Ext(f.Name()) == ".sst" {
			n += fi.Size()
		}
	}
	return n
}

// peakRSS is the most memory the process has held, 0 where nobody says.
func peakRSS() int64 {
	if runtime.GOOS != "linux" {
		return 0
	}
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(b), "\n") {
		var kb int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kb); n == 1 {
			return kb << 10
		}
	}
	return 0
}

func BenchmarkHeadCodec(b *testing.B) {
	m := life(rand.New(rand.NewPCG(1, 1)), 7, time.Now())
	t := &tx{}
	key := keyHead(nil, m.ID)
	t.head.from(&m.Head)
	val, err := seal(&t.buf, key, &t.head)
	if err != nil {
		b.Fatal(err)
	}
	val = append([]byte(nil), val...)
	b.Run("Encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			t.head.from(&m.Head)
			if _, err := seal(&t.buf, key, &t.head); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(val)), "bytes")
	})
	b.Run("Decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := t.decodeHead(key, val); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScanFloor(b *testing.B) {
	s := openStore(b, b.TempDir(), Options{NoSync: true})
	importLife(b, s, benchSize(), 500)
	for _, p := range []string{"m", "v"} {
		b.Run(p, func(b *testing.B) {
			for b.Loop() {
				_ = s.raw(func(r *snapshot) error {
					c := r.scan([]byte(p), nil)
					defer c.close()
					for c.next() {
						_, _ = c.value()
					}
					return c.err
				})
			}
		})
	}
	b.Run("current", func(b *testing.B) {
		for b.Loop() {
			_ = s.View(context.Background(), func(tx engine.Tx) error {
				for _, err := range tx.Versions().Current("") {
					if err != nil {
						return err
					}
				}
				return nil
			})
		}
	})
}
