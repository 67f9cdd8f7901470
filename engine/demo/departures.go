package demo

import (
	"context"

	"ebb/engine"
)

// departure is a memory that left the live ones.
type departure struct {
	id, by string
	age    float64
	reason string
}

const faded = "retention fell below .10"

var archived = []departure{
	{"release-01", schedule, 21.4, faded},
	{"handover-01", schedule, 21.4, faded},
	{"reading-01", schedule, 19.4, faded},
	{"load-01", schedule, 17.4, faded},
	{"talk-01", schedule, 15.4, faded},
	{"load-02", schedule, 9.4, faded},
	{"fax-gateway", you, 33.2, "the last line that sent passenger lists by fax has stopped"},
	{"kiosk-usb-install", planner, 26.7, "kiosks update over the air now; the stick is only a way to break one"},
	{"tram-pilot", you, 12.1, "the tram pilot was called off, no need to keep tripping over it"},
}

var deleted = []departure{
	{"wrong-tide-table", you, 47.3, "copied from the wrong harbour, would have misled everyone"},
	{"pasted-token", you, 18.6, "a token does not belong in a memory; it was revoked the same minute"},
}

// depart plans what leaves, and the one that came back.
func (l *timeline) depart() {
	for _, d := range archived {
		l.add(d.age, "archive "+d.id, func(ctx context.Context, e *engine.Engine) error {
			_, err := e.Archive(ctx, []string{d.id}, engine.How{Actor: actor(d.by), Reason: d.reason})
			return err
		})
	}
	for _, d := range deleted {
		l.add(d.age, "delete "+d.id, func(ctx context.Context, e *engine.Engine) error {
			_, err := e.Delete(ctx, []string{d.id}, engine.How{Actor: actor(d.by), Reason: d.reason})
			return err
		})
	}
	expired := engine.Expired
	l.add(39.9, "expire regatta-closure", func(ctx context.Context, e *engine.Engine) error {
		_, err := e.Evolve(ctx, "regatta-closure", engine.Patch{State: &expired}, engine.How{Actor: actor(schedule), Reason: "its time has run out"})
		return err
	})
	l.mistake()
}

// mistake is an archiving that was taken back the same morning.
func (l *timeline) mistake() {
	var op engine.Operation
	l.add(6.31, "archive seal-watch", func(ctx context.Context, e *engine.Engine) (err error) {
		op, err = e.Archive(ctx, []string{"seal-watch", "gangway-signage"}, engine.How{Actor: actor(planner), Reason: "not about software"})
		return err
	})
	l.add(6.18, "undo archive seal-watch", func(ctx context.Context, e *engine.Engine) error {
		_, err := e.Undo(ctx, op.ID, engine.How{Reason: "kiosks point their cameras at that quay, it is about software"})
		return err
	})
}
