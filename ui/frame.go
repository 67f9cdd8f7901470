package ui

import (
	"strconv"
	"strings"
	"time"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// The shell's own lines: header, tabs, time axis above the body; status and
// footer below it.
const (
	linesAbove = 3
	linesBelow = 2
	leastWide  = 40
	leastHigh  = 12
)

// frame keeps what was drawn last.
type frame struct {
	stale bool
	last  string
	w, h  int
	axis  axis
	fits  fits
}

func (s *shell) tooSmall() bool { return s.w < leastWide || s.h < leastHigh }

func (s *shell) bodyHeight() int { return max(s.h-linesAbove-linesBelow, 0) }

// text draws, or returns the last frame when nothing happened since.
func (f *frame) text(s *shell) string {
	if !f.stale && f.w == s.w && f.h == s.h && f.last != "" {
		return f.last
	}
	f.stale, f.w, f.h = false, s.w, s.h
	f.last = s.plainly(strings.Join(s.draw(), "\n"))
	return f.last
}

// blank is an empty frame.
func blank(w, h int) string {
	return strings.Join(widget.Block(nil, w, h), "\n")
}

// draw is exactly h lines of exactly w cells.
func (s *shell) draw() []string {
	switch {
	case s.w <= 0 || s.h <= 0:
		return make([]string, max(s.h, 0))
	case s.tooSmall():
		return s.drawTooSmall()
	case s.card != nil:
		return s.card.draw(s.theme, s.w, s.h)
	}
	// The body first: what stands above and below it tells about it.
	body := s.drawBody(s.w, s.bodyHeight())
	lines := make([]string, 0, s.h)
	lines = append(lines, s.drawHeader(), s.drawTabs(), s.drawAxis())
	lines = append(lines, body...)
	status, footer := s.drawStatus(), s.drawFooter()
	if s.o.Accessible {
		// What is said about the selection stands on the last line, always.
		status, footer = footer, status
	}
	lines = append(lines, status, footer)
	return s.frame.fits.lines(lines, s.w, s.h)
}

func (s *shell) drawTooSmall() []string {
	need := "ebb needs " + strconv.Itoa(leastWide) + " by " + strconv.Itoa(leastHigh) +
		" cells, this is " + strconv.Itoa(s.w) + " by " + strconv.Itoa(s.h) + "; q quits"
	var lines []string
	text := widget.Wrap(need, s.w)
	for range max((s.h-len(text))/2, 0) {
		lines = append(lines, "")
	}
	for _, l := range text {
		lines = append(lines, strings.Repeat(" ", max((s.w-widget.Width(l))/2, 0))+l)
	}
	return widget.Block(lines, s.w, s.h)
}

// drawBody is h lines; the frame sees to their width.
func (s *shell) drawBody(w, h int) []string {
	top := s.top()
	lines := make([]string, h)
	if top != nil && top.full() {
		copy(lines, top.draw(s.theme, w, h))
		return lines
	}
	var said []string
	if top == nil {
		said = s.drawNote(w, h)
	}
	if v := s.view(); v != nil {
		copy(lines, v.Draw(w, h-len(said)))
	} else if s.opening != "" {
		copy(lines, []string{"", "  " + s.theme.Paint(themes.Muted, s.opening+s.theme.Glyphs.Ellipsis)})
	}
	copy(lines[h-len(said):], said)
	if top != nil {
		lines = s.layDialog(lines, top, w, h)
	}
	return lines
}

// widestDialog is as wide as a sentence may be.
const widestDialog = 96

// layDialog lays an overlay's box over the body.
func (s *shell) layDialog(lines []string, top overlay, w, h int) []string {
	bw := s.dialogWidth(top)
	inner := top.draw(s.theme, bw-4, h-2)
	bh := min(len(inner)+2, h)
	if s.o.Accessible {
		return widget.Block(append([]string{top.title()}, inner...), w, h)
	}
	lines = widget.Block(lines, w, h)
	box := widget.Box(s.theme, s.accent(), s.theme.Paint(themes.Strong, top.title()), inner, bw, bh)
	x, y := widget.Centered(w, h, bw, bh)
	return widget.Overlay(lines, box, x, y)
}

// drawNote is the note under a rule; the screen has the lines above it.
func (s *shell) drawNote(w, h int) []string {
	if s.note.empty() {
		return nil
	}
	lines := []string{s.theme.Paint(themes.Border, s.rule(w))}
	for _, l := range s.note.lines(w, h) {
		lines = append(lines, " "+l)
	}
	return lines[:min(len(lines), h)]
}

func (s *shell) rule(w int) string {
	if s.o.Accessible {
		return strings.Repeat(" ", w)
	}
	return strings.Repeat(s.theme.Glyphs.Rule, w)
}

// accent is the frame's colour: the lens changes it.
func (s *shell) accent() themes.Role {
	switch {
	case s.lens.past(s.now):
		return themes.Past
	case s.lens.away:
		return themes.Future
	}
	return themes.Accent
}

// ends sets two drawn texts at the ends of a line, a blank before and behind;
// the left one gives way, then the right one goes.
func ends(left, right string, w int) string {
	r := widget.Width(right)
	if r == 0 || r+4 > w {
		return widget.Fit(" "+left, w)
	}
	return widget.Fit(widget.Fit(" "+left, w-r-2)+" "+right, w)
}

func (s *shell) drawHeader() string {
	t := s.theme
	left := t.Paint(s.accent(), "ebb")
	if s.session != nil {
		left += "  " + t.Paint(themes.Strong, widget.Clean(s.session.Name))
		if s.session.Demo && s.session.Name != "demo" {
			left += t.Paint(themes.Muted, "  demo")
		}
		if s.session.ReadOnly != "" {
			left += t.Paint(themes.Warn, "  read only")
		}
	}
	room := s.w - widget.Width(left) - 4
	for _, right := range s.clocks() {
		if widget.Width(right) <= room {
			return ends(left, right, s.w)
		}
	}
	return ends(left, "", s.w)
}

// clocks are the header's words for the time, longest first.
func (s *shell) clocks() []string {
	t, l := s.theme, s.shownLens()
	at := l.At.In(s.o.Location)
	if l.Mode == views.Future {
		head := t.Paint(themes.Future, s.beside(t.Glyphs.Ahead)+"IF NOTHING HAPPENS")
		short := t.Paint(themes.Future, s.beside(t.Glyphs.Ahead)+"AHEAD")
		in := " · " + ahead(l.At.Sub(l.Real))
		day := at.Format("Mon 2 Jan 2006")
		if l.Step < 24*time.Hour {
			day += at.Format("  15:04")
		}
		return []string{
			head + "  " + day + in + " · read only",
			head + "  " + day + in,
			head + "  " + at.Format("2 Jan 2006"),
			short + " " + at.Format("2 Jan 2006"),
			short,
		}
	}
	if l.Mode == views.Past {
		return s.pastClocks(at, l)
	}
	live := t.Paint(themes.Good, s.beside(t.Glyphs.Live)) + "live"
	return []string{
		live + "   " + at.Format("Mon 2 Jan 2006  15:04"),
		live + "   " + at.Format("2 Jan  15:04"),
		live + "   " + at.Format("15:04"),
		live,
	}
}

// pastClocks are the header's words while the lens shows what was.
func (s *shell) pastClocks(at time.Time, l views.Lens) []string {
	t := s.theme
	head := t.Paint(themes.Past, s.beside(t.Glyphs.Then)+"THEN")
	ago := " · " + behind(l.Real.Sub(l.At))
	return []string{
		head + "  " + at.Format("Mon 2 Jan 2006  15:04") + ago + " · read only",
		head + "  " + at.Format("Mon 2 Jan 2006  15:04") + ago,
		head + "  " + at.Format("2 Jan 2006  15:04"),
		head + " " + at.Format("2 Jan 2006"),
		head,
	}
}

// leastSummary is how much of a summary is worth showing.
const leastSummary = 12

// tab is where one screen's word stands on the line of tabs.
type tab struct{ from, to int }

// drawTabs draws the tabs and, at the right, what the screen sums up to.
func (s *shell) drawTabs() string {
	line, _ := s.tabs()
	sign := s.sign()
	room := s.w - widget.Width(line) - 3
	right := ""
	if v := s.view(); v != nil {
		left := room
		if sign != "" {
			left -= widget.Width(sign) + 1
		}
		// What a screen sums up to begins with what matters most.
		if text := v.Summary(); widget.Width(text) <= left || left >= leastSummary {
			right = s.theme.Paint(themes.Muted, widget.Truncate(text, left, s.theme.Glyphs.Ellipsis))
		}
	}
	if sign != "" && right != "" {
		right += " "
	}
	if right += sign; widget.Width(right) > room {
		right = sign
	}
	if r := widget.Width(right); r > 0 {
		return widget.Fit(widget.Fit(line, s.w-r-2)+" "+right, s.w)
	}
	return widget.Fit(line, s.w)
}

// tabs is the drawn row of tabs and where each stands; where they do not all
// fit, only the one that is shown.
func (s *shell) tabs() (string, []tab) {
	var b strings.Builder
	places := make([]tab, 0, len(s.screens))
	col := 0
	for i := range s.screens {
		text := s.tabText(i)
		n := widget.Width(text)
		b.WriteString(text)
		places = append(places, tab{col, col + n})
		col += n
	}
	if col > s.w-2 && len(s.screens) > 1 {
		places = make([]tab, len(s.screens))
		text := s.tabText(s.active)
		places[s.active] = tab{0, widget.Width(text)}
		return text + s.theme.Paint(themes.Faint, "of "+strconv.Itoa(len(s.screens))), places
	}
	return b.String(), places
}

func (s *shell) tabText(i int) string {
	v, t := s.screens[i], s.theme
	word := strconv.Itoa(i+1) + " " + v.Title()
	if badge := v.Badge(); badge != "" {
		word += " " + badge
	}
	if i == s.active {
		ink := themes.Tab
		if s.lens.away {
			ink = s.accent()
		}
		here := t.Glyphs.Cursor
		if s.o.Accessible {
			here = "here: "
		}
		return " " + t.Paint(s.accent(), here) + t.Paint(ink, word) + " "
	}
	return "  " + t.Paint(themes.Muted, word) + " "
}
