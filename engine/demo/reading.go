package demo

import "fmt"

// paper is something the researcher read. None of it exists.
type paper struct {
	age                float64
	about, kind, title string
	says, doubt, use   string
}

var papers = []paper{
	{87.1, "queues", "an old paper", "Waiting in parallel", "People judge a queue by how often it moves and not by how fast.", "Measured in a bank, indoors, before telephones.", "Show each sale at the kiosk as a small movement that can be seen from the end of the queue."},
	{80.7, "no-shows", "a thesis", "Absent passengers on short routes", "Paying later doubles the share of those who do not come.", "Only one operator, which had changed its fares in the same month.", "Our vouchers are paid at the gate. Look at their no-shows separately."},
	{76.1, "search", "a blog post", "Spelling is a harbour", "Most wrong names are old names.", "No numbers, but it made us look, and they were.", "Ask the offices for names, not a model."},
	{72.4, "storm", "a report", "Winter cancellations, three coasts", "The direction of wind explains more than its speed.", "Gusts were taken from a station 40 km inland.", "Repeat it with the buoy."},
	{67.2, "agent memory", "a paper", "Keeping notes alive", "Notes that are used in different weeks stay useful; notes used often in one day do not.", "Usefulness was judged by the same people who wrote the notes.", "Count the days on which a note was found, beside how often."},
	{63.2, "time", "a post-mortem", "The hour that was sold twice", "Another operator sold the doubled hour of autumn twice and could not say which passengers had which.", "Their zones were offsets.", "We store the zone's name. Ours should be dull."},
	{61.1, "kiosk", "a handbook chapter", "Hands in the cold", "Errors rise sharply once the finger is below 15 °C.", "Gloves were thin ones.", "Do not ask for a PIN twice in winter; the second is wrong more often than the first."},
	{58.8, "agents", "a paper", "Confident dates", "Language models state wrong dates with the same confidence as right ones, and more often when two dates are near each other.", "Models two generations old.", "A date that comes from a conversation carries the sentence it came from."},
	{55.9, "privacy", "a letter", "The auditors' letter, first half", "They accept reads without names in the trail, and want the role of the reader.", "The second half contradicts the first in one place, on duration.", "Ask them which one counts before the next inspection."},
	{51.6, "demand", "a working paper", "Paydays and ferries", "Week-end traffic follows paydays on islands with one employer.", "It follows the football as well, which they did not look at.", "Distance to the end of the month is worth a column."},
	{47.3, "interfaces", "an essay", "Undo is cheaper than asking", "A question that is always answered with yes trains the hand.", "An essay, not a study.", "The console's two minutes come from here."},
	{42.8, "statistics", "a lecture", "What a canary can see", "A small sample sees what breaks completely and nothing else.", "None, it is arithmetic.", "Say so beside the first rung, so that nobody feels safe on it."},
	{38.4, "agent memory", "a survey", "Forgetting as a feature", "Systems that forget answer better than those that keep everything, as soon as facts change.", "The best of them was told by hand what had changed.", "Show what is fading and let a person keep it. Do not delete."},
	{33.4, "languages", "a style guide", "Numbers in mixed scripts", "Isolate what runs the other way; never trust the printer.", "None.", "Receipts, see Brahim's test at the western quay."},
	{26.0, "operations", "a talk", "Talking to people who are wet", "Say first what still works.", "Survivors' stories, all of them.", "It is in the rules for incidents now."},
	{18.9, "agent memory", "a paper", "Contradictions in long-lived notes", "In half a year of an assistant's notes one in 90 pairs about the same subject disagreed; nearly all were dates and owners.", "Found by another model, checked by two people for a sample only.", "Look for dates and owners in ours."},
	{11.0, "energy", "a data sheet", "Outdoor displays at night", "Brightness costs more than computing by a factor of eight.", "Maker's own figures.", "Dark theme, again."},
	{5.3, "fares", "a council paper", "Bicycles, a short history of a supplement", "It was introduced to pay for racks that were never built.", "Written by somebody who is against it.", "For Pernille, before the vote."},
	{0.7, "releases", "a note", "When the calendar is the gate", "Two of three teams in it were stopped on the wrong day by an all-day entry that somebody had moved.", "Three teams.", "Ours reads whole days as well. See what was agreed, then fix the entry or the sentence."},
}

func readingNotes() []note {
	frames := []string{
		"Read %[1]s, \"%[2]s\". It says: %[3]s Doubt: %[4]s For us: %[5]s",
		"\"%[2]s\", %[1]s. Main point: %[3]s What speaks against it: %[4]s\n\nWhat to do with it: %[5]s",
	}
	var out []note
	for i, p := range papers {
		stability := 0.0
		if p.about == "agent memory" {
			stability = 50
		}
		out = append(out, note{
			id: fmt.Sprintf("reading-%02d", i+1), about: p.about, typ: episodic, age: p.age, by: researcher, tags: "reading", stability: stability,
			text: fmt.Sprintf(frames[i%len(frames)], p.kind, p.title, p.says, p.doubt, p.use),
		})
	}
	return out
}

// talk is a conversation that an agent listened to.
type talk struct {
	age                float64
	who, over          string
	said, open, before string
}

var talks = []talk{
	{85.9, "Noor", "what the autumn is for", "fewer surprises on the quays, and nothing new that a passenger has to learn.", "whether the kiosk contract counts as new", "the council meeting"},
	{77.6, "Ilse", "the shape of the audit trail", "that reads matter and names do not belong in it.", "how long it is kept", "the auditors' visit"},
	{70.4, "Teo", "nights", "he would rather mend the alert than sleep through it, but four in a row is too many.", "who pays for the third night", "the next rota"},
	{64.6, "Farida", "the drawer", "a sentence is finished when a stranger acts on it without stopping.", "who reads the Japanese ones", "Yuki's visit"},
	{59.6, "Mikkel", "pins", "a pin that needs remembering is a bug with a calendar.", "whether pins should clear themselves", "the next bundle"},
	{56.4, "Oskar", "odd things", "the printer hums before it fails, a half tone lower.", "whether a microphone is worth it", "the frost"},
	{49.6, "Pernille", "the winter timetable", "fares and timetable must never change in the same week, since nobody can tell then which of them a complaint is about.", "the exact day of the freeze", "the vote"},
	{43.1, "Yuki", "voucher codes", "she would like them without vowels as well, and with fewer letters that look alike in kana.", "eight letters or six", "spring"},
	{35.4, "Noor", "the group page", "sixty schools will not notice that it exists, and would notice very much if it did not.", "whether telephone numbers may be pasted", "the winter timetable"},
	{29.9, "Teo", "the new rota", "he takes the night jobs, and whatever hangs on them.", "what hangs on them", "Thursday"},
	{24.3, "Brahim", "the forty sentences", "three of them send people to the wrong side of the basin.", "when he can read them again", "the release after next"},
	{14.1, "Ilse", "being away", "nothing in fares should move while she is not there, and if it must, then in writing.", "who signs when Pernille is at sea", "her return"},
	{6.8, "Mikkel", "who clears pins", "he does, as he always did, and he was surprised to be asked.", "what Teo thinks about that", "the next rehearsal"},
	{6.1, "Teo", "who clears pins", "he does, on Fridays, since the rota changed.", "what Mikkel thinks about that", "the next rehearsal"},
	{2.6, "Noor", "the two dates", "she has told the northern office the 18th, because the calendar says so.", "what the councils were told", "you leave"},
}

func talkNotes() []note {
	frames := []string{
		"Talked with %[1]s about %[2]s. In short: %[3]s Left open: %[4]s. To be settled before %[5]s.",
		"%[1]s on %[2]s: %[3]s Nobody knew %[4]s; it has to be clear before %[5]s.",
	}
	var out []note
	for i, t := range talks {
		frame := frames[0]
		if i == 3 || i == 9 || i == 12 || i == 13 || i == 14 {
			frame = frames[1]
		}
		out = append(out, note{
			id: fmt.Sprintf("talk-%02d", i+1), about: t.who, typ: episodic, age: t.age, by: planner, tags: "conversation",
			text: fmt.Sprintf(frame, t.who, t.over, t.said, t.open, t.before),
		})
	}
	return out
}
