package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) manCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page",
		Long: `Print ebb(1), the manual page with every command and option, for man:

  ebb man > ~/.local/share/man/man1/ebb.1
  man ebb`,
		Args: args(cobra.NoArgs, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			for l := range strings.Lines(a.manual(c.Root())) {
				if err := a.out.line("%s", strings.TrimSuffix(l, "\n")); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// manual is the page, made from the tree of commands.
func (a *app) manual(root *cobra.Command) string {
	var r roff
	r.request("TH", "EBB", "1", "", "ebb "+buildVersion().Version, "ebb")
	r.request("SH", "NAME")
	r.line("ebb - " + lowerFirst(root.Short))
	r.request("SH", "SYNOPSIS")
	r.b.WriteString("\\fBebb\\fR [\\fIoptions\\fR]\n.br\n\\fBebb\\fR [\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]\n")
	r.request("SH", "DESCRIPTION")
	r.text(root.Long)
	r.request("PP")
	r.text("On the screen, ? lists all keys and : everything that can be done.")
	r.request("SH", "OPTIONS")
	a.manFlags(&r, root.PersistentFlags())
	r.request("SH", "EXAMPLES")
	r.text(root.Example)
	for _, g := range root.Groups() {
		r.request("SH", "COMMANDS: "+strings.ToUpper(strings.TrimSuffix(g.Title, ":")))
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				a.manCommand(&r, c)
			}
		}
	}
	for _, s := range []struct {
		title string
		items []manItem
	}{
		{"FILES", manFiles}, {"ENVIRONMENT", manEnvironment}, {"EXIT STATUS", manExit},
	} {
		r.request("SH", s.title)
		for _, i := range s.items {
			r.item(i.tag, "", i.text)
		}
	}
	return r.b.String()
}

// manCommand writes a command and those below it.
func (a *app) manCommand(r *roff, c *cobra.Command) {
	if !c.IsAvailableCommand() {
		return
	}
	r.request("SS", strings.TrimSuffix(c.UseLine(), " [flags]"))
	r.text(a.placeless(cmp.Or(c.Long, c.Short+".")))
	if flags := c.LocalNonPersistentFlags(); flags.HasAvailableFlags() {
		a.manFlags(r, flags)
	}
	if c.Example != "" {
		r.request("PP")
		r.text("For example:\n\n" + c.Example)
	}
	for _, sub := range c.Commands() {
		a.manCommand(r, sub)
	}
}

func (a *app) manFlags(r *roff, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		if !slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		tag := "--" + f.Name
		if f.Shorthand != "" {
			tag = "-" + f.Shorthand + ", " + tag
		}
		r.item(tag, value, a.placeless(usage))
	})
}

// placeless names folders by their variables: the page is the same for all.
func (a *app) placeless(s string) string {
	return strings.NewReplacer(
		a.Places.Data, "$XDG_DATA_HOME/ebb", a.Places.Config, "$XDG_CONFIG_HOME/ebb", a.Places.State, "$XDG_STATE_HOME/ebb",
	).Replace(s)
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// manItem is an entry of a list that the command tree does not know.
type manItem struct{ tag, text string }

var manFiles = []manItem{
	{"$XDG_DATA_HOME/ebb/default", "The store, unless --store or the configuration names another folder."},
	{"$XDG_DATA_HOME/ebb/demo", "The store of the demo, which is made anew when it is not there."},
	{"$XDG_CONFIG_HOME/ebb/config.toml", "Looks, keys and the provider; ebb config shows what is in effect."},
	{"$XDG_STATE_HOME/ebb", "Records that an import refused, crash reports, and where backups were written."},
	{"$XDG_RUNTIME_DIR", "The socket through which other ebb commands reach the one that holds the store."},
}

var manEnvironment = []manItem{
	{"EBB_ACTOR", "Who asks: an agent's name, as --actor."},
	{"NO_COLOR", "When set, nothing is coloured; it wins over every theme."},
	{"COLORTERM, TERM", "How many colours the terminal has. TERM=dumb has no screen."},
	{"COLORFGBG", "Whether the background is light, until the terminal has answered."},
	{"LC_ALL, LC_CTYPE, LANG", "Whether signs beyond ASCII can be shown."},
	{"VISUAL, EDITOR", "The editor for E; vi without either."},
	{"XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR", "Where things are kept; see FILES."},
}

var manExit = []manItem{
	{"0", "Done."},
	{"1", "Failed; what and why is on the standard error output."},
	{"2", "The command line, or the configuration that ebb config check reads, was not understood."},
	{"3", "Done in part: each record that was refused is named with file, line and reason."},
}
