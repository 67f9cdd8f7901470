package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"ebb/engine"
	"ebb/engine/interchange"
	"ebb/ui"
)

// screenImporter reads files for the person at the screen.
type screenImporter struct {
	app    *app
	intake *intake
}

func (s *screenImporter) Known() []ui.Known {
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // its places are left out then
	}
	var out []ui.Known
	for _, k := range interchange.KnownFiles(s.app.Env, home) {
		out = append(out, ui.Known{Tool: k.Program, Path: k.Path, Size: k.Size, Modified: k.ModTime})
	}
	return out
}

// Files up to previewBytes are counted before an import.
const previewBytes = 8 << 20

func (s *screenImporter) Preview(ctx context.Context, path string) (ui.Candidate, error) {
	reading, source, closer, err := s.intake.reading(ctx, homeward(path), interchange.Settings{})
	if err != nil {
		return ui.Candidate{}, err
	}
	c, err := s.preview(reading, source)
	if closer != nil {
		err = errors.Join(err, closer.Close())
	}
	return c, err
}

func (s *screenImporter) preview(reading *interchange.Reading, source interchange.Source) (ui.Candidate, error) {
	c := ui.Candidate{
		Path: source.Name, Format: reading.Format, Size: source.Size, Records: -1,
		Namespace: interchange.Namespace(source.Name), Subject: engine.DefaultSubject,
	}
	if reading.Dialect != "" {
		c.Format += ", " + reading.Dialect
	}
	if source.Size > previewBytes {
		return c, nil
	}
	c.Records = 0
	refused := 0
	for item, err := range reading.Items {
		if err != nil {
			return c, err
		}
		switch {
		case item.Memory != nil:
			c.Records++
		case item.Refused != nil:
			refused++
		}
		if item.Warning != "" {
			c.Warnings = append(c.Warnings, item.Warning)
		}
	}
	if refused > 0 {
		c.Warnings = append(c.Warnings, plural(refused, "record cannot be read and would be kept aside", "records cannot be read and would be kept aside"))
	}
	return c, nil
}

func (s *screenImporter) Import(ctx context.Context, path, namespace, subject string, progress func(ui.Progress)) (ui.ImportResult, error) {
	var reading *interchange.Reading
	done, err := s.intake.take(ctx, order{
		path: homeward(path), namespace: namespace, subject: subject,
		begin: func(r *interchange.Reading) { reading = r },
		step: func(n int) {
			if progress == nil {
				return
			}
			bytes, size := reading.Progress()
			progress(ui.Progress{Records: n, Bytes: bytes, Size: size})
		},
	})
	r := &done.report
	out := ui.ImportResult{
		Format: r.Format, Created: r.Created, Updated: r.Updated, Unchanged: r.Unchanged + r.Duplicate, Refused: r.Refused,
		Relations: r.Relations, Dangling: r.Dangling, Conflicts: r.Conflict, Warnings: r.Warnings, Rejects: done.rejects,
		Took: time.Duration(r.Seconds * float64(time.Second)),
	}
	for _, x := range r.Refusals {
		out.Refusals = append(out.Refusals, ui.Refusal{Line: x.Line, Record: x.Record, Reason: x.Reason})
	}
	return out, err
}

func (s *screenImporter) Follow(ctx context.Context, path, namespace, subject string) error {
	abs, err := s.intake.files.Abs(homeward(path))
	if err != nil {
		return err
	}
	_, err = follow(ctx, s.intake.engine, abs, importFlags{namespace: namespace, subject: subject}, engine.How{Actor: engine.You})
	return err
}

// homeward reads ~ as the home folder: on the screen no shell has done it.
func homeward(path string) string {
	if len(path) < 1 || path[0] != '~' || len(path) > 1 && !os.IsPathSeparator(path[1]) {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path // opening it says that there is no such file
	}
	return filepath.Join(home, path[1:])
}
