package evolvers

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// belief is what reinforcement works on: an opinion or a decision, and how it
// keeps its account.
type belief struct {
	boost, penalty   float64               // support: c + (1 − c)·boost; contradiction: c − c·penalty
	lookback         float64               // days in which evidence counts
	similarity       float64               // cosine from which evidence is about it
	decayAfter       float64               // days of silence after which confidence goes down
	decayRate        float64               // by so much, each time
	floor            float64               // below which the belief is given up
	supports, denies string                // metadata names of the evidence that was used
	formed           string                // metadata name of when it was formed; "" for its creation
	saysItself       bool                  // without a subject it is about what it says
	witness          func(typ string) bool // types whose memories are evidence
}

// judgement is what a cycle makes of one belief.
type judgement struct {
	before, after float64
	support       []string // new evidence
	against       []string
	decays        int  // periods of silence that are settled with this
	touched       bool // the conclusion has changed the metadata
	reasons       []string
	fields        *object
}

// matches finds the evidence about a belief: by its subject, domain or a tag as
// whole words, or by cosine.
func (k *belief) matches(b *evidenceBase, m *engine.Memory, f *Facets) map[int]string {
	hit := map[int]string{}
	subject := f.Subject
	if subject == "" && k.saysItself {
		subject = m.Content
	}
	b.about(tokens(subject), hit, "subject")
	b.about(tokens(f.Domain), hit, "domain")
	for _, tag := range f.Tags {
		b.about(tokens(tag), hit, "tag "+tag)
	}
	for i := range b.all {
		if _, known := hit[i]; known || b.vectors[b.all[i].ID] == nil || b.vectors[m.ID] == nil {
			continue
		}
		if c := engine.Cosine(b.vectors[m.ID], b.vectors[b.all[i].ID]); c >= k.similarity-slack {
			hit[i] = fmt.Sprintf("cosine %.2f", c)
		}
	}
	return hit
}

// judge settles a belief's account.
func (k *belief) judge(b *evidenceBase, m *engine.Memory, f *Facets, now time.Time) (*judgement, error) {
	fields, err := openObject(m.Metadata)
	if err != nil {
		return nil, err
	}
	j := &judgement{before: m.Confidence, after: m.Confidence, fields: fields}
	var hit map[int]string
	if b != nil {
		hit = k.matches(b, m, f)
		k.weigh(j, b, hit, k.used(fields, f))
	}
	silent, err := k.silence(fields, m, now)
	if err != nil {
		return nil, err
	}
	if len(hit) == 0 { // what it is about is talked about: it is not silent
		k.decay(j, silent)
	}
	return j, nil
}

// used is the evidence that has been counted, or that the belief was formed
// from.
func (k *belief) used(fields *object, f *Facets) map[string]bool {
	used := map[string]bool{}
	for _, list := range [][]string{f.FormedFrom, fields.list(k.supports), fields.list(k.denies)} {
		for _, id := range list {
			used[id] = true
		}
	}
	return used
}

func (k *belief) weigh(j *judgement, b *evidenceBase, hit map[int]string, used map[string]bool) {
	order := make([]int, 0, len(hit))
	for i := range hit {
		if !used[b.all[i].ID] {
			order = append(order, i)
		}
	}
	slices.Sort(order)
	for _, denies := range []bool{false, true} { // what supports comes first, as published
		for _, i := range order {
			if b.all[i].denies == denies {
				k.count(j, &b.all[i], hit[i])
			}
		}
	}
}

func (k *belief) count(j *judgement, e *evidence, why string) {
	if e.denies {
		j.after -= j.after * k.penalty
		j.against = append(j.against, e.ID)
		j.reasons = append(j.reasons, fmt.Sprintf("− %.4f by %s (%s, lexical)", j.after, e.ID, why))
		return
	}
	j.after += (1 - j.after) * k.boost
	j.support = append(j.support, e.ID)
	j.reasons = append(j.reasons, fmt.Sprintf("+ %.4f by %s (%s)", j.after, e.ID, why))
}

// silence is since when nothing has supported the belief.
func (k *belief) silence(fields *object, m *engine.Memory, now time.Time) (days float64, err error) {
	since := m.CreatedAt
	for _, name := range []string{k.formed, "last_reinforced_at"} {
		text := fields.text(name)
		if name == "" || text == "" {
			continue
		}
		t, err := dynamics.ParseTime(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		since = t
	}
	return daysSince(since, now), nil
}

// decay takes the rate off once for each period of silence. A period is over
// when more whole days than decayAfter have passed; those settled before are
// counted in the metadata, so that it does not matter when a cycle comes by.
func (k *belief) decay(j *judgement, silent float64) {
	due := int(math.Floor(silent) / (k.decayAfter + 1))
	done := j.fields.count(decaysName)
	if due <= done {
		return
	}
	j.decays = due
	for range due - done {
		j.after = max(0, j.after-k.decayRate)
	}
	j.reasons = append(j.reasons, fmt.Sprintf("%.0f days of silence: − %g for each %g", math.Floor(silent), k.decayRate, k.decayAfter))
}

// decaysName counts the periods of silence settled since the last support.
const decaysName = "decay_count"

// moved reports whether there is anything to write.
func (j *judgement) moved() bool { return len(j.support)+len(j.against)+j.decays > 0 }

// account writes what was judged into the metadata.
func (j *judgement) account(k *belief, b *evidenceBase, now time.Time) (*engine.Metadata, error) {
	inWindow := func(id string) bool {
		if b == nil {
			return false
		}
		_, recent := b.place[id]
		return recent
	}
	stamp := now.Format(time.RFC3339Nano)
	if len(j.support) > 0 {
		j.fields.set(k.supports, remember(append(j.fields.list(k.supports), j.support...), inWindow))
		j.fields.set("reinforcement_count", j.fields.count("reinforcement_count")+len(j.support))
		j.fields.set("last_reinforced_at", stamp)
		j.fields.remove(decaysName)
	}
	if len(j.against) > 0 {
		j.fields.set(k.denies, remember(append(j.fields.list(k.denies), j.against...), inWindow))
		j.fields.set("contradiction_count", j.fields.count("contradiction_count")+len(j.against))
		j.fields.set("last_contradicted_at", stamp)
	}
	if j.decays > 0 {
		j.fields.set(decaysName, j.decays)
	}
	m, err := j.fields.metadata()
	return &m, err
}

// remember drops the oldest evidence that has left the window when there is
// too much of it: it cannot be met again.
func remember(ids []string, inWindow func(string) bool) []string {
	for i := 0; len(ids) > rememberedIDs && i < len(ids); {
		if inWindow(ids[i]) {
			i++
			continue
		}
		ids = slices.Delete(ids, i, i+1)
	}
	return ids
}

// why sums a judgement up.
func (j *judgement) why() string {
	return fmt.Sprintf("confidence %.4f; %s", j.before, strings.Join(j.reasons, "; "))
}

// reinforce judges all live beliefs of a type and lets conclude say what comes
// of each.
func (k *belief) reinforce(ctx context.Context, v View, typ string, now time.Time, conclude func(*Facets, *judgement, *engine.Revision) (skip string)) (Result, error) {
	var r Result
	heads := ofType(v, typ)
	wanted := map[engine.Scope]bool{}
	for _, h := range heads {
		wanted[h.Scope] = true
	}
	bases := k.gather(v, &r, now, wanted)
	if err := embed(v, &r, bases, heads); err != nil {
		return r, err
	}
	for _, h := range heads {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Looked++
		if err := k.one(v, &r, bases[h.Scope], h, now, conclude); err != nil {
			r.problem(h.ID, err.Error())
		}
	}
	return r, nil
}

func (k *belief) one(v View, r *Result, b *evidenceBase, h *engine.Head, now time.Time, conclude func(*Facets, *judgement, *engine.Revision) string) error {
	m, err := v.Memory(h.ID)
	if err != nil {
		return err
	}
	f, err := v.Facets(h.ID)
	if err != nil {
		return err
	}
	j, err := k.judge(b, &m, f, now)
	if err != nil {
		return err
	}
	var revision engine.Revision
	if skip := conclude(f, j, &revision); skip != "" {
		r.skip(skip, 1)
		return nil
	}
	if !j.moved() && revision == (engine.Revision{}) && !j.touched {
		return nil
	}
	if j.moved() || j.touched {
		if revision.Metadata, err = j.account(k, b, now); err != nil {
			return err
		}
	}
	if j.after != j.before {
		revision.Confidence = &j.after
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: h.ID, Field: "confidence", Before: score(j.before), After: score(j.after), Why: j.why(),
		Source: append(slices.Clone(j.support), j.against...), Revise: &revision,
	})
	return nil
}
