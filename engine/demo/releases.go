package demo

import "fmt"

// release is one week's release as release-bot wrote it down.
type release struct {
	age              float64
	took             string
	bookings         int
	what, seen, kept string
}

var releases = []release{
	{89.2, "5 h 40 min", 3120, "journey ids that survive rebooking, and the first half of the refund order", "The second rung was repeated because a harbour printer had no paper and looked like an error.", "Printer states are no longer counted as errors of the release."},
	{84.4, "4 h 55 min", 3394, "vouchers with eight letters and no vowels", "Nothing on any rung. Two passengers asked what the letters spell.", "The crews had been told a day before; that is worth repeating."},
	{77.4, "6 h 20 min", 3551, "the console without a mouse", "One office had glued a label over the key that now cancels a sailing.", "Letters for actions are announced with a picture of a keyboard."},
	{70.4, "4 h 10 min", 3702, "a budget for retries in the gateway", "The booking rate fell below its band for six minutes at lunch and came back by itself; it was lunch.", "The band for noon is wider now."},
	{63.4, "7 h 05 min", 3898, "the new zone table and the reasons behind each price", "Held on the second rung for two hours: one of three instances served yesterday's zones.", "Instances have to agree on a sum before any of them answers."},
	{56.4, "5 h 15 min", 4017, "aliases for harbours, 300 of them, written by the offices", "A bar and a harbour share a name on two islands. The bar now shows its island.", "Aliases are checked for pairs before they are loaded."},
	{49.4, "4 h 35 min", 4240, "batches of eighty in the notification queue", "All rungs quiet. The storm of the weekend before would have been over an hour sooner.", "The provider's figure is a limit and not advice."},
	{42.4, "5 h 50 min", 4188, "the lighter kiosk bundle", "Six kiosks did not fetch it; all six stand behind the same mast, which was switched off for painting.", "Dark kiosks are grouped by mast in the report."},
	{35.4, "4 h 20 min", 4325, "two minutes in which a cancelled sailing can be brought back", "Used within the first hour, by somebody who had meant the boat after.", "The countdown for taking back is shown as a time of day."},
	{28.4, "6 h 45 min", 4290, "signed webhooks for partners", "Two of seven partners refused all messages. They printed the body again before checking it.", "Partners get the test with the escaped slash before a release and not during one."},
	{21.4, "4 h 30 min", 4402, "the page for groups", "A teacher pasted 61 names with telephone numbers. The page asked kindly which of the two it should keep.", "Telephone numbers are cut out before anything is stored."},
	{14.4, "5 h 00 min", 4367, "school tickets as promises, and the winter timetable behind a flag that is off", "Quiet. The counts by zone were compared with last year's list and agree but for one school that has moved.", "Moved schools keep both zones until the end of the term."},
	{7.4, "4 h 50 min", 4431, "fares that load only when three instances agree, gangway letters behind a flag", "Quiet on all rungs; the first rung could not have seen anything, it had 40 bookings.", "The first rung needs the small boat with the school on it."},
}

func releaseNotes() []note {
	frames := []string{
		"Release of the week: %[1]s. Ladder from bottom to top in %[2]s, %[3]d bookings meanwhile. %[4]s Kept from it: %[5]s",
		"Released %[1]s. %[4]s It took %[2]s to reach all lines, with %[3]d bookings on the way.\n\nTo keep: %[5]s",
		"Up the ladder this week: %[1]s. It took %[2]s, and %[3]d bookings went through meanwhile. %[4]s %[5]s",
	}
	var out []note
	for i, r := range releases {
		stability := 0.0
		if i == 2 || i == 4 {
			stability = 60 // both were cited so often that they count as lessons
		}
		out = append(out, note{
			id: fmt.Sprintf("release-%02d", i+1), about: "releases", typ: episodic, age: r.age, by: releaseBot, tags: "release log", stability: stability,
			text: fmt.Sprintf(frames[i%len(frames)], r.what, r.took, r.bookings, r.seen, r.kept),
		})
	}
	return out
}

// handover is what one week's person on call told the next.
type handover struct {
	age         float64
	from, to    string
	pages       int
	nights, eye string
}

var handovers = []handover{
	{86.1, "Teo", "Ilse", 9, "two, both for the disk alarm that counts percent", "the resolver of the old build box"},
	{79.1, "Ilse", "Teo", 4, "none", "a kiosk at the ferry museum that somebody plugged in again; it sells tickets for a line that ended in spring"},
	{72.1, "Teo", "Mikkel", 7, "one, at 03:20, seals", "the camera on the outer quay, and please do not order a boat"},
	{65.1, "Mikkel", "Teo", 11, "four, because both others were ill", "Teo should not have the pager next week, whatever he says"},
	{58.1, "Ilse", "Oskar", 3, "none", "the certificate of the partner gateway, which ends on a Sunday"},
	{51.1, "Oskar", "Teo", 5, "one, rain in a socket at the coal pier", "the socket, and the other three of the same make"},
	{44.1, "Teo", "Ilse", 14, "three, storm", "refunds; they come in waves for two hours after the warning ends"},
	{37.1, "Ilse", "Mikkel", 2, "none", "nothing, and it feels odd to write that"},
	{30.1, "Mikkel", "Teo", 6, "one, a mast switched off for painting", "dark kiosks behind that mast until the paint is dry"},
	{23.1, "Teo", "Oskar", 4, "none", "the gateway's memory, 11 MB an hour"},
	{16.1, "Oskar", "Teo", 3, "one, a fork-lift in a kiosk; nobody hurt, kiosk replaced", "insurance wants the recording of the camera within ten days"},
	{9.1, "Teo", "Mikkel", 5, "none", "power work at the outer quay, three nights, batteries last five hours of six"},
	{2.1, "Mikkel", "Teo", 2, "none", "four kiosks with a pin that nobody remembers setting"},
}

func handoverNotes() []note {
	frames := []string{
		"Hand-over from %[1]s to %[2]s: %[3]d pages in the week, nights disturbed: %[4]s. Keep an eye on %[5]s.",
		"%[1]s hands the pager to %[2]s after %[3]d pages. Nights: %[4]s. What is left open is %[5]s.",
	}
	var out []note
	for i, h := range handovers {
		out = append(out, note{
			id: fmt.Sprintf("handover-%02d", i+1), about: "on-call", typ: episodic, age: h.age, by: planner, tags: "on-call handover",
			text: fmt.Sprintf(frames[i%len(frames)], h.from, h.to, h.pages, h.nights, h.eye),
		})
	}
	return out
}
