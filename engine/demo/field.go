package demo

import "fmt"

// report is something seen at a kiosk, by whoever stood there.
type report struct {
	age              float64
	quay, by         string
	saw, then, found string
}

var reports = []report{
	{86.6, "the outer quay", "Oskar", "The screen answers to raindrops.", "Wiped it, rain came back, and somebody bought a ticket to the lighthouse without wanting one.", "Touches smaller than a fingertip are ignored while the rain sensor is wet."},
	{83.7, "the coal pier", "the harbour office", "Tickets come out blank.", "New roll, still blank. The roll was in backwards, as it was the last time.", "The lid now shows which way the paper runs."},
	{81.9, "the museum", "Mikkel", "A kiosk that was taken out of use sells tickets.", "The museum had plugged it in because children like the light.", "It has a museum mode that prints a stamp with the date."},
	{78.8, "the long gangway", "Oskar", "The queue splits around a bollard and both halves believe they are first.", "Moved the kiosk by two metres with four people and a pallet truck.", "Purchases per hour went up by a sixth with the same machine."},
	{75.1, "the south quay", "Farida", "People photograph the screen instead of buying.", "Asked eleven of them: they want the timetable in their pocket.", "The receipt printer gives the next three sailings for nothing."},
	{71.1, "the north quay", "the harbour office", "It says the last boat has left, at noon.", "Its clock stood at 23:10 after a night without mains.", "Kiosks ask for the time before anything else."},
	{68.1, "the outer quay", "Oskar", "The card reader is cold and slow, 14 seconds at minus one degree.", "A glove over the reader brought it to 5.", "A heating foil is ordered; gloves until then."},
	{65.3, "the coal pier", "Teo", "Salt in the speaker. The yes sounds like the no.", "Rinsed, dried, screwed on upside down so that the water runs out.", "Speakers face downward on all new terminals."},
	{62.6, "the inner harbour", "Mikkel", "A child bought 40 tickets by leaning on the button.", "Voided them together with the father, who paid for the two he needed.", "Counts above nine ask for one more touch, elsewhere on the screen."},
	{59.8, "the short gangway", "Farida", "Nobody sees the kiosk.", "Stood beside it for an hour. Everyone looks up at the sign for the gangway.", "The sign needs an arrow, the kiosk needs nothing."},
	{58.4, "the south quay", "Brahim", "Arabic receipts end in the middle of a harbour's name.", "Counted letters, should have measured their width.", "The width comes from the printer now."},
	{57.1, "the north quay", "Oskar", "Two people pay at once with two cards, and the faster one gets both tickets.", "Tried it nine times with Ilse's card and mine. Three times.", "The reader takes a card only for the basket it was opened for."},
	{54.6, "the lake landing", "the purser", "No tickets while passing the big rock.", "Signal drops for 90 seconds, the session starts again with a new address.", "Vouchers after ten seconds instead of a spinning wheel."},
	{51.4, "the outer quay", "Teo", "Seals again; the estimate says a queue of twelve.", "Masked the lower third of the picture.", "Estimate says one. There is one seal with ambition."},
	{47.6, "the inner harbour", "Oskar", "After an update the keypad speaks the wrong language to blind users.", "Its language came from the last purchase and not from this one.", "Set back to the harbour's own at each start."},
	{44.6, "the coal pier", "the harbour office", "Smell of burnt dust in the morning.", "It was the heating, on for the first time since spring.", "Heating runs once in September when somebody is there."},
	{40.9, "the south quay", "Farida", "\"Line 3\" is taken for the third queue.", "Changed the word on one kiosk for a day.", "Nobody asked about the queue. The word is off all screens."},
	{37.7, "the north quay", "Oskar", "In the first frost the glass touches itself at the lower edge.", "It does so at minus four and stops at minus two.", "The strip of 8 mm is switched off below zero."},
	{34.2, "the long gangway", "the purser", "Passengers hold up the kiosk's photograph of a code, the gate wants the paper.", "The picture mirrors when taken with the front camera.", "Gates read mirrored codes as well."},
	{30.5, "the lake landing", "Mikkel", "A wasp nest behind the service door.", "Closed the door again with great care.", "Service waits for the first frost. Noted on the map."},
	{26.4, "the inner harbour", "Oskar", "The dark theme comes on under the railway bridge at noon.", "The light sensor sees the bridge.", "Sensor and clock must agree."},
	{21.8, "the outer quay", "the harbour office", "A fork-lift drove into the terminal.", "Nobody hurt, screen alive, housing not.", "Replaced within the day; the new one stands behind the bollard."},
	{17.7, "the south quay", "Brahim", "The announcement sends people to the wrong side of the basin.", "\"Quai\" and \"ponton\" are exchanged in three sentences.", "Brahim reads them again on Thursday."},
	{12.2, "the north quay", "Oskar", "It beeps every 40 minutes by itself.", "It reports an empty roll to nobody, politely.", "The report goes to the office's own screen now."},
	{8.2, "the coal pier", "Farida", "A man reads the whole screen aloud to his wife on the telephone.", "Did not interrupt. He bought two tickets and thanked the machine.", "Nothing to change. Written down because it was good."},
	{4.7, "the long gangway", "Oskar", "With winter data loaded, one sailing shows no gangway at all.", "It is 2A, which in summer is two gangways with a bench between them.", "Mikkel has the mapping. Look at it again during the release."},
	{1.2, "the outer quay", "the harbour office", "The café's cable works, the kiosk ran through the night.", "They ask for a poster in return.", "Farida makes one."},
}

func kioskNotes() []note {
	frames := []string{
		"Seen at %[1]s by %[2]s: %[3]s %[4]s %[5]s",
		"%[3]s Reported from %[1]s by %[2]s. %[4]s Outcome: %[5]s",
		"%[1]s, told by %[2]s. %[3]s What was done: %[4]s What came of it: %[5]s",
	}
	var out []note
	for i, r := range reports {
		typ := episodic
		if r.age > 64 {
			typ = observation // the old ones that are still worth knowing
		}
		where := r.quay
		if i%3 == 2 {
			where = "T" + where[1:]
		}
		out = append(out, note{
			id: fmt.Sprintf("quayside-%02d", i+1), about: "kiosk", typ: typ, age: r.age, by: planner, tags: "kiosk report",
			text: fmt.Sprintf(frames[i%len(frames)], where, r.by, r.saw, r.then, r.found),
		})
	}
	return out
}
