package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/themes"
	"ebb/ui"
)

// app is one run of one command.
type app struct {
	Process
	flags  globals
	config Config
	out    *output
	store  *holding // what this process opened for the command; nil so far
	began  bool     // the command line was understood

	command string           // its name; "screen" without one
	notices []string         // for the screen's error log
	clock   func() time.Time // the machine's, or --now
}

// globals are the flags that every command takes.
type globals struct {
	store, now, actor, theme, config, log string
	json, noColor                         bool
	reducedMotion, accessible             bool
}

// Run runs one command to its end and returns the exit code.
func (p Process) Run(ctx context.Context) (code int) {
	a := &app{Process: p, out: newOutput(p.Stdout, p.OutTerminal), clock: p.Clock}
	defer func() {
		if err := a.close(ctx); err != nil {
			complain(p.Stderr, "closing the store: "+err.Error())
			code = max(code, exitFailed)
		}
	}()
	root := a.root()
	root.SetArgs(p.Args)
	root.SetIn(p.Stdin)
	root.SetOut(a.out.w)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && !a.began {
		err = &usageError{plainly(err)}
	}
	if flushed := a.out.flush(); err == nil {
		err = flushed
	}
	return report(p.Stderr, err)
}

// plainly puts cobra's complaint on one line and says where to look.
func plainly(err error) error {
	text, guess, found := strings.Cut(err.Error(), "\n\nDid you mean this?")
	if found {
		text += "; did you mean " + strings.Join(strings.Fields(guess), " or ") + "?"
	}
	if strings.HasPrefix(text, "unknown ") {
		text += "; ebb --help shows what there is"
	}
	return errors.New(text)
}

const about = `ebb shows what your AI agents remember, how it fades and binds, and lets you
settle what contradicts. Without a command it opens the screen.`

const examples = `  ebb                                        the screen
  ebb demo                                   a store to look around in
  ebb import ~/.claude/memory.jsonl          what your agent wrote
  ebb add "Deploys go out on Tuesday" --namespace team/ops
  ebb list --fading 7d                       what will be gone in a week
  ebb list --json | jq .content              for scripts`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "ebb",
		Short:         "What your agents remember, and how it fades",
		Long:          about,
		Example:       examples,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return a.screen(cmd.Context(), false) },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.began = true
			return a.prepare(cmd)
		},
	}
	root.SuggestionsMinimumDistance = 2
	f := root.PersistentFlags()
	f.StringVar(&a.flags.store, "store", "", "folder of the store `DIR` (default "+a.defaultStore()+")")
	f.BoolVar(&a.flags.json, "json", false, "print JSON, one value a line")
	f.StringVar(&a.flags.now, "now", "", "evaluate at this `TIME`; writes use it as their clock")
	f.StringVar(&a.flags.actor, "actor", "", "who asks: an agent's `NAME` (also EBB_ACTOR); default you")
	f.StringVar(&a.flags.theme, "theme", "", "`NAME` of a theme: "+strings.Join(themes.Names, ", "))
	f.BoolVar(&a.flags.noColor, "no-color", false, "no colours (also NO_COLOR)")
	f.StringVar(&a.flags.config, "config", "", "configuration `FILE`")
	f.StringVar(&a.flags.log, "log", "", "append what the store logs to this `FILE`")
	f.BoolVar(&a.flags.reducedMotion, "reduced-motion", false, "nothing on the screen moves by itself")
	f.BoolVar(&a.flags.accessible, "accessible", false, "words instead of glyphs, for screen readers")
	f.SortFlags = false
	described := make([]string, 0, len(themes.Names))
	for _, name := range themes.Names {
		described = append(described, name+"\t"+themes.Describe(name))
	}
	fixed(root, "theme", described...)
	root.AddGroup(
		&cobra.Group{ID: "read", Title: "To read:"},
		&cobra.Group{ID: "write", Title: "To write:"},
		&cobra.Group{ID: "files", Title: "Files:"},
		&cobra.Group{ID: "house", Title: "Housekeeping:"},
	)
	add := func(group string, cmds ...*cobra.Command) {
		for _, c := range cmds {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add("read", a.listCmd(), a.showCmd(), a.searchCmd(), a.historyCmd(), a.atCmd(), a.conflictsCmd(), a.edgesCmd(), a.graphCmd(), a.pathCmd(), a.timelineCmd(), a.logCmd())
	add("write", a.addCmd(), a.ingestCmd(), a.editCmd(), a.recallCmd(), a.archiveCmd(), a.restoreCmd(), a.deleteCmd(), a.forgetCmd(), a.purgeCmd(),
		a.relateCmd(), a.unrelateCmd(), a.declareCmd(), a.resolveCmd(), a.consolidateCmd(), a.cycleCmd(), a.undoCmd())
	add("files", a.importCmd(), a.exportCmd(), a.followCmd())
	add("house", a.demoCmd(), a.backupCmd(), a.restoreBackupCmd(), a.verifyCmd(), a.doctorCmd(), a.settingCmd(), a.evolversCmd(), a.configCmd(), a.manCmd(), a.versionCmd())
	root.SetHelpCommandGroupID("house")
	root.SetCompletionCommandGroupID("house")
	return root
}

// prepare reads what the command line and the configuration say.
func (a *app) prepare(cmd *cobra.Command) error {
	if a.command = cmd.Name(); !cmd.HasParent() {
		a.command = screenLabel
	}
	if names := themeNames["name"]; a.flags.theme != "" && !slices.Contains(names, a.flags.theme) {
		return usage("--theme: %q is none of %s; %s", a.flags.theme, strings.Join(names, ", "), nearest(a.flags.theme, names))
	}
	if a.flags.now != "" {
		at, err := parseTime(a.flags.now, a.Clock(), a.Location, neither)
		if err != nil {
			return usage("--now: %w", err)
		}
		a.clock = func() time.Time { return at }
	}
	if a.held != nil || under(cmd, "version", "config", "man", "help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd) {
		return nil
	}
	return a.readConfig(cmd.Context())
}

// readConfig takes the configuration over.
func (a *app) readConfig(ctx context.Context) error {
	path, named := a.configPath()
	c, warnings, err := readConfigFile(path, named)
	screen := a.OutTerminal && !a.flags.json && (a.command == screenLabel || a.command == demoLabel)
	for _, w := range warnings {
		if screen {
			a.notices = append(a.notices, w.Error())
		} else {
			complain(a.Stderr, w.Error())
		}
	}
	a.config = c
	var wrong *ui.ConfigError
	if err == nil || !screen || !errors.As(err, &wrong) {
		return err
	}
	action, failed := ui.ShowCard(ctx, a.screenOptions(), ui.CardFor(wrong))
	switch {
	case failed != nil:
		return errors.Join(err, failed)
	case action == ui.CardIgnore:
		return nil
	}
	return exitError(exitFailed)
}

func under(cmd *cobra.Command, names ...string) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		for _, n := range names {
			if cmd.Name() == n && cmd.HasParent() {
				return true
			}
		}
	}
	return false
}

// how says who asks.
func (a *app) how(reason string) engine.How {
	name := a.flags.actor
	if name == "" {
		name = a.Env("EBB_ACTOR")
	}
	return engine.How{Actor: engine.ParseActor(strings.TrimSpace(name)), Reason: reason}
}

// args turns an argument check's complaint into one that says how it is done.
func args(check cobra.PositionalArgs, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if err := check(cmd, given); err != nil {
			return errors.New(cmd.CommandPath() + " takes " + want + "; " + cmd.CommandPath() + " --help says more")
		}
		return nil
	}
}

// fixed completes a flag's value from a fixed list.
func fixed(cmd *cobra.Command, flag string, values ...string) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic("completion of an unknown flag: " + err.Error()) // a mistake of ours, found by any test
	}
}
