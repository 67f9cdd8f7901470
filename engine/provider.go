package engine

import (
	"context"
	"fmt"
	"math"
	"strconv"
)

// Relation is how a provider sees two texts stand to each other.
type Relation string

// The relations that a verdict can state.
const (
	Same        Relation = "same"
	Duplicate   Relation = "duplicate"
	Updates     Relation = "updates"
	Contradicts Relation = "contradicts"
	Unrelated   Relation = "unrelated"
)

// Verdict is a provider's answer to how an incoming memory stands to an
// existing one.
type Verdict struct {
	Relation    Relation
	Confidence  float64 // 0..1
	Explanation string
}

// Validate accepts a known relation, a confidence of 0..1 and an explanation
// that fits a record.
func (v Verdict) Validate() error {
	switch v.Relation {
	case Same, Duplicate, Updates, Contradicts, Unrelated:
	default:
		return &ValidationError{Field: "relation", Got: shorten(string(v.Relation)), Want: "same, duplicate, updates, contradicts or unrelated"}
	}
	if err := checkUnit("confidence", v.Confidence); err != nil {
		return err
	}
	return checkLength("explanation", v.Explanation, MaxReasonBytes)
}

func (v Verdict) reason() string {
	s := fmt.Sprintf("%s, sure %s", v.Relation, strconv.FormatFloat(math.Round(v.Confidence*100)/100, 'f', 2, 64))
	if v.Explanation != "" {
		s += ": " + v.Explanation
	}
	return cutReason(s)
}

func cutReason(s string) string {
	if len(s) <= MaxReasonBytes {
		return s
	}
	cut := MaxReasonBytes
	for cut > 0 && s[cut]&0xc0 == 0x80 {
		cut--
	}
	return s[:cut]
}

// Synthesis is one memory written from several. Fields that are nil are the
// engine's to choose.
type Synthesis struct {
	Content                string
	Importance, Confidence *float64
	Metadata               *Metadata
}

// IntelligenceProvider judges and writes. Without one there is no inferred
// contradiction and no synthesised text; nothing pretends to be one. The
// engine calls it outside of any transaction.
type IntelligenceProvider interface {
	// Name is how versions and conflicts name it as a source.
	Name() string
	Compare(ctx context.Context, existing, incoming Memory) (Verdict, error)
	Consolidate(ctx context.Context, memories []Memory) (Synthesis, error)
}

// IdentityResolver says what a memory is about. The one shipped reads the
// metadata name of the setting identity_key.
type IdentityResolver interface {
	Identity(m Metadata) Identity
}

// settingResolver reads the scalar under the setting's metadata name.
type settingResolver struct{ *core }

// Identity implements IdentityResolver.
func (r settingResolver) Identity(m Metadata) Identity {
	return m.identity(r.settings.Load().IdentityKey)
}

// DuplicateDetector says whether an incoming text adds nothing to an existing
// memory. It is asked about texts that are equal in their normalised form
// only.
type DuplicateDetector interface {
	Duplicate(existing *Memory, content string) bool
}

// NormalizedDuplicates takes texts that are equal once trimmed, lower-cased
// and their white space collapsed as the same.
type NormalizedDuplicates struct{}

// Duplicate implements DuplicateDetector.
func (NormalizedDuplicates) Duplicate(existing *Memory, content string) bool {
	return Normalize(existing.Content) == Normalize(content)
}

// ExactDuplicates takes texts that are equal byte for byte as the same.
type ExactDuplicates struct{}

// Duplicate implements DuplicateDetector.
func (ExactDuplicates) Duplicate(existing *Memory, content string) bool {
	return existing.Content == content
}

// ConflictDetector judges an input against the memory of the same identity.
// ok is false when there is no judgement to be had.
type ConflictDetector interface {
	Detect(ctx context.Context, existing, incoming Memory) (v Verdict, ok bool, err error)
}

// providerDetector asks the provider, where there is one.
type providerDetector struct{ provider IntelligenceProvider }

func (d providerDetector) Detect(ctx context.Context, existing, incoming Memory) (Verdict, bool, error) {
	if d.provider == nil {
		return Verdict{}, false, nil
	}
	v, err := d.provider.Compare(ctx, existing, incoming)
	if err != nil {
		return Verdict{}, false, fmt.Errorf("compare with %s: %w", d.provider.Name(), err)
	}
	if err := v.Validate(); err != nil {
		return Verdict{}, false, fmt.Errorf("the answer of %s: %w", d.provider.Name(), err)
	}
	return v, true, nil
}
