//go:build unix

package main

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// The size of a cell and of its letters, and the margin, in pixels.
const (
	cellW  = 8.4
	cellH  = 18.0
	letter = 14
	margin = 14.0
)

// What the terminal shows where nothing else was asked for.
const (
	ink   = "#dce0e4"
	paper = "#171717"
)

// draw makes an SVG of what stands on a terminal. Each cell has its place, so
// that no font can move it; lines, blocks and dots are drawn and need none.
func draw(screen *vt.Emulator) []byte {
	w, h := columns*cellW+2*margin, rows*cellH+2*margin
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="%d">`+"\n", w, h, letter)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", paper)
	for y := range rows {
		drawRow(&b, screen, y)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func drawRow(b *bytes.Buffer, screen *vt.Emulator, y int) {
	var (
		words strings.Builder
		at    int
		style uv.Style
		next  int
	)
	flush := func() {
		text := strings.TrimRight(words.String(), " ")
		words.Reset()
		if text == "" {
			return
		}
		fmt.Fprintf(b, `<text x="%s" y="%.1f" fill="%s"%s xml:space="preserve">%s</text>`+"\n",
			places(at, len([]rune(text))), margin+float64(y)*cellH+13.5, hex(style.Fg, ink), weight(style), html.EscapeString(text))
	}
	for x := 0; x < columns; x++ {
		c := screen.CellAt(x, y)
		if c == nil || c.Width == 0 {
			continue
		}
		fg := hex(c.Style.Fg, ink)
		if c.Style.Attrs&uv.AttrReverse != 0 {
			fg = hex(c.Style.Bg, paper)
			rect(b, x, y, 0, 0, float64(max(c.Width, 1)), 1, hex(c.Style.Fg, ink))
		} else if c.Style.Bg != nil {
			rect(b, x, y, 0, 0, float64(max(c.Width, 1)), 1, hex(c.Style.Bg, paper))
		}
		r := []rune(c.Content)
		switch {
		case len(r) != 1 || r[0] == ' ':
		case shape(b, r[0], x, y, fg):
			continue
		}
		if len(r) != 1 || c.Width != 1 {
			flush()
			fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s"%s>%s</text>`+"\n", margin+float64(x)*cellW, margin+float64(y)*cellH+13.5, fg, weight(c.Style), html.EscapeString(c.Content))
			continue
		}
		if words.Len() > 0 && (next != x || !c.Style.Equal(&style)) {
			flush()
		}
		if words.Len() == 0 {
			if r[0] == ' ' {
				continue
			}
			at, style = x, c.Style
		}
		words.WriteRune(r[0])
		next = x + 1
	}
	flush()
}

// places are the x of n letters from a column on.
func places(x, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%.1f", margin+float64(x+i)*cellW)
	}
	return b.String()
}

func weight(s uv.Style) string {
	if s.Attrs&uv.AttrBold != 0 {
		return ` font-weight="bold"`
	}
	return ""
}

func hex(c color.Color, otherwise string) string {
	if c == nil {
		return otherwise
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// rect draws a part of a cell: x, y, w and h are shares of it.
func rect(b *bytes.Buffer, col, row int, x, y, w, h float64, fill string) {
	fmt.Fprintf(b, `<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s" shape-rendering="crispEdges"/>`+"\n",
		margin+(float64(col)+x)*cellW, margin+(float64(row)+y)*cellH, w*cellW, h*cellH, fill)
}

// shape draws what is not a letter: braille, blocks and lines. It reports
// whether r is one.
func shape(b *bytes.Buffer, r rune, x, y int, fill string) bool {
	const thin = .08 // of a cell's height
	switch {
	case r >= 0x2800 && r <= 0x28ff:
		dots(b, uint8(r-0x2800), x, y, fill)
	case r >= '▁' && r <= '█':
		h := float64(r-'▁'+1) / 8
		rect(b, x, y, 0, 1-h, 1, h, fill)
	case r >= '▉' && r <= '▏':
		rect(b, x, y, 0, 0, float64('▏'-r+1)/8, 1, fill)
	case r == '─':
		rect(b, x, y, 0, .5, 1, thin, fill)
	case r == '╌':
		rect(b, x, y, .05, .5, .35, thin, fill)
		rect(b, x, y, .55, .5, .35, thin, fill)
	case r == '│':
		rect(b, x, y, .45, 0, .12, 1, fill)
	case r == '┊':
		for i := range 4 {
			rect(b, x, y, .45, float64(i)/4+.04, .12, .14, fill)
		}
	case r == '┴':
		rect(b, x, y, 0, .5, 1, thin, fill)
		rect(b, x, y, .45, 0, .12, .5, fill)
	case r == '╫':
		rect(b, x, y, 0, .5, 1, thin, fill)
		rect(b, x, y, .3, 0, .12, 1, fill)
		rect(b, x, y, .6, 0, .12, 1, fill)
	case r == '┼':
		rect(b, x, y, 0, .5, 1, thin, fill)
		rect(b, x, y, .45, 0, .12, 1, fill)
	case r == '┤':
		rect(b, x, y, 0, .5, .5, thin, fill)
		rect(b, x, y, .45, 0, .12, 1, fill)
	default:
		return false
	}
	return true
}

// dots draws a braille cell: bit n is a dot, in the order of Unicode.
func dots(b *bytes.Buffer, bits uint8, x, y int, fill string) {
	at := [8][2]float64{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}
	for n, p := range at {
		if bits&(1<<n) != 0 {
			fmt.Fprintf(b, `<circle cx="%.2f" cy="%.2f" r="1.15" fill="%s"/>`+"\n",
				margin+(float64(x)+.27+.46*p[0])*cellW, margin+(float64(y)+.125+.25*p[1])*cellH, fill)
		}
	}
}
