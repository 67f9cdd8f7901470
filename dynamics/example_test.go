package dynamics_test

import (
	"fmt"
	"time"

	"ebb/dynamics"
)

var monday = time.Date(2026, time.November, 30, 14, 0, 0, 0, time.UTC)

func ExampleSettings_Retention() {
	settings := dynamics.DefaultSettings()
	memory := dynamics.Evidence{
		UnderCurve:   true,
		Created:      monday.AddDate(0, 0, -11),
		Interference: dynamics.InterferenceProduct([]float64{0.9, 0.87}, settings.InterferenceWeight),
		Retrievals: dynamics.Profile{
			Total: 14, Search: 14, MeanRank: 2.3,
			Velocity7: 2.0 / 7, Velocity30: 14.0 / 30,
			Last: monday.AddDate(0, 0, -3),
		},
		TieCount: 4,
	}
	for _, step := range settings.Retention(&memory, monday).Waterfall() {
		fmt.Printf("%-12s%+.3f = %.3f\n", step.Name, step.Delta, step.Total)
	}
	// Output:
	// learned     +1.000 = 1.000
	// time        -0.307 = 0.693
	// rivals      -0.060 = 0.633
	// unretrieved +0.000 = 0.633
	// recall      +0.029 = 0.662
	// ties        +0.020 = 0.682
}

func ExampleSettings_CrossesAt() {
	settings := dynamics.DefaultSettings()
	memory := dynamics.Evidence{UnderCurve: true, Created: monday}
	at, ok := settings.CrossesAt(&memory, settings.ArchiveThreshold, monday)
	fmt.Println(at.Format("2 January 15:04"), ok)

	memory.TieCount = 10 // a tie this strong holds it above the threshold
	_, ok = settings.CrossesAt(&memory, settings.ArchiveThreshold, monday)
	fmt.Println(ok)
	// Output:
	// 2 February 18:50 true
	// false
}

func ExampleSettings_Forecast() {
	settings := dynamics.DefaultSettings()
	memory := dynamics.Evidence{UnderCurve: true, Created: monday}
	scores := make([]float64, 4)
	settings.Forecast(&memory, monday, 10*24*time.Hour, scores)
	fmt.Printf("%.3f, falling by %.3f a day\n", scores, -settings.RatePerDay(&memory, monday))
	// Output: [1.000 0.681 0.462 0.313], falling by 0.038 a day
}

func ExampleCoactivate() {
	tie := dynamics.Connection{Strength: 2, Stability: 2, LastActivated: monday}
	for _, gap := range []int{1, 1, 30} {
		next, err := dynamics.Coactivate(tie, tie.LastActivated.AddDate(0, 0, gap))
		if err != nil {
			fmt.Println(err)
			return
		}
		tie = next
		fmt.Printf("after %2d days: strength %.2f, stability %.1f d\n", gap, tie.Strength, tie.Stability)
	}
	quiet, _ := tie.QuietAt()
	fmt.Printf("gone quiet by %s\n", quiet.Format("2 Jan 15:04"))
	// Output:
	// after  1 days: strength 1.26, stability 2.1 d
	// after  1 days: strength 0.83, stability 2.2 d
	// after 30 days: strength 0.10, stability 2.3 d
	// gone quiet by 3 Jan 04:15
}

func ExampleInitialize() {
	created := monday.AddDate(0, 0, -2)
	zero := 0.0
	record := &dynamics.Record{Strength: &zero, CreatedAt: &created} // as read from a file
	tie, err := dynamics.Initialize(record, monday).Connection()
	fmt.Println(tie.Strength, tie.Stability, tie.LastActivated.Equal(created), err)
	// Output: 0 1 true <nil>
}

func ExampleParseTime() {
	for _, text := range []string{"2026-11-30T14:00:00+05:30", "20261130", "2026-W49-1", "tomorrow"} {
		at, err := dynamics.ParseTime(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(at.Format(time.RFC3339))
	}
	// Output:
	// 2026-11-30T08:30:00Z
	// 2026-11-30T00:00:00Z
	// 2026-11-30T00:00:00Z
	// dynamics: "tomorrow" is not a timestamp: no date at its start
}

func ExampleProfile_Record() {
	var profile dynamics.Profile
	var window dynamics.Window
	for day, rank := range []uint32{1, 4, 0} { // two search appearances, then a direct recall
		profile, window = profile.Record(window, monday.AddDate(0, 0, day), rank)
	}
	fmt.Println(profile.Total, profile.Search, profile.Get, profile.Top1, profile.MeanRank)
	fmt.Printf("%.3f a day this week, %.3f this month\n", profile.Velocity7, profile.Velocity30)
	// Output:
	// 3 2 1 1 2.5
	// 0.429 a day this week, 0.100 this month
}

func ExampleActivate() {
	ties := map[string][]dynamics.Neighbour{
		"deploy":            {{ID: "release checklist", Strength: 4}, {ID: "freeze", Strength: 5, Contradicts: true}},
		"freeze":            {{ID: "holidays", Strength: 5}},
		"release checklist": {{ID: "sign-off", Strength: 2}},
	}
	for _, a := range dynamics.Activate("deploy", func(id string) []dynamics.Neighbour { return ties[id] }) {
		fmt.Printf("%.3f %s\n", a.Level, a.ID)
	}
	// Output:
	// 1.000 deploy
	// 0.560 release checklist
	// 0.157 sign-off
}
