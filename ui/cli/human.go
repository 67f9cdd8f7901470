package cli

import (
	"fmt"
	"strings"
	"time"

	"ebb/engine"
	"ebb/views/widget"
)

// shortID is as much of an id as tells it apart. An id of ours begins with its
// millisecond and a count inside it, 18 bytes together; the rest is chance.
func shortID(id string) string {
	const enough, whole = 18, 36
	if len(id) == whole && id[8] == '-' && id[13] == '-' && id[14] == '7' && id[enough] == '-' {
		return id[:enough]
	}
	return id
}

// idColumn is an id as wide as the column for ids; foreign ones may be longer.
func (a *app) idColumn(id string) string {
	if a.OutTerminal {
		return pad(clean(shortID(id)), 18)
	}
	return pad(clean(id), 36)
}

// pad fills up to w cells and never cuts: what is printed may be read by a
// program, and an id that was cut is of no use to people either.
func pad(s string, w int) string {
	if n := widget.Width(s); n < w {
		return s + strings.Repeat(" ", w-n)
	}
	return s
}

func padLeft(s string, w int) string {
	if n := widget.Width(s); n < w {
		return strings.Repeat(" ", w-n) + s
	}
	return s
}

// rest is the last column: cut at the terminal's edge, whole elsewhere.
func (a *app) rest(before, text string) string {
	if !a.OutTerminal || a.Width <= 0 {
		return clean(text)
	}
	room := a.Width - widget.Width(before)
	if room < 8 {
		return ""
	}
	return widget.Truncate(clean(text), room, "…")
}

// placeCells is the width of a namespace in a list.
const placeCells = 18

// row is a memory on one line.
func (a *app) row(h *engine.Head, s *engine.Settings, now time.Time) string {
	fades := "—"
	switch at, ok := s.FadesAt(h, now); {
	case !h.State.Live():
		fades = h.State.String()
	case ok:
		fades = widget.Fades(now.In(a.Location), at.In(a.Location))
	}
	b := a.idColumn(h.ID) + "  " + padLeft(widget.Score(s.RetentionOf(h, now).Score), 4) + "  " +
		padLeft(widget.Age(now, h.UpdatedAt), 4) + "  " + pad(fades, 10) + "  " + pad(widget.Truncate(clean(h.Scope.Namespace), placeCells, "…"), placeCells) + "  "
	return b + a.rest(b, h.Title)
}

// date is an instant for people, to the minute, in their own time zone.
func (a *app) date(t time.Time) string {
	if t.IsZero() {
		return "—"
	}
	return t.In(a.Location).Format("2006-01-02 15:04")
}

// fields prints names and values in two columns; empty values are left out.
func (a *app) fields(pairs ...string) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			continue
		}
		if err := a.out.line("%s%s", pad(pairs[i], 12), pairs[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// memory prints a memory at length.
func (a *app) memory(m *engine.Memory, s *engine.Settings, now time.Time) error {
	if a.flags.json {
		return a.out.json(shapeMemory(m, s, now))
	}
	for _, l := range widget.Lines(m.Content) {
		if err := a.out.line("%s", l); err != nil {
			return err
		}
	}
	if err := a.out.line(""); err != nil {
		return err
	}
	var tenant, metadata, expires, recalls string
	if m.Scope.Tenant.Set {
		tenant = clean(m.Scope.Tenant.ID)
	}
	if len(m.Metadata) > 0 {
		metadata = clean(string(m.Metadata))
	}
	if !m.ExpiresAt.IsZero() {
		expires = a.date(m.ExpiresAt)
	}
	if m.AccessCount > 0 {
		recalls = fmt.Sprintf("%d, the last %s", m.AccessCount, widget.Ago(now, m.LastAccessedAt))
	}
	return a.fields(
		"id", clean(m.ID),
		"where", clean(m.Scope.Namespace)+" · "+clean(m.Scope.Subject),
		"tenant", tenant,
		"type", clean(m.Type),
		"state", m.State.String()+fmt.Sprintf(", version %d", m.Version),
		"retention", a.retention(&m.Head, s, now),
		"archived", a.archived(m),
		"importance", fmt.Sprintf("%.2f   confidence %.2f", m.Importance, m.Confidence),
		"said by", clean(m.Source),
		"created", a.date(m.CreatedAt),
		"updated", a.date(m.UpdatedAt),
		"recalled", recalls,
		"expires", expires,
		"supersedes", clean(m.Supersedes),
		"superseded", clean(m.SupersededBy),
		"merged from", clean(strings.Join(m.MergedFrom, " ")),
		"metadata", metadata,
	)
}

func (a *app) archived(m *engine.Memory) string {
	if m.State != engine.Archived || m.Archive.At.IsZero() {
		return ""
	}
	text := a.date(m.Archive.At)
	if m.Archive.Reason != "" {
		text += ": " + clean(m.Archive.Reason)
	}
	return text
}

// retention puts a score and where it comes from on one line.
func (a *app) retention(h *engine.Head, s *engine.Settings, now time.Time) string {
	c := s.RetentionOf(h, now)
	text := widget.Score(c.Score)
	if h.State.Live() {
		at, ok := s.FadesAt(h, now)
		if !ok {
			at = time.Time{}
		}
		text += ", " + widget.FadesIn(now.In(a.Location), at.In(a.Location))
	}
	var parts []string
	for _, step := range c.Waterfall() {
		if d := step.Delta; d >= 0.0005 || d <= -0.0005 {
			parts = append(parts, fmt.Sprintf("%s %+.3f", step.Name, d))
		}
	}
	return text + "  (" + strings.Join(parts, "  ") + ")"
}

// done prints what a write did, in one sentence.
func (a *app) done(op *engine.Operation, sentence string) error {
	if a.flags.json {
		return a.out.json(shapeOperation(op))
	}
	if op.ID == "" {
		return a.out.line("nothing to change")
	}
	return a.out.line("%s; ebb undo %s takes it back", sentence, clean(op.ID))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
