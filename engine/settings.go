package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"ebb/dynamics"
)

// Settings are what is true of a store for everyone who uses it. They live in
// the store and are changed by an undoable operation.
type Settings struct {
	Retention dynamics.Settings `json:"retention"`
	// CurveTypes are the types under the forgetting curve besides every type
	// that is not well-known.
	CurveTypes []string `json:"curve_types"`
	// IdentityKey is the metadata name whose value says what a memory is about.
	IdentityKey string `json:"identity_key"`
	// ResolutionStrategy applies when a conflict is settled without one.
	ResolutionStrategy string `json:"resolution_strategy"`
	// SearchRetentionWeight is the weight of retention among search signals.
	SearchRetentionWeight float64 `json:"search_retention_weight"`
	// CoRetrieveTop bounds how many of a result set are tied together.
	CoRetrieveTop int `json:"co_retrieve_top"`
	SimilaritySettings
	// Evolvers are the settings of evolvers that do not shape retention, under
	// "evolver.key"; what is at its default is left out.
	Evolvers map[string]float64 `json:"evolvers,omitempty"`
	// EvolveAfterIngest lets evolution look at what an ingest or import has
	// touched.
	EvolveAfterIngest bool `json:"evolve_after_ingest"`
	// CycleEvery is how often a cycle runs by itself while a screen is open, in
	// hours; 0: never.
	CycleEvery int `json:"cycle_every_hours,omitempty"`

	Follows      []Follow          `json:"follows,omitempty"`
	Pins         []string          `json:"pins,omitempty"`
	SavedFilters map[string]string `json:"saved_filters,omitempty"`
}

// Follow is a file that is imported again whenever it changes.
type Follow struct {
	Path      string `json:"path"`
	Format    string `json:"format,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Subject   string `json:"subject,omitempty"`
}

// DefaultSettings are the settings of a new store.
func DefaultSettings() Settings {
	return Settings{
		Retention:             dynamics.DefaultSettings(),
		CurveTypes:            []string{TypeEpisodic},
		IdentityKey:           "key",
		ResolutionStrategy:    "manual",
		SearchRetentionWeight: 0.10,
		CoRetrieveTop:         10,
		SimilaritySettings:    defaultSimilarity(),
		EvolveAfterIngest:     true,
	}
}

// maxCycleEvery is a year in hours.
const maxCycleEvery = 365 * 24

// Validate checks all bounds; the error names the setting.
func (s Settings) Validate() error {
	if err := s.Retention.Validate(); err != nil {
		return err
	}
	if err := checkUnit("search_retention_weight", s.SearchRetentionWeight); err != nil {
		return err
	}
	if s.CoRetrieveTop < 0 || s.CoRetrieveTop > 100 {
		return &ValidationError{Field: "co_retrieve_top", Got: show(s.CoRetrieveTop), Want: "0 to 100"}
	}
	if err := s.SimilaritySettings.validate(); err != nil {
		return err
	}
	if s.CycleEvery < 0 || s.CycleEvery > maxCycleEvery {
		return &ValidationError{Field: "cycle_every_hours", Got: show(s.CycleEvery), Want: "0 for never, to 8760"}
	}
	if !slices.Contains(Strategies(), Strategy(s.ResolutionStrategy)) {
		return &ValidationError{Field: "resolution_strategy", Got: shorten(s.ResolutionStrategy), Want: "a known strategy"}
	}
	if s.IdentityKey == "" {
		return &ValidationError{Field: "identity_key", Want: "a metadata name"}
	}
	return nil
}

// Clone is an independent copy.
func (s Settings) Clone() Settings {
	s.CurveTypes = slices.Clone(s.CurveTypes)
	s.Follows = slices.Clone(s.Follows)
	s.Pins = slices.Clone(s.Pins)
	s.Evolvers = maps.Clone(s.Evolvers)
	filters := s.SavedFilters
	s.SavedFilters = nil
	for name, f := range filters {
		if s.SavedFilters == nil {
			s.SavedFilters = make(map[string]string, len(filters))
		}
		s.SavedFilters[name] = f
	}
	return s
}

// UnderCurve reports whether memories of this type fade along the forgetting
// curve.
func (s Settings) UnderCurve(typ string) bool {
	return slices.Contains(s.CurveTypes, typ) || !WellKnown(typ)
}

// Evidence is what retention is derived from, read off a head alone.
func (s Settings) Evidence(h *Head) dynamics.Evidence {
	return dynamics.Evidence{
		UnderCurve:   s.UnderCurve(h.Type),
		Working:      h.Type == TypeWorking,
		Base:         h.Base,
		Created:      h.CreatedAt,
		Learned:      h.LearnedAt,
		Stability:    h.Stability,
		Interference: h.Interference,
		Retrievals:   h.Profile,
		TieCount:     h.TieCount,
	}
}

// RetentionOf evaluates a head's retention at an instant.
func (s Settings) RetentionOf(h *Head, at time.Time) dynamics.Components {
	ev := s.Evidence(h)
	return s.Retention.Retention(&ev, at)
}

// FadesAt is when a head falls below the archive threshold if nothing else
// happens; ok is false when it never does.
func (s Settings) FadesAt(h *Head, now time.Time) (at time.Time, ok bool) {
	ev := s.Evidence(h)
	return s.Retention.CrossesAt(&ev, s.Retention.ArchiveThreshold, now)
}

// StabilityOf is the head's own stability in days, or the default.
func (s Settings) StabilityOf(h *Head) float64 {
	if h.Stability > 0 {
		return h.Stability
	}
	return s.Retention.DefaultStability
}

const settingsName = "settings"

// Settings returns the store's current settings.
func (e *Engine) Settings() Settings { return e.settings.Load().Clone() }

func (e *Engine) loadSettings(ctx context.Context) error {
	var s Settings
	err := e.store.View(ctx, func(tx Tx) (err error) {
		s, err = StoredSettings(tx)
		return err
	})
	if err != nil {
		return err
	}
	e.settings.Store(&s)
	return nil
}

// read lays stored settings over s, so that settings which are newer than the
// store keep their defaults.
func (s *Settings) read(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(s); err != nil {
		return &CorruptRecordError{Table: "settings", Key: settingsName, Why: err.Error()}
	}
	return nil
}

// SetSettings changes the store's settings. The change function gets a copy;
// what it returns as an error is returned and nothing is written.
func (e *Engine) SetSettings(ctx context.Context, change func(*Settings) error, how How) (Operation, error) {
	op, err := e.operate(ctx, KindSetting, how, func(w *work) error {
		s := e.Settings()
		if err := change(&s); err != nil {
			return err
		}
		if err := s.Validate(); err != nil {
			return err
		}
		return w.putSettings(&s)
	})
	return op, unlessRepeated(err)
}

// putSettings writes settings and logs what was there before.
func (w *work) putSettings(s *Settings) error {
	after, err := json.Marshal(s)
	if err != nil {
		return err
	}
	before, _, err := w.tx.Meta().Get(settingsName)
	if err != nil {
		return err
	}
	if bytes.Equal(before, after) {
		return errNothing
	}
	if err := w.tx.Meta().Put(settingsName, after); err != nil {
		return err
	}
	was := DefaultSettings()
	if len(before) > 0 {
		if err := was.read(before); err != nil {
			return err
		}
	}
	w.op.Summary = settingsSummary(&was, s)
	w.settings = s
	w.kinds.add(SettingsChanged)
	if s.IdentityKey != was.IdentityKey {
		if err := w.renameIdentities(s.IdentityKey); err != nil {
			return err
		}
	}
	return w.log(LogEntry{At: w.now, Subject: SubjectSetting, ID: settingsName, Setting: before})
}

// settingsSummary is what the undo list says of a change of settings.
func settingsSummary(was, is *Settings) string {
	for _, f := range is.Follows {
		if !slices.Contains(was.Follows, f) {
			return "followed " + Title(filepath.Base(f.Path))
		}
	}
	for _, f := range was.Follows {
		if !slices.Contains(is.Follows, f) {
			return "stopped following " + Title(filepath.Base(f.Path))
		}
	}
	switch n := len(is.Pins) - len(was.Pins); {
	case n > 0:
		return "pinned " + counted(n)
	case n < 0:
		return "unpinned " + counted(-n)
	case !maps.Equal(was.SavedFilters, is.SavedFilters):
		return "changed the saved filters"
	case was.CycleEvery != is.CycleEvery && is.CycleEvery == 0:
		return "took the schedule of cycles off"
	case was.CycleEvery != is.CycleEvery:
		return fmt.Sprintf("scheduled a cycle every %d h", is.CycleEvery)
	case !maps.Equal(was.Evolvers, is.Evolvers):
		return "changed the evolvers"
	}
	return "changed the settings"
}

func counted(n int) string {
	if n == 1 {
		return "1 memory"
	}
	return fmt.Sprintf("%d memories", n)
}
