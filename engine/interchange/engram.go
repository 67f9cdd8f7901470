package interchange

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// The types of what an engram export holds besides observations, which bring
// types of their own.
const (
	engramSession = "session"
	engramPrompt  = "prompt"
)

// engramReader reads an engram export. Observations become memories of their
// project's namespace, prompts memories of type prompt, and a session that was
// summed up a memory of type session, from which its observations and prompts
// derive. A session without a summary says nothing; it is left out by name.
//
// Engram rewrites an observation when its topic comes up again, and so is the
// memory known by its topic: observations of one topic are one memory, the
// older ones its earlier versions, in this file and in the next.
type engramReader struct {
	run     *run
	out     *sink
	seen    *sightings
	found   []*engram
	summed  map[string]bool // sessions that are memories
	silent  []string        // sessions without a summary
	deleted int             // observations that engram keeps as deleted
}

// engram is one memory on its way, with what its tie to a session needs.
type engram struct {
	in      engine.Incoming
	session string
	topic   string // names the topic within its project and scope; ""
	odd     []string
}

func (r *run) readEngram(records records, out *sink) error {
	e := &engramReader{run: r, out: out, seen: newSightings(), summed: map[string]bool{}}
	if err := records.each(r.ctx, nil, e.record); err != nil || out.stopped {
		return err
	}
	e.joinTopics()
	for _, m := range e.found {
		item := engine.Item{Memory: &m.in}
		if len(m.odd) > 0 {
			item.Warning = fmt.Sprintf("line %d: %s", m.in.Line, strings.Join(m.odd, "; "))
		}
		if !out.put(item) {
			return nil
		}
	}
	for _, m := range e.found {
		if !e.summed[m.session] || m.in.Type == engramSession {
			continue
		}
		if !out.put(engine.Item{Edge: &engine.IncomingEdge{From: m.in.Record, To: sessionRecord(m.session), Type: engine.RelDerivedFrom, Line: m.in.Line, CreatedAt: m.in.CreatedAt}}) {
			return nil
		}
	}
	var said []string
	if n := len(e.silent); n > 0 {
		said = append(said, fmt.Sprintf("sessions without a summary are left out (%d): %s", n, some(e.silent)))
	}
	if e.deleted > 0 {
		said = append(said, fmt.Sprintf("observations that were deleted there are left out (%d)", e.deleted))
	}
	out.rest(said)
	return nil
}

func sessionRecord(id string) string { return engramSession + " " + id }

// record reads one record by the list that it stands in.
func (e *engramReader) record(rec *record) bool {
	m, reason := &engram{}, rec.refused
	keep := true
	if reason == "" {
		switch rec.group {
		case "sessions":
			keep, reason = e.session(rec, m)
		case "prompts":
			keep, reason = true, e.observation(rec, m, engramPrompt)
		default:
			keep, reason = true, e.observation(rec, m, "")
		}
	}
	switch {
	case reason != "":
		return e.out.put(engine.Item{Refused: rec.refusal(e.run.src.Name, cmp.Or(m.in.ID, rec.text("title")), reason)})
	case !keep:
		return true
	}
	if when := rec.get("deleted_at"); when != nil && !isNull(when) {
		e.deleted++
		return true
	}
	e.name(m, rec)
	switch e.seen.see(m.in.Record, m.in.Sum) {
	case saidBefore:
		return true
	case saidOtherwise:
		m.in.Twin = m.in.ID != ""
		m.in.Record = otherName(m.in.Record, m.in.Sum)
	}
	e.found = append(e.found, m)
	return true
}

// session reads one; it reports false for one that says nothing.
func (e *engramReader) session(rec *record, m *engram) (keep bool, reason string) {
	id, reason := scalar("id", rec.get("id"))
	if reason != "" {
		return false, reason
	}
	if strings.TrimSpace(id) == "" {
		return false, "a session without an id"
	}
	summary := rec.text("summary")
	if strings.TrimSpace(summary) == "" {
		e.silent = append(e.silent, id)
		return false, ""
	}
	m.in.ID, m.in.Content, m.in.Type, m.session = id, summary, engramSession, id
	if reason = e.common(rec, m, "started_at", "ended_at", "summary"); reason == "" {
		e.summed[id] = true
	}
	return true, reason
}

// observation reads one, or a prompt.
func (e *engramReader) observation(rec *record, m *engram, typ string) (reason string) {
	var title, content, topic string
	if reason = rec.scalars(named{"sync_id", &m.in.ID}, named{"title", &title}, named{"content", &content}, named{"topic_key", &topic}, named{"session_id", &m.session}); reason != "" {
		return reason
	}
	if strings.TrimSpace(title) != "" {
		content = underTitle(title, content)
	}
	if strings.TrimSpace(content) == "" {
		return "no text: neither title nor content holds any"
	}
	m.in.Content, m.in.Type = content, cmp.Or(typ, rec.text("type"), engine.DefaultType)
	if reason = e.common(rec, m, "created_at", "updated_at", "title", "content", "type", "topic_key"); reason != "" {
		return reason
	}
	if strings.TrimSpace(topic) != "" {
		m.topic = strings.Join([]string{m.in.Scope.Namespace, m.in.Scope.Subject, topic}, "\x00")
		fields, _ := fieldsOf(nil, m.in.Metadata) // no metadata: no fields
		m.in.Metadata = object(append([]field{{keyName, quote(nil, topic)}}, fields...))
	}
	return limits(&m.in)
}

// engramCounts are the fields that engram moves on each time it meets an
// observation again: they alone make no new version.
var engramCounts = []string{"duplicate_count", "last_seen_at"}

// common reads what all kinds of records have: where they belong and when they
// were made. taken are the fields that have found their place.
func (e *engramReader) common(rec *record, m *engram, created, updated string, taken ...string) (reason string) {
	in := &m.in
	in.Line = rec.line
	var scope string
	if reason = rec.scalars(named{"project", &in.Scope.Namespace}, named{"scope", &scope}); reason != "" {
		return reason
	}
	if strings.TrimSpace(in.Scope.Namespace) == "" {
		in.Scope.Namespace = e.run.set.Namespace
	}
	// What engram keeps for the person and not for the project is another subject.
	in.Scope.Subject = e.run.set.Subject
	if s := strings.TrimSpace(scope); s != "" && s != "project" {
		in.Scope.Subject = s
	}
	if strings.TrimSpace(in.Type) == "" {
		in.Type = engine.DefaultType
	}
	in.CreatedAt = e.run.src.ModTime
	if t := rec.time(created, &m.odd); !t.IsZero() {
		in.CreatedAt = t
	}
	in.UpdatedAt = rec.time(updated, &m.odd)
	if in.UpdatedAt.Before(in.CreatedAt) {
		in.UpdatedAt = time.Time{}
	}
	in.Metadata = object(rec.without(append(taken, "project", created, updated, "deleted_at")...))
	in.Sum = sum16(canonicalFields(nil, rec.without(engramCounts...)))
	return limits(in)
}

// name finds the record's name: the id that engram gives it, or one made of
// what it says.
func (e *engramReader) name(m *engram, rec *record) {
	number, _ := scalar("id", rec.get("id")) // of another kind: it names nothing
	switch in := &m.in; {
	case in.Type == engramSession && rec.group == "sessions":
		in.Record = sessionRecord(in.ID)
	case in.ID != "":
		in.Record = in.ID
	case number != "":
		in.Record = cmp.Or(rec.group, "observations") + " " + number
	default:
		says := sum16([]byte(in.Scope.Namespace + "\x00" + in.Type + "\x00" + in.Content))
		in.Record = "text:" + hex.EncodeToString(says[:])
	}
}

// joinTopics puts the observations of each topic in the order of their times
// and under the id of the first: so they are read as one memory's versions.
func (e *engramReader) joinTopics() {
	places := map[string][]int{}
	for i, m := range e.found {
		if m.topic != "" && !m.in.Twin {
			places[m.topic] = append(places[m.topic], i)
		}
	}
	for _, at := range places {
		if len(at) < 2 {
			continue
		}
		members := make([]*engram, len(at))
		for i, place := range at {
			members[i] = e.found[place]
		}
		slices.SortStableFunc(members, func(a, b *engram) int {
			return later(a.in.CreatedAt, a.in.UpdatedAt).Compare(later(b.in.CreatedAt, b.in.UpdatedAt))
		})
		for i, m := range members {
			m.in.ID = members[0].in.ID
			e.found[at[i]] = m
		}
	}
}
