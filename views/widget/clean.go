package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Pictures for what must be seen and never sent.
const (
	pictureNewline = "⏎"
	pictureHidden  = "␦" // C1 controls, bidi overrides, invisible tags
	pictureDelete  = "␡"
	pictureInvalid = "\uFFFD"
)

// wall is a zero-width space: it takes no cell by any count and lets nothing
// join across it. It stands where something invisible was taken out.
const wall = "\u200b"

const tabStop = 4

// maxMarks is how many zero-width runes one cell may carry: more than any
// script needs, fewer than a tower of accents.
const maxMarks = 8

// Clean makes raw text safe to draw on one line: every control and escape byte
// is pictured (␛ ␇ ␡, a newline as ⏎), bidi overrides and invisible tags too,
// tabs are expanded, bytes that are not UTF-8 become U+FFFD, and clusters on
// whose width terminals disagree are taken apart until they agree.
// Cleaning twice changes nothing more.
func Clean(s string) string {
	out, _ := CleanN(s, -1)
	return out
}

// CleanN is [Clean], but stops once cells cells are full; cut tells whether
// anything was left. A negative number of cells is no limit. The work is
// bounded by the cells wanted, whatever the text's length.
func CleanN(s string, cells int) (out string, cut bool) {
	head := s
	if cells >= 0 && len(s) > cells {
		head = s[:cells]
	}
	if isPlain(head) && (len(head) == len(s) || s[len(head)] < utf8.RuneSelf) {
		return head, len(head) < len(s)
	}
	var b strings.Builder
	b.Grow(len(head) + 16)
	c := cleaner{rest: s}
	for {
		p, ok := c.next()
		if !ok {
			return b.String(), false
		}
		if cells >= 0 && (c.col > cells || c.exhausted(cells)) {
			return b.String(), true
		}
		b.WriteString(p.text)
	}
}

// Blank reports that nothing of a text is seen.
func Blank(s string) bool {
	return strings.Trim(Clean(s), " "+wall) == ""
}

// piece is one cleaned cluster and the raw bytes [from, to) that it stands for.
type piece struct {
	text     string
	cells    int
	from, to int
}

// cleaner walks raw text, one piece at a time.
type cleaner struct {
	rest   string
	pos    int  // bytes done
	col    int  // cells done
	marks  int  // zero-width runes on the cell before
	walled bool // the last thing written was a wall
}

// exhausted reports that far more bytes were read than the cells wanted can
// need: a text of things that take no cell must not be read to its end.
func (c *cleaner) exhausted(cells int) bool { return c.pos > 64*(cells+16) }

// next returns the next piece; ok is false at the end. A piece is empty where
// nothing is left to show of it.
func (c *cleaner) next() (p piece, ok bool) {
	if c.rest == "" {
		return piece{}, false
	}
	p.from = c.pos
	n := c.read(&p)
	c.rest = c.rest[n:]
	c.pos += n
	c.col += p.cells
	p.to = c.pos
	if p.text != "" {
		c.walled = p.text == wall
	}
	return p, true
}

// read fills in text and cells and returns how many bytes they stand for.
func (c *cleaner) read(p *piece) int {
	s := c.rest
	b := s[0]
	if b < 0x20 || b == 0x7f {
		c.marks = 0
		return c.control(p)
	}
	r, size := rune(b), 1
	if b >= utf8.RuneSelf {
		if syllable, n := composed(s); n > 0 {
			c.marks = 0
			p.text, p.cells = string(syllable), 2
			return n
		}
		r, size = utf8.DecodeRuneInString(s)
		if n := c.special(p, r, size); n > 0 {
			return n
		}
	}
	n, cells, _ := step(s)
	p.text, p.cells = s[:n], cells
	if n == size && simpleCells(r) > 0 {
		c.marks = 0
		return n
	}
	p.text, p.cells = c.settle(p.text)
	return n
}

// control pictures a C0 control or DEL.
func (c *cleaner) control(p *piece) int {
	s := c.rest
	switch b := s[0]; {
	case b == '\t':
		p.cells = tabStop - c.col%tabStop
		p.text = spaces(p.cells)
	case b == '\n':
		p.text, p.cells = pictureNewline, 1
	case b == '\r' && len(s) > 1 && s[1] == '\n':
		p.text, p.cells = pictureNewline, 1
		return 2
	case b == 0x7f:
		p.text, p.cells = pictureDelete, 1
	default:
		p.text, p.cells = string(rune(0x2400+int(b))), 1
	}
	return 1
}

// special handles single runes that are never drawn as they are; 0 means r is
// not one of them.
func (c *cleaner) special(p *piece, r rune, size int) int {
	switch {
	case r == utf8.RuneError && size == 1, r&0xfffe == 0xfffe, isStrayJamo(r):
		p.text, p.cells = pictureInvalid, 1
	case r == '\u2028', r == '\u2029':
		p.text, p.cells = pictureNewline, 1
	case r < 0xa0:
		p.text, p.cells = pictureHidden, 1
	case isHidden(r):
		p.text, p.cells = pictureHidden, 1
		// Text hidden in tags is long; one sign says that it is there.
		for size < len(c.rest) && size < longestCluster {
			next, n := utf8.DecodeRuneInString(c.rest[size:])
			if !isHidden(next) {
				break
			}
			size += n
		}
	case isInvisible(r):
		if c.col > 0 && !c.walled {
			p.text = wall
		}
		return size
	default:
		return 0
	}
	c.marks = 0
	return size
}

// settle makes the two ways in which terminals count, by cluster and by rune,
// agree on a cluster, and returns it with that width. Selectors, joiners and
// skin tones go first; then the cluster is taken apart by walls.
func (c *cleaner) settle(cluster string) (string, int) {
	marks := c.marks
	out, hidden := c.sift(cluster, agrees(cluster))
	if !agrees(out) {
		c.marks = marks
		out, hidden = c.sift(cluster, false)
	}
	if !agrees(out) {
		out = takeApart(out)
	}
	cells := ansi.StringWidth(out)
	if c.col == 0 && out != "" && startsOnNothing(out) {
		// A mark with nothing to stand on would decorate our border.
		return c.settle("◌" + cluster)
	}
	if cells > 0 && !c.walled && ansi.StringWidth("x"+out) != 1+cells {
		out = wall + out // it would join the cell before it
	}
	if hidden > 1 { // one is a variant of a Han character, many are a message
		c.marks = 0
		return out + pictureHidden, cells + 1
	}
	return out, cells
}

// startsOnNothing reports that s starts with a rune that takes no cell.
func startsOnNothing(s string) bool {
	_, size := utf8.DecodeRuneInString(s)
	return ansi.StringWidthWc(s[:size]) == 0
}

// agrees reports whether all terminals give s the same width.
func agrees(s string) bool { return ansi.StringWidth(s) == ansi.StringWidthWc(s) }

// sift takes out of a cluster what is not to be drawn: what hides, marks
// beyond the limit and, where the counts do not agree, what makes them differ.
// It counts the hidden runes.
func (c *cleaner) sift(cluster string, agreed bool) (out string, hidden int) {
	changed, inside := false, false
	var b strings.Builder
	for _, r := range cluster {
		drop := false
		switch {
		case isHidden(r) || isSelector(r) && r > 0xffff:
			hidden++
			drop = true
		case isInvisible(r),
			(isJoiner(r) || isSelector(r)) && (!agreed || !inside),
			!agreed && inside && r >= 0x1f3fb && r <= 0x1f3ff:
			drop = true
		case ansi.StringWidthWc(string(r)) > 0:
			c.marks = 0
		default:
			c.marks++
			drop = c.marks > maxMarks
		}
		if drop {
			changed = true
			continue
		}
		inside = true
		b.WriteRune(r)
	}
	if !changed {
		return cluster, hidden
	}
	return b.String(), hidden
}

// takeApart puts walls between the runes of a cluster and replaces those on
// which the two counts differ by themselves.
func takeApart(cluster string) string {
	var b strings.Builder
	for _, r := range cluster {
		if b.Len() > 0 {
			b.WriteString(wall)
		}
		one := string(r)
		switch {
		case r >= 0x1f1e6 && r <= 0x1f1ff: // half a flag
			one = string('A' + r - 0x1f1e6)
		case isStrayJamo(r), ansi.StringWidth(one) != ansi.StringWidthWc(one):
			one = pictureInvalid
		}
		b.WriteString(one)
	}
	return b.String()
}
