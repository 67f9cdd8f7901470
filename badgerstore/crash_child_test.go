package badgerstore

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/engine/storetest"
)

// childEnv turns the test binary into a child process that works on a store
// until it is killed. Its value is a childOrder.
const childEnv = "EBB_STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if order := os.Getenv(childEnv); order != "" {
		os.Exit(child(order))
	}
	os.Exit(m.Run())
}

// A childOrder says what a child does.
type childOrder struct {
	Dir     string
	Seed    uint64
	Sync    bool
	Reopen  int   // operations between closing and opening again
	DieAt   place // where to kill oneself
	DieSkip int   // after passing there this many times
	Fault   string
	Count   int    // of memories to import
	File    string // a backup
}

// crashOptions make flushes, compactions and redo happen all the time.
func crashOptions(sync bool) Options {
	return Options{NoSync: !sync, MemTableSize: 1 << 20, tableSize: 256 << 10, MinFree: -1}
}

// operation is what operation number n of a run does. Parent and child agree.
func operation(m *storetest.Model, seed, n uint64) []storetest.Write {
	r := rand.New(rand.NewPCG(seed, n))
	steps := 1 + r.IntN(8)
	if r.IntN(9) == 0 {
		steps = 150 + r.IntN(150) // more than a Badger transaction takes here
	}
	writes := m.Operation(r, steps)
	return append(writes, func(tx engine.Tx) error {
		return tx.Meta().Put("operation", binary.BigEndian.AppendUint64(nil, n))
	})
}

// child works and tells on stdout what it is about to do and what is done:
// "O n" opened at sequence n, "B n" begins n, "A n" was told that n is
// durable, "C" closes, "R …" reports on a fault, "E …" failed.
func child(order string) int {
	var o childOrder
	if err := json.Unmarshal([]byte(order), &o); err != nil {
		fmt.Println("E", err)
		return 2
	}
	var err error
	if o.Fault != "" {
		err = childFault(o)
	} else {
		err = o.work()
	}
	if err != nil {
		fmt.Println("E", err)
		return 1
	}
	return 0
}

func (o *childOrder) work() error {
	ctx := context.Background()
	opts := crashOptions(o.Sync)
	passes := 0
	opts.reached = func(p place) {
		if p == o.DieAt {
			if passes++; passes > o.DieSkip {
				killSelf()
			}
		}
	}
	model, done := storetest.NewModel(), uint64(0)
	for {
		s, err := Open(ctx, o.Dir, opts)
		if err != nil {
			return err
		}
		fmt.Println("O", s.seq)
		for ; done < s.seq; done++ { // what earlier children did
			operation(model, o.Seed, done+1)
		}
		for range o.Reopen {
			fmt.Println("B", done+1)
			writes := operation(model, o.Seed, done+1)
			err := s.Update(ctx, func(tx engine.Tx) error {
				for _, write := range writes {
					if err := write(tx); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			done++
			fmt.Println("A", done)
		}
		fmt.Println("C")
		if err := s.Close(); err != nil {
			return err
		}
	}
}

// A childRun is a running child and what it said.
type childRun struct {
	cmd     *exec.Cmd
	said    chan struct{} // closed when all was read
	opened  int
	closing bool // it was closing when it died
	opening bool // it was opening when it died
	begun   uint64
	acked   uint64
	failure string
	last    string   // what it began last
	reports []string // of a fault
	stderr  strings.Builder
}

func startChild(t testing.TB, o childOrder) *childRun {
	t.Helper()
	order, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	c := &childRun{cmd: exec.Command(os.Args[0]), said: make(chan struct{}), opening: true}
	c.cmd.Env = append(os.Environ(), childEnv+"="+string(order))
	c.cmd.Stderr = &c.stderr
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(c.said)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			c.hear(lines.Text())
		}
	}()
	return c
}

func (c *childRun) hear(line string) {
	what, rest, _ := strings.Cut(line, " ")
	var n uint64
	if what != "E" && what != "R" {
		fmt.Sscan(rest, &n)
	}
	switch what {
	case "O":
		c.opened++
		c.opening, c.closing = false, false
		c.acked = max(c.acked, n)
	case "B":
		c.begun, c.last = n, rest
	case "R":
		c.reports = append(c.reports, rest)
	case "A":
		c.acked = n
	case "C":
		c.closing, c.opening = true, true
	case "E":
		c.failure = rest
	}
}

// kill ends the child as a power button would, and reads what it still said.
func (c *childRun) kill() {
	_ = c.cmd.Process.Kill() // it may have died by itself, which wait reports
	c.wait()
}

func (c *childRun) wait() error {
	<-c.said
	return c.cmd.Wait()
}
