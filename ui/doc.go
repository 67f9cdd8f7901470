// Package ui is the shell around the screens: it owns the program, the clock
// that the lens moves, the key table, overlays and toasts, and routes
// everything else. Screens are given to it; it knows none of them by name.
package ui

// Bubble Tea's own init must find the background already set.
import _ "ebb/themes/background"
