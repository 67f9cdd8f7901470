package evolvers

import (
	"math"

	"ebb/engine"
)

// shared finds the retention setting that an option stands for. Settings that
// shape retention are the engine's: there is one place, so that a list and a
// cycle cannot disagree.
func shared(s *engine.Settings, key string) *float64 {
	r := &s.Retention
	switch key {
	case "default_stability":
		return &r.DefaultStability
	case "archive_threshold":
		return &r.ArchiveThreshold
	case "interference_weight":
		return &r.InterferenceWeight
	case "retrieval_weight":
		return &r.RetrievalWeight
	case "unretrieved_decay_rate":
		return &r.UnretrievedRate
	case "strengthening_fade_days":
		return &r.StrengtheningFadeDays
	case "weight_threshold":
		return &r.TieThreshold
	case "retention_boost_per_unit":
		return &r.TieBoostPerUnit
	case "max_boost":
		return &r.TieMaxBoost
	}
	days := float64(r.LookbackDays) // the one that is whole
	return &days
}

// share changes a retention setting. v is within the option's bounds.
func share(s *engine.Settings, key string, v float64) {
	if key == "lookback_days" {
		s.Retention.LookbackDays = int(math.Round(v))
		return
	}
	*shared(s, key) = v
}
