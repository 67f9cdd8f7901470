package ui

import "fmt"

// NoTerminalError says that there is nothing to draw on. Nothing was drawn.
type NoTerminalError struct{ Why string }

func (e *NoTerminalError) Error() string {
	return e.Why + "; the commands work everywhere: ebb list, ebb search, ebb --help"
}

// PanicError is a crash of the program. The terminal was restored before it
// was returned.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("ebb has crashed: %v", e.Value) }

// ShownError is what kept a store from opening, after a person has read it on
// the screen and left by one of the choices.
type ShownError struct {
	Err    error
	Action CardAction
}

func (e *ShownError) Error() string { return e.Err.Error() }
func (e *ShownError) Unwrap() error { return e.Err }

// ConfigError says which line of the configuration file is not understood.
type ConfigError struct {
	File string
	Line int
	What string // what is wrong with it
	Hint string // what to write instead; "" when there is no guess
}

func (e *ConfigError) Error() string {
	text := fmt.Sprintf("%s, line %d: %s", e.File, e.Line, e.What)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}
