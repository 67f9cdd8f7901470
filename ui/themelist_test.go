package ui

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
)

// keeper writes down the theme that is to be kept.
type keeper struct {
	kept []string
	err  error
}

func (k *keeper) keep(_ context.Context, name string) error {
	if k.err != nil {
		return k.err
	}
	k.kept = append(k.kept, name)
	return nil
}

func withThemes(t *testing.T, change ...func(*harness, *Options)) (*harness, *keeper) {
	t.Helper()
	k := &keeper{}
	h := start(t, append(change, func(_ *harness, o *Options) {
		o.KeepTheme, o.ConfigPath = k.keep, "/home/ana/.config/ebb/config.toml"
	})...)
	h.press(":", "theme", "enter")
	return h, k
}

func TestEachThemeIsShownUnderTheCursor(t *testing.T) {
	h, k := withThemes(t)
	if name := h.s.top().(*themeList).name(); name != "dark" {
		t.Fatalf("the cursor is on %s", name)
	}
	for _, want := range themes.Names[2:] {
		h.press("down")
		if got := h.s.theme.Name; got != want && !themes.Follows(want) || h.s.o.Theme.Name != want {
			t.Errorf("on %s the screen shows %s", want, got)
		}
		// What is behind the list is drawn in it.
		if bar := h.s.theme.Paint(themes.BarFull, "███▋"); !strings.Contains(h.s.View(), bar) {
			t.Errorf("%s: the rows are not drawn in it", want)
		}
	}
	h.press("esc")
	if h.s.theme.Name != "dark" || h.s.top() != nil || len(k.kept) != 0 {
		t.Errorf("esc left %s, kept %v", h.s.theme.Name, k.kept)
	}
}

func TestAThemeIsKeptForTheSessionAndWrittenWhenAsked(t *testing.T) {
	h, k := withThemes(t)
	h.press("j", "enter")
	if h.s.theme.Name != "light" {
		t.Fatalf("enter left %s", h.s.theme.Name)
	}
	h.shows("Keep light for the next time?")
	h.shows("goes into ~/.config/ebb/config.toml")
	h.press("enter") // nothing that writes is preselected
	if len(k.kept) != 0 {
		t.Fatal("enter wrote it")
	}
	h.press("esc")
	if h.s.theme.Name != "light" || len(k.kept) != 0 {
		t.Errorf("esc left %s, wrote %v", h.s.theme.Name, k.kept)
	}
	h.press(":", "theme", "enter", "G", "enter", "y")
	if h.s.theme.Name != "mono" || strings.Join(k.kept, " ") != "mono" {
		t.Errorf("the theme is %s, written %v", h.s.theme.Name, k.kept)
	}
	h.shows("theme mono is in ~/.config/ebb/config.toml")

	k.err = errors.New("config.toml, line 2: mouse wants true or false")
	h.press(":", "theme", "enter", "g", "enter", "y")
	h.shows("config.toml, line 2")
	if h.s.o.Theme.Name != "auto" {
		t.Error("what could not be written is no longer shown")
	}
}

func TestTheThemeInUseNeedsNoWriting(t *testing.T) {
	h, _ := withThemes(t)
	h.press("enter")
	if h.s.top() != nil || h.s.theme.Name != "dark" {
		t.Errorf("asked about %v", h.s.top())
	}
}

func TestAPersonsColoursAreInEveryTheme(t *testing.T) {
	h, _ := withThemes(t, func(_ *harness, o *Options) { o.Colours = map[string]string{"accent": "#ff00ff", "bar": "bold"} })
	for range themes.Names {
		dark, ours := themes.Must(h.s.theme.Name), h.s.theme
		mono := ours.Name == "mono"
		if got := ours.Ink(themes.Accent).Open(); !mono && !strings.Contains(got, "255;0;255") || mono && strings.Contains(got, "255") {
			t.Errorf("%s: accent opens with %q", ours.Name, got)
		}
		if ours.Ink(themes.Muted).Open() != dark.Ink(themes.Muted).Open() {
			t.Errorf("%s: what was not asked for changed", ours.Name)
		}
		h.press("up")
	}
}

func TestThemesUnderNoColor(t *testing.T) {
	h, _ := withThemes(t, func(_ *harness, o *Options) { o.Theme.NoColor = true })
	h.shows("none of them has colour now")
}

func TestTheMouseShowsAndKeepsThemes(t *testing.T) {
	h, _ := withThemes(t)
	row := func(name string) tea.MouseMsg {
		for y, l := range strings.Split(h.screen(), "\n") {
			if i := strings.Index(l, " "+name+" "); i >= 0 && strings.Contains(l, themes.Describe(name)) {
				return click(40, y)
			}
		}
		t.Fatalf("%s is not shown:\n%s", name, h.screen())
		return tea.MouseMsg{}
	}
	h.send(row("deutan-light"))
	if h.s.theme.Name != "deutan-light" {
		t.Fatalf("a click shows %s", h.s.theme.Name)
	}
	h.send(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress, X: 40, Y: 12})
	if h.s.theme.Name != "mono" {
		t.Errorf("the wheel shows %s", h.s.theme.Name)
	}
	h.send(row("light"))
	h.send(row("light"))
	h.shows("Keep light for the next time?")
}
