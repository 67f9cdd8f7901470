package demo

// apiNotes is what is known about the services behind the counter.
var apiNotes = []note{
	{
		id: "service-map", about: "architecture", typ: semantic, age: 88.1, by: planner, tags: "architecture services", importance: 0.9, confidence: 0.95,
		text: `Five services, and what each of them refuses to know:

timetable: which boat leaves when. Knows nothing of people or money.
fares: what a journey costs. Is given ages and zones, never names.
manifest: who is on board. The only one that stores names, and forgets them thirty days after landing.
beacon: tells people things. Has addresses, but not what they bought.
quay: the gateway that kiosks and browsers talk to. Stores nothing at all.

The boundaries come from what an inspector may ask for, not from team sizes.`,
	},
	{
		id: "manifest-retention", about: "manifest", typ: fact, age: 87.2, by: planner, tags: "privacy manifest", importance: 0.9,
		text: "Passenger names are erased thirty days after landing, by the manifest service itself and not by a job elsewhere. What stays is the number of passengers per sailing and age band, because the island councils are paid by it.",
	},
	{
		id: "idempotent-bookings", about: "bookings", typ: decision, age: 85.1, by: planner, tags: "bookings decision", importance: 0.85,
		text: "Every booking request carries a key made by the kiosk before the card is read. The same key within a day returns the first answer, also when that answer was a refusal. It was chosen over deduplicating by card and sailing because families buy the same ticket four times on purpose.",
	},
	{
		id: "fares-integer", about: "fares", typ: fact, age: 83.9, by: planner, tags: "fares money",
		text: "Amounts are whole numbers of the smallest coin, together with the currency, everywhere and without exception. Percentages are applied to the sum of a journey and rounded once, half up, in favour of the passenger when the rule book is silent.",
	},
	{
		id: "timetable-cache", about: "timetable", typ: semantic, age: 81.7, by: planner, tags: "cache timetable",
		text: "The gateway keeps the timetable of today and tomorrow in memory and asks for changes by number. A change number that jumps by more than one makes it fetch the whole day again, about 90 kB. That happens some four times a day and is cheaper than being clever.",
	},
	{
		id: "overbooking-rule", about: "bookings", typ: fact, age: 79.1, by: planner, tags: "bookings capacity",
		text: "Foot passengers may be overbooked by four in a hundred on boats with an open deck; wheelchairs, cars and bicycles never. The figure comes from no-show counts of two summers and is looked at again each spring.",
	},
	{
		id: "car-deck-packing", about: "bookings", typ: episodic, age: 75.6, by: planner, tags: "car deck", stability: 55,
		text: "Tried to predict whether one more van fits on the car deck from lengths alone. It was wrong in 7 of 100 loadings, always when a trailer stood beside the ramp. The deck crew's rule, two metres lost for each trailer, was wrong in 2. We use the crew's rule.",
	},
	{
		id: "beacon-quiet", about: "beacon", typ: preference, age: 72.8, by: planner, tags: "notifications",
		text: "Passengers get at most one message per journey unless the boat does not sail. Delays below ten minutes are shown on the quay and sent to nobody; a test in summer found that people who were told of five minutes missed the boat when it made them up.",
	},
	{
		id: "grpc-or-json", about: "architecture", typ: opinion, age: 71.3, by: researcher, tags: "protocol",
		text: "Plain JSON over HTTP between the services is enough for us. The largest message is a manifest of 300 names, the busiest path sees 70 requests a second, and everybody on call can read it at four in the morning.",
	},
	{
		id: "postgres-index-lesson", about: "database", typ: semantic, age: 68.4, by: planner, tags: "database index", importance: 0.65,
		text: "The slow manifest query was not missing an index, it had two and chose the worse. Statistics were old because the table is rewritten every night in one transaction. An analyze at the end of that transaction took nine seconds and removed the morning spikes:\n\n    begin;\n    -- … nightly rewrite …\n    analyze manifest_entry;\n    commit;",
	},
	{
		id: "retry-budget", about: "quay", typ: decision, age: 65.9, by: planner, tags: "retries decision", importance: 0.75,
		text: "Retries come out of a budget: one retry for ten first attempts, counted per kiosk over a minute. Without it the outage of the fares service was lengthened by 25 minutes, because every kiosk asked three times and the service came back into that.",
	},
	{
		id: "zone-table", about: "fares", typ: fact, age: 62.2, by: planner, tags: "fares zones",
		text: "There are nine zones, numbered outward from the mainland, and zone 5 has a hole in it: the lighthouse island belongs to zone 2 because its lighthouse keeper once did. Every new developer finds this and files it as a bug.",
	},
	{
		id: "refund-order", about: "refunds", typ: procedural, age: 60.1, by: planner, tags: "refunds", importance: 0.7,
		text: "Order of a refund: mark the tickets as void, take the names off the manifest, then give the money back, and tell the passenger last. When a step fails, the earlier ones stay. A void ticket without money is an apology; money for a ticket that still opens the gate is an audit.",
	},
	{
		id: "clock-on-kiosk", about: "quay", typ: observation, age: 57.4, by: planner, tags: "clock kiosk", stability: 35,
		text: "Kiosk clocks drift by up to nine seconds a day when they are offline and by an hour twice a year. Signed requests accept two minutes of difference, so a kiosk that was dark for a fortnight cannot sell until it has been told the time. It asks for the time before anything else now.",
	},
	{
		id: "search-islands", about: "timetable", typ: episodic, age: 53.6, by: planner, tags: "search names",
		text: "Half of the failed searches for a harbour are spellings with the wrong accent or none, a quarter are old names, and 3 % are the name of the bar beside the quay. Added the old names and the bars as aliases. Failed searches went from 8.1 to 2.2 in a hundred.",
	},
	{
		id: "batch-size-beacon", about: "beacon", typ: episodic, age: 51.9, by: planner, tags: "notifications batch",
		text: "Sending in batches of 500 made the provider throttle us for a minute after each; batches of 80 with a pause of 200 ms send the same storm's worth of messages in a third of the time. The provider's documentation says 1,000.",
	},
	{
		id: "journey-id", about: "bookings", typ: decision, age: 49.4, by: planner, tags: "ids decision",
		text: "A journey gets one id that survives rebooking; each ticket in it gets its own, which does not. Inspectors ask for tickets, passengers ask for journeys, and nobody has ever asked for a booking.",
	},
	{
		id: "api-versioning", about: "quay", typ: procedural, age: 46.8, by: planner, tags: "api versions",
		text: "A field is never removed from an answer of the gateway while a kiosk bundle that reads it is pinned anywhere. The list of pinned bundles is in the release gate; the check runs with the tests and names the kiosk that would break.",
	},
	{
		id: "fares-explain", about: "fares", typ: semantic, age: 44.3, by: planner, tags: "fares explanation",
		text: "Every price can explain itself. Beside the amount, fares returns the list of rules that were applied and the ones that were looked at and did not apply, with the reason. It was written for the tests. It turned out to be what the harbour offices read to passengers on the telephone.",
	},
	{
		id: "lock-order", about: "manifest", typ: zettel, age: 42.5, by: planner, tags: "database locks",
		text: "Lock sailings before entries, and sailings in order of departure. Two rebookings in opposite directions between the same two boats are the only deadlock we ever had, and they are the commonest rebooking there is: a couple who chose differently.",
	},
	{
		id: "manifest-offline-copy", about: "manifest", typ: decision, age: 38.7, by: planner, tags: "manifest offline decision", importance: 0.85,
		text: "The purser's tablet keeps the manifest of the next two sailings, encrypted with a key that expires an hour after landing. If the network is gone the boat still sails with a list of who is on board; what changed on the quay is reconciled from the gate's own counter afterwards.",
	},
	{
		id: "timeouts-table", about: "quay", typ: fact, age: 35.2, by: planner, tags: "timeouts",
		text: "Timeouts seen from the gateway: timetable 400 ms, fares 700 ms, manifest 1.5 s, beacon none because it is only ever queued. A kiosk gives up after 6 s and prints a voucher. The sum of what it may wait for has to stay below 4 s.",
	},
	{
		id: "audit-trail-shape", about: "manifest", typ: semantic, age: 32.9, by: planner, tags: "audit",
		text: "The auditors want to see who saw a name, not who changed it. Reads of the manifest are recorded with the role and the sailing, and without the name that was read, otherwise the audit trail would be the second place that knows who travelled.",
	},
	{
		id: "pagination-lesson", about: "quay", typ: observation, age: 30.8, by: planner, tags: "api paging",
		text: "Paging by offset showed one sailing twice and another never, because departures move while somebody scrolls. Paging by (departure, id) fixed it. The bug had been reported four times as \"the 17:10 is cursed\".",
	},
	{
		id: "holiday-rules-data", about: "timetable", typ: decision, age: 27.7, by: planner, tags: "timetable data decision",
		text: "School holidays are data that the councils enter themselves, not code. Three islands move theirs by a week when the herring comes, and they tell us on the day before.",
	},
	{
		id: "webhook-signature", about: "quay", typ: procedural, age: 25.3, by: planner, tags: "webhooks security",
		text: "Partners verify our webhooks by the signature over the raw body and the time, in that order, and must refuse what is older than five minutes. Two of seven partners parse the body first and sign what they have printed again; give those the test body with the escaped slash.",
	},
	{
		id: "double-charge-myth", about: "refunds", typ: opinion, age: 22.1, by: planner, tags: "refunds payments",
		text: "Most reports of a double charge are a reservation and a booking that the bank shows beside each other for two days. Explaining that on the receipt prevents more complaints than any change in the payment flow would.",
	},
	{
		id: "gateway-memory", about: "quay", typ: episodic, age: 19.3, by: planner, tags: "memory leak",
		text: "The gateway grew by 11 MB an hour. It kept one closed connection for each kiosk that had ever changed its address, and the ones on the lake change it whenever they pass the big rock. Found by counting kiosks in the heap: 2,300, of which we own 214.",
	},
	{
		id: "school-ticket-model", about: "fares", typ: decision, age: 15.8, by: planner, tags: "fares school decision",
		text: "School tickets are a promise about a pupil and not a discount on a journey. They live in their own table with a validity and a school, cost nothing at the time of travel, and are counted for the council by zone crossed.",
	},
	{
		id: "booking-rate-band", about: "bookings", typ: semantic, age: 12.7, by: planner, tags: "bookings release canary",
		text: "The usual band of the booking rate for a release is the middle four fifths of the same hour on the last six such weekdays, without holidays and storms. A release that sells more than usual is stopped too; free tickets once looked like a great success for nine minutes.",
	},
	{
		id: "kiosk-voucher-flow", about: "bookings", typ: procedural, age: 9.9, by: planner, tags: "kiosk offline voucher", importance: 0.75,
		text: "When a kiosk is offline it prints a voucher: line, sailing, number of people, a code of eight letters without vowels. The crew accepts it as a ticket. The kiosk uploads the vouchers when it is back, and the fare is taken only for codes that were seen at a gate.",
	},
	{
		id: "partial-outage-fares", about: "fares", typ: episodic, age: 8.5, by: planner, tags: "outage fares",
		text: "For eleven minutes fares answered with yesterday's table: the new one had been loaded by two of three instances. Prices differed for 26 journeys, by at most 0.40. Nobody was charged more than shown. The loader now waits until all three have said that they hold the same sum.",
	},
	{
		id: "gangway-letters", about: "timetable", typ: fact, age: 5.1, by: planner, tags: "timetable gangway winter",
		text: "The winter timetable names gangways by quay and letter (4B), the summer one by number (17). Both appear on signs. The mapping is one to one except for 2A, which in summer is two gangways with a bench between them.",
	},
	{
		id: "slow-tail-manifest", about: "manifest", typ: observation, age: 2.8, by: planner, tags: "latency manifest",
		text: "The slowest hundredth of manifest requests belongs to one boat. Its purser opens the list of the whole week each morning, from a tablet on the slow side of the island, because that is how the paper was.",
	},
	{
		id: "flag-winter", about: "timetable", typ: fact, age: 1.3, by: planner, tags: "flags winter timetable release",
		text: "The flag winter_timetable decides which table a kiosk reads, the flag winter_gangways decides how it names the gangway. They were meant to move together and have different owners.",
	},
}
