package evolve

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/themes"
	"ebb/views"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s differs; got\n%s", path, got)
	}
}

// sizes are those of the whole screen; five lines are the shell's.
var sizes = [][2]int{{140, 40}, {120, 36}, {100, 30}, {80, 24}, {60, 20}, {40, 12}}

const shellLines = 5

func TestGoldenLayouts(t *testing.T) {
	layouts := []struct{ name, keys string }{
		{"list", "j"},
		{"about", "j j enter"},
		{"plan", "p"},
		{"changes", "p tab tab"},
		{"report", "G k enter"},
		{"settings", "G k k k k k e"},
	}
	for _, size := range sizes {
		for _, layout := range layouts {
			name := fmt.Sprintf("%s-%dx%d", layout.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				d := drive(t, sample()).show("", size[0], size[1]-shellLines)
				golden(t, name, d.keys(layout.keys).text())
			})
		}
	}
}

func TestGoldenStates(t *testing.T) {
	future := func(d *driver) *driver {
		d.lens.Mode, d.lens.At = views.Future, clock.AddDate(0, 0, 14)
		d.send(views.LensMsg{Lens: d.lens})
		return d
	}
	broken := newFake()
	broken.broken = &engine.CorruptRecordError{Table: "operations", Key: "x\x1b[2J", Why: "checksum"}
	comparing := newFake()
	comparing.near = engine.NeighbourProgress{Running: true, Stage: "comparing", Done: 1200, Total: 5000}
	empty := newFake()
	empty.types = map[string]int{}
	scenes := []struct {
		name string
		make func(t *testing.T) *driver
	}{
		{"empty", func(t *testing.T) *driver { return drive(t, empty).show("") }},
		{"nothing-to-change", func(t *testing.T) *driver { return drive(t, empty).show("").keys("p") }},
		{"error", func(t *testing.T) *driver { return drive(t, broken).show("").keys("p") }},
		{"comparing", func(t *testing.T) *driver { return drive(t, comparing).show("") }},
		{"filtered", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("p /").typed("deploy") }},
		{"filtered-to-nothing", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("p /").typed("xyzzy") }},
		{"future", func(t *testing.T) *driver { return future(drive(t, sample()).show("")).keys("p") }},
		{"undone", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("G enter") }},
		{"moved", func(t *testing.T) *driver {
			d := drive(t, sample()).show("").keys("p")
			d.event(engine.KindEdit, engine.MemoryUpdated, "d1")
			return d
		}},
	}
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			golden(t, "state-"+scene.name, scene.make(t).text())
		})
	}
}

func TestGoldenAccessible(t *testing.T) {
	d := drive(t, sample(), func(c *views.Context) { c.Accessible = true }).show("", 100, 31)
	golden(t, "accessible-list", d.keys("j").text()+"\n"+d.screen.Say())
	d.keys("p j j")
	golden(t, "accessible-plan", d.text()+"\n"+d.screen.Say())
	d.keys("tab")
	golden(t, "accessible-buttons", d.text()+"\n"+d.screen.Say())
}

// hostile are texts that try to reach the terminal or to shift a border.
var hostile = []string{
	"plain text of a memory", "", "\x1b[2J\x1b[Hcleared", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "\u009b31mred",
	"bell \a back \b null \x00 del \x7f", "line\r\nends\rhere\n", "tab\there", "\u202ereversed\u202c", "tag \U000e0041\U000e0042",
	"wide デプロイ手順は。次の文。", "👨‍👩‍👧‍👦 family 🇩🇪 ❤️ 1️⃣", "e\u0301 combining \u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\u0301starts with a mark",
	"العربية مختلطة with latin", "क्षि निर", "\xff\xfe not utf-8 \xc3\x28", strings.Repeat("long words. ", 2000), strings.Repeat("x", 20_000), strings.Repeat("\n", 300),
}

var anyKey = []string{
	"j", "k", "g", "G", "ctrl+d", "ctrl+u", "enter", "esc", "tab", "shift+tab", "space", "p", "o", "e", "S", "/", "h", "l", "r", "y", "Y", "ctrl+s", "x", "漢", "backspace",
}

// hostilePlan is a plan of any shape whose every text tries something.
func hostilePlan(t *rapid.T) *fake {
	f := newFake()
	text := rapid.SampledFrom(hostile)
	for _, spec := range evolvers.Registry() {
		if rapid.IntRange(0, 3).Draw(t, "left out") == 0 {
			continue
		}
		step := evolvers.Step{Name: spec.Name, Title: spec.Title, Stage: spec.Stage}
		for i := range rapid.IntRange(0, 6).Draw(t, "changes") {
			id := fmt.Sprint(i, text.Draw(t, "id"))
			f.put(id, text.Draw(t, "title"), float64(i))
			c := engine.Change{Memory: id, Field: text.Draw(t, "field"), Before: text.Draw(t, "before"), After: text.Draw(t, "after"), Why: text.Draw(t, "why"), Source: []string{text.Draw(t, "evidence"), id, "x", "y"}}
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				c = made(id, text.Draw(t, "made"), "x")
			case 1:
				product := .5
				c.Weigh = &engine.Weighing{Interference: &product}
			default:
				c.Revise = &engine.Revision{}
			}
			step.Changes = append(step.Changes, c)
		}
		if rapid.IntRange(0, 4).Draw(t, "troubled") == 0 {
			step.Problems = []evolvers.Problem{{ID: text.Draw(t, "bad"), Why: text.Draw(t, "trouble")}}
			step.Candidates = []evolvers.Candidate{{Subject: text.Draw(t, "subject"), Have: 1, Need: 2}}
			step.Offers = []evolvers.Offer{{ID: text.Draw(t, "offer"), Score: .4}}
			step.Skipped = []evolvers.Skip{{Reason: text.Draw(t, "reason"), Count: 3}}
		}
		if rapid.IntRange(0, 9).Draw(t, "fails") == 0 {
			step.Err = fmt.Errorf("%s", text.Draw(t, "failure"))
		}
		f.plan.Steps = append(f.plan.Steps, step)
	}
	p := f.plan
	for i := range rapid.IntRange(0, 4).Draw(t, "cycles") {
		f.cycles = append(f.cycles, PastCycle{
			Op:     engine.Operation{ID: fmt.Sprint(i), Kind: engine.KindCycle, At: ago(float64(i * 3)), Actor: engine.Actor{Kind: engine.Agent, Name: text.Draw(t, "actor")}, Outcome: text.Draw(t, "outcome"), Reason: text.Draw(t, "said")},
			Report: p.Report(),
		})
	}
	return f
}

// TestDrawIsExact walks the screen through sizes, keys, events and hostile
// texts: it is always h lines of w cells, and nothing but colours leaves it.
func TestDrawIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := hostilePlan(t)
		theme := themes.Must(rapid.SampledFrom([]string{"dark", "light", "mono"}).Draw(t, "theme"))
		d := drive(discard{}, f, func(c *views.Context) {
			c.Theme = func() *themes.Theme { return theme }
			c.Accessible = rapid.IntRange(0, 4).Draw(t, "accessible") == 0
		})
		d.send(tea.WindowSizeMsg{})
		d.run(d.screen.Show(""))
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				d.send(views.TickMsg{At: clock})
			case 1:
				d.send(views.EventMsg{Event: engine.Event{Resync: true}})
			case 2:
				if d.screen.Typing() {
					d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rapid.SampledFrom(hostile).Draw(t, "pasted")), Paste: true})
				}
			case 3:
				d.send(tea.MouseMsg{X: rapid.IntRange(0, 300).Draw(t, "x"), Y: rapid.IntRange(0, 100).Draw(t, "y"), Action: tea.MouseActionPress, Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelDown, tea.MouseButtonWheelUp}).Draw(t, "button")})
			case 4:
				d.lens.Mode = views.LensMode(rapid.IntRange(0, 2).Draw(t, "lens"))
				d.send(views.LensMsg{Lens: d.lens})
			default:
				d.press(rapid.SampledFrom(anyKey).Draw(t, "key"))
			}
			w, h := rapid.IntRange(0, 300).Draw(t, "w"), rapid.IntRange(0, 100).Draw(t, "h")
			if rapid.Bool().Draw(t, "small") {
				w, h = w%130, h%36
			}
			checkFrame(t, d.screen.Draw(w, h), w, h)
			d.screen.Say()
			d.screen.Summary()
		}
	})
}

// discard is a testing.TB for a driver whose failures do not matter.
type discard struct{ testing.TB }

func (discard) Helper()               {}
func (discard) Fatalf(string, ...any) {}

func checkFrame(t *rapid.T, lines []string, w, h int) {
	if len(lines) != h {
		t.Fatalf("%d lines at %d × %d", len(lines), w, h)
	}
	for y, line := range lines {
		plain := withoutColours(line)
		if a, b := ansi.StringWidth(plain), ansi.StringWidthWc(plain); a != w || b != w {
			t.Fatalf("line %d is %d cells, %d by rune, at %d × %d: %q", y, a, b, w, h, line)
		}
		if !utf8.ValidString(plain) {
			t.Fatalf("line %d is not UTF-8: %q", y, line)
		}
		for _, r := range plain {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r >= 0xe0000 && r <= 0xe007f {
				t.Fatalf("line %d lets %U through: %q", y, r, line)
			}
		}
	}
}

// withoutColours takes SGR sequences away, and nothing else.
func withoutColours(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], "\x1b[") {
			end := i + 2
			for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == ';') {
				end++
			}
			if end < len(s) && s[end] == 'm' {
				i = end + 1
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}
