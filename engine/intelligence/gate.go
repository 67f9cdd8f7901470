package intelligence

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// gate spaces requests evenly, and keeps everyone out while the server has
// asked to be left alone.
type gate struct {
	interval time.Duration // between two requests; 0: none
	now      func() time.Time
	sleep    func(context.Context, time.Duration) error

	mu   sync.Mutex
	next time.Time // when the next request may start
}

// pass waits for a turn.
func (g *gate) pass(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.mu.Lock()
	now := g.now()
	start := now
	if g.next.After(now) {
		start = g.next
	}
	g.next = start.Add(g.interval)
	g.mu.Unlock()
	if start.After(now) {
		return g.sleep(ctx, start.Sub(now))
	}
	return nil
}

// hold lets nobody start for a while.
func (g *gate) hold(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := g.now().Add(d); until.After(g.next) {
		g.next = until
	}
}

// The waits between attempts double from firstBackoff to longestBackoff.
const (
	firstBackoff   = 500 * time.Millisecond
	longestBackoff = 30 * time.Second
)

// backoff is the wait after an attempt, counted from 0. Half of it is random,
// so that clients which failed together do not come back together.
func backoff(attempt int, jitter float64) time.Duration {
	d := firstBackoff
	for range attempt {
		d = min(2*d, longestBackoff)
	}
	return d/2 + time.Duration(jitter*float64(d/2))
}

// retryAfter reads the header of that name: seconds or an HTTP date; 0 when
// absent, past or unreadable.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := h.Get("Retry-After")
	if seconds, err := strconv.ParseInt(v, 10, 32); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
