package engine

import (
	"bytes"
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

// conflicts puts conflict records back.
func (u *undoing) conflicts() error {
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
