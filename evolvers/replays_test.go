package evolvers_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

// steady keeps all of retention but the part that is looked at still.
var steady = []string{"retrieval_based_strengthening.unretrieved_decay_rate=0"}

func replays() []replay {
	return []replay{
		replayDecay(), replayHebbian(), replayStrengthening(), replayInterference(),
		replayRollUp(evolvers.EnhancedWorkingToEpisodic), replayRollUp(evolvers.WorkingToEpisodic),
		replayMade(evolvers.WorkingToProcedural), replayMade(evolvers.EpisodicToZettel), replayMade(evolvers.ObservationSynthesis),
		replayOpinions(), replayPromotion(),
		replayArchiving(evolvers.EpisodicDecay), replayArchiving(evolvers.SemanticDecay), replayArchiving(evolvers.ZettelPrune),
		replayBelief(evolvers.OpinionReinforcement), replayBelief(evolvers.DecisionConfidence), replayStale(),
	}
}

// replayDecay is the curve and the archive decision by the curve alone.
func replayDecay() replay {
	r := replay{evolver: evolvers.ExponentialDecay, steady: steady}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, a := range c.After {
			left, ok := real(a.Metadata["retention_score"])
			if !ok {
				continue
			}
			o.add("%s %s%s", a.ID, exact(left), suffix(a.Metadata["archived"] == true))
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		s := c.shelf()
		p := s.plan(t, evolvers.Options{Only: []string{evolvers.ExponentialDecay, evolvers.ArchiveDecision}, Set: set})
		gone := archivedIn(stepOf(t, p, evolvers.ArchiveDecision))
		settings := configured(t, set)
		for id, h := range s.heads {
			if settings.UnderCurve(h.Type) {
				o.add("%s %s%s", id, exact(settings.RetentionOf(&h, now).Curve), suffix(slices.Contains(gone, id+" archived")))
			}
		}
		return o
	}
	return r
}

func suffix(archived bool) string {
	if archived {
		return " archived"
	}
	return ""
}

// configured are the settings after some assignments.
func configured(t *testing.T, set []string) engine.Settings {
	t.Helper()
	c, err := evolvers.NewConfig(engine.DefaultSettings(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range set {
		if err := c.Set(a); err != nil {
			t.Fatal(err)
		}
	}
	return c.Settings()
}

// changedScores are the scores that are not the base any more.
func changedScores(c *publishedCase) outcomes {
	var o outcomes
	for _, a := range c.After {
		if left, ok := real(a.Metadata["retention_score"]); ok {
			o.add("%s %s", a.ID, exact(left))
		}
	}
	return o
}

// asFacts makes all memories semantic: there the base of the vectors counts.
func asFacts(s *shelf) {
	for id, h := range s.heads {
		if h.Type != engine.TypeWorking {
			h.Type = engine.TypeSemantic
		}
		s.heads[id] = h
	}
}

func replayHebbian() replay {
	r := replay{evolver: evolvers.HebbianCoRetrieval, steady: steady, theirs: changedScores}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		s := c.shelf()
		asFacts(s)
		step := r.stepFor(t, s, set)
		settings := configured(t, set)
		for _, change := range step.Changes {
			h := s.heads[change.Memory]
			h.TieCount = change.Weigh.Tie.Count
			if parts := settings.RetentionOf(&h, now); parts.Hebbian > 0 {
				o.add("%s %s", h.ID, exact(parts.Score))
			}
		}
		return o
	}
	return r
}

func replayStrengthening() replay {
	r := replay{evolver: evolvers.RetrievalBasedStrengthening, theirs: changedScores}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		s := c.shelf()
		asFacts(s)
		settings := configured(t, set)
		for id, h := range s.heads {
			h.CreatedAt = now.AddDate(0, 0, -settings.Retention.LookbackDays)
			s.heads[id] = h
		}
		step := r.stepFor(t, s, set)
		for id, h := range s.heads {
			parts := settings.RetentionOf(&h, now)
			if strings.Contains(reasons(step), id+": ") || h.Type == engine.TypeWorking || parts.Unretrieved == 1 && parts.Strengthening == 0 {
				continue
			}
			if _, given := real(c.before(id).Metadata["retention_score"]); !given || parts.Score != h.Base {
				o.add("%s %s", id, exact(parts.Score))
			}
		}
		return o
	}
	return r
}

// replayInterference compares factors: what a score was multiplied with.
func replayInterference() replay {
	r := replay{evolver: evolvers.InterferenceBasedConsolidation}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, a := range c.After {
			left, ok := real(a.Metadata["retention_score"])
			if !ok {
				continue
			}
			was, given := real(c.before(a.ID).Metadata["retention_score"])
			if !given {
				was = 1
			}
			o.add("%s ×%s", a.ID, exact(left/was))
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		s := c.shelf()
		p := s.plan(t, evolvers.Options{Only: []string{r.evolver}, Set: set, Neighbours: newCosines(c.Before)})
		for _, change := range stepOf(t, p, r.evolver).Changes {
			o.add("%s ×%s", change.Memory, exact(*change.Weigh.Interference))
		}
		return o
	}
	return r
}

// replayRollUp compares the groups: how many members, how coherent.
func replayRollUp(name string) replay {
	r := replay{evolver: name}
	group := func(o *outcomes, n, coherence any) {
		c, ok := coherence.(float64)
		if !ok {
			c = 1
		}
		o.add("%v of %s", n, exact(c))
	}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, m := range c.Created {
			if n, ok := m.Metadata["source_count"]; ok {
				group(&o, n, m.Metadata["cluster_coherence"])
				continue
			}
			o.add("%q", m.Content)
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		for _, change := range r.stepFor(t, c.shelf(), set).Changes {
			switch {
			case change.Make == nil:
				group(&o, 1, 1.0)
			case name == evolvers.WorkingToEpisodic:
				o.add("%q", change.Make.Memory.Content)
			default:
				f := fieldsOf(t, change.Make.Memory.Metadata)
				n, err := f["cluster_coherence"].(interface{ Float64() (float64, error) }).Float64()
				if err != nil {
					t.Fatal(err)
				}
				group(&o, f["source_count"], n)
			}
		}
		return o
	}
	return r
}

// replayMade compares what new memories say.
func replayMade(name string) replay {
	r := replay{evolver: name}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, m := range c.Created {
			o.add("%q", m.Content)
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		for _, m := range made(r.stepFor(t, c.shelf(), set)) {
			o.add("%q", m.Memory.Content)
		}
		return o
	}
	return r
}

func replayOpinions() replay {
	r := replay{evolver: evolvers.OpinionSynthesis}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, m := range c.Created {
			sure, _ := real(m.Metadata["confidence"])
			o.add("%q %s", m.Content, exact(sure))
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		for _, m := range made(r.stepFor(t, c.shelf(), set)) {
			o.add("%q %s", m.Memory.Content, exact(m.Memory.Confidence))
		}
		return o
	}
	return r
}

func replayPromotion() replay {
	r := replay{evolver: evolvers.EpisodicToSemantic}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, a := range c.After {
			if a.Type != "" {
				o.add("%s %s%s", a.ID, a.Type, suffix(a.Metadata["archived"] == true))
			}
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		for _, change := range r.stepFor(t, c.shelf(), set).Changes {
			o.add("%s %s", change.Memory, *change.Revise.Type)
		}
		return o
	}
	return r
}

func replayArchiving(name string) replay {
	r := replay{evolver: name, theirs: theirArchived}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		return archivedIn(r.stepFor(t, c.shelf(), set))
	}
	return r
}

// replayBelief compares confidence, status and archiving. The published
// decision counts its silence from updated_at.
func replayBelief(name string) replay {
	r := replay{evolver: name}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, a := range c.After {
			was, _ := real(c.before(a.ID).Metadata["confidence"])
			sure, changed := real(a.Metadata["confidence"])
			if !changed {
				sure = was
			}
			status := words(a.Metadata["status"])
			if changed || status != "" || a.Metadata["archived"] == true {
				o.add("%s", strings.TrimSpace(a.ID+" "+exact(sure)+" "+status+suffix(a.Metadata["archived"] == true)))
			}
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		s := c.shelf()
		for _, i := range c.Before {
			if at := words(i.Metadata["updated_at"]); at != "" && i.Type == engine.TypeDecision {
				m := s.heads[i.ID]
				if parsed, err := time.Parse(time.RFC3339, at); err == nil {
					m.CreatedAt = parsed
					s.heads[i.ID] = m
				}
			}
		}
		p := s.plan(t, evolvers.Options{Only: []string{name}, Set: set, Vectors: unit(c.Before)})
		step := stepOf(t, p, name)
		for _, change := range step.Changes {
			sure := s.heads[change.Memory].Confidence
			if change.Revise.Confidence != nil {
				sure = *change.Revise.Confidence
			}
			status, _ := fieldsOf(t, derefMetadata(change.Revise.Metadata))["status"].(string)
			if status == "active" {
				status = ""
			}
			gone := change.Revise.State != nil && *change.Revise.State == engine.Archived
			o.add("%s", strings.TrimSpace(change.Memory+" "+exact(sure)+" "+status+suffix(gone)))
		}
		return o
	}
	return r
}

func derefMetadata(m *engine.Metadata) engine.Metadata {
	if m == nil {
		return nil
	}
	return *m
}

// unit are the vectors of a case, of unit length.
type unit []publishedItem

func (u unit) Vectors(_ context.Context, ids []string) (map[string][]float32, error) {
	out := map[string][]float32{}
	for _, i := range u {
		if !slices.Contains(ids, i.ID) || i.Embedding == nil {
			continue
		}
		norm := math.Sqrt(cosine0(i.Embedding))
		for _, x := range i.Embedding {
			out[i.ID] = append(out[i.ID], float32(x/norm))
		}
	}
	return out, nil
}

func cosine0(v vector) (sum float64) {
	for _, x := range v {
		sum += x * x
	}
	return sum
}

func replayStale() replay {
	r := replay{evolver: evolvers.StaleMemory}
	r.theirs = func(c *publishedCase) outcomes {
		var o outcomes
		for _, a := range c.After {
			o.add("%s %v since %v", a.ID, a.Metadata["stale_reason"], a.Metadata["stale_since"])
		}
		return o
	}
	r.ours = func(t *testing.T, c *publishedCase, set []string) outcomes {
		var o outcomes
		for _, change := range r.stepFor(t, c.shelf(), set).Changes {
			f := fieldsOf(t, *change.Revise.Metadata)
			if f["stale"] != true {
				o.add("%s cleared", change.Memory)
				continue
			}
			o.add("%s %v since %v", change.Memory, f["stale_reason"], strings.Replace(fmt.Sprint(f["stale_since"]), "Z", "+00:00", 1))
		}
		return o
	}
	return r
}
