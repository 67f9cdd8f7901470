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
