package timeline

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// summaryOf says what an operation did, in words: of one memory by its title.
func (f *feed) summaryOf(op *engine.Operation) string {
	what := op.Summary
	if what == "" {
		what = string(op.Kind)
	}
	if len(op.IDs) == 0 || op.Kind == engine.KindSetting {
		return what
	}
	title := f.titles[op.IDs[0]]
	switch verb, one := strings.CutSuffix(what, " 1 memory"); {
	case title == "" && op.Count == 1:
		return what + " that is gone"
	case title == "" || strings.Contains(what, title):
		return what
	case one:
		return verb + ": " + title
	}
	if op.Count > 1 {
		title += ", …"
	}
	return what + ": " + title
}

// jump opens the memory of the entry, or asks which of several.
func (s *Screen) jump() tea.Cmd {
	op := s.feed.current()
	if op == nil {
		return nil
	}
	switch len(op.IDs) {
	case 0:
		return warn("this change is about no memory")
	case 1:
		return s.openFromFeed(op.IDs[0])
	}
	ctx, src, ids, title := s.closed, s.src, slices.Clone(op.IDs), op.Summary
	return func() tea.Msg {
		titles, err := titlesOf(ctx, src, ids)
		if err != nil {
			return views.ToastMsg{Text: err.Error(), Level: views.Fail}
		}
		msg := views.PickMsg{Title: short(title, 60), Pick: func(i int) tea.Cmd { return views.Send(doMsg{func() tea.Cmd { return s.openFromFeed(ids[i]) }}) }}
		for _, id := range ids {
			label := titles[id]
			if label == "" {
				label = "a memory that is gone"
			}
			msg.Choices = append(msg.Choices, views.Choice{Label: short(label, 64)})
		}
		return msg
	}
}

// doMsg runs on the screen's goroutine.
type doMsg struct{ do func() tea.Cmd }

func (s *Screen) openFromFeed(id string) tea.Cmd { return s.open(id, true) }

func (s *Screen) copyEntry() tea.Cmd {
	op := s.feed.current()
	if op == nil {
		return nil
	}
	actor, _ := who(op.Actor, op.Kind)
	text := s.local(op.At).Format("2006-01-02 15:04:05") + "  " + actor + "  " + s.feed.summaryOf(op)
	if op.Reason != "" {
		text += "  " + op.Reason
	}
	return views.Send(views.CopyMsg{Text: text, Label: "the entry"})
}

func (s *Screen) copyEntryAs() tea.Cmd {
	op := s.feed.current()
	if op == nil {
		return nil
	}
	return copyOne([]views.CopyMsg{
		{Text: op.ID, Label: "the operation's id"},
		{Text: "ebb undo " + quoted(op.ID), Label: "the command line that takes it back"},
	})
}

// Entry implements [views.Entry]: the operation under the cursor, for undo.
func (s *Screen) Entry() (operation, what string) {
	op := s.feed.current()
	if s.life != nil || op == nil || !op.Undoable() {
		return "", ""
	}
	actor, _ := who(op.Actor, op.Kind)
	return op.ID, s.feed.summaryOf(op) + " · " + actor + " · " + s.when(op.At)
}
