package graph

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// do makes an action: the frame is stale after it.
func (s *Screen) do(do func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		s.frame.dirty()
		return do()
	}
}

func (s *Screen) act(do func()) func() tea.Cmd {
	return s.do(func() tea.Cmd {
		do()
		return nil
	})
}

// Bindings implements [views.View].
func (s *Screen) Bindings() []views.Binding {
	noCentre := ""
	if s.centre == "" {
		noCentre = "only around one memory: enter puts one in the middle"
	}
	deepest := noCentre
	if s.depth == MostDepth {
		deepest = fmt.Sprintf("%d steps are the most", MostDepth)
	}
	table := []views.Binding{
		{ID: "graph.centre", Keys: []string{"enter"}, Short: "centre", Help: "put the memory under the cursor in the middle; there, open it in the list", Block: views.Move, Action: s.do(s.enter)},
		{ID: "graph.deeper", Keys: []string{"+", "="}, Short: "deeper", Help: "show one step further", Block: views.Local, Off: deepest, Action: s.do(func() tea.Cmd { return s.deeper(1) })},
		{ID: "graph.nearer", Keys: []string{"-"}, Help: "show one step less", Block: views.Local, Off: noCentre, Action: s.do(func() tea.Cmd { return s.deeper(-1) })},
		{ID: "graph.filters", Keys: []string{"f"}, Short: "filter", Help: "which ties are shown: kinds, and how strong at least", Block: views.Find, Off: noCentre, Action: s.do(s.chooseFilter)},
		{ID: "graph.pulse", Keys: []string{"p"}, Short: "pulse", Help: "what does this bring to mind?", Words: "activation spread", Block: views.Local, Action: s.do(s.bring)},
		{ID: "graph.select", Keys: []string{" "}, Short: "select", Help: "select; the strongest path between two is drawn", Words: "path way between", Block: views.Take, Action: s.do(s.sel)},
		{ID: "graph.link", Keys: []string{"x"}, Short: "link…", Help: "say how two memories are tied: the selected ones, or the middle and that under the cursor", Words: "relate relation tie", Block: views.Change, Off: s.offNow(), Action: s.do(s.link)},
		{ID: "graph.edit", Keys: []string{"e"}, Short: "tie…", Help: "retype or take away the tie to the memory under the cursor", Words: "unrelate retype untie unlink relation", Block: views.Change, Off: s.offNow(), Action: s.do(s.editTie)},
		{ID: "graph.copy", Keys: []string{"y"}, Help: "copy the table as text", Block: views.Take, Action: s.do(s.copyTable)},
		{ID: "graph.copyas", Keys: []string{"Y"}, Help: "copy the id, or the command line that prints the same", Block: views.Take, Action: s.do(s.copyAs)},
		{ID: "graph.hubs", Help: "the strongest memories of the whole store", Words: "overview hubs all", Block: views.Local, Action: s.do(func() tea.Cmd { return s.centreOn("") })},
	}
	switch {
	case s.frame.either:
		short := "picture"
		if s.alone {
			short = "table"
		}
		table = append(table, views.Binding{ID: "graph.pane", Keys: []string{"tab", "shift+tab"}, Short: short, Help: "the picture instead of the table, and back", Block: views.Move, Action: s.act(func() { s.alone = !s.alone })})
	case s.frame.canvas > 0:
		table = append(table, views.Binding{ID: "graph.pane", Keys: []string{"tab", "shift+tab"}, Help: "other pane: the table, the picture", Block: views.Move, Action: s.act(func() { s.onTable = !s.onTable })})
	}
	return append(table, s.moves()...)
}

func (s *Screen) moves() []views.Binding {
	if s.frame.canvas == 0 || s.onTable && !s.frame.either {
		by := func(n func() int) func() tea.Cmd { return s.act(func() { s.moveRow(n()) }) }
		one := func(n int) func() int { return func() int { return n } }
		half := func(n int) func() int { return func() int { return n * max(1, s.list.Height()/2) } }
		end := func(n int) func() int { return func() int { return n * len(s.rows) } }
		return []views.Binding{
			{ID: "graph.down", Keys: []string{"j", "down"}, Help: "next memory", Block: views.Move, Action: by(one(1))},
			{ID: "graph.up", Keys: []string{"k", "up"}, Help: "previous memory", Block: views.Move, Action: by(one(-1))},
			{ID: "graph.top", Keys: []string{"g", "home"}, Help: "to the top", Block: views.Move, Action: by(end(-1))},
			{ID: "graph.end", Keys: []string{"G", "end"}, Help: "to the end", Block: views.Move, Action: by(end(1))},
			{ID: "graph.halfdown", Keys: []string{"ctrl+d", "pgdown"}, Help: "half a page down", Block: views.Move, Action: by(half(1))},
			{ID: "graph.halfup", Keys: []string{"ctrl+u", "pgup"}, Help: "half a page up", Block: views.Move, Action: by(half(-1))},
		}
	}
	to := func(dx, dy int) func() tea.Cmd { return s.act(func() { s.toward(dx, dy) }) }
	return []views.Binding{
		{ID: "graph.left", Keys: []string{"h", "left"}, Help: "to the memory on the left", Block: views.Move, Action: to(-1, 0)},
		{ID: "graph.right", Keys: []string{"l", "right"}, Help: "to the memory on the right", Block: views.Move, Action: to(1, 0)},
		{ID: "graph.down", Keys: []string{"j", "down"}, Help: "to the memory below", Block: views.Move, Action: to(0, 1)},
		{ID: "graph.up", Keys: []string{"k", "up"}, Help: "to the memory above", Block: views.Move, Action: to(0, -1)},
		{ID: "graph.top", Keys: []string{"g", "home"}, Help: "to the middle", Block: views.Move, Action: s.act(func() {
			if s.centre != "" {
				s.cursor = s.centre
			}
		})},
	}
}

// moveRow moves the cursor in the table.
func (s *Screen) moveRow(n int) {
	if len(s.rows) == 0 {
		return
	}
	i := slices.Index(s.rows, s.cursor)
	if i < 0 {
		i = s.list.Cursor()
		if n > 0 {
			n--
		}
	}
	s.cursor = s.rows[min(max(i+n, 0), len(s.rows)-1)]
	s.follow()
}

// toward moves the cursor to the nearest memory in a direction: what lies
// straight ahead is nearer than what lies aside.
func (s *Screen) toward(dx, dy int) {
	from, ok := s.frame.cells[s.cursor]
	if !ok {
		s.moveRow(dx + dy)
		return
	}
	best, least := "", 1<<30
	for id, at := range s.frame.cells {
		x, y := at.x-from.x, 2*(at.y-from.y)
		ahead, aside := x*dx+y*dy, abs(x*dy)+abs(y*dx)
		if ahead <= 0 || aside > 2*ahead {
			continue
		}
		if cost := ahead + 2*aside; cost < least || cost == least && id < best {
			best, least = id, cost
		}
	}
	if best != "" {
		s.cursor = best
		s.follow()
	}
}

// enter puts another memory in the middle; the shell remembers the way back.
func (s *Screen) enter() tea.Cmd {
	n := s.node(s.cursor)
	switch {
	case n == nil:
		return nil
	case n.Gone:
		return warn("there is no such memory any more: only the tie is left, e takes it away")
	case n.ID == s.centre:
		return views.Send(views.OpenMsg{Screen: views.Memories, ID: n.ID})
	}
	return views.Send(views.OpenMsg{Screen: views.Graph, ID: n.ID})
}

func (s *Screen) deeper(n int) tea.Cmd {
	depth := min(max(s.depth+n, 1), MostDepth)
	if depth == s.depth {
		return nil
	}
	s.depth = depth
	return s.reload()
}

// sel selects a node, or lets it go; of three the first is let go.
func (s *Screen) sel() tea.Cmd {
	if s.node(s.cursor) == nil {
		return nil
	}
	if i := slices.Index(s.selected, s.cursor); i >= 0 {
		s.selected = slices.Delete(s.selected, i, i+1)
	} else {
		s.selected = append(s.selected, s.cursor)
		s.selected = s.selected[max(0, len(s.selected)-2):]
	}
	s.path = path{}
	if len(s.selected) == 2 {
		return s.findPath()
	}
	return nil
}

func warn(text string) tea.Cmd { return views.Send(views.ToastMsg{Text: text, Level: views.Warn}) }
