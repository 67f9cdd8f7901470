package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ebb/dynamics"
)

func show(v any) string { return fmt.Sprint(v) }

// shorten quotes text for an error message, cut to a length that a line holds.
func shorten(s string) string {
	const most = 60
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.QuoteToGraphic(s)
}

// checkUnit accepts 0..1, bounds included.
func checkUnit(field string, v float64) error {
	if math.IsNaN(v) || v < 0 || v > 1 {
		return &ValidationError{Field: field, Got: strconv.FormatFloat(v, 'g', -1, 64), Want: "a number from 0 to 1"}
	}
	return nil
}

// checkText accepts valid UTF-8 that is not blank and not too long.
func checkText(field, s string, most int) error {
	if strings.TrimSpace(s) == "" {
		return &ValidationError{Field: field, Got: shorten(s), Want: "text that is not blank"}
	}
	return checkLength(field, s, most)
}

func checkLength(field, s string, most int) error {
	if len(s) > most {
		return &ValidationError{Field: field, Got: fmt.Sprintf("%d bytes", len(s)), Want: fmt.Sprintf("at most %d bytes", most)}
	}
	if !utf8.ValidString(s) {
		return &ValidationError{Field: field, Got: shorten(strings.ToValidUTF8(s, "�")), Want: "valid UTF-8"}
	}
	return nil
}

// checkContent accepts any text but the empty one.
func checkContent(s string) error {
	if s == "" {
		return &ValidationError{Field: "content", Got: `""`, Want: "text"}
	}
	return checkLength("content", s, MaxContentBytes)
}

// validate checks a memory in the published order: namespace, subjectId,
// type, content, importance, confidence, then what is ours.
func (m *Memory) validate() error {
	for _, check := range []func() error{
		func() error { return checkText("namespace", m.Scope.Namespace, MaxScopeBytes) },
		func() error { return checkText("subjectId", m.Scope.Subject, MaxScopeBytes) },
		func() error { return checkText("type", m.Type, MaxScopeBytes) },
		func() error { return checkContent(m.Content) },
		func() error { return checkUnit("importance", m.Importance) },
		func() error { return checkUnit("confidence", m.Confidence) },
		func() error { return checkID("id", m.ID) },
		func() error { return checkLength("tenantId", m.Scope.Tenant.ID, MaxScopeBytes) },
		func() error { return checkLength("source", m.Source, MaxSourceBytes) },
		func() error { return checkInstant("createdAt", m.CreatedAt) },
		func() error { return checkInstant("updatedAt", m.UpdatedAt) },
		func() error { return checkInstant("expiresAt", m.ExpiresAt) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	if len(m.Metadata) > MaxMetadataBytes {
		return &ValidationError{Field: "metadata", Got: fmt.Sprintf("%d bytes", len(m.Metadata)), Want: fmt.Sprintf("at most %d bytes", MaxMetadataBytes)}
	}
	return nil
}

func checkID(field, id string) error { return checkText(field, id, MaxIDBytes) }

// Bounds of what an imported tie may claim: far above what ties grow to here,
// and small enough to be added up.
const (
	mostStrength  = 100 * dynamics.MaxStrength
	mostStability = 1e7 // days
)

func (edge *Edge) validate() error {
	c := &edge.Connection
	for _, x := range []struct {
		field string
		value float64
		most  float64
	}{{"strength", c.Strength, mostStrength}, {"stability", math.Abs(c.Stability), mostStability}, {"weight", edge.Weight, 1}} {
		if !(x.value >= 0 && x.value <= x.most) {
			return &ValidationError{Field: x.field, Got: fmt.Sprint(x.value), Want: fmt.Sprintf("a number from 0 to %v", x.most)}
		}
	}
	for field, at := range map[string]time.Time{
		"createdAt": edge.CreatedAt, "lastAt": edge.LastAt, "lastActivated": c.LastActivated, "decayedAt": c.DecayedAt,
	} {
		if err := checkInstant(field, at); err != nil {
			return err
		}
	}
	return nil
}

// The instants that a record can hold: what int64 nanoseconds reach.
var (
	earliest = time.Unix(0, math.MinInt64).UTC()
	latest   = time.Unix(0, math.MaxInt64).UTC()
)

func checkInstant(field string, t time.Time) error {
	if !t.IsZero() && (t.Before(earliest) || t.After(latest)) {
		return &ValidationError{Field: field, Got: t.Format(time.RFC3339), Want: "a time from 1678 to 2262"}
	}
	return nil
}

func (h How) validate() error {
	if err := checkLength("actor", h.Actor.Name, MaxScopeBytes); err != nil {
		return err
	}
	if err := checkLength("reason", h.Reason, MaxReasonBytes); err != nil {
		return err
	}
	return checkLength("operationId", h.OperationID, MaxIDBytes)
}

// expects checks that the memory is at the version the caller saw.
func (h How) expects(head *Head) error {
	if h.Expected != nil && *h.Expected != head.Version {
		return &VersionConflictError{ID: head.ID, Expected: *h.Expected, Actual: head.Version}
	}
	return nil
}
