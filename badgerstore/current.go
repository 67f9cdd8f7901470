package badgerstore

import (
	"bytes"
	"iter"
	"sync"

	"ebb/engine"
)

// Current walks memories and versions side by side: both lie in order of id.
func (t versions) Current(after string) iter.Seq2[engine.HeadText, error] {
	return func(yield func(engine.HeadText, error) bool) {
		var start []byte
		if after != "" {
			// Versions of the given id itself sort before this.
			start = append(appendStr([]byte{tabVersion}, after), 0xFF)
		}
		texts := t.scan([]byte{tabVersion}, start)
		defer texts.close()
		walk := textWalk{cursor: texts, on: texts.next()}
		for h, err := range t.headsAhead(after) {
			ht := engine.HeadText{Head: h}
			if err == nil {
				t.key2 = keyVersion(t.key2[:0], h.ID, h.Text)
				ht.Text, err = walk.textOf(t.key2)
			}
			if !yield(ht, err) {
				return
			}
		}
	}
}

// textWalk moves a cursor over the versions to one wanted key after another.
type textWalk struct {
	*cursor
	on bool // the cursor stands on a key
}

// patience is how many versions are passed one by one before seeking.
const patience = 12

func (w *textWalk) textOf(key []byte) (string, error) {
	for passed := 0; w.on; passed++ {
		switch bytes.Compare(w.key(), key) {
		case 0:
			val, err := w.value()
			if err != nil {
				return "", err
			}
			return contentOf(key, val)
		case 1:
			return "", corrupt(key, errNoText)
		}
		if passed == patience {
			w.seek(key)
		}
		w.on = w.next()
	}
	if w.err != nil {
		return "", w.err
	}
	return "", corrupt(key, errNoText)
}

// headsAhead is Heads.All, read by a goroutine of its own in a transaction
// that cannot write: half of the work of a scan for texts.
func (t versions) headsAhead(after string) iter.Seq2[engine.Head, error] {
	if t.write {
		return heads(t).All(after)
	}
	return func(yield func(engine.Head, error) bool) {
		batches, stop := t.readAhead(after)
		defer stop()
		for batch := range batches {
			for i := range batch {
				if !yield(batch[i].head, batch[i].err) {
					return
				}
			}
		}
	}
}

type headOrError struct {
	head engine.Head
	err  error
}

const (
	batchSize    = 256
	batchesAhead = 4
)

// readAhead starts reading heads in batches. stop, which the end of the
// transaction calls too, waits for the reader to have gone.
func (t versions) readAhead(after string) (batches <-chan []headOrError, stop func()) {
	// The reader shares the snapshot and nothing else.
	reader := &tx{store: t.store}
	reader.ctx, reader.txn, reader.layers = t.ctx, t.txn, t.layers
	out := make(chan []headOrError, batchesAhead)
	quit, gone := make(chan struct{}), make(chan struct{})
	send := func(batch []headOrError) bool {
		select {
		case out <- batch:
			return true
		case <-quit:
			return false
		}
	}
	go func() {
		defer close(gone)
		defer close(out)
		batch := make([]headOrError, 0, batchSize)
		for h, err := range reader.Heads().All(after) {
			if batch = append(batch, headOrError{h, err}); len(batch) == batchSize {
				if !send(batch) {
					return
				}
				batch = make([]headOrError, 0, batchSize)
			}
		}
		send(batch)
	}()
	stop = sync.OnceFunc(func() {
		close(quit)
		<-gone
	})
	t.stops = append(t.stops, stop)
	return out, stop
}
