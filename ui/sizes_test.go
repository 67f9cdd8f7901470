package ui

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

var someKeys = []string{
	"j", "k", "enter", "esc", "t", "?", ":", "!", "U", "u", "q", "1", "2", "H", "L", "/", "space", "+", "-", "left", "right", "up", "down",
	"backspace", "tab", "ctrl+r", "ctrl+p", "i", "d", "n", "y", "b", "p", "f", "g", "G", "home", "end", "pgup", "pgdown", "deploy", "日本",
}

// Whatever is pressed at whatever size, a frame is exactly h lines of exactly
// w cells.
func TestEveryFrameHasItsSize(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := start(t, func(h *harness, o *Options) {
			h.imp = &fakeImporter{}
			h.e.ops = []engine.Operation{{ID: "a", Summary: strings.Repeat("長い", 90), Actor: engine.You, At: noon}}
			if rapid.Bool().Draw(rt, "empty") {
				h.e.totals = engine.Totals{}
			}
			if rapid.IntRange(0, 9).Draw(rt, "fails") == 0 {
				o.Open = func(context.Context, Which) (*Session, error) {
					return nil, &engine.StoreLockedError{Dir: strings.Repeat("/long/way", 20), PID: 4711}
				}
			}
			o.Accessible = rapid.IntRange(0, 4).Draw(rt, "accessible") == 0
			o.Theme.Name = rapid.SampledFrom(themes.Names).Draw(rt, "theme")
		})
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0, 1:
				h.send(tea.WindowSizeMsg{Width: rapid.IntRange(0, 300).Draw(rt, "w"), Height: rapid.IntRange(0, 100).Draw(rt, "h")})
			case 2:
				h.send(tea.MouseMsg{X: rapid.IntRange(-1, 300).Draw(rt, "x"), Y: rapid.IntRange(-1, 100).Draw(rt, "y"), Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelDown, tea.MouseButtonWheelUp}).Draw(rt, "button")})
			case 3:
				h.send(rapid.SampledFrom([]tea.Msg{
					views.ToastMsg{Text: "line\none\x1b[2J" + strings.Repeat("界", 200), Level: views.Fail},
					views.BusyMsg{Job: "x", Label: strings.Repeat("é́", 90)},
					views.ConfirmMsg{Title: "T\x07", Body: strings.Repeat("word ", 300), Word: "3"},
					views.PickMsg{Title: "P", Choices: make([]views.Choice, 40)},
					tea.BlurMsg{},
					tea.FocusMsg{},
				}).Draw(rt, "msg"))
			case 4:
				for _, b := range h.beats {
					b.at = noon.Add(1 << 29)
					h.send(b)
				}
				h.beats = nil
			default:
				h.press(rapid.SampledFrom(someKeys).Draw(rt, "key"))
			}
			if h.s.crash != nil {
				rt.Fatalf("%v\n%s", h.s.crash, h.s.crash.Stack)
			}
			checkFrame(rt, h.s)
		}
	})
}

func checkFrame(t *rapid.T, s *shell) {
	frame := s.View()
	if s.crash != nil {
		t.Fatalf("%v\n%s", s.crash, s.crash.Stack)
	}
	lines := strings.Split(frame, "\n")
	if len(lines) != max(s.h, 1) {
		t.Fatalf("%d lines at %d × %d", len(lines), s.w, s.h)
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != s.w && s.h > 0 {
			t.Fatalf("line %d is %d cells at %d × %d: %q", i, got, s.w, s.h, l)
		}
	}
}

func TestGolden(t *testing.T) {
	scenes := map[string]struct {
		change func(*harness, *Options)
		keys   []string
	}{
		"live":    {},
		"ahead":   {keys: []string{"t", "right", "+", "right"}},
		"then":    {keys: []string{"t", "+", "left", "left"}},
		"help":    {keys: []string{"?"}},
		"palette": {keys: []string{":", "th"}},
		"changes": {change: func(h *harness, _ *Options) { h.e.ops = someOperations() }, keys: []string{"U"}},
		"welcome": {change: func(h *harness, _ *Options) { h.e.totals = engine.Totals{} }},
		"confirm": {keys: []string{"ask"}},
		"locked": {change: func(_ *harness, o *Options) {
			o.Open = func(context.Context, Which) (*Session, error) {
				return nil, &engine.StoreLockedError{Dir: "/home/ana/.local/share/ebb/default", PID: 4711}
			}
		}},
		"accessible": {change: func(_ *harness, o *Options) { o.Accessible = true }},
	}
	for name, scene := range scenes {
		for _, size := range []struct {
			name string
			w, h int
		}{{"120x36", 120, 36}, {"80x24", 80, 24}, {"40x12", 40, 12}} {
			t.Run(name+"-"+size.name, func(t *testing.T) {
				h := start(t, func(h *harness, o *Options) {
					h.imp = &fakeImporter{}
					if scene.change != nil {
						scene.change(h, o)
					}
				})
				h.send(tea.WindowSizeMsg{Width: size.w, Height: size.h})
				for _, k := range scene.keys {
					if k == "ask" {
						h.send(views.ConfirmMsg{Title: "Purge", Body: "3 memories, their versions and ties are gone for good. Nothing brings them back.", Word: "3", Yes: "purge"})
						continue
					}
					h.press(k)
				}
				golden.RequireEqual(t, []byte(h.screen()))
			})
		}
	}
}

func someOperations() []engine.Operation {
	return []engine.Operation{
		{ID: "3", Kind: engine.KindArchive, Actor: engine.You, At: noon, Summary: "archived 3 memories"},
		{ID: "2", Kind: engine.KindAdd, Actor: engine.Actor{Kind: engine.Agent, Name: "planner"}, At: noon.Add(-3600e9), Summary: "added Freeze starts 20 December"},
		{ID: "1", Kind: engine.KindImport, Actor: engine.You, At: noon.Add(-86400e9), Count: 60, UndoneBy: "x"},
	}
}

func TestColourlessFramesCarryNoColour(t *testing.T) {
	for name, env := range map[string]map[string]string{"NO_COLOR": {"NO_COLOR": "1", "TERM": "xterm-256color"}, "dumb": {"TERM": "dumb"}} {
		h := start(t, func(_ *harness, o *Options) {
			o.Theme = themes.Options{Name: "auto"}
			o.Getenv = func(k string) string { return env[k] }
		})
		for _, keys := range [][]string{nil, {"?"}, {"esc", "t", "right"}} {
			h.press(keys...)
			for _, part := range strings.Split(h.s.View(), "\x1b[")[1:] {
				code, _, _ := strings.Cut(part, "m")
				for _, n := range strings.Split(code, ";") {
					if len(n) == 2 && (n[0] == '3' || n[0] == '4') || len(n) == 3 {
						t.Fatalf("%s: colour %q", name, code)
					}
				}
			}
		}
		h.shows("IF NOTHING HAPPENS")
	}
}
