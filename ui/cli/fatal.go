package cli

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// restoring undoes all that a screen does to a terminal: synchronised output,
// pasting, focus and mouse reports, the hidden cursor, the other screen.
const restoring = "\x1b[?2026l\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?25h\x1b[?1049l\x1b[0m"

// onFatal gives the terminal back when the store has to end the process, which
// no deferred call would see.
func (a *app) onFatal() func(string) {
	state, err := term.GetState(os.Stdin.Fd())
	if err != nil {
		return nil // no terminal, nothing to give back
	}
	return func(msg string) {
		// The process is ending: what fails now can be told to nobody.
		_, _ = os.Stdout.WriteString(restoring)
		_ = term.Restore(os.Stdin.Fd(), state)
		complain(a.Stderr, "the store had to stop: "+msg)
	}
}
