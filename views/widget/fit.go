package widget

import (
	"strings"

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
	out, _, _ := fit(s, w, tail)
	return out
}

// Fit makes drawn text exactly w cells wide: cut with "…", or padded.
func Fit(s string, w int) string { return FitTail(s, w, "…") }

// FitTail is [Fit] with another tail than "…".
func FitTail(s string, w int, tail string) string {
	if w <= 0 {
		return ""
	}
	if isPlain(s) && len(s) <= w {
		if len(s) == w {
			return s
		}
		return s + spaces(w-len(s))
	}
	out, cells, odd := fit(s, w, tail)
	if cells < w {
		out += spaces(w - cells)
	}
	if odd && ansi.StringWidth(out) != w {
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
	out, cells, odd := fit(s, w, "…")
	out = spaces(w-cells) + out
	if odd && ansi.StringWidth(out) != w {
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
	out, cut := CleanN(s, w)
	if cut {
		out, _ = CleanN(s, w-1)
		return FitTail(out+"…", w, "…")
	}
	return FitTail(out, w, "")
}

// fit walks the text once. Where the text turns out too long it goes back to
// the last place that leaves room for the tail. odd tells that clusters were
// met whose width depends on their neighbours.
func fit(s string, w int, tail string) (out string, cells int, odd bool) {
	tailCells := Width(tail)
	if tailCells > w {
		tail, tailCells = "", 0
	}
	var (
		dirty    bool // something was dropped, so s itself cannot be returned
		open     bool // a colour is on
		b        strings.Builder
		keep     = 0     // length of b up to which the tail still fits
		keepAt   = 0     // its cells
		keepOpen = false // whether a colour is on there
		start    = 0     // first byte not yet copied
	)
	flush := func(to int) {
		b.WriteString(s[start:to])
		start = to
	}
	for i := 0; i < len(s); {
		n, c, k := step(s[i:])
		switch k {
		case other:
			flush(i)
			start = i + n
			dirty = true
		case style:
			open = !isReset(s[i : i+n])
		default:
			odd = odd || k == joined
			if cells+c > w {
				flush(i)
				text := b.String()
				if tail == "" {
					keep, keepAt, keepOpen = len(text), cells, open
				}
				return closed(text[:keep]+tail, keepOpen), keepAt + tailCells, odd
			}
			cells += c
			if tail != "" && cells <= w-tailCells {
				flush(i + n)
				keep, keepAt, keepOpen = b.Len(), cells, open
			}
		}
		i += n
	}
	if !dirty {
		return closed(s, open), cells, odd
	}
	flush(len(s))
	return closed(b.String(), open), cells, odd
}

func closed(s string, open bool) string {
	if open {
		return s + reset
	}
	return s
}

func isReset(seq string) bool { return seq == reset || seq == "\x1b[m" }
