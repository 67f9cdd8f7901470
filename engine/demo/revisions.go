package demo

// revisions are the later versions. The preference for a language, in three
// versions, is the one that the welcome shows.
var revisions = []revision{
	{id: "language-preference", by: planner, age: 52.6, reason: "said in review: depends on what it is for", confidence: 0.85, text: "Prefers TypeScript for anything with a screen."},
	{id: "language-preference", by: planner, age: 17.9, reason: "asked directly, and answered at length", importance: 0.85, confidence: 0.95, text: "Prefers TypeScript for anything with a screen, Go for anything that runs on a quay, and Python only for figures that are looked at once."},

	{id: "editor-preference", by: you, age: 22.4, reason: "I changed my mind", confidence: 1, text: "Prefers a modal editor in the terminal, one pane, tests on a key. The second pane was mostly looked at instead of the text."},
	{id: "answer-length", by: planner, age: 37.4, reason: "corrected twice in one day", text: "Wants the answer first and the reasons after it, in as few sentences as will do. A list only if the things in it are of one kind. No summary of what was just said."},
	{id: "agent-boundaries", by: you, age: 5.2, reason: "after the archived seals", text: "What the agents may do alone: read everything, write memories, open changes, start the rehearsal, archive what they wrote themselves and nobody has used for a month. What they ask me for: anything a passenger will see, any date, any owner, anything that cannot be taken back."},
	{id: "winter-goal", by: you, age: 4.1, reason: "shorter", text: "For the winter one goal: nobody on a quay is told something that another screen denies."},

	{id: "fare-freeze-14", by: planner, age: 11.7, reason: "Pernille confirmed the hour on the telephone", confidence: 0.95, text: "The fare freeze starts on the 14th at noon. From then on no prices, zones or discounts change until the winter timetable has run for a week. Pernille asked for noon so that the island councils can still vote in the morning; she confirmed it once more on the telephone."},
	{id: "release-checklist", by: releaseBot, age: 58.7, reason: "step 2 had no limit", text: `Release checklist, in this order and without skipping:
1. Harbour lines have confirmed the sailing calendar for the coming week.
2. The migration dry run on last night's copy took less than four minutes and held no lock longer than one second.
3. Kiosk build signed, checksum posted in the release thread.
4. One person named as the voice to the harbours until the ladder is at the top.
5. Canary ladder started; nobody leaves before the second rung is quiet.
6. Release note in the words of a deck hand, not of a developer.`},
	{id: "release-checklist", by: you, age: 30.6, reason: "the certificate incident", text: `Release checklist, in this order and without skipping:
1. Harbour lines have confirmed the sailing calendar for the coming week.
2. The migration dry run on last night's copy took less than four minutes and held no lock longer than one second.
3. Nothing ends within a month: certificates, signing keys, contracts with a date.
4. Kiosk build signed, checksum posted in the release thread.
5. One person named as the voice to the harbours until the ladder is at the top.
6. Canary ladder started; nobody leaves before the second rung is quiet.
7. Release note in the words of a deck hand, not of a developer.`},
	{id: "release-checklist", by: releaseBot, age: 5.9, reason: "four kiosks were still pinned", text: `Release checklist, in this order and without skipping:
1. Harbour lines have confirmed the sailing calendar for the coming week.
2. The migration dry run on last night's copy took less than four minutes and held no lock longer than one second.
3. Nothing ends within a month: certificates, signing keys, contracts with a date.
4. No kiosk is pinned to an older bundle, or its pin has a name and an end.
5. Kiosk build signed, checksum posted in the release thread.
6. One person named as the voice to the harbours until the ladder is at the top.
7. Canary ladder started; nobody leaves before the second rung is quiet.
8. Release note in the words of a deck hand, not of a developer.`},
	{id: "canary-ladder", by: releaseBot, age: 12.2, reason: "a ladder that sold too much looked like a success", text: "Canary ladder: the two smallest lines first, half an hour of quiet, then every line with fewer than five sailings a day, an hour of quiet, then the rest. Quiet means no new kind of error and a booking rate inside the usual band for that hour, neither below it nor above. If a rung is not quiet, go down one rung, never straight to the bottom."},
	{id: "quiet-hours", by: planner, age: 44.8, reason: "the lake line has a late commuter boat", confidence: 0.9, text: "Nothing is deployed between 05:30 and 09:00 or between 15:30 and 18:30 local time of the harbours concerned, on the lake until 19:15. Those are the commuter sailings; a kiosk that restarts then keeps forty people on a quay in the rain."},
	{id: "wind-mode", by: planner, age: 27.4, reason: "learned in the long storm", importance: 0.9, text: "Wind mode: when the coast office announces gusts above 21 m/s, or above 17 from the north-east, switch the affected lines to wind mode before the first cancellation, not after it. It lengthens the notification queue's patience, shows the phone number of the harbour on kiosks, and stops the nightly fare recalculation. Leave it on for two hours after the warning ends; refunds come in waves."},
	{id: "who-may-deploy", by: you, age: 14.6, reason: "Ilse is away", text: "Five people may start the canary ladder while Ilse is away: Teo, Noor, Mikkel, Oskar and you. Any of them may stop it; so may every harbour office, by telephone and without giving a reason."},
	{id: "pager-rules", by: planner, age: 29.2, reason: "result of the review of alerts", text: "The pager rings for three things only: bookings that fail, manifests that cannot be read on a quay, and kiosks dark at more than two harbours at once, counted by mast. Everything else is a message for the morning. If you are rung for something else, the alert is the bug: mute it and write down why."},
	{id: "timeouts-table", by: planner, age: 13.4, reason: "measured again", text: "Timeouts seen from the gateway: timetable 300 ms, fares 700 ms, manifest 1.2 s, beacon none because it is only ever queued. A kiosk gives up after 6 s and prints a voucher. The sum of what it may wait for has to stay below 4 s."},
	{id: "kiosk-offline-rules", by: planner, age: 54.4, reason: "the lake", text: `What a kiosk does when it hears nothing from the gateway:

- after 10 s: keeps selling from its copy of the timetable, prints vouchers
- after 15 min: shows the telephone number of the harbour office above the fold
- after 6 h: stops offering sailings of the next day
- after 72 h: shows the timetable only, sells nothing

On boats the ten seconds are three, because they pass the big rock every day. The 72 hours are a promise to the fare inspectors. Everything else may be changed by us.`},
	{id: "error-words", by: planner, age: 25.1, reason: "Farida took one sentence out of her drawer", text: "Words for errors on a kiosk: first whether money was taken, then what to do, then nothing. \"Your card was not charged. Board and pay the crew.\" No numbers, no code, no sorry, and no other kiosk: there often is none."},
	{id: "kiosk-channel-owner-mikkel", by: you, age: 33.7, reason: "weekends were missing", text: "Mikkel owns the kiosk update channel: what goes into a bundle, who may pin one, and when a pin is cleared. Questions about bundles that do not arrive go to him first. At weekends to Oskar."},
	{id: "mikkel-parental", by: planner, age: 40.4, reason: "he told the team", text: "Mikkel works Monday to Thursday noon until the winter timetable, since his daughter was born. Urgent kiosk things go to Oskar on the other days."},
	{id: "manifest-retention", by: planner, age: 55.3, reason: "first half of the auditors' letter", confidence: 0.95, text: "Passenger names are erased thirty days after landing, by the manifest service itself and not by a job elsewhere. Copies on pursers' tablets go an hour after landing. What stays is the number of passengers per sailing and age band, because the island councils are paid by it."},
	{id: "noshow-model", by: researcher, age: 33.1, reason: "vouchers looked at separately", confidence: 0.8, text: "Whether a passenger shows up depends on four things we have: how long ago they booked, whether they have paid, whether it is the first boat of the day, and the wind forecast at the time of departure. Everything else that was tried, the fare included, moved the error by less than one part in a hundred."},
	{id: "forecast-baseline", by: researcher, age: 28.3, reason: "paydays earn their column", text: "The baseline for demand is the median of the same hour and weekday over the last six comparable weeks, where comparable includes the distance to the end of the month. A model goes into use only if it beats that by a tenth on the weeks it has not seen, and if it can be switched off without anybody noticing within a day."},
	{id: "fare-elasticity", by: researcher, age: 20.7, reason: "a second summer of figures from the southern lines", confidence: 0.7},
	{id: "wind-threshold-study", by: researcher, age: 26.6, reason: "repeated with the buoy", importance: 0.8, confidence: 0.9, text: "Looked at three winters of cancellations against gusts measured at the buoy. Captains cancel at 21 m/s from the west and at 17 m/s from the north-east, where the swell has room. One threshold for all directions would have cancelled 38 sailings too many and missed 11. The proposal is a table by harbour and direction, filled in by the captains, with our figures beside theirs. With the inland station the first study had 41 and 9."},
	{id: "harbour-office-north", by: planner, age: 19.7, reason: "the dog has retired", text: "The northern office is two people. They pick up on the second ring between six and six, and not at all during the unloading of the supply boat, which is announced on no calendar. Their kiosk's service button rings a bell behind the counter."},
	{id: "talk-draft", by: you, age: 16.3, reason: "they allow the bell", text: "Draft for the talk at the harbour meeting. Begin with the fork-lift and the two beeps. Then: software on a quay has three users who never meet, the one who is cold, the one who is on the telephone and the one who counts the money. End with the button that rings the bell. The northern office allows it and wants to be there."},
	{id: "hiring-note", by: you, age: 8.1, reason: "they said yes", text: "The candidate for the services side said yes and starts after the winter timetable. In the second conversation I asked what the last thing was that they deleted, and got a good story about a cache. Ilse meets them when she is back. The first week as for every newcomer: counter, boat, pager, pair, release."},
	{id: "power-work", by: planner, age: 3.5, reason: "it took longer", text: "The harbour authority's power work at the outer quay took seven hours on the first of three nights, not six. Kiosks there run on their batteries for about five. For the other nights one of the two is fed from the café."},
	{id: "today-wind", by: planner, age: 0.098, reason: "full hour", text: "Coast office: gusts of 18 m/s at the outer islands this evening and falling, below the limit for wind mode. Looking again at every full hour until the last boat is in."},
	{id: "question-freeze", by: you, age: 0.033, reason: "read both again", importance: 0.9, text: "Settle before I leave: is it the 14th at noon or the 18th? The first rests on Pernille and the councils, the second on an all-day entry in a calendar that she does not use. Three harbour offices have been told one or the other."},
}
