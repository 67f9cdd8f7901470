package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views/widget"
)

// mostEntries of a folder are listed; who has more types the path.
const mostEntries = 2000

// browser walks folders. It reads their lists, never a file.
type browser struct {
	dir  string
	list *chooser
	pick func(s *shell, path string) tea.Cmd
}

func newBrowser(pick func(*shell, string) tea.Cmd) *browser {
	b := &browser{pick: pick, list: newChooser("Browse", nil, false)}
	b.list.stays, b.list.action, b.list.empty = true, "open", "reading the folder…"
	return b
}

// enter lists a folder; "" is where the program was started.
func (b *browser) enter(s *shell, dir string) tea.Cmd {
	return s.work(func(context.Context) reply {
		where, err := filepath.Abs(dir)
		var entries []os.DirEntry
		if err == nil {
			entries, err = os.ReadDir(where)
		}
		return func(s *shell) tea.Cmd {
			if err != nil {
				return s.fail(fmt.Errorf("browse: %w", err))
			}
			b.show(where, entries)
			return nil
		}
	})
}

func (b *browser) show(dir string, entries []os.DirEntry) {
	b.dir = dir
	b.list.name = widget.Clean(dir)
	b.list.empty = "this folder is empty"
	slices.SortStableFunc(entries, func(x, y os.DirEntry) int {
		if x.IsDir() != y.IsDir() {
			if x.IsDir() {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(x.Name()), strings.ToLower(y.Name()))
	})
	var rows []row
	if up := filepath.Dir(dir); up != dir {
		rows = append(rows, row{text: "..", do: func(s *shell) tea.Cmd { return b.enter(s, up) }})
	}
	for i, e := range entries {
		if i == mostEntries {
			rows = append(rows, row{text: fmt.Sprintf("and %d more: p types a path", len(entries)-i), head: true})
			break
		}
		path := filepath.Join(dir, e.Name())
		r := row{text: widget.Clean(e.Name())}
		if e.IsDir() {
			r.text += "/"
			r.do = func(s *shell) tea.Cmd { return b.enter(s, path) }
		} else {
			r.do = func(s *shell) tea.Cmd { return b.pick(s, path) }
		}
		rows = append(rows, r)
	}
	b.list.list.Top()
	b.list.set(rows)
}

func (b *browser) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	switch name {
	case "left", "h", "backspace":
		if up := filepath.Dir(b.dir); b.dir != "" && up != b.dir {
			return b.enter(s, up)
		}
		return nil
	case "right", "l":
		return b.list.choose(s)
	}
	return b.list.key(s, k, name)
}

// expand gives "~" its meaning.
func expand(path string, getenv func(string) string) string {
	if home := getenv("HOME"); home != "" && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, strings.TrimPrefix(path, "~"))
	}
	return path
}
