package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms says which of our packages each room may import. A package belongs to
// the nearest room above it and may use that room too. Floors only go down.
var rooms = map[string][]string{
	"ebb":                     {"ebb/ui/cli", "ebb/badgerstore", "ebb/engine", "ebb/themes/background"},
	"ebb/dynamics":            {},
	"ebb/themes":              {},
	"ebb/engine":              {"ebb/dynamics", "ebb/engine/fold", "ebb/engine/lexical", "ebb/engine/nearest"},
	"ebb/engine/fold":         {},
	"ebb/engine/lexical":      {"ebb/engine/fold"},
	"ebb/engine/nearest":      {},
	"ebb/engine/catalogue":    {"ebb/engine", "ebb/engine/fold", "ebb/dynamics"},
	"ebb/engine/demo":         {"ebb/engine", "ebb/dynamics"},
	"ebb/engine/interchange":  {"ebb/engine", "ebb/dynamics"},
	"ebb/engine/intelligence": {"ebb/engine"},
	"ebb/engine/storetest":    {"ebb/engine", "ebb/dynamics"},
	"ebb/badgerstore":         {"ebb/engine", "ebb/dynamics"},
	"ebb/evolvers":            {"ebb/engine", "ebb/engine/fold", "ebb/dynamics"},
	"ebb/views":               {"ebb/views/field", "ebb/views/fields", "ebb/views/widget/...", "ebb/views/conflicts/mergetext", "ebb/views/graph/layout", "ebb/engine/...", "ebb/evolvers", "ebb/dynamics", "ebb/themes"},
	// Its state is pure: of the screen it needs nothing.
	"ebb/views/conflicts/mergetext": {"ebb/views/widget/..."},
	"ebb/views/graph/layout":        {},
	"ebb/views/fields":              {"ebb/engine"},
	"ebb/views/widget":              {"ebb/engine", "ebb/dynamics", "ebb/themes"},
	"ebb/ui":                        {"ebb/views/...", "ebb/engine/...", "ebb/evolvers", "ebb/dynamics", "ebb/themes/..."},
	"ebb/ui/cli":                    {"ebb/ui/...", "ebb/views/...", "ebb/engine/...", "ebb/evolvers", "ebb/dynamics", "ebb/themes/..."},
}

// keepers says which rooms may use a library that must stay in few hands.
var keepers = map[string][]string{
	"github.com/charmbracelet/bubbletea": {"ebb/ui", "ebb/views", "ebb/themes"},
	"github.com/charmbracelet/bubbles":   {"ebb/ui", "ebb/views", "ebb/themes"},
	"github.com/charmbracelet/lipgloss":  {"ebb/ui", "ebb/views", "ebb/themes"},
	"github.com/dgraph-io/badger":        {"ebb/badgerstore"},
	"github.com/spf13/cobra":             {"ebb/ui/cli"},
}

// folders are the top-level folders that may exist.
var folders = []string{".ci", ".git", "badgerstore", "dynamics", "engine", "evolvers", "themes", "ui", "views"}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// within reports whether path is room or a part of it.
func within(path, room string) bool {
	return path == room || strings.HasPrefix(path, room+"/")
}

// roomOf is the nearest room that a package belongs to.
func roomOf(path string) (string, bool) {
	for {
		if _, named := rooms[path]; named {
			return path, true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return "", false
		}
		path = path[:i]
	}
}

func TestFloorsOnlyGoDown(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		room, named := roomOf(p.ImportPath)
		if !named {
			t.Errorf("%s belongs to no room", p.ImportPath)
			continue
		}
		seen++
		for _, imported := range p.Imports {
			if within(imported, "ebb") && !mayImport(room, p.ImportPath, imported) {
				t.Errorf("%s imports %s, which its room %s may not", p.ImportPath, imported, room)
			}
			for library, hands := range keepers {
				if within(imported, library) && !slices.ContainsFunc(hands, func(hand string) bool { return within(p.ImportPath, hand) }) {
					t.Errorf("%s imports %s, which only %v may", p.ImportPath, imported, hands)
				}
			}
		}
	}
	if seen < len(rooms)/2 {
		t.Errorf("only %d packages were looked at", seen)
	}
}

// mayImport looks a package up in its room's list. An entry that ends in
// "/..." allows the room and all its parts.
func mayImport(room, from, imported string) bool {
	if from == imported || (room != from && imported == room) {
		return true // a part may use the room it belongs to
	}
	return slices.ContainsFunc(rooms[room], func(allowed string) bool {
		whole, parts := strings.CutSuffix(allowed, "/...")
		return imported == whole || (parts && within(imported, whole))
	})
}

func TestTopLevelFolders(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(folders, e.Name()) {
			t.Errorf("unexpected folder %s", e.Name())
		}
	}
}
