package cli

import (
	"runtime"
	"testing"
)

func TestMemoryIsGivenBackOnceItIsQuiet(t *testing.T) {
	var q lull
	for i, look := range []struct {
		collections uint64
		want        bool
	}{
		{3, false}, {7, false}, // work
		{7, true},             // quiet
		{8, false},            // the collection of giving back itself
		{8, false},            // still quiet: there is nothing new
		{9, false}, {9, true}, // some work, and quiet again
	} {
		got := q.now(look.collections)
		if got != look.want {
			t.Errorf("look %d, after %d collections: %v, want %v", i, look.collections, got, look.want)
		}
		if got {
			q.rest = look.collections + 1
		}
	}
	before := collections()
	runtime.GC()
	if collections() <= before {
		t.Error("a collection was not counted")
	}
}
