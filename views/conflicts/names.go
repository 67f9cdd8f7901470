package conflicts

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/widget"
)

// named is what a conflict was called when the names were of that generation;
// it is shown until there is a newer one.
type named struct {
	text string
	gen  uint64
}

// namesMsg brings what conflicts are called, by their ids.
type namesMsg struct {
	gen   uint64
	names map[string]string
}

// wantNames reads what the rows in sight are called, and a page more on
// either side.
func (s *Screen) wantNames() tea.Cmd {
	if s.naming {
		return nil
	}
	l := s.queue.list()
	from, to := l.window.Visible()
	page := max(to-from, 16)
	from, to = max(0, from-page), min(len(l.conflicts), to+page)
	var missing []engine.Conflict
	for i := from; i < to; i++ {
		if n, known := s.names[l.conflicts[i].ID]; !known || n.gen != s.nameGen {
			missing = append(missing, l.conflicts[i])
		}
	}
	if len(missing) == 0 {
		return nil
	}
	s.naming = true
	src, gen := s.src, s.nameGen
	return func() tea.Msg {
		ids := make([]string, 0, 2*len(missing))
		for i := range missing {
			ids = append(ids, missing[i].MemoryA, missing[i].MemoryB)
		}
		heads, err := src.Heads(context.Background(), ids)
		if err != nil {
			heads = nil // rows without a name say so; the pair names the error
		}
		byID := make(map[string]*engine.Head, len(heads))
		for i := range heads {
			byID[heads[i].ID] = &heads[i]
		}
		names := make(map[string]string, len(missing))
		for i := range missing {
			names[missing[i].ID] = called(byID[missing[i].MemoryA], byID[missing[i].MemoryB])
		}
		return namesMsg{gen: gen, names: names}
	}
}

// mostNames bounds what is kept; it is read again when it is wanted again.
const mostNames = 5000

func (s *Screen) takeNames(msg namesMsg) {
	s.naming = false
	if len(s.names) > mostNames {
		clear(s.names)
	}
	for id, name := range msg.names {
		s.names[id] = named{text: name, gen: msg.gen}
	}
}

// called is what a conflict is called: the key that both memories share, else
// what the incoming one says.
func called(a, b *engine.Head) string {
	switch {
	case a == nil && b == nil:
		return "two memories that are gone"
	case b == nil:
		return a.Title
	case a == nil:
		return b.Title
	case a.Identity == b.Identity && a.Identity.Kind == engine.TextIdentity && a.Identity.Value != "":
		return a.Identity.Value
	}
	return b.Title
}

// name is what a conflict is called on one line of our own words.
func (s *Screen) name(c *engine.Conflict) string {
	if name := s.names[c.ID].text; name != "" {
		return "“" + widget.Truncate(widget.Clean(name), 40, "…") + "”"
	}
	return "two memories"
}
