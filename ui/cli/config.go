package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/sahilm/fuzzy"

	"ebb/engine/intelligence"
	"ebb/themes"
	"ebb/ui"
)

// Config is what the configuration file says: looks, keys, where things are
// and who is asked to judge. What is true of a store lives in the store.
type Config struct {
	Store         string // folder
	Log           string // file
	Theme         ThemeConfig
	Keys          map[string][]string // a binding's id → the keys that replace its own
	Mouse         bool
	ReducedMotion bool
	Accessible    bool
	Provider      *intelligence.Options // nil: none
}

// ThemeConfig is the [theme] table; theme = "dark" is short for its name.
type ThemeConfig struct {
	Name       string // one of themes.Names
	Background string // auto, dark, light: what is behind the text
	Glyphs     string // auto, unicode, lines, ascii
	// Colours are the looks of single roles, by the role's name; see
	// [themes.Theme.Override]. nil: the theme's own.
	Colours map[string]string
}

// fileConfig is the file as TOML sees it.
type fileConfig struct {
	Store         *string        `toml:"store"`
	Log           *string        `toml:"log"`
	Theme         any            `toml:"theme"`
	Keys          map[string]any `toml:"keys"`
	Mouse         *bool          `toml:"mouse"`
	ReducedMotion *bool          `toml:"reduced_motion"`
	Accessible    *bool          `toml:"accessible"`
	Provider      any            `toml:"provider"`
}

// known are the file's own names, for guesses at misspelt ones.
var known = []string{"store", "log", "theme", "keys", "mouse", "reduced_motion", "accessible", "provider"}

var themeNames = map[string][]string{
	"name":       themes.Names,
	"background": {"auto", "dark", "light"},
	"glyphs":     {"auto", "unicode", "lines", "ascii"},
}

func defaultConfig() Config { return Config{Mouse: true} }

// configPath is where the configuration is read from, and whether it was
// named, so that its absence is an error.
func (a *app) configPath() (path string, named bool) {
	if a.flags.config == "" {
		return filepath.Join(a.Places.Config, "config.toml"), false
	}
	if filepath.IsAbs(a.flags.config) {
		return a.flags.config, true
	}
	return filepath.Join(a.Dir, a.flags.config), true
}

// readConfigFile reads the configuration. Warnings are about names it does
// not know; err is about something that is there and means nothing, which is
// never guessed at: a store in the wrong place would be worse than no answer.
func readConfigFile(path string, named bool) (c Config, warnings []error, err error) {
	c = defaultConfig()
	text, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return c, nil, nil
	}
	if err != nil {
		return c, nil, fmt.Errorf("configuration: %w", err)
	}
	return parseConfig(path, text)
}

// longestConfig is more than anybody writes by hand.
const longestConfig = 1 << 20

// readSmall reads a file of some lines; what is no file would be waited for,
// or never end.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > longestConfig:
		return nil, fmt.Errorf("%s is larger than a configuration can be", path)
	}
	text, err := os.ReadFile(path)
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}

func parseConfig(path string, text []byte) (c Config, warnings []error, err error) {
	c = defaultConfig()
	r := configReader{path: path, text: text, lines: strings.Split(string(text), "\n")}
	var f fileConfig
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&f)
	var missing *toml.StrictMissingError
	if errors.As(err, &missing) {
		for _, m := range missing.Errors {
			line, _ := m.Position()
			warnings = append(warnings, r.unknown(line, m.Key()))
		}
		err = nil
	}
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, _ := wrong.Position()
		return c, warnings, r.wrong(line, wrong)
	}
	if err != nil {
		return c, warnings, &ui.ConfigError{File: path, Line: 1, What: err.Error()}
	}
	more, err := r.take(&f, &c)
	return c, append(warnings, more...), err
}

// configReader turns a decoded file into a configuration.
type configReader struct {
	path  string
	text  []byte
	lines []string
}

func (r *configReader) error(line int, what, hint string) *ui.ConfigError {
	return &ui.ConfigError{File: r.path, Line: max(line, 1), What: what, Hint: hint}
}

func (r *configReader) unknown(line int, key []string) error {
	name := strings.Join(key, ".")
	return r.error(line, fmt.Sprintf("there is no option %q; it is not looked at", name), nearest(name, known))
}

// wanted says what kind of value an option takes.
var wanted = map[string]string{
	"store": `a folder in quotes, like "/home/me/memories"`, "log": `a file in quotes`,
	"mouse": "true or false", "reduced_motion": "true or false", "accessible": "true or false",
	"keys": `a table: [keys] and then lines like "memories.archive" = "d"`,
}

func (r *configReader) wrong(line int, e *toml.DecodeError) error {
	key := strings.Join(e.Key(), ".")
	text := ""
	if line >= 1 && line <= len(r.lines) {
		text = strings.TrimSpace(r.lines[line-1])
	}
	if name, _, _ := strings.Cut(text, "="); secretName(name) {
		text = strings.TrimSpace(name) + " = …" // a key that got into the file stays there
	}
	if want, ok := wanted[key]; ok && strings.Contains(e.Error(), "cannot decode") {
		_, got, _ := strings.Cut(text, "=")
		return r.error(line, fmt.Sprintf("%s wants %s, not %s", key, want, cmp.Or(strings.TrimSpace(got), "this")), "")
	}
	return r.error(line, fmt.Sprintf("%q is not TOML: %s", text, strings.TrimPrefix(e.Error(), "toml: ")), "")
}

// lineOf finds where a name is set, inside a table when one is given.
func (r *configReader) lineOf(table, name string) int {
	in := ""
	for i, l := range r.lines {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			in = strings.Trim(l, "[] \t")
			if name == "" && in == table {
				return i + 1
			}
			continue
		}
		left, _, found := strings.Cut(l, "=")
		left = strings.ReplaceAll(strings.Trim(strings.TrimSpace(left), `"'`), " ", "")
		if found && in == table && left == name || table != "" && in == "" && left == strings.TrimSuffix(table+"."+name, ".") {
			return i + 1
		}
	}
	return 1
}

func (r *configReader) take(f *fileConfig, c *Config) (warnings []error, err error) {
	set(&c.Store, f.Store)
	set(&c.Log, f.Log)
	set(&c.Mouse, f.Mouse)
	set(&c.ReducedMotion, f.ReducedMotion)
	set(&c.Accessible, f.Accessible)
	for _, p := range []*string{&c.Store, &c.Log} {
		if *p == "" {
			continue
		}
		if *p, err = expand(*p, filepath.Dir(r.path)); err != nil {
			return nil, err
		}
	}
	warnings, err = r.theme(f.Theme, &c.Theme)
	if err != nil {
		return warnings, err
	}
	provider, more, err := r.provider(f.Provider)
	warnings = append(warnings, more...)
	if err != nil {
		return warnings, err
	}
	c.Provider = provider
	c.Keys = map[string][]string{}
	return warnings, r.keys("", f.Keys, c.Keys)
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// expand reads ~ as the home folder, and other relative paths from the
// configuration's folder.
func expand(path, base string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("configuration: %q: %w", path, err)
		}
		return filepath.Join(home, rest), nil
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	return filepath.Join(base, path), nil
}

func (r *configReader) theme(v any, t *ThemeConfig) (warnings []error, err error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		t.Name = v
		return nil, r.oneOf(r.lineOf("", "theme"), "theme", v, themeNames["name"])
	case map[string]any:
		fields := map[string]*string{"name": &t.Name, "background": &t.Background, "glyphs": &t.Glyphs}
		for _, name := range slices.Sorted(keysOf(v)) {
			line := r.lineOf("theme", name)
			if slices.Contains(roleNames(), name) {
				if err := r.colour(line, name, v[name], t); err != nil {
					return warnings, err
				}
				continue
			}
			field, ok := fields[name]
			if !ok {
				warnings = append(warnings, r.error(line, fmt.Sprintf("[theme] has no %q; it is not looked at", name), nearest(name, append([]string{"name", "background", "glyphs"}, roleNames()...))))
				continue
			}
			text, ok := v[name].(string)
			if !ok {
				return warnings, r.error(line, fmt.Sprintf("%s wants one of %s in quotes", name, strings.Join(themeNames[name], ", ")), "")
			}
			if err := r.oneOf(line, name, text, themeNames[name]); err != nil {
				return warnings, err
			}
			*field = text
		}
		return warnings, nil
	}
	return nil, r.error(r.lineOf("", "theme"), `theme wants a name in quotes, or a table [theme]`, "")
}

func (r *configReader) oneOf(line int, name, got string, want []string) error {
	if slices.Contains(want, got) {
		return nil
	}
	return r.error(line, fmt.Sprintf("%s is %q, which is none of %s", name, got, strings.Join(want, ", ")), nearest(got, want))
}

// keys flattens the table: memories.archive = "d" is one id, with or without
// quotes around it.
func (r *configReader) keys(prefix string, table map[string]any, into map[string][]string) error {
	for _, name := range slices.Sorted(keysOf(table)) {
		id := prefix + name
		switch v := table[name].(type) {
		case map[string]any:
			if err := r.keys(id+".", v, into); err != nil {
				return err
			}
		case string:
			into[id] = []string{v}
		case []any:
			keys := []string{}
			for _, k := range v {
				text, ok := k.(string)
				if !ok {
					return r.error(r.lineOf("keys", id), fmt.Sprintf("%s wants keys in quotes, not %v", id, k), "")
				}
				keys = append(keys, text)
			}
			into[id] = keys
		default:
			return r.error(r.lineOf("keys", id), fmt.Sprintf(`%s wants a key in quotes, like "d", or several: ["d", "x"]`, id), "")
		}
	}
	return nil
}

func keysOf[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// nearest is a guess at what was meant; "" without one.
func nearest(got string, names []string) string {
	best, least := "", 3
	for _, n := range names {
		if d := distance(strings.ToLower(got), n); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		if hits := fuzzy.Find(got, names); len(hits) > 0 {
			best = hits[0].Str
		}
	}
	if best == "" {
		return "there are " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// distance counts the letters to put in, take out or change (Levenshtein).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return max(len(x), len(y))
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			change := diagonal
			if x[i] != y[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(y)]
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(keysOf(m)) }

func joinKeys(keys []string) string { return strings.Join(keys, ", ") }
