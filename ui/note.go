package ui

import "ebb/views/widget"

// note is a few lines under the screen until one step out: in full, in short,
// and in a few words, for as much room as there is.
type note [3][]string

func (n note) empty() bool { return len(n[0]) == 0 }

// lines are the note's in w cells of a body of h lines, of which it takes a
// sixth at most; a few words are always said.
func (n note) lines(w, h int) []string {
	var lines []string
	for _, text := range n {
		lines = lines[:0]
		for _, l := range text {
			lines = append(lines, widget.Wrap(l, w-2)...)
		}
		if len(lines) <= max(h/6, 1) {
			break
		}
	}
	return lines
}

const noteKeys = "esc now · enter why it fades or holds · t the clock · ? all keys"

// The demo's welcome: while thirty days pass, when they have passed, and where
// nothing moves.
var demoPlays, demoPlayed, demoStands = demoNote(
	"Now thirty days pass, as they would if nothing happened: watch the bars fade.",
	"The demo. Now thirty days pass if nothing happens: watch the bars fade.",
), demoNote(
	"Thirty days ahead, if nothing happened: the shortest bars would be archived.",
	"The demo, thirty days ahead if nothing happens: short bars get archived.",
), demoNote(
	"The clock stands thirty days ahead: this is what would be left if nothing happened.",
	"The demo, thirty days ahead: what would be left if nothing happened.",
)

func demoNote(long, short string) note {
	return note{
		{
			"This is the demo: ninety days of what an agent remembered, in a store of its own.", long,
			"esc brings back now · enter opens a memory and says why it fades or holds · t moves the clock · ? all keys",
		},
		{short, noteKeys},
		{"demo · esc now · ? all keys"},
	}
}
