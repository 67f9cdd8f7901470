package evolve

import (
	"reflect"

	tea "github.com/charmbracelet/bubbletea"
)

// sequenceCmds reads the commands out of tea's unexported sequence type.
func sequenceCmds(msg tea.Msg) []tea.Cmd {
	v := reflect.ValueOf(msg)
	cmds := make([]tea.Cmd, v.Len())
	for i := range cmds {
		cmds[i] = v.Index(i).Interface().(tea.Cmd)
	}
	return cmds
}
