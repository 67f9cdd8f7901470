package evolve

import (
	"fmt"
	"strings"

	"ebb/evolvers"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// drawPage draws what stands beside the list, or in its place.
func (s *Screen) drawPage(w, h int) []string {
	switch {
	case s.form != nil:
		return s.drawForm(w, h)
	case s.job.cancel != nil && s.page == planPage:
		return s.drawWaiting(w)
	case s.page == planPage && s.plan != nil:
		return s.drawPlan(w, h)
	case s.page == planPage && s.job.err != nil:
		return s.drawNoPlan(w, h)
	case s.page == reportPage && s.report != nil:
		return s.drawReport(w, h)
	case s.cycle() != nil:
		return s.scrolled(s.reportLines(s.cycle(), w), h)
	}
	return s.scrolled(s.about(w), h)
}

// scrolled shows the part of a page's lines that fits.
func (s *Screen) scrolled(lines []string, h int) []string {
	s.scroll = max(0, min(s.scroll, len(lines)-h))
	s.frame.below = max(0, len(lines)-s.scroll-h)
	return lines[s.scroll:min(len(lines), s.scroll+h)]
}

// drawWaiting stands there while a plan is made.
func (s *Screen) drawWaiting(w int) []string {
	t := s.theme()
	what := "planning what is switched on …"
	if s.job.only != "" {
		what = "planning " + titleOf(s.job.only) + " …"
	}
	lines := []string{t.Paint(themes.Strong, widget.Truncate(what, w, t.Glyphs.Ellipsis)), ""}
	return append(lines, t.Paint(themes.Muted, "nothing is written; esc lets it go"))
}

func titleOf(name string) string {
	if spec, ok := evolvers.Lookup(name); ok {
		return spec.Title
	}
	return name
}

// drawNoPlan says why there is none.
func (s *Screen) drawNoPlan(w, h int) []string {
	t := s.theme()
	lines := []string{t.Paint(themes.Danger, "there is no plan"), ""}
	lines = append(lines, s.words(themes.Text, s.job.err.Error(), w, 6)...)
	lines = append(lines, "", t.Paint(themes.Muted, "p tries again"))
	return lines[:min(len(lines), h)]
}

// words wraps text of any kind into drawn lines.
func (s *Screen) words(role themes.Role, text string, w, most int) []string {
	wrapped, more := widget.WrapN(text, max(1, w), most)
	for i := range wrapped {
		if more && i == len(wrapped)-1 {
			wrapped[i] = widget.Truncate(wrapped[i]+" …", w, s.theme().Glyphs.Ellipsis)
		}
		wrapped[i] = s.theme().Paint(role, widget.Walled(wrapped[i]))
	}
	return wrapped
}

// about tells what the evolver under the cursor does, and how it is set.
func (s *Screen) about(w int) []string {
	t, spec := s.theme(), s.spec()
	if spec == nil {
		return nil
	}
	state := "off"
	if s.config.Enabled(spec.Name) {
		state = "on"
	}
	lines := []string{t.Paint(themes.Strong, spec.Title) + t.Paint(themes.Muted, "   "+state)}
	lines = append(lines, t.Paint(themes.Faint, widget.Truncate(spec.Name, w, t.Glyphs.Ellipsis)), "")
	lines = append(lines, s.words(themes.Text, spec.Summary, w, 4)...)
	if spec.Stage == evolvers.Core {
		lines = append(lines, s.words(themes.Muted, "Runs with p and by itself with o; a scheduled cycle leaves it out.", w, 2)...)
	}
	if len(spec.Options) > 0 {
		lines = append(lines, "")
		for i := range spec.Options {
			lines = append(lines, s.aboutOption(spec, &spec.Options[i], w)...)
		}
	}
	lines = append(lines, "")
	if !s.frame.tall {
		lines = append(append(lines, s.lifecycle(w)...), "")
	}
	hint := "p plans what is switched on, o this one alone: nothing is written by either"
	if why := s.offPlan(); why != "" {
		hint = why
	}
	lines = append(lines, s.words(themes.Muted, hint, w, 2)...)
	lines = append(lines, s.words(themes.Muted, "A cycle by itself, while this screen is open: "+every(s.settings.CycleEvery)+" (S)", w, 2)...)
	if s.lensMode() == views.Future {
		lines = append(lines, s.words(themes.Future, "The clock is ahead: p shows what a cycle would do then, if nothing happens before.", w, 3)...)
	}
	return append(lines, s.comparing(w)...)
}

func (s *Screen) aboutOption(spec *evolvers.Spec, o *evolvers.Option, w int) []string {
	t := s.theme()
	const key = 26
	value := widget.Truncate(widget.Clean(s.config.Text(spec.Name, o.Key)), 20, t.Glyphs.Ellipsis)
	if o.Cap && s.config.Value(spec.Name, o.Key) == 0 {
		value = "no limit"
	}
	lines := []string{t.Paint(themes.Muted, widget.Fit(o.Key, min(key, max(0, w-8)))) + " " + t.Paint(themes.Strong, value)}
	return append(lines, s.words(themes.Faint, "  "+o.Help, w, 2)...)
}

// comparing says how far texts have been compared, nothing when all are.
func (s *Screen) comparing(w int) []string {
	p := s.src.Comparing()
	switch {
	case p.Err != nil:
		return s.words(themes.Warn, "texts cannot be compared, interference waits: "+p.Err.Error(), w, 3)
	case !p.Running || p.Stage == "":
		return nil
	}
	return s.words(themes.Muted, fmt.Sprintf("comparing texts, %s of %s: interference waits for it", grouped(p.Done), grouped(p.Total)), w, 2)
}

// spread draws a distribution of retention before and after.
func (s *Screen) spread(before, after *evolvers.Distribution, w int) []string {
	t := s.theme()
	mean := func(d *evolvers.Distribution) string {
		return "mean " + widget.Score(d.Mean) + " of " + grouped(d.N)
	}
	if s.ctx.Accessible || w < 12+evolvers.Bins {
		return s.words(themes.Muted, "retention before: "+mean(before)+"; after: "+mean(after), w, 2)
	}
	most := 1
	for i := range evolvers.Bins {
		most = max(most, before.Bars[i], after.Bars[i])
	}
	bars := func(label string, d *evolvers.Distribution) string {
		values := make([]float64, evolvers.Bins)
		for i, n := range d.Bars {
			values[i] = float64(n)
		}
		line := t.Paint(themes.Muted, widget.Fit(label, 7)) + t.Paint(themes.BarFull, widget.Spark(&t.Glyphs, values, 0, float64(most), evolvers.Bins))
		return widget.Fit(line+"   "+t.Paint(themes.Text, mean(d)), w)
	}
	scale := "0" + strings.Repeat(" ", (evolvers.Bins-11)/2) + "retention" + strings.Repeat(" ", evolvers.Bins-11-(evolvers.Bins-11)/2) + "1"
	return []string{bars("before", before), bars("after", after), t.Paint(themes.Faint, "       "+scale)}
}
