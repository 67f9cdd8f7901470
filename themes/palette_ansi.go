package themes

// The terminal's own sixteen colours, whatever a person has made of them. Which
// of them can be read differs from palette to palette: blue (4) is lost on
// black, bright black (8) is the background itself in Solarized, and yellow,
// green and cyan are pale on white. So the dark theme takes the bright ones,
// the light one takes blue, magenta and red, and what no colour is safe for
// gets the terminal's own text with an attribute.

func ansiDark() Theme {
	own := tone{own: true}
	accent := tone{ansi: "14"}
	return Theme{Name: "ansi-dark", Dark: true, Background: darkBackground, looks: [roleCount]look{
		Text:      {fg: own},
		Strong:    {fg: own, attr: bold},
		Muted:     {fg: tone{ansi: "7"}},
		Faint:     {fg: own, attr: faint},
		Accent:    {fg: accent},
		Past:      {fg: tone{ansi: "11"}},
		Future:    {fg: tone{ansi: "13"}},
		Good:      {fg: tone{ansi: "10"}},
		Warn:      {fg: tone{ansi: "11"}},
		Danger:    {fg: tone{ansi: "9"}, attr: bold},
		Selection: {fg: accent, attr: bold},
		Cursor:    {attr: bold},
		Match:     {fg: accent, attr: bold | underline},
		BarFull:   {fg: tone{ansi: "6"}},
		BarLow:    {fg: tone{ansi: "9"}},
		BarEmpty:  {fg: tone{ansi: "8"}},
		Border:    {fg: tone{ansi: "8"}},
		Key:       {fg: accent},
		Tab:       {fg: accent, attr: bold},
		Added:     {fg: tone{ansi: "10"}, attr: underline},
		Removed:   {fg: tone{ansi: "9"}, attr: strike},
		You:       {fg: accent},
		Agent:     {fg: tone{ansi: "10"}},
		Import:    {fg: tone{ansi: "11"}},
		Schedule:  {fg: tone{ansi: "13"}},
	}}
}

func ansiLight() Theme {
	own := tone{own: true}
	blue, magenta, red := tone{ansi: "4"}, tone{ansi: "5"}, tone{ansi: "1"}
	return Theme{Name: "ansi-light", Background: lightBackground, looks: [roleCount]look{
		Text:      {fg: own},
		Strong:    {fg: own, attr: bold},
		Muted:     {fg: tone{ansi: "8"}},
		Faint:     {fg: own, attr: faint},
		Accent:    {fg: blue},
		Past:      {fg: red},
		Future:    {fg: magenta},
		Good:      {fg: own, attr: bold},
		Warn:      {fg: magenta, attr: bold},
		Danger:    {fg: red, attr: bold},
		Selection: {fg: blue, attr: bold},
		Cursor:    {attr: bold},
		Match:     {fg: blue, attr: bold | underline},
		BarFull:   {fg: blue},
		BarLow:    {fg: red},
		BarEmpty:  {fg: tone{ansi: "7"}},
		Border:    {fg: tone{ansi: "8"}},
		Key:       {fg: blue},
		Tab:       {fg: blue, attr: bold},
		Added:     {fg: blue, attr: underline},
		Removed:   {fg: red, attr: strike},
		You:       {fg: blue},
		Agent:     {fg: magenta},
		Import:    {fg: red},
		Schedule:  {fg: tone{ansi: "8"}},
	}}
}
