package ui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/widget"
)

// undoPage is how many changes the undo list reads at a time.
const undoPage = 100

// undoList is who changed what and when, as far back as it has been looked at.
type undoList struct {
	*chooser
	session *Session
	ops     []row
	before  uint64 // where the next page begins; 0 at the newest
	reading bool
}

// openUndoList shows who changed what and when; enter takes one back.
func (s *shell) openUndoList() tea.Cmd {
	if s.session == nil {
		return nil
	}
	l := &undoList{chooser: newChooser("Changes", nil, false), session: s.session}
	l.empty, l.action = "reading the journal…", "take it back"
	s.push(l.chooser)
	return l.read(s)
}

// read reads the next page, with the titles of what it is about.
func (l *undoList) read(s *shell) tea.Cmd {
	if l.reading {
		return nil
	}
	l.reading = true
	before, e := l.before, l.session.Engine
	return s.work(func(ctx context.Context) reply {
		ops, err := e.Operations(ctx, before, undoPage)
		var titles map[string]string
		if err == nil {
			titles, err = firstTitles(ctx, e, ops)
		}
		return func(s *shell) tea.Cmd {
			l.reading = false
			if !s.isOpen(l.chooser) {
				return nil
			}
			if err != nil {
				s.drop(l.chooser)
				return s.fail(err)
			}
			l.take(s, ops, titles)
			return nil
		}
	})
}

func (l *undoList) take(s *shell, ops []engine.Operation, titles map[string]string) {
	for i := range ops {
		l.ops = append(l.ops, s.operationRow(&ops[i], titles))
		l.before = ops[i].Seq
	}
	l.more = nil
	if len(ops) == undoPage {
		l.more = l.read
	}
	l.empty = "nothing has been changed yet"
	l.set(l.ops)
}

// firstTitles are the titles of the memory that each operation names first.
func firstTitles(ctx context.Context, e Engine, ops []engine.Operation) (map[string]string, error) {
	var ids []string
	for i := range ops {
		if len(ops[i].IDs) > 0 {
			ids = append(ids, ops[i].IDs[0])
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return nil, nil
	}
	heads, err := e.Heads(ctx, ids)
	titles := make(map[string]string, len(heads))
	for i := range heads {
		titles[heads[i].ID] = heads[i].Title
	}
	return titles, err
}

func (s *shell) operationRow(op *engine.Operation, titles map[string]string) row {
	what := op.Summary
	if what == "" {
		what = string(op.Kind) + ", " + counted(op.Count, "memory", "memories")
	}
	when := op.At.In(s.o.Location).Format("2 Jan 15:04")
	id := op.ID
	r := row{
		text: widget.Fit(when, 12) + "  " + widget.Line(op.Actor.String(), 14) + "  " + widget.Clean(what),
		note: about(op, titles),
		do:   func(s *shell) tea.Cmd { return s.undo(id) },
	}
	switch {
	case op.UndoneBy != "":
		r.off = "already taken back"
	case !op.Undoable():
		r.off = "cannot be taken back"
	case s.unwritable() != "":
		r.off = s.unwritable()
	}
	return r
}

// about says which memory an operation was about, and why it was done.
func about(op *engine.Operation, titles map[string]string) string {
	var text string
	if len(op.IDs) > 0 && titles[op.IDs[0]] != "" {
		text = "“" + widget.Truncate(widget.Clean(titles[op.IDs[0]]), 48, "…") + "”"
		if op.Count > 1 {
			text += " …"
		}
	}
	if op.Reason != "" {
		if text != "" {
			text += " · "
		}
		text += widget.Clean(op.Reason)
	}
	return text
}
