package engine

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"
)

// edges puts relations and ties back.
func (u *undoing) edges() error {
	for _, e := range u.ties {
		now, found, err := u.tx.Edges().Get(e.Edge)
		if err != nil {
			return err
		}
		switch was := e.EdgeWas; {
		case was == nil && found && u.root == KindRecall && now.Count > 1:
			now.Count-- // others have used it since: only this use is taken back
			if err := u.putEdge(&now, &now, false); err != nil {
				return err
			}
		case was == nil && found:
			if err := u.deleteEdge(&now); err != nil {
				return err
			}
		case was != nil:
			var before *Edge
			if found {
				before = &now
			}
			back := *was
			if found && u.root == KindRecall && now.Count > was.Count+1 {
				back = now
				back.Count--
			}
			u.kinds.add(RelationCreated)
			if err := u.putEdge(before, &back, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// conflicts puts conflict records back, unless someone has settled or opened
// them since.
func (u *undoing) conflicts() error {
	if err := u.disputesStand(); err != nil {
		return err
	}
	for _, e := range u.disputes {
		now, found, err := u.tx.Conflicts().Get(e.ID)
		if err != nil {
			return err
		}
		switch {
		case e.Conflict == nil && found:
			if err := u.log(LogEntry{At: u.now, Subject: SubjectConflict, ID: e.ID, Conflict: &now}); err != nil {
				return err
			}
			u.touch(now.MemoryA)
			u.touch(now.MemoryB)
			u.kinds.add(ConflictSettled)
			if err := u.tx.Conflicts().Delete(&now); err != nil {
				return err
			}
		case e.Conflict != nil:
			var before *Conflict
			if found {
				before = &now
			}
			u.kinds.add(ConflictDetected)
			if err := u.putConflict(before, e.Conflict); err != nil {
				return err
			}
		}
	}
	return nil
}

// disputesStand refuses when a conflict is not as the target left it: what the
// next change of it found, or what it is now.
func (u *undoing) disputesStand() error {
	if len(u.disputes) == 0 {
		return nil
	}
	next, err := u.nextChanges()
	if err != nil {
		return err
	}
	for _, e := range u.disputes {
		c, found, err := u.tx.Conflicts().Get(e.ID)
		if err != nil {
			return err
		}
		var now *Conflict
		if found {
			now = &c
		}
		if change, changed := next[e.ID]; changed && !sameStatus(now, change.Conflict) {
			return &UndoRefusedError{Operation: u.target.ID, Reason: "conflict " + e.ID + " has been settled or opened again since"}
		}
	}
	return nil
}

// nextChanges finds, of each conflict of the target's, the first change that
// came after it. The log is in order of time, which a clock may have set back:
// its numbers tell what came after what.
func (u *undoing) nextChanges() (map[string]LogEntry, error) {
	mine, next := map[string]LogEntry{}, map[string]LogEntry{}
	for _, e := range u.disputes {
		mine[e.ID] = e
	}
	from := u.target.LogFrom
	for op, err := range u.tx.Operations().Newest(0) {
		if err != nil {
			return nil, err
		}
		if op.Seq <= u.target.Seq {
			break
		}
		if op.Entries > 0 && op.LogFrom.Before(from) {
			from = op.LogFrom
		}
	}
	for e, err := range u.tx.Log().Back(time.Time{}) {
		if err == nil {
			err = u.ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if e.At.Before(from) {
			break
		}
		own, asked := mine[e.ID]
		if !asked || e.Subject != SubjectConflict || e.Operation == u.target.ID || !writtenAfter(&e, &own) {
			continue
		}
		if sooner, seen := next[e.ID]; !seen || writtenAfter(&sooner, &e) {
			next[e.ID] = e
		}
	}
	return next, nil
}

// writtenAfter reports whether a was written after b.
func writtenAfter(a, b *LogEntry) bool {
	return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.N, b.N)) > 0
}

func sameStatus(a, b *Conflict) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Status == b.Status && a.Resolution == b.Resolution && a.ResolvedMemoryID == b.ResolvedMemoryID
}

// settle puts settings back, unless someone has changed them since.
func (u *undoing) settle() error {
	if u.setting == nil {
		return nil
	}
	now, _, err := u.tx.Meta().Get(settingsName)
	if err != nil {
		return err
	}
	left, err := u.settingsAfter(now)
	if err != nil {
		return err
	}
	if !bytes.Equal(left, now) {
		return &UndoRefusedError{Operation: u.target.ID, Reason: "the settings have changed since"}
	}
	s := DefaultSettings()
	if len(u.setting.Setting) > 0 {
		if err := s.read(u.setting.Setting); err != nil {
			return err
		}
	}
	return u.putSettings(&s)
}

// settingsAfter is what the settings were once the target had changed them:
// what the next change found, or what they are now.
func (u *undoing) settingsAfter(now []byte) ([]byte, error) {
	after := now
	for e, err := range u.tx.Log().Back(time.Time{}) {
		if err != nil {
			return nil, err
		}
		if e.Subject != SubjectSetting {
			continue
		}
		if e.Operation == u.target.ID {
			return after, nil
		}
		after = e.Setting
	}
	return after, nil
}

// sources makes an import forget what it read, so that the same file read
// again is news.
func (u *undoing) sources() error {
	if u.target.Source == "" {
		return nil
	}
	var gone []string
	for r, err := range u.tx.Sources().All(u.target.Source) {
		if err != nil {
			return err
		}
		if r.Operation == u.target.ID {
			gone = append(gone, r.Record)
		}
	}
	for _, record := range slices.Backward(gone) {
		if err := u.tx.Sources().Delete(u.target.Source, record); err != nil {
			return err
		}
	}
	return nil
}

// unmark puts evolvers' marks back.
func (u *undoing) unmark() error {
	for _, e := range u.marks {
		m := Mark{Name: strings.TrimPrefix(e.ID, markPrefix)}
		if len(e.Setting) > 0 {
			m.Value = e.Setting
		}
		if err := u.putMark(m); err != nil {
			return err
		}
	}
	return nil
}
