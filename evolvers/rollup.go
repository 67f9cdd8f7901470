package evolvers

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
)

// member is one working memory on its way into an episode.
type member struct {
	engine.Memory
	words []string
}

// readBuffer reads a buffer of working memories; those that cannot be read are
// reported and left where they are.
func readBuffer(v View, r *Result, heads []*engine.Head) []member {
	out := make([]member, 0, len(heads))
	for _, h := range heads {
		m, err := v.Memory(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		out = append(out, member{Memory: m})
	}
	return out
}

// methodJoined labels an episode whose text is its members' texts, one under
// the other. Anything else is the name of the provider that wrote it.
const methodJoined = "joined"

// rollUp makes the changes that turn members into episodes: one stays itself
// and becomes episodic, several become a new memory. A group whose text would
// be too large becomes several.
func rollUp(v View, r *Result, members []member, now time.Time, why string) {
	for len(members) > 0 {
		n := fitting(members)
		group := members[:n]
		members = members[n:]
		if n == 1 {
			m := &group[0]
			r.Changes = append(r.Changes, engine.Change{
				Memory: m.ID, Field: "type", Before: m.Type, After: engine.TypeEpisodic, Why: why + "; nothing else is like it",
				Revise: &engine.Revision{Type: to(engine.TypeEpisodic)},
			})
			continue
		}
		episode(v, r, group, now, why)
	}
}

// fitting is how many members have room in one text.
func fitting(members []member) int {
	size := 0
	for i := range members {
		size += len(members[i].Content) + 1
		if size > engine.MaxContentBytes {
			return max(i, 1)
		}
	}
	return len(members)
}

// episode makes one memory out of several.
func episode(v View, r *Result, members []member, now time.Time, why string) {
	ids := make([]string, len(members))
	for i := range members {
		ids[i] = members[i].ID
	}
	written, state, err := v.Write(ids)
	switch state {
	case Pending:
		r.skip("waiting for the provider's text", len(members))
		return
	case Failed:
		r.skip("the provider could not write the text", len(members))
		r.problem(ids[0], "its group stays as it is: "+err.Error())
		return
	case Unwritten, Written:
	}
	newest := slices.Clone(members)
	slices.SortStableFunc(newest, func(a, b member) int { return b.CreatedAt.Compare(a.CreatedAt) })
	made := engine.Memory{Head: engine.Head{Scope: members[0].Scope, Type: engine.TypeEpisodic}}
	var texts []string
	for i := range newest {
		texts = append(texts, newest[i].Content)
		made.Importance = max(made.Importance, newest[i].Importance)
		made.Confidence = max(made.Confidence, newest[i].Confidence)
	}
	made.Content = strings.Join(texts, "\n")
	method := methodJoined
	if state == Written {
		method = providerName(v)
		made.Content = written.Content
		if written.Importance != nil {
			made.Importance = *written.Importance
		}
		if written.Confidence != nil {
			made.Confidence = *written.Confidence
		}
	}
	metadata, err := episodeMetadata(v, newest, now, method, coherence(members), written.Metadata)
	if err != nil {
		r.problem(members[0].ID, "its group was left as it is: "+err.Error())
		return
	}
	made.Metadata = metadata
	made.ID = v.NewID(append([]string{EnhancedWorkingToEpisodic}, ids...)...)
	r.Changes = append(r.Changes, engine.Change{
		Memory: made.ID, Field: "memory", Before: strconv.Itoa(len(ids)) + " working", After: "1 episodic", Why: why, Source: ids,
		Make: &engine.Making{Memory: made, From: ids, Merge: true},
	})
}

// coherent bounds the members that coherence looks at: the mean over pairs is
// settled long before.
const coherent = 200

// coherence is the mean word-Jaccard over the pairs of a group; 1 for one.
func coherence(members []member) float64 {
	members = members[:min(len(members), coherent)]
	sum, pairs := 0.0, 0
	for i := range members {
		for j := i + 1; j < len(members); j++ {
			sum += jaccard(members[i].words, members[j].words)
			pairs++
		}
	}
	if pairs == 0 {
		return 1
	}
	return sum / float64(pairs)
}

// weighted bounds the weights that are kept with an episode.
const weighted = 200

// episodeMetadata carries over what the members were filed under, and says how
// the episode came about. newest are the members, the newest first.
func episodeMetadata(v View, newest []member, now time.Time, method string, coherence float64, extra *engine.Metadata) (engine.Metadata, error) {
	o := &object{}
	identity := v.Settings().IdentityKey
	keys := map[engine.Identity]bool{}
	for _, m := range slices.Backward(newest) {
		fields, err := openObject(m.Metadata)
		if err != nil {
			return nil, err
		}
		if m.Identity.Kind != engine.NoIdentity {
			keys[m.Identity] = true
		}
		for _, f := range fields.fields {
			o.carry(f)
		}
	}
	if len(keys) > 1 { // it is about several things: about none in particular
		o.remove(identity)
		o.set(identity+"s", identities(newest))
	}
	if extra != nil {
		fields, err := openObject(*extra)
		if err != nil {
			return nil, err
		}
		for _, f := range fields.fields {
			o.put(f)
		}
	}
	o.set("summarized", true)
	o.set("method", method)
	o.set("source_count", len(newest))
	o.set("consolidation_type", WorkingToEpisodic)
	o.set("consolidation_time", now.Format(time.RFC3339Nano))
	o.set("cluster_coherence", coherence)
	var weights []float64
	for i := range newest[:min(len(newest), weighted)] {
		weights = append(weights, math.Round(weight(newest[i].CreatedAt, now)*1e4)/1e4)
	}
	o.set("weights", weights)
	return o.metadata()
}

// weight is how fresh a member is: exp(−age in hours / 24).
func weight(created, now time.Time) float64 { return math.Exp(-daysSince(created, now)) }

// identities are the keys of the members, oldest first, each once.
func identities(newest []member) []string {
	var out []string
	for _, m := range slices.Backward(newest) {
		if m.Identity.Kind != engine.NoIdentity && !contains(out, m.Identity.Value) {
			out = append(out, m.Identity.Value)
		}
	}
	return out
}

// carry takes a member's field over: lists are united, of other values the
// latest counts.
func (o *object) carry(f field) {
	var have, more []json.RawMessage
	was := o.get(f.name)
	if was == nil || json.Unmarshal(was, &have) != nil || json.Unmarshal(f.value, &more) != nil {
		o.put(f)
		return
	}
	for _, x := range more {
		if !slices.ContainsFunc(have, func(y json.RawMessage) bool { return string(x) == string(y) }) {
			have = append(have, x)
		}
	}
	o.set(f.name, have)
}

// providerName is how texts of the plan's provider are labelled.
func providerName(v View) string {
	if named, ok := v.(interface{ providerName() string }); ok {
		return named.providerName()
	}
	return "provider"
}

func (l *layer) providerName() string { return l.writer.name() }
