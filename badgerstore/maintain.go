package badgerstore

import "context"

// flattenEvery is how many commits leave enough deleted index entries behind
// to slow the newest page down: after 50,000 edits of the same hundred
// memories it takes 6.4 ms instead of 0.6.
const flattenEvery = 50_000

// flattenWorkers compact side by side.
const flattenWorkers = 2

// Maintain compacts the store when enough was written since the last time. It
// takes seconds then; call it when nobody waits.
func (s *Store) Maintain(ctx context.Context) error {
	if s.opts.ReadOnly {
		return nil
	}
	t, err := s.begin(ctx) // Close waits for it
	if err != nil {
		return err
	}
	defer s.readers.Done()
	t.end()
	due := s.written.Load()
	if due < flattenEvery {
		return nil
	}
	if err := s.db.Flatten(flattenWorkers); err != nil {
		return err
	}
	s.written.Add(-due)
	return nil
}
