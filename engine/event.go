package engine

import (
	"slices"
	"sync"
)

// EventKind says what sort of change an event announces.
type EventKind string

// The kinds of changes.
const (
	MemoryCreated    EventKind = "memory.created"
	MemoryUpdated    EventKind = "memory.updated"
	MemoryDeleted    EventKind = "memory.deleted"
	MemoryAccessed   EventKind = "memory.accessed"
	MemoryMerged     EventKind = "memory.merged"
	Consolidated     EventKind = "memory.consolidated"
	MemorySuperseded EventKind = "memory.superseded"
	MemoryExpired    EventKind = "memory.expired"
	MemoryArchived   EventKind = "memory.archived"
	MemoryRestored   EventKind = "memory.restored"
	ConflictDetected EventKind = "memory.conflict_detected"
	ConflictSettled  EventKind = "memory.conflict_resolved"
	VersionCreated   EventKind = "version.created"
	RelationCreated  EventKind = "relation.created"
	RelationDeleted  EventKind = "relation.deleted"
	EdgeStrengthened EventKind = "edge.strengthened"
	CycleFinished    EventKind = "cycle.finished"
	SettingsChanged  EventKind = "settings.changed"
)

// Event announces one committed operation. IDs holds at most MaxOperationIDs
// of the touched memories, Count says how many there are.
type Event struct {
	Seq       uint64
	Operation string
	Actor     Actor
	Kind      Kind
	Kinds     []EventKind
	IDs       []string
	Count     int
	Resync    bool // events were lost: read again what is shown
}

// Subscription receives events. A reader that falls behind loses events and
// is told so by one with Resync set; it never holds up a write.
type Subscription struct {
	C <-chan Event

	c    chan Event
	hub  *hub
	lost bool // guarded by hub.mu
}

// Close ends the subscription and closes C.
func (s *Subscription) Close() { s.hub.drop(s) }

// Subscribe starts a subscription with a queue of at least two events.
func (e *Engine) Subscribe(buffer int) *Subscription {
	return e.hub.add(max(buffer, 2))
}

// hub hands events to bounded queues.
type hub struct {
	mu     sync.Mutex
	subs   []*Subscription
	closed bool
}

func (h *hub) add(buffer int) *Subscription {
	c := make(chan Event, buffer)
	s := &Subscription{C: c, c: c, hub: h}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(c)
		return s
	}
	h.subs = append(h.subs, s)
	return s
}

func (h *hub) drop(s *Subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.Index(h.subs, s); i >= 0 {
		h.subs = slices.Delete(h.subs, i, i+1)
		close(s.c)
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, s := range h.subs {
		close(s.c)
	}
	h.subs = nil
}

// publish keeps the last place of each queue for the word that events were
// lost, so that a reader always learns of it.
func (h *hub) publish(ev Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.subs {
		switch free := cap(s.c) - len(s.c); {
		case free == 0:
			s.lost = true
		case free == 1 || s.lost:
			s.lost = false
			resync := ev
			resync.Resync = true
			s.c <- resync
		default:
			s.c <- ev
		}
	}
}
