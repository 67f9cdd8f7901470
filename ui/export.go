package ui

import (
	"context"
	"fmt"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
)

// exportBox asks for the file that everything is written to.
type exportBox struct{ path textinput.Model }

func (s *shell) openExport() tea.Cmd {
	b := &exportBox{path: newField("")}
	b.path.SetValue("ebb-" + s.now.In(s.o.Location).Format("2006-01-02") + ".jsonl")
	b.path.CursorEnd()
	s.push(b)
	return nil
}

func (*exportBox) title() string             { return "Export everything" }
func (*exportBox) full() bool                { return false }
func (*exportBox) typing() bool              { return true }
func (*exportBox) out() bool                 { return false }
func (*exportBox) wheel(int)                 {}
func (*exportBox) click(*shell, int) tea.Cmd { return nil }
func (*exportBox) hints() []hint             { return []hint{{"enter", "write it"}} }

func (b *exportBox) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	if name != "enter" {
		var cmd tea.Cmd
		b.path, cmd = b.path.Update(k)
		return cmd
	}
	session, path := s.session, expand(b.path.Value(), s.o.Getenv)
	if path == "" || session == nil || session.Export == nil {
		return nil
	}
	s.drop(b)
	return s.unlessThere(path, func() tea.Cmd { return s.export(session, path) })
}

// export writes everything in a job that can be cancelled.
func (s *shell) export(session *Session, path string) tea.Cmd {
	ctx, cancel := context.WithCancel(s.ctx)
	s.jobs.set("export", "writing "+path, cancel)
	return s.work(func(context.Context) reply {
		n, err := session.Export(ctx, path)
		return func(s *shell) tea.Cmd {
			cancel()
			s.jobs.set("export", "", nil)
			if err != nil {
				return s.fail(fmt.Errorf("export: %w", err))
			}
			return s.say(views.Done, "wrote "+counted(n, "record", "records")+" to "+path)
		}
	})
}

func (b *exportBox) draw(t *themes.Theme, w, _ int) []string {
	return []string{"ebb's own format, lossless: versions, ties, conflicts, journal.", "", t.Paint(themes.Muted, "file  ") + drawField(&b.path, t, w-8)}
}
