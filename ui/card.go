package ui

import (
	"errors"
	"fmt"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// CardAction names what a card's choice asks for.
type CardAction string

// What cards ask for. Everything but quitting is done by whoever opened the
// screen: it knows stores and files.
const (
	CardQuit     CardAction = "quit"
	CardRetry    CardAction = "retry"
	CardRestore  CardAction = "restore-backup"
	CardReadOnly CardAction = "open-read-only"
	CardExport   CardAction = "export"
	CardIgnore   CardAction = "ignore"
)

// Card is one full-screen word about something that went wrong, with the next
// step as a key.
type Card struct {
	Title   string
	Lines   []string // what happened, where, what it means
	Choices []CardChoice
	Err     error
}

// CardChoice is one key of a card.
type CardChoice struct {
	Key, Label string
	Action     CardAction
}

var quitChoice = CardChoice{"q", "quit", CardQuit}

// CardFor puts an error that kept a store from opening into words.
func CardFor(err error) Card {
	c := knownCard(err)
	c.Err = err
	c.Choices = append(c.Choices, quitChoice)
	return c
}

func knownCard(err error) Card {
	var (
		locked  *engine.StoreLockedError
		damaged *engine.StoreDamagedError
		corrupt *engine.CorruptRecordError
		newer   *engine.StoreVersionError
		foreign *engine.NotAStoreError
		full    *engine.DiskFullError
		config  *ConfigError
	)
	switch {
	case errors.As(err, &locked):
		return lockedCard(locked)
	case errors.As(err, &damaged):
		where := damaged.Dir
		if damaged.File != "" {
			where = damaged.Dir + ", " + damaged.File
		}
		return Card{
			Title: "This store is damaged",
			Lines: []string{"What: " + damaged.What + ".", "Where: " + where + ".", "Its files are as they were found; nothing was changed.", damaged.Hint},
			Choices: []CardChoice{
				{"r", "restore the newest backup", CardRestore},
				{"o", "open what is whole, read only", CardReadOnly},
				{"x", "export what can be read", CardExport},
			},
		}
	case errors.As(err, &corrupt):
		return Card{
			Title:   "A record of this store is damaged",
			Lines:   []string{fmt.Sprintf("In %s, %q: %s.", corrupt.Table, corrupt.Key, corrupt.Why), "ebb doctor says how much is affected."},
			Choices: []CardChoice{{"r", "restore the newest backup", CardRestore}, {"o", "open what is whole, read only", CardReadOnly}, {"x", "export what can be read", CardExport}},
		}
	case errors.As(err, &newer):
		return Card{
			Title: "This store was written by a newer ebb",
			Lines: []string{newer.Dir, fmt.Sprintf("It has format %d; this ebb reads up to %d. Nothing was changed.", newer.Have, newer.Supported), "Install the newer ebb to open it, or choose another store with --store."},
		}
	case errors.As(err, &foreign):
		return Card{
			Title: "This is not an ebb store",
			Lines: []string{foreign.Dir + ": " + foreign.Why + ".", "Nothing was changed there. Choose another folder with --store; an empty or new one becomes a store."},
		}
	case errors.As(err, &full):
		return Card{
			Title: "The disk is nearly full",
			Lines: []string{
				fmt.Sprintf("%s has %s free; %s are needed to write without risk.", full.Dir, bytesWord(int64(min(full.Free, 1<<62))), bytesWord(int64(min(full.Need, 1<<62)))),
				"Nothing was written and nothing is lost. Make room on that disk: old downloads, caches and logs are the usual finds.",
			},
			Choices: []CardChoice{{"o", "open it read only", CardReadOnly}, {"r", "try again", CardRetry}},
		}
	case errors.As(err, &config):
		lines := []string{fmt.Sprintf("%s, line %d: %s.", config.File, config.Line, config.What)}
		if config.Hint != "" {
			lines = append(lines, config.Hint)
		}
		return Card{
			Title:   "A line of the configuration is not understood",
			Lines:   lines,
			Choices: []CardChoice{{"i", "go on without that line", CardIgnore}},
		}
	case errors.Is(err, os.ErrPermission):
		return Card{Title: "This store may not be opened by you", Lines: []string{err.Error(), "Look at the folder's owner and mode, or choose another with --store."}}
	}
	return Card{
		Title:   "The store could not be opened",
		Lines:   []string{err.Error()},
		Choices: []CardChoice{{"r", "try again", CardRetry}},
	}
}

func lockedCard(e *engine.StoreLockedError) Card {
	who := "Another ebb has it open."
	if e.PID != 0 {
		who = fmt.Sprintf("Another ebb has it open: process %d.", e.PID)
	}
	return Card{
		Title: "This store is in use",
		Lines: []string{
			e.Dir, who,
			"One screen at a time; commands go through the one that is open and work from here: ebb list, ebb search, ebb add.",
		},
		Choices: []CardChoice{{"r", "try again", CardRetry}},
	}
}

// draw is the card in the middle of w × h.
func (c *Card) draw(t *themes.Theme, w, h int) []string {
	room := min(w-4, 76)
	inner := []string{t.Paint(themes.Danger, t.Glyphs.Sign) + " " + t.Paint(themes.Strong, widget.Clean(c.Title)), ""}
	for _, l := range c.Lines {
		if l == "" {
			continue
		}
		inner = append(inner, widget.Wrap(l, room)...)
	}
	inner = append(inner, "")
	foot := make([]string, 0, len(c.Choices))
	for _, ch := range c.Choices {
		foot = append(foot, t.Paint(themes.Key, ch.Key)+"  "+ch.Label)
	}
	// The way out is never what there is no room for.
	if over := len(inner) + len(foot) - h; over > 0 {
		inner = inner[:max(len(inner)-over, 0)]
	}
	inner = append(inner, foot...)
	return widget.Block(middle(inner, w, h, room), w, h)
}

// cardKey leaves by one of the card's choices.
func (s *shell) cardKey(name string) tea.Cmd {
	if name == "esc" || name == "ctrl+z" {
		if name == "ctrl+z" {
			return s.suspend()
		}
		return nil
	}
	for _, ch := range s.card.Choices {
		if ch.Key != name {
			continue
		}
		if ch.Action == CardRetry && s.o.Open != nil && s.retries {
			s.card, s.failure = nil, nil
			return s.open(s.o.Start)
		}
		s.result = &ShownError{Err: s.failure, Action: ch.Action}
		return s.leave()
	}
	return nil
}
