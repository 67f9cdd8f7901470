package memories

// marks is a selection. After "all that the filter shows" it holds the
// exceptions, so that selecting a million rows costs nothing.
type marks struct {
	all bool
	ids map[string]struct{}
}

func (m *marks) has(id string) bool {
	_, in := m.ids[id]
	return in != m.all
}

func (m *marks) toggle(id string) {
	if _, in := m.ids[id]; in {
		delete(m.ids, id)
		return
	}
	if m.ids == nil {
		m.ids = make(map[string]struct{})
	}
	m.ids[id] = struct{}{}
}

// set marks id whether or not it was.
func (m *marks) set(id string) {
	if !m.has(id) {
		m.toggle(id)
	}
}

func (m *marks) none() bool { return !m.all && len(m.ids) == 0 }

func (m *marks) clear() { *m = marks{} }

func (m *marks) takeAll() { *m = marks{all: true} }

// count is how many of the order's memories, and of those it no longer
// shows, are marked.
func (m *marks) count(o order) int {
	if m.all {
		return max(0, o.len()-len(m.ids))
	}
	return len(m.ids)
}

// list names the marked memories: those that the order shows in its order,
// then the others.
func (m *marks) list(o order) []string {
	out := make([]string, 0, m.count(o))
	if m.none() {
		return out
	}
	for i := range o.len() {
		id := o.id(i)
		if m.has(id) {
			out = append(out, id)
		}
		if !m.all && len(out) == len(m.ids) {
			return out
		}
	}
	if m.all {
		return out
	}
	shown := make(map[string]struct{}, len(out))
	for _, id := range out {
		shown[id] = struct{}{}
	}
	for id := range m.ids {
		if _, ok := shown[id]; !ok {
			out = append(out, id)
		}
	}
	return out
}

// settle names each marked memory, for when the order that "all" was about
// goes away.
func (m *marks) settle(o order) {
	if !m.all {
		return
	}
	ids := make(map[string]struct{}, o.len())
	for _, id := range m.list(o) {
		ids[id] = struct{}{}
	}
	*m = marks{ids: ids}
}
