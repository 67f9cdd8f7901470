package memories

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// verdict is what a change of many would do to one of them.
type verdict uint8

const (
	changes verdict = iota
	stays           // it is so already
	refuses
)

// bulk is one change of several memories, asked about before it is made.
type bulk struct {
	verb, done string // "archive", "archived"
	under      string // "archiving"
	what       string // what of them becomes what; "" where the verb says it
	judge      func(h *engine.Head) (verdict, string)
	do         func(ctx context.Context, ids []string) error
}

// weighed is what a bulk change would do: the memories that it changes, and of
// the others how many there are of each sort.
type weighed struct {
	ids      []string
	examples []string // titles of those that change
	stay     sorted
	refused  sorted
}

// sorted counts memories by why they are left alone, with an example of each.
type sorted struct {
	n     int
	count map[string]int
	title map[string]string
}

func (s *sorted) add(why, title string) {
	if s.count == nil {
		s.count, s.title = map[string]int{}, map[string]string{}
	}
	if s.n++; s.count[why] == 0 {
		s.title[why] = title
	}
	s.count[why]++
}

// shownExamples is how many of the memories a preview names.
const shownExamples = 3

// weighedMsg brings what a change would do.
type weighedMsg struct {
	bulk  bulk
	of    int
	would weighed
	err   error
}

// weigh looks at each memory's head.
func weigh(b *bulk, heads []engine.Head) weighed {
	var w weighed
	for i := range heads {
		h := &heads[i]
		switch what, why := b.judge(h); what {
		case changes:
			if w.ids = append(w.ids, h.ID); len(w.ids) <= shownExamples {
				w.examples = append(w.examples, h.Title)
			}
		case stays:
			w.stay.add(why, h.Title)
		case refuses:
			w.refused.add(why, h.Title)
		}
	}
	return w
}

// preview works out what a change would do, and asks.
func (s *Screen) preview(b bulk, ids []string) tea.Cmd {
	snap, src := s.snap, s.src
	return func() tea.Msg {
		heads, err := headsIn(context.Background(), snap, src, ids)
		return weighedMsg{bulk: b, of: len(ids), would: weigh(&b, heads), err: err}
	}
}

// headsIn are the newest heads of memories, from the catalogue where it is in.
// Those that are gone are left out.
func headsIn(ctx context.Context, snap Snapshot, src Source, ids []string) ([]engine.Head, error) {
	if !snap.Loaded() {
		return src.Heads(ctx, ids)
	}
	heads := make([]engine.Head, 0, len(ids))
	for _, id := range ids {
		if row, ok := snap.Row(id); ok {
			heads = append(heads, snap.Head(row))
		}
	}
	return heads, nil
}

// weighed shows the preview; nothing is written before it is agreed to.
func (s *Screen) weighed(msg weighedMsg) tea.Cmd {
	b, w := msg.bulk, msg.would
	switch {
	case msg.err != nil:
		return toast(views.Fail, complaint(msg.err))
	case len(w.ids) == 0:
		return toast(views.Warn, "nothing to "+b.verb+": "+w.leaves())
	}
	name := memoriesWord(len(w.ids))
	return views.Send(views.ConfirmMsg{
		Title: capital(b.verb) + " " + name + "?",
		Body:  w.says(&b, msg.of),
		Yes:   b.verb + " " + name,
		Do: func() tea.Cmd {
			s.form = nil
			s.frame.dirty()
			return s.write(b.under, len(w.ids), wroteMsg{undo: true, spent: true, about: w.ids}, func(ctx context.Context) (string, error) {
				return b.done + " " + name, b.do(ctx, w.ids)
			})
		},
	})
}

// says is the preview in words.
func (w *weighed) says(b *bulk, of int) string {
	var lines []string
	if b.what != "" {
		lines = append(lines, b.what)
	}
	titles := make([]string, len(w.examples))
	for i, title := range w.examples {
		titles[i] = quoted(title)
	}
	if more := len(w.ids) - len(titles); more > 0 {
		titles = append(titles, grouped(more)+" more")
	}
	which := "All of them: "
	if n := len(w.ids); n < of {
		which = fmt.Sprintf("%s of %s: ", grouped(n), grouped(of))
	}
	lines = append(lines, which+strings.Join(titles, ", ")+".")
	if w.stay.n > 0 {
		lines = append(lines, plural(grouped(w.stay.n), "stays as it is: ", "stay as they are: ")+w.stay.says()+".")
	}
	if w.refused.n > 0 {
		lines = append(lines, grouped(w.refused.n)+" cannot be changed: "+w.refused.says()+".")
	}
	if gone := of - len(w.ids) - w.stay.n - w.refused.n; gone > 0 {
		lines = append(lines, grouped(gone)+" are gone by now.")
	}
	return strings.Join(lines, "\n") + "\n\nOne operation, all or nothing: u takes it back."
}

// leaves says why nothing is left to change.
func (w *weighed) leaves() string {
	var parts []string
	for _, part := range []*sorted{&w.stay, &w.refused} {
		if part.n > 0 {
			parts = append(parts, part.says())
		}
	}
	if len(parts) == 0 {
		return "they are gone"
	}
	return strings.Join(parts, ", ")
}

// says names the sorts, the commonest first.
func (s *sorted) says() string {
	reasons := slices.SortedFunc(maps.Keys(s.count), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.count[b], s.count[a]), cmp.Compare(a, b))
	})
	parts := make([]string, len(reasons))
	for i, why := range reasons {
		parts[i] = fmt.Sprintf("%s %s (%s)", grouped(s.count[why]), why, quoted(s.title[why]))
	}
	return strings.Join(parts, ", ")
}

func quoted(title string) string {
	return "“" + widget.Truncate(widget.Clean(title), 32, "…") + "”"
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// archiving and restoring are the moves between states.
func (s *Screen) archiving() bulk {
	src := s.src
	return bulk{
		verb: "archive", done: "archived", under: "archiving",
		judge: func(h *engine.Head) (verdict, string) {
			switch {
			case h.State.Live(), h.State == engine.Expired:
				return changes, ""
			case h.State == engine.Archived:
				return stays, "archived already"
			}
			return refuses, h.State.String()
		},
		do: func(ctx context.Context, ids []string) error {
			_, err := src.Archive(ctx, ids, byYou)
			return err
		},
	}
}

func (s *Screen) restoring() bulk {
	src := s.src
	return bulk{
		verb: "restore", done: "restored", under: "restoring",
		judge: func(h *engine.Head) (verdict, string) {
			switch {
			case h.State == engine.Archived:
				return changes, ""
			case h.State.Live():
				return stays, "not archived"
			}
			return refuses, h.State.String()
		},
		do: func(ctx context.Context, ids []string) error {
			_, err := src.Unarchive(ctx, ids, byYou)
			return err
		},
	}
}

// becomes says what a patch writes, field by field.
func becomes(p *engine.Patch) string {
	var parts []string
	text := func(field string, v *string) {
		if v != nil {
			parts = append(parts, field+" becomes "+quoted(*v))
		}
	}
	figure := func(field string, v *float64) {
		if v != nil {
			parts = append(parts, field+" becomes "+widget.Score(*v))
		}
	}
	text("type", p.Type)
	figure("importance", p.Importance)
	figure("confidence", p.Confidence)
	text("source", p.Source)
	if len(parts) == 0 {
		return ""
	}
	return capital(strings.Join(parts, ", ")) + "."
}

// changing makes a patch of several memories.
func (s *Screen) changing(p engine.Patch) bulk {
	src := s.src
	return bulk{
		verb: "change", done: "changed", under: "changing", what: becomes(&p),
		judge: func(h *engine.Head) (verdict, string) {
			switch {
			case p.Allowed(h) != nil:
				return refuses, h.State.String()
			case p.Source == nil && !p.Changes(h):
				return stays, "so already"
			}
			return changes, ""
		},
		do: func(ctx context.Context, ids []string) error {
			_, err := src.EvolveAll(ctx, ids, p, byYou)
			return err
		},
	}
}
