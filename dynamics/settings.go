package dynamics

// RetentionStability is the e-folding time, in days, of a memory that has none
// of its own (source: SmartMemory, ENH-1 default_stability).
const RetentionStability = 30.0

// Settings are the numbers behind retention. The names in the comments are
// those of the published configuration. Obtain them from [DefaultSettings]
// and check them with [Settings.Validate]; the functions here never return
// NaN for settings out of bounds, but what they do return is meaningless.
type Settings struct {
	// DefaultStability is the stability in days of a memory without its own:
	// default_stability, (0, 36500], 30.
	DefaultStability float64
	// ArchiveThreshold is the score below which a memory is archived,
	// strictly: archive_threshold, [0, 1], 0.1.
	ArchiveThreshold float64
	// InterferenceWeight is what a rival of similarity 1 takes:
	// interference_weight, [0, 1), 0.05.
	InterferenceWeight float64
	// RetrievalWeight scales the testing effect: retrieval_weight, [0, 10], 0.1.
	RetrievalWeight float64
	// UnretrievedRate is the loss per day without a retrieval:
	// unretrieved_decay_rate, [0, 1], 0.005.
	UnretrievedRate float64
	// LookbackDays is how long a retrieval protects from that loss, and how
	// many days of it are counted: lookback_days, [1, 3650], 30.
	LookbackDays int
	// TieThreshold is the co-retrieval count from which a tie supports its
	// ends: weight_threshold, [1, 1e6], 3.
	TieThreshold float64
	// TieBoostPerUnit is the support per co-retrieval above the threshold:
	// retention_boost_per_unit, [0, 1], 0.02.
	TieBoostPerUnit float64
	// TieMaxBoost caps that support: max_boost, [0, 1], 0.3.
	TieMaxBoost float64
	// StrengtheningFadeDays is how long after the last retrieval its boost
	// has faded away, linearly: strengthening_fade_days, (0, 365], 7. It is
	// ours: seven days is the time in which velocity_7d empties.
	StrengtheningFadeDays float64
}

// DefaultSettings are the published defaults.
func DefaultSettings() Settings {
	return Settings{
		DefaultStability:      RetentionStability,
		ArchiveThreshold:      0.1,
		InterferenceWeight:    0.05,
		RetrievalWeight:       0.1,
		UnretrievedRate:       0.005,
		LookbackDays:          30,
		TieThreshold:          3,
		TieBoostPerUnit:       0.02,
		TieMaxBoost:           0.3,
		StrengtheningFadeDays: 7,
	}
}

// Validate reports the first setting outside its bounds as a *[SettingError].
func (s Settings) Validate() error {
	for _, b := range []SettingError{
		{Field: "default_stability", Value: s.DefaultStability, Max: 36500, Above: true},
		{Field: "archive_threshold", Value: s.ArchiveThreshold, Max: 1},
		{Field: "interference_weight", Value: s.InterferenceWeight, Max: 1, Below: true},
		{Field: "retrieval_weight", Value: s.RetrievalWeight, Max: 10},
		{Field: "unretrieved_decay_rate", Value: s.UnretrievedRate, Max: 1},
		{Field: "lookback_days", Value: float64(s.LookbackDays), Min: 1, Max: 3650},
		{Field: "weight_threshold", Value: s.TieThreshold, Min: 1, Max: 1e6},
		{Field: "retention_boost_per_unit", Value: s.TieBoostPerUnit, Max: 1},
		{Field: "max_boost", Value: s.TieMaxBoost, Max: 1},
		{Field: "strengthening_fade_days", Value: s.StrengtheningFadeDays, Max: 365, Above: true},
	} {
		if !b.holds() {
			return &b
		}
	}
	return nil
}

// holds is false for NaN, which no comparison admits.
func (e *SettingError) holds() bool {
	return e.Value >= e.Min && e.Value <= e.Max &&
		!(e.Above && e.Value == e.Min) && !(e.Below && e.Value == e.Max)
}
