package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"ebb/engine"
)

// fieldFlags are the fields of a memory that a command line can set.
type fieldFlags struct {
	content, typ, source, key, metadata, expires, reason, operation string
	importance, confidence                                          float64
}

func (f *fieldFlags) register(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&f.typ, "type", "", "`TYPE`: semantic, episodic, procedural, working, preference, fact, decision … or any word")
	s.Float64Var(&f.importance, "importance", 0, "`0..1`")
	s.Float64Var(&f.confidence, "confidence", 0, "`0..1`")
	s.StringVar(&f.source, "source", "", "who said it")
	s.StringVar(&f.metadata, "metadata", "", "a `JSON` object; replaces what was there")
	s.StringVar(&f.expires, "expires", "", "hide it after this `TIME` (30d, 2026-12-31); never takes it back")
	s.StringVar(&f.reason, "reason", "", "why, for the history")
	s.StringVar(&f.operation, "operation-id", "", "a name for this operation: repeating it returns the first result")
}

// meta is the metadata flag, with the key put into it.
func (f *fieldFlags) meta(identityKey string) (engine.Metadata, error) {
	m, err := engine.ParseMetadata([]byte(f.metadata))
	if err != nil || f.key == "" {
		return m, err
	}
	m, err = withKey(m, identityKey, f.key)
	var twice *twiceError
	if errors.As(err, &twice) {
		return nil, usage("--key and --metadata both give %q", identityKey)
	}
	return m, err
}

// twiceError says that a key is given beside the metadata and inside it.
type twiceError struct{ name string }

func (e *twiceError) Error() string { return fmt.Sprintf("key and metadata both give %q", e.name) }

// withKey puts an identity key into metadata that has none.
func withKey(m engine.Metadata, identityKey, key string) (engine.Metadata, error) {
	fields, err := m.Fields()
	if err != nil {
		return nil, err
	}
	if _, there := fields[identityKey]; there {
		return nil, &twiceError{identityKey}
	}
	var b bytes.Buffer
	name, err := json.Marshal(identityKey)
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(key)
	if err != nil {
		return nil, err
	}
	b.WriteByte('{')
	b.Write(name)
	b.WriteByte(':')
	b.Write(value)
	if len(fields) > 0 {
		b.WriteByte(',')
		b.Write(m[1:])
	} else {
		b.WriteByte('}')
	}
	return engine.ParseMetadata(b.Bytes())
}

// expiry is the expires flag; the zero time is never.
func (a *app) expiry(s string) (time.Time, error) {
	if s == "" || s == "never" {
		return time.Time{}, nil
	}
	t, err := parseTime(s, a.clock(), a.Location, forward)
	if err != nil {
		return t, usage("--expires: %w", err)
	}
	return t, nil
}

// text is an argument, or standard input for "-".
func (a *app) text(arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	b, err := io.ReadAll(io.LimitReader(a.Stdin, engine.MaxContentBytes+2))
	if err != nil {
		return "", fmt.Errorf("reading standard input: %w", err)
	}
	if !utf8.Valid(b) && len(b) <= engine.MaxContentBytes {
		return "", &engine.ValidationError{Field: "content", Got: "bytes that are not UTF-8", Want: "text"}
	}
	return string(bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))), nil
}

func (a *app) addCmd() *cobra.Command {
	var (
		f                  fieldFlags
		namespace, subject string
		tenant, id         string
	)
	c := &cobra.Command{
		Use:     "add TEXT",
		Short:   "Remember something",
		Long:    "Remember something. TEXT may be - for standard input.",
		Example: "  ebb add \"Deploys go out on Tuesday\" --namespace team/ops --key deploy-day\n  fortune | ebb add - --type episodic",
		Args:    args(cobra.ExactArgs(1), "one text; put it in quotes"),
		RunE: func(c *cobra.Command, given []string) error {
			in := engine.Input{
				ID: id, Scope: engine.Scope{Namespace: namespace, Subject: subject}, Type: f.typ, Source: f.source,
			}
			if in.Type == "" {
				in.Type = engine.DefaultType
			}
			if c.Flags().Changed("tenant") {
				in.Scope.Tenant = engine.Tenant{ID: tenant, Set: true}
			}
			in.Importance, in.Confidence = given64(c, "importance", f.importance), given64(c, "confidence", f.confidence)
			var err error
			if in.ExpiresAt, err = a.expiry(f.expires); err != nil {
				return err
			}
			e, err := a.engine(c.Context())
			if err != nil {
				return err
			}
			if in.Metadata, err = f.meta(e.Settings().IdentityKey); err != nil {
				return err
			}
			if in.Content, err = a.text(given[0]); err != nil {
				return err
			}
			if in.Content != "" && strings.TrimSpace(in.Content) == "" && strings.TrimSpace(namespace) != "" {
				return &engine.ValidationError{Field: "content", Want: "text that is not blank"}
			}
			how := a.how(f.reason)
			how.OperationID = f.operation
			m, err := e.Add(c.Context(), in, how)
			if err != nil {
				return err
			}
			return a.wrote(e, &m, "remembered as")
		},
	}
	f.register(c)
	c.Flags().StringVar(&namespace, "namespace", "default", "where it belongs")
	c.Flags().StringVar(&subject, "subject", engine.DefaultSubject, "whom or what it is about")
	c.Flags().StringVar(&tenant, "tenant", "", "whose it is")
	c.Flags().StringVar(&f.key, "key", "", "its identity `KEY`: what it is about, for later versions")
	c.Flags().StringVar(&id, "id", "", "its id; default a new one")
	return c
}

// given64 is a number flag, nil unless it was set.
func given64(c *cobra.Command, name string, v float64) *float64 {
	if c.Flags().Changed(name) {
		return &v
	}
	return nil
}

// given is a text flag, nil unless it was set.
func given(c *cobra.Command, name, v string) *string {
	if c.Flags().Changed(name) {
		return &v
	}
	return nil
}

// expected is the expect flag, nil unless it was set.
func expected(c *cobra.Command, v uint32) *uint32 {
	if c.Flags().Changed("expect") {
		return &v
	}
	return nil
}

// wrote prints a memory that was just written.
func (a *app) wrote(e *engine.Engine, m *engine.Memory, verb string) error {
	if a.flags.json {
		return a.shown(e, m)
	}
	return a.out.line("%s %s (version %d)", verb, clean(m.ID), m.Version)
}

func (a *app) editCmd() *cobra.Command {
	var (
		f      fieldFlags
		expect uint32
	)
	c := &cobra.Command{
		Use:   "edit ID…",
		Short: "Change a memory: a new version; or one thing of many",
		Long: `Change a memory. What was there stays in its history. Give at least one field;
--content - reads standard input. Of several memories everything but the text
can be changed at once: all of them or none, one undo. - reads ids from standard
input, one a line.`,
		Example: "  ebb edit 0199a1b2 --content \"Deploys go out on Wednesday\" --reason \"new plan\"\n  ebb edit 0199a1b2 --importance 0.9 --expect 3\n  ebb list --namespace scratch --json | jq -r .id | ebb edit - --importance 0.2",
		Args:    args(cobra.MinimumNArgs(1), "at least one id, or the beginning of one"),
		RunE: func(c *cobra.Command, ids []string) error {
			p := engine.Patch{
				Type: given(c, "type", f.typ), Source: given(c, "source", f.source),
				Importance: given64(c, "importance", f.importance), Confidence: given64(c, "confidence", f.confidence),
			}
			if c.Flags().Changed("expires") {
				at, err := a.expiry(f.expires)
				if err != nil {
					return err
				}
				p.ExpiresAt = &at
			}
			if c.Flags().Changed("metadata") {
				m, err := f.meta("")
				if err != nil {
					return err
				}
				p.Metadata = &m
			}
			if !c.Flags().Changed("content") && p == (engine.Patch{}) {
				return usage("nothing to change: give --content, --type, --importance, --confidence, --source, --metadata or --expires")
			}
			e, err := a.engine(c.Context())
			if err != nil {
				return err
			}
			how := a.how(f.reason)
			how.OperationID, how.Expected = f.operation, expected(c, expect)
			if len(ids) > 1 || ids[0] == "-" {
				return a.editAll(c, e, ids, p, how)
			}
			if c.Flags().Changed("content") {
				text, err := a.text(f.content)
				if err != nil {
					return err
				}
				p.Content = &text
			}
			id, err := e.Resolve(c.Context(), ids[0])
			if err != nil {
				return err
			}
			m, err := e.Evolve(c.Context(), id, p, how)
			if err != nil {
				return err
			}
			return a.wrote(e, &m, "changed")
		},
	}
	f.register(c)
	c.Flags().StringVar(&f.content, "content", "", "the new `TEXT`")
	c.Flags().Uint32Var(&expect, "expect", 0, "refuse unless it is at this `VERSION`")
	return c
}

// editAll makes one change of several memories.
func (a *app) editAll(c *cobra.Command, e *engine.Engine, given []string, p engine.Patch, how engine.How) error {
	if c.Flags().Changed("content") || how.Expected != nil {
		return usage("--content and --expect are about one memory; %s were given", plural(len(given), "id", "ids"))
	}
	ids, err := a.ids(c.Context(), e, given)
	if err != nil {
		return err
	}
	op, err := e.EvolveAll(c.Context(), ids, p, how)
	if err != nil {
		return err
	}
	return a.done(&op, "changed "+plural(op.Count, "memory", "memories"))
}

func (a *app) recallCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "recall ID…",
		Short:   "Say that memories were used: they are strengthened, and tied together",
		Example: "  ebb recall 0199a1b2 --actor planner\n  ebb recall 0199a1b2 0199c3d4    used together, so they grow a tie",
		Args:    args(cobra.MinimumNArgs(1), "at least one id, or the beginning of one"),
		RunE: func(c *cobra.Command, given []string) error {
			e, id, err := a.writingOn(c.Context(), given[0])
			if err != nil {
				return err
			}
			if len(given) == 1 {
				m, err := e.Recall(c.Context(), id, a.how(""))
				if err != nil {
					return err
				}
				return a.shown(e, &m)
			}
			ids := []string{id}
			for _, prefix := range given[1:] {
				if id, err = e.Resolve(c.Context(), prefix); err != nil {
					return err
				}
				ids = append(ids, id)
			}
			_, op, err := e.RecallTogether(c.Context(), ids, a.how(""))
			if err != nil {
				return err
			}
			return a.done(&op, "recalled "+plural(op.Count, "memory", "memories")+" together")
		},
	}
}

// writingOn is the engine for a write on one memory, and the memory's id.
func (a *app) writingOn(ctx context.Context, prefix string) (*engine.Engine, string, error) {
	e, err := a.existing(ctx)
	if err != nil {
		return nil, "", err
	}
	id, err := e.Resolve(ctx, prefix)
	return e, id, err
}

func (a *app) restoreCmd() *cobra.Command {
	var (
		reason string
		expect uint32
	)
	c := &cobra.Command{
		Use:   "restore ID [VERSION] | ID…",
		Short: "Bring memories back from the archive, or an old version of one",
		Long: `Bring memories back from the archive: all of them or none. - reads ids from
standard input, one a line. With the number of a version after a single id: what
it said then, as a new version.`,
		Example: "  ebb restore 0199a1b2\n  ebb restore 0199a1b2 3\n  ebb list --state archived --json | jq -r .id | ebb restore -",
		Args:    args(cobra.MinimumNArgs(1), "at least one id, or an id and the number of an old version"),
		RunE: func(c *cobra.Command, given []string) error {
			var version uint64
			if len(given) > 2 || given[0] == "-" || len(given) == 2 && beginsID(given[1]) {
				return a.restoreAll(c, given, reason)
			}
			if len(given) == 2 {
				var err error
				version, err = strconv.ParseUint(trimV(given[1]), 10, 32)
				if err != nil || version == 0 {
					return usage("%q is not the number of a version; ebb history %s shows them", given[1], given[0])
				}
			}
			e, id, err := a.writingOn(c.Context(), given[0])
			if err != nil {
				return err
			}
			how := a.how(reason)
			how.Expected = expected(c, expect)
			m, err := e.Restore(c.Context(), id, uint32(version), how)
			if err != nil {
				return err
			}
			return a.wrote(e, &m, "restored")
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the history")
	c.Flags().Uint32Var(&expect, "expect", 0, "refuse unless it is at this `VERSION`")
	return c
}

// beginsID reports whether what stands after an id is another one and not the
// number of a version. Ids that ebb makes begin with a 0, numbers never do.
func beginsID(word string) bool {
	_, err := strconv.ParseUint(trimV(word), 10, 32)
	return err != nil || len(word) >= 4 && word[0] == '0'
}

// restoreAll brings several memories back from the archive.
func (a *app) restoreAll(c *cobra.Command, given []string, reason string) error {
	if c.Flags().Changed("expect") {
		return usage("--expect is about one memory; %s were given", plural(len(given), "id", "ids"))
	}
	e, err := a.existing(c.Context())
	if err != nil {
		return err
	}
	ids, err := a.ids(c.Context(), e, given)
	if err != nil {
		return err
	}
	op, err := e.Unarchive(c.Context(), ids, a.how(reason))
	if err != nil {
		return err
	}
	return a.done(&op, "restored "+plural(op.Count, "memory", "memories"))
}

// trimV lets a version be written as history shows it: v3.
func trimV(s string) string {
	if len(s) > 1 && (s[0] == 'v' || s[0] == 'V') {
		return s[1:]
	}
	return s
}

// versionCmd prints which ebb this is.
func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  args(cobra.NoArgs, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			if a.flags.json {
				return a.out.json(v)
			}
			return a.out.line("ebb %s (%s, %s)", clean(v.Version), v.Go, v.Platform)
		},
	}
}
