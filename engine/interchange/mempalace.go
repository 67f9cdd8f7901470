package interchange

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
)

// The types of the memories that stand at the ends of hallways and tunnels.
const (
	palaceEntity = "entity"
	palaceRoom   = "room"
)

// palaceReader reads MemPalace's hallways (two entities of one wing) and
// tunnels (rooms of two wings). Both are connections: what stands at their
// ends becomes a memory that says its own name, and the connection an edge
// with its dynamics. A place's memory comes once, however many connections
// lead there.
type palaceReader struct {
	run    *run
	out    *sink
	places map[place]*standing
	order  []*standing
	edges  []*engine.IncomingEdge
	seen   *sightings
}

// place is where a connection ends.
type place struct{ typ, wing, name string }

// record is the place's name within its source.
func (p place) record() string {
	return p.typ + " " + strconv.Quote(p.wing) + " " + strconv.Quote(p.name)
}

// standing is a place that is known, and since when.
type standing struct {
	place
	line    int
	created time.Time
}

func (r *run) readPalace(records records, out *sink) error {
	p := &palaceReader{run: r, out: out, places: map[place]*standing{}, seen: newSightings()}
	if err := records.each(r.ctx, nil, p.connection); err != nil || out.stopped {
		return err
	}
	for _, s := range p.order {
		if !out.put(engine.Item{Memory: p.memory(s)}) {
			return nil
		}
	}
	for _, e := range p.edges {
		if !out.put(engine.Item{Edge: e}) {
			return nil
		}
	}
	return nil
}

func isHallway(names []string) bool { return hasAll(names, "wing", "entity_a", "entity_b") }

func isTunnel(names []string) bool { return hasAll(names, "source", "target") }

// connection reads one; false says that no more are wanted.
func (p *palaceReader) connection(rec *record) bool {
	refuse := func(reason string) bool {
		return p.out.put(engine.Item{Refused: rec.refusal(p.run.src.Name, rec.text("id"), reason)})
	}
	if rec.refused != "" {
		return refuse(rec.refused)
	}
	typ, ends, rest, reason := palaceEnds(rec)
	if reason != "" {
		return refuse(reason)
	}
	connection, odd, reason := connectionOf(rec, p.run.src.ModTime)
	if reason != "" {
		return refuse(reason)
	}
	edge := &engine.IncomingEdge{
		From: ends[0].record(), To: ends[1].record(), Type: typ, Relation: rec.text("id"), Line: rec.line,
		CreatedAt: timeIn(rec, createdNames), Connection: &connection, Metadata: object(rest),
		Sum: sum16(canonicalFields(nil, rec.fields)),
	}
	edge.Record = "tie " + edge.Relation
	if edge.Relation == "" {
		edge.Record = "tie " + edge.From + " " + edge.To
	}
	switch {
	case len(edge.Relation) > engine.MaxIDBytes:
		return refuse(fmt.Sprintf("id has %d bytes, at most %d are kept", len(edge.Relation), engine.MaxIDBytes))
	case len(edge.Metadata) > engine.MaxMetadataBytes:
		return refuse(fmt.Sprintf("the %s has %d bytes beside its ends, at most %d are kept", typ, len(edge.Metadata), engine.MaxMetadataBytes))
	}
	switch p.seen.see(edge.Record, edge.Sum) {
	case saidBefore:
		return true
	case saidOtherwise:
		return refuse("the file has two connections with the id " + excerpt([]byte(edge.Relation)))
	}
	for _, end := range ends {
		p.stand(end, rec.line, edge.CreatedAt)
	}
	p.edges = append(p.edges, edge)
	if len(odd) == 0 {
		return true
	}
	return p.out.put(engine.Item{Warning: fmt.Sprintf("line %d: %s", rec.line, strings.Join(odd, "; "))})
}

// stand notes that a connection ends at a place.
func (p *palaceReader) stand(at place, line int, created time.Time) {
	s, known := p.places[at]
	if !known {
		s = &standing{place: at, line: line}
		p.places[at] = s
		p.order = append(p.order, s)
	}
	s.created = earlier(s.created, created)
}

func (p *palaceReader) memory(s *standing) *engine.Incoming {
	in := &engine.Incoming{
		Record: s.record(), Line: s.line, Type: s.typ, Content: s.name,
		Scope:     engine.Scope{Namespace: s.wing, Subject: s.name},
		Metadata:  object([]field{{keyName, quote(nil, s.name)}}),
		Sum:       sum16([]byte(s.record())),
		CreatedAt: s.created,
	}
	if in.CreatedAt.IsZero() {
		in.CreatedAt = p.run.src.ModTime
	}
	return in
}

// palaceEnds are what a connection's type is, where it ends, and what it says
// besides.
func palaceEnds(rec *record) (typ string, ends [2]place, rest []field, reason string) {
	names := rec.names()
	switch {
	case isHallway(names):
		typ = engine.RelHallway
		wing := rec.text("wing")
		ends = [2]place{{palaceEntity, wing, rec.text("entity_a")}, {palaceEntity, wing, rec.text("entity_b")}}
	case isTunnel(names):
		typ = engine.RelTunnel
		for i, name := range []string{"source", "target"} {
			end := record{}
			end.fields, _ = fieldsOf(nil, rec.get(name)) // not an object: no fields
			ends[i] = place{palaceRoom, end.text("wing"), end.text("room")}
			if also := end.without("wing", "room"); len(also) > 0 {
				rest = append(rest, field{name, object(also)})
			}
		}
	default:
		return "", ends, nil, "neither a hallway (wing, entity_a, entity_b) nor a tunnel (source, target): " + listNames(names)
	}
	for _, end := range ends {
		switch {
		case strings.TrimSpace(end.wing) == "" || strings.TrimSpace(end.name) == "":
			return "", ends, nil, fmt.Sprintf("a %s without the wing or the %s at one of its ends", typ, end.typ)
		case len(end.wing) > engine.MaxScopeBytes || len(end.name) > engine.MaxScopeBytes:
			return "", ends, nil, fmt.Sprintf("a wing or %s has more than %d bytes", end.typ, engine.MaxScopeBytes)
		}
	}
	if ends[0] == ends[1] {
		return "", ends, nil, fmt.Sprintf("a %s from a place to itself", typ)
	}
	rest = append(rec.without("wing", "entity_a", "entity_b", "source", "target", "id", "created_at",
		"strength", "stability", "last_activated", "access_count"), rest...)
	return typ, ends, rest, ""
}
