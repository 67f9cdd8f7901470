package memories

import (
	"bufio"
	"strings"
	"testing"

	"ebb/views"
)

// written is what the screen would write to a file of that name.
func written(t *testing.T, msg views.SaveMsg, path string) (text, done string) {
	t.Helper()
	var b strings.Builder
	w := bufio.NewWriter(&b)
	done, err := msg.Write(t.Context(), path, w)
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), done
}

func TestTheSelectionIsWrittenByWhatTheFileIsCalled(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("space space w")
	ask := last[views.SaveMsg](d)
	if ask.Title != "Write 2 memories to a file" || ask.Name != "memories-2026-11-30.jsonl" {
		t.Errorf("asked %q, %q", ask.Title, ask.Name)
	}
	if text, done := written(t, ask, "/tmp/x.JSONL"); text != "{\"id\":\"m00\"}\n{\"id\":\"m01\"}\n" || done != "2 memories" {
		t.Errorf("as lines: %q, %q", text, done)
	}
	want := "Deploy key rotates with the vault, every Monday at 06:00\n\nCanary first, then 10 %, then all\n"
	if text, _ := written(t, ask, "/tmp/notes.txt"); text != want {
		t.Errorf("as text: %q", text)
	}
	d.source.remove("m01")
	if _, err := ask.Write(t.Context(), "x.txt", bufio.NewWriter(&strings.Builder{})); err == nil {
		t.Error("a memory that is gone is left out in silence")
	}
}

func TestWhatElseCanBeCopied(t *testing.T) {
	tests := []struct{ keys, typed, label, want string }{
		{"j Y", "", "its id", "m01"},
		{"j Y", "", "JSON", "{\"id\":\"m01\"}\n"},
		{"j Y", "", "the command line that prints it", "ebb show m01"},
		{"space space Y", "", "their ids", "m00\nm01"},
		{"space space Y", "", "JSON", "{\"id\":\"m00\"}\n{\"id\":\"m01\"}\n"},
		{"Y", "", "the command line that prints the list", "ebb list"},
		{"enter Y", `ns:team/ops state:active since:90d`, "the command line that prints the list", "ebb list --namespace team/ops --state active --since 90d"},
		{"tab enter Y", `"go out" Ana's`, "the command line that prints the list", `ebb search --look --explain -- '"go out" Ana'\''s'`},
	}
	for _, test := range tests {
		d := drive(t, sample()).show("")
		d.text(100, 30)
		if test.typed != "" {
			d.keys("/").typed(test.typed)
		}
		d.keys(test.keys)
		d.pick(test.label)
		if got := last[views.CopyMsg](d); got.Text != test.want {
			t.Errorf("%s %s: copied %q, want %q", test.keys, test.label, got.Text, test.want)
		}
	}
}

// What the command line cannot say is not offered as if it could.
func TestNoCommandLineForWhatItCannotSay(t *testing.T) {
	for _, text := range []string{"deploy", "type:episodic type:semantic", "conflict:open", "since:week", "state:live"} {
		d := drive(t, sample()).show("")
		d.text(100, 30)
		d.keys("/").typed(text)
		if line := d.screen.listCommand(); line != "" {
			t.Errorf("%s is %q", text, line)
		}
	}
}
