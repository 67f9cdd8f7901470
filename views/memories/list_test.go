package memories

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ebb/engine"
)

func ordered(ids ...string) paged {
	var p paged
	for _, id := range ids {
		p.heads = append(p.heads, engine.Head{ID: id})
	}
	return p
}

func listOf(rows int, ids ...string) list {
	l := newList()
	l.window.SetHeight(rows)
	l.start(ordered(ids...))
	return l
}

func TestReplaceKeepsTheCursorOnItsMemory(t *testing.T) {
	tests := []struct {
		name        string
		cursor      int
		after       []string
		want        string
		wantOffset  int
		wantResting bool
	}{
		{"new above, cursor at the top", 0, []string{"x", "a", "b", "c", "d", "e"}, "a", 0, true},
		{"new above, cursor below", 4, []string{"x", "a", "b", "c", "d", "e"}, "e", 3, false},
		{"its memory went", 1, []string{"a", "c", "d", "e"}, "c", 0, false},
		{"it and all below went", 3, []string{"a", "b"}, "b", 0, false},
		{"everything went", 2, nil, "", 0, false},
		{"another order", 1, []string{"e", "d", "c", "b", "a"}, "b", 2, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := listOf(3, "a", "b", "c", "d", "e")
			l.moveTo(test.cursor)
			l.replace(ordered(test.after...))
			if got := l.current(); got != test.want {
				t.Errorf("cursor on %q, want %q", got, test.want)
			}
			if got := l.window.Offset(); got != test.wantOffset {
				t.Errorf("offset %d, want %d", got, test.wantOffset)
			}
			if l.resting != test.wantResting {
				t.Errorf("resting %v, want %v", l.resting, test.wantResting)
			}
		})
	}
}

func TestSelection(t *testing.T) {
	l := listOf(10, "a", "b", "c", "d", "e")
	l.toggle() // a, moves on to b
	l.moveTo(2)
	l.toggleRange()
	l.move(2)
	if got := l.selected(); got != 4 {
		t.Errorf("a and the range c..e: %d selected, want 4", got)
	}
	if got := l.targets(); !slices.Equal(got, []string{"a", "c", "d", "e"}) {
		t.Errorf("targets %v", got)
	}
	l.takeAll()
	l.moveTo(1)
	l.toggle()
	if got := l.targets(); !slices.Equal(got, []string{"a", "c", "d", "e"}) {
		t.Errorf("all but b: %v", got)
	}
	l.replace(ordered("x", "a", "b", "c"))
	if got := l.targets(); !slices.Equal(got[:2], []string{"a", "c"}) || len(got) != 4 {
		t.Errorf("a newer order selected what nobody selected, or lost some: %v", got)
	}
	if !l.letGo() || l.selecting() || l.letGo() {
		t.Error("letting go once should leave nothing selected")
	}
	if got := l.targets(); !slices.Equal(got, []string{l.current()}) {
		t.Errorf("without a selection the targets are the cursor's memory, got %v", got)
	}
}

// Whatever is pressed and whatever arrives, the cursor is inside the list and
// inside the window, and the memory under it changes by moves alone.
func TestListInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := listOf(rapid.IntRange(1, 8).Draw(t, "rows"), "m0", "m1", "m2")
		made := 3
		ids := []string{"m0", "m1", "m2"}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			before := l.current()
			switch rapid.IntRange(0, 8).Draw(t, "step") {
			case 0:
				l.move(rapid.IntRange(-5, 5).Draw(t, "by"))
				before = ""
			case 1:
				l.scroll(rapid.IntRange(-5, 5).Draw(t, "by"))
				before = ""
			case 2:
				l.toggle()
				before = ""
			case 3:
				l.toggleRange()
			case 4:
				l.takeAll()
			case 5:
				l.letGo()
			case 6: // one arrives on top
				ids = append([]string{fmt.Sprintf("m%d", made)}, ids...)
				made++
				l.replace(ordered(ids...))
			case 7: // one goes
				if len(ids) > 0 {
					at := rapid.IntRange(0, len(ids)-1).Draw(t, "at")
					if ids[at] == before {
						before = ""
					}
					ids = slices.Delete(slices.Clone(ids), at, at+1)
					l.replace(ordered(ids...))
				}
			case 8:
				l.window.SetHeight(rapid.IntRange(1, 8).Draw(t, "rows"))
			}
			if before != "" && l.current() != before {
				t.Fatalf("the cursor went from %q to %q by itself", before, l.current())
			}
			n, c, top := l.order.len(), l.cursor(), l.window.Offset()
			if n > 0 && (c < 0 || c >= n || c < top || c >= top+l.window.Height()) {
				t.Fatalf("cursor %d outside list of %d or window at %d of %d", c, n, top, l.window.Height())
			}
			if got := l.selected(); got < 0 || got > made {
				t.Fatalf("%d selected of %d", got, made)
			}
		}
	})
}
