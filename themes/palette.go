package themes

// The built-in palettes. One accent; bars in one hue, the threshold their only
// change; actors in quiet tones of equal weight. Contrast and distance between
// the roles are checked by tests at every colour depth.

// palettes makes each theme that can be asked for, or be followed to.
var palettes = map[string]func() Theme{
	"dark": darkTheme, "light": lightTheme, "mono": monoTheme,
	"ansi-dark": ansiDark, "ansi-light": ansiLight,
	"deutan-dark": deutanDark, "deutan-light": deutanLight,
}

const (
	darkBackground  = "#1e1e1e"
	lightBackground = "#ffffff"
)

func darkTheme() Theme {
	accent := tone{hex: "#7ab8e0", ansi: "14"}
	text := tone{hex: "#d7dae0", own: true}
	return Theme{Name: "dark", Dark: true, Background: darkBackground, looks: [roleCount]look{
		Text:      {fg: text},
		Strong:    {fg: text, attr: bold},
		Muted:     {fg: tone{hex: "#9aa3ad", ansi: "7"}},
		Faint:     {fg: tone{hex: "#757e88", ansi: "8"}},
		Accent:    {fg: accent},
		Past:      {fg: tone{hex: "#dba56a", ansi: "3"}},
		Future:    {fg: tone{hex: "#b79df2", ansi: "13"}},
		Good:      {fg: tone{hex: "#8fc98b", ansi: "10"}},
		Warn:      {fg: tone{hex: "#e3c464", ansi: "11"}},
		Danger:    {fg: tone{hex: "#f08080", ansi: "9"}},
		Selection: {fg: accent, attr: bold},
		Cursor:    {bg: tone{hex: "#2b333c"}, low: bold},
		Match:     {fg: accent, attr: bold | underline},
		BarFull:   {fg: tone{hex: "#6aa5c9", ansi: "6"}},
		BarLow:    {fg: tone{hex: "#d9886a", ansi: "9"}},
		BarEmpty:  {fg: tone{hex: "#434c55", ansi: "8"}},
		Border:    {fg: tone{hex: "#626c76", ansi: "8"}},
		Key:       {fg: accent},
		Tab:       {fg: accent, attr: bold},
		Added:     {fg: tone{hex: "#8fc98b", ansi: "10"}},
		Removed:   {fg: tone{hex: "#f08080", ansi: "9"}},
		You:       {fg: accent},
		Agent:     {fg: tone{hex: "#86c2ae", ansi: "2"}},
		Import:    {fg: tone{hex: "#c9a98f", ansi: "3"}},
		Schedule:  {fg: tone{hex: "#aca6dc", ansi: "13"}},
	}}
}

func lightTheme() Theme {
	accent := tone{hex: "#1f6aa5", ansi: "4"}
	text := tone{hex: "#1f2328", own: true}
	return Theme{Name: "light", Background: lightBackground, looks: [roleCount]look{
		Text:      {fg: text},
		Strong:    {fg: text, attr: bold},
		Muted:     {fg: tone{hex: "#57606a", ansi: "8"}},
		Faint:     {fg: tone{hex: "#767f88", ansi: "8"}, low: faint},
		Accent:    {fg: accent},
		Past:      {fg: tone{hex: "#8f5a14", ansi: "3"}},
		Future:    {fg: tone{hex: "#6a4fb3", ansi: "5"}},
		Good:      {fg: tone{hex: "#2c7a39", ansi: "2"}},
		Warn:      {fg: tone{hex: "#856404", ansi: "3"}},
		Danger:    {fg: tone{hex: "#b3352f", ansi: "1"}},
		Selection: {fg: accent, attr: bold},
		Cursor:    {bg: tone{hex: "#e6edf4"}, low: bold},
		Match:     {fg: accent, attr: bold | underline},
		BarFull:   {fg: tone{hex: "#3f7fab", ansi: "6"}},
		BarLow:    {fg: tone{hex: "#b5562f", ansi: "1"}},
		BarEmpty:  {fg: tone{hex: "#d5dbe1", ansi: "7"}},
		Border:    {fg: tone{hex: "#8b949d", ansi: "8"}},
		Key:       {fg: accent},
		Tab:       {fg: accent, attr: bold},
		Added:     {fg: tone{hex: "#2c7a39", ansi: "2"}},
		Removed:   {fg: tone{hex: "#b3352f", ansi: "1"}},
		You:       {fg: accent},
		Agent:     {fg: tone{hex: "#1d7565", ansi: "6"}},
		Import:    {fg: tone{hex: "#80573a", ansi: "3"}},
		Schedule:  {fg: tone{hex: "#5b559c", ansi: "5"}},
	}}
}

// monoTheme is what NO_COLOR gets: no colour, but bold, underline and reverse,
// which the colourless Ascii profile would have dropped as well.
func monoTheme() Theme {
	return Theme{Name: "mono", Dark: true, Background: darkBackground, looks: [roleCount]look{
		Strong:    {attr: bold},
		Faint:     {attr: faint},
		Accent:    {attr: bold},
		Past:      {attr: bold},
		Future:    {attr: bold},
		Warn:      {attr: bold},
		Danger:    {attr: bold},
		Selection: {attr: bold},
		Cursor:    {attr: reverse},
		Match:     {attr: underline},
		BarLow:    {attr: faint},
		BarEmpty:  {attr: faint},
		Border:    {attr: faint},
		Key:       {attr: bold},
		Tab:       {attr: bold | underline},
		Added:     {attr: underline},
		Removed:   {attr: strike},
	}}
}
