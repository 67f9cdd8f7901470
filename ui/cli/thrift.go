package cli

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// quietEvery is how often an open screen looks whether the collector has come
// to rest. What an import, a cycle or the store's own sorting leave behind
// would stay for minutes then: it runs as memory fills, and nothing fills it.
const quietEvery = 10 * time.Second

// giveBack returns memory that nothing uses any more to the system, once it is
// quiet after some work. The function returned ends it.
func giveBack() (end func()) {
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(quietEvery)
		defer tick.Stop()
		var q lull
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				if q.now(collections()) {
					debug.FreeOSMemory()
					q.rest = collections()
				}
			}
		}
	}()
	return func() {
		close(stop)
		<-done
	}
}

// lull tells when the collector has come to rest.
type lull struct {
	seen uint64 // collections at the last look
	rest uint64 // collections when memory was last given back
}

// now reports whether there were collections since memory was given back, and
// none since the last look.
func (q *lull) now(count uint64) bool {
	came := q.seen == count && q.rest != count
	q.seen = count
	return came
}

func collections() uint64 {
	sample := []metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
