package themes

// Glyphs are the signs of the screen. Each is exactly one cell wide, none is
// an emoji or needs a variation selector. The zero Glyphs draws nothing:
// take [Unicode] or [ASCII].
type Glyphs struct {
	// ASCII tells that only bytes 0x20 to 0x7e are used.
	ASCII bool
	// Braille tells that pictures may be drawn in braille dots; without it
	// they are drawn in lines.
	Braille bool

	// States and changes of a memory.
	Created, Updated, Superseded, Merged, Archived, Restored, Expired, Deleted string

	// Rows.
	Cursor, Selected, Sign, Pin, Ellipsis, Fold, Unfold string

	// Lines. Rule is solid, Dash is dashed, Separator stands between panes.
	Rule, Dash, Separator                         string
	TopLeft, TopRight, BottomLeft, BottomRight    string
	Horizontal, Vertical                          string
	AxisTick, AxisCross, AxisLow, AxisDot, Corner string

	// The time axis: an edit, a cycle, the present, the lens, the present
	// while the lens is elsewhere.
	Edit, Cycle, Now, Lens, NowAway string

	// Words' companions.
	Live, Then, Ahead, Done, On, Off, Falling, Rising, Minus, Nothing, Dot, Arrow string
	Back, Up, Down                                                                string

	// Eighths fills a cell from the left: index 0 is empty, 8 is full.
	Eighths [9]string
	// Sparks are columns of rising height, none of them empty.
	Sparks [8]string
	// Spinner is one turn of the sign for work under way.
	Spinner []string
}

// Unicode returns the glyphs for terminals that show UTF-8.
func Unicode() Glyphs {
	return Glyphs{
		Braille: true,
		Created: "●", Updated: "○", Superseded: "⊘", Merged: "⑂",
		Archived: "▾", Restored: "↺", Expired: "◌", Deleted: "✕",

		Cursor: "▸", Selected: "•", Sign: "!", Pin: "*", Ellipsis: "…", Fold: "⊕", Unfold: "⊖",

		Rule: "─", Dash: "╌", Separator: "│",
		TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯",
		Horizontal: "─", Vertical: "│",
		AxisTick: "┤", AxisCross: "┼", AxisLow: "┊", AxisDot: "·", Corner: "┘",

		Edit: "┴", Cycle: "╫", Now: "●", Lens: "◆", NowAway: "○",

		Live: "●", Then: "◀", Ahead: "▶", Done: "✓", On: "✓", Off: "·",
		Falling: "▼", Rising: "▲", Minus: "−", Nothing: "—", Dot: "·", Arrow: "→",
		Back: "←", Up: "↑", Down: "↓",

		Eighths: [9]string{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"},
		Sparks:  [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
		Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"},
	}
}

// ASCII returns the glyphs for terminals and locales that show nothing else.
func ASCII() Glyphs {
	return Glyphs{
		ASCII:   true,
		Created: "*", Updated: "o", Superseded: "/", Merged: "Y",
		Archived: "v", Restored: "r", Expired: ".", Deleted: "x",

		Cursor: ">", Selected: "+", Sign: "!", Pin: "*", Ellipsis: "~", Fold: "+", Unfold: "-",

		Rule: "-", Dash: ".", Separator: "|",
		TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
		Horizontal: "-", Vertical: "|",
		AxisTick: "|", AxisCross: "+", AxisLow: ":", AxisDot: ".", Corner: "'",

		Edit: "'", Cycle: "#", Now: "@", Lens: "^", NowAway: "o",

		Live: "*", Then: "<", Ahead: ">", Done: "+", On: "x", Off: ".",
		Falling: "v", Rising: "^", Minus: "-", Nothing: "-", Dot: ".", Arrow: ">",
		Back: "<", Up: "^", Down: "v",

		Eighths: [9]string{" ", " ", ".", ".", ":", ":", "=", "=", "#"},
		Sparks:  [8]string{"_", ".", ",", "-", "=", "+", "*", "#"},
		Spinner: []string{"|", "/", "-", "\\"},
	}
}
