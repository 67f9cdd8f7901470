package engine

import (
	"context"
	"errors"
)

// identityBatch is how many memories are looked at before what follows is
// written: an iteration ends where it began, and a large store's memories need
// not all be in memory.
const identityBatch = 1024

// DeriveIdentities makes every memory known by what its metadata says under a
// name, and calls changed with the id of each that was known by something
// else. A memory whose record cannot be read keeps what it is known by. done
// is called now and then with the number of memories so far.
func DeriveIdentities(ctx context.Context, tx Tx, name string, changed func(id string), done func(memories int)) error {
	for after, n := "", 0; ; {
		moves, looked, last, err := renamed(ctx, tx, name, after)
		if err != nil {
			return err
		}
		for _, m := range moves {
			if err := tx.Heads().Put(&m.before, &m.after); err != nil {
				return err
			}
			changed(m.after.ID)
		}
		n += looked
		done(n)
		if looked < identityBatch {
			return nil
		}
		after = last
	}
}

type renaming struct{ before, after Head }

// renamed is which of the next memories behind an id will be known by
// something else, how many were looked at, and the last of them.
func renamed(ctx context.Context, tx Tx, name, behind string) (moves []renaming, looked int, last string, err error) {
	for h, err := range tx.Heads().All(behind) {
		if err == nil {
			err = ctx.Err()
		}
		var v Version
		found := false
		if err == nil {
			last = h.ID
			looked++
			v, found, err = tx.Versions().Get(h.ID, h.Ref())
		}
		var record *CorruptRecordError
		if err != nil && !errors.As(err, &record) {
			return nil, 0, "", err
		}
		if known := v.Memory.Metadata.identity(name); err == nil && found && known != h.Identity {
			m := v.Memory
			m.Head = h
			m.Identity = known
			m.Title = m.title()
			moves = append(moves, renaming{h, m.Head})
		}
		if looked == identityBatch {
			break
		}
	}
	return moves, looked, last, nil
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
