package memories

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/widget"
)

// copyText copies what the memories say.
func (s *Screen) copyText() tea.Cmd {
	ids := s.list.targets()
	if s.full || s.detail.fixed != "" {
		ids = []string{s.detailID()}
	}
	if len(ids) == 0 || ids[0] == "" {
		return toast(views.Warn, "there is nothing to copy")
	}
	label, src := "the text of "+s.name(ids), s.src
	return func() tea.Msg {
		var out []byte
		for i, id := range ids {
			m, err := src.Get(context.Background(), id)
			if err != nil {
				return views.ToastMsg{Text: "not copied: " + widget.Clean(err.Error()), Level: views.Fail}
			}
			if i > 0 {
				out = append(out, "\n\n"...)
			}
			if out = append(out, m.Content...); len(out) > maxCopy {
				return views.ToastMsg{Text: "not copied: more than a megabyte; ebb export writes it to a file", Level: views.Warn}
			}
		}
		return views.CopyMsg{Text: string(out), Label: label}
	}
}

// maxCopy is far beyond what terminals take over OSC 52.
const maxCopy = 1 << 20

// copyOther offers what else of a memory can be copied.
func (s *Screen) copyOther() tea.Cmd {
	id := s.detailID()
	if id == "" {
		return toast(views.Warn, "there is nothing to copy")
	}
	texts := []string{id, "ebb show " + id}
	return views.Send(views.PickMsg{
		Title: "Copy",
		Choices: []views.Choice{
			{Key: "i", Label: "its id", Note: widget.Clean(id)},
			{Key: "c", Label: "the command line that prints it", Note: widget.Clean(texts[1])},
		},
		Pick: func(i int) tea.Cmd {
			return views.Send(views.CopyMsg{Text: texts[i], Label: []string{"the id", "the command line"}[i]})
		},
	})
}
