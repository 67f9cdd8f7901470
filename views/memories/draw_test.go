package memories

import (
	"fmt"
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

// hostile are texts that try to reach the terminal or to shift a border.
var hostile = []string{
	"plain text",
	"",
	"\x1b[2J\x1b[Hcleared", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "\x1b]52;c;aGk=\a", "\x1b]0;title\a", "\u009b31mred",
	"bell \a back \b null \x00 del \x7f", "paste end \x1b[201~", "line\r\nends\rhere\n", "tab\there",
	"\u202ereversed\u202c", "\u2066isolate", "tag \U000e0041\U000e0042",
	"wide デプロイ手順は", "👨‍👩‍👧‍👦 family 🇩🇪 ❤️ 1️⃣", "e\u0301 combining \u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
	"\u0301starts with a mark", "العربية مختلطة with latin", "क्षि निर", "\xff\xfe not utf-8 \xc3\x28",
	strings.Repeat("long ", 4000), strings.Repeat("x", 30_000), strings.Repeat("\n", 500), "\ufeffbom", "zero\u200bwidth\u200djoin",
}

func hostileStore(t *rapid.T) *fake {
	f := newFake()
	text := rapid.SampledFrom(hostile)
	for i := range rapid.IntRange(0, 60).Draw(t, "memories") {
		content := text.Draw(t, "text") + text.Draw(t, "more")
		age := time.Duration(rapid.IntRange(-100, 3000).Draw(t, "hours")) * time.Hour
		m := engine.Memory{
			Head: engine.Head{
				ID: fmt.Sprintf("%03d%s", i, text.Draw(t, "id")), Type: text.Draw(t, "type"),
				Scope:     engine.Scope{Namespace: text.Draw(t, "namespace"), Subject: text.Draw(t, "subject")},
				CreatedAt: clock.Add(-age), UpdatedAt: clock.Add(-age),
				State: engine.State(rapid.IntRange(1, 7).Draw(t, "state")),
			},
			Body: engine.Body{Content: content, Source: text.Draw(t, "source")},
		}
		f.store(m)
		m = f.memories[m.ID]
		m.Title = content[:min(len(content), engine.MaxTitleBytes)] // as an old store might hold it
		f.memories[m.ID] = m
	}
	return f
}

var anyKey = []string{
	"j", "k", "g", "G", "ctrl+d", "ctrl+u", "enter", "esc", "tab", "/", "space", "v", "V", "s", "f", "d", "r", "R", "x", "*", "e", "n", "E", "D", "y", "Y",
	"ctrl+s", "backspace", "up", "down", "h", "o", "pgdown", "shift+tab", "ns:", "state:all", "\x1b", "é", "漢",
}

// TestDrawIsExact walks the screen through sizes, keys, ticks and hostile
// texts: it is always h lines of w cells, and nothing but colours leaves it.
func TestDrawIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := hostileStore(t)
		f.loaded = rapid.Bool().Draw(t, "loaded")
		theme := themes.Must(rapid.SampledFrom([]string{"dark", "light", "mono"}).Draw(t, "theme"))
		lens := views.Lens{At: clock, Real: clock}
		screen := New(views.Context{
			Theme:      func() *themes.Theme { return theme },
			Lens:       func() views.Lens { return lens },
			Accessible: rapid.IntRange(0, 4).Draw(t, "accessible") == 0,
		}, f)
		d := &driver{t: discard{}, screen: screen, source: f, lens: lens, theme: theme}
		d.unpaced().show("")
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			switch rapid.IntRange(0, 7).Draw(t, "step") {
			case 0:
				d.send(views.TickMsg{At: clock})
			case 1:
				f.load()
			case 2:
				for _, r := range rapid.SampledFrom(hostile).Draw(t, "typed")[:0] {
					d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
				}
				d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rapid.SampledFrom(hostile).Draw(t, "pasted")), Paste: true})
			case 3:
				d.send(tea.MouseMsg{X: rapid.IntRange(0, 300).Draw(t, "x"), Y: rapid.IntRange(0, 100).Draw(t, "y"), Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
			default:
				d.press(rapid.SampledFrom(anyKey).Draw(t, "key"))
			}
			w, h := rapid.IntRange(0, 300).Draw(t, "w"), rapid.IntRange(0, 100).Draw(t, "h")
			if rapid.Bool().Draw(t, "small") {
				w, h = w%50, h%20
			}
			checkFrame(t, screen.Draw(w, h), w, h)
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
		if got := ansi.StringWidth(plain); got != w {
			t.Fatalf("line %d is %d cells at %d × %d: %q", y, got, w, h, line)
		}
		if got := ansi.StringWidthWc(plain); got != w {
			t.Fatalf("line %d is %d cells by rune at %d × %d: %q", y, got, w, h, line)
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

// A text of half a megabyte is just a long text, wherever it is scrolled to.
func TestHalfAMegabyte(t *testing.T) {
	f := sample()
	arrive(f, "big", strings.Repeat("\x1b[31mline "+strings.Repeat("x", 300)+"\n", 1500))
	d := drive(t, f).show("big")
	d.text(100, 30)
	start := time.Now()
	d.keys("enter ctrl+d ctrl+d G g")
	for range 20 {
		d.keys("G k")
		d.text(100, 30)
		d.tick(time.Second)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("reading a long text took %v", took)
	}
	d.keys("G")
	if text := d.text(100, 30); !strings.Contains(text, "v1") || !strings.Contains(text, "retention .") {
		t.Errorf("the end of the detail is not reached:\n%s", text)
	}
}
