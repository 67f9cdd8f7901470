package demo

import "slices"

// habits are the retrievals: what agents look up again and again, what they
// used to look up, and what somebody needed once. Ties and retrieval profiles
// come from these and from nothing else.
var habits = []habit{
	// Each release, and on the last day every hour: what makes a tie last.
	{by: releaseBot, ids: []string{"release-checklist", "canary-ladder", "quiet-hours"}, ages: slices.Concat(every(7, 84.35, 7), every(0.0425, 0.5, 0.03))},
	// The question of the day, asked every half hour: strong, but not for long.
	{by: releaseBot, ids: []string{"release-checklist", "fare-freeze-14", "gate-reads-calendar"}, ages: every(0.021, 0.42, 0.01)},
	{by: planner, query: "fare freeze", limit: 5, ages: every(0.93, 11.2, 0.1)},
	{by: releaseBot, query: "canary rung", limit: 5, ages: slices.Concat(every(7, 84.3, 7), []float64{0.33, 0.28, 0.21, 0.14, 0.03})},
	{by: planner, query: "gangway letters", limit: 4, ages: []float64{4.6, 3.9, 0.25, 0.24, 0.22}},

	{by: planner, query: "kiosk offline", in: inWeb, limit: 4, ages: every(4.3, 79.7, 0.9)},
	{by: planner, query: "kiosk update pin", limit: 5, ages: every(1.7, 18.2, 0.3)},
	{by: planner, ids: []string{"pager-rules", "incident-voice", "wind-mode"}, ages: every(4.9, 53.1, 1)},
	{by: planner, query: "storm wind notifications", limit: 5, ages: []float64{70.9, 44, 43.2, 28, 27.9, 27.6, 27.1, 13.3, 0.42, 0.18}},
	{by: planner, ids: []string{"answer-length", "language-preference", "trust-numbers"}, ages: every(2.6, 30.8, 0.2)},
	{by: planner, ids: []string{"answer-length", "decision-style"}, ages: every(4.1, 56.2, 8)},
	{by: researcher, query: "memory forgetting", in: inResearch, limit: 4, ages: every(5.2, 62.5, 3)},
	{by: researcher, query: "demand forecast", in: inResearch, limit: 4, ages: []float64{48.7, 44.2, 40.6, 33, 28.2, 25.4, 20.9}},
	{by: researcher, ids: []string{"wind-threshold-study", "swell-data"}, ages: []float64{27, 26.8, 26.5, 22.9, 16.2, 9.3, 6.6, 2.9}},
	{by: planner, ids: []string{"manifest-retention", "audit-trail-shape", "manifest-offline-copy"}, ages: every(3.7, 31.7, 4)},
	{by: planner, ids: []string{"refund-order", "double-charge-myth", "idempotent-bookings"}, ages: every(4.4, 20.8, 1)},
	{by: planner, ids: []string{"kiosk-channel-owner-mikkel", "rota-change"}, ages: []float64{28.4, 24.9, 19, 12.6, 6.7, 5.1}},
	{by: planner, ids: []string{"kiosk-channel-owner-mikkel", "kiosk-channel-owner-teo"}, ages: []float64{4.8, 4.2, 3.2, 2.2, 1.5, 0.36}},
	{by: releaseBot, ids: []string{"rollback-two-steps", "cold-start-order"}, ages: every(6.6, 25.9, 2)},
	{by: releaseBot, ids: []string{"load-04", "cost-of-logs", "load-05"}, ages: []float64{62.4, 61.9, 60, 55.5, 41.2}},
	{by: releaseBot, ids: []string{"gateway-memory", "incident-memory", "load-13"}, ages: []float64{19.1, 18.7, 17.2, 16.9, 12.4, 9.2, 5.5}},
	{by: planner, ids: []string{"incident-outer-quay-power", "power-work", "quayside-27"}, ages: []float64{1.1, 0.9, 0.55, 0.2}},
	{by: planner, ids: []string{"pernille-noon", "fare-freeze-14", "talk-07"}, ages: []float64{11.5, 8.8, 5.8, 2.4, 1.3, 0.5}},
	{by: planner, ids: []string{"today-second-rung", "today-gangway-cause", "gangway-letters", "mikkel-letters"}, ages: []float64{0.215, 0.2, 0.16, 0.12}},

	// What used to matter: ties that have gone quiet.
	{by: planner, ids: []string{"fax-gateway", "manifest-retention"}, ages: []float64{71.5, 68.2, 60.3}},
	{by: releaseBot, ids: []string{"old-deploy-box", "backups-restore-test"}, ages: []float64{72.8, 66.2}},
	{by: planner, ids: []string{"kiosk-usb-install", "secrets-rotation"}, ages: []float64{65.8, 58.1, 41}},
	{by: planner, ids: []string{"tram-pilot", "school-ticket-model"}, ages: []float64{15.2, 14.8}},
	{by: researcher, ids: []string{"pgvector-trial", "embedding-shortlist", "search-islands"}, ages: []float64{53.2, 52.9, 50.2}},
	{by: planner, ids: []string{"car-deck-packing", "overbooking-rule"}, ages: []float64{72, 57.5, 46}},
	{by: planner, ids: []string{"time-zones-cutover", "incident-two-boats", "clock-on-kiosk"}, ages: []float64{56.2, 47, 39}},
	{by: planner, ids: []string{"yuki", "timetable-ja", "yuki-visit"}, ages: []float64{42.8, 42.1, 40}},
	{by: planner, ids: []string{"brahim", "arabic-receipt"}, ages: []float64{50.4, 49, 33}},

	// One by one, when somebody needed it.
	{by: planner, ids: []string{"service-map"}, ages: every(8.3, 80, 3)},
	{by: planner, ids: []string{"noor-question"}, ages: []float64{21.9, 9.5}},
	{by: planner, ids: []string{"alert-fatigue-review"}, ages: []float64{24, 16.4}},
	{by: planner, ids: []string{"postgres-index-lesson"}, ages: []float64{51, 36, 12.9}},
	{by: planner, ids: []string{"harbour-office-north"}, ages: []float64{72, 58, 30, 11.4, 2.7}},
	{by: planner, ids: []string{"api-versioning"}, ages: []float64{40, 25.2, 10.9}},
	{by: planner, ids: []string{"talk-14"}, ages: []float64{4.7, 0.38}},
	{by: planner, ids: []string{"incident-half-table"}, ages: []float64{6.9, 0.6}},
	{by: releaseBot, ids: []string{"dock-terminals"}, ages: []float64{9.8, 7.3, 0.36}},
	{by: releaseBot, ids: []string{"booking-rate-band"}, ages: []float64{11.3, 7.35, 0.29, 0.19}},
	{by: researcher, ids: []string{"noshow-model"}, ages: []float64{78, 41.3, 22.7}},
	{by: researcher, ids: []string{"fare-elasticity"}, ages: []float64{20.3, 7.6}},
	{by: researcher, ids: []string{"bicycle-supplement"}, ages: []float64{5.2, 0.048}},
	{by: you, ids: []string{"why-this-memory"}, ages: []float64{50.2, 20.5}},
	{by: you, ids: []string{"talk-draft"}, ages: []float64{33.5, 16.4, 3.6}},
	{by: you, ids: []string{"fare-freeze-14"}, ages: []float64{0.036}},
	{by: you, ids: []string{"release-checklist"}, ages: []float64{30.7, 0.44}},
	{by: you, query: "winter timetable", limit: 6, ages: []float64{16.2, 4.15, 0.06}},
}
