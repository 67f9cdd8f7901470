package themes

// Role says what a piece of the screen means; a theme says how that looks.
type Role uint8

// The roles, in the order in which documentation lists them.
const (
	Text      Role = iota // ordinary text: the terminal's own colour
	Strong                // titles and names
	Muted                 // labels, ages, places
	Faint                 // hints, dead rows, what matters least
	Accent                // the one accent: where you are
	Past                  // the accent while the lens stands in the past
	Future                // the accent while the lens stands in the future
	Good                  // done, kept
	Warn                  // a sign on a row, a threshold near
	Danger                // failed, lost, cannot be undone
	Selection             // the mark of a selected row
	Cursor                // the row under the cursor: laid under the row's own inks
	Match                 // the characters a filter matched
	BarFull               // a retention bar
	BarLow                // a retention bar below the archive threshold
	BarEmpty              // the track behind a bar
	Border                // rules, separators, boxes
	Key                   // a key's name in footers and help
	Tab                   // the tab of the screen that is shown
	Added                 // what a newer text has more
	Removed               // what an older text had more
	You                   // who did it: the person
	Agent                 // who did it: an agent
	Import                // who did it: a file
	Schedule              // who did it: the scheduled cycle

	roleCount
)

var roleNames = [roleCount]string{
	Text: "text", Strong: "strong", Muted: "muted", Faint: "faint",
	Accent: "accent", Past: "past", Future: "future",
	Good: "good", Warn: "warn", Danger: "danger",
	Selection: "selection", Cursor: "cursor", Match: "match",
	BarFull: "bar", BarLow: "bar_low", BarEmpty: "bar_empty",
	Border: "border", Key: "key", Tab: "tab",
	Added: "added", Removed: "removed",
	You: "you", Agent: "agent", Import: "import", Schedule: "schedule",
}

// String is the role's name in the [theme] table of the configuration file.
func (r Role) String() string {
	if r >= roleCount {
		return "unknown"
	}
	return roleNames[r]
}

// Roles lists every role once, in order.
func Roles() []Role {
	all := make([]Role, roleCount)
	for i := range all {
		all[i] = Role(i)
	}
	return all
}
