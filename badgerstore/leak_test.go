package badgerstore

import (
	"context"
	"iter"
	"testing"

	"go.uber.org/goleak"

	"ebb/engine"
)

// Closing a store ends every goroutine that it started, Badger's and ours.
func TestNothingKeepsRunning(t *testing.T) {
	before := goleak.IgnoreCurrent()
	s, err := Open(context.Background(), t.TempDir(), small)
	if err != nil {
		t.Fatal(err)
	}
	importLife(t, s, 3000, 500)
	err = s.View(context.Background(), func(tx engine.Tx) error {
		next, stop := iter.Pull2(tx.Versions().Current(""))
		next()
		t.Cleanup(stop)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Verify(context.Background(), func(f error) { t.Error(f) }, func(int) {}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// The coroutine of the sequence that was never stopped is the test's own.
	goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("iter.Pull2[...].func1"))
}
