package ui

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// longestCopy is what terminals take through OSC 52 without dropping it.
const longestCopy = 74_994

// copy puts text on the clipboard of the terminal's own machine.
func (s *shell) copy(m views.CopyMsg) tea.Cmd {
	if len(m.Text) > longestCopy {
		return s.say(views.Warn, fmt.Sprintf("%s are too much for the clipboard, it takes %s: w writes a file", bytesWord(int64(len(m.Text))), bytesWord(longestCopy)))
	}
	label := m.Label
	if label == "" {
		label = counted(len([]rune(m.Text)), "character", "characters")
	}
	seq := osc52.New(m.Text)
	text := seq.String()
	switch {
	case s.o.Getenv("TMUX") != "":
		// tmux takes the plain sequence where set-clipboard is on, and hands
		// the wrapped one on where passthrough is.
		text += seq.Tmux().String()
	case s.o.Getenv("STY") != "":
		text = seq.Screen().String()
	}
	said := s.say(views.Done, "copied "+label)
	if s.term == nil {
		return said
	}
	out := s.term.out.File
	return tea.Batch(said, func() tea.Msg {
		if _, err := io.WriteString(out, text); err != nil {
			return reply(func(s *shell) tea.Cmd { return s.fail(fmt.Errorf("copy: %w", err)) })
		}
		return nil
	})
}

// edit opens text in the person's editor. The file is theirs alone and is
// gone afterwards.
func (s *shell) edit(m views.EditorMsg) tea.Cmd {
	done := func(text string, err error) tea.Msg {
		return reply(func(s *shell) tea.Cmd {
			cmds := []tea.Cmd{s.resumed()}
			if m.Done != nil {
				cmds = append(cmds, m.Done(text, err))
			}
			return tea.Batch(cmds...)
		})
	}
	// Even a small file is written off the UI goroutine: disks can hang.
	return func() tea.Msg {
		dir, err := os.MkdirTemp("", "ebb-")
		if err != nil {
			return done("", fmt.Errorf("edit: %w", err))
		}
		clean := func() {
			// Left behind it would be a private file in a private folder.
			_ = os.RemoveAll(dir)
		}
		path := filepath.Join(dir, "memory.md")
		if err := os.WriteFile(path, []byte(m.Text), 0o600); err != nil {
			clean()
			return done("", fmt.Errorf("edit: %w", err))
		}
		s.pausePainting()
		run := &foreground{Cmd: editorCommand(s.o.Getenv, path), shell: s}
		return tea.Exec(run, func(err error) tea.Msg {
			defer clean()
			if err != nil {
				return done("", fmt.Errorf("the editor: %w", err))
			}
			text, err := readRegular(path)
			if err != nil {
				return done("", fmt.Errorf("edit: %w", err))
			}
			return done(text, nil)
		})()
	}
}

// longestEdit is more than any memory's text; what an editor leaves beyond it
// is refused later, with its size.
const longestEdit = 16 << 20

// readRegular reads what the editor left, unless it left something that
// reading would wait for.
func readRegular(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no longer a file", path)
	}
	if info.Size() > longestEdit {
		return "", fmt.Errorf("the text has grown to %s", bytesWord(info.Size()))
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// suspend gives the terminal to the shell that started us.
func (s *shell) suspend() tea.Cmd {
	s.pausePainting()
	return tea.Suspend
}

// editorCommand runs $VISUAL or $EDITOR, which may carry arguments and quotes.
func editorCommand(getenv func(string) string, path string) *exec.Cmd {
	editor := getenv("VISUAL")
	if editor == "" {
		editor = getenv("EDITOR")
	}
	if runtime.GOOS == "windows" {
		if editor == "" {
			editor = "notepad"
		}
		words := strings.Fields(editor)
		return exec.Command(words[0], append(words[1:], path)...)
	}
	if editor == "" {
		editor = "vi"
	}
	return exec.Command("/bin/sh", "-c", editor+` "$1"`, "ebb", path)
}

// foreground is a program that has the terminal while it runs. It gets the
// real files: through our own it would not see a terminal.
type foreground struct {
	*exec.Cmd
	shell *shell
}

func (f *foreground) SetStdin(io.Reader)  {}
func (f *foreground) SetStdout(io.Writer) {}
func (f *foreground) SetStderr(io.Writer) {}

func (f *foreground) Run() error {
	if t := f.shell.term; t != nil {
		f.Stdin, f.Stdout, f.Stderr = t.in.File, t.out.File, os.Stderr
	}
	f.shell.away.Store(true)
	defer f.shell.away.Store(false)
	return f.Cmd.Run()
}
