// Package lexical embeds texts by the words they use: signed feature hashing
// of words, pairs of words and the trigrams inside words. It needs no model
// and no network and gives the same vectors on every machine.
//
// It knows spelling, not meaning: "prefers dark mode" and "prefers light mode"
// are close to each other, "car" and "automobile" are not. What is derived from
// it is therefore called lexical wherever it shows.
package lexical

import (
	"context"
	"math"
	"unicode"
	"unicode/utf8"

	"ebb/engine/fold"
)

// Dim is the length of the vectors.
const Dim = 384

// id names this way of embedding; whatever changes a vector changes it.
const id = "lexical-384"

// What a feature counts. Longer words carry more of what a text is about than
// "the" or "and" do; a pair tells texts apart that use the same words.
const (
	weightShort   = 1
	weightWord    = 4
	weightPair    = 2
	weightTrigram = 1

	shortRunes = 3
)

// Salts keep the kinds of features apart.
const (
	saltWord    = 0x9E3779B97F4A7C15
	saltPair    = 0xC2B2AE3D27D4EB4F
	saltTrigram = 0x165667B19E3779F9
)

// Embedder is the lexical embedder. The zero value is ready.
type Embedder struct{}

// New returns the lexical embedder.
func New() Embedder { return Embedder{} }

// ID names the model.
func (Embedder) ID() string { return id }

// Dim is the length of the vectors.
func (Embedder) Dim() int { return Dim }

// Lexical tells this embedder from those that know meanings.
func (Embedder) Lexical() bool { return true }

// Embed returns a unit vector for each text. Every component is a whole number
// of 1/127 of the largest one, so that eight bits hold it exactly. A text
// without any letter, sign or symbol has the zero vector. The only error is
// that of ctx.
func (Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = Vector(text)
	}
	return out, nil
}

// Vector embeds one text.
func Vector(text string) []float32 {
	var b bag
	folded := fold.Fold(text)
	b.words(folded)
	if b.features == 0 {
		b.symbols(folded)
	}
	return b.vector()
}

// bag is what has been counted of a text.
type bag struct {
	sums     [Dim]int32
	features int

	before uint64 // hash of the previous word; 0 for none
	inWord wordHash
}

// wordHash gathers a word as it is read.
type wordHash struct {
	hash   uint64
	runes  int
	r1, r2 rune // the last two runes; 0 is the word's edge
}

// words counts the features of all words. In scripts without spaces each
// character is a word.
func (b *bag) words(s string) {
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		i += size
		switch {
		case r < utf8.RuneSelf:
			if uint32(r-'a') < 26 || uint32(r-'0') < 10 {
				b.letter(r)
			} else if r != '\'' { // "don't" is one word
				b.end()
			}
		case ideographic(r):
			b.end()
			b.letter(r)
			b.end()
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.letter(r)
		default:
			b.end()
		}
	}
	b.end()
}

func ideographic(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func (b *bag) letter(r rune) {
	w := &b.inWord
	w.hash = mix(w.hash ^ uint64(r))
	w.runes++
	if w.runes > 1 {
		b.trigram(w.r1, w.r2, r)
	}
	w.r1, w.r2 = w.r2, r
}

// end closes the word being read.
func (b *bag) end() {
	w := &b.inWord
	if w.runes == 0 {
		return
	}
	if w.runes > 1 {
		b.trigram(w.r1, w.r2, 0)
	}
	weight := int32(weightWord)
	if w.runes <= shortRunes && w.r2 < utf8.RuneSelf {
		weight = weightShort
	}
	b.count(mix(w.hash^saltWord), weight)
	if b.before != 0 {
		b.count(mix(b.before*saltPair^w.hash), weightPair)
	}
	b.before = w.hash
	*w = wordHash{}
}

func (b *bag) trigram(r0, r1, r2 rune) {
	b.count(mix((uint64(r0)<<42|uint64(r1)<<21|uint64(r2))^saltTrigram), weightTrigram)
}

// symbols counts single runes, for a text without words.
func (b *bag) symbols(s string) {
	for _, r := range s {
		if !unicode.IsSpace(r) && !unicode.IsControl(r) {
			b.count(mix(uint64(r)^saltWord), weightWord)
		}
	}
}

// count adds a feature at its place, with its sign.
func (b *bag) count(hash uint64, weight int32) {
	b.features++
	at := (hash & 0xFFFFFFFF) * Dim >> 32
	if hash>>63 == 1 {
		weight = -weight
	}
	b.sums[at] += weight
}

// mix is a permutation of 64 bits in which every bit of the input reaches
// every bit of the output (the finaliser of splitmix64).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// vector rounds the sums to eight bits and scales them to unit length.
func (b *bag) vector() []float32 {
	out := make([]float32, Dim)
	var most int32
	for _, x := range b.sums {
		most = max(most, x, -x)
	}
	if most == 0 {
		return out
	}
	var rounded [Dim]int64
	var square int64
	for i, x := range b.sums {
		n := 2*int64(x)*127 + int64(most)
		rounded[i] = floorDiv(n, 2*int64(most))
		square += rounded[i] * rounded[i]
	}
	norm := math.Sqrt(float64(square))
	for i, x := range rounded {
		out[i] = float32(float64(x) / norm)
	}
	return out
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
