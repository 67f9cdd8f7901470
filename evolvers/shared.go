package evolvers

import "math"

// shared finds the setting of the store that an option stands for. Settings
// that shape retention are the engine's: there is one place, so that a list and
// a cycle cannot disagree. Whose vectors compare words has a threshold for
// them.
func (c *Config) shared(key string) *float64 {
	s := &c.settings
	r := &s.Retention
	switch key {
	case "similarity_threshold":
		if c.lexical {
			return &s.LexicalThreshold
		}
		return &s.SimilarityThreshold
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

// share changes a shared setting. v is within the option's bounds.
func (c *Config) share(key string, v float64) {
	if key == "lookback_days" {
		c.settings.Retention.LookbackDays = int(math.Round(v))
		return
	}
	*c.shared(key) = v
}
