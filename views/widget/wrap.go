package widget

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks raw text into lines of at most w cells: at newlines, else at
// blanks, else between wide characters, else anywhere. Lines are not padded.
func Wrap(s string, w int) []string {
	lines, _ := WrapN(s, w, -1)
	return lines
}

// WrapN is [Wrap] for at most n lines; more tells whether text was left. Its
// work is bounded by n × w, whatever the text's length. A negative n is no
// limit.
func WrapN(s string, w, n int) (lines []string, more bool) {
	if w <= 0 || n == 0 {
		return nil, s != ""
	}
	for rest, ok := s, true; ok; {
		if n >= 0 && len(lines) >= n {
			return lines, true
		}
		limit := -1
		if n >= 0 {
			// Each line takes at most its own cells and the blank it breaks at;
			// the last piece may be long, and is left out where it does not fit.
			limit = (n-len(lines))*(w+1) + longestCluster
		}
		var par string
		par, rest, ok = cutLine(rest)
		clean, cut := CleanN(par, limit)
		var full bool
		lines, full = wrapLine(lines, clean, w, n)
		if full || cut {
			return lines, true
		}
	}
	return lines, false
}

// Lines splits raw text at its line ends and cleans each line.
func Lines(s string) []string {
	var out []string
	for rest, ok := s, true; ok; {
		var line string
		line, rest, ok = cutLine(rest)
		out = append(out, Clean(line))
	}
	return out
}

// cutLine splits off the first line; more is false when it was the last.
func cutLine(s string) (line, rest string, more bool) {
	line, rest, more = strings.Cut(s, "\n")
	for _, separator := range []string{"\u2028", "\u2029"} {
		if i := strings.Index(line, separator); i >= 0 {
			line, rest, more = line[:i], s[i+len(separator):], true
		}
	}
	return strings.TrimSuffix(line, "\r"), rest, more
}

// wrapLine appends the lines of one cleaned paragraph; full tells that n lines
// were reached with text left over.
func wrapLine(lines []string, s string, w, n int) (all []string, full bool) {
	for {
		if n >= 0 && len(lines) >= n {
			return lines, true
		}
		end, next := breakAt(s, w)
		lines = append(lines, s[:end])
		if next >= len(s) {
			return lines, false
		}
		s = s[next:]
	}
}

// breakAt finds where the first line of s ends and where the next one starts.
func breakAt(s string, w int) (end, next int) {
	if len(s) <= w && isPlain(s) {
		return len(s), len(s)
	}
	cells, brEnd, brNext := 0, 0, 0
	text, wasWide := false, false // whether the line has more than blanks yet
	for i := 0; i < len(s); {
		n, c, _ := step(s[i:])
		if s[i] == ' ' && n == 1 {
			if cells == w {
				return i, i + n
			}
			if text {
				brEnd, brNext = i, i+n
			}
			wasWide = false
		} else {
			wide := c == 2
			if text && (wide || wasWide) && s[i-1] != ' ' && c > 0 && !clings(s[i:]) {
				brEnd, brNext = i, i
			}
			text, wasWide = true, wide || wasWide && c == 0
		}
		if cells+c > w {
			return cutAt(i, n, brEnd, brNext)
		}
		cells += c
		i += n
	}
	return len(s), len(s)
}

// cutAt chooses the break when the cluster [i, i+n) no longer fits.
func cutAt(i, n, brEnd, brNext int) (end, next int) {
	switch {
	case brNext > 0:
		return brEnd, brNext
	case i > 0:
		return i, i
	default: // wider than the line by itself; the frame shows blanks for it
		return n, n
	}
}

// clings reports closing signs that must not start a line.
func clings(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return strings.ContainsRune("、。，．：；？！）」』】〉》〕］｝・ー…", r)
}
