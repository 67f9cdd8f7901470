package graph

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

func TestADoubleClickPutsAMemoryInTheMiddle(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	d.text(120, 31)
	f := &d.screen.frame
	other := ""
	for node := range f.cells {
		if node != id && (other == "" || node < other) {
			other = node
		}
	}
	at := f.cells[other]
	d.send(tea.MouseMsg{X: at.x, Y: at.y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.send(views.DoubleClickMsg{X: at.x, Y: at.y})
	if got := last[views.OpenMsg](d); got != (views.OpenMsg{Screen: views.Graph, ID: other}) {
		t.Errorf("a double click on %s opens %+v", other, got)
	}
	d.intents = nil
	d.send(views.DoubleClickMsg{X: f.tableX + 2, Y: f.rowsAt + 500})
	if len(d.intents) != 0 {
		t.Errorf("a double click on nothing opens %v", d.intents)
	}
}
