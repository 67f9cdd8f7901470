package interchange

import (
	"bytes"
	"fmt"
	"strings"
)

// markers follows the structure that an unfinished merge leaves in a file:
//
//	<<<<<<< ours
//	||||||| their common ancestor, where the tool writes it
//	=======
//	>>>>>>> theirs
//
// The lines of both sides are records like any other. The ancestor is what
// both sides have replaced; it is left out.
type markers struct {
	inConflict bool
	inAncestor bool
	inTheirs   bool
	ancestorAt int   // line at which the ancestor starts
	skipped    int   // lines of ancestors left out
	at         []int // lines of markers, the first few
	count      int
	warnings   []string
}

// side says on which side of an unfinished merge a record stands.
type side uint8

const (
	noSide side = iota
	ours
	theirs
)

// side is where the lines that follow stand.
func (m *markers) side() side {
	switch {
	case !m.inConflict:
		return noSide
	case m.inTheirs:
		return theirs
	}
	return ours
}

var markerSigns = [...]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}

func isMarker(b []byte) bool {
	for _, sign := range markerSigns {
		if bytes.HasPrefix(b, []byte(sign)) {
			return len(b) == len(sign) || b[len(sign)] == ' '
		}
	}
	return false
}

// structure reports whether a line is part of the merge and not a record.
func (m *markers) structure(b []byte, n int) bool {
	if !isMarker(b) {
		if m.inAncestor {
			m.skipped++
		}
		return m.inAncestor
	}
	if m.count++; len(m.at) < 12 {
		m.at = append(m.at, n)
	}
	switch b[0] {
	case '<':
		m.endAncestor()
		m.inConflict, m.inTheirs = true, false
	case '|':
		if m.inConflict && !m.inAncestor {
			m.inAncestor, m.ancestorAt = true, n
		}
	case '=':
		m.inAncestor, m.inTheirs = false, m.inConflict
	case '>':
		m.endAncestor()
		m.inConflict, m.inTheirs = false, false
	}
	return true
}

func (m *markers) endAncestor() {
	if m.inAncestor {
		m.warnings = append(m.warnings, fmt.Sprintf("the merge section that starts at line %d does not end; its lines were left out", m.ancestorAt))
	}
	m.inAncestor = false
}

// finish says what was found, in sentences for people.
func (m *markers) finish() []string {
	m.endAncestor()
	if m.count == 0 {
		return nil
	}
	places := strings.Trim(strings.ReplaceAll(fmt.Sprint(m.at), " ", ", "), "[]")
	if m.count > len(m.at) {
		places += fmt.Sprintf(" and %d more", m.count-len(m.at))
	}
	said := "merge-conflict markers at lines " + places + ": both sides are read"
	if m.skipped > 0 {
		said += fmt.Sprintf(", their common ancestor is left out (lines: %d)", m.skipped)
	}
	return append([]string{said}, m.warnings...)
}

// markerPlace is where a text's first merge begins, -1 without one.
func markerPlace(b []byte) int {
	sign := []byte(markerSigns[0])
	for at := 0; ; {
		i := bytes.Index(b[at:], sign)
		if i < 0 {
			return -1
		}
		at += i
		line, _, _ := bytes.Cut(b[at:], []byte("\n"))
		if (at == 0 || b[at-1] == '\n') && isMarker(bytes.TrimSpace(line)) {
			return at
		}
		at += len(sign)
	}
}
