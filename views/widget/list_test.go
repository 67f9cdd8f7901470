package widget

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestListMoves(t *testing.T) {
	for _, c := range []struct {
		name           string
		do             func(*List)
		cursor, offset int
	}{
		{"nothing", func(*List) {}, 50, 45},
		{"down within sight", func(l *List) { l.Move(2) }, 52, 45},
		{"down out of sight", func(l *List) { l.Move(7) }, 57, 48},
		{"up out of sight", func(l *List) { l.Move(-8) }, 42, 42},
		{"page down", func(l *List) { l.Page(1) }, 59, 54},
		{"page up", func(l *List) { l.Page(-1) }, 41, 36},
		{"half down", func(l *List) { l.Half(1) }, 55, 50},
		{"top", func(l *List) { l.Top() }, 0, 0},
		{"end", func(l *List) { l.End() }, 99, 90},
		{"beyond the end", func(l *List) { l.Move(1000) }, 99, 90},
		{"wheel leaves the cursor", func(l *List) { l.Scroll(3) }, 50, 48},
		{"wheel takes the cursor along", func(l *List) { l.Scroll(9) }, 54, 54},
		{"wheel up", func(l *List) { l.Scroll(-9) }, 45, 36},
		{"fewer rows", func(l *List) { l.SetLen(20) }, 19, 10},
		{"more rows", func(l *List) { l.SetLen(200) }, 50, 45},
		{"none", func(l *List) { l.SetLen(0) }, -1, 0},
		{"none and back", func(l *List) { l.SetLen(0); l.SetLen(9) }, 0, 0},
		{"lower window", func(l *List) { l.SetHeight(3) }, 50, 48},
		{"arrived above", func(l *List) { l.Inserted(0, 4) }, 54, 49},
		{"arrived below", func(l *List) { l.Inserted(51, 4) }, 50, 45},
		{"left above", func(l *List) { l.Removed(10, 5) }, 45, 40},
		{"left with the cursor", func(l *List) { l.Removed(48, 5) }, 48, 45},
		{"middle", func(l *List) { l.Center() }, 50, 45},
	} {
		var l List
		l.SetLen(100)
		l.SetHeight(10)
		l.MoveTo(50)
		l.Center()
		c.do(&l)
		if l.Cursor() != c.cursor || l.Offset() != c.offset {
			t.Errorf("%s: cursor %d offset %d, want %d and %d", c.name, l.Cursor(), l.Offset(), c.cursor, c.offset)
		}
	}
}

func TestListIsAlwaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l List
		small := rapid.IntRange(-30, 120)
		for range rapid.IntRange(1, 30).Draw(t, "moves") {
			d := small.Draw(t, "d")
			switch rapid.IntRange(0, 9).Draw(t, "move") {
			case 0:
				l.SetLen(d)
			case 1:
				l.SetHeight(d)
			case 2:
				l.Move(d)
			case 3:
				l.Page(d)
			case 4:
				l.Half(d)
			case 5:
				l.Scroll(d)
			case 6:
				l.Inserted(max(d, 0), 3)
			case 7:
				l.Removed(max(d, 0), min(3, max(l.Len()-max(d, 0), 0)))
			case 8:
				l.Center()
			case 9:
				l.MoveTo(d)
			}
			from, to := l.Visible()
			if from < 0 || to > l.Len() || from > to {
				t.Fatalf("rows %d to %d of %d", from, to, l.Len())
			}
			if l.Len() > 0 && (l.Cursor() < 0 || l.Cursor() >= l.Len()) {
				t.Fatalf("cursor %d of %d", l.Cursor(), l.Len())
			}
			if l.Height() > 0 && l.Len() > 0 && (l.Cursor() < from || l.Cursor() >= to) {
				t.Fatalf("cursor %d out of sight %d to %d", l.Cursor(), from, to)
			}
			if to-from < min(l.Height(), l.Len()) {
				t.Fatalf("%d rows shown of %d in %d lines", to-from, l.Len(), l.Height())
			}
			drawn := 0
			lines := l.Draw(nil, 7, func(i int, under bool) string {
				if drawn++; under != (i == l.Cursor()) {
					t.Fatalf("row %d under the cursor: %v", i, under)
				}
				return fmt.Sprint("row ", i, "日本")
			})
			checkFrame(t, "Draw", lines, 7, l.Height())
			if drawn != to-from {
				t.Fatalf("%d rows drawn, %d in sight", drawn, to-from)
			}
		}
	})
}
