// Package cli is the command line: it reads flags and configuration, opens the
// store or asks the process that holds it, runs one command, and prints what
// came of it for people or, with --json, for programs. Without a command it
// opens the screen.
//
// Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done in part.
package cli

// Bubble Tea's own init must find the background already set.
import _ "ebb/themes/background"

// A 32-bit ebb would lose data: the store's tables cannot be trusted there.
// This does not compile where an int has 32 bits.
const _ uint = 1 << 40
