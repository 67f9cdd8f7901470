package memories

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/widget"
)

// copyText copies what the memories say.
func (s *Screen) copyText() tea.Cmd {
	ids := s.list.targets()
	if s.full || s.detail.fixed != "" {
		ids = []string{s.detailID()}
	}
	if len(ids) == 0 || ids[0] == "" {
		return toast(views.Warn, "there is nothing to copy")
	}
	label, src := "the text of "+s.name(ids), s.src
	return func() tea.Msg {
		var out []byte
		for i, id := range ids {
			m, err := src.Get(context.Background(), id)
			if err != nil {
				return views.ToastMsg{Text: "not copied: " + widget.Clean(err.Error()), Level: views.Fail}
			}
			if i > 0 {
				out = append(out, "\n\n"...)
			}
			if out = append(out, m.Content...); len(out) > maxCopy {
				return views.ToastMsg{Text: "not copied: more than a megabyte; w writes it to a file", Level: views.Warn}
			}
		}
		return views.CopyMsg{Text: string(out), Label: label}
	}
}

// maxCopy is far beyond what terminals take over OSC 52.
const maxCopy = 1 << 20

// copyOther offers what else can be copied of the selection, or of the memory
// under the cursor: ids, JSON, the command line that prints the same.
func (s *Screen) copyOther() tea.Cmd {
	ids := s.selection()
	if len(ids) == 0 {
		ids = []string{s.detailID()}
	}
	if ids[0] == "" {
		return toast(views.Warn, "there is nothing to copy")
	}
	src, name := s.src, s.nameIn(ids, 24)
	command := "ebb show " + shellWord(ids[0])
	idWord, commandWord := "its id", "the command line that prints it"
	if len(ids) > 1 {
		idWord, commandWord = "their ids", ""
	}
	options := []option{
		{Choice: views.Choice{Key: "i", Label: idWord, Note: widget.Truncate(widget.Clean(strings.Join(ids[:min(len(ids), 3)], " ")), 40, "…")}, pick: func() tea.Cmd {
			return views.Send(views.CopyMsg{Text: strings.Join(ids, "\n"), Label: idWord[strings.Index(idWord, " ")+1:] + " of " + name})
		}},
		{Choice: views.Choice{Key: "j", Label: "JSON", Note: "one memory a line"}, pick: func() tea.Cmd { return copyJSON(src, ids, "the JSON of "+name) }},
	}
	if commandWord != "" {
		options = append(options, option{Choice: views.Choice{Key: "c", Label: commandWord, Note: widget.Clean(command)}, pick: func() tea.Cmd {
			return views.Send(views.CopyMsg{Text: command, Label: "the command line"})
		}})
	}
	if line := s.listCommand(); line != "" {
		options = append(options, option{Choice: views.Choice{Key: "l", Label: "the command line that prints the list", Note: widget.Clean(line)}, pick: func() tea.Cmd {
			return views.Send(views.CopyMsg{Text: line, Label: "the command line"})
		}})
	}
	return pickFrom("Copy", options)
}

// copyJSON copies memories as lines of JSON.
func copyJSON(src Source, ids []string, label string) tea.Cmd {
	return func() tea.Msg {
		var lines []byte
		for _, id := range ids {
			m, err := src.Get(context.Background(), id)
			var line []byte
			if err == nil {
				line, err = src.JSON(&m)
			}
			if err != nil {
				return views.ToastMsg{Text: "not copied: " + widget.Clean(err.Error()), Level: views.Fail}
			}
			if lines = append(append(lines, line...), '\n'); len(lines) > maxCopy {
				return views.ToastMsg{Text: "not copied: more than a megabyte; w writes it to a file", Level: views.Warn}
			}
		}
		return views.CopyMsg{Text: string(lines), Label: label}
	}
}

// listCommand is the command line that prints what the list shows, "" where
// the command line cannot say it.
func (s *Screen) listCommand() string {
	f := &s.asked.filter
	if len(f.types) > 1 || len(f.namespaces) > 1 || len(f.keys) > 0 || f.conflict || f.pinned || f.problem != "" {
		return ""
	}
	words := []string{"ebb list"}
	if f.text != "" {
		words = []string{"ebb search --look --explain"}
		if !s.asked.searches() {
			return ""
		}
	}
	add := func(flag, value string) { words = append(words, flag+" "+shellWord(value)) }
	for _, typ := range f.types {
		add("--type", typ)
	}
	for _, ns := range f.namespaces {
		add("--namespace", ns)
	}
	for _, chip := range f.chips {
		for name, flag := range map[string]string{chipState: "--state", chipSince: "--since", chipFading: "--fading"} {
			if chipOf(chip) != name {
				continue
			}
			value := strings.Trim(chip[len(name):], `"`)
			if name != chipState && value != "now" && strings.Trim(value, "0123456789") == value || value == "live" {
				return "" // words of the screen's own
			}
			add(flag, value)
		}
	}
	if f.text != "" {
		words = append(words, "--", shellWord(f.query))
	}
	return strings.Join(words, " ")
}

// shellWord quotes what a shell would take apart.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
