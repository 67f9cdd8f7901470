package engine

// transitions lists where each state may go by an explicit change of state.
// Undo is the one way back out of superseded, merged and deleted.
var transitions = map[State][]State{
	Active:     {Updated, Archived, Expired, Superseded, Merged, Deleted},
	Updated:    {Active, Archived, Expired, Superseded, Merged, Deleted},
	Archived:   {Active, Deleted},
	Expired:    {Archived, Deleted},
	Superseded: {Deleted},
	Merged:     {Deleted},
	Deleted:    nil,
}

// CanBecome reports whether the lifecycle has a step from s to next. Staying
// is always a step.
func (s State) CanBecome(next State) bool {
	if s == next {
		return true
	}
	for _, t := range transitions[s] {
		if t == next {
			return true
		}
	}
	return false
}

// Editable reports whether a memory in this state takes new text or scores.
func (s State) Editable() bool {
	return s == Active || s == Updated || s == Archived || s == Expired
}

// afterEdit is the state that a patch without a state leads to.
func (s State) afterEdit() State {
	if s == Active {
		return Updated
	}
	return s
}

// Change is the version kind that entering a state makes.
func (s State) Change() ChangeType {
	switch s {
	case Superseded:
		return ChangeSuperseded
	case Merged:
		return ChangeMerged
	case Archived:
		return ChangeArchived
	case Expired:
		return ChangeExpired
	case Deleted:
		return ChangeDeleted
	}
	return ChangeUpdated
}
