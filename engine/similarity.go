package engine

import (
	"encoding/binary"
	"hash/fnv"
)

// SimilaritySettings say how close two texts must be.
type SimilaritySettings struct {
	// SimilarityThreshold is the cosine above which two memories are
	// neighbours and interfere; 0.5 to below 1.
	SimilarityThreshold float64 `json:"similarity_threshold"`
	// LexicalThreshold is the same where vectors tell spelling, not meaning:
	// there "prefers dark mode" and "prefers light mode" come close.
	LexicalThreshold float64 `json:"lexical_similarity_threshold"`
	// SearchSimilarity is the cosine to the query above which a memory is
	// found without sharing a word with it; 0 to 1, where 1 finds none.
	SearchSimilarity float64 `json:"search_similarity"`
	// SearchLexical makes the similarity of spellings a signal in searches,
	// as that of meanings is.
	SearchLexical bool `json:"search_lexical"`
}

func defaultSimilarity() SimilaritySettings {
	return SimilaritySettings{SimilarityThreshold: 0.85, LexicalThreshold: 0.95, SearchSimilarity: 0.4}
}

func (s *SimilaritySettings) validate() error {
	for _, t := range []struct {
		field string
		value float64
	}{{"similarity_threshold", s.SimilarityThreshold}, {"lexical_similarity_threshold", s.LexicalThreshold}} {
		if !(t.value >= 0.5 && t.value < 1) { // not the reverse, to refuse NaN
			return &ValidationError{Field: t.field, Got: show(t.value), Want: "0.5 to below 1"}
		}
	}
	return checkUnit("search_similarity", s.SearchSimilarity)
}

// ThresholdFor is the cosine that neighbours must exceed.
func (s SimilaritySettings) ThresholdFor(lexical bool) float64 {
	if lexical {
		return s.LexicalThreshold
	}
	return s.SimilarityThreshold
}

// TextStands reports whether a memory in this state still says what it says:
// only then does it have neighbours. Archiving does not take a text back.
func TextStands(s State) bool { return s.Live() || s == Archived || s == Expired }

// Interferes reports whether memories of this type can interfere with each
// other. They are compared among themselves; all other types are, too.
func Interferes(typ string) bool { return typ == TypeEpisodic || typ == TypeSemantic }

// compareGroup names those that a memory is compared with: one tenant, one
// namespace, and types that interfere or types that do not. Never 0.
func compareGroup(h *Head) uint64 {
	sum := fnv.New64a()
	var lengths [10]byte
	if h.Scope.Tenant.Set {
		lengths[0] = 1
	}
	if Interferes(h.Type) {
		lengths[1] = 1
	}
	binary.LittleEndian.PutUint64(lengths[2:], uint64(len(h.Scope.Tenant.ID)))
	for _, part := range [][]byte{lengths[:], []byte(h.Scope.Tenant.ID), []byte(h.Scope.Namespace)} {
		sum.Write(part) // a hash never fails
	}
	return max(sum.Sum64(), 1)
}

// restates reports whether a change of a memory calls for a new look at its
// neighbours.
func restates(before, after *Head) bool {
	if before == nil {
		return TextStands(after.State)
	}
	was, is := TextStands(before.State), TextStands(after.State)
	return was != is || (is && !sameStatement(before, after))
}

// markRestated marks a memory whose neighbours have to be found again, in the
// transaction that changes it: one small key.
func (w *work) markRestated(before, after *Head) error {
	if !restates(before, after) {
		return nil
	}
	w.restated = true
	return w.tx.Embeddings().Mark(after.ID)
}

// sameStatement reports whether two heads of a memory state the same text in
// the same company.
func sameStatement(a, b *Head) bool {
	return a.Text.Number == b.Text.Number && a.Text.At.Equal(b.Text.At) && TextStands(a.State) == TextStands(b.State) && compareGroup(a) == compareGroup(b)
}
