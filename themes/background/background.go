// Package background keeps the program from asking the terminal anything
// before it has something to show.
//
// Bubble Tea v1 has an init function that asks Lip Gloss for the terminal's
// background; Lip Gloss then writes a query and waits up to five seconds for
// an answer that pipes, serial lines and simple terminals never give. It asks
// only while no background has been set, so this package sets one first.
//
// "First" follows from Go's rule that packages are initialised in the order of
// their import paths once everything they import is ready: this package needs
// Lip Gloss and nothing else, Bubble Tea needs Lip Gloss and more, and "ebb/"
// sorts before "github.com/". It must therefore stay a leaf: one more import
// could make Bubble Tea ready earlier.
//
// Every program and every test binary that links Bubble Tea imports it for its
// effect alone.
package background

import "github.com/charmbracelet/lipgloss"

// Dark is what the program believes of a terminal that it has not asked:
// most terminals that agents run in are dark, and the dark theme inherits the
// terminal's own text colour, so a wrong guess stays readable.
const Dark = true

func init() { lipgloss.SetHasDarkBackground(Dark) }
