package memories

import (
	"fmt"
	"strings"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

const (
	forecastCells = 48
	stayingSpan   = 90 * 24 * time.Hour // shown of what does not fade
	farthestSpan  = 20 * 365 * 24 * time.Hour
)

// forecast is the curve ahead to where it falls below the threshold.
func (f *facts) forecast() {
	s, t := f.s, f.s.theme()
	m := &f.d.memory
	if !m.LiveAt(f.now) {
		return
	}
	ev := s.settings.Evidence(&m.Head)
	_, fades := s.evaluate(&ev, f.now)
	f.add(themes.Muted, "if nothing happens")
	if s.ctx.Accessible {
		f.say(themes.Text, f.ahead(fades))
		f.blank()
		return
	}
	cells := min(forecastCells, max(8, f.w-9))
	span := stayingSpan
	if left := fades.Sub(f.now); !fades.IsZero() && left > 0 {
		span = min(farthestSpan, max(time.Hour, left+left/8))
	}
	var values [forecastCells]float64
	s.settings.Retention.Forecast(&ev, f.now, span/time.Duration(cells), values[:cells])
	role := themes.BarFull
	if !fades.IsZero() && !fades.After(f.now) {
		role = themes.BarLow
	}
	f.add(role, widget.Spark(&t.Glyphs, values[:cells], 0, 1, cells))
	at := -1
	if fades.After(f.now) {
		at = int(float64(cells) * float64(fades.Sub(f.now)) / float64(span))
	}
	f.say(themes.Muted, f.caption(at, fades))
	f.blank()
}

// caption stands under the forecast: now at its left, the crossing where it is.
func (f *facts) caption(at int, fades time.Time) string {
	if at < 0 {
		return f.ahead(fades)
	}
	mark := f.date(fades) + " " + f.s.theme().Glyphs.Corner
	gap := at - len("now") - widget.Width(mark) + 1
	if gap < 1 {
		return f.ahead(fades)
	}
	return "now" + strings.Repeat(" ", gap) + mark + " archive"
}

// ahead says the same in words.
func (f *facts) ahead(fades time.Time) string {
	threshold := widget.Score(f.s.settings.Retention.ArchiveThreshold)
	switch {
	case fades.IsZero():
		return "it stays above " + threshold
	case !fades.After(f.now):
		return fmt.Sprintf("below %s since %s, the next cycle archives it", threshold, f.date(fades))
	}
	return fmt.Sprintf("below %s on %s: archive", threshold, f.date(fades))
}

// conflicts name what contradicts this memory.
func (f *facts) conflicts() {
	t := f.s.theme()
	how := " · tab enter settles"
	if f.s.reading() {
		how = " · enter settles it"
	}
	for i, a := range f.d.against {
		lead := t.Paint(themes.Warn, t.Glyphs.Sign+" contradicts  ")
		title := a.title
		if title == "" {
			title = "a memory that is gone"
		}
		f.lines = append(f.lines, lead+t.Paint(themes.Text, widget.Line(title, max(0, f.w-widget.Width(lead)))))
		if i > 0 {
			how = "" // the key is about the first
		}
		f.add(themes.Muted, "  since "+f.date(a.since)+how)
	}
	if len(f.d.against) > 0 {
		f.blank()
	}
}

// versions is the line of what it has been.
func (f *facts) versions() {
	g := &f.s.theme().Glyphs
	var parts []string
	used := 0
	for i, v := range f.d.versions {
		part := fmt.Sprintf("v%d %s %s", v.number, f.date(v.at), changeGlyph(g, v.change))
		if f.s.ctx.Accessible {
			part = fmt.Sprintf("v%d %s %s", v.number, v.change, f.date(v.at))
		}
		if used += widget.Width(part) + 2; used > f.w+2 && i > 0 {
			break
		}
		parts = append(parts, part)
	}
	f.add(themes.Muted, strings.Join(parts, "  "))
	if earlier := len(f.d.versions) - len(parts); earlier > 0 {
		f.add(themes.Faint, fmt.Sprintf("%d earlier", earlier))
	}
}

func changeGlyph(g *themes.Glyphs, c engine.ChangeType) string {
	switch c {
	case engine.Created:
		return g.Created
	case engine.ChangeUpdated:
		return g.Updated
	case engine.ChangeSuperseded:
		return g.Superseded
	case engine.ChangeMerged:
		return g.Merged
	case engine.ChangeArchived:
		return g.Archived
	case engine.ChangeExpired:
		return g.Expired
	case engine.ChangeDeleted:
		return g.Deleted
	case engine.Restored:
		return g.Restored
	}
	return " "
}
