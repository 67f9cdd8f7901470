package demo

// researchNotes is what the researcher found, tried and thinks.
var researchNotes = []note{
	{
		id: "noshow-model", about: "no-shows", typ: semantic, age: 86.9, by: researcher, tags: "model no-show", importance: 0.7,
		text: "Whether a passenger shows up depends on three things we have: how long ago they booked, whether it is the first boat of the day, and the wind forecast at the time of departure. Everything else that was tried, the fare included, moved the error by less than one part in a hundred.",
	},
	{
		id: "noshow-weather", about: "no-shows", typ: observation, age: 81.1, by: researcher, tags: "weather no-show",
		text: "Forecast wind keeps more people at home than real wind. On days when a storm was announced and did not come, 19 % stayed away; on days when it came unannounced, 6 %.",
	},
	{
		id: "embedding-shortlist", about: "search", typ: episodic, age: 77.3, by: researcher, tags: "embedding comparison", stability: 50,
		text: "Compared four ways to find a harbour from what people type: exact, trigrams, a small embedding model, and a list of 300 aliases written by the offices in one afternoon. The aliases won on every measure, including the cost of being wrong.",
	},
	{
		id: "queue-paper-idea", about: "kiosk queues", typ: zettel, age: 74.1, by: researcher, tags: "queues",
		text: "Two kiosks with one queue serve people faster than two kiosks with a queue each, and are liked less. People prefer to have chosen the slow queue themselves.",
	},
	{
		id: "tide-and-sales", about: "demand", typ: observation, age: 70.7, by: researcher, tags: "tides demand",
		text: "At the two harbours with the steep ramp, sales fall by a tenth in the hour around low water. The ramp is then a climb with luggage, and people wait in the café until it is not. The café knew this.",
	},
	{
		id: "wind-threshold-study", about: "cancellations", typ: semantic, age: 66.1, by: researcher, tags: "storm threshold", importance: 0.65,
		text: "Looked at three winters of cancellations against measured gusts. Captains cancel at 21 m/s from the west and at 17 m/s from the north-east, where the swell has room. One threshold for all directions would have cancelled 41 sailings too many and missed 9. The proposal is a table by harbour and direction, filled in by the captains, with our figures beside theirs.",
	},
	{
		id: "memory-of-agents", about: "agent memory", typ: semantic, age: 63.6, by: researcher, tags: "memory forgetting",
		text: "On what an agent should forget: a plain rule by age throws away the one note from spring that is needed each spring. What is used should last, what is never used should go, and what was corrected should keep its correction beside it. Importance given by the writer predicts use hardly better than chance; being found twice in different weeks predicts it well.",
	},
	{
		id: "demand-holidays", about: "demand", typ: episodic, age: 60.9, by: researcher, tags: "demand holidays",
		text: "Asked whether last year's holiday demand can be reused. It can for weekdays. For weekends the week number is the wrong key: what matters is the distance to the end of the month, because wages are paid then and the wholesale market on the mainland opens.",
	},
	{
		id: "pgvector-trial", about: "search", typ: episodic, age: 58.9, by: researcher, tags: "search trial",
		text: "Trial of a vector index inside the database: building it for 40,000 help texts takes 71 s, a query 3 ms, and the answers are those of the keyword search in 8 of 10 cases. Not worth a second kind of index for now.",
	},
	{
		id: "prompt-notes", about: "agent habits", typ: procedural, age: 55.7, by: researcher, tags: "prompts agents",
		text: "What made the planner's summaries better, in order of effect: give it the question that the reader will ask afterwards; ask for the number and where it comes from in the same sentence; forbid the words \"significant\" and \"robust\"; cut what it writes at 120 words. Examples helped less than any of these.",
	},
	{
		id: "kiosk-eye-tracking", about: "kiosk queues", typ: episodic, age: 52.1, by: researcher, tags: "kiosk study", stability: 45,
		text: "Watched 140 purchases at two kiosks from a bench, with permission and a thermos. Median 48 seconds. The longest pause is before the first touch, 11 seconds, in which people read the whole screen from top to bottom, including the cleaning instructions for staff.",
	},
	{
		id: "forecast-baseline", about: "demand", typ: decision, age: 49.8, by: researcher, tags: "forecast decision",
		text: "The baseline for demand is the median of the same hour and weekday over the last six comparable weeks. A model goes into use only if it beats that by a tenth on the weeks it has not seen, and if it can be switched off without anybody noticing within a day.",
	},
	{
		id: "spacing-effect-note", about: "agent memory", typ: zettel, age: 47.1, by: researcher, tags: "memory spacing",
		text: "Repetition with pauses lasts, repetition without does not. For a note this means: ten look-ups in one afternoon are one reason to keep it, ten look-ups in ten weeks are ten.",
	},
	{
		id: "fare-elasticity", about: "demand", typ: opinion, age: 44.9, by: researcher, tags: "fares demand", confidence: 0.55,
		text: "The fare hardly changes how many commuters travel, and changes a great deal which boat day visitors take. If that is right, a cheaper midday return would fill boats that sail anyway and cost nothing. It rests on one summer and two lines; I would not bet the council's money on it.",
	},
	{
		id: "ocr-receipts", about: "refunds", typ: episodic, age: 41.1, by: researcher, tags: "refunds ocr",
		text: "Tried to read photographed receipts for refunds automatically. 88 % were read without an error. The rest were wet. Since the voucher code has no vowels and eight letters, asking people to type it is quicker and right 97 times in 100.",
	},
	{
		id: "carbon-estimate", about: "operations", typ: fact, age: 37.9, by: researcher, tags: "energy",
		text: "A kiosk uses 31 W with the screen bright and 12 W in the dark theme at night. For 214 kiosks the dark theme saves about as much in a year as one crossing of the large boat burns in fuel. Worth doing, not worth a press release.",
	},
	{
		id: "llm-extraction-error", about: "agent habits", typ: observation, age: 34.1, by: researcher, tags: "agents errors",
		text: "When the planner writes down a date from a conversation it is wrong in about one of thirty cases, nearly always by taking the date on which somebody spoke for the date they spoke about. It never doubts itself then: stated confidence was .9 or more each time.",
	},
	{
		id: "dedupe-thoughts", about: "agent memory", typ: opinion, age: 30.2, by: researcher, tags: "memory duplicates",
		text: "Two notes that say nearly the same are better kept as one with two sources than merged into a third that nobody said. The exception is a pair that disagrees: that pair is worth a person's minute.",
	},
	{
		id: "swell-data", about: "cancellations", typ: fact, age: 27.3, by: researcher, tags: "storm data",
		text: "The buoy west of the outer islands reports wave height every half hour, with a delay of 20 minutes and a gap of about two hours each month while it is cleaned. Period matters more than height: below 6 seconds the small boat turns back at half the wave height.",
	},
	{
		id: "summaries-test", about: "agent habits", typ: episodic, age: 24.1, by: researcher, tags: "summaries test",
		text: "Blind test of incident summaries: five by people, five by the planner, read by three harbour offices. They preferred the planner's for order and the people's for knowing what to leave out. All three offices asked who had been on the telephone, which only one of the ten mentioned.",
	},
	{
		id: "gate-counter-accuracy", about: "no-shows", typ: fact, age: 20.2, by: researcher, tags: "gates counting",
		text: "Gate counters miss children below 95 cm and count double anyone who walks back for a forgotten bag. Over a week the two errors cancel to within 1 %. Over a single sailing they do not, so a manifest is never corrected from a gate alone.",
	},
	{
		id: "forgetting-curve-fit", about: "agent memory", typ: semantic, age: 17.3, by: researcher, tags: "memory forgetting curve", importance: 0.6,
		text: "Fitted when notes of the last half year were last of any use, against their age. An exponential with a time constant of 28 days describes conversation notes well and procedures not at all: those are used as often after 80 days as after eight. The sensible reading is that kinds of memory fade differently, not that one curve needs more parameters.",
	},
	{
		id: "route-names-survey", about: "search", typ: observation, age: 13.8, by: researcher, tags: "survey names",
		text: "Of 90 passengers asked on board, 12 could give the official name of the line they were on. 71 gave the two places, 5 the name of the captain and 2 the colour of the boat.",
	},
	{
		id: "batch-vs-stream", about: "architecture", typ: opinion, age: 10.2, by: researcher, tags: "architecture",
		text: "Recomputing the day from its bookings every minute is simpler than keeping a stream right, and at our size it takes 0.7 s. The question comes back once a year, each time with a new product's name attached.",
	},
	{
		id: "bicycle-supplement", about: "fares", typ: episodic, age: 7.7, by: researcher, tags: "fares bicycle",
		text: "Looked into the bicycle supplement for Pernille. Raising it by 0.50 would bring 9,000 a year and, going by the last change, turn away one cyclist in twenty-five. Lowering it in the off season costs 2,100. Either needs a vote of the councils before the fare freeze.",
	},
	{
		id: "tunnel-thought", about: "agent memory", typ: zettel, age: 4.2, by: researcher, tags: "memory ties",
		text: "The useful ties between notes are those across rooms: a rule of the harbour office beside a timeout in the gateway. Inside one room everything is tied to everything, which says little.",
	},
	{
		id: "canary-statistics", about: "releases", typ: semantic, age: 1.9, by: researcher, tags: "release canary statistics",
		text: "With the bookings of the two smallest lines, half an hour on the first rung can show an error that hits one booking in forty, and nothing rarer. To see one in two hundred before the second rung we would have to wait until the evening. The second rung sees it in nine minutes. The first rung is there for what breaks completely.",
	},
}
