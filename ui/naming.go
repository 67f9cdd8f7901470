package ui

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// askBox asks for a line of text.
type askBox struct {
	ask   views.AskMsg
	text  textinput.Model
	wrong string
}

func newAsk(ask views.AskMsg) *askBox {
	b := &askBox{ask: ask, text: newField("")}
	b.text.SetValue(ask.Text)
	b.text.CursorEnd()
	return b
}

func (b *askBox) title() string           { return widget.Clean(b.ask.Title) }
func (*askBox) full() bool                { return false }
func (*askBox) typing() bool              { return true }
func (*askBox) out() bool                 { return false }
func (*askBox) wheel(int)                 {}
func (*askBox) click(*shell, int) tea.Cmd { return nil }
func (b *askBox) hints() []hint           { return []hint{{"enter", widget.Clean(b.ask.Yes)}} }

func (b *askBox) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	b.wrong = ""
	if name != "enter" {
		var cmd tea.Cmd
		b.text, cmd = b.text.Update(k)
		return cmd
	}
	if b.wrong = b.ask.Wrong(b.text.Value()); b.wrong != "" {
		return nil
	}
	s.drop(b)
	return b.ask.Do(b.text.Value())
}

func (b *askBox) draw(t *themes.Theme, w, _ int) []string {
	lines := append(widget.Wrap(b.ask.Note, w), "", t.Paint(themes.Muted, "name  ")+drawField(&b.text, t, w-8))
	for _, line := range widget.Wrap(b.wrong, w) {
		lines = append(lines, t.Paint(themes.Warn, line))
	}
	return lines
}
