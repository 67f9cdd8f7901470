package engine

import (
	"context"
	"errors"
)

// DeriveIdentities makes every memory known by what its metadata says under a
// name, and calls changed with the id of each that was known by something
// else. A memory whose record cannot be read keeps what it is known by. done
// counts memories.
func DeriveIdentities(ctx context.Context, tx Tx, name string, changed func(id string), done func(memories int)) error {
	// Gathered before the first is written: an iteration ends where it began.
	type move struct{ before, after Head }
	var moves []move
	n := 0
	for h, err := range tx.Heads().All("") {
		if err == nil {
			err = ctx.Err()
		}
		var v Version
		found := false
		if err == nil {
			if n++; n%1024 == 0 {
				done(n)
			}
			v, found, err = tx.Versions().Get(h.ID, h.Ref())
		}
		var record *CorruptRecordError
		switch {
		case errors.As(err, &record):
			continue
		case err != nil:
			return err
		case !found:
			continue
		}
		known := v.Memory.Metadata.identity(name)
		if known == h.Identity {
			continue
		}
		m := v.Memory
		m.Head = h
		m.Identity = known
		m.Title = m.title()
		moves = append(moves, move{h, m.Head})
	}
	for i := range moves {
		if err := tx.Heads().Put(&moves[i].before, &moves[i].after); err != nil {
			return err
		}
		changed(moves[i].after.ID)
	}
	done(n)
	return nil
}

// StoredSettings are the settings as a transaction sees them.
func StoredSettings(tx Tx) (Settings, error) {
	s := DefaultSettings()
	b, found, err := tx.Meta().Get(settingsName)
	if err != nil || !found {
		return s, err
	}
	return s, s.read(b)
}

// renameIdentities follows a change of the setting identity_key, as part of
// the operation that changes it. Identities follow from metadata and setting,
// so that they are not logged, and undoing the change derives them again.
func (w *work) renameIdentities(name string) error {
	if _, shipped := w.e.identity.(settingResolver); !shipped {
		return nil // the setting says nothing to another resolver
	}
	return DeriveIdentities(w.ctx, w.tx, name, func(id string) {
		w.touch(id)
		w.kinds.add(MemoryUpdated)
	}, func(int) {})
}
