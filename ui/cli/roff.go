package cli

import (
	"fmt"
	"strings"
)

// roff writes a manual page in the man macros that groff and mandoc share. All
// text is escaped, so that nothing in it is taken for a request.
type roff struct{ b strings.Builder }

func (r *roff) request(name string, args ...string) {
	r.b.WriteString("." + name)
	for _, a := range args {
		r.b.WriteString(` "` + strings.ReplaceAll(escaped(a), `"`, `\(dq`) + `"`)
	}
	r.b.WriteByte('\n')
}

// text writes running text: paragraphs with blank lines between them, and
// indented lines as they are.
func (r *roff) text(s string) {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i := 0; i < len(lines); {
		switch l := lines[i]; {
		case strings.TrimSpace(l) == "":
			i++
		case indented(l):
			end := i
			for j := i; j < len(lines) && (indented(lines[j]) || strings.TrimSpace(lines[j]) == ""); j++ {
				if indented(lines[j]) {
					end = j
				}
			}
			r.asIs(lines[i : end+1])
			i = end + 1
		default:
			if i > 0 {
				r.request("PP")
			}
			for ; i < len(lines) && strings.TrimSpace(lines[i]) != "" && !indented(lines[i]); i++ {
				r.line(lines[i])
			}
		}
	}
}

func indented(l string) bool {
	return strings.TrimSpace(l) != "" && (strings.HasPrefix(l, "  ") || strings.HasPrefix(l, "\t"))
}

// asIs writes lines that are not to be filled: what is typed into a shell or
// into a file.
func (r *roff) asIs(lines []string) {
	r.request("PP")
	r.request("RS", "4")
	r.request("nf")
	for _, l := range lines {
		r.line(strings.TrimPrefix(strings.ReplaceAll(l, "\t", "    "), "  "))
	}
	r.request("fi")
	r.request("RE")
}

// line writes one line of input. A blank one would be a request of its own.
func (r *roff) line(s string) {
	if strings.TrimSpace(s) == "" {
		r.request("sp")
		return
	}
	r.b.WriteString(guarded(escaped(s)) + "\n")
}

// item writes a paragraph that hangs from a tag in bold.
func (r *roff) item(tag, rest, text string) {
	r.request("TP")
	line := `\fB` + escaped(tag) + `\fR`
	if rest != "" {
		line += ` \fI` + escaped(rest) + `\fR`
	}
	r.b.WriteString(line + "\n")
	r.line(text)
}

// escaped spells a text's characters so that none has a meaning, and those
// outside ASCII by their numbers, which every locale understands.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\\':
			b.WriteString(`\(rs`)
		case c == '-':
			b.WriteString(`\-`) // as it is typed, not a hyphen
		case c == '\'':
			b.WriteString(`\(aq`)
		case c == '`':
			b.WriteString(`\(ga`)
		case c == '^':
			b.WriteString(`\(ha`)
		case c == '~':
			b.WriteString(`\(ti`)
		case c > 0x7e:
			fmt.Fprintf(&b, `\[u%04X]`, c)
		case c >= ' ':
			b.WriteRune(c)
		}
	}
	return b.String()
}

// guarded keeps a line from being taken for a request.
func guarded(s string) string {
	if strings.HasPrefix(s, ".") {
		return `\&` + s
	}
	return s
}
