package conflicts

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"ebb/engine"
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
		{"queue", ""},
		{"chosen", "b"},
		{"rules", "enter j j j j"},
		{"texts", "enter tab"},
		{"several", "V o"},
		{"merge", "m a"},
		{"preview", "m V b p"},
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
	broken := newFake()
	broken.broken = errors.New("damaged record in conflicts")
	archived := sample()
	m := archived.memories["a1"]
	m.State, m.Head.Archive.At = engine.Archived, ago(3)
	archived.memories["a1"] = m
	wide := newFake()
	wide.put(engine.Memory{Head: engine.Head{ID: "a", CreatedAt: ago(4)}, Body: engine.Body{Content: "デプロイは火曜日に行います。凍結は12月18日からです。" + strings.Repeat("長い文章です。", 30)}})
	wide.put(engine.Memory{Head: engine.Head{ID: "b", CreatedAt: ago(1)}, Body: engine.Body{Content: "デプロイは木曜日に行います。凍結は12月20日からです。\x1b[2J" + strings.Repeat("Donaudampfschifffahrtsgesellschaft", 6)}})
	wide.dispute(engine.Conflict{ID: "c", MemoryA: "a", MemoryB: "b", Type: engine.ConflictImported, CreatedAt: ago(1)})
	scenes := []struct {
		name string
		make func(t *testing.T) *driver
	}{
		{"empty", func(t *testing.T) *driver { return drive(t, newFake()).show("") }},
		{"unread", func(t *testing.T) *driver { return drive(t, sample()) }},
		{"error", func(t *testing.T) *driver { return drive(t, broken).show("") }},
		{"archived", func(t *testing.T) *driver { return drive(t, archived).show("") }},
		{"settled", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("a enter o enter l") }},
		{"all-settled", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("V a enter") }},
		{"wide", func(t *testing.T) *driver { return drive(t, wide).show("") }},
		{"wide-merge", func(t *testing.T) *driver { return drive(t, wide).show("").keys("m") }},
		{"field", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("m a k e").typed("Hm. ") }},
	}
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			golden(t, "state-"+scene.name, scene.make(t).text())
		})
	}
}

func TestGoldenAccessible(t *testing.T) {
	d := drive(t, sample(), func(c *views.Context) { c.Accessible = true }).show("", 100, 25)
	golden(t, "accessible-queue", d.text()+"\n"+d.screen.Say())
	d.keys("b")
	golden(t, "accessible-pair", d.text()+"\n"+d.screen.Say())
}

// hostile are texts that try to reach the terminal or to shift a border.
var hostile = []string{
	"plain text of a memory", "", "\x1b[2J\x1b[Hcleared", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "\u009b31mred",
	"bell \a back \b null \x00 del \x7f", "line\r\nends\rhere\n", "tab\there", "\u202ereversed\u202c", "tag \U000e0041\U000e0042",
	"wide デプロイ手順は。次の文。", "👨‍👩‍👧‍👦 family 🇩🇪 ❤️ 1️⃣", "e\u0301 combining \u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\u0301starts with a mark",
	"العربية مختلطة with latin", "क्षि निर", "\xff\xfe not utf-8 \xc3\x28", strings.Repeat("long words. ", 2000), strings.Repeat("x", 20_000), strings.Repeat("\n", 300),
}

var anyKey = []string{
	"j", "k", "g", "G", "ctrl+d", "ctrl+u", "enter", "esc", "tab", "shift+tab", "space", "v", "V", "a", "b", "o", "m", "p", "e", "E", "h", "l", "r", "y", "Y", "ctrl+z", "ctrl+s", "x", "漢",
}

// TestDrawIsExact walks the screen through sizes, keys, events and hostile
// texts: it is always h lines of w cells, and nothing but colours leaves it.
func TestDrawIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFake()
		text := rapid.SampledFrom(hostile)
		for i := range rapid.IntRange(0, 12).Draw(t, "conflicts") {
			var ids [2]string
			for k := range ids {
				m := engine.Memory{
					Head: engine.Head{
						ID: fmt.Sprintf("%02d%d%s", i, k, text.Draw(t, "id")), CreatedAt: ago(float64(rapid.IntRange(-3, 300).Draw(t, "days"))),
						Title: text.Draw(t, "title"), Type: text.Draw(t, "type"), Scope: engine.Scope{Namespace: text.Draw(t, "namespace")},
					},
					Body: engine.Body{Content: text.Draw(t, "text") + text.Draw(t, "more"), Source: text.Draw(t, "source")},
				}
				if rapid.IntRange(0, 5).Draw(t, "dead") == 0 {
					m.State = engine.State(rapid.IntRange(1, 7).Draw(t, "state"))
				}
				ids[k] = f.put(m).ID
				if rapid.IntRange(0, 19).Draw(t, "gone") == 0 {
					delete(f.memories, m.ID)
				}
			}
			f.dispute(engine.Conflict{
				ID: fmt.Sprint("c", i), MemoryA: ids[0], MemoryB: ids[1], CreatedAt: ago(float64(i)), Explanation: text.Draw(t, "why"),
				Type:       rapid.SampledFrom([]string{engine.ConflictDeclared, engine.ConflictValueMismatch, engine.ConflictImported, "\x1b[1mown"}).Draw(t, "kind"),
				DeclaredBy: engine.Actor{Kind: engine.Agent, Name: text.Draw(t, "by")}, Confidence: .5,
				Status: engine.ConflictStatus(rapid.IntRange(1, 3).Draw(t, "status")),
			})
		}
		if rapid.Bool().Draw(t, "provider") {
			f.provider = &oracle{text: engine.Synthesis{Content: text.Draw(t, "suggestion")}}
		}
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
					d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text.Draw(t, "pasted")), Paste: true})
				}
			case 3:
				d.send(tea.MouseMsg{X: rapid.IntRange(0, 300).Draw(t, "x"), Y: rapid.IntRange(0, 100).Draw(t, "y"), Action: tea.MouseActionPress, Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelDown, tea.MouseButtonWheelUp}).Draw(t, "button")})
			case 4:
				for i := len(d.intents) - 1; i >= 0; i-- {
					if ask, ok := d.intents[i].(views.ConfirmMsg); ok {
						d.run(ask.Do())
						break
					}
				}
			default:
				d.press(rapid.SampledFrom(anyKey).Draw(t, "key"))
			}
			w, h := rapid.IntRange(0, 300).Draw(t, "w"), rapid.IntRange(0, 100).Draw(t, "h")
			if rapid.Bool().Draw(t, "small") {
				w, h = w%130, h%36
			}
			checkFrame(t, d.screen.Draw(w, h), w, h)
			d.screen.Say()
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

// huge is a conflict of two texts of half a megabyte that differ in little.
func huge() *fake {
	f := newFake()
	text := strings.Repeat("what was said about the freeze of deploys in this year.\n", 512<<10/56)
	f.put(engine.Memory{Head: engine.Head{ID: "a", CreatedAt: ago(4)}, Body: engine.Body{Content: text}})
	f.put(engine.Memory{Head: engine.Head{ID: "b", CreatedAt: ago(1)}, Body: engine.Body{Content: strings.Replace(text, "freeze", "thaw", 40)}})
	f.dispute(engine.Conflict{ID: "c", MemoryA: "a", MemoryB: "b", Type: engine.ConflictDeclared, CreatedAt: ago(1)})
	return f
}

// The texts are there before their marks are.
func TestHugeTextsDoNotWaitForTheirMarks(t *testing.T) {
	d := drive(t, huge())
	d.send(tea.WindowSizeMsg{Width: 120, Height: 31})
	d.screen.Draw(120, 31)
	d.screen.Show("") // what it would read is read below
	c := d.screen.queue.current()
	msg := loadPair(d.source, *c, d.screen.pair.gen)()
	start := time.Now()
	cmd := d.screen.Update(msg)
	text := d.text()
	took := time.Since(start)
	if !strings.Contains(text, "what was said about the freeze") || !strings.Contains(text, "comparing …") {
		t.Errorf("not shown while it is compared:\n%s", text)
	}
	if took > 160*time.Millisecond { // 16 on a quiet machine
		t.Errorf("the first frame took %v", took)
	}
	d.run(cmd)
	d.shows("[thaw]")
	start = time.Now()
	d.keys("tab tab ctrl+d ctrl+d G g m V a p esc esc esc esc")
	if took := time.Since(start); took > 4*time.Second {
		t.Errorf("walking through took %v", took)
	}
}

func TestTenThousandConflictsAreReadAsTheyAreSeen(t *testing.T) {
	d := drive(t, large(10_000)).show("")
	d.shows("open 10,000", "1–9 of 10,000")
	if n := len(d.screen.names); n > 100 {
		t.Errorf("%d names were read for a screen of them", n)
	}
	d.keys("j j j G k g")
	if d.source.got > 20 {
		t.Errorf("%d texts were read", d.source.got)
	}
	d.keys("V o")
	d.shows("10,000 conflicts selected", "10,000 × both stay")
}
