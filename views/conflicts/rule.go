package conflicts

import "ebb/engine"

// rule is one of the ways to settle a conflict.
type rule uint8

const (
	noRule rule = iota
	keepA
	keepB
	keepBoth
	mergeBoth
	newest
	incoming
	surest
	weightiest
)

// choices are the rows of "what would happen", in their order.
var choices = []struct {
	rule    rule
	key     string // "" for the rules, which are rows only
	name    string
	settles engine.Resolution
}{
	{keepA, "a", "keep A", engine.Resolution{Strategy: engine.Manual, Pick: "A"}},
	{keepB, "b", "keep B", engine.Resolution{Strategy: engine.Manual, Pick: "B"}},
	{keepBoth, "o", "keep both", engine.Resolution{Strategy: engine.KeepBoth}},
	{mergeBoth, "m", "merge…", engine.Resolution{Strategy: engine.Merge}},
	{newest, "", "newest", engine.Resolution{Strategy: engine.Latest}},
	{incoming, "", "incoming supersedes", engine.Resolution{Strategy: engine.Supersede}},
	{surest, "", "most confident", engine.Resolution{Strategy: engine.HighestConfidence}},
	{weightiest, "", "most important", engine.Resolution{Strategy: engine.HighestImportance}},
}

// row is the row of a rule, -1 for none.
func (r rule) row() int {
	for i := range choices {
		if choices[i].rule == r {
			return i
		}
	}
	return -1
}

func (r rule) settles() engine.Resolution { return choices[r.row()].settles }

func (r rule) String() string {
	if i := r.row(); i >= 0 {
		return choices[i].name
	}
	return ""
}
