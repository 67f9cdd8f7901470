package conflicts

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/textarea"

	"ebb/themes"
	"ebb/views/conflicts/mergetext"
	"ebb/views/widget"
)

// drawMerge draws the editor: what is going on, the differences around the
// current one, and what the person must know.
func (s *Screen) drawMerge(w, h int) []string {
	m, t := s.merge, s.theme()
	lines := []string{" " + s.mergeTitle(w-2)}
	if h >= 10 {
		lines = append(lines, "")
	}
	foot := s.mergeFoot(w)
	room := max(1, h-len(lines)-len(foot))
	var body []string
	switch {
	case m.field != nil:
		body = s.drawField(w-4, room)
	case m.preview != nil:
		body = s.drawPreview(w-4, room)
	case m.doc.Whole() != nil:
		body = s.drawWhole(w-4, room)
	default:
		body = s.drawHunks(w-4, room)
	}
	for i := range room {
		line := ""
		if i < len(body) {
			line = "  " + body[i]
		}
		lines = append(lines, line)
	}
	for _, f := range foot {
		lines = append(lines, " "+t.Paint(themes.Warn, f))
	}
	return lines
}

func (s *Screen) mergeTitle(w int) string {
	m, t := s.merge, s.theme()
	unit := "line"
	if m.doc.Sentences {
		unit = "sentence"
	}
	left := t.Paint(themes.Strong, "merge ") + t.Paint(themes.Text, widget.Truncate(s.name(&m.pair.conflict), max(0, w/2), "…")) + t.Paint(themes.Muted, " · "+unit+" by "+unit)
	var right string
	switch n, _ := m.doc.At(); {
	case m.asking:
		right = "waiting for the provider …"
	case m.doc.Whole() != nil:
		right = "all of it rewritten"
	case m.doc.Differences() == 0:
		right = "the texts are the same"
	case m.doc.Left() == 0:
		right = fmt.Sprintf("%d of %d · all decided", n+1, m.doc.Differences())
	default:
		right = fmt.Sprintf("%d of %d · %d not decided", n+1, m.doc.Differences(), m.doc.Left())
	}
	return widget.Ends(left, t.Paint(themes.Muted, right), max(1, w))
}

// mergeFoot is what the person must know, on up to two lines.
func (s *Screen) mergeFoot(w int) []string {
	m := s.merge
	text := m.note
	switch {
	case m.saving:
		text = "writing …"
	case text == "":
		return nil
	}
	out, _ := widget.WrapN(text, max(1, w-2), 2)
	return out
}

// context is how many lines of what both share stand around a difference.
const contextLines = 2

// drawHunks draws the differences from a little above the current one on.
func (s *Screen) drawHunks(w, h int) []string {
	m := s.merge
	_, at := m.doc.At()
	hunks := m.doc.Hunks()
	if len(hunks) == 0 {
		return []string{s.theme().Paint(themes.Faint, "both texts are empty")}
	}
	if at < 0 {
		text, _ := m.doc.Text()
		lines, _ := widget.WrapN(text, w, h)
		return lines
	}
	current := s.drawHunk(at, w, max(3, h-2))
	// What stands above it fills a third of the room at most, from below.
	var above []string
	for i := at - 1; i >= 0 && len(above) < h/3; i-- {
		above = append(s.drawHunk(i, w, h/3), above...)
	}
	keep := max(0, min(h/3, h-len(current)))
	if len(above) > keep {
		above = above[len(above)-keep:]
	}
	out := append(above, current...)
	for i := at + 1; i < len(hunks) && len(out) < h; i++ {
		out = append(out, s.drawHunk(i, w, h-len(out))...)
	}
	return out[:min(len(out), h)]
}

// drawHunk draws one stretch in at most n lines or a few more.
func (s *Screen) drawHunk(i, w, n int) []string {
	m, t := s.merge, s.theme()
	hunk := &m.doc.Hunks()[i]
	if hunk.Same {
		return s.drawShared(hunk, w)
	}
	_, at := m.doc.At()
	mark := "  "
	if i == at {
		mark = t.Paint(themes.Accent, s.cursorSign()) + " "
	}
	var out []string
	each := max(1, (n-1)/2)
	sides := []struct {
		letter, text string
		taken        bool
		role         themes.Role
	}{
		{"A", hunk.A, hunk.Take == mergetext.TakeA || hunk.Take == mergetext.TakeBoth, themes.Removed},
		{"B", hunk.B, hunk.Take == mergetext.TakeB || hunk.Take == mergetext.TakeBoth, themes.Added},
	}
	for _, side := range sides {
		out = append(out, s.drawTaken(mark, side.letter, side.text, side.taken, hunk.Take == mergetext.Open, side.role, w, each)...)
		mark = "  "
	}
	if hunk.Take == mergetext.TakeOwn {
		out = append(out, s.drawTaken(mark, "you", hunk.Own, true, false, themes.Text, w, each)...)
	}
	return out
}

// takenCells stand before a line of a difference: cursor, sign, whose it is.
const takenCells = 9

// drawTaken draws what one side says at a difference, and whether it is taken.
func (s *Screen) drawTaken(mark, whose, text string, taken, undecided bool, role themes.Role, w, n int) []string {
	t := s.theme()
	sign := " "
	switch {
	case taken:
		sign = t.Paint(themes.Good, t.Glyphs.Done)
		if s.ctx.Accessible {
			sign = "+"
		}
	case undecided:
		sign = t.Paint(themes.Warn, "?")
	default:
		role = themes.Faint
	}
	lead := mark + sign + " " + t.Paint(themes.Muted, widget.Fit(whose, 3)) + "  "
	room := max(1, w-takenCells)
	var wrapped []string
	more := false
	if text == "" {
		wrapped = []string{"nothing"}
		role = themes.Faint
	} else {
		wrapped, more = widget.WrapN(text, room, n)
	}
	out := make([]string, 0, len(wrapped)+1)
	for i, line := range wrapped {
		if i > 0 {
			lead = strings.Repeat(" ", takenCells)
		}
		out = append(out, lead+t.Paint(role, widget.Walled(line)))
	}
	if more {
		out = append(out, strings.Repeat(" ", takenCells)+t.Paint(themes.Faint, "… more, E shows all of it"))
	}
	return out
}

// drawShared draws what both sides have, its middle left out.
func (s *Screen) drawShared(hunk *mergetext.Hunk, w int) []string {
	t := s.theme()
	room := max(1, w-takenCells)
	pad := strings.Repeat(" ", takenCells)
	count := strings.Count(hunk.A, "\n") + 1
	show := func(text string, n int) (out []string, more bool) {
		wrapped, more := widget.WrapN(text, room, n)
		for _, line := range wrapped {
			out = append(out, pad+t.Paint(themes.Muted, widget.Walled(line)))
		}
		return out, more
	}
	if out, more := show(hunk.A, 2*contextLines+1); !more {
		return out
	}
	out, _ := show(hunk.A, contextLines)
	if count > 2*contextLines+1 {
		out = append(out, pad+t.Paint(themes.Faint, fmt.Sprintf("… %s lines the same …", grouped(count-2*contextLines))))
		tail := hunk.A
		for range contextLines {
			if i := strings.LastIndexByte(tail, '\n'); i >= 0 {
				tail = tail[:i]
			}
		}
		last, _ := show(strings.TrimPrefix(hunk.A[len(tail):], "\n"), contextLines)
		return append(out, last...)
	}
	return append(out, pad+t.Paint(themes.Faint, "… the same on both sides …"))
}

// drawWhole draws a text that stands in place of all differences, with whose
// it is.
func (s *Screen) drawWhole(w, h int) []string {
	m, t := s.merge, s.theme()
	whole := m.doc.Whole()
	title := "your own text"
	if whole.By != "" {
		title = "suggested by " + widget.Clean(whole.By) + ": not yours until you save it"
	}
	out := []string{s.heading(title, w)}
	wrapped, more := widget.WrapN(whole.Text, w, max(1, h-3))
	for _, line := range wrapped {
		out = append(out, t.Paint(themes.Text, widget.Walled(line)))
	}
	if more {
		out = append(out, t.Paint(themes.Faint, "… more, p shows all of it"))
	}
	return append(out, t.Paint(themes.Muted, "e edits it · ctrl+z goes back to A and B · p shows what saving would do"))
}

// drawPreview draws the text and what saving it would do.
func (s *Screen) drawPreview(w, h int) []string {
	m, t := s.merge, s.theme()
	p := m.preview
	by := m.doc.Authors()
	if by == "" {
		by = "both"
	}
	foot := []string{s.heading("what would happen", w)}
	told, _ := widget.WrapN(p.outcome.told(), w, 3)
	for _, line := range told {
		foot = append(foot, t.Paint(themes.Text, line))
	}
	if p.outcome.err == nil {
		foot = append(foot, t.Paint(themes.Key, "enter")+t.Paint(themes.Strong, " save it")+t.Paint(themes.Muted, "   ·   ")+t.Paint(themes.Key, "esc")+t.Paint(themes.Muted, " back to the differences"))
	}
	if len(foot) > h-2 {
		foot = foot[max(0, len(foot)-max(1, h-2)):]
	}
	room := max(1, h-len(foot)-1)
	wrapped, more := widget.WrapN(p.text, w, m.top+room+1)
	m.top = max(0, min(m.top, len(wrapped)-room))
	title := "the new memory · words of " + widget.Clean(by)
	if m.top > 0 || more || len(wrapped) > room {
		title += " · j k scrolls"
	}
	out := []string{s.heading(title, w)}
	for i := m.top; i < m.top+room; i++ {
		line := ""
		if i < len(wrapped) {
			line = t.Paint(themes.Text, widget.Walled(wrapped[i]))
		}
		out = append(out, line)
	}
	return append(out, foot...)
}

// drawField draws the text field in exactly h lines.
func (s *Screen) drawField(w, h int) []string {
	m, t := s.merge, s.theme()
	title := "your own words in this place"
	if m.whole {
		title = "your own text"
	}
	out := []string{s.heading(title, w)}
	plain := textarea.Style{Text: t.Style(themes.Text), CursorLine: t.Style(themes.Text), Placeholder: t.Style(themes.Faint), EndOfBuffer: t.Style(themes.Faint)}
	m.field.FocusedStyle, m.field.BlurredStyle = plain, plain
	m.field.Cursor.Style = t.Style(themes.Accent)
	m.field.Cursor.TextStyle = t.Style(themes.Text)
	m.field.EndOfBufferCharacter = ' '
	m.field.SetWidth(max(1, w))
	m.field.SetHeight(max(1, h-2))
	for _, line := range strings.Split(m.field.View(), "\n") {
		out = append(out, widget.Fit(widget.CleanDrawn(line), w))
	}
	return append(out, t.Paint(themes.Muted, "ctrl+s takes it over · ctrl+z there takes it back"))
}
