package widget

import (
	"ebb/engine"
	"ebb/themes"
)

// StateSign is the sign of a memory that is not live: why it is not.
func StateSign(g *themes.Glyphs, state engine.State) string {
	switch state {
	case engine.Superseded:
		return g.Superseded
	case engine.Merged:
		return g.Merged
	case engine.Archived:
		return g.Archived
	case engine.Deleted:
		return g.Deleted
	case engine.Active, engine.Updated, engine.Expired:
	}
	return g.Expired // live by its state, but past its time
}
