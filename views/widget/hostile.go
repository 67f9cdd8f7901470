package widget

import "unicode"

// isHidden reports runes that reorder, smuggle or join what stands around
// them: bidi embeddings, overrides and isolates, annotations, tags, and marks
// that join the character after them (Unicode's Prepend class).
func isHidden(r rune) bool {
	switch {
	case r < 0x600:
		return false
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x206f,
		r >= 0xfff9 && r <= 0xfffb,
		r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return isPrepend(r)
}

func isPrepend(r rune) bool {
	switch {
	case r >= 0x600 && r <= 0x605, r == 0x6dd, r == 0x70f, r == 0x890, r == 0x891, r == 0x8e2, r == 0xd4e,
		r == 0x110bd, r == 0x110cd, r == 0x111c2, r == 0x111c3, r == 0x113d1,
		r == 0x1193f, r == 0x11941, r >= 0x11a84 && r <= 0x11a89, r == 0x11d46, r == 0x11f02:
		return true
	}
	return false
}

// isSelector reports variation selectors: those of emoji, and the later ones,
// which can carry any byte unseen.
func isSelector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// isInvisible reports format characters that show nothing and that some
// terminals give a cell all the same. The joiners are not among them: some
// scripts need them.
func isInvisible(r rune) bool {
	return r >= 0xad && !isJoiner(r) && !isHidden(r) && unicode.Is(unicode.Cf, r)
}
