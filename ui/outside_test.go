package ui

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

func TestEditorGetsTheTerminalAndGivesItBack(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p := open(t, func(h *harness, o *Options) {
		env := o.Getenv
		o.Getenv = func(k string) string {
			if k == "VISUAL" {
				return `test -t 0 && sed -i.bak 's/old text/new text/'`
			}
			return env(k)
		}
	})
	p.waitFor("row 3")
	p.types("e")
	p.waitFor("edited: new text")
	p.waitFor("\x1b[?1002h") // the mouse again, after its first time
	if strings.Count(p.output(), "\x1b[?1049h") != 2 {
		t.Error("the screen was not left and taken up again")
	}
	p.types("q")
	if err := p.ends(); err != nil {
		t.Fatal(err)
	}
	p.restored()
	left, err := os.ReadDir(os.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		t.Errorf("%s was left behind", f.Name())
	}
}

func TestCopyReachesTheClipboardOfTheTerminal(t *testing.T) {
	p := open(t)
	p.waitFor("row 3")
	p.types("y")
	p.waitFor("\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte("デプロイ")))
	p.waitFor("copied the text")
	p.types("q")
	if err := p.ends(); err != nil {
		t.Fatal(err)
	}
}

func TestTooMuchIsNotCopied(t *testing.T) {
	h := start(t)
	h.send(views.CopyMsg{Text: strings.Repeat("x", longestCopy+1)})
	h.shows("75 kB are too much for the clipboard")
}

func TestEditorCommands(t *testing.T) {
	for env, want := range map[string]string{
		"":                `vi "$1"`,
		"code --wait":     `code --wait "$1"`,
		`"my editor" -nw`: `"my editor" -nw "$1"`,
	} {
		c := editorCommand(func(k string) string { return map[string]string{"EDITOR": env}[k] }, "/tmp/a b")
		if got := c.Args[2]; got != want || c.Args[4] != "/tmp/a b" {
			t.Errorf("%q runs %q", env, c.Args)
		}
	}
}

func click(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
}

func TestMouse(t *testing.T) {
	h := start(t)
	h.send(click(17, 1))
	if h.s.active != 1 {
		t.Fatalf("a click on the second tab shows %d:\n%s", h.s.active, h.screen())
	}
	h.send(click(5, 7))
	last := h.views[1].msgs[len(h.views[1].msgs)-1]
	if m, ok := last.(tea.MouseMsg); !ok || m.Y != 4 || m.X != 5 {
		t.Errorf("the screen got %+v", last)
	}
	h.send(click(5, 35)) // the footer is not the screen's
	if got := h.views[1].msgs; got[len(got)-1] != last {
		t.Errorf("a click on the footer reached the screen")
	}
	h.press("?")
	row := -1
	for y, l := range strings.Split(h.screen(), "\n") {
		if strings.Contains(l, "archive it") {
			row = y
		}
	}
	h.send(click(9, row))
	h.send(click(9, row))
	if got := strings.Join(h.views[1].ran, " "); got != "archive" {
		t.Errorf("a second click ran %q", got)
	}
	picked := -1
	h.send(views.PickMsg{Title: "P", Choices: []views.Choice{{Label: "first one"}, {Label: "second one"}}, Pick: func(i int) tea.Cmd { picked = i; return nil }})
	for y, l := range strings.Split(h.screen(), "\n") {
		if strings.Contains(l, "second one") {
			h.send(click(60, y))
			break
		}
	}
	if picked != 1 {
		t.Errorf("a click picked %d", picked)
	}
	h.press(":", "mouse off", "enter")
	h.send(click(5, 1))
	if h.s.active != 1 {
		t.Error("the mouse works while it is off")
	}
}
