package dynamics

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRecordKeepsExactFigures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var (
			p               Profile
			w               Window
			ranks           []uint32
			sum, gets, tops uint64
			last            time.Time
			newest          int
			atDay           = map[int]int{}
			now             = noon
			best            = uint32(math.MaxUint32)
		)
		for range rapid.IntRange(1, 80).Draw(t, "retrievals") {
			// Mostly forwards; sometimes the clock runs back by days.
			now = now.Add(time.Duration(rapid.Int64Range(-2*microsPerDay, 6*microsPerDay).Draw(t, "step")) * time.Microsecond)
			rank := rapid.Uint32Range(0, 50).Draw(t, "rank")
			p, w = p.Record(w, now, rank)
			if now.After(last) {
				last = now
			}
			day := int(dayNumber(now))
			if len(atDay) == 0 || day > newest {
				newest = day
			}
			if day > newest-WindowDays {
				atDay[day]++
			}
			if rank == 0 {
				gets++
				continue
			}
			ranks = append(ranks, rank)
			sum += uint64(rank)
			best = min(best, rank)
			if rank == 1 {
				tops++
			}
		}
		if len(ranks) > 0 && (p.MeanRank != float64(sum)/float64(len(ranks)) || p.MinRank != best) {
			t.Fatalf("mean rank %v, best %d of %v", p.MeanRank, p.MinRank, ranks)
		}
		if uint64(p.Get) != gets || int(p.Search) != len(ranks) || p.Total != p.Get+p.Search || uint64(p.Top1) != tops {
			t.Fatalf("counts %+v", p)
		}
		if !p.Last.Equal(last) {
			t.Fatalf("last %v, want %v", p.Last, last)
		}
		for _, v := range []struct {
			days int
			got  float64
		}{{7, p.Velocity7}, {30, p.Velocity30}} {
			n := 0
			for back := range v.days {
				n += atDay[int(dayNumber(last))-back]
			}
			if want := float64(n) / float64(v.days); v.got != want {
				t.Fatalf("velocity over %d days %v, want %v", v.days, v.got, want)
			}
		}
	})
}

func TestRecordContinuesAnImportedProfile(t *testing.T) {
	imported := Profile{Total: 47, Search: 44, Top1: 12, MeanRank: 2.3, MeanSimilarity: 0.85, MinRank: 1, Last: noon}
	p, _ := imported.Record(Window{}, noon.Add(time.Hour), 4)
	if want := (2.3*44 + 4) / 45; !near(p.MeanRank, want, 1e-15) || p.MeanSimilarity != 0.85 || p.Total != 48 || p.Get != 0 {
		t.Errorf("%+v, want mean rank %v", p, want)
	}
}

func TestCountersStopAtTheirLargest(t *testing.T) {
	full := Profile{Total: math.MaxUint32, Search: math.MaxUint32, Get: math.MaxUint32, Top1: math.MaxUint32, MeanRank: 1, MinRank: 1, Last: noon}
	w := Window{}.Add(noon, math.MaxUint32)
	p, after := full.Record(w, noon, 1)
	if p.Total != math.MaxUint32 || p.Search != math.MaxUint32 || p.Top1 != math.MaxUint32 || p.MeanRank != 1 {
		t.Errorf("profile wrapped: %+v", p)
	}
	if after.Counts[0] != math.MaxUint32 {
		t.Errorf("window wrapped: %d", after.Counts[0])
	}
	if p, _ = full.Record(w, noon, 0); p.Get != math.MaxUint32 {
		t.Errorf("gets wrapped: %d", p.Get)
	}
}

func TestWindow(t *testing.T) {
	at := func(day float64) time.Time { return time.Unix(0, 0).UTC().Add(days(day)) }
	w := Window{}.Add(at(100.99), 2).Add(at(101), 3).Add(at(95.5), 4)
	for _, row := range []struct {
		name string
		days int
		at   time.Time
		want float64
	}{
		{"one day", 1, at(101.5), 3},
		{"two days", 2, at(101.5), 2.5},
		{"a late one is in its own day", 7, at(101), 9.0 / 7},
		{"days pass without events", 7, at(102), 5.0 / 7},
		{"until none is left", 7, at(108), 0},
		{"days after the instant do not count", 7, at(100.5), 6.0 / 7},
		{"more days than it remembers", 300, at(101), 9.0 / 30},
		{"no days", 0, at(101), 0},
		{"before everything", 30, at(90), 0},
	} {
		if got := w.Velocity(row.days, row.at); got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
	if got := w.Add(at(71), 9); got != w {
		t.Error("a day that has left the window was counted")
	}
	if got := w.Add(at(72), 9); got.Counts[29] != 9 {
		t.Errorf("the oldest day was not counted: %v", got.Counts)
	}
	if got := w.Add(at(131), 1); got.Velocity(30, at(131)) != 1.0/30 {
		t.Errorf("old days survived: %v", got.Counts)
	}
	before := Window{}.Add(at(-400.5), 1)
	if before.Day != -401 || before.Velocity(1, at(-400.5)) != 1 {
		t.Errorf("before 1970: %+v", before)
	}
	if got := w.Add(noon, 0); got != w {
		t.Error("nothing moved the window")
	}
	far := time.Unix(1<<50, 0)
	if got := w.Add(far, 1).Velocity(7, far); got != 1.0/7 {
		t.Errorf("a far date: %v", got)
	}
}
