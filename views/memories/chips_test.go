package memories

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
)

func TestParseFilter(t *testing.T) {
	day := 24 * time.Hour
	tests := []struct {
		in    string
		check func(f filter) bool
	}{
		{"deploy freeze", func(f filter) bool { return f.text == "deploy freeze" && len(f.chips) == 0 }},
		{"deploy ns:team/ops", func(f filter) bool { return f.text == "deploy" && slices.Equal(f.namespaces, []string{"team/ops"}) }},
		{`ns:"two words" x`, func(f filter) bool { return f.text == "x" && slices.Equal(f.namespaces, []string{"two words"}) }},
		{"NS:a type:b type:c", func(f filter) bool { return len(f.types) == 2 && len(f.namespaces) == 1 }},
		{"ns:", func(f filter) bool { return len(f.namespaces) == 0 && len(f.chips) == 1 && f.problem == "" }},
		{"state:archived,deleted", func(f filter) bool {
			return slices.Equal(f.states, []engine.State{engine.Archived, engine.Deleted})
		}},
		{"state:all", func(f filter) bool { return len(f.states) == len(engine.States()) }},
		{"state:live", func(f filter) bool { return len(f.states) == 2 }},
		{"state:odd", func(f filter) bool { return f.problem != "" && f.states == nil }},
		{"fading:week", func(f filter) bool { return f.fading.Equal(clock.Add(7 * day)) }},
		{"fading:3", func(f filter) bool { return f.fading.Equal(clock.Add(3 * day)) }},
		{"fading:never", func(f filter) bool { return f.problem != "" && f.fading.IsZero() }},
		{"since:12h", func(f filter) bool { return f.since.Equal(clock.Add(-12 * time.Hour)) }},
		{"since:2026-11-19", func(f filter) bool { return f.since.Equal(time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)) }},
		{"conflict:", func(f filter) bool { return f.conflict }},
		{"pinned:", func(f filter) bool { return f.pinned }},
		{"key:deploy-calendar", func(f filter) bool { return f.engineFilter(nil).Key == "deploy-calendar" }},
		{"fading:now", func(f filter) bool { return f.faded && f.fading.IsZero() && f.problem == "" }},
		{"http://x", func(f filter) bool { return f.text == "http://x" && f.problem == "" }},
		{"at 12:30", func(f filter) bool { return f.text == "at 12:30" && f.problem == "" }},
		{`"todo: x"`, func(f filter) bool { return f.text == "todo: x" && f.problem == "" }},
		{"bogus:x", func(f filter) bool {
			return f.text == "bogus:x" && f.problem == "bogus: is no chip: type ns state key conflict fading since pinned"
		}},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			if f := parseFilter(test.in, clock); !test.check(f) {
				t.Errorf("read as %+v", f)
			}
		})
	}
}

func TestWithChip(t *testing.T) {
	tests := []struct{ text, name, value, want string }{
		{"deploy", chipNamespace, "team/ops", "deploy ns:team/ops"},
		{"ns:a deploy", chipNamespace, "b c", `deploy ns:"b c"`},
		{"ns:a deploy", chipNamespace, "", "deploy"},
		{"", chipFading, "week", "fading:week"},
	}
	for _, test := range tests {
		if got := withChip(test.text, test.name, test.value); got != test.want {
			t.Errorf("withChip(%q, %q, %q) = %q, want %q", test.text, test.name, test.value, got, test.want)
		}
	}
}

// Any value that is put into a chip is read back as it was, but for quotes.
func TestChipsSurviveTheWayBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[^"]{1,20}`).Draw(t, "value")
		if f := parseFilter(withChip("text", chipNamespace, value), clock); !slices.Equal(f.namespaces, []string{value}) || f.text != "text" {
			t.Fatalf("%q came back as %q, text %q", value, f.namespaces, f.text)
		}
	})
}

func TestSeveralPlacesAreKeptByThePredicate(t *testing.T) {
	f := parseFilter("ns:a ns:b", clock)
	if f.engineFilter(nil).Namespace != "" {
		t.Error("two places cannot both be the engine's one")
	}
	keep := f.keeps()
	for ns, want := range map[string]bool{"a": true, "b": true, "c": false} {
		if got := keep(&engine.Head{Scope: engine.Scope{Namespace: ns}}); got != want {
			t.Errorf("%s kept %v, want %v", ns, got, want)
		}
	}
}

func TestCompletePlace(t *testing.T) {
	known := map[string]int{"team/ops": 1, "team/api": 1, "research": 1}
	for in, want := range map[string]string{"ns:res": "research", "ns:team/o": "team/ops", "ns:team": "team", "ns:team/api": "team/api"} {
		f := parseFilter(in, clock)
		f.complete(known)
		if f.namespaces[0] != want {
			t.Errorf("%s means %s, want %s", in, f.namespaces[0], want)
		}
	}
}
