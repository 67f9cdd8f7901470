//go:build unix

package ui

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

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
