package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ebb/engine"
	"ebb/ui/cli/files"
)

// knownBackup is a backup that was made on this machine. The list of them is
// a convenience for bad days: each file says itself what it is.
type knownBackup struct {
	Store    string    `json:"store"` // folder
	File     string    `json:"file"`
	At       time.Time `json:"at"`
	Memories int       `json:"memories"`
}

// keptBackups is how many are remembered of all stores together.
const keptBackups = 100

func (a *app) backupsFile() string { return filepath.Join(a.Places.State, "backups.json") }

// rememberBackup notes where a backup is.
func (a *app) rememberBackup(store, file string, info *engine.Backup) error {
	all := a.knownBackups()
	all = slices.DeleteFunc(all, func(b knownBackup) bool { return b.File == file })
	all = append(all, knownBackup{Store: store, File: file, At: info.At, Memories: info.Memories})
	text, err := json.MarshalIndent(all[max(len(all)-keptBackups, 0):], "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(a.Places.State, 0o700); err != nil {
		return err
	}
	f, err := files.Local{Dir: a.Places.State}.Create(a.backupsFile())
	if err != nil {
		return err
	}
	if _, err := f.Write(append(text, '\n')); err != nil {
		return errors.Join(err, f.Abort())
	}
	return f.Commit()
}

// knownBackups is the list, oldest first; one that cannot be read is none.
func (a *app) knownBackups() []knownBackup {
	text, err := os.ReadFile(a.backupsFile())
	if err != nil {
		return nil
	}
	var all []knownBackup
	if json.Unmarshal(text, &all) != nil {
		return nil
	}
	return all
}

// newestBackup is the latest backup of a store whose file is still there.
func (a *app) newestBackup(store string) (knownBackup, bool) {
	all := a.knownBackups()
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Store != store {
			continue
		}
		if fi, err := os.Stat(all[i].File); err == nil && fi.Mode().IsRegular() {
			return all[i], true
		}
	}
	return knownBackup{}, false
}

// backupAdvice is how to get a store back that cannot be opened.
func (a *app) backupAdvice(store string) string {
	if b, ok := a.newestBackup(store); ok {
		return fmt.Sprintf("ebb restore-backup %s --replace brings back %s as of %s", b.File, plural(b.Memories, "memory", "memories"), a.date(b.At))
	}
	return "ebb restore-backup FILE --replace puts a backup in its place; none is known here"
}
