package ui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// saveBox asks for the file that a screen's text is written to.
type saveBox struct {
	ask  views.SaveMsg
	path textinput.Model
}

func newSave(ask views.SaveMsg) *saveBox {
	b := &saveBox{ask: ask, path: newField("")}
	b.path.SetValue(ask.Name)
	b.path.CursorEnd()
	return b
}

func (b *saveBox) title() string           { return widget.Clean(b.ask.Title) }
func (*saveBox) full() bool                { return false }
func (*saveBox) typing() bool              { return true }
func (*saveBox) out() bool                 { return false }
func (*saveBox) wheel(int)                 {}
func (*saveBox) click(*shell, int) tea.Cmd { return nil }
func (*saveBox) hints() []hint             { return []hint{{"enter", "write it"}} }

func (b *saveBox) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	if name != "enter" {
		var cmd tea.Cmd
		b.path, cmd = b.path.Update(k)
		return cmd
	}
	path := expand(b.path.Value(), s.o.Getenv)
	if path == "" {
		return nil
	}
	s.drop(b)
	return s.unlessThere(path, func() tea.Cmd { return s.save(path, b.ask.Write) })
}

func (b *saveBox) draw(t *themes.Theme, w, _ int) []string {
	lines := widget.Wrap(b.ask.Note, w)
	return append(lines, "", t.Paint(themes.Muted, "file  ")+drawField(&b.path, t, w-8))
}

// unlessThere writes to a path; where there is something already, only once
// the person has agreed to lose it.
func (s *shell) unlessThere(path string, write func() tea.Cmd) tea.Cmd {
	return s.work(func(context.Context) reply {
		info, err := os.Lstat(path)
		return func(s *shell) tea.Cmd {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return write()
			case err != nil:
				return s.fail(fmt.Errorf("not written: %w", err))
			case !info.Mode().IsRegular():
				return s.say(views.Warn, "not written: "+path+" is there and is no file")
			}
			s.push(newConfirm(views.ConfirmMsg{
				Title: "Replace the file that is there?",
				Body: fmt.Sprintf("%s holds %s, written %s. What it holds would be lost; undo does not reach files.",
					path, bytesWord(info.Size()), info.ModTime().In(s.o.Location).Format("2 Jan 2006 15:04")),
				Yes: "replace it",
				Do:  write,
			}))
			return nil
		}
	})
}

// save writes a file in a job that can be cancelled. The file is there whole,
// or is as it was.
func (s *shell) save(path string, write func(context.Context, string, *bufio.Writer) (string, error)) tea.Cmd {
	ctx, cancel := context.WithCancel(s.ctx)
	s.jobs.set("save", "writing "+widget.Clean(path), cancel)
	return s.work(func(context.Context) reply {
		done, err := writeWhole(ctx, path, write)
		return func(s *shell) tea.Cmd {
			cancelled := ctx.Err() != nil
			cancel()
			s.jobs.set("save", "", nil)
			switch {
			case err != nil && cancelled:
				return s.say(views.Warn, "cancelled: nothing was written")
			case err != nil:
				return s.fail(fmt.Errorf("not written: %w", err))
			}
			return s.say(views.Done, "wrote "+done+" to "+path)
		}
	})
}

// writeWhole writes beside the file and puts the result in its place.
func writeWhole(ctx context.Context, path string, write func(context.Context, string, *bufio.Writer) (string, error)) (done string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".ebb-*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			// What went wrong is said already; what is left is a private file.
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriter(f)
	if done, err = write(ctx, path, w); err != nil {
		return "", err
	}
	if err = w.Flush(); err != nil {
		return "", err
	}
	if err = f.Sync(); err != nil {
		return "", err
	}
	if err = f.Close(); err != nil {
		return "", err
	}
	return done, os.Rename(f.Name(), path)
}
