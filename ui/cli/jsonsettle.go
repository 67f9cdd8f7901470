package cli

import (
	"time"

	"ebb/engine"
)

// The JSON of what takes memories in and settles them:
//
//	ingest        ingested, one a line
//	resolve       resolved; with --all one a line
//	consolidate   one memory
//	setting       setting, one a line; with a value: operation

// ingestedJSON is what became of one line of input.
type ingestedJSON struct {
	Line          int            `json:"line"` // of the input, from 1
	Outcome       string         `json:"outcome"`
	Memory        memoryJSON     `json:"memory"` // the new, the updated or the existing one
	Conflict      *conflictJSON  `json:"conflict,omitempty"`
	Skipped       *inputJSON     `json:"skipped,omitempty"`  // what a duplicate did not write
	Previous      *memoryJSON    `json:"previous,omitempty"` // before an update
	IdentityMatch *identityMatch `json:"identityMatch,omitempty"`
}

// identityMatch says which memory an input was found to be about, and how.
type identityMatch struct {
	MemoryID   string  `json:"memoryId"`
	Confidence float64 `json:"confidence"`
	Reason     string  `json:"reason"`
}

// inputJSON is an input as it came, defaults filled in.
type inputJSON struct {
	ID         string          `json:"id,omitempty"`
	TenantID   *string         `json:"tenantId,omitempty"`
	Namespace  string          `json:"namespace"`
	SubjectID  string          `json:"subjectId"`
	Type       string          `json:"type"`
	Content    string          `json:"content"`
	Importance *float64        `json:"importance,omitempty"`
	Confidence *float64        `json:"confidence,omitempty"`
	Source     string          `json:"source,omitempty"`
	Metadata   engine.Metadata `json:"metadata"`
	ExpiresAt  *stamp          `json:"expiresAt,omitempty"`
}

func shapeInput(in *engine.Input) *inputJSON {
	j := &inputJSON{
		ID: in.ID, Namespace: in.Scope.Namespace, SubjectID: in.Scope.Subject, Type: in.Type, Content: in.Content,
		Importance: in.Importance, Confidence: in.Confidence, Source: in.Source, Metadata: in.Metadata, ExpiresAt: when(in.ExpiresAt),
	}
	if in.Scope.Tenant.Set {
		j.TenantID = &in.Scope.Tenant.ID
	}
	return j
}

func shapeIngested(line int, r *engine.IngestResult, s *engine.Settings, now time.Time) ingestedJSON {
	j := ingestedJSON{Line: line, Outcome: string(r.Outcome), Memory: shapeMemory(&r.Memory, s, now)}
	if r.Conflict != nil {
		c := shapeConflict(r.Conflict)
		j.Conflict = &c
	}
	if r.Skipped != nil {
		j.Skipped = shapeInput(r.Skipped)
	}
	if r.Previous != nil {
		m := shapeMemory(r.Previous, s, now)
		j.Previous = &m
	}
	if r.Matched != "" {
		j.IdentityMatch = &identityMatch{MemoryID: r.Matched, Confidence: 1, Reason: "matched metadata." + s.IdentityKey}
	}
	return j
}

// resolvedJSON is what settling a conflict did or, applied false, would do.
type resolvedJSON struct {
	Conflict conflictJSON `json:"conflict"`
	Strategy string       `json:"strategy"`
	Winner   *memoryJSON  `json:"winner,omitempty"`
	Loser    *memoryJSON  `json:"loser,omitempty"`
	Product  *memoryJSON  `json:"product,omitempty"` // of both, merged
	Ties     []tieJSON    `json:"ties,omitempty"`    // taken over by the winner or product
	Applied  bool         `json:"applied"`
}

type tieJSON struct {
	From string `json:"from"`
	To   string `json:"to"`
	Type string `json:"type"`
}

func shapeResolved(r *engine.Resolved, s *engine.Settings, now time.Time) resolvedJSON {
	j := resolvedJSON{Conflict: shapeConflict(&r.Conflict), Strategy: string(r.Strategy), Applied: r.Applied}
	for _, side := range []struct {
		m  *engine.Memory
		to **memoryJSON
	}{{r.Winner, &j.Winner}, {r.Loser, &j.Loser}, {r.Product, &j.Product}} {
		if side.m != nil {
			m := shapeMemory(side.m, s, now)
			*side.to = &m
		}
	}
	if j.Product != nil && !r.Applied {
		j.Product.ID, j.Conflict.ResolvedMemoryID = "", "" // it would get another one
	}
	for _, k := range r.Ties {
		j.Ties = append(j.Ties, tieJSON{k.From, k.To, k.Type})
	}
	return j
}

// settingJSON is one of the store's settings.
type settingJSON struct {
	Name    string `json:"name"`
	Value   any    `json:"value"`
	Default any    `json:"default"`
}
