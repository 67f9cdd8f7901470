package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
)

func (a *app) archiveCmd() *cobra.Command {
	return a.moveCmd("archive", "Put memories away; restore brings them back", "archived", (*engine.Engine).Archive)
}

func (a *app) deleteCmd() *cobra.Command {
	return a.moveCmd("delete", "Delete memories; only undo brings them back", "deleted", (*engine.Engine).Delete)
}

type mover func(*engine.Engine, context.Context, []string, engine.How) (engine.Operation, error)

func (a *app) moveCmd(name, short, past string, move mover) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:     name + " ID…",
		Short:   short,
		Long:    short + ".\nAll of them or none. - reads ids from standard input, one a line.",
		Example: "  ebb " + name + " 0199a1b2\n  ebb list --fading now --json | jq -r .id | ebb " + name + " -",
		Args:    args(cobra.MinimumNArgs(1), "at least one id"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			ids, err := a.ids(c.Context(), e, given)
			if err != nil {
				return err
			}
			op, err := move(e, c.Context(), ids, a.how(reason))
			if err != nil {
				return err
			}
			return a.done(&op, past+" "+plural(len(ids), "memory", "memories"))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the history")
	return c
}

// ids completes ids from their beginnings, each once; "-" stands for those on
// standard input.
func (a *app) ids(ctx context.Context, e *engine.Engine, given []string) ([]string, error) {
	var words []string
	for _, g := range given {
		if g != "-" {
			words = append(words, g)
			continue
		}
		lines := bufio.NewScanner(a.Stdin)
		for lines.Scan() {
			if w := strings.TrimSpace(lines.Text()); w != "" {
				words = append(words, w)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("reading ids from standard input: %w", err)
		}
	}
	var out []string
	seen := map[string]bool{}
	for _, w := range words {
		id, err := e.Resolve(ctx, w)
		if err != nil {
			return nil, err
		}
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no ids were given on standard input; nothing was changed")
	}
	return out, nil
}

func (a *app) forgetCmd() *cobra.Command {
	var (
		s      scopeFlags
		yes    bool
		reason string
	)
	c := &cobra.Command{
		Use:     "forget --namespace NAMESPACE",
		Short:   "Delete everything in a namespace or about a subject",
		Example: "  ebb forget --namespace scratch",
		Long: `Delete everything in a scope: a namespace, a subject, a tenant, or what they
have in common. The count is shown first. Only undo brings it back.`,
		Args: args(cobra.NoArgs, "no arguments, but --namespace, --subject or --tenant"),
		RunE: func(c *cobra.Command, _ []string) error {
			f, err := a.filter(c, &s)
			if err != nil {
				return err
			}
			if f.Namespace == "" && f.Subject == "" && f.Tenant == nil {
				return usage("forget what? give --namespace, --subject or --tenant")
			}
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			return a.forget(c.Context(), e, f, yes, a.how(reason))
		},
	}
	s.register(c)
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	c.Flags().StringVar(&reason, "reason", "", "why, for the history")
	return c
}

func (a *app) forget(ctx context.Context, e *engine.Engine, f engine.Filter, yes bool, how engine.How) error {
	all := f
	all.States = slices.DeleteFunc(engine.States(), func(s engine.State) bool { return s == engine.Deleted })
	all.IncludeExpired = true
	n, err := e.Count(ctx, all)
	if err != nil {
		return err
	}
	what := plural(n, "memory", "memories")
	if n > 0 && !yes {
		if err := a.confirm(fmt.Sprintf("This deletes %s.", what), "Type yes to go on: ", "yes"); err != nil {
			return err
		}
	}
	op, err := e.Forget(ctx, f, how)
	if err != nil {
		return err
	}
	return a.done(&op, "deleted "+what)
}

func (a *app) purgeCmd() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "purge ID…",
		Short: "Remove memories for good, with their history: not even undo brings them back",
		Long: `Remove memories for good, with their history, ties and conflicts. This is the
one thing that undo cannot bring back, so their number has to be typed.`,
		Args: args(cobra.MinimumNArgs(1), "at least one id"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			ids, err := a.ids(c.Context(), e, given)
			if err != nil {
				return err
			}
			what := plural(len(ids), "memory", "memories")
			if !yes {
				count := strconv.Itoa(len(ids))
				if err := a.confirm(fmt.Sprintf("This removes %s for good, with every version.", what), "Type "+count+" to go on: ", count); err != nil {
					return err
				}
			}
			op, err := e.Purge(c.Context(), ids, a.how(""))
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.out.json(shapeOperation(&op))
			}
			return a.out.line("removed %s for good", what)
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return c
}

// errDeclined says that a person was asked and did not agree.
var errDeclined = errors.New("nothing was changed")

// confirm asks on a terminal for a word to be typed. Where nobody can be
// asked, it says what would have been asked and how to agree beforehand.
func (a *app) confirm(what, ask, word string) error {
	if !a.InTerminal || !a.ErrTerminal {
		return fmt.Errorf("%s Nobody is there to agree: add --yes. %w", what, errDeclined)
	}
	if _, err := fmt.Fprintf(a.Stderr, "%s %s", what, ask); err != nil {
		return err
	}
	answer, err := readLine(a.Stdin)
	if err != nil {
		return err
	}
	if strings.TrimSpace(answer) != word {
		return errDeclined
	}
	return nil
}

// readLine reads no further than the line's end: what follows is not ours.
func readLine(r io.Reader) (string, error) {
	var line []byte
	one := make([]byte, 1)
	for len(line) < 1024 {
		n, err := r.Read(one)
		if n == 1 {
			if one[0] == '\n' {
				break
			}
			line = append(line, one[0])
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return string(line), nil
}
