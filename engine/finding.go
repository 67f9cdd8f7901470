package engine

// FindingKind says what sort of thing is wrong with a store or its place.
type FindingKind string

// The kinds of findings.
const (
	FoundRecord   FindingKind = "record"      // a value that cannot be read
	FoundBlock    FindingKind = "block"       // a damaged file
	FoundLost     FindingKind = "lost"        // acknowledged operations that are gone
	FoundIndex    FindingKind = "index"       // an entry too many or too few
	FoundCounter  FindingKind = "counter"     // a total that is not the number of records
	FoundOrphan   FindingKind = "orphan"      // a record about something that is not there
	FoundSpace    FindingKind = "space"       // the disk is nearly full
	FoundFiles    FindingKind = "files"       // too few files may be open
	FoundPlace    FindingKind = "place"       // a file system that cannot be relied on
	FoundAccess   FindingKind = "permissions" // others may read it
	FoundLeftover FindingKind = "leftover"    // files that nobody needs any more
	FoundClosed   FindingKind = "closed"      // the store cannot be opened
)

// Finding is something that a doctor tells about a store.
type Finding struct {
	Kind   FindingKind
	Table  string // whose records; "" for what is not a table's
	Count  int    // how many of them
	What   string // what was found, and where
	Means  string // what that means for people
	Advice string // what to do, in one line
	// Note marks what is worth knowing and needs no care.
	Note bool
	// Repairable marks what can be derived from whole records.
	Repairable bool
}

// Derived reports whether the finding is about something that is derived from
// records, so that it can be made anew.
func (k FindingKind) Derived() bool { return k == FoundIndex || k == FoundCounter }
