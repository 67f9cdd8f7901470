package ui

import (
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// confirm asks before something that needs it. It has no preselected answer:
// y is yes, or the word that is asked for must be typed.
type confirm struct {
	ask     views.ConfirmMsg
	word    textinput.Model
	leaving bool // asks about quitting
}

func newConfirm(ask views.ConfirmMsg) *confirm {
	if ask.Yes == "" {
		ask.Yes = "yes"
	}
	return &confirm{ask: ask, word: newField("")}
}

func (c *confirm) title() string             { return widget.Clean(c.ask.Title) }
func (c *confirm) full() bool                { return false }
func (c *confirm) typing() bool              { return c.ask.Word != "" }
func (c *confirm) out() bool                 { return false }
func (c *confirm) wheel(int)                 {}
func (c *confirm) click(*shell, int) tea.Cmd { return nil }

func (c *confirm) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	if c.ask.Word == "" {
		switch name {
		case "y":
			return c.yes(s)
		case "n", "q":
			s.drop(c)
		}
		return nil
	}
	if name == "enter" {
		if c.word.Value() == c.ask.Word {
			return c.yes(s)
		}
		return nil
	}
	var cmd tea.Cmd
	c.word, cmd = c.word.Update(k)
	return cmd
}

func (c *confirm) yes(s *shell) tea.Cmd {
	s.drop(c)
	if c.ask.Do == nil {
		return nil
	}
	return c.ask.Do()
}

func (c *confirm) hints() []hint {
	if c.ask.Word != "" {
		return []hint{{"enter", widget.Clean(c.ask.Yes)}}
	}
	return []hint{{"y", widget.Clean(c.ask.Yes)}}
}

func (c *confirm) draw(t *themes.Theme, w, h int) []string {
	lines := widget.Wrap(c.ask.Body, w)
	lines = append(lines, "")
	yes := widget.Clean(c.ask.Yes)
	if c.ask.Word == "" {
		return clip(append(lines, t.Paint(themes.Key, "y")+" "+yes+"    "+t.Paint(themes.Key, leaveIt.key)+" "+leaveIt.word), h)
	}
	lines = append(lines,
		"type "+t.Paint(themes.Strong, widget.Clean(c.ask.Word))+" to go ahead:  "+drawField(&c.word, t, max(w-24-len(c.ask.Word), 4)),
		"")
	ink := themes.Faint
	if c.word.Value() == c.ask.Word {
		ink = themes.Key
	}
	return clip(append(lines, t.Paint(ink, "enter")+" "+yes+"    "+t.Paint(themes.Key, leaveIt.key)+" "+leaveIt.word), h)
}

// leaveIt is the way out of a question that does nothing.
var leaveIt = hint{"esc", "leave it"}

// clip keeps the last lines where there is no room for all: the question's
// answers stand there.
func clip(lines []string, h int) []string {
	if n := len(lines); n > h {
		return lines[n-max(h, 0):]
	}
	return lines
}

// pick asks for one of several choices. Nothing is preselected, unless there
// is but one: the first step of the cursor, or the first enter, reaches the
// first row.
type pick struct {
	ask    views.PickMsg
	list   widget.List
	chosen bool // the cursor is shown
}

func newPick(ask views.PickMsg) *pick {
	p := &pick{ask: ask, chosen: len(ask.Choices) == 1}
	p.list.SetLen(len(ask.Choices))
	return p
}

func (p *pick) title() string { return widget.Clean(p.ask.Title) }
func (p *pick) full() bool    { return false }
func (p *pick) typing() bool  { return false }
func (p *pick) out() bool     { return false }
func (p *pick) wheel(by int)  { p.list.Scroll(by) }

func (p *pick) click(s *shell, y int) tea.Cmd {
	if i, ok := p.list.RowAt(y); ok {
		return p.take(s, i)
	}
	return nil
}

func (p *pick) key(s *shell, _ tea.KeyMsg, name string) tea.Cmd {
	for i, c := range p.ask.Choices {
		if c.Key != "" && c.Key == name {
			return p.take(s, i)
		}
	}
	switch name {
	case "j", "down", "k", "up", "home", "g", "end", "G":
		p.walk(name)
	case "enter":
		if p.chosen {
			return p.take(s, p.list.Cursor())
		}
		p.chosen = true
	case "q":
		s.drop(p)
	}
	return nil
}

func (p *pick) walk(name string) {
	was := p.chosen
	p.chosen = true
	switch name {
	case "j", "down":
		if was {
			p.list.Move(1)
		}
	case "k", "up":
		if was {
			p.list.Move(-1)
		} else {
			p.list.End()
		}
	case "home", "g":
		p.list.Top()
	case "end", "G":
		p.list.End()
	}
}

func (p *pick) take(s *shell, i int) tea.Cmd {
	if i < 0 || i >= len(p.ask.Choices) {
		return nil
	}
	s.drop(p)
	if p.ask.Pick == nil {
		return nil
	}
	return p.ask.Pick(i)
}

func (p *pick) hints() []hint { return []hint{{"↑ ↓", "move"}, {"enter", "choose"}} }

func (p *pick) draw(t *themes.Theme, w, h int) []string {
	p.list.SetHeight(min(len(p.ask.Choices), max(h, 1)))
	return p.list.Draw(nil, w, func(i int, under bool) string {
		c := p.ask.Choices[i]
		mark := "  "
		if under && p.chosen {
			mark = t.Paint(themes.Accent, t.Glyphs.Cursor) + " "
		}
		key := c.Key
		if key == "" {
			key = " "
		}
		line := mark + t.Paint(themes.Key, widget.Clean(key)) + "  " + widget.Clean(c.Label)
		if c.Note != "" {
			line += "  " + t.Paint(themes.Muted, widget.Clean(c.Note))
		}
		return line
	})
}
