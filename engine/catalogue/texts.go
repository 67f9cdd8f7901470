package catalogue

import (
	"unicode/utf8"

	"ebb/engine/fold"
)

const (
	// residentRows is up to how many memories the beginnings of texts are
	// kept: 50 MB of them.
	residentRows = 200_000
	// residentBytes is how much of a folded text is kept.
	residentBytes = 256
	// foldBytes is how much of a text is folded to get that. Folding seldom
	// makes text shorter than half.
	foldBytes = 2 * residentBytes
)

// texts are the beginnings of the folded texts of a chunk's rows.
type texts struct {
	arena string
	ends  []uint32
	whole []bool // the text ends where the beginning does
}

// resident is the beginning of one folded text.
type resident struct {
	text  string
	whole bool
}

func (t *texts) at(i int) resident {
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return resident{t.arena[start:t.ends[i]], t.whole[i]}
}

// residentOf folds and cuts a text; scratch is used for it and returned.
func residentOf(scratch []byte, text string) (resident, []byte) {
	head := text
	if len(head) > foldBytes {
		head = head[:runeEnd(head, foldBytes)]
	}
	scratch = fold.Append(scratch[:0], head)
	whole := len(head) == len(text)
	kept := scratch
	if len(kept) > residentBytes {
		whole = false
		kept = kept[:runeEnd(string(kept[:residentBytes+1]), residentBytes)]
	}
	return resident{string(kept), whole}, scratch
}

// runeEnd is the last end of a rune at or before n, which is less than len(s).
func runeEnd(s string, n int) int {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// textBuilder makes texts.
type textBuilder struct {
	arena []byte
	ends  []uint32
	whole []bool
}

func (b *textBuilder) add(r resident) {
	b.arena = append(b.arena, r.text...)
	b.ends = append(b.ends, uint32(len(b.arena)))
	b.whole = append(b.whole, r.whole)
}

func (b *textBuilder) finish() *texts {
	t := &texts{arena: string(b.arena), ends: exact(b.ends), whole: exact(b.whole)}
	b.arena, b.ends, b.whole = b.arena[:0], b.ends[:0], b.whole[:0]
	return t
}

// text is what is resident of a row's folded text.
func (s *Snapshot) text(row int32) resident {
	if s.texts == nil {
		return resident{}
	}
	return s.texts[row>>chunkBits].at(int(row & chunkMask))
}
