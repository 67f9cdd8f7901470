package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebb/ui"
	"ebb/views/widget"
)

// configuredJSON is the configuration in effect.
type configuredJSON struct {
	Path          string              `json:"path"`
	Store         string              `json:"store"`
	Log           string              `json:"log,omitempty"`
	Theme         themeJSON           `json:"theme"`
	Mouse         bool                `json:"mouse"`
	ReducedMotion bool                `json:"reducedMotion"`
	Accessible    bool                `json:"accessible"`
	Keys          map[string][]string `json:"keys"`
	Provider      *providerJSON       `json:"provider,omitempty"`
	// From says where each option's value comes from, by the option's name in
	// the file.
	From map[string]sourceJSON `json:"from"`
}

// sourceJSON is where a value comes from.
type sourceJSON struct {
	Source string `json:"source"`         // default, file, environment or flag
	Name   string `json:"name,omitempty"` // the variable's or the flag's
	Line   int    `json:"line,omitempty"` // in the file
}

// providerJSON is who is asked to judge and to write.
type providerJSON struct {
	BaseURL string `json:"baseUrl"`
	Model   string `json:"model"`
	KeyEnv  string `json:"keyEnv,omitempty"`
}

type themeJSON struct {
	Name       string `json:"name"`
	Background string `json:"background"`
	Glyphs     string `json:"glyphs"`
}

func (a *app) configCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Show or check the configuration",
		Long: `The configuration file holds looks, keys and the provider; it is TOML:

  store = "~/memories"      # folder of the store
  theme = "dark"            # a name, or a table with more:
  mouse = true              # click, double click, wheel
  reduced_motion = false    # nothing moves by itself
  accessible = false        # words instead of glyphs
  log = "ebb.log"           # what the store logs

  [theme]
  name = "auto"             # ansi: sixteen colours, deutan: blue and orange;
                            # both, like auto, by the background, or -dark and
                            # -light; dark, light, mono
  background = "auto"       # auto, dark, light
  glyphs = "auto"           # auto, unicode, lines (no braille), ascii
  accent = "#e3c464 bold"   # any role's look: a colour, "default", attributes;
                            # "on" a colour behind it

  [keys]
  "memories.archive" = "A"  # the ids are in the screen's help (?)

  [provider]                # judges contradictions and writes merged texts;
                            # without one nothing is inferred, nothing is sent
  base_url = "http://127.0.0.1:11434/v1"   # OpenAI-compatible: Ollama, vLLM …
  model = "gemma3"
  key_env = "OPENAI_API_KEY"               # where the key is; never the key
  timeout = 60              # seconds for an answer
  requests_per_minute = 0   # 0: as many as there are
  retries = 3
  price_in = 0.15           # for a million tokens, for estimates
  price_out = 0.6
  # allow_plain, temperature, max_answer_tokens

` + strings.Join(widget.Wrap("Roles that can have a look of their own: "+strings.Join(roleNames(), ", ")+".", 78), "\n") + `

A flag wins over the environment, the environment over the file. check reads the
file and ends with 2 when something in it is not understood: the line, and the
nearest name that would be.`,
		Args: args(cobra.NoArgs, "path, show or check"),
		RunE: func(*cobra.Command, []string) error { return a.showConfig() },
	}
	c.AddCommand(
		&cobra.Command{Use: "path", Short: "Print where the configuration file is looked for", Args: args(cobra.NoArgs, "no arguments"), RunE: func(*cobra.Command, []string) error {
			path, _ := a.configPath()
			if a.flags.json {
				return a.out.json(struct {
					Path string `json:"path"`
				}{path})
			}
			return a.out.line("%s", clean(path))
		}},
		&cobra.Command{Use: "show", Short: "Print every option, its value and where that comes from", Args: args(cobra.NoArgs, "no arguments"), RunE: func(*cobra.Command, []string) error { return a.showConfig() }},
		&cobra.Command{Use: "check", Short: "Say what in the configuration file is not understood", Args: args(cobra.NoArgs, "no arguments"), RunE: func(*cobra.Command, []string) error { return a.checkConfig() }},
	)
	return c
}

func (a *app) showConfig() error {
	path, named := a.configPath()
	c, _, err := readConfigFile(path, named)
	if err != nil {
		return err
	}
	a.config = c
	text, err := a.configText(path)
	if err != nil {
		return err
	}
	all := a.settings(optionLines(text))
	if a.flags.json {
		return a.out.json(a.configured(path, all))
	}
	file := setting{name: "file", value: path}
	if named {
		file.from.flag = "--config"
	}
	all = slices.Insert(all, 0, file)
	wide, most := 0, 0
	for _, s := range all {
		wide, most = max(wide, len(s.name)), max(most, widget.Width(clean(s.value)))
	}
	for _, s := range all {
		if err := a.out.line("%s  %s  %s", pad(clean(s.name), wide), pad(clean(s.value), min(most, 44)), s.from); err != nil {
			return err
		}
	}
	return nil
}

// configured is the configuration for scripts.
func (a *app) configured(path string, all []setting) configuredJSON {
	c := a.config
	shown := configuredJSON{
		Path: path, Store: a.storeDir(), Log: a.logPath(),
		Mouse: c.Mouse, ReducedMotion: c.ReducedMotion || a.flags.reducedMotion, Accessible: c.Accessible || a.flags.accessible,
		Keys: c.Keys, From: map[string]sourceJSON{},
	}
	if shown.Keys == nil {
		shown.Keys = map[string][]string{}
	}
	if p := c.Provider; p != nil {
		shown.Provider = &providerJSON{p.BaseURL, p.Model, p.KeyEnv}
	}
	for _, s := range all {
		shown.From[s.name] = s.from.json()
		switch s.name {
		case "theme.name":
			shown.Theme.Name = s.value
		case "theme.background":
			shown.Theme.Background = s.value
		case "theme.glyphs":
			shown.Theme.Glyphs = s.value
		}
	}
	return shown
}

func (a *app) checkConfig() error {
	path, named := a.configPath()
	c, warnings, err := readConfigFile(path, named)
	for _, w := range warnings {
		complain(a.Stderr, w.Error())
	}
	var wrong *ui.ConfigError
	if errors.As(err, &wrong) {
		return &usageError{err}
	}
	verdict := "nothing to complain about"
	if err == nil {
		text, failed := a.configText(path)
		if failed != nil {
			return failed
		}
		for _, w := range c.Theme.hardToRead(path, optionLines(text)) {
			complain(a.Stderr, w.Error()) // to be seen, not to be refused
			verdict = "all of it is understood"
		}
	}
	if err == nil && c.Provider != nil {
		_, err = newProvider(*c.Provider, a.Env).open()
	}
	switch {
	case err != nil:
		return err
	case len(warnings) > 0:
		return exitError(exitUsage)
	case a.flags.json:
		return nil
	}
	return a.out.line("%s: %s", clean(path), verdict)
}
