package interchange

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"maps"
	"slices"
	"time"

	"ebb/engine"
)

// isEbbLine reports whether a record is a line of our own format.
func isEbbLine(rec *record) bool {
	for _, name := range []string{"head", "version", "edge", "dangling", "conflict", "operation", "entry", "retrieval", "counts"} {
		if v := rec.get(name); rec.text("kind") != "" && len(v) > 0 && v[0] == '{' {
			return true
		}
	}
	return false
}

// ebbReader reads our own format. A memory and its versions are several lines;
// the memory comes out when its last one has been read.
type ebbReader struct {
	run     *run
	records records
	out     *sink
	seen    *sightings

	current *wholeMemory
	rival   *wholeMemory   // the same memory on the other side of a merge
	counts  map[string]int // lines read, by kind
	told    map[string]int // what the file says at its end; nil without
	newer   int            // the format of a file that is too new
}

func newEbbReader(r *run, recs records) *ebbReader {
	return &ebbReader{run: r, records: recs, seen: newSightings(), counts: map[string]int{}}
}

func (r *ebbReader) read(out *sink) error {
	r.out = out
	err := r.records.each(r.run.ctx, nil, r.line)
	if err != nil || out.stopped {
		return err
	}
	if r.newer > 0 {
		return fmt.Errorf("the file has format %d, this ebb reads up to %d: use a newer ebb", r.newer, ebbFormat)
	}
	if r.finish() {
		out.rest(r.shortfall())
	}
	return nil
}

// shortfall says what the file promises and does not hold.
func (r *ebbReader) shortfall() []string {
	if r.told == nil {
		return []string{"the export has no end: it was cut short, or is still being written"}
	}
	var missing []string
	for _, kind := range slices.Sorted(maps.Keys(r.told)) {
		if told, have := r.told[kind], r.counts[kind]; told != have {
			missing = append(missing, fmt.Sprintf("the export was written with %d lines of kind %s, %d are here", told, kind, have))
		}
	}
	return missing
}

// line reads one line; false ends the reading.
func (r *ebbReader) line(rec *record) bool {
	if rec.refused != "" {
		return r.refuse(rec, rec.refused)
	}
	var l wireLine
	if err := json.Unmarshal(rec.raw, &l); err != nil {
		return r.refuse(rec, "not a line of this format: "+err.Error())
	}
	if l.Ebb > ebbFormat {
		r.newer = l.Ebb
		return false
	}
	if l.Kind == "" && l.Ebb > 0 {
		return true
	}
	if l.Kind != kindVersion && !r.disputes(&l, rec) && !r.finish() {
		return false
	}
	item, err := r.take(&l, rec)
	if err != nil {
		return r.refuse(rec, err.Error())
	}
	r.counts[l.Kind]++
	if item == (engine.Item{}) {
		return true
	}
	return r.out.put(item)
}

func (r *ebbReader) refuse(rec *record, reason string) bool {
	return r.out.put(engine.Item{Refused: rec.refusal(r.run.src.Name, "", reason)})
}

// take reads a line by its kind. Lines of memories give no item yet.
func (r *ebbReader) take(l *wireLine, rec *record) (item engine.Item, err error) {
	switch {
	case l.Kind == kindMemory && l.Head != nil && l.Body != nil && r.disputes(l, rec):
		r.rival, err = newWhole(l, rec)
	case l.Kind == kindMemory && l.Head != nil && l.Body != nil:
		r.current, err = newWhole(l, rec)
	case l.Kind == kindVersion && l.Version != nil:
		err = r.version(l.Version, rec)
	case l.Kind == kindEdge && l.Edge != nil:
		item.Edge, err = incomingEdge(l.Edge, rec.line)
	case l.Kind == kindDangling && l.Dangling != nil:
		item.Edge = &engine.IncomingEdge{From: l.Dangling.From, Type: l.Dangling.Type, To: l.Dangling.To, Line: rec.line, Metadata: l.Dangling.Metadata}
	case l.Kind == kindConflict && l.Conflict != nil:
		var c engine.Conflict
		if c, err = l.Conflict.conflict(); err == nil {
			item.Conflict = &engine.IncomingConflict{Conflict: c, A: c.MemoryA, B: c.MemoryB, ByID: true}
		}
	case l.Kind == kindOperation && l.Operation != nil:
		item.Op, err = l.Operation.operation()
	case l.Kind == kindLog && l.Entry != nil:
		item.Log, err = l.Entry.entry()
	case l.Kind == kindRetrieval && l.Retrieval != nil:
		event := engine.Retrieval(*l.Retrieval)
		item.Retrieval = &event
	case l.Kind == kindEnd:
		r.told = l.Counts
		if r.told == nil {
			r.told = map[string]int{}
		}
	default:
		err = fmt.Errorf("a line of kind %s, which this ebb does not know or which is incomplete", excerpt([]byte(l.Kind)))
	}
	if err != nil {
		item = engine.Item{}
	}
	return item, err
}

func incomingEdge(w *wireEdge, line int) (*engine.IncomingEdge, error) {
	e, err := w.edge()
	if err != nil {
		return nil, err
	}
	return &engine.IncomingEdge{
		From: e.From, To: e.To, ByID: true, Type: e.Type, Relation: e.Relation, Line: line, Weight: e.Weight,
		CreatedAt: e.CreatedAt, Connection: &e.Connection, Count: e.Count, Metadata: e.Metadata, Exact: e,
	}, nil
}

// disputes reports whether a line is the other side's of the memory that is
// being read. Then what follows the merge belongs to both.
func (r *ebbReader) disputes(l *wireLine, rec *record) bool {
	return l.Kind == kindMemory && l.Head != nil && rec.side == theirs && r.rival == nil &&
		r.current != nil && r.current.rec.side == ours && r.current.whole.Head.ID == l.Head.ID
}

// version adds a version to the memory that is being read, in a merge to the
// side that it stands on.
func (r *ebbReader) version(w *wireVersion, rec *record) error {
	if r.current == nil || r.current.whole.Head.ID != w.ID {
		return fmt.Errorf("version %d of %s does not follow its memory", w.Number, excerpt([]byte(w.ID)))
	}
	for _, whole := range []*wholeMemory{r.current, r.rival} {
		if whole == nil || r.rival != nil && rec.side != noSide && rec.side != whole.rec.side {
			continue
		}
		v, err := w.version() // each side has its own
		if err != nil {
			return err
		}
		whole.add(v, w.Body.Content != nil, rec.raw)
	}
	return nil
}

// finish hands on the memory that is being read; false ends the reading.
func (r *ebbReader) finish() bool {
	for _, whole := range []*wholeMemory{r.current, r.rival} {
		if whole != nil && !r.write(whole) {
			return false
		}
	}
	r.current, r.rival = nil, nil
	return true
}

func (r *ebbReader) write(whole *wholeMemory) bool {
	in, reason := whole.incoming()
	if reason != "" {
		return r.refuse(&whole.rec, reason)
	}
	switch r.seen.see(in.Record, in.Sum) {
	case saidBefore:
		return true
	case saidOtherwise:
		in.Record, in.Twin, in.Whole = otherName(in.Record, in.Sum), true, nil
	}
	return r.out.put(engine.Item{Memory: in})
}

// wholeMemory is a memory on its way in.
type wholeMemory struct {
	rec   record // its own line, for a refusal
	whole engine.Whole
	texts map[string]string // by the version that holds each
	sum   hash.Hash
}

func refName(r engine.VersionRef) string { return fmt.Sprint(r.At.UnixNano(), ".", r.Number) }

func newWhole(l *wireLine, rec *record) (*wholeMemory, error) {
	head, err := l.Head.head()
	if err != nil {
		return nil, err
	}
	w := &wholeMemory{whole: engine.Whole{Head: head, Body: l.Body.body()}, texts: map[string]string{}, sum: sha256.New()}
	w.rec = record{line: rec.line, side: rec.side, raw: slices.Clone(rec.raw)}
	w.texts[refName(head.Text)] = w.whole.Body.Content
	if l.Window != nil {
		w.whole.Retrieval = l.Window.record()
	}
	w.sum.Write(rec.raw) //nolint:errcheck // a hash takes everything
	return w, nil
}

// add takes versions newest first, as they are written.
func (w *wholeMemory) add(v engine.Version, ownText bool, raw []byte) {
	if ownText {
		w.texts[refName(v.Memory.Text)] = v.Memory.Content
	}
	w.whole.Versions = append(w.whole.Versions, v)
	w.sum.Write(raw) //nolint:errcheck // a hash takes everything
}

// incoming is the memory with all its texts in place.
func (w *wholeMemory) incoming() (*engine.Incoming, string) {
	for i := range w.whole.Versions {
		v := &w.whole.Versions[i]
		text, ok := w.texts[refName(v.Memory.Text)]
		if !ok {
			return nil, fmt.Sprintf("version %d has no text: the line that holds it is missing", v.Number)
		}
		v.Memory.Content = text
	}
	slices.Reverse(w.whole.Versions)
	h, b := &w.whole.Head, &w.whole.Body
	in := &engine.Incoming{
		Record: h.ID, Line: w.rec.line, Sum: [16]byte(w.sum.Sum(nil)[:16]), ID: h.ID, Scope: h.Scope,
		Type: h.Type, Content: b.Content, Importance: &h.Importance, Confidence: &h.Confidence,
		Source: b.Source, Metadata: b.Metadata, State: h.State,
		CreatedAt: utc(h.CreatedAt), UpdatedAt: utc(h.UpdatedAt), ExpiresAt: utc(h.ExpiresAt),
		Base: h.Base, Stability: h.Stability, Whole: &w.whole,
	}
	return in, limits(in)
}

func utc(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC()
}
