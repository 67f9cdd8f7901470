package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"ebb/engine/intelligence"
	"ebb/themes"
)

// setting is one option with the value in effect.
type setting struct {
	name, value string
	from        source
}

// source is where a value comes from. The zero source is the default.
type source struct {
	line      int    // in the configuration file
	env, flag string // which variable or flag
}

func (s source) String() string {
	switch {
	case s.flag != "":
		return "flag " + s.flag
	case s.env != "":
		return "environment " + s.env
	case s.line > 0:
		return "file, line " + strconv.Itoa(s.line)
	}
	return "default"
}

func (s source) json() sourceJSON {
	switch {
	case s.flag != "":
		return sourceJSON{Source: "flag", Name: s.flag}
	case s.env != "":
		return sourceJSON{Source: "environment", Name: s.env}
	case s.line > 0:
		return sourceJSON{Source: "file", Line: s.line}
	}
	return sourceJSON{Source: "default"}
}

// configText is the configuration file as it is; nothing where there is none.
func (a *app) configText(path string) ([]byte, error) {
	text, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// optionLines finds the line on which each option of a file is set. The file has
// been read without an error.
func optionLines(text []byte) map[string]int {
	lines := map[string]int{}
	var note func(prefix []string, e *unstable.Node, line int)
	note = func(prefix []string, e *unstable.Node, line int) {
		key := slices.Concat(prefix, keyOf(e.Key()))
		if v := e.Value(); v.Kind == unstable.InlineTable {
			for it := v.Children(); it.Next(); {
				note(key, it.Node(), line)
			}
			return
		}
		name := strings.Join(key, ".")
		if name == "theme" {
			name = "theme.name"
		}
		lines[name] = line
	}
	var p unstable.Parser
	p.Reset(text)
	var table []string
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keyOf(e.Key())
		case unstable.KeyValue:
			note(table, e, 1+bytes.Count(text[:e.Raw.Offset], []byte("\n")))
		}
	}
	return lines
}

// settings are all options in the order of the help, each with its value in
// effect and where that comes from; lines are those of the file.
func (a *app) settings(lines map[string]int) []setting {
	c, f := a.config, a.flags
	var all []setting
	add := func(name, value string, from source) {
		if from == (source{}) {
			from.line = lines[name]
		}
		all = append(all, setting{name, value, from})
	}
	flag := func(given bool, name string) source {
		if given {
			return source{flag: "--" + name}
		}
		return source{}
	}
	yes := strconv.FormatBool
	add("store", a.storeDir(), flag(f.store != "", "store"))
	add("log", cmp.Or(a.logPath(), "none"), flag(f.log != "", "log"))
	name, from := a.themeName()
	add("theme.name", name, from)
	add("theme.background", a.background(), a.backgroundFrom())
	add("theme.glyphs", orAuto(c.Theme.Glyphs), source{})
	for _, role := range sortedKeys(c.Theme.Colours) {
		add("theme."+role, c.Theme.Colours[role], source{})
	}
	add("mouse", yes(c.Mouse), source{})
	add("reduced_motion", yes(c.ReducedMotion || f.reducedMotion), flag(f.reducedMotion, "reduced-motion"))
	add("accessible", yes(c.Accessible || f.accessible), flag(f.accessible, "accessible"))
	actor := source{}
	switch {
	case f.actor != "":
		actor.flag = "--actor"
	case a.Env("EBB_ACTOR") != "":
		actor.env = "EBB_ACTOR"
	}
	add("actor", cmp.Or(f.actor, a.Env("EBB_ACTOR"), "you"), actor)
	all = append(all, providerSettings(c.Provider, lines)...)
	for _, id := range sortedKeys(c.Keys) {
		add("keys."+id, cmp.Or(joinKeys(c.Keys[id]), "none"), source{})
	}
	return all
}

// themeName is the theme that the screen has: NO_COLOR wins over every name.
func (a *app) themeName() (string, source) {
	switch {
	case a.flags.noColor:
		return "mono", source{flag: "--no-color"}
	case a.Env("NO_COLOR") != "":
		return "mono", source{env: "NO_COLOR"}
	case a.flags.theme != "":
		return a.flags.theme, source{flag: "--theme"}
	}
	return orAuto(a.config.Theme.Name), source{}
}

// background is what is known of it before the terminal has been asked.
func (a *app) background() string {
	switch light, known := themes.LightFromEnv(a.Env); {
	case a.backgroundFrom() == source{}, !known:
		return orAuto(a.config.Theme.Background)
	case light:
		return "light"
	}
	return "dark"
}

func (a *app) backgroundFrom() source {
	_, known := themes.LightFromEnv(a.Env)
	if orAuto(a.config.Theme.Background) == "auto" && known {
		return source{env: "COLORFGBG"}
	}
	return source{}
}

// providerSettings are the options of [provider]; without one there is nothing
// that they would be for.
func providerSettings(p *intelligence.Options, lines map[string]int) []setting {
	if p == nil {
		return []setting{{"provider", "none", source{}}}
	}
	orNone := func(n int) string {
		if n == 0 {
			return "none"
		}
		return strconv.Itoa(n)
	}
	retries := cmp.Or(p.Retries, intelligence.DefaultRetries)
	temperature := "the model's own"
	if p.Temperature != nil {
		temperature = price(*p.Temperature)
	}
	values := map[string]string{
		"base_url": cmp.Or(p.BaseURL, "none"), "model": cmp.Or(p.Model, "none"), "key_env": cmp.Or(p.KeyEnv, "none"),
		"allow_plain": strconv.FormatBool(p.AllowPlain), "timeout": cmp.Or(p.Timeout, intelligence.DefaultTimeout).String(),
		"retries": strconv.Itoa(max(retries, 0)), "requests_per_minute": orNone(p.RequestsPerMinute),
		"temperature": temperature, "max_answer_tokens": orNone(p.MaxAnswerTokens),
		"price_in": price(p.PriceIn), "price_out": price(p.PriceOut),
	}
	all := make([]setting, 0, len(providerNames))
	for _, name := range providerNames {
		all = append(all, setting{"provider." + name, values[name], source{line: lines["provider."+name]}})
	}
	return all
}

func price(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func orAuto(s string) string { return cmp.Or(s, "auto") }
