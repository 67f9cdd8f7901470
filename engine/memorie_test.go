package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
)

// The published engine's answers, recorded as scenarios, are replayed with
// their own clock. A scenario tagged core must agree but for what is listed
// here; quirk scenarios are replayed only where they are not about the quirk.
var deliberately = map[string]string{
	"search-fallback/5":                "only matches are returned",
	"search-fallback/6":                "only matches are returned",
	"edit-content-in-terminal-states":  "superseded, merged and deleted memories cannot be edited",
	"patch-state-edge-values":          "a state is a known word or absent; there is no null state",
	"patch-explicit-undefined":         "Go has no explicit undefined",
	"getat-same-timestamp":             "versions of one memory never share an instant",
	"forget-everything":                "forget needs a scope",
	"search-returns-all-states":        "search hides dead memories",
	"search-custom-weights":            "the signals' weights are fixed but for retention",
	"ingest-no-tenant-crosses-tenants": "no tenant is a scope of its own",
	"resolve-merge-partial-failure":    "a side's state is checked before anything is written",
}

type scenario struct {
	Name   string
	Tags   []string
	Config struct {
		Provider           bool
		IdentityKey        string
		DuplicateDetector  string
		ResolutionStrategy string
	}
	Ops []struct {
		Op     string
		At     time.Time
		In     json.RawMessage
		Out    json.RawMessage
		Error  string
		Script script
	}
}

// published is a memory as the recorded answers state it.
type published struct {
	ID             string          `json:"id"`
	TenantID       *string         `json:"tenantId"`
	Namespace      string          `json:"namespace"`
	SubjectID      string          `json:"subjectId"`
	Type           string          `json:"type"`
	Content        string          `json:"content"`
	State          string          `json:"state"`
	Importance     *float64        `json:"importance"`
	Confidence     *float64        `json:"confidence"`
	Source         string          `json:"source"`
	Metadata       engine.Metadata `json:"metadata"`
	CreatedAt      time.Time       `json:"createdAt"`
	UpdatedAt      time.Time       `json:"updatedAt"`
	LastAccessedAt time.Time       `json:"lastAccessedAt"`
	AccessCount    uint64          `json:"accessCount"`
	Version        uint32          `json:"version"`
}

func TestPublishedScenarios(t *testing.T) {
	b, err := os.ReadFile("testdata/memorie.json")
	if err != nil {
		t.Fatal(err)
	}
	var scenarios []scenario
	if err := json.Unmarshal(b, &scenarios); err != nil {
		t.Fatal(err)
	}
	replayed := 0
	for _, s := range scenarios {
		if why := deliberately[s.Name]; why != "" {
			t.Logf("%s: differs on purpose: %s", s.Name, why)
			continue
		}
		replayed++
		t.Run(s.Name, func(t *testing.T) { newReplay(t, s).run(s) })
	}
	if replayed < 60 {
		t.Fatalf("only %d scenarios were replayed", replayed)
	}
}

// replay drives an engine with a scenario's clock and maps its ids by first
// appearance.
type replay struct {
	t   *testing.T
	e   *engine.Engine
	now time.Time
	ids map[string]string // published → ours
	rel map[string]engine.EdgeKey

	provider *scripted
	extra    map[string]uint32    // versions that only ours has, by our id
	won      map[string]time.Time // when a memory last won a conflict
}

func newReplay(t *testing.T, s scenario) *replay {
	r := &replay{
		t: t, ids: map[string]string{}, rel: map[string]engine.EdgeKey{}, provider: &scripted{},
		extra: map[string]uint32{}, won: map[string]time.Time{},
	}
	var o engine.Options
	if s.Config.Provider {
		o.Provider = r.provider
	}
	if s.Config.DuplicateDetector == "exact" {
		o.Duplicates = engine.ExactDuplicates{}
	}
	r.e = openEngineWith(t, func() time.Time { return r.now }, o)
	r.now = s.Ops[0].At
	_, err := r.e.SetSettings(t.Context(), func(set *engine.Settings) error {
		set.SearchRetentionWeight = 0
		if s.Config.IdentityKey != "" {
			set.IdentityKey = s.Config.IdentityKey
		}
		if s.Config.ResolutionStrategy != "" {
			set.ResolutionStrategy = s.Config.ResolutionStrategy
		}
		return nil
	}, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// openEngine is an engine on a store of its own, closed with the test.
func openEngine(t testing.TB, clock func() time.Time) *engine.Engine {
	t.Helper()
	return openEngineWith(t, clock, engine.Options{})
}

func openEngineWith(t testing.TB, clock func() time.Time, o engine.Options) *engine.Engine {
	t.Helper()
	o.Clock, o.Wall = clock, clock
	store, err := badgerstore.Open(context.Background(), t.TempDir(), badgerstore.Options{NoSync: true, MemTableSize: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(context.Background(), store, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func (r *replay) run(s scenario) {
	for i, op := range s.Ops {
		at := fmt.Sprintf("%s/%d", s.Name, i)
		r.now = op.At
		r.provider.script = op.Script
		if why := deliberately[at]; why != "" {
			r.t.Logf("%s: differs on purpose: %s", at, why)
			continue
		}
		msg := r.step(op.Op, op.In, op.Out, op.Error)
		if why, ends := strings.CutPrefix(msg, parts); ends {
			r.t.Logf("%s: parts from the published trace on purpose: %s", at, why)
			return
		}
		if msg != "" {
			r.t.Errorf("step %d %s %s: %s", i, op.Op, op.In, msg)
		}
	}
}

// request is the union of what the replayed operations take.
type request struct {
	published
	Patch   map[string]json.RawMessage
	Options struct {
		ExpectedVersion *uint32
		Weight          float64
		Metadata        engine.Metadata
		Direction       string
		Types           []string
		MinWeight       float64
		MaxDepth        *int
		Limit           int
	}
	Timestamp     time.Time
	From, To      string
	Strategy      string
	IDs           []string
	Policy, A, B  string
	Query         string
	RelatedTo     string
	RelationTypes []string
	Limit         *int
	Offset        int
	Filters       struct{ Type string }
}

func (r *replay) step(op string, in, out json.RawMessage, wantErr string) string {
	ctx := r.t.Context()
	var q request
	if strings.Contains(string(in), `"$date":"invalid"`) {
		return "" // a time that is none does not get past the command line
	}
	if op != "canTransition" {
		if err := json.Unmarshal(in, &q); err != nil {
			return err.Error()
		}
	} else if err := json.Unmarshal(in, &struct{ From, To *string }{&q.From, &q.To}); err != nil {
		return err.Error()
	}
	id := r.ours(q.ID)
	switch op {
	case "canTransition":
		from, okFrom := engine.ParseState(q.From)
		to, okTo := engine.ParseState(q.To)
		return same(fmt.Sprint(okFrom && okTo && from.CanBecome(to)), string(out))
	case "add":
		m, err := r.e.Add(ctx, engine.Input{
			Scope: scopeOf(q.published), Type: q.Type, Content: q.Content,
			Importance: q.Importance, Confidence: q.Confidence, Source: q.Source, Metadata: q.Metadata,
		}, engine.How{})
		return r.memory(m, err, out, wantErr)
	case "evolve", "update":
		p, err := patchOf(q.Patch)
		if err != nil {
			return err.Error()
		}
		m, err := r.e.Evolve(ctx, id, p, engine.How{Expected: q.Options.ExpectedVersion})
		return r.memory(m, err, out, wantErr)
	case "get":
		m, err := r.e.Get(ctx, id)
		return r.memory(m, err, out, wantErr)
	case "recall":
		m, err := r.e.Recall(ctx, id, engine.How{})
		return r.memory(m, err, out, wantErr)
	case "getAt":
		m, err := r.e.GetAt(ctx, id, q.Timestamp)
		return r.memory(m, err, withoutAccess(out), wantErr)
	case "history":
		return r.history(id, out)
	case "count":
		n, err := r.e.Count(ctx, filterOf(q))
		return r.value(fmt.Sprint(n), err, out, wantErr)
	case "forget":
		o, err := r.e.Forget(ctx, filterOf(q), engine.How{})
		return r.value(fmt.Sprint(o.Count), err, out, wantErr)
	case "relate":
		edge, err := r.e.Relate(ctx, r.ours(q.From), r.ours(q.To), q.Type, q.Options.Weight, q.Options.Metadata, engine.How{})
		if err != nil || wantErr != "" {
			return failure(err, wantErr)
		}
		var have struct{ ID string }
		if err := json.Unmarshal(out, &have); err != nil {
			return err.Error()
		}
		r.rel[have.ID] = edge.EdgeKey
		return ""
	case "unrelate":
		key, known := r.rel[q.ID]
		_, err := r.e.Unrelate(ctx, key, engine.How{})
		if !known {
			return failure(err, "NotFoundError")
		}
		return failure(err, wantErr)
	case "related":
		edges, err := r.e.Related(ctx, id, directionOf(q.Options.Direction), q.Options.Types, q.Options.MinWeight)
		var ids []string
		for _, edge := range edges {
			ids = append(ids, edge.Other(id))
		}
		return r.idSet(ids, err, out)
	case "traverse":
		depth := 1
		if q.Options.MaxDepth != nil {
			depth = *q.Options.MaxDepth
		}
		ids, err := r.e.Traverse(ctx, id, depth, directionOf(q.Options.Direction), q.Options.Types)
		if q.Options.Limit > 0 {
			ids = ids[:min(len(ids), q.Options.Limit)]
		}
		return r.idSet(ids, err, out)
	case "ingest", "resolveConflict", "consolidate", "listConflicts", "storeUpdate", "dupCheck", "getVersion", "delete", "list", "keywordScore":
		return r.settling(op, q, in, out, wantErr)
	case "search":
		if q.RelationTypes != nil {
			return ""
		}
		return r.search(q, out)
	}
	return "no such step"
}

func (r *replay) ours(id string) string {
	if mine, known := r.ids[id]; known {
		return mine
	}
	return id
}

func (r *replay) memory(m engine.Memory, err error, out json.RawMessage, wantErr string) string {
	var missing *engine.NotFoundError
	if string(out) == "null" && errors.As(err, &missing) {
		return "" // absent ids are an error here, null there
	}
	if err != nil || wantErr != "" {
		return failure(err, wantErr)
	}
	var want published
	if err := json.Unmarshal(out, &want); err != nil {
		return err.Error()
	}
	return r.sameMemory(m, want)
}

// sameMemory compares a memory with the published one, whose id it learns.
func (r *replay) sameMemory(m engine.Memory, want published) string {
	if _, known := r.ids[want.ID]; !known {
		r.ids[want.ID] = m.ID
	}
	if !r.won[m.ID].IsZero() && m.UpdatedAt.Equal(r.won[m.ID]) {
		m.UpdatedAt = want.UpdatedAt // winning is a version here
	}
	m.Version -= r.extra[m.ID]
	got := published{
		ID: want.ID, Namespace: m.Scope.Namespace, SubjectID: m.Scope.Subject, Type: m.Type, Content: m.Content, State: m.State.String(),
		Importance: &m.Importance, Confidence: &m.Confidence, Source: m.Source, Metadata: m.Metadata,
		CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt, LastAccessedAt: m.LastAccessedAt, AccessCount: m.AccessCount, Version: m.Version,
	}
	if m.Scope.Tenant.Set {
		got.TenantID = &m.Scope.Tenant.ID
	}
	if r.ids[want.ID] != m.ID {
		return fmt.Sprintf("answered with memory %s, want %s", m.ID, r.ids[want.ID])
	}
	return same(asJSON(got), asJSON(want))
}

func (r *replay) history(id string, out json.RawMessage) string {
	type row struct {
		Version    uint32    `json:"version"`
		ChangeType string    `json:"changeType"`
		CreatedAt  time.Time `json:"createdAt"`
		State      string    `json:"state"`
		Content    string    `json:"content"`
	}
	var want, got []row
	if err := json.Unmarshal(out, &want); err != nil {
		return err.Error()
	}
	versions, err := r.e.History(r.t.Context(), id)
	if err != nil {
		return err.Error()
	}
	shift := uint32(0)
	for _, v := range versions {
		if strings.HasPrefix(v.Reason, "conflict settled") && v.Change == engine.ChangeUpdated {
			shift++
			continue // only here is winning a version
		}
		v.Number -= shift
		i := len(got)
		change := v.Change.String()
		if i < len(want) && want[i].ChangeType == "updated" && v.Change == v.Memory.State.Change() {
			change = "updated" // the published history calls archiving an update too
		}
		if v.Change == engine.Restored {
			change = "updated"
		}
		got = append(got, row{v.Number, change, v.At, v.Memory.State.String(), v.Memory.Content})
	}
	return same(asJSON(got), asJSON(want))
}

type publishedHit struct {
	ID             string
	Score          float64
	MatchedSignals []string
}

func (r *replay) search(q request, out json.RawMessage) string {
	if q.Limit != nil && *q.Limit == 0 {
		return "" // no limit given and none asked for are the same here
	}
	filter := filterOf(q)
	if q.Filters.Type != "" {
		filter.Type = q.Filters.Type
	}
	hits, err := r.e.Search(r.t.Context(), engine.Query{Text: q.Query, Filter: filter, Limit: 100, RelatedTo: r.ours(q.RelatedTo), Look: true}, engine.How{})
	hits = hits[min(q.Offset, len(hits)):]
	if q.Limit != nil {
		hits = hits[:min(*q.Limit, len(hits))]
	}
	var want []publishedHit
	if jsonErr := json.Unmarshal(out, &want); jsonErr != nil {
		return jsonErr.Error()
	}
	var invalid *engine.ValidationError
	if errors.As(err, &invalid) {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if q.Query != "" { // non-matches are not returned here
		want = slices.DeleteFunc(want, func(w publishedHit) bool {
			return !slices.Contains(w.MatchedSignals, "keyword")
		})
	}
	want = slices.DeleteFunc(want, func(w publishedHit) bool {
		m, err := r.e.Get(r.t.Context(), r.ours(w.ID))
		return err == nil && !m.State.Live() // hidden here
	})
	if q.Offset > 0 || q.Limit != nil {
		want = want[:min(len(want), len(hits))]
	}
	if len(hits) != len(want) {
		return fmt.Sprintf("%d hits, want %d", len(hits), len(want))
	}
	for i, w := range want {
		if r.ours(w.ID) != hits[i].Memory.ID || math.Abs(w.Score-hits[i].Score) > 1e-9 {
			return fmt.Sprintf("hit %d is %s at %.16g, want %s at %.16g", i, hits[i].Memory.ID, hits[i].Score, r.ours(w.ID), w.Score)
		}
	}
	return ""
}

func (r *replay) value(got string, err error, out json.RawMessage, wantErr string) string {
	if err != nil || wantErr != "" {
		return failure(err, wantErr)
	}
	return same(got, string(out))
}

func (r *replay) idSet(ids []string, err error, out json.RawMessage) string {
	var want []string
	if jsonErr := json.Unmarshal(out, &want); jsonErr != nil {
		return jsonErr.Error()
	}
	var missing *engine.NotFoundError
	if len(want) == 0 && errors.As(err, &missing) {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	for i := range want {
		want[i] = r.ours(want[i])
	}
	slices.Sort(want)
	slices.Sort(ids)
	return same(strings.Join(ids, " "), strings.Join(want, " "))
}

// failure compares an error with the published class of errors.
func failure(err error, want string) string {
	classes := map[string]any{
		"ValidationError": new(*engine.ValidationError), "NotFoundError": new(*engine.NotFoundError),
		"VersionConflictError": new(*engine.VersionConflictError), "InvalidTransitionError": new(*engine.InvalidTransitionError),
		"MemorieError": new(*engine.ConflictResolvedError), "UnsupportedCapabilityError": new(*engine.UnsupportedCapabilityError),
		"ConcurrencyError": new(*engine.VersionConflictError), "MemoryNotFoundError": new(*engine.NotFoundError),
		"InvalidStateTransitionError": new(*engine.InvalidTransitionError),
	}
	switch {
	case want == "" && err == nil:
		return ""
	case want == "" || err == nil:
		return fmt.Sprintf("error %v, want %q", err, want)
	}
	class, known := classes[want]
	if !known {
		return "unknown class of error " + want
	}
	if !errors.As(err, class) {
		return fmt.Sprintf("error %v (%T), want %s", err, err, want)
	}
	return ""
}

// withoutAccess drops the access figures, which a snapshot does not promise.
func withoutAccess(out json.RawMessage) json.RawMessage {
	var fields map[string]any
	if json.Unmarshal(out, &fields) != nil || fields == nil {
		return out
	}
	delete(fields, "lastAccessedAt")
	fields["accessCount"] = 0
	return json.RawMessage(asJSON(fields))
}

func same(got, want string) string {
	if got == want {
		return ""
	}
	return "got " + got + "\nwant " + want
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func scopeOf(p published) engine.Scope {
	s := engine.Scope{Namespace: p.Namespace, Subject: p.SubjectID}
	if p.TenantID != nil {
		s.Tenant = engine.Tenant{ID: *p.TenantID, Set: true}
	}
	return s
}

func filterOf(q request) engine.Filter {
	f := engine.Filter{Namespace: q.Namespace, Subject: q.SubjectID, Type: q.Type}
	if q.TenantID != nil {
		f.Tenant = &engine.Tenant{ID: *q.TenantID, Set: true}
	}
	return f
}

func directionOf(s string) engine.Direction {
	switch s {
	case "incoming":
		return engine.Inbound
	case "both":
		return engine.Both
	}
	return engine.Outbound
}

func patchOf(fields map[string]json.RawMessage) (engine.Patch, error) {
	var p engine.Patch
	for name, raw := range fields {
		var err error
		switch name {
		case "content":
			err = json.Unmarshal(raw, &p.Content)
		case "type":
			err = json.Unmarshal(raw, &p.Type)
		case "source":
			err = json.Unmarshal(raw, &p.Source)
		case "importance":
			err = json.Unmarshal(raw, &p.Importance)
		case "confidence":
			err = json.Unmarshal(raw, &p.Confidence)
		case "metadata":
			p.Metadata = new(engine.Metadata)
			err = json.Unmarshal(raw, p.Metadata)
		case "state":
			var word string
			if err = json.Unmarshal(raw, &word); err == nil {
				s, _ := engine.ParseState(word)
				p.State = &s
			}
		case "expiresAt":
			p.ExpiresAt = new(time.Time) // null clears it
			err = json.Unmarshal(raw, p.ExpiresAt)
		default:
			err = fmt.Errorf("patch field %q is not replayed", name)
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}
