package ui

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/views"
)

func TestLensSteps(t *testing.T) {
	l := newLens()
	l.ahead(noon)
	for range 5 {
		l.longer()
	}
	l.ahead(noon) // a month from 1 December
	if want := time.Date(2027, 1, 1, 12, 2, 0, 0, time.UTC); !l.at.Equal(want) {
		t.Errorf("a day and a month ahead is %v, want %v", l.at, want)
	}
	for range 9 {
		l.shorter()
	}
	l.ahead(noon)
	if got := l.shown(noon); got.Step != time.Hour || got.Mode != views.Future || got.Live() {
		t.Errorf("shown %+v", got)
	}
	l.longer()
	for l.away {
		l.back(noon)
	}
	if got := l.shown(noon); !got.Live() || !got.Now().Equal(noon) {
		t.Errorf("stepping back does not stop at now: %+v", got)
	}
	l.back(noon)
	if got := l.shown(noon); got.Mode != views.Past || !got.Now().Equal(noon.AddDate(0, 0, -1)) || got.Live() {
		t.Errorf("a day back is %+v", got)
	}
	l.longer()
	l.ahead(noon)
	if got := l.shown(noon); !got.Live() {
		t.Errorf("stepping ahead does not stop at now: %+v", got)
	}
}

func TestTimeLapseRunsAtItsPaceAndStops(t *testing.T) {
	l := newLens()
	to := noon.AddDate(0, 0, 30)
	l.run(noon, to, 5*time.Second)
	frames := 0
	for l.play {
		if frames++; frames > 1000 {
			t.Fatal("time-lapse does not stop")
		}
		l.advance(noon, 50*time.Millisecond)
	}
	if !l.at.Equal(to) || frames < 100 || frames > 101 {
		t.Errorf("30 days took %d frames of 50 ms and ended at %v", frames, l.at)
	}
	l = newLens()
	l.toggle()
	l.advance(noon, time.Hour) // the machine slept
	if got := l.at.Sub(noon); got != 24*time.Hour {
		t.Errorf("a sleeping machine moved the clock by %v", got)
	}
	l.toggle()
	l.advance(noon, time.Second)
	if got := l.at.Sub(noon); l.play || got != 24*time.Hour {
		t.Errorf("a paused lens moved to %v", got)
	}
}

func TestLensStaysWithinItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := newLens()
		now := noon
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			switch rapid.IntRange(0, 6).Draw(t, "move") {
			case 0:
				l.ahead(now)
			case 1:
				l.back(now)
			case 2:
				l.longer()
			case 3:
				l.shorter()
			case 4:
				l.toggle()
			case 5:
				l.advance(now, time.Duration(rapid.Int64Range(-1e9, 1e12).Draw(t, "passed")))
			case 6:
				now = now.Add(time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "clock")))
				l.set(now.Add(time.Duration(rapid.Int64().Draw(t, "to"))), now)
			}
			v := l.shown(now)
			sign := map[views.LensMode]int{views.Past: -1, views.Live: 0, views.Future: 1}[v.Mode]
			if v.At.Compare(now) != sign || v.At.After(now.Add(farthest)) || v.At.Before(now.Add(-earliest)) {
				t.Fatalf("lens at %v of %v, mode %v", v.At, now, v.Mode)
			}
		}
	})
}
