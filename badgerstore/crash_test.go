package badgerstore

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/engine/storetest"
)

var crashRounds = flag.Int("crash.rounds", 0, "how often TestCrash kills a child; 0 is what fits into some seconds")

// figures is what a crash run found.
type figures struct {
	kills, inOpen, inClose, checks int
	acked, unacked                 uint64 // unacked but durable, which is allowed
	lost, broken                   int
	openTime                       time.Duration
}

func (f *figures) String() string {
	return fmt.Sprintf("%d kills (%d while opening, %d while closing), %d checks, %d operations acknowledged, %d lost, %d broken, %d durable without having been acknowledged, reopening took %v on average",
		f.kills, f.inOpen, f.inClose, f.checks, f.acked, f.lost, f.broken, f.unacked, (f.openTime / time.Duration(max(f.checks, 1))).Round(time.Millisecond))
}

// TestCrash kills a working child again and again and compares what is left
// with a model: nothing acknowledged is lost, nothing is there by halves,
// every index is exactly what its records make it.
func TestCrash(t *testing.T) {
	var f figures
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	start := time.Now()
	budget := 6 * time.Second
	if testing.Short() {
		budget = 3 * time.Second
	}
	more := func() bool {
		if *crashRounds > 0 {
			return f.kills < *crashRounds
		}
		return time.Since(start) < budget
	}
	for more() && !t.Failed() {
		run := crashRun{T: t, f: &f, r: r, dir: t.TempDir(), seed: r.Uint64(), sync: r.IntN(3) == 0}
		run.model = storetest.NewModel()
		for range 25 {
			if more() && !t.Failed() {
				run.round()
			}
		}
	}
	t.Log(f.String())
}

// A crashRun is the life of one store.
type crashRun struct {
	*testing.T
	f     *figures
	r     *rand.Rand
	dir   string
	seed  uint64
	sync  bool
	model *storetest.Model
	done  uint64 // operations in the model
}

// round kills one to three children on the same store, then checks it.
func (c *crashRun) round() {
	acked, begun := c.done, c.done
	for range 1 + c.r.IntN(3) {
		child := startChild(c.T, childOrder{Dir: c.dir, Seed: c.seed, Sync: c.sync, Reopen: 5 + c.r.IntN(60)})
		life := time.Duration(20+c.r.IntN(250)) * time.Millisecond
		if c.r.IntN(5) == 0 {
			life = time.Duration(10+c.r.IntN(40)) * time.Millisecond
		}
		timer := time.NewTimer(life)
		select {
		case <-timer.C:
		case <-child.said:
		}
		timer.Stop()
		child.kill()
		if child.failure != "" {
			c.Errorf("the child gave up: %s\n%s", child.failure, child.stderr.String())
			return
		}
		c.f.kills++
		switch {
		case child.closing:
			c.f.inClose++
		case child.opening:
			c.f.inOpen++
		}
		acked, begun = max(acked, child.acked), max(begun, child.begun)
	}
	c.check(acked, begun)
}

// check opens the store, which must hold between acked and begun operations.
func (c *crashRun) check(acked, begun uint64) {
	start := time.Now()
	s, err := Open(context.Background(), c.dir, crashOptions(c.sync))
	if err != nil {
		c.Errorf("open: %v", err)
		return
	}
	c.f.openTime += time.Since(start)
	c.f.checks++
	c.f.acked += acked - c.done
	if s.seq < acked {
		c.f.lost += int(acked - s.seq)
		c.Errorf("%d operations were acknowledged, %d are there; notices: %q", acked, s.seq, s.Notices())
	}
	if s.seq > begun {
		c.Errorf("%d operations were begun, %d are there", begun, s.seq)
	}
	c.f.unacked += max(s.seq, acked) - acked
	for ; c.done < s.seq; c.done++ {
		operation(c.model, c.seed, c.done+1)
	}
	c.compare(s)
	if err := s.Close(); err != nil {
		c.Errorf("close: %v", err)
	}
}

func (c *crashRun) compare(s *Store) {
	ctx := context.Background()
	healthy := !c.Failed()
	err := s.View(ctx, func(tx engine.Tx) error {
		c.model.Compare(c.T, tx)
		mark, ok, err := tx.Meta().Get("operation")
		if c.done > 0 && (err != nil || !ok || binary.BigEndian.Uint64(mark) != c.done) {
			c.Errorf("the mark of operation %d: %x, %v, %v", c.done, mark, ok, err)
		}
		return nil
	})
	if err != nil {
		c.Errorf("view: %v", err)
	}
	if err := s.Verify(ctx, func(finding error) { c.Errorf("verify: %v", finding) }, func(int) {}); err != nil {
		c.Errorf("verify: %v", err)
	}
	for _, n := range s.Notices() {
		if !strings.HasPrefix(n, "empty files") {
			c.Errorf("notice: %s", n)
		}
	}
	if healthy && c.Failed() {
		c.f.broken++
	}
}

// TestCrashAtEveryPlace kills a child at each place where the order of things
// matters, early and late, and checks the same.
func TestCrashAtEveryPlace(t *testing.T) {
	for _, p := range []place{
		placePrepared, placeOpened, placeCommit, placeChunk, placePending, placeApplied, placeCleared, placeUnacked, placeClosing,
	} {
		for _, skip := range []int{0, 2} {
			t.Run(fmt.Sprintf("%s/%d", p, skip), func(t *testing.T) {
				t.Parallel()
				var f figures
				run := crashRun{T: t, f: &f, dir: t.TempDir(), seed: 77 + uint64(skip), model: storetest.NewModel()}
				acked, begun := uint64(0), uint64(0)
				for range 2 { // then once more on what was left
					child := startChild(t, childOrder{Dir: run.dir, Seed: run.seed, Reopen: 15, DieAt: p, DieSkip: skip})
					if err := child.wait(); err == nil || child.failure != "" {
						t.Fatalf("the child did not die at the place: %v, %s\n%s", err, child.failure, child.stderr.String())
					}
					acked, begun = max(acked, child.acked), max(begun, child.begun)
				}
				run.check(acked, begun)
			})
		}
	}
}
