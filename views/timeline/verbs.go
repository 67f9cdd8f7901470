package timeline

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// wroteMsg is a write that has ended.
type wroteMsg struct {
	text string
	err  error
}

// restore asks before an old version becomes the newest one again.
func (s *Screen) restore() tea.Cmd {
	l := s.life
	v := l.current()
	if v == nil {
		return nil
	}
	m := &l.memory
	number, next := v.Number, m.Version+1
	label := fmt.Sprintf("write v%d, which says what v%d said", next, number)
	switch {
	case !m.State.Editable():
		return warn("a " + m.State.String() + " memory cannot be edited; undo can bring it back")
	case number == m.Version && m.State != engine.Archived:
		return warn("this is what it says now")
	case number == m.Version:
		number = 0
		label = fmt.Sprintf("write v%d: out of the archive, as it is", next)
	}
	id, src, expected := l.id, s.src, m.Version
	return views.Send(views.PickMsg{
		Title: fmt.Sprintf("Restore v%d of %s", v.Number, s.when(v.At)),
		Choices: []views.Choice{
			{Key: "r", Label: label, Note: "text, scores and metadata; u takes it back"},
		},
		Pick: func(int) tea.Cmd {
			return func() tea.Msg {
				how := engine.How{Actor: engine.You, Expected: &expected, Reason: fmt.Sprintf("as v%d said", v.Number)}
				if number == 0 {
					how.Reason = "out of the archive"
				}
				done, err := src.Restore(context.Background(), id, number, how)
				return wroteMsg{text: fmt.Sprintf("restored v%d as v%d", v.Number, done.Version), err: err}
			}
		},
	})
}

func warn(text string) tea.Cmd { return views.Send(views.ToastMsg{Text: text, Level: views.Warn}) }

func (s *Screen) wrote(msg wroteMsg) tea.Cmd {
	if msg.err != nil {
		return views.Send(views.ToastMsg{Text: msg.err.Error(), Level: views.Fail})
	}
	return views.Send(views.ToastMsg{Text: msg.text, Level: views.Done, Undo: true})
}

// copyText copies what the version under the cursor says.
func (s *Screen) copyText() tea.Cmd {
	l := s.life
	v := l.current()
	if v == nil {
		return nil
	}
	label := fmt.Sprintf("the text of v%d", v.Number)
	if text, ok := l.texts.get(v.Ref()); ok {
		return views.Send(views.CopyMsg{Text: text, Label: label})
	}
	ctx, src, id, ref := l.ctx, s.src, l.id, v.Ref()
	return func() tea.Msg {
		v, err := src.VersionAt(ctx, id, ref)
		if err != nil {
			return views.ToastMsg{Text: err.Error(), Level: views.Fail}
		}
		return views.CopyMsg{Text: v.Memory.Content, Label: label}
	}
}

func (s *Screen) copyOther() tea.Cmd {
	l := s.life
	v := l.current()
	if v == nil {
		return nil
	}
	options := []views.CopyMsg{
		{Text: l.id, Label: "the id"},
		{Text: "ebb at " + quoted(l.id) + " " + v.At.UTC().Format(time.RFC3339Nano), Label: "the command line that prints this version"},
		{Text: "ebb timeline " + quoted(l.id), Label: "the command line that prints its life"},
	}
	if m := l.pair.marked; m != nil && !m.equal {
		options = append(options, views.CopyMsg{Text: m.text, Label: "the differences"})
	}
	return copyOne(options)
}

func copyOne(options []views.CopyMsg) tea.Cmd {
	msg := views.PickMsg{Title: "Copy", Pick: func(i int) tea.Cmd { return views.Send(options[i]) }}
	for i, o := range options {
		msg.Choices = append(msg.Choices, views.Choice{Key: string("abcdef"[i]), Label: o.Label})
	}
	return views.Send(msg)
}

// quoted is an id for a command line.
func quoted(id string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if id != "" && strings.IndexFunc(id, func(r rune) bool { return !plain(r) }) < 0 {
		return id
	}
	return "'" + strings.ReplaceAll(id, "'", `'\''`) + "'"
}

// relative is a memory that this one came from or went into.
type relative struct{ how, id string }

// relatives are the lineage of the memory, oldest first, each once.
func (s *Screen) relatives() []relative {
	l := s.life
	versions := l.versions
	if lens := s.ctx.Lens(); lens.Mode == views.Past {
		versions = versions[max(l.inForce(lens.At), 0):]
	}
	var out []relative
	add := func(how, id string) {
		if id == "" || id == l.id {
			return
		}
		for _, r := range out {
			if r.id == id {
				return
			}
		}
		out = append(out, relative{how, id})
	}
	for i := len(versions) - 1; i >= 0; i-- {
		v := &versions[i]
		for _, id := range v.Memory.MergedFrom {
			add("merged from", id)
		}
		add("supersedes", v.Memory.Supersedes)
	}
	how := "superseded by"
	if l.memory.State == engine.Merged {
		how = "merged into"
	}
	for i := range versions {
		add(how, versions[i].Memory.SupersededBy)
	}
	return out
}

func (l *life) titleOf(id string) string {
	if title := l.titles[id]; title != "" {
		return title
	}
	return "a memory that is gone (" + short(id, 20) + ")"
}

func (s *Screen) chooseRelative() tea.Cmd {
	l := s.life
	all := s.relatives()
	if len(all) == 0 {
		return warn("nothing came before this memory and nothing came after it")
	}
	msg := views.PickMsg{Title: "Go to", Pick: func(i int) tea.Cmd {
		if l.titles[all[i].id] == "" {
			return warn("that memory was purged")
		}
		return views.Send(views.OpenMsg{Screen: views.Timeline, ID: all[i].id})
	}}
	for _, r := range all {
		msg.Choices = append(msg.Choices, views.Choice{Label: r.how + "  " + short(l.titleOf(r.id), 60)})
	}
	return views.Send(msg)
}
