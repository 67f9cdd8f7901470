package ui

import (
	"context"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// Setting is one thing that is true of a store for everyone who uses it.
type Setting struct {
	Name, Value, Default string
	About                string   // what it does
	Bounds               string   // what it takes
	Choices              []string // the values there are; nil for any within the bounds
}

// Settings are a store's settings. List does not wait for the disk; each Set
// is one operation that can be undone.
type Settings interface {
	List() []Setting
	Set(ctx context.Context, name, text string) (done string, err error)
}

// settingsList shows the settings; enter changes one.
type settingsList struct {
	*chooser
	settings Settings
}

func (s *shell) openSettings() tea.Cmd {
	if s.session == nil || s.session.Settings == nil {
		return nil
	}
	l := &settingsList{chooser: newChooser("Settings of this store", nil, true), settings: s.session.Settings}
	l.action, l.stays = "change it", true
	l.read(s)
	s.push(l.chooser)
	return nil
}

// read takes over what the settings are by now.
func (l *settingsList) read(s *shell) {
	all := l.settings.List()
	wide := 0
	for i := range all {
		wide = max(wide, widget.Width(all[i].Name))
	}
	rows := make([]row, len(all))
	for i, set := range all {
		note := set.About + " · " + set.Bounds
		if set.Value != set.Default {
			note = "default " + widget.Clean(set.Default) + " · " + note
		}
		rows[i] = row{
			text: widget.Fit(set.Name, wide) + "  " + widget.Fit(widget.Clean(set.Value), 12),
			note: note,
			find: set.Name + " " + set.About,
			off:  s.unwritable(),
			do:   func(s *shell) tea.Cmd { return l.change(s, set) },
		}
	}
	l.set(rows)
}

// change asks for a setting's new value.
func (l *settingsList) change(s *shell, set Setting) tea.Cmd {
	if set.Choices == nil {
		s.push(newSettingBox(l, set))
		return nil
	}
	choices := make([]views.Choice, len(set.Choices))
	for i, value := range set.Choices {
		choices[i].Label = value
		switch value {
		case set.Value:
			choices[i].Note = "as it is"
		case set.Default:
			choices[i].Note = "the default"
		}
	}
	s.push(newPick(views.PickMsg{Title: set.Name + ": " + set.About, Choices: choices, Pick: func(i int) tea.Cmd {
		return l.put(s, nil, set.Name, set.Choices[i])
	}}))
	return nil
}

// put writes a setting. What is wrong with it is said in the box, which stays.
func (l *settingsList) put(s *shell, box *settingBox, name, text string) tea.Cmd {
	return s.work(func(ctx context.Context) reply {
		done, err := l.settings.Set(ctx, name, text)
		return func(s *shell) tea.Cmd {
			switch {
			case err != nil && box != nil && s.isOpen(box):
				box.wrong = err.Error()
				return nil
			case err != nil:
				return s.fail(err)
			}
			if box != nil {
				s.drop(box)
			}
			l.read(s)
			return s.say(views.Done, done)
		}
	})
}

// settingBox takes a setting's new value.
type settingBox struct {
	list  *settingsList
	set   Setting
	value textinput.Model
	wrong string
}

func newSettingBox(l *settingsList, set Setting) *settingBox {
	b := &settingBox{list: l, set: set, value: newField("")}
	b.value.SetValue(set.Value)
	b.value.CursorEnd()
	return b
}

func (b *settingBox) title() string           { return b.set.Name }
func (*settingBox) full() bool                { return false }
func (*settingBox) typing() bool              { return true }
func (*settingBox) out() bool                 { return false }
func (*settingBox) wheel(int)                 {}
func (*settingBox) click(*shell, int) tea.Cmd { return nil }
func (*settingBox) hints() []hint {
	return []hint{{"enter", "write it"}, {"ctrl+u", "empty the field"}, {"tab", "the default"}}
}

func (b *settingBox) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	b.wrong = ""
	switch name {
	case "tab":
		b.value.SetValue(b.set.Default)
		b.value.CursorEnd()
		return nil
	case "enter":
		return b.list.put(s, b, b.set.Name, b.value.Value())
	}
	var cmd tea.Cmd
	b.value, cmd = b.value.Update(k)
	return cmd
}

func (b *settingBox) draw(t *themes.Theme, w, _ int) []string {
	lines := widget.Wrap(b.set.About, w)
	lines = append(lines, t.Paint(themes.Muted, widget.Line("takes "+b.set.Bounds+" · default "+b.set.Default, w)), "",
		t.Paint(themes.Muted, "value  ")+drawField(&b.value, t, w-9))
	for _, line := range widget.Wrap(b.wrong, w) {
		lines = append(lines, t.Paint(themes.Danger, line))
	}
	return lines
}
