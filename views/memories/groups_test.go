package memories

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"ebb/engine/catalogue"
	"ebb/views"
)

// inGroups drives a sample that is grouped by the choice with that label.
func inGroups(t testing.TB, f *fake, label string, change ...func(*views.Context)) *driver {
	d := drive(t, f, change...).show("")
	d.text(100, 30)
	d.keys("s")
	d.pick("group …")
	d.pick(label)
	return d
}

func TestGoldenGroups(t *testing.T) {
	d := inGroups(t, sample(), "by namespace")
	golden(t, "groups-100x30", d.text(100, 30))
	d.keys("j j j")
	golden(t, "groups-80x24", d.text(80, 24))
	d = inGroups(t, sample(), "by age", func(c *views.Context) { c.Accessible = true })
	golden(t, "groups-accessible", d.text(80, 24))
}

func TestGroupsStandInTheirOrder(t *testing.T) {
	tests := map[string]string{
		"by namespace": "research 5, team/api 2, team/jp 1, team/ops 12, team/sec 1, team/web 1",
		"by type":      "episodic 14, procedural 1, semantic 7",
		"by subject":   "default 22",
		"by age":       "the last 7 days 3, the last 30 days 6, the last 90 days 13",
		"not at all":   "",
	}
	for label, want := range tests {
		d := inGroups(t, sample(), label)
		d.text(80, 60)
		var got []string
		from, to := d.screen.inSight()
		for i := from; i < to; i++ {
			if h, ok := d.screen.headingOver(i, from); ok {
				got = append(got, fmt.Sprint(h.name, " ", h.n))
			}
		}
		if from != 0 || to != 22 || strings.Join(got, ", ") != want {
			t.Errorf("%s: rows %d to %d under %s", label, from, to, strings.Join(got, ", "))
		}
	}
}

func TestPinsAndLateHitsHaveGroupsOfTheirOwn(t *testing.T) {
	f := sample()
	f.settings.Pins = []string{"m07"}
	arrive(f, "late", "Something else first. "+strings.Repeat("And more of it. ", 12)+"It is about a deploy")
	d := inGroups(t, f, "by type")
	d.keys("/").typed("deploy").keys("enter")
	text := d.text(80, 60)
	var heads []string
	for _, line := range strings.Split(text, "\n") {
		for _, name := range []string{" pinned  ", " episodic  ", " semantic  ", " found in texts  "} {
			if strings.HasPrefix(line, name) {
				heads = append(heads, strings.Join(strings.Fields(line), " "))
			}
		}
	}
	if got := strings.Join(heads, ", "); got != "pinned 1, episodic 10, semantic 5, found in texts 1" {
		t.Errorf("groups: %s\n%s", got, text)
	}
}

// Whatever the size and the keys, the cursor's row is drawn, and headings never
// push the list out of its lines.
func TestTheCursorIsInSightUnderHeadings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := inGroups(t, sample(), rapid.SampledFrom([]string{"by namespace", "by type", "by age"}).Draw(rt, "group"))
		w, h := rapid.IntRange(1, 130).Draw(rt, "w"), rapid.IntRange(1, 40).Draw(rt, "h")
		d.text(w, h)
		for _, key := range rapid.SliceOfN(rapid.SampledFrom([]string{"j", "j", "j", "k", "G", "g", "ctrl+d", "ctrl+u", "V"}), 0, 30).Draw(rt, "keys") {
			d.keys(key)
			if lines := d.screen.Draw(w, h); len(lines) != h {
				rt.Fatalf("%d lines of %d after %s", len(lines), h, key)
			}
			from, to := d.screen.inSight()
			if cursor := d.screen.list.cursor(); d.screen.frame.layout.rows >= 2 && (cursor < from || cursor >= to) {
				rt.Fatalf("%d×%d after %s: cursor on %d, drawn %d to %d", w, h, key, cursor, from, to)
			}
			lines := 0
			for i := from; i < to; i++ {
				lines++
				if _, heads := d.screen.headingOver(i, from); heads {
					lines++
				}
			}
			if rows := d.screen.frame.layout.rows; lines > rows {
				rt.Fatalf("%d lines in %d", lines, rows)
			}
		}
	})
}

func TestClicksKnowAboutHeadings(t *testing.T) {
	d := inGroups(t, sample(), "by namespace")
	lines := strings.Split(d.text(100, 30), "\n")
	click := func(y int) {
		d.send(tea.MouseMsg{X: 20, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	}
	at := func(text string) int {
		for y, line := range lines {
			if strings.Contains(line, text) {
				return y
			}
		}
		t.Fatalf("no %q", text)
		return 0
	}
	click(at("Blue/green"))
	if d.current() != "m03" {
		t.Errorf("the click went to %s", d.current())
	}
	click(at(" team/ops  12"))
	if d.current() != "m03" {
		t.Errorf("a click on a heading went to %s", d.current())
	}
}

func TestReach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(0, 300).Draw(t, "most")
		want := rapid.IntRange(0, most).Draw(t, "want")
		if got := reach(most, func(n int) bool {
			if n < 1 || n > most {
				t.Fatalf("asked about %d of %d", n, most)
			}
			return n <= want
		}); got != want {
			t.Fatalf("%d, want %d of %d", got, want, most)
		}
	})
}

func BenchmarkCursorMoveInGroups100k(b *testing.B) {
	d := inGroups(b, large(100_000), "by type")
	if d.screen.asked.group != catalogue.ByType || d.screen.list.order.len() != 100_000 {
		b.Fatal("not in groups")
	}
	d.screen.Draw(120, 30)
	b.ReportAllocs()
	for b.Loop() {
		d.screen.move(1)
		d.screen.frame.dirty()
		d.screen.Draw(120, 30)
	}
}
