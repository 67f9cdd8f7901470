package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Truncate cuts drawn text to at most w cells. When it has to cut, tail (one
// of the theme's ellipses, or nothing) takes the last cells. Colours that are
// open at the end are closed; other escape sequences and controls are dropped.
func Truncate(s string, w int, tail string) string {
	if w <= 0 {
		return ""
	}
	if isPlain(s) && len(s) <= w {
		return s
	}
	f := fit(s, w, tail)
	return f.text + f.tail + f.closing
}

// ellipsis ends what was cut. Where "…" counts as two cells it is a tilde, as
// in the ASCII glyphs that such terminals get.
var ellipsis = func() string {
	if ansi.StringWidth("…") != 1 {
		return "~"
	}
	return "…"
}()

// Fit makes drawn text exactly w cells wide: cut with "…", or padded.
func Fit(s string, w int) string { return FitTail(s, w, ellipsis) }

// FitTail is [Fit] with another tail than "…".
func FitTail(s string, w int, tail string) string {
	if w <= 0 {
		return ""
	}
	f := fit(s, w, tail)
	out := f.text + f.tail + f.closing + spaces(w-f.cells)
	if f.odd && ansi.StringWidth(out) != w {
		// Raw text came this way. It loses its inks, the frame keeps its shape.
		return FitTail(Clean(ansi.Strip(s)), w, tail)
	}
	return out
}

// FitRight is [Fit] with the text at the right end, for figures.
func FitRight(s string, w int) string {
	if w <= 0 {
		return ""
	}
	f := fit(s, w, ellipsis)
	out := spaces(w-f.cells) + f.text + f.tail + f.closing
	if f.odd && ansi.StringWidth(out) != w {
		return FitRight(Clean(ansi.Strip(s)), w) // as in FitTail
	}
	return out
}

// Line makes raw text exactly w cells of one line, cut with "…" where it is
// longer. It does not look further into the text than it draws.
func Line(s string, w int) string {
	if w <= 0 {
		return ""
	}
	head := s[:min(len(s), w)]
	if isPlain(head) {
		switch {
		case len(s) <= w:
			return s + spaces(w-len(s))
		case s[w] < utf8.RuneSelf:
			return s[:w-1] + ellipsis
		}
	}
	var b strings.Builder
	b.Grow(3*len(head) + 16)
	keep, kept := 0, 0 // bytes and cells that leave room for "…"
	for c := (cleaner{rest: s}); ; {
		at := c.col
		p, ok := c.next()
		if !ok {
			return b.String() + spaces(w-at)
		}
		if c.col > w || c.exhausted(w) {
			return b.String()[:keep] + ellipsis + spaces(w-1-kept)
		}
		b.WriteString(p.text)
		if c.col < w {
			keep, kept = b.Len(), c.col
		}
	}
}

// fitted is drawn text cut to measure: what is kept of it, the tail if it was
// cut, what closes an open colour, and the cells of all that.
type fitted struct {
	text, tail, closing string
	cells               int
	odd                 bool // some widths depend on their neighbours
}

// fit walks the text once. Where the text turns out too long it goes back to
// the last place that leaves room for the tail.
func fit(s string, w int, tail string) (f fitted) {
	if len(s) <= w && isPlain(s) {
		return fitted{text: s, cells: len(s)}
	}
	tailCells := Width(tail)
	if tailCells > w {
		tail, tailCells = "", 0
	}
	var (
		b        strings.Builder // what was copied, once something is dropped
		start    int             // first byte not yet copied
		open     bool            // a colour is on
		keep     int             // bytes after which the tail still fits,
		keepAt   int             // the cells of those,
		keepOpen bool            // and whether a colour is on there
	)
	for i := 0; i < len(s); {
		n, c, k := step(s[i:])
		switch k {
		case other:
			b.WriteString(s[start:i])
			start = i + n
		case style:
			open = !isReset(s[i : i+n])
		default:
			f.odd = f.odd || k == joined
			if f.cells+c > w {
				f.text = rest(&b, s, start, i)[:keep]
				f.tail, f.cells = tail, keepAt+tailCells
				f.closing = closing(keepOpen)
				return f
			}
			f.cells += c
			if f.cells <= w-tailCells {
				keep, keepAt, keepOpen = b.Len()+i+n-start, f.cells, open
			}
		}
		i += n
	}
	f.text, f.closing = rest(&b, s, start, len(s)), closing(open)
	return f
}

// rest is all that was copied and s[start:end] after it.
func rest(b *strings.Builder, s string, start, end int) string {
	if start == 0 {
		return s[:end]
	}
	b.WriteString(s[start:end])
	return b.String()
}

func closing(open bool) string {
	if open {
		return reset
	}
	return ""
}

func isReset(seq string) bool { return seq == reset || seq == "\x1b[m" }
