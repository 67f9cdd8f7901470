package ui

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// pen is how a cell is drawn. The zero pen is the terminal's own.
type pen struct {
	fg, bg string // SGR parameters, "" for the default
	attrs  uint16 // bit n: SGR attribute n, 1 to 9
}

// cell is one column of a drawn line. The second column of a wide character
// has no text.
type cell struct {
	text string
	pen  pen
	wide bool
}

// cells takes a drawn line apart into exactly w columns. What it does not know
// as a colour is dropped: no other sequence belongs into a frame.
func cells(dst []cell, line string, w int) []cell {
	dst = dst[:0]
	var p pen
	var state byte
	for len(line) > 0 && len(dst) < w {
		if c := line[0]; c >= ' ' && c < 0x7f && (len(line) == 1 || line[1] < 0x80) {
			dst = append(dst, cell{text: line[:1], pen: p})
			line, state = line[1:], 0
			continue
		}
		seq, width, n, next := ansi.DecodeSequence(line, state, nil)
		line, state = line[n:], next
		switch {
		case width == 0:
			if params, ok := colour(seq); ok {
				p = p.apply(params)
			}
		case len(dst)+width > w:
			// A character that the edge would cut: a blank stands in for it.
			dst = append(dst, cell{text: " ", pen: p})
		default:
			dst = append(dst, cell{text: seq, pen: p, wide: width > 1})
			for range width - 1 {
				dst = append(dst, cell{pen: p})
			}
		}
	}
	for len(dst) < w {
		dst = append(dst, cell{text: " "})
	}
	return dst
}

// colour returns the parameters of an SGR sequence.
func colour(seq string) (string, bool) {
	if len(seq) < 3 || seq[:2] != "\x1b[" || seq[len(seq)-1] != 'm' {
		return "", false
	}
	return seq[2 : len(seq)-1], true
}

// apply is the pen after an SGR sequence.
func (p pen) apply(params string) pen {
	fields := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(fields) == 0 {
		return pen{}
	}
	for i := 0; i < len(fields); i++ {
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			continue
		}
		switch {
		case n == 0:
			p = pen{}
		case n >= 1 && n <= 9:
			p.attrs |= 1 << n
		case n == 22:
			p.attrs &^= 1<<1 | 1<<2
		case n >= 23 && n <= 29:
			p.attrs &^= 1 << (n - 20)
		case n == 38 || n == 48:
			value, used := extended(fields[i:])
			if n == 38 {
				p.fg = value
			} else {
				p.bg = value
			}
			i += used - 1
		case n == 39:
			p.fg = ""
		case n == 49:
			p.bg = ""
		case n >= 30 && n <= 37, n >= 90 && n <= 97:
			p.fg = fields[i]
		case n >= 40 && n <= 47, n >= 100 && n <= 107:
			p.bg = fields[i]
		}
	}
	return p
}

// extended is a colour of the 256 or of all: 38;5;n or 38;2;r;g;b.
func extended(fields []string) (value string, used int) {
	used = 1
	if len(fields) > 1 {
		switch fields[1] {
		case "5":
			used = 3
		case "2":
			used = 5
		}
	}
	used = min(used, len(fields))
	return strings.Join(fields[:used], ";"), used
}

// shown are the attributes that a blank shows: 4 underlined, 5 and 6 blinking,
// 7 reversed, 9 struck out.
const shown = 1<<4 | 1<<5 | 1<<6 | 1<<7 | 1<<9

// blank reports whether a cell shows nothing but its background.
func (c cell) blank() bool { return c.text == " " && c.pen.attrs&shown == 0 }

// sameAs reports whether two cells look the same.
func (c cell) sameAs(o cell) bool { return c == o || c.blank() && o.blank() && c.pen.bg == o.pen.bg }

// empty reports whether a cell looks as if it had been erased.
func (c cell) empty() bool { return c.blank() && c.pen.bg == "" }

// brush writes cells and remembers how the terminal draws.
type brush struct {
	b   []byte
	pen pen
	row int // 1 + the row it stands in, 0 when not known
}

// dip makes the terminal draw with p.
func (u *brush) dip(p pen) {
	was := u.pen
	if p == was {
		return
	}
	u.pen = p
	if p == (pen{}) {
		u.b = append(u.b, "\x1b[m"...)
		return
	}
	u.b = append(u.b, "\x1b["...)
	sep := false
	add := func(params string) {
		if sep {
			u.b = append(u.b, ';')
		}
		u.b, sep = append(u.b, params...), true
	}
	if p.attrs != was.attrs {
		if was != (pen{}) {
			add("0")
		}
		was = pen{}
		for n := 1; n <= 9; n++ {
			if p.attrs&(1<<n) != 0 {
				add(string(rune('0' + n)))
			}
		}
	}
	if p.fg != was.fg {
		add(orDefault(p.fg, "39"))
	}
	if p.bg != was.bg {
		add(orDefault(p.bg, "49"))
	}
	u.b = append(u.b, 'm')
}

func orDefault(params, otherwise string) string {
	if params == "" {
		return otherwise
	}
	return params
}

func (u *brush) moveTo(y, x int) {
	u.b = append(u.b, "\x1b["...)
	if u.row == y+1 {
		u.b = append(strconv.AppendInt(u.b, int64(x+1), 10), 'G')
		return
	}
	u.row = y + 1
	u.b = strconv.AppendInt(u.b, int64(y+1), 10)
	u.b = append(u.b, ';')
	u.b = append(strconv.AppendInt(u.b, int64(x+1), 10), 'H')
}

// gapCells is how many unchanged cells cost less to write again than moving
// over them does.
const gapCells = 6

// eraseCells is from how many blanks at the end of a line on erasing is shorter.
const eraseCells = 4

// repaint writes what turns the old line into the new one; both have the same
// width. y counts from 0.
func (u *brush) repaint(was, is []cell, y int) {
	w := len(is)
	rest := w // from where on the new line is empty
	for rest > 0 && is[rest-1].empty() {
		rest--
	}
	for x := 0; x < w; {
		if is[x].sameAs(was[x]) {
			x++
			continue
		}
		from, to := x, x+1
		for same := 0; to+same < w && same <= gapCells; {
			if is[to+same].sameAs(was[to+same]) {
				same++
				continue
			}
			to, same = to+same+1, 0
		}
		// Never begin or end inside a wide character, old or new.
		for from > 0 && (is[from].text == "" || was[from].text == "") {
			from--
		}
		for to < w && (is[to].text == "" || was[to].text == "") {
			to++
		}
		u.moveTo(y, from)
		if to-max(from, rest) >= eraseCells {
			u.write(is[from:max(from, rest)])
			u.erase()
			return
		}
		u.write(is[from:to])
		x = to
	}
}

// write writes cells. A blank is written with whatever pen shows it the same.
func (u *brush) write(run []cell) {
	for _, c := range run {
		if c.text == "" {
			continue
		}
		if !c.blank() || c.pen.bg != u.pen.bg || u.pen.attrs&shown != 0 {
			u.dip(c.pen)
		}
		u.b = append(u.b, c.text...)
	}
}

// erase empties the row from here on.
func (u *brush) erase() {
	if u.pen.bg != "" || u.pen.attrs&shown != 0 {
		u.dip(pen{})
	}
	u.b = append(u.b, "\x1b[K"...)
}
