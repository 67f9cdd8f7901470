package field

import (
	"strings"
	"testing"
)

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       bool
	}{
		{"nothing", "", true},
		{"accents", strings.Repeat("é", 1000), true},
		{"a letter under a tower of marks", "a" + strings.Repeat("\u0301", maxMarks), true},
		{"a word of marks", strings.Repeat("\u0301", 20_000), false},
		{"joiners", strings.Repeat("\u200d", 20_000), false},
		{"the longest", strings.Repeat("x", MaxBytes), true},
		{"longer", strings.Repeat("x", MaxBytes+1), false},
		{"many lines", strings.Repeat("\n", MaxLines+1), false},
	} {
		if got := Holds(c.text); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
