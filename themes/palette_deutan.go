package themes

// For eyes without the green-sensitive cones, to which red, orange, green and
// brown are one hue: everything is said on the axis that they keep, blue
// against yellow and orange, and by lightness. What is new is underlined and
// what is gone is struck through, so that neither is told by its colour alone.
// Tests look at these palettes as Machado et al. (2009) say such eyes do.

func deutanDark() Theme {
	accent := tone{hex: "#62b0f5", ansi: "14"}
	text := tone{hex: "#d7dae0", own: true}
	orange := tone{hex: "#e8973a", ansi: "11"}
	return Theme{Name: "deutan-dark", Dark: true, Background: darkBackground, looks: [roleCount]look{
		Text:      {fg: text},
		Strong:    {fg: text, attr: bold},
		Muted:     {fg: tone{hex: "#9aa3ad", ansi: "7"}},
		Faint:     {fg: tone{hex: "#757e88", ansi: "8"}},
		Accent:    {fg: accent},
		Past:      {fg: orange},
		Future:    {fg: tone{hex: "#c9b8ff", ansi: "13"}},
		Good:      {fg: tone{hex: "#8cc4ff", ansi: "14"}},
		Warn:      {fg: tone{hex: "#f5e37a", ansi: "11"}},
		Danger:    {fg: tone{hex: "#e8813a", ansi: "9"}, attr: bold},
		Selection: {fg: accent, attr: bold},
		Cursor:    {bg: tone{hex: "#2b333c"}, low: bold},
		Match:     {fg: accent, attr: bold | underline},
		BarFull:   {fg: tone{hex: "#5fa3e0", ansi: "14"}},
		BarLow:    {fg: orange},
		BarEmpty:  {fg: tone{hex: "#434c55", ansi: "8"}},
		Border:    {fg: tone{hex: "#626c76", ansi: "8"}},
		Key:       {fg: accent},
		Tab:       {fg: accent, attr: bold},
		Added:     {fg: tone{hex: "#8cc4ff", ansi: "14"}, attr: underline},
		Removed:   {fg: orange, attr: strike},
		You:       {fg: accent},
		Agent:     {fg: tone{hex: "#e6d98a", ansi: "11"}},
		Import:    {fg: tone{hex: "#c08a50", ansi: "9"}},
		Schedule:  {fg: tone{hex: "#c9b8ff", ansi: "13"}},
	}}
}

func deutanLight() Theme {
	accent := tone{hex: "#1a63b0", ansi: "4"}
	text := tone{hex: "#1f2328", own: true}
	brown := tone{hex: "#9a5400", ansi: "1"}
	return Theme{Name: "deutan-light", Background: lightBackground, looks: [roleCount]look{
		Text:      {fg: text},
		Strong:    {fg: text, attr: bold},
		Muted:     {fg: tone{hex: "#57606a", ansi: "8"}},
		Faint:     {fg: tone{hex: "#767f88", ansi: "8"}, low: faint},
		Accent:    {fg: accent},
		Past:      {fg: brown},
		Future:    {fg: tone{hex: "#3f1a94", ansi: "5"}},
		Good:      {fg: tone{hex: "#1a63b0", ansi: "4"}},
		Warn:      {fg: tone{hex: "#786b00", ansi: "3"}},
		Danger:    {fg: tone{hex: "#6b0f00", ansi: "1"}, attr: bold},
		Selection: {fg: accent, attr: bold},
		Cursor:    {bg: tone{hex: "#e6edf4"}, low: bold},
		Match:     {fg: accent, attr: bold | underline},
		BarFull:   {fg: tone{hex: "#2f74bd", ansi: "4"}},
		BarLow:    {fg: tone{hex: "#b86a00", ansi: "1"}},
		BarEmpty:  {fg: tone{hex: "#d5dbe1", ansi: "7"}},
		Border:    {fg: tone{hex: "#8b949d", ansi: "8"}},
		Key:       {fg: accent},
		Tab:       {fg: accent, attr: bold},
		Added:     {fg: accent, attr: underline},
		Removed:   {fg: brown, attr: strike},
		You:       {fg: accent},
		Agent:     {fg: tone{hex: "#786b00", ansi: "8"}},
		Import:    {fg: tone{hex: "#6b0f00", ansi: "1"}},
		Schedule:  {fg: tone{hex: "#3f1a94", ansi: "5"}},
	}}
}
