package evolve

// stopsHere are the panes that tab goes through.
func (s *Screen) stopsHere() []focus {
	buttons := s.page == planPage && s.plan != nil && s.job.cancel == nil || s.page == reportPage
	switch {
	case s.frame.alone && s.full && buttons:
		return []focus{onPage, onButtons}
	case s.frame.alone && s.full:
		return []focus{onPage}
	case s.frame.alone:
		return []focus{onList}
	case buttons:
		return []focus{onList, onPage, onButtons}
	}
	return []focus{onList, onPage}
}

func (s *Screen) otherPane(by int) {
	if s.frame.alone && !s.full {
		s.full, s.focus = true, onPage
		return
	}
	stops := s.stopsHere()
	at := 0
	for i, f := range stops {
		if f == s.focus {
			at = i
		}
	}
	s.focus, s.button = stops[(at+by+len(stops))%len(stops)], 0
}

// nextPane is where tab leads.
func (s *Screen) nextPane() string {
	stops := s.stopsHere()
	if s.frame.alone && !s.full {
		return "page"
	}
	for i, f := range stops {
		if f == s.focus {
			return [...]string{onList: "evolvers", onPage: "page", onButtons: "what to do"}[stops[(i+1)%len(stops)]]
		}
	}
	return ""
}

// move is by rows, or by lines where there is nothing to stand on.
func (s *Screen) move(n int) {
	switch {
	case s.focus == onList:
		s.list.Move(n)
		s.scroll = 0
		if s.page == reportPage {
			s.page = aboutPage
			if s.plan != nil {
				s.page = planPage
			}
		}
	case s.focus == onButtons && n < 0:
		s.focus = onPage
	case s.focus == onButtons:
	case s.page == planPage && s.plan != nil:
		at := s.rows.Cursor()
		s.rows.Move(n)
		s.settleRow(n)
		if n > 0 && s.rows.Cursor() <= at {
			s.rows.MoveTo(at)
			s.focus, s.button = onButtons, 0
		}
	case n > 0 && s.frame.below == 0 && s.page == reportPage:
		s.focus = onButtons
	default:
		s.scroll = max(0, s.scroll+n)
	}
}

func (s *Screen) sideways(n int) {
	switch {
	case s.focus == onButtons && s.page == planPage:
		s.button = min(max(s.button+n, 0), 1)
	case s.frame.alone:
	case n > 0 && s.focus == onList:
		s.focus = onPage
	case n < 0 && s.focus == onPage:
		s.focus = onList
	}
}

func (s *Screen) moveEnd(n int) {
	switch {
	case s.focus == onList && n < 0:
		s.list.Top()
	case s.focus == onList:
		s.list.End()
	case s.page == planPage && s.plan != nil && n < 0:
		s.rows.Top()
		s.settleRow(1)
	case s.page == planPage && s.plan != nil:
		s.rows.End()
		s.settleRow(-1)
	case n < 0:
		s.scroll = 0
	default:
		s.scroll = 1 << 20
	}
}

func (s *Screen) moveHalf(n int) {
	switch {
	case s.focus == onList:
		s.list.Half(n)
	case s.page == planPage && s.plan != nil:
		s.rows.Half(n)
		s.settleRow(n)
	default:
		s.scroll = max(0, s.scroll+n*max(1, s.frame.h/2))
	}
}
