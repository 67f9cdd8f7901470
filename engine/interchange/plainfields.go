package interchange

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
)

// content finds the text: the first field that holds some, under its title.
func (m *plainMemory) content(in *engine.Incoming) string {
	body, found := "", false
	for _, name := range contentNames {
		value := m.rec.get(name)
		if !isText(value) {
			continue // of another kind: it stays metadata
		}
		s := text(value)
		blank := strings.TrimSpace(s) == ""
		if !found && !blank {
			body, found = s, true
			m.take(name)
		} else if blank {
			m.take(name) // says nothing
		}
	}
	title := m.rec.get("title")
	if isText(title) && strings.TrimSpace(text(title)) != "" {
		m.take("title")
		body = underTitle(text(title), body)
	}
	if body == "" {
		return "no text: none of title, " + strings.Join(contentNames, ", ") + " holds any"
	}
	in.Content = body
	return ""
}

// underTitle puts a title above a body that does not start with it already.
func underTitle(title, body string) string {
	first, _, _ := strings.Cut(body, "\n")
	if body == "" || strings.TrimSpace(first) == strings.TrimSpace(title) {
		if body == "" {
			return title
		}
		return body
	}
	return title + "\n" + body
}

func (m *plainMemory) scores(in *engine.Incoming) (reason string) {
	if in.Importance, reason = m.unit("importance"); reason == "" {
		in.Confidence, reason = m.unit("confidence")
	}
	return reason
}

// unit takes a number from 0 to 1.
func (m *plainMemory) unit(name string) (*float64, string) {
	value := m.take(name)
	if value == nil {
		return nil, ""
	}
	if x, err := strconv.ParseFloat(string(value), 64); err == nil && x >= 0 && x <= 1 {
		return &x, ""
	}
	return nil, fmt.Sprintf("%s: got %s, want a number from 0 to 1", name, excerpt(value))
}

func (m *plainMemory) times(in *engine.Incoming) string {
	if t := m.time(createdNames, true); !t.IsZero() {
		in.CreatedAt = t
	}
	// An update's time is kept in the metadata as well: a history of one
	// version has no other place for it.
	in.UpdatedAt = m.time(updatedNames, false)
	if in.UpdatedAt.Before(in.CreatedAt) {
		in.UpdatedAt = time.Time{}
	}
	in.ExpiresAt = m.time(expiresNames, true)
	return ""
}

// time is the first of some fields that holds a time.
func (m *plainMemory) time(names []string, take bool) time.Time {
	for _, name := range names {
		value := m.rec.get(name)
		if value == nil || isNull(value) || string(value) == `""` {
			continue
		}
		t, ok := readTime(value)
		if !ok {
			m.odd = append(m.odd, fmt.Sprintf("%s %s is not a time, kept as metadata", name, excerpt(value)))
			continue
		}
		if take {
			m.take(name)
		}
		return t
	}
	return time.Time{}
}

// state takes the state where it is one of ours. Other tools have states of
// their own; those are metadata.
func (m *plainMemory) state(in *engine.Incoming) string {
	s, ok := engine.ParseState(m.rec.text("state"))
	if ok {
		m.take("state")
		in.State = s
	}
	return ""
}

// metadata gathers what has no place of its own. A name that the record's own
// metadata has too gets an underscore, so that nothing is lost.
func (m *plainMemory) metadata(in *engine.Incoming) string {
	for _, name := range typeNames {
		if strings.TrimSpace(m.rec.text(name)) != "" {
			m.take(name)
			break
		}
	}
	if isText(m.rec.get("source")) {
		m.take("source")
	}
	var all []field
	if own := m.rec.get("metadata"); len(own) > 0 && own[0] == '{' {
		m.take("metadata")
		all, _ = fieldsOf(nil, own) // valid, as the record is
	}
	names := make(map[string]bool, len(all))
	for _, f := range all {
		names[f.name] = true
	}
	for i, f := range m.rec.fields {
		if m.taken[i] || isNull(f.value) && knownNames[f.name] {
			continue
		}
		for names[f.name] {
			f.name += "_"
		}
		names[f.name] = true
		all = append(all, f)
	}
	in.Metadata = object(all)
	return ""
}

// limits says which limit of a memory's fields is passed, "" for none. The
// engine checks them as well; here the record's bytes are still at hand.
func limits(in *engine.Incoming) string {
	for _, f := range [...]struct {
		name      string
		has, most int
	}{
		{"content", len(in.Content), engine.MaxContentBytes},
		{"id", len(in.ID), engine.MaxIDBytes},
		{"namespace", len(in.Scope.Namespace), engine.MaxScopeBytes},
		{"subjectId", len(in.Scope.Subject), engine.MaxScopeBytes},
		{"tenantId", len(in.Scope.Tenant.ID), engine.MaxScopeBytes},
		{"type", len(in.Type), engine.MaxScopeBytes},
		{"source", len(in.Source), engine.MaxSourceBytes},
		{"metadata", len(in.Metadata), engine.MaxMetadataBytes},
	} {
		if f.has > f.most {
			return fmt.Sprintf("%s has %d bytes, at most %d are kept", f.name, f.has, f.most)
		}
	}
	if in.ID != "" && strings.TrimSpace(in.ID) == "" {
		return "id is blank"
	}
	return ""
}
