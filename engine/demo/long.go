package demo

// The texts below need more than a paragraph: minutes, letters, a proposal,
// configuration, a table.

var longOps = []note{
	{
		id: "storm-review", about: "operations", typ: semantic, age: 26.9, by: planner, tags: "storm incident review", importance: 0.9, confidence: 0.95,
		text: `Review of the long storm, written after talking to all four harbour offices, two pursers and everyone who had the pager.

What went well. Bookings never failed. Manifests were readable on board all day, including for the forty minutes in which the northern mast was down: the copy on the pursers' tablets did exactly what it was made for. The offices were called at the minutes they had been promised, and three of the four mentioned it without being asked.

What went badly. Wind mode came 40 minutes after the first cancellation, because the rule said "above 21 m/s" and the wind was 18 from the north-east, where 18 is a great deal. The notification queue lost patience with messages that it should have held, and later sent them all at once. Refunds were correct and slow; people do not distinguish between slow and wrong.

What nobody had thought of. At the inner harbour passengers queued at the kiosk to ask it questions, since it had been right all day. It sold 212 tickets for the next morning, for boats that then did not sail either.

Changes, each with a name:
- thresholds by direction: researcher and two captains
- queue that drops old news: Ilse
- no sales for a line in wind mode before the coast office's next bulletin: Mikkel
- a second person beside the voice, who only writes down: Noor`,
	},
	{
		id: "winter-cutover-plan", about: "releases", typ: procedural, age: 7.1, by: planner, tags: "winter timetable release plan", importance: 0.9,
		text: `How the winter timetable begins, agreed with Noor, Mikkel and Teo:

1. The data is loaded two releases ahead, behind winter_timetable, and compared by a person per line.
2. The release before the change brings the gangway letters, behind winter_gangways. Both flags are off.
3. On the evening before the change, after the last boat has landed, both flags go on for the two lines with the fewest sailings.
4. At 03:15 the kiosks restart and show the winter table everywhere. A kiosk that does not is called by telephone; somebody from the office restarts it with the service key.
5. Until noon the old table stays loaded. Going back is the two flags and takes 90 ms per kiosk.

What is not part of it: fares. They change before the freeze or after a week of the new timetable, never on the same day.`,
	},
	{
		id: "kiosk-config-dump", about: "kiosk", typ: fact, age: 34.9, by: releaseBot, tags: "kiosk config",
		text: `Configuration of a kiosk as it is rolled out, with the reasons that are not in the file:

    [network]
    heartbeat      = "10s"     # every kiosk, always; counted, not logged
    offline_after  = "10s"     # 3s on boats, because of the big rock
    give_up_after  = "6s"      # per purchase, then a voucher

    [sales]
    bundle_pin     = ""        # must be empty outside a rehearsal
    voucher_letters = "BCDFGHJKLMNPQRSTVWXZ"
    max_party      = 9         # above it: one more touch, elsewhere

    [screen]
    dark_from      = "sunset"  # sensor and clock have to agree
    touch_min_mm   = 22

The letters have no vowels, so that no code is ever a word, in any of the languages we print.`,
	},
	{
		id: "weekly-digest-autumn", about: "team", typ: episodic, age: 23.9, by: planner, tags: "digest week", stability: 40,
		text: `The week in nine lines, for whoever was on the water.

Released: signed webhooks. Two partners print the body before checking it and had to be helped.
Broken: nothing for longer than four minutes.
Found: the gateway grows by 11 MB an hour. Teo has a suspicion that involves boats.
Decided: one release a week. The trial with two is over.
Open: who owns what in the update channel after the change of the rota.
Sold: 161,000 tickets, of which 9,400 as vouchers.
People: Ilse is off for two weeks. The candidate comes back for a second conversation.
Wind: 14 m/s at most.
Sentence of the week, from Farida's drawer: "Line closed until open."`,
	},
	{
		id: "brief-reederei", about: "operations", typ: semantic, age: 18.7, by: planner, tags: "german letter partner",
		text: `Entwurf des Schreibens an die Reederei im Norden, Fassung nach dem Gespräch vom Vormittag:

Sehr geehrte Damen und Herren,

wie besprochen führen wir den Betrieb bei Sturm künftig als eigene Betriebsart und nicht mehr als Ausfall. Für Ihre Fahrgäste ändert sich dadurch dreierlei: Die Anzeige am Kai nennt die nächste Auskunft statt einer Abfahrt, die niemand zusagen kann. Fahrräder werden umgebucht, bevor das Autodeck geräumt werden muss. Erstattungen werden erst dann ausgelöst, wenn die Küstenwache die Warnung aufgehoben hat, damit Sie nicht zweimal rechnen.

Wir bitten Sie, uns bis zur Umstellung auf den Winterfahrplan mitzuteilen, welche Abfahrten bei auflaufendem Wasser auch mit der kleinen Fähre möglich sind. Eine Liste genügt; die Uhrzeiten ergänzen wir aus der Gezeitentafel.

Mit freundlichen Grüßen`,
	},
}

var longAPI = []note{
	{
		id: "fares-proposal", about: "fares", typ: semantic, age: 21.7, by: planner, tags: "fares proposal midday", importance: 0.7, confidence: 0.6,
		text: `Proposal for a midday return, for Noor and Pernille to argue about.

A return ticket that leaves after ten and comes back before four would cost two thirds of the ordinary one. Boats at that time are a third full. If the researcher's reading of last summer is right, 400 to 900 day visitors a week would move to them from the morning boats, which are full.

What it needs: one rule in fares, one line on two screens, a vote. No new ticket type; it is a return with a condition, and the gate already knows the time.

What speaks against it: it rests on one summer and two lines (now two summers, three lines). Commuters who return early would pay less without having asked. And it would be the fourth ticket on a screen that has room for three.

If it is wanted this year, the vote has to come before the fare freeze. If nobody is sure, spring is the better time.`,
	},
	{
		id: "manifest-schema", about: "manifest", typ: fact, age: 69.4, by: planner, tags: "manifest database schema", importance: 0.7,
		text: `What a manifest entry holds, and for how long:

    sailing      which departure, by local day, line and time
    ticket       the id, for the gate
    party        which tickets travel together
    name         as it was typed; erased 30 days after landing
    age_band     child, youth, adult, senior; kept, without the name
    needs        ramp, dog, oxygen; erased with the name
    seen_at_gate empty, or when

There is no address, no telephone number and no date of birth. Each has been asked for once, by somebody friendly, and each time the answer was to name the inspector who needs it.`,
	},
	{
		id: "storm-replay-howto", about: "bookings", typ: procedural, age: 27.2, by: releaseBot, tags: "load storm rehearsal",
		text: `To replay the storm day against the rehearsal cluster:

1. Restore the backup of the evening before. It takes 26 minutes at worst.
2. Start the recorder's file at four times the speed. At eight times the rehearsal database is the limit and you measure its disk.

       ferryctl replay --day storm --speed 4 --no-mail --no-cards

3. Check --no-mail twice. The numbers in the file belong to people who have had enough messages about that day.
4. Compare three figures with the real day: refunds per minute at the peak (71), oldest unsent notification (now below 40 s), share of vouchers (18 %).
5. Throw the cluster away. It holds names.`,
	},
}

var longWeb = []note{
	{
		id: "kiosk-test-protocol", about: "kiosk", typ: procedural, age: 16.9, by: planner, tags: "kiosk test protocol", importance: 0.6,
		text: `Oskar's protocol for a new bundle, on a real quay, in weather:

- buy one ticket without reading anything
- buy one with the thick gloves
- buy one while a second person asks you something
- begin, walk away, come back after 30 seconds; whose basket is it?
- pull the network; buy; count to ten; look at what the screen claims
- let somebody over seventy do it and keep your hands in your pockets
- read the receipt from the back of the queue
- ask the office what they think it did

It takes an hour and a half with a pause for tea. Two of the last five bundles were stopped by the fourth line.`,
	},
	{
		id: "yuki-letter", about: "booking site", typ: episodic, age: 13.1, by: planner, tags: "languages japanese partner",
		text: `由紀さんからのメール（要約ではなく全文）：

先日はありがとうございました。三日間で全航路に乗り、キオスクの起動時間を計りました。いちばん遅い端末でも、こちらの平均より速かったです。

お願いが三つあります。一つ目、欠航のときの画面に「次のお知らせは何時」と出るのがとても良いので、文言をそのまま使わせてください。二つ目、引換券のコードですが、こちらでは「シ」と「ツ」、「ソ」と「ン」を読み違える方が多いので、仮名を使う場合は外したいと思います。三つ目、冬の間は始発の前に甲板が凍ります。キオスクに「足元にご注意」を出す条件を、気温だけでなく前夜の雨とも組み合わせられるでしょうか。

急ぎません。春までにお返事をいただければ十分です。`,
	},
}

var longResearch = []note{
	{
		id: "ninety-days-of-notes", about: "agent memory", typ: semantic, age: 1.6, by: researcher, tags: "memory study contradictions", importance: 0.75, confidence: 0.85,
		text: `A look at our own notes of the last three months, since there was a quiet afternoon.

Of the notes written after conversations, about a third were never looked at again; most of these are hand-overs, and it is right that they fade. A tenth carry nearly all of the look-ups: the release checklist, the order after a cold start, what a kiosk does offline, and how long an answer should be.

Corrections are rare and valuable. 28 notes have a second version. In 19 of them the first was not wrong but too general, and the second says when it holds.

Two pairs disagree: the day of the freeze, and the owner of the update channel. Neither side of either pair is careless. In both cases something changed in a conversation and something else stayed as it was in a calendar or a rota. No rule by age or by confidence would settle them well: for the freeze the newer note is the more doubtful one, for the owner I could not say.`,
	},
	{
		id: "boat-survey-table", about: "demand", typ: fact, age: 36.3, by: researcher, tags: "demand survey table",
		text: `Count on board, one week, three lines, by the purser and me:

    line     boats  full   late   dogs   bicycles  standing
    north       84    11      6    101        240        37
    lake       126     2      9     64        811         0
    south       98    19      4     77        365        90

"Full" means that somebody was left on the quay. On the south line it was always the 07:20 or the 17:10. Standing is by choice on the lake, where nobody stands, and not by choice elsewhere.`,
	},
}

var longPeople = []note{
	{
		id: "minutes-freeze", about: "team", typ: episodic, age: 31.6, by: planner, tags: "freeze fares minutes", importance: 0.7,
		text: `Minutes, on the boat, out and back. Present: Noor, Ilse, Teo, Mikkel, Farida, you; Pernille by telephone as far as the lighthouse.

Out:
- Fares and the winter timetable must not change in the same week. Agreed by all.
- The freeze needs a day and an hour. Pernille: the 14th, after the vote, say noon. Nobody objected. Mikkel asked whether the gate can do hours. Nobody knew.

Back:
- School tickets first, group page second. Noor asks what is lost if the page slips; the planner looks it up.
- Who enters the freeze into the calendar? "One of us." (This is the whole of what was said.)

Next time: two persons for the two boats, please, the second half was loud.`,
	},
}

var longUser = []note{
	{
		id: "quay-morning", about: "notes", typ: episodic, age: 12.9, by: you, tags: "quay observation", importance: 0.6, stability: 45,
		text: `Spent the morning on the south quay instead of in the office, from the first boat to the fourth.

Things I would not have known: the kiosk is where people wait for each other, so the queue is never the queue. Nobody reads the second line of anything. The crew says "board and pay me" before anyone has reached the machine, so on a bad day we measure their kindness and call it downtime.

A woman asked me which of the two screens was lying. The kiosk said 08:40, her telephone 08:45, both were ours. She was not angry, only wanted to know which one she should believe in future.

That is where the goal for the winter comes from. I wrote it down that evening, but it was decided there.`,
	},
}
