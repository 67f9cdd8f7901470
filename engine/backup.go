package engine

import (
	"fmt"
	"time"
)

// Backup says what a backup of a store holds.
type Backup struct {
	Format uint32    // of the file
	Schema uint32    // of the records in it
	At     time.Time // when the snapshot was taken
	Seq    uint64    // of the last operation in it
	Totals Totals    // as the store counts
	// Memories is how many there are, in every state; Entries is how many
	// keys, indexes included; Bytes is the size of the file.
	Memories, Entries int
	Bytes             int64
}

// Restoration says what a restoration has put in place.
type Restoration struct {
	Backup
	Kept    string    // folder that the store before it was moved to; "" when there was none
	Rebuilt []Finding // what had to be derived anew; none as a rule
}

// BackupVersionError says that a backup was written by a newer ebb.
type BackupVersionError struct {
	What            string // "backup format" or "store format"
	Have, Supported uint32
}

func (e *BackupVersionError) Error() string {
	return fmt.Sprintf("the backup has %s %d, this ebb reads up to %d: use a newer ebb; nothing was changed", e.What, e.Have, e.Supported)
}

// BackupDamagedError says that a file is no whole backup: it was cut off or
// changed, or never was one.
type BackupDamagedError struct {
	At   int64 // bytes before the place where it shows
	What string
}

func (e *BackupDamagedError) Error() string {
	return fmt.Sprintf("the backup is damaged at byte %d: %s; nothing was changed", e.At, e.What)
}

// OccupiedError says that a store was to be restored where there is one.
type OccupiedError struct{ Dir string }

func (e *OccupiedError) Error() string {
	return fmt.Sprintf("there is a store in %s already; nothing was changed", e.Dir)
}
