package demo

import "fmt"

// outage is one incident, written down by the planner on the next morning.
type outage struct {
	id, about                           string
	age                                 float64
	minutes                             int
	felt, cause, ended, learned, tagged string
}

var outages = []outage{
	{"incident-free-tickets", "fares", 84.3, 9, "Tickets were free on nine lines.", "The gateway had started before fares had its zone table in memory, and cached the empty one.", "Restarting the gateway", "A price of nothing is refused now unless a rule says so.", "fares"},
	{"incident-storm-queue", "beacon", 71.6, 143, "Messages about cancelled boats arrived two hours late, some after the boat that did sail.", "Batches of 500 were throttled for a minute each, and each throttled batch was sent again whole.", "Smaller batches, sent by hand", "Old news is dropped rather than delivered.", "storm notifications"},
	{"incident-two-boats", "timetable", 64.9, 31, "A freight sailing ran twice and its return not at all.", "The island changed its clocks on another night than the mainland, over the departure at 02:30, which therefore did not exist.", "The office wrote a sailing by hand", "Schedules keep local time and the harbour's zone.", "time"},
	{"incident-deadlock", "manifest", 59.4, 17, "Rebooking failed for everybody who tried between 14:02 and 14:19.", "Two couples exchanged boats at the same moment and their rebookings waited for each other.", "The database ended one of them", "Sailings are locked in order of departure.", "database"},
	{"incident-dark-mast", "kiosk", 55.2, 212, "Six kiosks at two harbours went dark in the middle of the morning.", "The mast between them was switched off for painting; the notice had gone to an address that was closed in spring.", "The paint dried", "The mast's owner has the number of the pager now.", "kiosk offline"},
	{"incident-retry-storm", "quay", 66.8, 44, "Bookings failed on all lines, 25 minutes longer than the cause lasted.", "Each kiosk asked three times, and fares came back into three times its load.", "Switching the retries off at the gateway", "There is a budget for retries.", "retries"},
	{"incident-paper-jam", "kiosk", 46.6, 65, "The kiosk at the long gangway sold 31 tickets and printed none.", "After eleven days without a restart the printer driver reports paper that is not there.", "Vouchers, written by hand by the purser", "Kiosks restart at 03:15.", "kiosk printer"},
	{"incident-wrong-pier", "operations", 40.7, 26, "Forty people waited at the inner harbour while their boat lay at the coal pier.", "The closure for the regatta was entered for the wrong Saturday.", "The harbour office walked over and told them", "A closure shows the kiosks it will change before it is saved.", "closure"},
	{"incident-certificate", "quay", 35.9, 38, "Partners could sell nothing on a Sunday morning.", "The certificate of the partner gateway ended, and the reminder was sent to the person on call three weeks earlier.", "A new certificate", "What ends on a date belongs to the calendar of the gate and not to a hand-over.", "certificate"},
	{"incident-long-storm", "operations", 28.1, 320, "Both northern lines stopped, 1,900 passengers rebooked, refunds queued until midnight.", "Wind mode was switched on 40 minutes after the first cancellation. The queue gave up on messages that it should have held.", "The weather", "Wind mode comes first, cancellations second. One person talks, and says when they will call again.", "storm"},
	{"incident-memory", "quay", 20.4, 12, "Kiosks on the lake could not sell for twelve minutes after lunch.", "The gateway had run out of memory, with one dead connection for each address that a kiosk on a boat ever had.", "A restart", "Connections are counted by kiosk, and 214 is a good number to alert on.", "memory"},
	{"incident-half-table", "fares", 8.7, 11, "26 journeys were priced by yesterday's table.", "Two of three instances had loaded the new one.", "The third noticed by itself", "All three must agree before any of them answers.", "fares release"},
	{"incident-outer-quay-power", "kiosk", 3.7, 58, "Two kiosks at the outer quay switched off just before five in the morning.", "The power work took an hour longer than announced and the batteries did not.", "Mains came back", "The next night one of the two is fed from the café, who offered.", "kiosk power"},
}

func incidentNotes() []note {
	frames := []string{
		"%[1]s It lasted %[2]d minutes. Cause: %[3]s Ended by: %[4]s. Since then: %[5]s",
		"What passengers felt: %[1]s\nHow long: %[2]d minutes\nWhy: %[3]s\nWhat ended it: %[4]s\nWhat changes: %[5]s",
		"%[3]s So, for %[2]d minutes: %[1]s %[4]s put an end to it. %[5]s",
	}
	var out []note
	for i, o := range outages {
		stability := 0.0
		if o.minutes > 60 {
			stability = 70 // long ones are told again and again
		}
		out = append(out, note{
			id: o.id, about: o.about, typ: incident, age: o.age, by: planner, tags: "incident " + o.tagged, importance: 0.7, stability: stability,
			text: fmt.Sprintf(frames[i%len(frames)], o.felt, o.minutes, o.cause, o.ended, o.learned),
		})
	}
	return out
}

// loadRun is one measurement of a service under load.
type loadRun struct {
	age             float64
	service         string
	rate            int // requests a second
	p50, p99        int // milliseconds
	change, finding string
}

var loadRuns = []loadRun{
	{87.3, "fares", 120, 14, 210, "as it is", "The tail is the nightly recalculation, which runs at noon on the rehearsal machine."},
	{82.3, "manifest", 60, 31, 940, "with last night's statistics", "The worse of two indexes was chosen in 3 of 10 plans."},
	{76.6, "manifest", 60, 28, 190, "after an analyze", "One plan only. The spike at 06:00 is gone."},
	{70.1, "quay", 400, 6, 48, "with 214 kiosks connected", "Half of the time goes into health checks that nobody reads."},
	{64.4, "quay", 400, 4, 22, "counting health checks instead of printing them", "The rest is serialisation, and fine."},
	{58.2, "beacon", 900, 3, 2900, "batches of 500", "The provider closes the door for a minute after each batch."},
	{57.8, "beacon", 900, 3, 410, "batches of 80 with a pause", "Never throttled in an hour."},
	{52.6, "timetable", 250, 2, 9, "whole day in memory", "Nothing to do here before the fleet doubles."},
	{48.3, "fares", 120, 16, 95, "with reasons for each price", "Explaining costs 2 ms and is never the slow part."},
	{41.4, "quay", 700, 7, 61, "with the retry budget, fares made to fail", "Load on fares stays at 1.1 times the first attempts; it used to be 3.0."},
	{36.6, "manifest", 150, 35, 260, "while the tablet copies are made", "Copies are made in the quarter of an hour before departure, all at once. Spreading them over ten minutes halves the tail."},
	{27.7, "bookings", 90, 52, 340, "storm day replayed", "The long storm fits into a third of the machine."},
	{22.4, "quay", 400, 5, 30, "six hours without a restart", "66 MB more at the end than at the beginning, all of it connections."},
	{17.1, "quay", 400, 5, 26, "six hours, connections counted by kiosk", "Flat."},
	{9.4, "bookings", 90, 49, 290, "with school tickets", "They are cheap: no price to compute."},
	{1.7, "timetable", 250, 2, 11, "both timetables loaded", "Twice the memory, 40 MB in all. Switching the flag takes 90 ms per kiosk."},
}

func loadNotes() []note {
	frames := []string{
		"Load run on %[1]s, %[5]s: %[2]d requests a second, half of them under %[3]d ms, all but one in a hundred under %[4]d ms. %[6]s",
		"Measured %[1]s at %[2]d requests a second, %[5]s. Median %[3]d ms, 99th percentile %[4]d ms on the rehearsal cluster, ten minutes, last week's traffic. %[6]s",
	}
	var out []note
	for i, r := range loadRuns {
		out = append(out, note{
			id: fmt.Sprintf("load-%02d", i+1), about: r.service, typ: episodic, age: r.age, by: releaseBot, tags: "load latency " + r.service,
			text: fmt.Sprintf(frames[i%len(frames)], r.service, r.rate, r.p50, r.p99, r.change, r.finding),
		})
	}
	return out
}
