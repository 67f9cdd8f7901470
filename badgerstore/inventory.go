package badgerstore

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/table"

	"ebb/engine"
)

// inventory is what lies in a store's directory before it is opened.
type inventory struct {
	manifest bool
	badger   bool              // files that Badger writes only after MANIFEST
	ours     bool              // files that only ebb writes, once a store is open
	foreign  string            // a file of somebody else's
	logs     []string          // *.mem: there are none after a clean close
	empty    []string          // *.mem and *.vlog of zero bytes
	tables   map[uint64]string // *.sst
}

func takeInventory(dir string) (*inventory, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	in := &inventory{tables: map[uint64]string{}}
	for _, e := range entries {
		if err := in.add(e); err != nil {
			return nil, err
		}
	}
	return in, nil
}

func (in *inventory) add(e os.DirEntry) error {
	name := e.Name()
	switch filepath.Ext(name) {
	case ".mem", ".vlog":
		in.badger = true
		fi, err := e.Info()
		if err != nil {
			return err
		}
		if fi.Size() == 0 {
			in.empty = append(in.empty, name)
		} else if strings.HasSuffix(name, ".mem") {
			in.logs = append(in.logs, name)
		}
		return nil
	case ".sst":
		in.badger = true
		if id, ok := table.ParseFileID(name); ok {
			in.tables[id] = name
		}
		return nil
	}
	switch name {
	case badger.ManifestFilename:
		in.manifest = true
	case badger.KeyRegistryFileName, "DISCARD":
		in.badger = true
	case formatFileName, seqFileName, quarantineName:
		in.ours = true
	case lockFileName, buildingLock, ballastName, "LOCK", "MANIFEST-REWRITE", "REWRITE-KEYREGISTRY",
		formatFileName + ".new", ".DS_Store", "lost+found":
	default:
		if in.foreign == "" {
			in.foreign = name
		}
	}
	return nil
}

// sweep removes files that a crash left empty: they hold nothing, and Badger
// takes them for impossible. It returns their names.
func (in *inventory) sweep(dir string) ([]string, error) {
	swept := in.empty
	in.empty = nil
	for _, name := range swept {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return nil, fmt.Errorf("remove the empty %s: %w", name, err)
		}
	}
	return swept, nil
}

// isStore decides whether the directory holds a store, nothing yet, or
// something else.
func (in *inventory) isStore(dir string) (bool, error) {
	switch {
	case in.manifest:
		return true, nil
	case in.badger:
		// Badger would start an empty store and delete every table.
		return false, &engine.StoreDamagedError{
			Dir: dir, File: badger.ManifestFilename,
			What: "it is missing, and without it the other files cannot be read",
			Hint: hintRestore,
		}
	case in.foreign != "":
		return false, &engine.NotAStoreError{Dir: dir, Why: "it holds other files, such as " + in.foreign}
	}
	return false, nil
}
