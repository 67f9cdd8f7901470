package memories

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/views"
)

// tied is a store in which m00 has relations in both directions, more
// co-retrievals than are shown beside the list, and ends that are not live.
func tied() *fake {
	f := sample()
	f.edges = nil
	edge := func(from, typ, to string, strength float64) {
		f.edges = append(f.edges, engine.Edge{
			EdgeKey:    engine.EdgeKey{From: from, Type: typ, To: to},
			Connection: dynamics.Connection{Strength: strength, Stability: 90, LastActivated: clock},
		})
	}
	for i := range 12 {
		edge("m00", engine.CoRetrieved, fmt.Sprintf("m%02d", i+1), 4-.2*float64(i))
	}
	edge("m00", "uses", "m13", .3)
	edge("m14", "owns", "m00", .2)
	edge("m00", "supports", "m15", .1)
	edge("m00", "mentions", "m16", .9)
	f.state("", []string{"m15"}, engine.Archived)
	f.state("", []string{"m16", "m01"}, engine.Deleted)
	f.calls = nil
	return f
}

// section is the detail's lines between a heading and the next blank one.
func section(text, heading string) []string {
	var out []string
	in := false
	for line := range strings.Lines(text) {
		if at := strings.LastIndex(line, "│"); at >= 0 {
			line = line[at+len("│"):]
		}
		line = strings.TrimSpace(line)
		switch {
		case line == heading:
			in = true
		case in && line == "":
			return out
		case in:
			out = append(out, line)
		}
	}
	return out
}

func TestTiesBesideTheList(t *testing.T) {
	d := drive(t, tied()).show("m00")
	d.text(140, 30)
	drawn := d.screen.facts(d.screen.detail.shown, clock, 50, 0)
	got := section(ansi.Strip(strings.Join(drawn, "\n")), "ties")
	want := []string{
		"→ uses      Old deploy script lives in ~/bin",
		"← owns      Deploys are announced in #releases",
		"→ supports  Production deploys need two … archived",
	}
	if len(got) != 6 || strings.Join(got[:3], "\n") != strings.Join(want, "\n") || !strings.HasPrefix(got[3], "━━ 3.8  Staging") || got[5] != "9 more" {
		t.Errorf("ties:\n%s", strings.Join(got, "\n"))
	}
	if whole := strings.Join(got, ""); strings.Contains(whole, "mentions") || strings.Contains(whole, "Canary") {
		t.Errorf("a deleted memory is among the ties: %s", whole)
	}
}

func TestAllTiesThatFitAreShown(t *testing.T) {
	d := drive(t, tied()).show("m00").keys("enter")
	d.text(100, 50)
	if got := section(d.text(100, 50), "ties"); len(got) != 14 || strings.Contains(got[13], "more") {
		t.Errorf("%d lines of ties where there is room for all:\n%s", len(got), strings.Join(got, "\n"))
	}
	got := section(d.text(100, 24), "ties")
	text := d.text(100, 24)
	if n := len(got); n < 6 || !strings.HasSuffix(got[n-1], " more") || !strings.Contains(text, "v1 28 Nov") {
		t.Errorf("ties push the rest out, or leave room:\n%s", text)
	}
}

func TestTiesInWords(t *testing.T) {
	d := drive(t, tied(), func(c *views.Context) { c.Accessible = true }).show("m00").keys("enter")
	text := d.text(100, 50)
	for _, want := range []string{"this uses Old deploy", "Deploys are announced in #releases owns this", "3.8 together with Staging", "two reviewers archived"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "→←━─╌") {
		t.Errorf("signs are left:\n%s", text)
	}
}

// A memory that is named after what it is about shows the name over its text,
// unless the text begins with it.
func TestTheNameStandsOverTheText(t *testing.T) {
	for _, c := range []struct {
		key, subject, text string
		want               bool
	}{
		{"Ada", "Ada", "works at the harbour office", true},
		{"Ada", "Ada", "Ada works at the harbour office", false},
		{"deploy-calendar", "Ada", "works at the harbour office", false},
	} {
		f := sample()
		m := f.memories["m00"]
		m.Identity, m.Scope.Subject, m.Content = engine.Identity{Kind: engine.TextIdentity, Value: c.key}, c.subject, c.text
		f.put(m)
		m = f.memories["m00"]
		if c.want {
			m.Title = c.key + " · " + engine.Title(c.text)
		}
		f.memories["m00"] = m
		d := drive(t, f).show("m00").keys("enter")
		lines := strings.Split(d.text(80, 24), "\n")
		if got := strings.TrimSpace(lines[0]) == c.key && strings.TrimSpace(lines[1]) == c.text; got != c.want {
			t.Errorf("%+v:\n%s", c, strings.Join(lines[:3], "\n"))
		}
	}
}

// Beside the list the facts have 36 cells; none is cut there.
func TestFactsAreWholeBesideTheList(t *testing.T) {
	f := sample()
	for id, m := range f.memories { // some hold, some are long gone, all are recalled
		m.Profile.Total, m.Profile.Last = 3, ago(400)
		if id > "m10" {
			m.LearnedAt = ago(900)
		}
		f.memories[id] = m
	}
	d := drive(t, f).show("")
	d.text(98, 40)
	for range f.memories {
		text := d.text(98, 40)
		for line := range strings.Lines(text) {
			_, side, _ := strings.Cut(line, "│")
			if strings.Contains(side, "…") && !strings.ContainsAny(side, "━─╌→←!") && !strings.Contains(side, " ties ") && !strings.Contains(side, " alike: ") { // titles may be
				t.Errorf("%s: %q is cut", d.current(), side)
			}
		}
		d.keys("j")
	}
}
