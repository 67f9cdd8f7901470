package ui

import (
	"os"
	"strings"
	"sync"
	"time"
)

// painter draws frames on the terminal: the cells that differ from what stands
// there, in one write, on a goroutine of its own, so that a slow line never
// holds up the keys. The first change after a pause is drawn at once, the
// following ones at most sixty times a second; while nothing changes nothing
// runs. Bubble Tea's own renderer, which looks sixty times a second and writes
// whole lines, only switches the terminal's modes here.
type painter struct {
	out  *os.File
	ask  func() bool // whether to put the question about the background
	hear bool        // have the terminal tell when its background changes
	due  func()      // asks for the frame that is owed
	fail func(error) // the terminal takes no more
	now  func() time.Time
	wait func(time.Duration) <-chan time.Time

	frames chan frameText
	end    chan struct{}
	done   sync.WaitGroup

	drawing sync.Mutex // held while a frame is written
	hearing bool       // the terminal was told to tell

	mu     sync.Mutex
	free   bool // a frame would be drawn at once
	owed   bool // there is something newer to draw
	paused bool
	fresh  bool // what stands on the terminal is not known

	// What stands on the terminal, for the painter's goroutine only.
	lines []string // as they were drawn
	was   [][]cell
	line  []cell
	buf   []byte
}

// frameText is a frame to be drawn.
type frameText struct {
	text string
	w, h int
}

// paintMsg asks for the frame that is owed.
type paintMsg struct{}

// paintTime is the least time between two frames.
const paintTime = time.Second / 60

func newPainter(out *os.File) *painter {
	p := &painter{
		out: out, now: time.Now, wait: time.After, ask: func() bool { return false }, due: func() {}, fail: func(error) {},
		frames: make(chan frameText, 1), end: make(chan struct{}), free: true, fresh: true,
	}
	return p
}

func (p *painter) start() {
	p.done.Add(1)
	go p.run()
}

// stop ends the painter; what it has begun to write is written.
func (p *painter) stop() {
	close(p.end)
	p.done.Wait()
	p.drawing.Lock()
	defer p.drawing.Unlock()
	p.deafen()
}

// deafen ends the terminal's reports: whoever has it from now on would take
// them for keys.
func (p *painter) deafen() {
	if !p.hearing {
		return
	}
	p.hearing = false
	if _, err := p.out.WriteString(muteBackground); err != nil {
		p.fail(err)
	}
}

// ready reports whether a frame can be drawn now. When not, the painter asks
// for one with paintMsg as soon as it can.
func (p *painter) ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.free || p.paused {
		p.owed = true
		return false
	}
	p.free = false
	return true
}

// paint hands a frame over; only after ready.
func (p *painter) paint(f frameText) { p.frames <- f }

// redraw makes the next frame a whole one.
func (p *painter) redraw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fresh = true
}

// pause keeps the painter off the terminal, which somebody else has from now
// on; a frame that it has begun is whole before pause returns.
func (p *painter) pause() {
	p.mu.Lock()
	p.paused = true
	p.mu.Unlock()
	p.drawing.Lock()
	defer p.drawing.Unlock()
	p.deafen()
}

// resume gives the terminal back.
func (p *painter) resume() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused, p.fresh = false, true
}

func (p *painter) run() {
	defer p.done.Done()
	for {
		select {
		case <-p.end:
			return
		case f := <-p.frames:
			began := p.now()
			p.draw(f)
			select {
			case <-p.end:
				return
			case <-p.wait(paintTime - p.now().Sub(began)):
			}
			p.mu.Lock()
			owed := p.owed && !p.paused
			p.free, p.owed = true, p.owed && p.paused
			p.mu.Unlock()
			if owed {
				p.due()
			}
		}
	}
}

// draw writes one frame.
func (p *painter) draw(f frameText) {
	p.drawing.Lock()
	defer p.drawing.Unlock()
	p.mu.Lock()
	paused, fresh := p.paused, p.fresh
	if !paused {
		p.fresh = false
	}
	p.mu.Unlock()
	if paused || f.w <= 0 || f.h <= 0 {
		return
	}
	p.buf = p.frame(append(p.buf[:0], frameOpen...), f, fresh)
	if len(p.buf) == len(frameOpen) {
		p.buf = p.buf[:0]
	} else {
		p.buf = append(p.buf, frameClose...)
	}
	if p.hear && !p.hearing {
		p.hearing = true
		p.buf = append(p.buf, hearBackground...)
	}
	if p.ask() {
		p.buf = append(p.buf, askBackground...)
	}
	if len(p.buf) == 0 {
		return
	}
	if _, err := p.out.Write(p.buf); err != nil {
		p.fail(err)
	}
}

// frame appends what turns the last frame into this one. It leaves the
// terminal drawing in its own colours.
func (p *painter) frame(b []byte, f frameText, fresh bool) []byte {
	u := brush{b: b}
	if fresh || len(p.was) != f.h || (f.h > 0 && len(p.was[0]) != f.w) {
		u.b = append(u.b, "\x1b[m\x1b[2J"...)
		p.was, p.lines = blankCells(p.was, f.w, f.h), make([]string, f.h)
	}
	y := 0
	for line := range strings.SplitSeq(f.text, "\n") {
		if y == f.h {
			break
		}
		if line != p.lines[y] {
			p.line = cells(p.line, line, f.w)
			u.repaint(p.was[y], p.line, y)
			p.was[y], p.line, p.lines[y] = p.line, p.was[y], line
		}
		y++
	}
	u.dip(pen{})
	return u.b
}

func blankCells(rows [][]cell, w, h int) [][]cell {
	rows = rows[:0]
	for range h {
		row := make([]cell, w)
		for x := range row {
			row[x] = cell{text: " "}
		}
		rows = append(rows, row)
	}
	return rows
}

// pausePainting gives the terminal away; resumed takes it back.
func (s *shell) pausePainting() {
	if s.painter != nil {
		s.painter.pause()
	}
}

// show hands the frame over when the terminal is ready for it.
func (s *shell) show() {
	if s.painter == nil || s.crash != nil || !s.painter.ready() {
		return
	}
	s.painter.paint(frameText{text: s.frame.text(s), w: s.w, h: s.h})
}
