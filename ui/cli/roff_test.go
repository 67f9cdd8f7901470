package cli

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func testManual(t *testing.T) string {
	t.Helper()
	a := &app{Process: Process{Places: Places{Data: "/home/ana/.local/share/ebb", Config: "/home/ana/.config/ebb", State: "/home/ana/.local/state/ebb"}}}
	root := a.root()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd("")
	return a.manual(root)
}

// What is in the tree of commands is in the page.
func TestTheManualHasEveryCommandAndOption(t *testing.T) {
	page := testManual(t)
	a := &app{}
	root := a.root()
	for _, c := range root.Commands() {
		if !strings.Contains(page, ".SS \"ebb "+escaped(c.Name())) {
			t.Errorf("%s is not in it", c.Name())
		}
		for _, sub := range c.Commands() {
			if !strings.Contains(page, ".SS \"ebb "+escaped(c.Name()+" "+sub.Name())) {
				t.Errorf("%s %s is not in it", c.Name(), sub.Name())
			}
		}
	}
	for _, want := range []string{"--theme", "--store", "--fading", "--operation-id", "NO_COLOR", "config.toml", "EXIT STATUS", "dry-run"} {
		if !strings.Contains(page, escaped(want)) {
			t.Errorf("%s is not in it", want)
		}
	}
	if strings.Contains(page, "/home/ana") {
		t.Error("it tells where one person's files are")
	}
}

func TestTheManualIsSetWithoutAWarning(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not here")
	}
	cmd := exec.Command(groff, "-man", "-Tutf8", "-ww")
	cmd.Stdin = strings.NewReader(testManual(t))
	var out, complaints strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil || complaints.Len() > 0 {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	text := regexp.MustCompile(`\x1b\[[0-9;]*m|.\x08`).ReplaceAllString(out.String(), "")
	for _, want := range []string{"ebb resolve", "--no-color", "COMMANDS: TO READ", "$XDG_DATA_HOME/ebb/default"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not set", want)
		}
	}
}

// No text becomes a request or an escape of its own.
func TestTextIsNeverARequest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-z .'\\"\n-]|é|…|\t| {2}){0,60}`).Draw(t, "text")
		var r roff
		r.text(text)
		r.item("tag", "", text)
		for l := range strings.Lines(r.b.String()) {
			l = strings.TrimSuffix(l, "\n")
			request := regexp.MustCompile(`^\.(PP|RS "4"|RE|nf|fi|sp|TP)$`).MatchString(l)
			if !request && (strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") || strings.TrimSpace(l) == "") {
				t.Fatalf("%q is a request, from %q", l, text)
			}
			for _, c := range l {
				if c > 0x7e || c < ' ' {
					t.Fatalf("%q has %q", l, c)
				}
			}
		}
	})
}
