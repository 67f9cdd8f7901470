package widget

import (
	"strings"

	"ebb/themes"
)

// Span is the bytes [From, To) of a text.
type Span struct{ From, To int }

// MarkedLine is one line of cleaned text and the stretches of it that are
// marked.
type MarkedLine struct {
	Text  string
	Marks []Span
}

// WrapMarked is [WrapN] for raw text of which some stretches are marked: spans
// in bytes of s, in order, not overlapping.
func WrapMarked(s string, marks []Span, w, n int) (lines []MarkedLine, more bool) {
	if w <= 0 || n == 0 {
		return nil, s != ""
	}
	for at, ok := 0, true; ok; {
		if n >= 0 && len(lines) >= n {
			return lines, true
		}
		limit := -1
		if n >= 0 {
			limit = (n-len(lines))*(w+1) + longestCluster // as in WrapN
		}
		var par, rest string
		par, rest, ok = cutLine(s[at:])
		for len(marks) > 0 && marks[0].To <= at {
			marks = marks[1:]
		}
		clean, cut := cleanMarked(par, marks, at, limit)
		var full bool
		lines, full = wrapMarkedLine(lines, clean, w, n)
		if full || cut {
			return lines, true
		}
		at = len(s) - len(rest)
	}
	return lines, false
}

// cleanMarked cleans a paragraph that begins at byte base of the text that the
// marks are about.
func cleanMarked(par string, marks []Span, base, cells int) (out MarkedLine, cut bool) {
	var b strings.Builder
	b.Grow(min(len(par), 4*max(cells, 64)) + 16)
	for c := (cleaner{rest: par}); ; {
		p, ok := c.next()
		if !ok {
			break
		}
		if cells >= 0 && (c.col > cells || c.exhausted(cells)) {
			cut = true
			break
		}
		for len(marks) > 0 && marks[0].To <= base+p.from {
			marks = marks[1:]
		}
		if len(marks) > 0 && marks[0].From < base+p.to && p.text != "" {
			from := b.Len()
			if n := len(out.Marks); n > 0 && out.Marks[n-1].To == from {
				out.Marks[n-1].To += len(p.text)
			} else {
				out.Marks = append(out.Marks, Span{from, from + len(p.text)})
			}
		}
		b.WriteString(p.text)
	}
	out.Text = b.String()
	return out, cut
}

// wrapMarkedLine appends the lines of one cleaned paragraph.
func wrapMarkedLine(lines []MarkedLine, par MarkedLine, w, n int) (all []MarkedLine, full bool) {
	for at := 0; ; {
		if n >= 0 && len(lines) >= n {
			return lines, true
		}
		end, next := breakAt(par.Text[at:], w)
		lines = append(lines, par.slice(at, at+end))
		if at+next >= len(par.Text) {
			return lines, false
		}
		at += next
	}
}

// slice is the bytes [from, to) of a line, safe to be drawn behind anything.
func (l *MarkedLine) slice(from, to int) MarkedLine {
	for len(l.Marks) > 0 && l.Marks[0].To <= from {
		l.Marks = l.Marks[1:]
	}
	out := MarkedLine{Text: l.Text[from:to]}
	shift := 0
	if walled := Walled(out.Text); walled != out.Text {
		out.Text, shift = walled, len(wall)
	}
	for _, m := range l.Marks {
		if m.From >= to {
			break
		}
		out.Marks = append(out.Marks, Span{max(m.From, from) - from + shift, min(m.To, to) - from + shift})
	}
	return out
}

// Paint draws the line in the ink base, its marked stretches in the ink mark.
// It is not padded.
func (l *MarkedLine) Paint(th *themes.Theme, base, mark themes.Role) string {
	if len(l.Marks) == 0 {
		return th.Paint(base, l.Text)
	}
	out := make([]byte, 0, len(l.Text)+32*len(l.Marks))
	at := 0
	for _, m := range l.Marks {
		out = th.Ink(base).Append(out, l.Text[at:m.From])
		out = th.Ink(mark).Append(out, l.Text[m.From:m.To])
		at = m.To
	}
	return string(th.Ink(base).Append(out, l.Text[at:]))
}
