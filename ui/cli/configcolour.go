package cli

import (
	"errors"
	"strings"

	"ebb/themes"
	"ebb/ui"
)

// roleNames are what [theme] can give another look.
func roleNames() []string {
	names := make([]string, 0, len(themes.Roles()))
	for _, r := range themes.Roles() {
		names = append(names, r.String())
	}
	return names
}

// colour takes over the look of one role.
func (r *configReader) colour(line int, role string, v any, t *ThemeConfig) error {
	text, ok := v.(string)
	if !ok {
		return r.error(line, role+` wants a colour in quotes, like "#e3c464", "bright-blue" or "#e3c464 bold"`, "")
	}
	_, _, err := themes.Must("dark").Override(map[string]string{role: text})
	var wrong *themes.OverrideError
	if errors.As(err, &wrong) {
		return r.error(line, strings.TrimPrefix(wrong.Error(), "[theme] "), "")
	}
	if t.Colours == nil {
		t.Colours = map[string]string{}
	}
	t.Colours[role] = text
	return err
}

// hardToRead warns of colours that have too little contrast in the theme that
// is named; for the automatic one, on a dark background.
func (c *ThemeConfig) hardToRead(path string, lines map[string]int) []error {
	name := c.Name
	if name == "" || name == "auto" {
		name = "dark"
		if c.Background == "light" {
			name = "light"
		}
	}
	// What cannot be used was refused when the file was read.
	_, warnings, _ := themes.Must(name).Override(c.Colours)
	said := make([]error, 0, len(warnings))
	for _, w := range warnings {
		said = append(said, &ui.ConfigError{File: path, Line: max(lines["theme."+w.Key], 1), What: w.Key + " in the theme " + name + " is " + w.Text})
	}
	return said
}
