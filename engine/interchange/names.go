package interchange

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// sum16 identifies bytes. A collision would hide a record, so it is a
// cryptographic hash, cut to what a source keeps per record.
func sum16(b []byte) [16]byte {
	s := sha256.Sum256(b)
	return [16]byte(s[:16])
}

// sighting is what a file has said before under a record's name.
type sighting uint8

const (
	firstTime sighting = iota
	saidBefore
	saidOtherwise
)

// sightings remembers the names in a file and what was said under each, in
// some 50 bytes a name.
type sightings struct {
	first map[[16]byte][16]byte   // name → what was said first
	more  map[[16]byte][][16]byte // name → what else was said
}

func newSightings() *sightings {
	return &sightings{first: map[[16]byte][16]byte{}, more: map[[16]byte][][16]byte{}}
}

func (s *sightings) see(name string, said [16]byte) sighting {
	key := sum16([]byte(name))
	first, ok := s.first[key]
	switch {
	case !ok:
		s.first[key] = said
		return firstTime
	case first == said || slices.Contains(s.more[key], said):
		return saidBefore
	}
	s.more[key] = append(s.more[key], said)
	return saidOtherwise
}

// otherName tells a record apart from one of the same name that says
// something else, whatever order the two stand in next time.
func otherName(name string, said [16]byte) string {
	return name + "#" + hex.EncodeToString(said[:6])
}

// some lists the first few of some names for a message.
func some(names []string) string {
	const few = 8
	shown := make([]string, 0, few)
	for _, name := range names[:min(len(names), few)] {
		shown = append(shown, excerptLong(name))
	}
	said := strings.Join(shown, ", ")
	if more := len(names) - few; more > 0 {
		said += fmt.Sprintf(" and %d more", more)
	}
	return said
}
