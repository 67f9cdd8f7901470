package memories

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// facts is what the detail says under the text: a list of drawn lines of at
// most w cells each.
type facts struct {
	s     *Screen
	d     *detail
	now   time.Time
	w     int
	spare int // lines that are free below all of it, or missing when negative
	lines []string
}

// facts fills spare more lines than it has to have with ties, or does without
// some.
func (s *Screen) facts(d *detail, now time.Time, w, spare int) []string {
	f := facts{s: s, d: d, now: now, w: w, spare: spare}
	f.why()
	f.place()
	f.retention()
	f.forecast()
	f.conflicts()
	f.ties()
	f.versions()
	return f.lines
}

func (f *facts) add(role themes.Role, text string) {
	f.lines = append(f.lines, f.s.theme().Paint(role, text))
}

// say adds words that may take several lines.
func (f *facts) say(role themes.Role, text string) {
	lines, _ := widget.WrapN(text, f.w, 3)
	for _, line := range lines {
		f.add(role, widget.Walled(line))
	}
}

func (f *facts) blank() { f.lines = append(f.lines, "") }

// place says what kind of memory it is, where it belongs and where it came
// from.
func (f *facts) place() {
	m := &f.d.memory
	parts := []string{widget.Line(m.Type, min(24, widthOf(m.Type))), widget.Clean(m.Scope.Namespace)}
	if m.Scope.Subject != engine.DefaultSubject {
		parts = append(parts, widget.Clean(m.Scope.Subject))
	}
	if m.Identity.Kind != engine.NoIdentity && m.Identity.Value != m.Scope.Subject {
		parts = append(parts, widget.Clean(m.Identity.Value))
	}
	f.say(themes.Text, strings.Join(parts, " · "))
	learned := m.LearnedAt
	if learned.IsZero() {
		learned = m.CreatedAt
	}
	line := fmt.Sprintf("v%d · learned %s", m.Version, f.date(learned))
	if f.d.saidBy != "" {
		line += " · " + widget.Clean(f.d.saidBy)
	}
	f.say(themes.Muted, line)
	if state := f.state(); state != "" {
		f.say(themes.Warn, state)
	}
	f.blank()
}

func widthOf(s string) int { return widget.Width(widget.Clean(s)) }

// state says in words why a memory is not live, and what can be done.
func (f *facts) state() string {
	m := &f.d.memory
	switch {
	case m.State == engine.Archived && f.recovered():
		return fmt.Sprintf("archived %s at %s, but it has recovered to %s · r brings it back", f.date(m.Archive.At), widget.Score(m.Archive.Score), widget.Score(f.s.settings.RetentionOf(&m.Head, f.now).Score))
	case m.State == engine.Archived && m.Archive.Score > 0:
		return fmt.Sprintf("archived %s at %s · r brings it back", f.date(m.Archive.At), widget.Score(m.Archive.Score))
	case m.State == engine.Archived:
		return fmt.Sprintf("archived %s · r brings it back", f.date(m.Archive.At))
	case m.ExpiredAt(f.now):
		return "expired " + f.date(m.ExpiresAt)
	case !m.State.Live():
		return m.State.String() + " " + f.date(m.UpdatedAt)
	}
	return ""
}

// recovered reports whether a memory that was archived because it had faded
// would not be archived now.
func (f *facts) recovered() bool {
	m, s := &f.d.memory, &f.s.settings
	least := s.Retention.ArchiveThreshold
	return m.Archive.Score > 0 && m.Archive.Score < least && s.UnderCurve(m.Type) && !m.ExpiredAt(f.now) &&
		s.RetentionOf(&m.Head, f.now).Score >= least
}

func (f *facts) date(t time.Time) string {
	return widget.Date(f.now, t.In(f.now.Location()))
}

// retention is the running score with its rate, the bar, and how the score
// came about.
func (f *facts) retention() {
	s, t := f.s, f.s.theme()
	set := &s.settings.Retention
	ev := s.settings.Evidence(&f.d.memory.Head)
	c := set.Retention(&ev, f.now)
	rate := "holds"
	if perDay := -set.RatePerDay(&ev, f.now); perDay >= .0005 {
		rate = t.Glyphs.Falling + " " + strings.TrimPrefix(strconv.FormatFloat(perDay, 'f', 3, 64), "0") + " a day"
	}
	if s.ctx.Accessible {
		rate = strings.TrimPrefix(strings.Replace(rate, t.Glyphs.Falling, "falling", 1), " ")
	}
	score := t.Paint(themes.Muted, "retention ") + t.Paint(themes.Strong, widget.ScoreLong(c.Score))
	f.lines = append(f.lines, widget.Ends(score, t.Paint(themes.Muted, rate), f.w))
	if !s.ctx.Accessible {
		f.bar(c.Score, set.ArchiveThreshold)
	}
	var parts []widget.Part
	for _, step := range c.Waterfall() {
		if p, ok := f.part(step, &ev); ok {
			parts = append(parts, p)
		}
	}
	f.lines = append(f.lines, widget.Waterfall(t, parts, f.w)...)
	f.blank()
}

// bar is the retention with the threshold as a tick on it, and its number.
func (f *facts) bar(score, threshold float64) {
	t := f.s.theme()
	g := &t.Glyphs
	label := " " + g.AxisLow + " " + widget.Score(threshold)
	cells := max(0, f.w-widget.Width(label))
	bar := widget.RetentionBar(t, score, threshold, cells)
	tick := int(threshold * float64(cells))
	if filled := (widget.BarStep(score, cells) + 7) / 8; tick >= filled && tick < cells {
		role := themes.BarFull
		if score < threshold {
			role = themes.BarLow
		}
		plain := widget.Bar(g, score, cells)
		runes := []rune(plain)
		bar = t.Paint(role, string(runes[:tick])) + t.Paint(themes.Faint, g.AxisLow)
	}
	f.lines = append(f.lines, widget.Fit(bar, cells)+t.Paint(themes.Faint, label))
}

// part puts one step of the waterfall into words. Steps that did nothing and
// have nothing to say are left out.
func (f *facts) part(step dynamics.Step, ev *dynamics.Evidence) (p widget.Part, ok bool) {
	g := &f.s.theme().Glyphs
	m := &f.d.memory
	p = widget.Part{Label: step.Name, Value: widget.Signed(g, step.Delta, 3)}
	acted := step.Delta > .0004 || step.Delta < -.0004
	switch step.Name {
	case dynamics.StepLearned:
		p.Value = widget.Score(step.Total)
		p.Why = f.date(learnedAt(ev)) + ", does not fade with time"
		if ev.UnderCurve {
			p.Why = fmt.Sprintf("%s, stable %s", f.date(learnedAt(ev)), days(f.s.settings.StabilityOf(&m.Head)))
		}
		return p, true
	case dynamics.StepTime:
		p.Why = short(f.now.Sub(learnedAt(ev))) + " on the curve"
		return p, ev.UnderCurve
	case dynamics.StepRivals:
		p.Why = "memories much alike"
		if n := len(f.d.rivals); n > 0 {
			p.Why, p.Cut = fmt.Sprintf("%d alike: %s", n, widget.Clean(f.d.rivals[0])), true
		}
	case dynamics.StepUnretrieved:
		p.Label, p.Why = "unasked", "never recalled"
		if m.Profile.Total > 0 {
			p.Why = "not recalled for " + short(f.now.Sub(m.Profile.Last))
		}
	case dynamics.StepRecall:
		p.Why = fmt.Sprintf("%d×, last %s", m.Profile.Total, widget.Ago(f.now, m.Profile.Last))
		acted = acted || m.Profile.Total > 0 && !m.Profile.Last.IsZero()
	case dynamics.StepTies:
		p.Why = fmt.Sprintf("%d× together", m.TieCount)
		if f.d.reinforce != "" {
			p.Why, p.Cut = "with "+widget.Clean(f.d.reinforce), true
		}
	}
	return p, acted
}

func learnedAt(ev *dynamics.Evidence) time.Time {
	if ev.Learned.IsZero() {
		return ev.Created
	}
	return ev.Learned
}

// short writes a span of time by its days, or hours or minutes within the
// first.
func short(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Hour:
		return strconv.Itoa(int(max(0, d)/time.Minute)) + " min"
	case d < day:
		return strconv.Itoa(int(d/time.Hour)) + " h"
	}
	return strconv.Itoa(int(d/day)) + " d"
}

func days(d float64) string { return strconv.FormatFloat(d, 'f', -1, 64) + " d" }
