// Command mute links Bubble Tea and says one word; the test around it listens
// for anything else that reaches the terminal.
package main

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

func main() {
	_ = tea.Quit // linking Bubble Tea is the point; nothing of it is run
	fmt.Println("ready")
}
