package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views/widget"
)

// chooser is a searchable list over the whole body: help, palette, undo list,
// error log and files are all this.
type chooser struct {
	name   string
	rows   []row
	shown  []int
	list   widget.List
	query  textinput.Model
	search bool   // typing narrows
	empty  string // what to say when there is no row
	action string // the footer's word for enter
	keyW   int
	// extra makes a row from what was typed, in front of all others.
	extra func(query string) (row, bool)
	first *row
	stays bool // choosing does not close it
	// more reads on when the end comes near; nil where all is there.
	more func(*shell) tea.Cmd
}

func newChooser(name string, rows []row, search bool) *chooser {
	c := &chooser{name: name, search: search, query: newField("type to search"), action: "run it"}
	c.set(rows)
	return c
}

// set changes the rows and keeps the cursor where it was.
func (c *chooser) set(rows []row) {
	c.rows, c.keyW = rows, 0
	for _, r := range rows {
		c.keyW = max(c.keyW, widget.Width(r.key))
	}
	c.narrow()
}

func (c *chooser) narrow() {
	words := strings.Fields(strings.ToLower(c.query.Value()))
	c.shown, c.first = c.shown[:0], nil
	if c.extra != nil {
		if r, ok := c.extra(strings.TrimSpace(c.query.Value())); ok {
			c.first = &r
			c.shown = append(c.shown, -1)
		}
	}
	for _, how := range []nearness{whole, beginning, within} {
		for i := range c.rows {
			if r := &c.rows[i]; r.matches(words) == how && !(r.head && len(words) > 0) {
				c.shown = append(c.shown, i)
			}
		}
	}
	c.list.SetLen(len(c.shown))
	c.skipHeads(1)
}

func (c *chooser) at(i int) *row {
	if i < 0 || i >= len(c.shown) {
		return nil
	}
	if c.shown[i] < 0 {
		return c.first
	}
	return &c.rows[c.shown[i]]
}

func (c *chooser) current() *row { return c.at(c.list.Cursor()) }

// skipHeads moves the cursor off a heading, onwards or else backwards.
func (c *chooser) skipHeads(by int) {
	for range c.shown {
		r := c.current()
		if r == nil || !r.head {
			return
		}
		was := c.list.Cursor()
		if c.list.Move(by); c.list.Cursor() == was {
			by = -by
		}
	}
}

func (c *chooser) title() string { return c.name }
func (c *chooser) full() bool    { return true }
func (c *chooser) typing() bool  { return c.search }

func (c *chooser) out() bool {
	if c.query.Value() == "" {
		return false
	}
	c.query.SetValue("")
	c.narrow()
	return true
}

func (c *chooser) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	if name == "ctrl+u" && c.search && c.query.Value() != "" {
		c.out()
		return nil
	}
	if c.move(name) {
		return c.reach(s)
	}
	if name == "enter" {
		return c.choose(s)
	}
	if !c.search {
		if r := c.byKey(name); r != nil {
			return c.run(s, r)
		}
		return nil
	}
	before := c.query.Value()
	var cmd tea.Cmd
	c.query, cmd = c.query.Update(k)
	if c.query.Value() != before {
		c.list.Top()
		c.narrow()
	}
	return cmd
}

// reach reads on where the cursor or the window has come near the end.
func (c *chooser) reach(s *shell) tea.Cmd {
	_, to := c.list.Visible()
	if c.more == nil || max(to, c.list.Cursor())+c.list.Height() < len(c.shown) {
		return nil
	}
	return c.more(s)
}

// move walks the list; letters walk it only where they are not text.
func (c *chooser) move(name string) bool {
	by := 1
	switch name {
	case "up":
		c.list.Move(-1)
		by = -1
	case "down":
		c.list.Move(1)
	case "pgup", "ctrl+u":
		c.list.Page(-1)
	case "pgdown", "ctrl+d":
		c.list.Page(1)
	case "home":
		c.list.Top()
	case "end":
		c.list.End()
	case "j", "k", "g", "G":
		if c.search {
			return false
		}
		return c.move(map[string]string{"j": "down", "k": "up", "g": "home", "G": "end"}[name])
	default:
		return false
	}
	c.skipHeads(by)
	return true
}

func (c *chooser) byKey(name string) *row {
	for i := range c.rows {
		if name != "" && c.rows[i].key == name && !c.rows[i].head {
			return &c.rows[i]
		}
	}
	return nil
}

func (c *chooser) choose(s *shell) tea.Cmd {
	if r := c.current(); r != nil {
		return c.run(s, r)
	}
	return nil
}

func (c *chooser) run(s *shell, r *row) tea.Cmd {
	if r.off != "" || r.do == nil {
		return s.refuse(r.off)
	}
	do := r.do
	if !c.stays {
		s.drop(c)
	}
	return do(s)
}

func (c *chooser) wheel(by int) { c.list.Scroll(by) }

func (c *chooser) click(s *shell, y int) tea.Cmd {
	i, ok := c.list.RowAt(y - c.above())
	if r := c.at(i); !ok || r == nil || r.head {
		return nil
	}
	if i == c.list.Cursor() {
		return c.choose(s)
	}
	c.list.MoveTo(i)
	return nil
}

// above is how many lines stand over the rows.
func (c *chooser) above() int { return 2 }

func (c *chooser) hints() []hint {
	h := []hint{{"enter", c.action}, {"↑ ↓", "move"}}
	if c.action == "" { // a list to read
		h = []hint{{"↑ ↓", "scroll"}}
	}
	if c.search {
		h = append(h, hint{"type", "to search"})
	}
	return h
}

func (c *chooser) draw(t *themes.Theme, w, h int) []string {
	head := " " + t.Paint(themes.Strong, c.name)
	if c.search {
		room := max(w-widget.Width(c.name)-16, 8)
		head += "  " + t.Paint(themes.Accent, "/") + " " + drawField(&c.query, t, room)
	}
	lines := []string{ends(strings.TrimPrefix(head, " "), t.Paint(themes.Muted, c.count()), w), ""}
	c.list.SetHeight(max(h-c.above(), 0))
	if len(c.shown) == 0 {
		said := c.empty
		if c.query.Value() != "" {
			said = "nothing matches; esc clears the search"
		}
		return append(lines, "  "+t.Paint(themes.Muted, said))
	}
	return c.list.Draw(lines, w, func(i int, under bool) string { return c.drawRow(t, c.at(i), under, w) })
}

// count counts the rows, "200+" while more can be read.
func (c *chooser) count() string {
	n := 0
	for i := range c.shown {
		if r := c.at(i); !r.head && !r.goesOn {
			n++
		}
	}
	if c.more != nil {
		return grouped(n) + "+"
	}
	return grouped(n)
}

func (c *chooser) drawRow(t *themes.Theme, r *row, under bool, w int) string {
	if r.head {
		return " " + t.Paint(themes.Muted, r.text)
	}
	mark, ink := "  ", themes.Text
	if r.off != "" {
		ink = themes.Faint
	}
	if under {
		mark = t.Paint(themes.Accent, t.Glyphs.Cursor) + " "
	}
	line := " " + mark
	if c.keyW > 0 {
		line += t.Paint(themes.Key, widget.Fit(r.key, min(c.keyW, 18))) + "  "
	}
	line += t.Paint(ink, r.text)
	note := r.note
	switch {
	case r.off != "" && note != "":
		note = r.off + " · " + note
	case r.off != "":
		note = r.off
	}
	if note != "" {
		line += "  " + t.Paint(themes.Muted, note)
	}
	if n := widget.Width(r.id); n > 0 && widget.Width(line)+n+4 <= w {
		line = widget.Fit(line, w-n-1) + t.Paint(themes.Faint, r.id) + " "
	}
	if under {
		return t.Ink(themes.Cursor).Lay(widget.Fit(line, w))
	}
	return line
}
