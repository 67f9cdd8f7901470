package engine

import "time"

// TrackNeighbours lets a test know when the background has nothing left to do.
func (e *Engine) TrackNeighbours(quiet time.Duration, onIdle func()) {
	e.near.quiet, e.near.onIdle = quiet, onIdle
}
