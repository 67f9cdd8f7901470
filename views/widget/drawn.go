package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Walled keeps a cleaned line that begins in the middle of a cluster from
// joining what is drawn before it.
func Walled(line string) string {
	if r, _ := utf8.DecodeRuneInString(line); r >= utf8.RuneSelf && (unicode.Is(unicode.M, r) || unicode.Is(joiners, r)) {
		return wall + line
	}
	return line
}

// joiners join the character before them without being marks: the half-width
// sound marks and the skin tones (Grapheme_Cluster_Break=Extend, UAX 29).
var joiners = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0xff9e, Hi: 0xff9f, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f3fb, Hi: 0x1f3ff, Stride: 1}},
}

// CleanDrawn pictures what is hostile between the colours of a drawn line.
func CleanDrawn(line string) string {
	var b strings.Builder
	for line != "" {
		at := strings.IndexByte(line, '\x1b')
		if at < 0 {
			b.WriteString(Clean(line))
			break
		}
		b.WriteString(Clean(line[:at]))
		line = line[at:]
		end := 1
		if strings.HasPrefix(line, "\x1b[") {
			end = 2
			for end < len(line) && (line[end] >= '0' && line[end] <= '9' || line[end] == ';') {
				end++
			}
			if end < len(line) && line[end] == 'm' {
				b.WriteString(line[:end+1])
				line = line[end+1:]
				continue
			}
		}
		b.WriteString(Clean(line[:end]))
		line = line[end:]
	}
	return b.String()
}
