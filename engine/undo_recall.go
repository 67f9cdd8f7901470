package engine

import (
	"time"

	"ebb/dynamics"
)

// forgetRecall takes one recall off a memory. When nothing came after it, the
// evidence is as before; otherwise only the counts go down.
func (u *undoing) forgetRecall(id string, e LogEntry) error {
	h, found, err := u.tx.Heads().Get(id)
	if err != nil || !found {
		return err
	}
	rec, _, err := u.tx.Profiles().Get(id)
	if err != nil {
		return err
	}
	was, after := e.Head, h
	if u.target.Kind == KindUndo {
		return u.recallAgain(h, rec, e)
	}
	rec.Window = takeOff(rec.Window, e.At)
	after.AccessCount = less(h.AccessCount)
	if h.Profile.Total == was.Profile.Total+1 {
		after.Profile, after.LastAccessedAt = was.Profile, was.LastAccessedAt
	} else {
		after.Profile.Total, after.Profile.Get = less(h.Profile.Total), less(h.Profile.Get)
		after.Profile.Velocity7 = rec.Window.Velocity(7, after.Profile.Last)
		after.Profile.Velocity30 = rec.Window.Velocity(30, after.Profile.Last)
	}
	if h.TieCount == was.TieCount+1 || h.TieID != was.TieID {
		if after.TieCount, after.TieID, err = u.tieBefore(was); err != nil {
			return err
		}
	}
	if err := u.tx.Profiles().Put(id, &rec); err != nil {
		return err
	}
	u.kinds.add(MemoryAccessed)
	return u.evidence(&h, &after, true)
}

// evidenceBefore puts back what the operation changed of a memory's evidence:
// a cycle its interference, everything else its strongest tie.
func (u *undoing) evidenceBefore(id string, e LogEntry) error {
	h, found, err := u.tx.Heads().Get(id)
	if err != nil || !found {
		return err
	}
	after := h
	if u.root == KindCycle {
		after.Interference = e.Head.Interference
	}
	if after.TieCount, after.TieID, err = u.tieBefore(e.Head); err != nil {
		return err
	}
	return u.evidence(&h, &after, true)
}

// tieBefore is the strongest tie that a head had, unless its other end has
// been purged since.
func (u *undoing) tieBefore(was *Head) (uint32, string, error) {
	if was.TieID == "" {
		return was.TieCount, "", nil
	}
	_, found, err := u.tx.Heads().Get(was.TieID)
	if err != nil || !found {
		return 0, "", err
	}
	return was.TieCount, was.TieID, nil
}

// recallAgain counts a recall that had been taken off.
func (u *undoing) recallAgain(h Head, rec RetrievalRecord, e LogEntry) error {
	after := h
	after.AccessCount++
	after.LastAccessedAt = later(h.LastAccessedAt, e.Head.LastAccessedAt)
	after.Profile, rec.Window = h.Profile.Record(rec.Window, e.Head.Profile.Last, 0)
	if e.Head.TieCount > after.TieCount {
		after.TieCount, after.TieID = e.Head.TieCount, e.Head.TieID
	}
	if err := u.tx.Profiles().Put(h.ID, &rec); err != nil {
		return err
	}
	u.kinds.add(MemoryAccessed)
	return u.evidence(&h, &after, true)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func less[N uint32 | uint64](n N) N {
	if n == 0 {
		return 0
	}
	return n - 1
}

// takeOff removes one retrieval from the day it was counted on.
func takeOff(w dynamics.Window, at time.Time) dynamics.Window {
	back := int64(w.Day) - int64(dayOf(at)-1)
	if back >= 0 && back < int64(len(w.Counts)) {
		w.Counts[back] = less(w.Counts[back])
	}
	return w
}
