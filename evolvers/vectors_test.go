package evolvers_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/evolvers"
)

// published is a file of what the published classes did on chosen inputs.
type published struct {
	Config map[string]any  `json:"config"`
	Cases  []publishedCase `json:"cases"`
}

type publishedCase struct {
	Name    string         `json:"name"`
	Config  map[string]any `json:"config"`
	Before  []publishedItem
	Edges   []publishedEdge
	After   []publishedItem // what the first run changed
	Created []publishedItem
	Error   bool
	Inject  bool // failures of single writes, which cannot happen to a plan
}

type publishedItem struct {
	ID        string
	Type      string
	Content   string
	CreatedAt *string `json:"created_at"`
	Embedding vector  `json:"embedding"`
	Metadata  map[string]any
	Entities  []any
	Relations []any
}

// vector reads numbers that JSON does not have, too; what is none is NaN.
type vector []float64

func (v *vector) UnmarshalJSON(b []byte) error {
	var raw []any
	if err := json.Unmarshal(b, &raw); err != nil {
		return nil // not a vector at all
	}
	for _, x := range raw {
		n, ok := real(x)
		if !ok {
			n = math.NaN()
		}
		*v = append(*v, n)
	}
	return nil
}

type publishedEdge struct {
	A, B  string
	Type  string
	Count any
}

func loadPublished(t *testing.T, name string) published {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "smartmemory", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	// Ids end in numbers that count; ours are ordered as text.
	b = regexp.MustCompile(`([a-z]|_)(\d)"`).ReplaceAll(b, []byte(`${1}0$2"`))
	var p published
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// real reads a number of the vectors.
func real(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case string: // importers read numbers in quotes
		x, err := strconv.ParseFloat(v, 64)
		return x, err == nil
	case map[string]any:
		x, err := strconv.ParseFloat(fmt.Sprint(v["$float"]), 64)
		return x, err == nil
	}
	return 0, false
}

func words(v any) string {
	s, _ := v.(string)
	return s
}

// memory is a published item as ebb holds it.
func (i publishedItem) memory() (engine.Memory, bool) {
	typ := i.Type
	if typ == "pending" {
		typ = engine.TypeWorking // importers know it by this name
	}
	m := memory(i.ID, typ, i.Content)
	if m.Content == "" {
		m.Content = "content of " + i.ID
	}
	m.CreatedAt = now
	for _, text := range []any{pointed(i.CreatedAt), i.Metadata["reference_time"], i.Metadata["created_at"]} {
		if s := words(text); s != "" {
			at, err := dynamics.ParseTime(s)
			if err != nil {
				return m, false
			}
			m.CreatedAt = at
		}
	}
	if c, ok := real(i.Metadata["confidence"]); ok {
		m.Confidence = c
	}
	m.Base = 1
	if b, ok := real(i.Metadata["retention_score"]); ok {
		m.Base = b
	}
	if s, ok := real(i.Metadata["stability"]); ok && i.Type != engine.TypeOpinion {
		m.Stability = s
	}
	switch p := i.Metadata["retrieval__profile"].(type) {
	case map[string]any:
		m.Profile = profileOf(p)
	case string:
		var read map[string]any
		if json.Unmarshal([]byte(p), &read) == nil {
			m.Profile = profileOf(read)
		}
	}
	if i.Metadata["archived"] == true {
		m.State = engine.Archived
		m.Archive = engine.Archive{At: now, Reason: "before"}
	}
	kept := map[string]any{}
	for k, v := range i.Metadata {
		if k != "created_at" && k != "confidence" && !strings.HasPrefix(k, "retrieval") && !strings.HasPrefix(k, "archive") {
			kept[k] = plain(v)
		}
	}
	if i.Entities != nil {
		kept["entities"] = i.Entities
	}
	if i.Relations != nil {
		kept["relations"] = i.Relations
	}
	if len(kept) > 0 {
		b, err := json.Marshal(kept)
		if err != nil {
			return m, false
		}
		m.Metadata = b
	}
	return m, true
}

func plain(v any) any {
	if m, ok := v.(map[string]any); ok && m["$float"] != nil {
		return m["$float"] // JSON has no such number
	}
	return v
}

func pointed(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

func profileOf(p map[string]any) dynamics.Profile {
	total, _ := real(p["total_count"])
	rank, _ := real(p["avg_search_rank"])
	v7, _ := real(p["velocity_7d"])
	v30, _ := real(p["velocity_30d"])
	out := dynamics.Profile{MeanRank: rank, Velocity7: v7, Velocity30: v30}
	if total >= 1 {
		out.Total, out.Search, out.Last = uint32(total), uint32(total), now
	}
	return out
}

// shelfOf is the store of a case.
func (c *publishedCase) shelf() *shelf {
	s := newShelf()
	for _, i := range c.Before {
		if m, ok := i.memory(); ok {
			confidence, base := m.Confidence, m.Base
			s.put(m, func(m *engine.Memory) { m.Confidence, m.Base = confidence, base })
		}
	}
	for _, e := range c.Edges {
		n, _ := real(e.Count)
		typ := strings.ToLower(e.Type)
		s.edges = append(s.edges, engine.Edge{
			EdgeKey: engine.EdgeKey{From: e.A, Type: typ, To: e.B}.Canonical(), Count: uint32(max(n, 0)),
		})
	}
	return s
}

// settings turns a case's configuration into assignments. Keys that ours does
// not have are left out.
func (c *publishedCase) settings(evolver string, defaults map[string]any) []string {
	var out []string
	config := defaults
	if c.Config != nil {
		config = c.Config
	}
	spec, _ := evolvers.Lookup(evolver)
	for _, o := range spec.Options {
		v, given := config[o.Key]
		if !given {
			continue
		}
		if x, ok := real(v); ok {
			v = strconv.FormatFloat(x, 'g', -1, 64)
		}
		out = append(out, fmt.Sprintf("%s.%s=%v", evolver, o.Key, v))
	}
	return out
}

// outcomes are what happened to whom, in order.
type outcomes []string

func (o *outcomes) add(format string, args ...any) { *o = append(*o, fmt.Sprintf(format, args...)) }

func (o outcomes) String() string {
	if len(o) == 0 {
		return "nothing"
	}
	slices.Sort(o)
	return strings.Join(o, "; ")
}

// exact prints a number so that what differs by rounding alone is the same.
func exact(x float64) string {
	return strings.TrimRight(strings.TrimRight(strconv.FormatFloat(math.Round(x*1e9)/1e9, 'f', 9, 64), "0"), ".")
}

// replay runs one evolver over a case: what the published one did, and ours.
type replay struct {
	evolver string
	steady  []string // assignments that single the evolver out
	theirs  func(c *publishedCase) outcomes
	ours    func(t *testing.T, c *publishedCase, set []string) outcomes
}

// attempt is ours, or why the configuration is refused.
func (r *replay) attempt(t *testing.T, c *publishedCase, defaults map[string]any) string {
	set := append(slices.Clone(r.steady), c.settings(r.evolver, defaults)...)
	e := newShelf().engineAt(t, now, engine.Options{})
	if _, err := evolvers.PlanCycle(t.Context(), e, evolvers.Options{Only: []string{r.evolver}, Set: set}); err != nil {
		return "refused: " + err.Error()
	}
	return r.ours(t, c, set).String()
}

// stepFor runs the evolver alone on the case's store.
func (r *replay) stepFor(t *testing.T, s *shelf, set []string) evolvers.Step {
	t.Helper()
	return s.only(t, r.evolver, set...)
}

func (c *publishedCase) before(id string) *publishedItem {
	for i := range c.Before {
		if c.Before[i].ID == id {
			return &c.Before[i]
		}
	}
	return &publishedItem{}
}

func made(step evolvers.Step) []*engine.Making {
	var out []*engine.Making
	for _, c := range step.Changes {
		if c.Make != nil {
			out = append(out, c.Make)
		}
	}
	return out
}

// archivedIn are the ids that a step archives.
func archivedIn(step evolvers.Step) outcomes {
	var o outcomes
	for _, c := range step.Changes {
		if c.Revise != nil && c.Revise.State != nil && *c.Revise.State == engine.Archived {
			o.add("%s archived", c.Memory)
		}
	}
	return o
}

// theirArchived are the ids that the published class archived.
func theirArchived(c *publishedCase) outcomes {
	var o outcomes
	for _, a := range c.After {
		if a.Metadata["archived"] == true || a.Metadata["archive_timestamp"] != nil {
			o.add("%s archived", a.ID)
		}
	}
	return o
}

// TestPublished replays every first run of the published classes from a fresh
// state. Where ours differs, both values stand in testdata/differences.txt with
// the reason; anything else that differs fails.
func TestPublished(t *testing.T) {
	known := readDifferences(t)
	var found []difference
	for _, r := range replays() {
		p := loadPublished(t, r.evolver)
		for i := range p.Cases {
			c := &p.Cases[i]
			if c.Inject {
				continue
			}
			theirs := "error"
			if !c.Error {
				theirs = r.theirs(c).String()
			}
			ours := r.attempt(t, c, p.Config)
			if theirs == ours {
				continue
			}
			found = append(found, difference{at: r.evolver + "/" + c.Name, theirs: theirs, ours: ours})
		}
	}
	checkDifferences(t, known, found)
}

type difference struct{ at, theirs, ours, why string }

const differencesFile = "testdata/differences.txt"

// readDifferences reads the table: four lines each, and a blank one.
func readDifferences(t *testing.T) map[string]difference {
	t.Helper()
	b, err := os.ReadFile(differencesFile)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]difference{}
	for block := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n\n") {
		var d difference
		for line := range strings.Lines(block) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch name {
			case "case":
				d.at = value
			case "published":
				d.theirs = value
			case "ours":
				d.ours = value
			case "why":
				d.why = value
			}
		}
		out[d.at] = d
	}
	return out
}

func checkDifferences(t *testing.T, known map[string]difference, found []difference) {
	t.Helper()
	met := map[string]bool{}
	for _, d := range found {
		met[d.at] = true
		k, deliberate := known[d.at]
		if !deliberate || k.why == "" {
			t.Errorf("%s differs\ncase: %s\npublished: %s\nours: %s\nwhy: ", d.at, d.at, d.theirs, d.ours)
			continue
		}
		if k.theirs != d.theirs || k.ours != d.ours {
			t.Errorf("%s differs otherwise than the table says\npublished: %s\nours: %s", d.at, d.theirs, d.ours)
		}
	}
	for at := range known {
		if !met[at] {
			t.Errorf("%s stands in the table but does not differ", at)
		}
	}
}
