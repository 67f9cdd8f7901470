package evolve

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

func TestADoubleClickOpensAndWritesNothing(t *testing.T) {
	d := drive(t, sample()).show("").keys("p")
	d.text()
	f := &d.screen.frame
	twice := func(x, y int) {
		for range 2 {
			d.send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		}
		d.send(views.DoubleClickMsg{X: x, Y: y})
	}
	opened := false
	for y := f.planTop; y < f.planTop+24 && !opened; y++ {
		d.text() // a heading folds
		if y == f.buttonsAt {
			continue
		}
		twice(d.screen.pageX()+4, y)
		for _, asked := range d.intents {
			if m, ok := asked.(views.OpenMsg); ok {
				opened = m.ID != ""
			}
		}
	}
	if !opened {
		t.Error("no line of the plan opens its memory")
	}
	for y, row := range f.listRows {
		if row >= 0 {
			twice(3, y)
		}
	}
	if len(d.source.calls) > 0 {
		t.Errorf("a double click wrote: %v", d.source.calls)
	}
	if d.screen.report == nil {
		t.Error("a past cycle is not opened by a double click")
	}
}
