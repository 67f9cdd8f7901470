package badgerstore

import (
	"context"
	"fmt"

	"ebb/engine"
)

// A migration brings a store from the format before its own to its own. It
// runs as one operation together with the new number, so that a crash leaves
// a store of the old format or of the new one, and needs no way to go on.
type migration struct {
	to   uint32
	what string // for people who wait
	run  func(t *tx, done func(records int)) error
}

// migrations are all there are, in order.
//
// 2: a change of the setting identity_key derives anew what memories are known
// by. Before, they kept what they were known by until their metadata changed,
// and a store may hold identities of several settings.
var migrations = []migration{
	{2, "finding out what memories are known by", func(t *tx, done func(int)) error {
		s, err := engine.StoredSettings(t)
		if err != nil {
			return err
		}
		return engine.DeriveIdentities(t.ctx, t, s.IdentityKey, func(string) {}, done)
	}},
}

// migrate brings the store to the format that this code writes.
func (s *Store) migrate(ctx context.Context) error {
	for _, m := range migrations {
		have, err := s.format(ctx)
		if err != nil {
			return err
		}
		if have >= m.to {
			continue
		}
		done := func(records int) {
			if s.opts.Migrating != nil {
				s.opts.Migrating(m.what, records)
			}
		}
		done(0)
		err = s.Update(ctx, func(etx engine.Tx) error {
			t := etx.(*tx) // the store's own
			if err := m.run(t, done); err != nil {
				return err
			}
			return t.set(keySchema, &schemaRecord{Version: m.to, MinReader: minReader})
		})
		if err != nil {
			return fmt.Errorf("bring the store %s from format %d to %d: %w", s.dir, m.to-1, m.to, err)
		}
	}
	return nil
}

// format is what the store says of itself, once what a crash interrupted is
// finished.
func (s *Store) format(ctx context.Context) (uint32, error) {
	t, err := s.begin(ctx)
	if err != nil {
		return 0, err
	}
	defer s.readers.Done()
	defer t.end()
	var r schemaRecord
	_, err = t.record(keySchema, &r)
	return r.Version, err
}
