package memories

import (
	"strings"
	"testing"

	"ebb/engine"
)

func TestRivalsAreNamed(t *testing.T) {
	d := drive(t, sample())
	d.show("m05")
	text := d.text(140, 36)
	title := d.source.memories["m08"].Title
	if want := "2 alike: " + title[:12]; !strings.Contains(text, want) {
		t.Errorf("the rivals are not named, want %q:\n%s", want, text)
	}
}

func TestAnArchivedMemoryThatHasRecoveredIsOffered(t *testing.T) {
	f := sample()
	m := f.memories["m05"]
	m.State, m.Archive = engine.Archived, engine.Archive{At: ago(4), Score: .0999}
	f.memories["m05"] = m
	d := drive(t, f)
	d.show("m05")
	if text := d.text(140, 36); !strings.Contains(strings.Join(strings.Fields(text), " "), "but it has recovered to") {
		t.Errorf("it is not offered:\n%s", text)
	}
	m.LearnedAt, m.Profile.Total, m.TieCount = ago(300), 0, 0
	m.Profile = engine.Memory{}.Profile
	f.memories["m05"] = m
	d = drive(t, f)
	d.show("m05")
	if text := d.text(140, 36); strings.Contains(text, "recovered") {
		t.Errorf("it is offered although it has faded:\n%s", text)
	}
}
