package ui

import (
	"fmt"
	"strings"
	"time"

	"ebb/themes"
	"ebb/views/widget"
)

// importPage draws the stages of an import that are not lists.
func importPage(p *importPane, t *themes.Theme, w, h int) []string {
	room := max(min(w-4, 90), 1)
	label := func(name, value string) string {
		return t.Paint(themes.Muted, widget.Fit(name, 12)) + value
	}
	lines := []string{t.Paint(themes.Strong, "Import"), ""}
	switch p.stage {
	case typingPath:
		lines = append(lines, label("path", drawField(&p.path, t, room-13)), "", t.Paint(themes.Muted, "~ is your home folder. Nothing is read before enter."))
	case previewing:
		lines = append(lines, t.Paint(themes.Muted, "looking at the file"+t.Glyphs.Ellipsis))
	case asking:
		lines = append(lines, p.askLines(t, label, room)...)
	case running:
		lines = append(lines, p.runLines(t, label, room)...)
	case finished:
		lines = append(lines, p.resultLines(t, label, room, h-3)...)
	}
	if p.trouble != "" {
		lines = append(lines, "")
		for _, l := range widget.Wrap(p.trouble, room) {
			lines = append(lines, t.Paint(themes.Danger, l))
		}
	}
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}

func (p *importPane) askLines(t *themes.Theme, label func(string, string) string, room int) []string {
	c := &p.candidate
	lines := []string{
		label("file", widget.Line(c.Path, room-12)),
		label("format", widget.Clean(c.Format)),
	}
	size := bytesWord(c.Size)
	if c.Records >= 0 {
		size = counted(c.Records, "record", "records") + " · " + size
	}
	lines = append(lines, label("size", size), "")
	for i, name := range []string{"namespace", "subject"} {
		mark := "  "
		if i == p.field {
			mark = t.Paint(themes.Accent, t.Glyphs.Cursor) + " "
		}
		value := widget.Line(p.fields[i].Value(), room-14)
		if i == p.field {
			value = drawField(&p.fields[i], t, room-14)
		}
		lines = append(lines, mark+t.Paint(themes.Muted, widget.Fit(name, 12))+value)
	}
	for i, warning := range c.Warnings {
		if i == 0 {
			lines = append(lines, "")
		}
		lines = append(lines, t.Paint(themes.Warn, t.Glyphs.Sign)+" "+widget.Line(warning, room-2))
	}
	lines = append(lines, "")
	for _, l := range widget.Wrap("What says nothing of its own goes there. The import is one entry in the undo list.", room) {
		lines = append(lines, t.Paint(themes.Muted, l))
	}
	return lines
}

func (p *importPane) runLines(t *themes.Theme, label func(string, string) string, room int) []string {
	at := p.gauge.get()
	passed := p.now().Sub(p.gauge.started)
	lines := []string{widget.Line(p.candidate.Path, room), ""}
	if at.Size > 0 {
		share := min(max(float64(at.Bytes)/float64(at.Size), 0), 1)
		width := min(room-6, 50)
		full := int(share * float64(width))
		bar := t.Paint(themes.BarFull, strings.Repeat(t.Glyphs.Eighths[8], full)) + t.Paint(themes.BarEmpty, strings.Repeat(t.Glyphs.AxisDot, width-full))
		lines = append(lines, bar+fmt.Sprintf(" %3.0f %%", share*100), "")
	}
	lines = append(lines, label("records", grouped(at.Records)))
	if at.Size > 0 {
		lines = append(lines, label("read", bytesWord(at.Bytes)+" of "+bytesWord(at.Size)))
	}
	if rate := float64(at.Records) / max(passed.Seconds(), .001); at.Records > 0 && passed > 200*time.Millisecond {
		lines = append(lines, label("rate", grouped(int(rate))+" a second"))
		if at.Size > 0 && at.Bytes > 0 {
			left := time.Duration(float64(passed) * float64(at.Size-at.Bytes) / float64(at.Bytes))
			lines = append(lines, label("left", "about "+shortTime(max(left, 0))))
		}
	}
	if p.cancelled {
		lines = append(lines, "", t.Paint(themes.Warn, "cancelling"+t.Glyphs.Ellipsis))
	}
	return lines
}

func (p *importPane) resultLines(t *themes.Theme, label func(string, string) string, room, h int) []string {
	r := &p.result
	lines := []string{t.Paint(themes.Good, t.Glyphs.Done) + " " + widget.Line(p.candidate.Path, room-2), ""}
	add := func(name string, n int, always bool) {
		if n > 0 || always {
			lines = append(lines, label(name, grouped(n)))
		}
	}
	add("created", r.Created, true)
	add("updated", r.Updated, false)
	add("unchanged", r.Unchanged, false)
	add("relations", r.Relations, false)
	add("dangling", r.Dangling, false)
	add("conflicts", r.Conflicts, false)
	add("refused", r.Refused, false)
	lines = append(lines, label("took", shortTime(r.Took)))
	foot := []string{
		"", t.Paint(themes.Strong, "Follow this file?"),
		t.Paint(themes.Key, "f") + "      yes: what your agent writes to it arrives here",
		t.Paint(themes.Key, "enter") + "  not now, to the memories",
	}
	details := p.detailLines(t, room)
	if left := max(h-len(lines)-len(foot), 0); len(details) > left {
		details = details[:left]
	}
	return append(append(lines, details...), foot...)
}

// detailLines name what was refused, by line, and what was odd.
func (p *importPane) detailLines(t *themes.Theme, room int) []string {
	var lines []string
	r := &p.result
	for _, f := range r.Refusals {
		lines = append(lines, t.Paint(themes.Danger, t.Glyphs.Sign)+" "+widget.Line(fmt.Sprintf("line %d  %s  %s", f.Line, f.Record, f.Reason), room-2))
	}
	if r.Rejects != "" {
		lines = append(lines, "  "+widget.Line("kept in "+r.Rejects, room-2))
	}
	for _, warning := range r.Warnings {
		lines = append(lines, t.Paint(themes.Warn, t.Glyphs.Sign)+" "+widget.Line(warning, room-2))
	}
	return lines
}
