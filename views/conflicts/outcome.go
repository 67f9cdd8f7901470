package conflicts

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/widget"
)

// outcome is what a rule would do to one conflict.
type outcome struct {
	would engine.Resolved
	ties  []string // what some of the ties that follow lead to
	err   error
}

type outcomesMsg struct {
	pair     *pair
	outcomes map[rule]outcome
}

// workOut asks the engine what each rule would do. Nothing is written.
func (p *pair) workOut(src Source) tea.Cmd {
	if p.outcomes != nil || p.working {
		return nil
	}
	p.working = true
	id := p.id()
	return func() tea.Msg {
		ctx := context.Background()
		out := make(map[rule]outcome, len(choices))
		for i := range choices {
			c := &choices[i]
			if c.rule == mergeBoth {
				continue // there is no text yet
			}
			would, err := src.PreviewResolve(ctx, id, c.settles, byYou)
			out[c.rule] = outcome{would: would, ties: tiedTo(ctx, src, &would), err: err}
		}
		return outcomesMsg{pair: p, outcomes: out}
	}
}

// namedTies is how many of the ties that follow are called by name.
const namedTies = 3

// tiedTo names what the first ties that follow lead to.
func tiedTo(ctx context.Context, src Source, would *engine.Resolved) []string {
	heir := ""
	switch {
	case would.Winner != nil:
		heir = would.Winner.ID
	case would.Product != nil:
		heir = would.Product.ID
	}
	var ids []string
	for _, k := range would.Ties[:min(len(would.Ties), namedTies)] {
		ids = append(ids, k.Other(heir))
	}
	if len(ids) == 0 {
		return nil
	}
	heads, err := src.Heads(ctx, ids)
	if err != nil {
		return nil // their number is said all the same
	}
	names := make([]string, 0, len(heads))
	for i := range heads {
		names = append(names, widget.Truncate(widget.Clean(heads[i].Title), 32, "…"))
	}
	return names
}

// winner is the letter of the side that stays, "" when none is chosen.
func winner(would *engine.Resolved) string {
	switch {
	case would.Winner == nil:
		return ""
	case would.Winner.ID == would.Conflict.MemoryA:
		return "A"
	}
	return "B"
}

func other(letter string) string {
	if letter == "A" {
		return "B"
	}
	return "A"
}

// effect is a row's half line: what the rule would do.
func (s *Screen) effect(p *pair, r rule) string {
	if r == mergeBoth {
		return "one new memory from both, you write or choose the text"
	}
	if p.outcomes == nil {
		return "…"
	}
	o := p.outcomes[r]
	if o.err != nil {
		return complaint(o.err)
	}
	w := winner(&o.would)
	switch r {
	case keepBoth:
		return "both stay, no winner · this pair is not raised again"
	case keepA, keepB:
		text := fmt.Sprintf("%s stays as it is, v%d · %s superseded by %s, hidden from agents", w, o.would.Winner.Version, other(w), w)
		if n := len(o.would.Ties); n > 0 {
			text = fmt.Sprintf("%s stays, v%d · %s superseded, %s to %s", w, o.would.Winner.Version, other(w), follow(n), w)
		}
		return text
	}
	return s.arrow() + " " + w + "  (" + s.because(p, r, w) + ")"
}

func (s *Screen) arrow() string {
	if s.ctx.Accessible {
		return "to"
	}
	return s.theme().Glyphs.Arrow
}

func follow(n int) string {
	if n == 1 {
		return "1 tie follows"
	}
	return grouped(n) + " ties follow"
}

// because says why a rule chooses whom.
func (s *Screen) because(p *pair, r rule, w string) string {
	at := map[string]int{"A": 0, "B": 1}
	won, lost := &p.sides[at[w]].memory, &p.sides[at[other(w)]].memory
	switch r {
	case newest:
		x, y := s.date(won.CreatedAt), s.date(lost.CreatedAt)
		if x == y {
			x, y = s.moment(won.CreatedAt), s.moment(lost.CreatedAt)
		}
		if won.CreatedAt.Equal(lost.CreatedAt) {
			return "both of " + x + ", incoming wins ties"
		}
		return x + " after " + y
	case surest:
		return higher(won.Confidence, lost.Confidence)
	case weightiest:
		return higher(won.Importance, lost.Importance)
	}
	return "always the incoming one"
}

func higher(won, lost float64) string {
	if won == lost {
		return "tie at " + widget.Score(won) + ", incoming wins ties"
	}
	return widget.Score(won) + " over " + widget.Score(lost)
}

// told is what the chosen rule would do, in full.
func (o *outcome) told() string {
	if o.err != nil {
		return complaint(o.err)
	}
	w := &o.would
	var parts []string
	switch {
	case w.Winner != nil:
		letter := winner(w)
		parts = append(parts,
			fmt.Sprintf("%s stays, its text as it is, as v%d", letter, w.Winner.Version),
			fmt.Sprintf("%s becomes v%d, superseded by %s, hidden from agents", other(letter), w.Loser.Version, letter))
	case w.Product != nil:
		parts = append(parts, fmt.Sprintf("one new memory, importance %s, confidence %s", widget.Score(w.Product.Importance), widget.Score(w.Product.Confidence)))
		for i := range w.Sources {
			parts = append(parts, fmt.Sprintf("%s becomes v%d, merged into it", string("AB"[min(i, 1)]), w.Sources[i].Version))
		}
	default:
		parts = append(parts, "both stay as they are", "the conflict is dismissed", "this pair is not raised again while the texts stay")
	}
	if n := len(w.Ties); n > 0 {
		text := follow(n)
		if len(o.ties) > 0 {
			text += ": " + strings.Join(o.ties, ", ")
		}
		if n > namedTies {
			text += " …"
		}
		parts = append(parts, text)
	} else if w.Strategy != engine.KeepBoth {
		parts = append(parts, "no ties to take over")
	}
	return strings.Join(parts, " · ")
}

// done is what the status line says afterwards.
func done(w *engine.Resolved) string {
	switch {
	case w.Winner != nil:
		letter := winner(w)
		return "settled: " + letter + " stays, " + other(letter) + " is superseded"
	case w.Product != nil:
		return "settled: A and B became one new memory"
	}
	return "settled: both stay"
}

// complaint says what went wrong and what to do about it.
func complaint(err error) string {
	var (
		dead    *engine.DeadSideError
		settled *engine.ConflictResolvedError
		gone    *engine.NotFoundError
		moved   *movedOnError
	)
	switch {
	case errors.As(err, &moved):
		return moved.Error()
	case errors.As(err, &dead):
		return fmt.Sprintf("A is %s, B is %s: both have to be live", dead.A, dead.B)
	case errors.As(err, &settled):
		return "it has been settled meanwhile"
	case errors.As(err, &gone):
		return "the " + gone.Kind + " is gone"
	case errors.Is(err, engine.ErrReadOnly):
		return "the store is open for reading only"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	}
	return widget.Clean(err.Error())
}

// movedOnError says that a memory was changed since it was looked at.
type movedOnError struct {
	letter  string
	version uint32
}

func (e *movedOnError) Error() string {
	return fmt.Sprintf("%s has changed meanwhile, it is at v%d now: look again", e.letter, e.version)
}
