package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views/widget"
)

func (p *importPane) knownRows(s *shell, found []Known) []row {
	rows := []row{{text: "Found where agents keep them; none has been read", head: true}}
	if len(found) == 0 {
		rows[0].text = "No agent's file was found at the known places"
	}
	for i, k := range found {
		key := ""
		if i < 9 {
			key = string(rune('1' + i))
		}
		rows = append(rows, row{
			key: key, text: widget.Clean(k.Tool),
			note: bytesWord(k.Size) + " · " + k.Modified.In(s.o.Location).Format("2 Jan 2006") + " · " + widget.Clean(k.Path),
			do:   func(s *shell) tea.Cmd { return p.look(s, k.Path) },
		})
	}
	return rows
}

// ways are the ways to a file that is not known.
func (p *importPane) ways() []row {
	return []row{
		{text: "Another file", head: true},
		{key: "b", text: "browse folders", do: func(s *shell) tea.Cmd { return p.browse(s, "") }},
		{key: "p", text: "type its path", do: func(*shell) tea.Cmd { p.stage = typingPath; return nil }},
	}
}

func (p *importPane) browse(s *shell, dir string) tea.Cmd {
	p.stage = browsing
	p.folder = newBrowser(func(s *shell, path string) tea.Cmd { return p.look(s, path) })
	return p.folder.enter(s, dir)
}
