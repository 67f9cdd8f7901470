package evolve

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/widget"
)

// copyText copies what is under the cursor.
func (s *Screen) copyText() tea.Cmd {
	text := s.Say()
	if l := s.planLine(); s.focus == onPage && l != nil {
		if c := s.plan.change(l); c != nil {
			text = strings.Join([]string{c.Memory, s.nameOf(c.Memory), c.Field, c.Before + " → " + c.After, c.Why}, "\n")
		}
	}
	return views.Send(views.CopyMsg{Text: text, Label: "what is under the cursor"})
}

// copyCommand copies the command line that prints what is shown.
func (s *Screen) copyCommand() tea.Cmd {
	text := "ebb evolvers"
	switch {
	case s.page == reportPage || s.cycle() != nil && s.focus == onList:
		text = "ebb cycle log --json"
	case s.plan != nil && s.plan.only != "":
		text = "ebb cycle plan --only " + s.plan.only
	case s.plan != nil:
		text = "ebb cycle plan --full"
	}
	return views.Send(views.CopyMsg{Text: text, Label: "the command line"})
}

// Say implements [views.Speaker].
func (s *Screen) Say() string {
	switch {
	case s.form != nil:
		x := &s.form.fields[s.form.at]
		return widget.Clean(x.option.Key + " " + x.Value() + ", " + x.option.Bounds() + ", " + s.form.note)
	case s.focus == onButtons && s.page == reportPage:
		return "take it back, " + s.offUndo()
	case s.focus == onButtons && s.button == 0:
		return "apply " + changesWord(s.plan.counts.Changes) + ", " + s.offApply()
	case s.focus == onButtons:
		return "leave it"
	case s.focus == onPage && s.planLine() != nil:
		return s.sayLine(s.planLine())
	case s.cycle() != nil:
		c := s.cycle()
		return "cycle of " + s.moment(c.Op.At) + ", " + countsWord(c.Report.Counts) + ", by " + widget.Clean(c.Op.Actor.String())
	case s.spec() != nil:
		return s.sayEvolver(s.spec())
	}
	return ""
}

func (s *Screen) sayLine(l *line) string {
	step := &s.plan.plan.Steps[l.step]
	switch l.kind {
	case changeLine, whyLine:
		c := s.plan.change(l)
		return widget.Clean(s.nameOf(c.Memory)) + ", " + s.effect(c, 80) + ", " + s.why(c, 120)
	case offerLine:
		return widget.Clean(s.nameOf(step.Offers[l.i].ID)) + " could be restored"
	case moreLine:
		return grouped(l.count) + " more, enter shows them"
	case headLine, noteLine, gapLine:
	}
	f, _ := s.figure(step.Name)
	return widget.Clean(step.Title) + ", " + f.text
}
