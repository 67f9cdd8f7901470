package interchange

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// link is a tie that a note states.
type link struct {
	typ, to string
	beside  bool // to is a path seen from the note's folder

	weight   float64
	relation string
	created  time.Time
	metadata engine.Metadata
}

// noteLines is what the lines of a note say besides their text.
type noteLines struct {
	links      []link
	categories []string
	tags       []string
}

var (
	// - [category] observation #tag (context), as basic-memory writes them. One
	// sign in brackets is a box to tick.
	observationLine = regexp.MustCompile(`^\s*[-*]\s+\[([^\[\]()]{2,64})\]\s+(\S.*)$`)
	// - relation_type [[Target]] (context)
	relationLine = regexp.MustCompile(`^\s*[-*]\s+([^\[\]]{1,120}?)\s*\[\[([^\[\]]+)\]\]\s*(?:\([^()]*\))?\s*$`)
	wikiLink     = regexp.MustCompile(`\[\[([^\[\]]+)\]\]`)
	pathLink     = regexp.MustCompile(`\]\(([^()\s]+\.(?:md|markdown))(?:#[^()\s]*)?\)`)
	hashTag      = regexp.MustCompile(`(?:^|\s)#([\pL\pN_/-]+)`)
	codeSpan     = regexp.MustCompile("`[^`]*`")
)

// linesOf looks through a note for observations, relations and links. What
// stands in code says nothing.
func linesOf(body string) noteLines {
	var out noteLines
	fence := ""
	for line := range strings.SplitSeq(body, "\n") {
		bare := strings.TrimLeft(line, " \t")
		if fence != "" {
			if strings.HasPrefix(bare, fence) {
				fence = ""
			}
			continue
		}
		if strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
			fence = bare[:3]
			continue
		}
		out.line(codeSpan.ReplaceAllString(line, ""))
	}
	// A typed relation says more than the link that repeats it.
	typed := map[string]bool{}
	for _, l := range out.links {
		if l.typ != engine.RelRelatedTo {
			typed[foldName(l.to)] = true
		}
	}
	seen := map[string]bool{}
	out.links = slices.DeleteFunc(out.links, func(l link) bool {
		key := l.typ + "\x00" + foldName(l.to)
		again := seen[key] || l.typ == engine.RelRelatedTo && typed[foldName(l.to)]
		seen[key] = true
		return again
	})
	return out
}

func (out *noteLines) line(line string) {
	if m := observationLine.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[2], "(") {
		if category := strings.TrimSpace(m[1]); category != "" && !slices.Contains(out.categories, category) {
			out.categories = append(out.categories, category)
		}
		for _, tag := range hashTag.FindAllStringSubmatch(m[2], -1) {
			out.tags = append(out.tags, tag[1])
		}
	}
	if m := relationLine.FindStringSubmatch(line); m != nil {
		if typ, to := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(m[1]), ":")), linkTarget(m[2]); typ != "" && to != "" {
			out.links = append(out.links, link{typ: typ, to: to})
			return
		}
	}
	for _, m := range wikiLink.FindAllStringSubmatch(line, -1) {
		if to := linkTarget(m[1]); to != "" {
			out.links = append(out.links, link{typ: engine.RelRelatedTo, to: to})
		}
	}
	for _, m := range pathLink.FindAllStringSubmatch(line, -1) {
		if to, err := url.PathUnescape(m[1]); err == nil && !strings.Contains(to, ":") && !path.IsAbs(to) {
			out.links = append(out.links, link{typ: engine.RelRelatedTo, to: to, beside: true})
		}
	}
}

// linkTarget is the note that [[Name#heading|as shown]] means.
func linkTarget(s string) string {
	s, _, _ = strings.Cut(s, "|")
	s, _, _ = strings.Cut(s, "#")
	return strings.TrimSpace(s)
}
