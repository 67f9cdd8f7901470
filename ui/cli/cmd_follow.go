package cli

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"ebb/engine"
)

// followJSON is a file that is read again whenever it changes.
type followJSON struct {
	File      string `json:"file"`
	Format    string `json:"format,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Subject   string `json:"subject,omitempty"`
}

func (a *app) followCmd() *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "follow [FILE | stop FILE]",
		Short: "List, add or stop files that are read again when they change",
		Long: `List the files that this store follows, add one, or stop following one. They
are watched while a screen is open, and by ebb import --follow.`,
		Example: "  ebb follow ~/.claude/memory.jsonl\n  ebb follow stop ~/.claude/memory.jsonl",
		Args:    args(cobra.MaximumNArgs(2), "a file, or stop and a file"),
		RunE: func(c *cobra.Command, given []string) error {
			switch {
			case len(given) == 0:
				return a.listFollows(c.Context())
			case len(given) == 2 && given[0] == "stop":
				return a.stopFollowing(c.Context(), given[1])
			case len(given) == 2:
				return usage("ebb follow takes a file, or stop and a file")
			case given[0] == "stop":
				return usage("stop following what? name the file; ebb follow lists them")
			}
			return a.startFollow(c.Context(), given[0], f)
		},
	}
	s := c.Flags()
	s.StringVar(&f.format, "format", "", "what the file is; default: look")
	s.StringVar(&f.namespace, "namespace", "", "for memories that bring none; default: the file's name")
	s.StringVar(&f.subject, "subject", "", "for memories that bring none; default: "+engine.DefaultSubject)
	return c
}

func (a *app) listFollows(ctx context.Context) error {
	e, err := a.reading(ctx)
	if err != nil {
		return a.nothingYet(err)
	}
	for _, f := range e.Settings().Follows {
		if a.flags.json {
			err = a.out.json(followJSON{f.Path, f.Format, f.Namespace, f.Subject})
		} else {
			err = a.out.line("%s", clean(f.Path))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) startFollow(ctx context.Context, path string, f importFlags) error {
	abs, err := a.Files.Abs(path)
	if err != nil {
		return err
	}
	e, err := a.engine(ctx)
	if err != nil {
		return err
	}
	op, err := follow(ctx, e, abs, f, a.how(""))
	if err != nil {
		return err
	}
	return a.done(&op, "following "+clean(abs))
}

// follow puts a file among those that the store follows.
func follow(ctx context.Context, e *engine.Engine, abs string, f importFlags, how engine.How) (engine.Operation, error) {
	add := engine.Follow{Path: abs, Format: f.format, Namespace: f.namespace, Subject: f.subject}
	return e.SetSettings(ctx, func(s *engine.Settings) error {
		i := slices.IndexFunc(s.Follows, func(have engine.Follow) bool { return have.Path == abs })
		if i < 0 {
			s.Follows = append(s.Follows, add)
		} else {
			s.Follows[i] = add
		}
		return nil
	}, how)
}

func (a *app) stopFollowing(ctx context.Context, path string) error {
	abs, err := a.Files.Abs(path)
	if err != nil {
		return err
	}
	e, err := a.existing(ctx)
	if err != nil {
		return err
	}
	op, err := unfollow(ctx, e, abs, a.how(""))
	if err != nil {
		return err
	}
	return a.done(&op, "no longer following "+clean(abs))
}

// unfollow takes a file off the list.
func unfollow(ctx context.Context, e *engine.Engine, path string, how engine.How) (engine.Operation, error) {
	return e.SetSettings(ctx, func(s *engine.Settings) error {
		i := slices.IndexFunc(s.Follows, func(have engine.Follow) bool { return have.Path == path })
		if i < 0 {
			return fmt.Errorf("%s is not followed; ebb follow lists the files that are", path)
		}
		s.Follows = slices.Delete(s.Follows, i, i+1)
		return nil
	}, how)
}

// followAll goes on after an import: the files are followed until the command
// is interrupted. Where a screen is open, it follows them instead.
func (a *app) followAll(ctx context.Context, e *engine.Engine, in *intake, paths []string, f importFlags) error {
	for _, p := range paths {
		if _, err := follow(ctx, e, p, f, a.how("")); err != nil {
			return err
		}
	}
	if a.following {
		complain(a.Stderr, "the open screen follows it from now on; ebb follow stop FILE ends it")
		return nil
	}
	complain(a.Stderr, "following; ctrl+c ends it, ebb follow stop FILE for good")
	return a.keepFollowing(ctx, in, f)
}

func (a *app) keepFollowing(ctx context.Context, in *intake, f importFlags) error {
	var mu sync.Mutex
	var failed error
	ended, end := context.WithCancel(ctx)
	defer end()
	first := map[string]bool{}
	w := startFollowing(in, slog.New(slog.DiscardHandler), func(w engine.Follow, done receipt, err error) {
		mu.Lock()
		defer mu.Unlock()
		// The first word is about the file as it was just imported.
		if known := first[w.Path]; !known {
			first[w.Path] = true
			if err == nil && !changed(&done.report) && len(done.vanished) == 0 {
				return
			}
		}
		if err != nil {
			complain(a.Stderr, err.Error())
			return
		}
		if failed = a.followed(ctx, in.engine, w, done, f); failed != nil {
			end()
		}
	})
	<-ended.Done()
	w.close()
	mu.Lock()
	defer mu.Unlock()
	return failed
}

// followed prints what a change of a followed file brought.
func (a *app) followed(ctx context.Context, e *engine.Engine, w engine.Follow, done receipt, f importFlags) error {
	gone := done.vanished
	if f.archiveVanished {
		n, err := a.archiveGone(ctx, e, done)
		if err != nil {
			complain(a.Stderr, err.Error())
		}
		done.report.Archived += n
		gone = nil
	}
	if !changed(&done.report) && len(gone) == 0 {
		return nil
	}
	if err := a.imported(w.Path, &done, gone, false, false); err != nil {
		return err
	}
	return a.out.flush()
}

func changed(r *engine.ImportReport) bool {
	return r.Created+r.Updated+r.Conflict+r.Relations+r.Refused+r.Archived > 0
}
