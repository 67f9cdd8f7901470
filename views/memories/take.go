package memories

import (
	"bufio"
	"context"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// linesEndings are what a file is called that takes JSON Lines.
var linesEndings = []string{".jsonl", ".ndjson", ".json"}

// writeOut writes what is selected, or the memory under the cursor, to a file:
// JSON Lines or plain text, by what the file is called.
func (s *Screen) writeOut() tea.Cmd {
	ids := s.list.targets()
	if s.full || s.detail.fixed != "" {
		ids = []string{s.detailID()}
	}
	if len(ids) == 0 || ids[0] == "" {
		return toast(views.Warn, "there is nothing to write yet")
	}
	src, name := s.src, memoriesWord(len(ids))
	return views.Send(views.SaveMsg{
		Title: "Write " + name + " to a file",
		Note:  "As " + strings.Join(linesEndings, ", ") + ": one memory a line, as ebb list --json prints it. Under any other name: the texts alone.",
		Name:  "memories-" + s.now().Format("2006-01-02") + ".jsonl",
		Write: func(ctx context.Context, path string, w *bufio.Writer) (string, error) {
			asLines := slices.Contains(linesEndings, strings.ToLower(filepath.Ext(path)))
			for i, id := range ids {
				if err := ctx.Err(); err != nil {
					return "", err
				}
				m, err := src.Get(ctx, id)
				if err != nil {
					return "", err
				}
				if err := writeOne(w, src, &m, asLines, i == 0); err != nil {
					return "", err
				}
			}
			return name, nil
		},
	})
}

// writeOne writes one memory; texts are a blank line apart.
func writeOne(w *bufio.Writer, src Source, m *engine.Memory, asLine, first bool) error {
	if asLine {
		line, err := src.JSON(m)
		if err == nil {
			_, err = w.Write(append(line, '\n'))
		}
		return err
	}
	if !first {
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
	}
	_, err := w.WriteString(strings.TrimRight(m.Content, "\n") + "\n")
	return err
}
