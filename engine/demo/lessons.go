package demo

// The slips below are single thoughts and lessons, one to a note, that the
// agents or you set down between other things.

var slipsOps = []note{
	{
		id: "slip-alarms-teach", about: "monitoring", typ: zettel, age: 29.1, by: planner, tags: "monitoring idea",
		text: "An alarm teaches. One that rings for nothing teaches people to sleep on, and it teaches faster than the real ones can teach them to wake up. So a bad alarm is not a small nuisance beside the good ones; it is a subtraction from them. That is the argument for deleting rather than tuning.",
	},
	{
		id: "slip-rain-test", about: "deploys", typ: opinion, age: 15.1, by: you, tags: "testing idea", confidence: 0.7,
		text: "I believe that our rehearsal is too dry. Everything that surprised us this year came in from outside the software: paint on a mast, a café's cable, a councillor's vote, rain. We could rehearse with one thing taken away at random that is not ours, and watch what the team does rather than what the cluster does.",
	},
	{
		id: "rehearsal-without-mast", about: "deploys", typ: episodic, age: 3.8, by: releaseBot, tags: "rehearsal release",
		text: "First rehearsal with something taken away: the northern mast, drawn by lot, told to nobody. After four minutes the pager rang as it should, by mast and once. After nine, Oskar had understood that it was the mast and not the release. What took until minute 21 was finding out who may say so to the harbour: the list of voices is on a page that needs the network behind that mast. It is printed now.",
	},
	{
		id: "gate-log-week", about: "releases", typ: observation, age: 1.5, by: releaseBot, tags: "release freeze gate",
		text: "The gate's log of the week: 41 changes let through, 3 held. One because its test named a kiosk that would break, rightly. Two because they touch the fare tables and the gate was told to wait for the calendar to be confirmed: the bicycle supplement, and a rounding in the child fare that Pernille has signed.",
	},
}

var slipsAPI = []note{
	{
		id: "slip-refuse-to-know", about: "architecture", typ: zettel, age: 46.3, by: planner, tags: "architecture idea",
		text: "What a service refuses to know is a better description of it than what it knows. Knowledge creeps in, a field at a time, each with a good reason; a refusal is written down once and somebody has to strike it out. When beacon was asked to say \"your usual boat\", it could not, and we noticed what was being asked.",
	},
	{
		id: "slip-free-is-a-price", about: "fares", typ: zettel, age: 8.4, by: planner, tags: "fares idea",
		text: "Free is a price that needs a reason. A missing price and a price of nothing look alike on a receipt and could not be more different in the books. Since those nine minutes each amount carries its reason, also the amount of nothing: child under four, school promise, apology of the captain.",
	},
	{
		id: "child-rounding", about: "fares", typ: episodic, age: 2.6, by: planner, tags: "fares freeze rounding",
		text: "A child fare on the lake line is rounded twice, once for the child and once for the return, and comes out one coin too high for 3 journeys in 200. Correction is written and signed by Pernille; since it corrects an amount that is printed wrong, it may go out in the freeze as well. It waits at the gate together with the bicycle supplement, which may not.",
	},
	{
		id: "slip-retry-manners", about: "quay", typ: opinion, age: 33.5, by: planner, tags: "retries idea",
		text: "Retrying is a matter of manners. Whoever asks again has to consider that everyone else is asking again too. The budget in the gateway is not a technical trick, it is the rule that one lets people off the boat before getting on, written for machines that cannot see each other.",
	},
}

var slipsWeb = []note{
	{
		id: "slip-two-clocks", about: "kiosk", typ: zettel, age: 12.4, by: planner, tags: "time words idea",
		text: "Two screens that show different times do more harm than one screen that is wrong. With one wrong screen people lose five minutes. With two they lose the habit of believing, and it takes a season to come back. Where we cannot make two sources agree we should leave one of them empty.",
	},
	{
		id: "slip-button-as-bell", about: "kiosk", typ: zettel, age: 18.8, by: planner, tags: "kiosk idea harbour",
		text: "The northern office wired the service button of its kiosk to a bell behind the counter. It is the best feature that the terminal has, it was made with two metres of wire, and no requirement of ours would ever have led to it. What else do offices do with our machines when we are not looking? Ask on the next round, and bring a camera.",
	},
	{
		id: "glove-study-again", about: "kiosk", typ: episodic, age: 6.6, by: planner, tags: "kiosk gloves study",
		text: "Repeated the study with gloves for the new screens, nine people at the long gangway, two degrees and drizzle. 22 mm still holds. What has changed is the payment: telephones are held against the reader with the glove on and slip. Five of nine dropped theirs at least once, one into the harbour. A ledge of 15 mm under the reader is being printed for the outer quay.",
	},
}

var slipsResearch = []note{
	{
		id: "slip-date-and-owner", about: "agent memory", typ: zettel, age: 1.0, by: researcher, tags: "memory contradictions idea",
		text: "Dates and owners are what notes disagree about, because both are facts only for as long as people say so. A tide table cannot be outvoted. The day of a freeze can, and the vote leaves no trace in the notes of those who were not on the telephone. It follows that such notes need their source more than they need a confidence.",
	},
	{
		id: "no-shows-vouchers", about: "no-shows", typ: episodic, age: 32.8, by: researcher, tags: "no-show vouchers",
		text: "No-shows among vouchers, counted apart: 14 in 100, against 7 with paid tickets. It does not depend on the weather, which for paid tickets it does. The likely reason is dull: a voucher is printed twice when the first one falls on the ground, and nobody voids the first. Deducting doubles within two minutes brings it to 8.",
	},
	{
		id: "wind-table-first-week", about: "cancellations", typ: observation, age: 2.4, by: researcher, tags: "storm threshold captains",
		text: "First week with the captains' table beside our figures. They differ in four of 36 cells, always by the captain being the more careful. In three of them the swell comes around the point, which the buoy cannot see. The fourth, says the captain of the small boat, is the one where his knees hurt. Left as they are, with that reason in the table.",
	},
}

var slipsPeople = []note{
	{
		id: "telephone-manners", about: "harbour offices", typ: procedural, age: 57.6, by: planner, tags: "harbour communication", importance: 0.6,
		text: "Calling a harbour office: say who you are and which boat it is about before anything else, because they are looking at one while they listen. Ask whether it is a good moment; \"no\" is an answer and means ten minutes. Give times as times of day, never as \"in half an hour\". Repeat what they said. Thank them for it when it was bad news, otherwise next time you will hear of it from the passengers.",
	},
	{
		id: "who-hears-first", about: "team", typ: decision, age: 10.5, by: planner, tags: "communication decision",
		text: "Decided with Noor: when a date changes, the harbour offices hear it first, the team second and the calendar last. The calendar is where most of us look and nobody listens. It is slower by an hour. The other order was tried by accident twice this autumn, and both times an office explained our own decision to us.",
	},
}
