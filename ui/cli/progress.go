package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ebb/views/widget"
)

// progress is how far long work has come.
type progress struct {
	records     int
	bytes, size int64 // size 0: not known
}

// bar draws progress on a terminal's last line, at most ten times a second
// and from a goroutine of its own: a terminal that is stopped does not hold
// up the work. Where there is no terminal it draws nothing.
type bar struct {
	w     io.Writer
	label string
	width int
	start time.Time
	clock func() time.Time

	mu   sync.Mutex
	now  progress
	ask  func() (bytes, size int64) // nil: bytes are not known
	stop chan struct{}
	done sync.WaitGroup
}

const (
	barPause = 100 * time.Millisecond
	// barAfter keeps quick work from flashing a bar.
	barAfter = 300 * time.Millisecond
)

func (a *app) progress(label string) *bar {
	if !a.ErrTerminal {
		return nil
	}
	width := a.Width
	if width <= 0 {
		width = 80
	}
	b := &bar{w: a.Stderr, label: label, width: width, start: a.Clock(), clock: a.Clock, stop: make(chan struct{})}
	b.done.Go(b.run)
	return b
}

func (b *bar) set(p progress) {
	if b == nil {
		return
	}
	b.mu.Lock()
	b.now = p
	b.mu.Unlock()
}

// follow has the bar ask for bytes by itself.
func (b *bar) follow(ask func() (bytes, size int64)) {
	if b == nil {
		return
	}
	b.mu.Lock()
	b.ask = ask
	b.mu.Unlock()
}

// end takes the bar away.
func (b *bar) end() {
	if b == nil {
		return
	}
	close(b.stop)
	b.done.Wait()
}

func (b *bar) run() {
	next := time.NewTimer(barAfter)
	defer next.Stop()
	drawn := false
	for {
		select {
		case <-b.stop:
			if drawn {
				b.put("")
			}
			return
		case <-next.C:
			b.mu.Lock()
			p, ask := b.now, b.ask
			b.mu.Unlock()
			if ask != nil {
				p.bytes, p.size = ask()
			}
			b.put(p.draw(b.label, b.clock().Sub(b.start), b.width-1))
			drawn = true
			next.Reset(barPause)
		}
	}
}

// put replaces the line. A terminal that is gone cannot be told.
func (b *bar) put(line string) { _, _ = io.WriteString(b.w, "\r"+line+"\x1b[K") }

// draw is one line of at most w cells.
func (p progress) draw(label string, took time.Duration, w int) string {
	parts := []string{widget.Clean(label)}
	if p.size > 0 {
		share := min(float64(p.bytes)/float64(p.size), 1)
		const cells = 20
		full := int(share * cells)
		parts = append(parts, strings.Repeat("█", full)+strings.Repeat("░", cells-full), fmt.Sprintf("%3.0f %%", share*100))
	}
	parts = append(parts, plural(p.records, "record", "records"))
	seconds := took.Seconds()
	switch {
	case p.size > 0:
		parts = append(parts, sizeText(p.bytes)+" of "+sizeText(p.size))
	case p.bytes > 0:
		parts = append(parts, sizeText(p.bytes))
	}
	if p.bytes > 0 && seconds > 0 {
		rate := float64(p.bytes) / seconds
		parts = append(parts, sizeText(int64(rate))+"/s")
		if p.size > p.bytes && rate > 0 {
			left := time.Duration(float64(p.size-p.bytes) / rate * float64(time.Second))
			parts = append(parts, left.Round(time.Second).String()+" left")
		}
	} else if p.records > 0 && seconds > 0 {
		parts = append(parts, fmt.Sprintf("%.0f/s", float64(p.records)/seconds))
	}
	return widget.Truncate(strings.Join(parts, "  "), w, "…")
}

// sizeText is a number of bytes in three figures or so.
func sizeText(n int64) string {
	switch {
	case n < 1e3:
		return fmt.Sprintf("%d B", n)
	case n < 1e6:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
