package demo

// opsNotes is how the team deploys, watches and mends.
var opsNotes = []note{
	{
		id: "release-checklist", about: "releases", typ: procedural, age: 86.2, by: planner, tags: "release checklist", importance: 0.95, confidence: 0.95, key: "release-checklist",
		text: `Release checklist, in this order and without skipping:
1. Harbour lines have confirmed the sailing calendar for the coming week.
2. The migration dry run on last night's copy took less than four minutes.
3. Kiosk build signed, checksum posted in the release thread.
4. One person named as the voice to the harbours until the ladder is at the top.
5. Canary ladder started; nobody leaves before the second rung is quiet.
6. Release note in the words of a deck hand, not of a developer.`,
	},
	{
		id: "canary-ladder", about: "releases", typ: procedural, age: 85.7, by: planner, tags: "release canary", importance: 0.85, confidence: 0.9,
		text: "Canary ladder: the two smallest lines first, half an hour of quiet, then every line with fewer than five sailings a day, an hour of quiet, then the rest. Quiet means no new kind of error and a booking rate inside the usual band for that hour. If a rung is not quiet, go down one rung, never straight to the bottom.",
	},
	{
		id: "fare-freeze-14", about: "fares", typ: decision, age: 31.4, by: planner, tags: "freeze fares release", key: "fare-freeze", importance: 0.9, confidence: 0.85,
		text: "The fare freeze starts on the 14th at noon. From then on no prices, zones or discounts change until the winter timetable has run for a week. Pernille asked for noon so that the island councils can still vote in the morning.",
	},
	{
		id: "fare-freeze-18", about: "fares", typ: decision, age: 2.3, by: releaseBot, tags: "freeze fares release", key: "fare-freeze", importance: 0.9, confidence: 0.8,
		text: "The fare freeze starts on the 18th. The shared calendar has it as an all-day entry, and the release gate reads that calendar: merges that touch the fare tables are let through up to and including the 17th.",
	},
	{
		id: "quiet-hours", about: "deploys", typ: fact, age: 84.9, by: planner, tags: "deploy hours", importance: 0.8,
		text: "Nothing is deployed between 05:30 and 09:00 or between 15:30 and 18:30 local time of the harbours concerned. Those are the commuter sailings; a kiosk that restarts then keeps forty people on a quay in the rain.",
	},
	{
		id: "rollback-two-steps", about: "deploys", typ: procedural, age: 83.3, by: releaseBot, tags: "deploy rollback", importance: 0.9,
		text: "Rolling back is two steps, and the second is the one people forget. First point the services at the previous image; then pin the kiosks to the previous bundle, because a kiosk that has already fetched the new bundle will keep it until told otherwise.\n\n    ferryctl image --previous --all\n    ferryctl kiosk pin --bundle previous --until cleared\n\nClear the pin the same day. A forgotten pin cost us two weeks of kiosk updates once.",
	},
	{
		id: "migration-window", about: "database", typ: fact, age: 82.1, by: planner, tags: "migration database",
		text: "Schema migrations run at 02:40 UTC. The last sailing of any line has landed by then and the first manifest of the next day is not requested before 03:25. Anything expected to take longer than ten minutes is split, or waits for a Sunday.",
	},
	{
		id: "backups-restore-test", about: "database", typ: procedural, age: 80.4, by: planner, tags: "backup restore",
		text: "A backup counts once it has been restored. Every second Thursday the newest one is restored into the rehearsal cluster, the manifest counts of three random sailings are compared with the paper copies in the office, and the time it took is written into this thread. Longest so far: 26 minutes.",
	},
	{
		id: "pager-rules", about: "on-call", typ: procedural, age: 79.6, by: planner, tags: "on-call pager", importance: 0.75,
		text: "The pager rings for three things only: bookings that fail, manifests that cannot be read on a quay, and kiosks dark at more than two harbours at once. Everything else is a message for the morning. If you are rung for something else, the alert is the bug: mute it and write down why.",
	},
	{
		id: "wind-mode", about: "operations", typ: procedural, age: 77.8, by: planner, tags: "storm operations", importance: 0.8,
		text: "Wind mode: when the coast office announces gusts above 21 m/s, switch the affected lines to wind mode before the first cancellation, not after it. It lengthens the notification queue's patience, shows the phone number of the harbour on kiosks, and stops the nightly fare recalculation. Leave it on for two hours after the warning ends; refunds come in waves.",
	},
	{
		id: "dashboard-four", about: "monitoring", typ: preference, age: 76.2, by: planner, tags: "monitoring",
		text: "The team looks at four numbers in the morning and wants no fifth on that page: bookings per minute against last week, share of kiosks heard from in ten minutes, age of the oldest unsent notification, and manifests opened before departure.",
	},
	{
		id: "old-deploy-box", about: "deploys", typ: episodic, age: 74.9, by: planner, tags: "deploy",
		text: "Found out why deploys from the old build box were slow: it resolved the registry through a resolver that had been switched off in spring, and waited five seconds for each of eleven layers. The box is going away anyway, so nothing was repaired.",
	},
	{
		id: "fax-gateway", about: "manifest", typ: fact, age: 73.5, by: planner, tags: "manifest legacy",
		text: "One line still receives its passenger list as a fax, twenty minutes before departure. The gateway for it runs on a small machine under a desk in the harbour office and needs a paper tray that is not empty.",
	},
	{
		id: "wrong-tide-table", about: "operations", typ: fact, age: 70.2, by: planner, tags: "tides",
		text: "Low water at the north quay is taken from the table of the neighbouring harbour, with forty minutes subtracted. Sailings within an hour of it need the short gangway.",
	},
	{
		id: "seal-watch", about: "monitoring", typ: observation, age: 67.7, by: planner, tags: "kiosk camera", stability: 60,
		text: "The kiosk camera on the outer quay reports motion all night when seals sleep on the landing stage. The queue-length estimate then says twelve waiting passengers at 03:00. Harmless, but somebody orders an extra boat once a year because of it.",
	},
	{
		id: "secrets-rotation", about: "security", typ: procedural, age: 66.4, by: releaseBot, tags: "security keys", importance: 0.85,
		text: "Signing keys for kiosk bundles rotate with the quarter. The new public key has to be on every kiosk before the old private key retires; count the kiosks that have confirmed it, do not count days. Two terminals on ships in dock are offline for weeks and are updated by hand.",
	},
	{
		id: "cost-of-logs", about: "monitoring", typ: episodic, age: 63.1, by: planner, tags: "cost logs", stability: 45,
		text: "Looked at what logging costs. Two thirds of it was one line, printed by the gateway for each health check of each kiosk, every ten seconds. It is counted now instead of printed; the bill for the week went from 412 to 139.",
	},
	{
		id: "storage-alarm", about: "monitoring", typ: semantic, age: 61.8, by: planner, tags: "monitoring disk",
		text: "Disk alarms on the manifest store fire on the time left at the present rate, not on a percentage. A percentage rang every Monday after the weekend's archive and taught everyone to ignore it.",
	},
	{
		id: "raw-terminal-paste", about: "deploys", typ: observation, age: 58.3, by: releaseBot, tags: "deploy raw",
		text: "\x1b[31mFAIL\x1b[0m stage 3 of 5, raw terminal output kept as it came:\r\n\x1b]0;build failed\x07\x1b[2J\x1b[1;1H  \x1b[33mwarning:\x1b[0m bundle is 3.1 MB over the kiosk budget\n\x1b]8;;https://ci.invalid/log/4471\x1b\\open the full log\x1b]8;;\x1b\\\nThe progress bar of the packer (\x1b[?25l and carriage returns) ends up in every log we keep. Strip it at the source.",
	},
	{
		id: "time-zones-cutover", about: "operations", typ: decision, age: 56.6, by: planner, tags: "time decision", importance: 0.7,
		text: "All schedules are stored as local wall time plus the harbour's zone, never as UTC. Decided after an island changed its clocks a night early, when the 02:30 freight sailing was booked by nobody because it did not exist, and its return ran twice.",
	},
	{
		id: "incident-voice", about: "on-call", typ: procedural, age: 54.2, by: planner, tags: "incident communication",
		text: "During an incident one person talks to the harbours and does nothing else. They say what still works first (\"you can sell tickets, you cannot refund\"), then what does not, then when they will call again, and they call again at that time even with nothing new.",
	},
	{
		id: "regatta-closure", about: "operations", typ: fact, age: 52.7, by: planner, tags: "operations closure", expires: -40,
		text: "During the regatta the inner harbour is closed to scheduled boats from ten to four; both lines land at the coal pier, and the kiosk there has to show both timetables.",
	},
	{
		id: "flaky-rehearsal", about: "deploys", typ: observation, age: 50.3, by: releaseBot, tags: "deploy flaky",
		text: "The rehearsal fails one time in nine at the step that waits for the notification queue to drain. Each time the queue held exactly one message, addressed to the test number that ends in 000. Nobody owns that number any more.",
	},
	{
		id: "deploy-person", about: "deploys", typ: opinion, age: 48.8, by: planner, tags: "deploy",
		text: "A deploy without a named person is worse than no deploy at all: three of the last four long evenings began with everybody believing that somebody else was looking at the graphs.",
	},
	{
		id: "capacity-bank-holiday", about: "capacity", typ: semantic, age: 45.5, by: planner, tags: "capacity",
		text: "Bank holidays behave like Saturdays for bookings, like Mondays for refunds and like nothing else for kiosk traffic: groups buy at the quay, one card for nine people, so each purchase takes three times as long while the number of purchases falls.",
	},
	{
		id: "sturm-notiz", about: "operations", typ: episodic, age: 43.9, by: planner, tags: "storm german", stability: 40,
		text: "Notiz vom Anruf mit der Reederei im Norden: Bei Sturm fährt die kleine Fähre nicht, die große nur bei auflaufendem Wasser. Fahrgäste mit Fahrrädern werden umgebucht, auch wenn noch Plätze frei sind, weil das Autodeck dann leer bleiben muss. Wir sollten das im Fahrplan als eigene Betriebsart führen und nicht als Ausfall.",
	},
	{
		id: "feature-flags-die", about: "deploys", typ: procedural, age: 41.6, by: releaseBot, tags: "flags", importance: 0.6,
		text: "Every flag has a date on which it dies. The nightly job opens a change that removes it, with the branch that was not taken deleted; a person only reads it. Eleven flags were older than the kiosks they were written for.",
	},
	{
		id: "pasted-token", about: "security", typ: observation, age: 39.2, by: planner, tags: "security",
		text: "Staging upload works with the token from the chat: [removed before it reached this demo]",
	},
	{
		id: "who-may-deploy", about: "deploys", typ: fact, age: 36.1, by: planner, tags: "deploy access",
		text: "Six people may start the canary ladder: Ilse, Teo, Noor, Mikkel, Oskar and you. Any of them may stop it; so may every harbour office, by telephone and without giving a reason.",
	},
	{
		id: "queue-drain-numbers", about: "monitoring", typ: episodic, age: 71.1, by: planner, tags: "queue numbers", stability: 60,
		text: "Drained the notification queue by hand after the storm: 18,200 messages, of which 6,900 were about sailings that had since left. Sending stale news is worse than silence, so the consumer now drops what is older than the departure it speaks of, and counts what it dropped.",
	},
	{
		id: "alert-fatigue-review", about: "on-call", typ: episodic, age: 29.5, by: planner, tags: "on-call review",
		text: "Reviewed a month of alerts with Teo and Ilse. 61 pages, 19 of them useful, 31 from the same two rules. Both rules watched the mean of something whose distribution has two humps. Replaced by the share of kiosks on the far hump. We look again when the winter timetable has run for a fortnight.",
	},
	{
		id: "cold-start-order", about: "deploys", typ: procedural, age: 26.2, by: releaseBot, tags: "deploy recovery", importance: 0.8,
		text: "Starting everything from nothing, as after the power work: database, then timetable, then fares, then manifest, then the gateway, kiosks last. The gateway must not start before fares has its zone table in memory, else it caches the empty one for fifteen minutes and every ticket is free.",
	},
	{
		id: "release-rhythm", about: "releases", typ: decision, age: 23.4, by: planner, tags: "release decision", importance: 0.7,
		text: "One release a week, on the weekday with the fewest sailings. Two small ones were tried for a month: the second one was always the repair of the first.",
	},
	{
		id: "status-page-words", about: "on-call", typ: preference, age: 20.9, by: planner, tags: "communication words",
		text: "On the status page the team avoids \"degraded\", \"some users\" and \"elevated\". It says which line, which harbour and what a passenger should do instead. Farida keeps a list of sentences that were understood on a quay by people in a hurry.",
	},
	{
		id: "disk-forecast", about: "capacity", typ: episodic, age: 16.6, by: planner, tags: "capacity disk",
		text: "Forecast for the manifest store: at this rate the volume is full in 140 days, and in 60 if the archive of cancelled sailings is kept as the auditors ask. Ordered the larger volume now; moving later would fall into the holiday traffic.",
	},
	{
		id: "power-work", about: "operations", typ: episodic, age: 13.2, by: planner, tags: "operations power",
		text: "The harbour authority announced power work at the outer quay for three nights. Kiosks there run on their batteries for about five hours; the work is planned for six. Asked for the order of the phases so that the two machines back to back are never both without mains.",
	},
	{
		id: "gangway-signage", about: "operations", typ: observation, age: 11.4, by: planner, tags: "kiosk signage",
		text: "Passengers at the short gangway look up for the sign and do not see the kiosk at their elbow. Sales there are a third of those at the long gangway, with the same number of passengers.",
	},
	{
		id: "freeze-what-counts", about: "fares", typ: semantic, age: 8.7, by: planner, tags: "freeze fares", importance: 0.7,
		text: "What the fare freeze covers: base prices, zones, age bands, the bicycle supplement and every discount code. It does not cover translations of fare names, the order in which fares are shown, or a correction of an amount that is printed wrong, provided Pernille signs it.",
	},
	{
		id: "ladder-second-rung", about: "releases", typ: observation, age: 5.6, by: releaseBot, tags: "release canary",
		text: "In the last nine releases every rung that was not quiet showed it within eleven minutes, eight of them on the second rung. The hour there is cautious; the half hour on the first has never found anything by itself.",
	},
	{
		id: "terminal-title-prank", about: "security", typ: observation, age: 4.4, by: releaseBot, tags: "security raw",
		text: "A kiosk reported this as its name: \"\x1b]2;not a kiosk\x07\x1b]52;c;bm90IGZvciB5b3U=\x07Quay 4\u009b31m\". Somebody had typed it on the service keyboard to see what our console would do. The console printed it. Names are now shown with their control characters made visible, everywhere.",
	},
	{
		id: "gate-reads-calendar", about: "releases", typ: fact, age: 3.1, by: releaseBot, tags: "release freeze gate",
		text: "The release gate takes freeze dates from the shared calendar, once an hour, and closes at the start of the day it finds there. It knows nothing of times of day, and nothing of what was agreed in a chat.",
	},
}
