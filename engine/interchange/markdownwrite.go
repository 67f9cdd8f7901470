package interchange

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"ebb/engine"
)

// ExportNotes writes live memories as Markdown notes, one a memory: put gets
// each with a file name that is safe everywhere, without any folder. The same
// store gives the same notes. Relations are in the front matter of the note
// that they start from; ties of common retrieval are ebb's own and stay out,
// and so do versions, conflicts and how memories fade.
//
// Damaged records are left out as in [Export].
func ExportNotes(ctx context.Context, from Exporter, put func(name string, note []byte) error) error {
	var lost IncompleteError
	err := from.View(ctx, func(tx engine.Tx) error {
		x := &noteWriter{exporter: exporter{ctx: ctx, tx: tx, lost: &lost}, names: map[string]string{}, put: put}
		return errors.Join(x.call(), x.write())
	})
	if err != nil {
		return fmt.Errorf("exporting as %s: %w", Markdown, err)
	}
	if lost.Records > 0 {
		return &lost
	}
	return nil
}

// IsOwnNote reports whether a file is a note that ExportNotes has written, and
// whether it is still as it was written.
func IsOwnNote(b []byte) (own, untouched bool) {
	front, body, found := splitNote(b)
	if !found || !bytes.HasPrefix(front, []byte(ownName+": ")) {
		return false, false
	}
	return true, bytes.HasSuffix(body, []byte("\n")) && unedited(front, bytes.TrimSuffix(body, []byte("\n")))
}

type noteWriter struct {
	exporter
	names map[string]string // memory id → file name without its ending
	put   func(string, []byte) error
}

// call gives every live memory its file name, so that relations can name it.
func (x *noteWriter) call() error {
	used := map[string]bool{}
	for head, err := range x.tx.Heads().All("") {
		if err != nil {
			if err = x.pass(err); err != nil {
				return err
			}
			continue
		}
		if head.State.Live() {
			x.names[head.ID] = noteName(&head, used)
		}
	}
	return nil
}

// noteName is a memory's title as a file name, with some of its id's sum
// behind it: no two are alike, and none is a name that a system keeps to
// itself.
func noteName(h *engine.Head, used map[string]bool) string {
	const most = 60 // with the sum it stays below what every file system takes
	var b strings.Builder
	for _, r := range strings.ToLower(h.Title) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
				b.WriteByte('-')
			}
			continue
		}
		if b.Len()+len(string(r)) > most {
			break
		}
		b.WriteRune(r)
	}
	slug := strings.Trim(b.String(), "-")
	if slug == "" {
		slug = "memory"
	}
	sum := sha256.Sum256([]byte(h.ID))
	digits := hex.EncodeToString(sum[:])
	for n := 8; ; n += 8 {
		name := slug + "-" + digits[:n]
		if !used[name] || n == len(digits) {
			used[name] = true
			return name
		}
	}
}

func (x *noteWriter) write() error {
	for head, err := range x.tx.Heads().All("") {
		if err == nil && x.names[head.ID] != "" {
			err = x.note(&head)
		}
		if err = x.pass(err); err != nil {
			return err
		}
	}
	return nil
}

func (x *noteWriter) note(head *engine.Head) error {
	if err := x.cancelled(); err != nil {
		return err
	}
	v, err := x.current(head)
	if err != nil {
		return err
	}
	relations, err := x.relations(head.ID)
	if err != nil {
		return err
	}
	front, err := noteFront(head, &v.Memory.Body, relations)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "---\n%s%s: %q\n---\n%s\n", front, sumName, noteSum(front, []byte(v.Memory.Content)), v.Memory.Content)
	return x.put(x.names[head.ID]+".md", out.Bytes())
}

// relations are the ties that start from a memory and end at another that is
// written.
func (x *noteWriter) relations(id string) ([]*yaml.Node, error) {
	var out []*yaml.Node
	for e, err := range x.tx.Edges().Of(id) {
		if err != nil {
			if err = x.pass(err); err != nil {
				return nil, err
			}
			continue
		}
		to := x.names[e.To]
		if e.From != id || to == "" || e.Type == engine.CoRetrieved && e.Count > 0 {
			continue
		}
		m := &mapping{}
		m.text("type", e.Type)
		m.text("to", to)
		m.text("relation", e.Relation)
		if e.Weight != 0 {
			m.number("weight", e.Weight)
		}
		m.time("createdAt", e.CreatedAt)
		m.metadata(e.Metadata)
		out = append(out, &yaml.Node{Kind: yaml.MappingNode, Content: m.nodes})
	}
	return out, nil
}

// noteFront is a note's front matter but for its sum.
func noteFront(h *engine.Head, b *engine.Body, relations []*yaml.Node) ([]byte, error) {
	m := &mapping{}
	m.add(ownName, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: "1"})
	m.text("id", h.ID)
	m.text("namespace", h.Scope.Namespace)
	m.text("subjectId", h.Scope.Subject)
	if h.Scope.Tenant.Set {
		m.add("tenantId", yamlText(h.Scope.Tenant.ID))
	}
	m.text("type", h.Type)
	if h.State != engine.Active {
		m.text("state", h.State.String())
	}
	m.number("importance", h.Importance)
	m.number("confidence", h.Confidence)
	m.text("source", b.Source)
	m.time("createdAt", h.CreatedAt)
	m.time("updatedAt", h.UpdatedAt)
	m.time("expiresAt", h.ExpiresAt)
	m.metadata(b.Metadata)
	if len(relations) > 0 {
		m.add("relations", &yaml.Node{Kind: yaml.SequenceNode, Content: relations})
	}
	return m.bytes()
}

// mapping is a YAML object in the making; what says nothing is left out.
type mapping struct{ nodes []*yaml.Node }

func (m *mapping) add(name string, value *yaml.Node) {
	m.nodes = append(m.nodes, yamlText(name), value)
}

func (m *mapping) text(name, value string) {
	if value != "" {
		m.add(name, yamlText(value))
	}
}

func (m *mapping) number(name string, x float64) {
	m.add(name, yamlOf([]byte(strconv.FormatFloat(x, 'g', -1, 64))))
}

func (m *mapping) time(name string, t time.Time) {
	if !t.IsZero() {
		m.add(name, yamlText(t.UTC().Format(time.RFC3339Nano)))
	}
}

// metadata writes an object as YAML where that says the same to the letter,
// and as the JSON text that it is elsewhere.
func (m *mapping) metadata(object engine.Metadata) {
	if len(object) == 0 {
		return
	}
	try := &mapping{}
	try.add("metadata", yamlOf(object))
	if written, err := try.bytes(); err == nil {
		if fields, err := frontFields(written); err == nil && len(fields) == 1 && bytes.Equal(objectOf(fields[0].value), object) {
			m.nodes = append(m.nodes, try.nodes...)
			return
		}
	}
	m.add("metadata_json", yamlText(string(object)))
}

// objectOf is an object as a reader of the note will keep it.
func objectOf(value []byte) []byte {
	fields, _ := fieldsOf(nil, value) // no object: no fields
	return object(fields)
}

func (m *mapping) bytes() ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(&yaml.Node{Kind: yaml.MappingNode, Content: m.nodes}); err != nil {
		return nil, err
	}
	if err := e.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
