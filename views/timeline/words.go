package timeline

import (
	"strconv"

	"ebb/engine"
	"ebb/themes"
)

// grouped writes a count with its thousands apart: 1,204.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1" + one
	}
	return grouped(n) + many
}

// glyphOf is the sign of a kind of version.
func glyphOf(g *themes.Glyphs, c engine.ChangeType) string {
	switch c {
	case engine.Created:
		return g.Created
	case engine.ChangeUpdated:
		return g.Updated
	case engine.ChangeSuperseded:
		return g.Superseded
	case engine.ChangeMerged:
		return g.Merged
	case engine.ChangeArchived:
		return g.Archived
	case engine.ChangeExpired:
		return g.Expired
	case engine.ChangeDeleted:
		return g.Deleted
	case engine.Restored:
		return g.Restored
	}
	return g.Dot
}

// who names the party behind a change and its ink: you, agent planner, import,
// schedule. An import and a cycle are named as such, whoever started them.
func who(a engine.Actor, kind engine.Kind) (string, themes.Role) {
	switch {
	case kind == engine.KindImport:
		return "import", themes.Import
	case kind == engine.KindCycle && a.Kind == engine.Schedule:
		return "cycle", themes.Schedule
	case kind == engine.KindCycle:
		return "cycle by " + a.String(), themes.Schedule
	case a.Kind == engine.Schedule:
		return "schedule", themes.Schedule
	case a.Kind == engine.Agent && a.Name != "":
		return "agent " + a.Name, themes.Agent
	case a.Kind == engine.Agent:
		return "agent", themes.Agent
	}
	return "you", themes.You
}
