package cli

import (
	"context"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

// version is set when a release is built: -ldflags "-X ebb/ui/cli.version=1.2".
var version = ""

type versionInfo struct {
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func buildVersion() versionInfo {
	v := versionInfo{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if v.Version != "" {
		return v
	}
	v.Version = "development"
	if info, ok := debug.ReadBuildInfo(); ok {
		if m := info.Main.Version; m != "" && m != "(devel)" {
			v.Version = m
		}
	}
	return v
}

func (a *app) verifyCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Read everything in the store and say what is damaged",
		Args:  args(cobra.NoArgs, "no arguments"),
		RunE:  func(c *cobra.Command, _ []string) error { return a.verify(c.Context()) },
	}
}

func (a *app) verify(ctx context.Context) error {
	e, err := a.reading(ctx)
	if err != nil {
		return err
	}
	start := a.Clock()
	shown := verifiedJSON{Findings: []string{}}
	bar := a.progress("verifying")
	err = e.Store().Verify(ctx, func(finding error) {
		shown.Findings = append(shown.Findings, finding.Error())
	}, func(records int) {
		shown.Records = records
		bar.set(progress{records: records})
	})
	bar.end()
	if err != nil {
		return err
	}
	shown.Seconds = a.Clock().Sub(start).Seconds()
	for _, notice := range e.Notices() {
		complain(a.Stderr, notice)
	}
	if a.flags.json {
		err = a.out.json(shown)
	} else {
		err = a.verified(&shown)
	}
	if err == nil && len(shown.Findings) > 0 {
		return exitError(exitFailed)
	}
	return err
}

func (a *app) verified(v *verifiedJSON) error {
	for _, f := range v.Findings {
		if err := a.out.line("damaged: %s", clean(f)); err != nil {
			return err
		}
	}
	outcome := "all well"
	if n := len(v.Findings); n > 0 {
		outcome = plural(n, "thing is", "things are") + " damaged; ebb doctor says what helps"
	}
	took := time.Duration(v.Seconds * float64(time.Second)).Round(time.Millisecond)
	return a.out.line("%s records read in %s: %s", strconv.Itoa(v.Records), took, outcome)
}

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
  mouse = true
  reduced_motion = false    # nothing moves by itself
  accessible = false        # words instead of glyphs
  log = "ebb.log"           # what the store logs

  [theme]
  name = "auto"             # ansi: sixteen colours, deutan: blue and orange;
                            # both, like auto, by the background, or -dark and
                            # -light; dark, light, mono
  background = "auto"       # auto, dark, light
  glyphs = "auto"           # auto, unicode, lines (no braille), ascii

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
  # allow_plain, temperature, max_answer_tokens`,
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
		&cobra.Command{Use: "show", Short: "Print the settings in effect", Args: args(cobra.NoArgs, "no arguments"), RunE: func(*cobra.Command, []string) error { return a.showConfig() }},
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
	shown := configuredJSON{
		Path: path, Store: a.storeDir(), Log: a.logPath(),
		Theme: themeJSON{orAuto(c.Theme.Name), orAuto(c.Theme.Background), orAuto(c.Theme.Glyphs)},
		Mouse: c.Mouse, ReducedMotion: c.ReducedMotion, Accessible: c.Accessible, Keys: c.Keys,
	}
	if shown.Keys == nil {
		shown.Keys = map[string][]string{}
	}
	asks := ""
	if p := c.Provider; p != nil {
		shown.Provider = &providerJSON{p.BaseURL, p.Model, p.KeyEnv}
		asks = clean(p.Model) + " at " + clean(p.BaseURL)
	}
	if a.flags.json {
		return a.out.json(shown)
	}
	if err := a.fields("file", clean(path), "store", clean(shown.Store), "log", clean(shown.Log),
		"theme", shown.Theme.Name, "background", shown.Theme.Background, "glyphs", shown.Theme.Glyphs,
		"mouse", strconv.FormatBool(c.Mouse), "motion", strconv.FormatBool(!c.ReducedMotion), "accessible", strconv.FormatBool(c.Accessible), "provider", asks); err != nil {
		return err
	}
	for _, id := range sortedKeys(c.Keys) {
		if err := a.fields("key", clean(id)+" = "+clean(joinKeys(c.Keys[id]))); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) checkConfig() error {
	path, named := a.configPath()
	c, warnings, err := readConfigFile(path, named)
	for _, w := range warnings {
		complain(a.Stderr, w.Error())
	}
	if err == nil && c.Provider != nil {
		_, err = newProvider(*c.Provider, a.Env).open()
	}
	switch {
	case err != nil:
		return err
	case len(warnings) > 0:
		return exitError(exitFailed)
	case a.flags.json:
		return nil
	}
	return a.out.line("%s: nothing to complain about", clean(path))
}

func orAuto(s string) string {
	if s == "" {
		return "auto"
	}
	return s
}
