package timeline

import (
	"fmt"
	"strings"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// date is an instant's day as people here read it.
func (s *Screen) date(t time.Time) string { return widget.Date(s.local(s.now()), s.local(t)) }

// drawFacts draws what stood beside the texts of the compared versions: their
// fields, the evidence of then, and where the memory came from and went.
func (s *Screen) drawFacts(w int) []string {
	l, t := s.life, s.theme()
	i, j := l.find(l.pair.sides.a), l.find(l.pair.sides.b)
	if i < 0 || j < 0 {
		return nil
	}
	a, b := &l.versions[i], &l.versions[j]
	var parts []string
	for _, f := range Fields(&a.Memory, &b.Memory) {
		text := t.Paint(themes.Muted, short(f.Name, 20)) + " "
		if f.Changed() {
			text += t.Paint(themes.Removed, short(f.Was, 28)) + t.Paint(themes.Muted, s.to()) + t.Paint(themes.Added, short(f.Is, 28))
		} else {
			text += t.Paint(themes.Text, short(f.Is, 28))
		}
		parts = append(parts, text)
	}
	lines := flow(parts, "   ", w)
	lines = append(lines, "")
	lines = append(lines, s.drawEvidence(b, w)...)
	return append(lines, s.drawLineage(w)...)
}

// flow sets parts behind each other on lines of at most w cells.
func flow(parts []string, between string, w int) []string {
	var lines []string
	line, used := "", 0
	for _, p := range parts {
		n := widget.Width(p)
		if used > 0 && used+len(between)+n > w {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line, used = line+between, used+len(between)
		}
		line, used = line+p, used+n
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}

const labelCells = 15

func (s *Screen) labelled(label, text string, w int) string {
	t := s.theme()
	if w < 48 {
		return t.Paint(themes.Muted, label+" ") + widget.Truncate(text, max(0, w-len(label)-1), t.Glyphs.Ellipsis)
	}
	return t.Paint(themes.Muted, widget.Fit(label, labelCells)) + widget.Truncate(text, max(0, w-labelCells), t.Glyphs.Ellipsis)
}

// drawEvidence says how the memory stood when the version was written.
func (s *Screen) drawEvidence(v *engine.Version, w int) []string {
	l := s.life
	if !l.past.read {
		return []string{s.labelled("evidence then", s.theme().Paint(themes.Faint, "reading the change log …"), w)}
	}
	st := at(l.past.stages, v.At)
	if st == nil {
		return []string{s.labelled("evidence then", s.theme().Paint(themes.Faint, "the change log does not reach back there"), w)}
	}
	h := &st.head
	var parts []string
	switch n := int(h.Profile.Total); n {
	case 0:
		parts = append(parts, "never recalled")
	case 1:
		parts = append(parts, "1 recall")
	default:
		parts = append(parts, grouped(n)+" recalls")
	}
	if h.Profile.MeanRank > 0 {
		parts[0] += fmt.Sprintf(", mean rank %.1f", h.Profile.MeanRank)
	}
	if h.Interference > 0 && h.Interference < 1 {
		parts = append(parts, "held back by rivals ×"+widget.Score(h.Interference))
	}
	if h.TieID != "" {
		title := l.titles[h.TieID]
		if title == "" {
			title = "another memory"
		}
		parts = append(parts, fmt.Sprintf("strongest tie %s, %d× together", short(title, 30), h.TieCount))
	}
	parts = append(parts, "retention "+widget.Score(s.settings.RetentionOf(h, v.At).Score))
	return []string{s.labelled("evidence then", strings.Join(parts, " · "), w)}
}

// drawLineage says what came before the memory and what came after it.
func (s *Screen) drawLineage(w int) []string {
	l := s.life
	all := s.relatives()
	if len(all) == 0 {
		return []string{s.labelled("lineage", "nothing before · nothing after", w)}
	}
	const most = 4
	var lines []string
	for i, r := range all[:min(len(all), most)] {
		label := ""
		if i == 0 {
			label = "lineage"
		}
		text := r.how + "  " + short(l.titleOf(r.id), 72)
		lines = append(lines, s.labelled(label, text, w))
	}
	if more := len(all) - most; more > 0 {
		lines = append(lines, s.labelled("", fmt.Sprintf("%d more", more), w))
	}
	return lines
}
