package evolvers

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Kind says what values an option takes.
type Kind uint8

// The kinds of options.
const (
	Number Kind = iota // a finite number
	Whole              // a whole number
	Types              // memory types, separated by commas
)

// Option is one setting of an evolver.
type Option struct {
	Key            string // the published name
	Help           string // what it does, with its unit
	Kind           Kind
	Default        float64
	Min, Max       float64
	NotMin, NotMax bool // the bound itself is not allowed
	// Cap says that it limits the work of one cycle. 0 is no limit, and what
	// the profile [WholeStore] sets it to.
	Cap bool
	// Shared says that it is one of the store's retention settings, so that
	// lists and cycles agree.
	Shared bool
	// Lexical is the default where vectors compare words; 0: the same.
	Lexical float64
}

// OptionError reports a setting that is not accepted. Nothing was changed.
type OptionError struct {
	Name string // evolver.key
	Got  string
	Want string
}

func (e *OptionError) Error() string {
	if e.Got == "" {
		return e.Name + ": want " + e.Want
	}
	return fmt.Sprintf("%s: got %s, want %s", e.Name, e.Got, e.Want)
}

// Bounds says in words what values are accepted.
func (o *Option) Bounds() string {
	what := "a number"
	switch o.Kind {
	case Types:
		return "memory types separated by commas"
	case Whole:
		what = "a whole number"
	case Number:
	}
	low, high := " from ", " to "
	if o.NotMin {
		low = " above "
	}
	if o.NotMax {
		high = " to below "
	}
	s := what + low + figure(o.Min) + high + figure(o.Max)
	if o.Cap {
		s += ", 0 for no limit"
	}
	return s
}

// holds reports whether v lies within the bounds; NaN never does.
func (o *Option) holds(v float64) bool {
	if o.Kind == Whole && v != math.Trunc(v) {
		return false
	}
	return v >= o.Min && v <= o.Max && !(o.NotMin && v == o.Min) && !(o.NotMax && v == o.Max)
}

func (o *Option) parse(evolver, text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !o.holds(v) {
		return 0, &OptionError{Name: evolver + "." + o.Key, Got: strconv.Quote(text), Want: o.Bounds()}
	}
	return v, nil
}

// figure writes a number the shortest way.
func figure(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// score writes a retention or one of its parts for people.
func score(v float64) string { return fixed(v, 4) }

// fixed writes a number with so many decimals.
func fixed(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
