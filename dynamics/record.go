package dynamics

import "time"

// Record is the dynamics of a connection as a file states them. A nil field
// is one that the file does not have, which is not the same as zero: an
// explicit strength of 0 stays 0.
type Record struct {
	Strength      *float64
	Stability     *float64 // days
	AccessCount   *int64
	LastActivated *time.Time
	CreatedAt     *time.Time // when the connection was made; only a fallback here
	DecayedAt     *time.Time // ours; absent in the files of other tools
}

// Initialize fills in what r does not have: DefaultStrength,
// DefaultStability, no accesses, and for the last activation the creation
// date or else now. It changes nothing in a complete record and returns r
// itself. DecayedAt is never filled: absent, it means the last activation.
// Values that are there are kept, whatever they are; [Record.Connection]
// judges them. A nil record is an empty one.
//
// Source: MemPalace, initialize_dynamics_fields.
func Initialize(r *Record, now time.Time) *Record {
	if r == nil {
		r = &Record{}
	}
	if r.Strength == nil {
		strength := DefaultStrength
		r.Strength = &strength
	}
	if r.Stability == nil {
		stability := DefaultStability
		r.Stability = &stability
	}
	if r.AccessCount == nil {
		r.AccessCount = new(int64)
	}
	if r.LastActivated == nil {
		activated := now
		if r.CreatedAt != nil {
			activated = *r.CreatedAt
		}
		r.LastActivated = &activated
	}
	return r
}

// Connection is the connection that a complete record describes. It is a
// *[MissingError] for a field that [Initialize] would have filled, and a
// *[ValueError] for a strength or stability that is not a finite number.
// Finite values are taken as they are, negative ones too.
func (r *Record) Connection() (Connection, error) {
	switch {
	case r == nil || r.Strength == nil:
		return Connection{}, &MissingError{Field: "strength"}
	case r.Stability == nil:
		return Connection{}, &MissingError{Field: "stability"}
	case r.AccessCount == nil:
		return Connection{}, &MissingError{Field: "access_count"}
	case r.LastActivated == nil:
		return Connection{}, &MissingError{Field: "last_activated"}
	}
	c := Connection{
		Strength:      *r.Strength,
		Stability:     *r.Stability,
		LastActivated: *r.LastActivated,
		AccessCount:   *r.AccessCount,
	}
	if r.DecayedAt != nil {
		c.DecayedAt = *r.DecayedAt
	}
	if err := c.check(); err != nil {
		return Connection{}, err
	}
	return c, nil
}

// Record is the connection as a file would state it: the way back from
// [Record.Connection]. DecayedAt is present only when it is set.
func (c Connection) Record() *Record {
	r := &Record{
		Strength:      &c.Strength,
		Stability:     &c.Stability,
		AccessCount:   &c.AccessCount,
		LastActivated: &c.LastActivated,
	}
	if !c.DecayedAt.IsZero() {
		r.DecayedAt = &c.DecayedAt
	}
	return r
}
