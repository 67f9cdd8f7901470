package dynamics

import (
	"fmt"
	"strconv"
)

// ValueError reports a number that is not one: NaN, +Inf or -Inf where a
// finite value is needed. Nothing has been changed when it is returned.
type ValueError struct {
	Field string  // the record's own name for it: strength, stability, increment
	Value float64 // what was found
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("dynamics: %s is %v, want a finite number", e.Field, e.Value)
}

// MissingError reports a field that a record does not have. [Initialize]
// fills such fields.
type MissingError struct {
	Field string // the record's own name for it
}

func (e *MissingError) Error() string {
	return "dynamics: " + e.Field + " is missing"
}

// SettingError reports a setting outside its bounds.
type SettingError struct {
	Field    string  // the published configuration name
	Value    float64 // what was found
	Min, Max float64 // what is allowed
	Above    bool    // Min itself is not allowed
	Below    bool    // Max itself is not allowed
}

func (e *SettingError) Error() string {
	open, shut := "[", "]"
	if e.Above {
		open = "("
	}
	if e.Below {
		shut = ")"
	}
	return fmt.Sprintf("dynamics: %s is %v, want a number in %s%v, %v%s", e.Field, e.Value, open, e.Min, e.Max, shut)
}

// TimeError reports a text that is not a timestamp.
type TimeError struct {
	Text string // what was to be read
	Why  string // the first thing wrong with it
}

func (e *TimeError) Error() string {
	return "dynamics: " + strconv.Quote(e.Text) + " is not a timestamp: " + e.Why
}
