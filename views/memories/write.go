package memories

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// wroteMsg is the outcome of a write.
type wroteMsg struct {
	done  string // what was done, for the status line
	undo  bool
	spent bool // the selection was what it was about
	about []string
	err   error
}

// doMsg runs something on the screen's goroutine that only a command found
// out to be needed.
type doMsg struct{ do func() tea.Cmd }

var byYou = engine.How{Actor: engine.You}

// busyFrom is the number of memories from which a write is announced as work.
const busyFrom = 500

// write runs a write in a command. job returns what was done.
func (s *Screen) write(label string, n int, msg wroteMsg, job func(ctx context.Context) (string, error)) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	run := func() tea.Msg {
		defer cancel()
		msg.done, msg.err = job(ctx)
		return msg
	}
	if n < busyFrom {
		return run
	}
	return tea.Sequence(
		views.Send(views.BusyMsg{Job: "memories.write", Label: label + " " + memoriesWord(n), Cancel: cancel}),
		run,
		views.Send(views.BusyMsg{Job: "memories.write"}),
	)
}

func (s *Screen) wrote(msg wroteMsg) tea.Cmd {
	if cancelled(msg.err) {
		return toast(views.Warn, "cancelled: nothing was written")
	}
	if msg.err != nil {
		return toast(views.Fail, complaint(msg.err))
	}
	if msg.spent {
		s.list.letGo()
		s.list.letGo()
	}
	return views.Send(views.ToastMsg{Text: msg.done, Level: views.Done, Undo: msg.undo, About: msg.about})
}

func toast(level views.Level, text string) tea.Cmd {
	return views.Send(views.ToastMsg{Text: widget.Clean(text), Level: level})
}

// complaint says what went wrong and what to do about it.
func complaint(err error) string {
	var (
		moved *engine.VersionConflictError
		gone  *engine.NotFoundError
		state *engine.InvalidTransitionError
	)
	switch {
	case errors.As(err, &moved):
		return fmt.Sprintf("not written: it is at version %d by now, this was about version %d", moved.Actual, moved.Expected)
	case errors.As(err, &gone) && gone.Kind == "memory":
		return "not written: the memory is gone"
	case errors.As(err, &state):
		return fmt.Sprintf("not written: a memory that is %s cannot be changed like this", state.From)
	case errors.Is(err, engine.ErrReadOnly):
		return "not written: the store is open for reading only"
	}
	return "not written: " + err.Error()
}

// offNow says why nothing can be written, "" when it can.
func (s *Screen) offNow() string {
	switch s.ctx.Lens().Mode {
	case views.Future:
		return "look back to now first (esc): nothing is written while the clock is ahead"
	case views.Past:
		return "look back to now first (esc): what was is read only"
	case views.Live:
	}
	return ""
}

// about returns what a verb is about; when that is nothing, or nothing can be
// written now, it returns a command that says so.
func (s *Screen) about() (ids []string, refused tea.Cmd) {
	if why := s.offNow(); why != "" {
		return nil, toast(views.Warn, why)
	}
	if s.detail.fixed != "" || s.full {
		if id := s.detailID(); id != "" {
			return []string{id}, nil
		}
	}
	ids = s.list.targets()
	if len(ids) == 0 {
		return nil, toast(views.Warn, "there is no memory here yet: n writes one")
	}
	return ids, nil
}

// selection is what is selected in the list, nothing while one memory is read.
func (s *Screen) selection() []string {
	if s.full || s.detail.fixed != "" || !s.list.selecting() {
		return nil
	}
	return s.list.targets()
}

// only keeps the ids whose memories are in a state that fits.
func (s *Screen) only(ids []string, fits func(engine.State) bool) []string {
	return slices.DeleteFunc(ids, func(id string) bool {
		h, ok := s.head(id)
		return ok && !fits(h.State)
	})
}

// name names one memory by its title and several by their number.
func (s *Screen) name(ids []string) string { return s.nameIn(ids, 40) }

// nameIn is a name whose title has at most w cells.
func (s *Screen) nameIn(ids []string, w int) string {
	if len(ids) != 1 {
		return memoriesWord(len(ids))
	}
	if h, ok := s.head(ids[0]); ok {
		return "“" + widget.Truncate(widget.Clean(h.Title), w, "…") + "”"
	}
	return "1 memory"
}

func (s *Screen) archive() tea.Cmd {
	ids, refused := s.about()
	if refused != nil {
		return refused
	}
	if len(ids) > 1 {
		return s.preview(s.archiving(), ids)
	}
	if ids = s.only(ids, func(st engine.State) bool { return st.Live() || st == engine.Expired }); len(ids) == 0 {
		return toast(views.Warn, "only live memories can be archived: r brings an archived one back")
	}
	name := s.name(ids)
	return s.write("archiving", len(ids), wroteMsg{undo: true, spent: true, about: ids}, func(ctx context.Context) (string, error) {
		_, err := s.src.Archive(ctx, ids, byYou)
		return "archived " + name, err
	})
}

func (s *Screen) restore() tea.Cmd {
	ids, refused := s.about()
	if refused != nil {
		return refused
	}
	if len(ids) > 1 {
		return s.preview(s.restoring(), ids)
	}
	if ids = s.only(ids, func(st engine.State) bool { return st == engine.Archived }); len(ids) == 0 {
		return toast(views.Warn, "only archived memories can be restored: / state:archived lists them")
	}
	name := s.name(ids)
	return s.write("restoring", len(ids), wroteMsg{undo: true, spent: true, about: ids}, func(ctx context.Context) (string, error) {
		_, err := s.src.Unarchive(ctx, ids, byYou)
		return "restored " + name, err
	})
}

func (s *Screen) purge() tea.Cmd {
	ids, refused := s.about()
	if refused != nil {
		return refused
	}
	name, n := s.name(ids), strconv.Itoa(len(ids))
	return views.Send(views.ConfirmMsg{
		Title: "Purge " + name + "?",
		Body:  "Text, history, ties and log entries are removed for good. This is the one thing that undo cannot bring back.",
		Word:  n,
		Yes:   "purge",
		Do: func() tea.Cmd {
			return s.write("purging", len(ids), wroteMsg{spent: true}, func(ctx context.Context) (string, error) {
				_, err := s.src.Purge(ctx, ids, byYou)
				return "purged " + name + " for good", err
			})
		},
	})
}

// recall records that memories were used; several were used together.
func (s *Screen) recall() tea.Cmd {
	ids, refused := s.about()
	if refused != nil {
		return refused
	}
	if ids = s.only(ids, engine.State.Live); len(ids) == 0 {
		return toast(views.Warn, "only live memories can be recalled")
	}
	name := s.name(ids)
	return s.write("recalling", len(ids), wroteMsg{undo: true, spent: true, about: ids}, func(ctx context.Context) (string, error) {
		_, _, err := s.src.RecallTogether(ctx, ids, byYou)
		return "recorded a recall of " + name, err
	})
}

// pin pins what is not pinned; when all of it is, it is let go.
func (s *Screen) pin() tea.Cmd {
	ids, refused := s.about()
	if refused != nil {
		return refused
	}
	all := !slices.ContainsFunc(ids, func(id string) bool { return !s.pins[id] })
	done := "pinned " + s.nameIn(ids, 30) // more is said on the same line
	switch {
	case all:
		done = "un" + done
	case s.mayMove():
		done += ": stays on top"
	default: // order holds still where the person is
		done += ": s s puts it on top"
	}
	return s.write("pinning", len(ids), wroteMsg{undo: true, spent: true, about: ids}, func(ctx context.Context) (string, error) {
		_, err := s.src.SetSettings(ctx, func(set *engine.Settings) error {
			set.Pins = slices.DeleteFunc(slices.Clone(set.Pins), func(id string) bool { return slices.Contains(ids, id) })
			if !all {
				set.Pins = append(set.Pins, ids...)
			}
			return nil
		}, byYou)
		return done, err
	})
}

// relations are the links that x offers, contradiction first.
var relations = []struct{ typ, note string }{
	{engine.RelContradicts, "both cannot be true: opens a conflict"},
	{engine.RelSupports, "the first backs the second up"},
	{engine.RelSupersedes, "the first is what counts now"},
	{engine.RelDerivedFrom, "the first was made from the second"},
	{engine.RelRelatedTo, "they belong together"},
	{engine.RelDependsOn, "the first needs the second"},
	{engine.RelCausedBy, "the first happened because of the second"},
}

// to stands between two memories of which the first says something of the
// second.
func (s *Screen) to() string {
	if s.ctx.Accessible {
		return " to "
	}
	return " " + s.theme().Glyphs.Arrow + " "
}

// link ties two memories: the two that are selected, or the selected one and
// the one under the cursor.
func (s *Screen) link() tea.Cmd {
	ids, refused := s.about()
	if refused != nil {
		return refused
	}
	if current := s.list.current(); len(ids) == 1 && current != ids[0] && !s.full {
		ids = append(ids, current)
	}
	if len(ids) != 2 {
		return toast(views.Warn, "x links two memories: select one with space, put the cursor on the other")
	}
	a, b := ids[0], ids[1]
	choices := make([]views.Choice, len(relations))
	for i, r := range relations {
		choices[i] = views.Choice{Label: r.typ, Note: r.note}
	}
	choices[0].Key = "x"
	return views.Send(views.PickMsg{
		Title:   s.name([]string{a}) + s.to() + s.name([]string{b}),
		Choices: choices,
		Pick: func(i int) tea.Cmd {
			return s.write("linking", 2, wroteMsg{undo: true, spent: true, about: ids}, func(ctx context.Context) (string, error) {
				if relations[i].typ == engine.RelContradicts {
					_, err := s.src.Declare(ctx, a, b, "", byYou)
					return "opened a conflict between the two", err
				}
				_, err := s.src.Relate(ctx, a, b, relations[i].typ, 1, nil, byYou)
				return "linked the two: " + relations[i].typ, err
			})
		},
	})
}
