package demo

// todayNotes is what the agents keep in mind on the last day: the release
// before the freeze is on its way.
var todayNotes = []note{
	{
		id: "today-plan", about: "releases", typ: working, age: 0.46, by: planner, tags: "release today", importance: 0.7,
		text: "Plan for today: release with the winter timetable behind a flag, voice to the harbours is Noor, ladder from ten o'clock. Open before it starts: which freeze date holds, because two fare changes are waiting at the gate.",
	},
	{
		id: "today-dry-run", about: "database", typ: working, age: 0.41, by: releaseBot, tags: "release migration",
		text: "Migration dry run on last night's copy: 2 min 51 s, of which 2 min 10 s are the index on (sailing, deck). No lock held longer than 0.4 s. Row counts before and after agree for all 31 lines.",
	},
	{
		id: "today-bundle", about: "kiosk", typ: working, age: 0.37, by: releaseBot, tags: "release kiosk",
		text: "Kiosk bundle built and signed, 38.2 MB, 1.8 MB under the budget. Checksum is in the release thread. The two terminals on ships in dock will not see it this week.",
	},
	{
		id: "today-first-rung", about: "releases", typ: working, age: 0.31, by: releaseBot, tags: "release canary",
		text: "First rung quiet for 34 minutes. 212 bookings, 3 refunds, no new kind of error. Going to the second rung.",
	},
	{
		id: "today-second-rung", about: "releases", typ: working, age: 0.26, by: releaseBot, tags: "release canary",
		text: "Second rung: one new message, \"gangway unknown for sailing\", seven times in six minutes and only for the evening boat of the south line. It is a warning and sells the ticket anyway. Holding the rung, asked Mikkel.",
	},
	{
		id: "today-gangway-cause", about: "timetable", typ: working, age: 0.22, by: planner, tags: "release timetable",
		text: "Cause of \"gangway unknown\": the winter timetable names the gangway by quay and letter, the summer one by number, and the flag lets the kiosk read one with the other's sailing. Mikkel maps the letters; no need to step down.",
	},
	{
		id: "today-wind", about: "operations", typ: working, age: 0.17, by: planner, tags: "storm today", expires: 0.4,
		text: "Coast office: gusts of 19 m/s at the outer islands this evening, below the limit for wind mode. Looking again at every full hour until the last boat is in.",
	},
	{
		id: "today-second-rung-quiet", about: "releases", typ: working, age: 0.13, by: releaseBot, tags: "release canary",
		text: "Second rung quiet since the letters were mapped, 63 minutes now, 1,904 bookings. Third rung started with Noor on the telephone to the harbours.",
	},
	{
		id: "today-refund-oddity", about: "fares", typ: working, age: 0.082, by: planner, tags: "refund today",
		text: "A refund of 0.00 was booked for a school group on the third rung. The tickets had been free, so the sum is right, but the customer got a letter about it. Not a reason to stop; written down for tomorrow.",
	},
	{
		id: "today-user-ask", about: "agenda", typ: working, age: 0.051, by: planner, tags: "question",
		text: "Asked to have ready by the end of the day: a single sentence on the freeze date, who owns the kiosk update channel, and whether the bicycle supplement can still change this year.",
	},
	{
		id: "today-ladder-top", about: "releases", typ: episodic, age: 0.024, by: releaseBot, tags: "release canary",
		text: "The ladder is at the top. All 31 lines run the release, 4,480 bookings since the start, error rate 0.06 %, which is the usual figure. Kiosks: 94 % have fetched the bundle, the rest are dark or on ships.",
	},
	{
		id: "today-thanks", about: "releases", typ: observation, age: 0.009, by: planner, tags: "release",
		text: "Quietest release since the summer: one warning, understood in four minutes, nobody stayed late 🎉. What was different: the person who knew the timetable was in the room while the second rung ran.",
	},
	{
		id: "today-next", about: "agenda", typ: working, age: 0.0018, by: planner, tags: "today",
		text: "Next: write the release note in the words of a deck hand, clear the bundle pin left from the rehearsal, and have somebody settle the freeze date before the gate opens again.",
	},
}
