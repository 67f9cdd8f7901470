package interchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ebb/engine"
)

// notesIn are the notes of a folder that a test makes up.
func notesIn(fsys fs.FS) (notes []Note, left []string) {
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !IsNote(p) {
			left = append(left, p)
			return nil
		}
		info, err := d.Info()
		notes = append(notes, Note{Path: p, Size: info.Size(), ModTime: fileTime, Open: func() (io.ReadCloser, error) { return fsys.Open(p) }})
		return err
	})
	if err != nil {
		panic(err)
	}
	return notes, left
}

func readNotes(t testing.TB, notes []Note, left []string) *found {
	t.Helper()
	reading, err := ReadFolder(context.Background(), Source{Name: "/port/harbour"}, notes, left, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	f := collect(reading)
	if f.err != nil {
		t.Fatal(f.err)
	}
	return f
}

func ties(f *found) string {
	var out []string
	for _, e := range f.edges {
		out = append(out, fmt.Sprintf("%s -%s-> %s", e.From, e.Type, e.To))
	}
	return strings.Join(out, "\n")
}

func TestFolderOfNotes(t *testing.T) {
	f := readNotes(t, noteSamples(t, "notes"), []string{"crane.png"})
	if want := []string{"note MEMORY", "note berths/berth-4", "note pilot-rota", "202604011200"}; !slices.Equal(f.records(), want) {
		t.Fatalf("%v, refused %v", f.records(), reasons(f))
	}
	berth := f.memory(t, "note berths/berth-4")
	if berth.Scope != (engine.Scope{Namespace: "harbour", Subject: "default"}) || berth.Type != "note" || berth.CreatedAt != time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("%+v", berth)
	}
	if !strings.HasPrefix(berth.Content, "# Berth 4\n\n## Observations") || !strings.HasSuffix(berth.Content, "[[Lighthouse]]") {
		t.Errorf("the text is the body: %q", berth.Content)
	}
	if want := `{"permalink":"berths/berth-4","tags":["berth","dredging","depth"],"categories":["depth","use"],"path":"berths/berth-4.md"}`; string(berth.Metadata) != want {
		t.Errorf("metadata\n%s\nwant\n%s", berth.Metadata, want)
	}
	rota := f.memory(t, "note pilot-rota")
	if rota.Type != "project" || rota.Content != "Watches change at six.\n\n```\n[[not a link]]\n```" || !strings.Contains(string(rota.Metadata), `"description":"Who is on watch"`) {
		t.Errorf("Claude's front matter: %+v %s", rota, rota.Metadata)
	}
	tide := f.memory(t, "202604011200")
	if tide.ID != "202604011200" || tide.Content != "Tide tables\nFetched every six hours." || *tide.Importance != 0.8 || string(tide.Metadata) != `{"tags":["tide","sea"],"path":"tide.md"}` {
		t.Errorf("%+v %s", tide, tide.Metadata)
	}
	want := strings.Join([]string{
		"note MEMORY -related_to-> note pilot-rota",
		"note MEMORY -related_to-> note berths/berth-4",
		"note berths/berth-4 -served by-> Crane 2",
		"note berths/berth-4 -depends on-> 202604011200",
		"note berths/berth-4 -related_to-> note pilot-rota",
		"note berths/berth-4 -related_to-> Lighthouse",
	}, "\n")
	if got := ties(f); got != want {
		t.Errorf("ties\n%s\nwant\n%s", got, want)
	}
	if said := strings.Join(f.warnings, "\n"); !strings.Contains(said, "left out (1): crane.png") {
		t.Errorf("warnings %q", f.warnings)
	}
}

func noteSamples(t testing.TB, folder string) []Note {
	notes, left := notesIn(os.DirFS(filepath.Join("testdata", folder)))
	if len(left) > 0 {
		t.Fatalf("no notes: %v", left)
	}
	return notes
}

// Whatever order the notes come in, the reading is the same.
func TestFolderIsReadInOrderOfPaths(t *testing.T) {
	notes := noteSamples(t, "notes")
	one := readNotes(t, notes, nil)
	slices.Reverse(notes)
	two := readNotes(t, notes, nil)
	if !slices.Equal(one.records(), two.records()) || ties(one) != ties(two) {
		t.Errorf("%v, then %v", one.records(), two.records())
	}
}

func TestDamagedNotes(t *testing.T) {
	files := fstest.MapFS{
		"empty.md":      {Data: []byte("\xef\xbb\xbf\n \n")},
		"bom-crlf.md":   {Data: []byte("\xef\xbb\xbf---\r\ntitle: Tide\r\ntype: fact\r\n---\r\n\r\nSix hours.\r\nSix more.\r\n")},
		"utf8.md":       {Data: []byte("---\ntitle: x\n---\nb\xff")},
		"zero.md":       {Data: []byte("a\x00b")},
		"merge.md":      {Data: []byte("<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")},
		"long.md":       {Data: []byte(strings.Repeat("x", MaxNoteBytes+1))},
		"too-long.md":   {Data: []byte(strings.Repeat("x", engine.MaxContentBytes+1))},
		"yaml.md":       {Data: []byte("---\ntitle: [\n---\nText\n")},
		"bomb.md":       {Data: []byte("---\na: &a [x]\nb: *a\n---\nText of the bomb\n")},
		"deep.md":       {Data: []byte("---\na: " + strings.Repeat("[", 100_000) + "\n---\nText of the deep\n")},
		"list.md":       {Data: []byte("---\n- a\n---\nText of the list\n")},
		"open.md":       {Data: []byte("---\ntitle: never closed\n")},
		"importance.md": {Data: []byte("---\nimportance: .nan\n---\nText\n")},
		"scope.md":      {Data: []byte("---\nnamespace: {a: b}\n---\nText\n")},
		"frontless.md":  {Data: []byte("---\ntitle: A title alone\n---\n")},
		"nothing.md":    {Data: []byte("---\ntags: [a]\n---\n")},
	}
	notes, left := notesIn(files)
	notes = append(notes, Note{Path: "denied.md", Open: func() (io.ReadCloser, error) { return nil, fs.ErrPermission }})
	f := readNotes(t, notes, left)
	for file, words := range map[string]string{
		"utf8.md": "invalid UTF-8", "zero.md": "zero bytes", "merge.md": "settle the merge", "long.md": "more than 1024 KiB", "too-long.md": "content has 524289 bytes",
		"importance.md": "importance: got", "scope.md": "namespace: got an object", "nothing.md": "no text", "denied.md": "permission denied",
	} {
		i := slices.IndexFunc(f.refused, func(r *engine.Refusal) bool { return r.Record == file })
		if i < 0 || !strings.Contains(f.refused[i].Reason, words) || filepath.Base(f.refused[i].File) != file {
			t.Errorf("%s: want a refusal with %q; refused %v", file, words, reasons(f))
		}
	}
	if len(f.refused) != 9 {
		t.Errorf("%d refused: %v", len(f.refused), reasons(f))
	}
	if m := f.memory(t, "note bom-crlf"); m.Content != "Tide\nSix hours.\nSix more." || m.Type != "fact" {
		t.Errorf("mark and CRLF: %q %s", m.Content, m.Type)
	}
	if m := f.memory(t, "note open"); m.Content != "---\ntitle: never closed" {
		t.Errorf("open front matter: %q", m.Content)
	}
	if m := f.memory(t, "note frontless"); m.Content != "A title alone" {
		t.Errorf("a title alone: %q", m.Content)
	}
	said := strings.Join(f.warnings, "\n")
	for _, file := range []string{"yaml.md", "bomb.md", "deep.md", "list.md"} {
		if !strings.Contains(said, file+": its front matter cannot be read") {
			t.Errorf("%s: warnings\n%s", file, said)
		}
	}
	if !strings.Contains(said, "empty.md (empty)") || !f.reading.Changed() {
		t.Errorf("an empty note, changed %v: %s", f.reading.Changed(), said)
	}
}

func TestFolderThatIsTooLarge(t *testing.T) {
	_, err := ReadFolder(t.Context(), Source{Name: "vault"}, []Note{{Path: "a.md", Size: MaxFolderBytes}, {Path: "b.md", Size: 1}}, nil, Settings{})
	if err == nil || !strings.Contains(err.Error(), "one by one") {
		t.Errorf("got %v", err)
	}
}

func TestFolderEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reading, err := ReadFolder(ctx, Source{Name: "vault"}, noteSamples(t, "notes"), nil, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if f := collect(reading); !errors.Is(f.err, context.Canceled) {
		t.Errorf("got %v", f.err)
	}
}

func TestNoteLines(t *testing.T) {
	for _, c := range []struct{ name, text, links, categories, tags string }{
		{"a link in prose", "The crane at [[Berth 4]] is old.", "related_to>Berth 4", "", ""},
		{"an item with prose behind the link", "- The crane at [[Berth 4]] is old.", "related_to>Berth 4", "", ""},
		{"a relation", "- served by [[Crane 2]] (since May)", "served by>Crane 2", "", ""},
		{"a relation with a colon", "* See also: [[Crane 2|the crane]]", "See also>Crane 2", "", ""},
		{"an item that is a link", "- [[Crane 2#Lamp]]", "related_to>Crane 2", "", ""},
		{"a typed relation and its repetition", "- uses [[A]]\nSee [[a]].", "uses>A", "", ""},
		{"two links on a line", "[[A]] and [[B]] and [[A]]", "related_to>A related_to>B", "", ""},
		{"a path", "- [Rota](sub/rota%201.md#top) — who", "related_to>sub/rota 1.md", "", ""},
		{"addresses and absolute paths are no notes", "[a](https://x.org/a.md) [b](/etc/b.md)", "", "", ""},
		{"code", "`[[A]]`\n~~~\n[[B]]\n~~~\n[[C]]", "related_to>C", "", ""},
		{"an observation", "- [depth] Nine metres #survey #low-water (2026)", "", "depth", "survey low-water"},
		{"boxes to tick are no observations", "- [ ] a\n- [x] b\n- [-] c", "", "", ""},
		{"a link is no observation", "- [depth](x.org)\n- [[A]] b", "related_to>A", "", ""},
		{"nothing in brackets", "[[]] [[ ]] [[#x]]", "", "", ""},
	} {
		got := linesOf(c.text)
		var links []string
		for _, l := range got.links {
			links = append(links, l.typ+">"+l.to)
		}
		if strings.Join(links, " ") != c.links || strings.Join(got.categories, " ") != c.categories || strings.Join(got.tags, " ") != c.tags {
			t.Errorf("%s: %v %v %v", c.name, links, got.categories, got.tags)
		}
	}
}

func TestOneNote(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "notes", "berths", "berth-4.md"))
	if err != nil {
		t.Fatal(err)
	}
	f := readText(t, string(b), Settings{})
	if f.reading.Format != Markdown || len(f.memories) != 1 || f.memories[0].Record != "note harbour" || f.memories[0].Scope.Namespace != "harbour" || len(f.edges) != 4 {
		t.Errorf("%s: %v, %d edges", f.reading.Format, f.records(), len(f.edges))
	}
	if f := readText(t, "only text", Settings{Format: Markdown}); len(f.memories) != 1 || f.memories[0].Content != "only text" {
		t.Errorf("%v", f.records())
	}
	if f := readText(t, "\n\n", Settings{Format: Markdown}); len(f.memories) != 0 || len(f.refused) != 0 {
		t.Errorf("%v", f.records())
	}
}

func FuzzMarkdown(f *testing.F) {
	err := fs.WalkDir(os.DirFS("testdata"), "notes", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join("testdata", p))
		f.Add(b)
		f.Add(b[:len(b)/2])
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("---\nebb: 1\nrelations: [{type: t, to: a, metadata_json: '{'}]\nmetadata_json: '[]'\nsum: x\n---\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, Markdown) })
}

func TestIsNote(t *testing.T) {
	for name, want := range map[string]bool{"a.md": true, "A.MD": true, "a.markdown": true, "a.txt": false, "md": false, "a.md.bak": false} {
		if IsNote(path.Join("x", name)) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
