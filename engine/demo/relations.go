package demo

import "ebb/engine"

// contradictions are the two questions that wait for a person.
var contradictions = []contradiction{
	{
		a: "fare-freeze-14", b: "fare-freeze-18", by: releaseBot, age: 2.25,
		explanation: "Both name the first day on which no fare may change: the 14th at noon, or the 18th. The gate goes by one date only, and two fare changes are waiting at it.",
	},
	{
		a: "kiosk-channel-owner-mikkel", b: "kiosk-channel-owner-teo", by: planner, age: 4.85,
		explanation: "Two owners of the kiosk update channel. The rota changed in between, but neither of them has been told that it moved; each clears pins, or waits for the other to.",
	},
}

// relations are the typed ties that agents, and now and then you, recorded.
var relations = []relation{
	{"release-checklist", engine.RelDependsOn, "canary-ladder", 80.2, releaseBot, 0.9, "step of the list"},
	{"release-checklist", engine.RelDependsOn, "migration-window", 80.2, releaseBot, 0.6, "step of the list"},
	{"release-checklist", engine.RelDependsOn, "secrets-rotation", 30.5, you, 0.5, "nothing may end within a month"},
	{"canary-ladder", engine.RelDependsOn, "booking-rate-band", 12.1, releaseBot, 0.9, "what quiet means"},
	{"canary-statistics", engine.RelSupports, "ladder-second-rung", 1.8, researcher, 0.8, "arithmetic and experience agree"},
	{"reading-12", engine.RelSupports, "canary-statistics", 1.8, researcher, 0.6, ""},
	{"fare-freeze-14", engine.RelDerivedFrom, "pernille-noon", 11.6, planner, 0.9, "said on the telephone"},
	{"fare-freeze-18", engine.RelDerivedFrom, "gate-reads-calendar", 2.28, releaseBot, 0.9, "the entry in the calendar"},
	{"freeze-what-counts", engine.RelSupports, "fare-freeze-14", 8.6, planner, 0.5, ""},
	{"question-freeze", engine.RelRelatedTo, "harbour-calls", 1.05, planner, 0.7, ""},
	{"reading-19", engine.RelSupports, "question-freeze", 0.68, researcher, 0.6, "others were stopped by such an entry"},
	{"kiosk-channel-owner-teo", engine.RelDerivedFrom, "talk-14", 4.88, planner, 0.8, "he said so"},
	{"kiosk-channel-owner-mikkel", engine.RelSupports, "talk-13", 4.86, planner, 0.8, "he said so too"},
	{"pin-left-behind", engine.RelCausedBy, "teo-on-pins", 6.2, releaseBot, 0.6, "each thinks that the other clears"},
	{"rollback-two-steps", engine.RelRelatedTo, "pin-left-behind", 6.2, releaseBot, 0.7, ""},
	{"idempotent-bookings", engine.RelSupports, "kiosk-voucher-flow", 9.7, planner, 0.7, "the same key on both ways"},
	{"kiosk-voucher-flow", engine.RelDependsOn, "kiosk-offline-rules", 9.7, planner, 0.8, ""},
	{"retry-budget", engine.RelDerivedFrom, "incident-retry-storm", 48.9, planner, 0.9, "25 minutes that were not needed"},
	{"cold-start-order", engine.RelDerivedFrom, "incident-free-tickets", 26.1, releaseBot, 0.9, ""},
	{"lock-order", engine.RelDerivedFrom, "incident-deadlock", 42.4, planner, 0.9, ""},
	{"wind-mode", engine.RelDependsOn, "wind-threshold-study", 26.4, planner, 0.7, "the two thresholds"},
	{"wind-threshold-study", engine.RelDependsOn, "swell-data", 26.55, researcher, 0.9, ""},
	{"wind-threshold-study", engine.RelDerivedFrom, "reading-04", 66.0, researcher, 0.5, ""},
	{"incident-long-storm", engine.RelSupports, "wind-mode", 27.3, planner, 0.9, ""},
	{"queue-drain-numbers", engine.RelCausedBy, "batch-size-beacon", 33.6, planner, 0.4, ""},
	{"console-undo", engine.RelDerivedFrom, "reading-11", 31.8, planner, 0.6, ""},
	{"kiosk-restart-night", engine.RelDerivedFrom, "incident-paper-jam", 45.8, planner, 0.9, ""},
	{"time-zones-cutover", engine.RelCausedBy, "incident-two-boats", 56.5, planner, 0.9, ""},
	{"flag-winter", engine.RelDependsOn, "gangway-letters", 1.25, planner, 0.8, "two flags, one meaning"},
	{"today-gangway-cause", engine.RelCausedBy, "flag-winter", 0.219, planner, 0.9, "the flags moved apart"},
	{"today-second-rung", engine.RelCausedBy, "today-gangway-cause", 0.218, releaseBot, 0.9, ""},
	{"own-rule-incidents", engine.RelRelatedTo, "incident-voice", 50.0, you, 0.6, "the same from the other side"},
	{"forgetting-curve-fit", engine.RelSupports, "memory-of-agents", 17.2, researcher, 0.8, ""},
	{"forgetting-curve-fit", engine.RelRelatedTo, "spacing-effect-note", 17.2, researcher, 0.5, ""},
	{"dedupe-thoughts", engine.RelRelatedTo, "why-this-memory", 30.0, researcher, 0.6, "a pair that disagrees is worth a minute"},
	{"status-page-words", engine.RelSupersedes, "error-words", 20.7, planner, 0.3, "for pages that are read sitting down"},
	{"alert-fatigue-review", engine.RelSupersedes, "dashboard-four", 29.3, planner, 0.4, "as far as alerts are concerned"},
	{"winter-goal", engine.RelSupersedes, "talk-01", 16.0, you, 0.7, "the autumn's goal"},
	{"budget-worry", engine.RelDerivedFrom, "kiosk-eye-tracking", 38.0, you, 0.4, ""},
	{"language-preference", engine.RelRelatedTo, "three-screens", 52.5, planner, 0.2, ""},
}
