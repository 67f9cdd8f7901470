package evolve

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/evolvers"
	"ebb/themes"
	"ebb/views"
	"ebb/views/field"
	"ebb/views/widget"
)

// form is the settings of one evolver being changed.
type form struct {
	spec   *evolvers.Spec
	fields []formField
	at     int
	note   string // why what is written cannot be taken
	saving bool
	leaves bool // esc was pressed over what is not saved
}

type formField struct {
	option *evolvers.Option
	field.Field
	was string
}

func newForm(spec *evolvers.Spec, c *evolvers.Config) *form {
	f := &form{spec: spec}
	for i := range spec.Options {
		o := &spec.Options[i]
		x := formField{option: o, Field: field.New(), was: c.Text(spec.Name, o.Key)}
		x.Set(x.was)
		f.fields = append(f.fields, x)
	}
	f.focus(0)
	return f
}

func (f *form) focus(at int) {
	f.at = (at + len(f.fields)) % len(f.fields)
	for i := range f.fields {
		f.fields[i].Focused = i == f.at
	}
}

func (f *form) dirty() bool {
	for i := range f.fields {
		if f.fields[i].Value() != f.fields[i].was {
			return true
		}
	}
	return false
}

// leave reports whether the form may close now; what is not saved is let go
// with the second request only.
func (f *form) leave() bool {
	if f.leaves || !f.dirty() {
		return true
	}
	f.leaves = true
	return false
}

// assignments are what was changed, as a Config takes them.
func (f *form) assignments() []string {
	var out []string
	for i := range f.fields {
		if x := &f.fields[i]; x.Value() != x.was {
			out = append(out, f.spec.Name+"."+x.option.Key+"="+x.Value())
		}
	}
	return out
}

// edit opens the settings of the evolver under the cursor.
func (s *Screen) edit() tea.Cmd {
	spec := s.spec()
	switch {
	case spec == nil:
		return toast(views.Warn, "this is a past cycle: an evolver has settings")
	case s.offNow() != "":
		return toast(views.Warn, s.offNow())
	case len(spec.Options) == 0:
		return toast(views.Warn, spec.Title+" has no settings; space switches it on and off")
	}
	s.form = newForm(spec, &s.config)
	return nil
}

// formKey edits the form.
func (s *Screen) formKey(k tea.KeyMsg) tea.Cmd {
	f := s.form
	f.leaves = false
	switch views.KeyName(k) {
	case "ctrl+s":
		return s.save()
	case "tab", "down":
		f.focus(f.at + 1)
	case "shift+tab", "up":
		f.focus(f.at - 1)
	case "enter":
		if f.at == len(f.fields)-1 {
			return s.save()
		}
		f.focus(f.at + 1)
	default:
		x := &f.fields[f.at]
		x.Update(k)
		f.note = s.check(f)
	}
	return nil
}

// check says what of the form cannot be taken, "" when all can.
func (s *Screen) check(f *form) string {
	c := s.config.Clone()
	for _, a := range f.assignments() {
		if err := c.Set(a); err != nil {
			return err.Error()
		}
	}
	return ""
}

func (s *Screen) save() tea.Cmd {
	f := s.form
	if f.note = s.check(f); f.note != "" || f.saving {
		return nil
	}
	if !f.dirty() {
		s.form = nil
		return nil
	}
	f.saving = true
	changed := f.assignments()
	return s.change("changed the settings of "+f.spec.Title, true, func(c *evolvers.Config) error {
		for _, a := range changed {
			if err := c.Set(a); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Screen) drawForm(w, h int) []string {
	t, f := s.theme(), s.form
	lines := []string{t.Paint(themes.Strong, widget.Truncate("settings of "+f.spec.Title, w, t.Glyphs.Ellipsis)), ""}
	foot := []string{""}
	switch {
	case f.saving:
		foot = append(foot, t.Paint(themes.Muted, "writing …"))
	case f.leaves:
		foot = append(foot, s.words(themes.Warn, "not saved: esc again lets it go, ctrl+s saves it", w, 2)...)
	case f.note != "":
		foot = append(foot, s.words(themes.Danger, f.note, w, 3)...)
	default:
		foot = append(foot, s.words(themes.Muted, "ctrl+s saves, tab goes on, esc leaves; u takes it back later", w, 2)...)
	}
	// Each field has its help below it where there is room.
	each := 3
	if room := h - len(lines) - len(foot); 3*len(f.fields) > room {
		each = 1
	}
	first := 0
	if fit := max(1, (h-len(lines)-len(foot))/each); f.at >= fit {
		first = f.at - fit + 1
	}
	for i := first; i < len(f.fields) && len(lines)+each <= max(3, h-len(foot)); i++ {
		lines = append(lines, s.drawField(&f.fields[i], w))
		if each == 3 {
			help := f.fields[i].option.Help + "; " + f.fields[i].option.Bounds()
			lines = append(lines, t.Paint(themes.Faint, "  "+widget.Truncate(help, max(0, w-2), t.Glyphs.Ellipsis)), "")
		}
	}
	if each == 1 && h-len(lines)-len(foot) >= 2 {
		o := f.fields[f.at].option
		lines = append(lines, "")
		lines = append(lines, s.words(themes.Faint, o.Help+"; "+o.Bounds(), w, h-len(lines)-len(foot))...)
	}
	return append(lines, foot...)
}

func (s *Screen) drawField(x *formField, w int) string {
	t := s.theme()
	const key = 26
	role := themes.Muted
	if x.Focused {
		role = themes.Accent
	}
	label := min(key, max(4, w/2))
	return t.Paint(role, widget.Fit(x.option.Key, label)) + " " + x.Draw(t, max(1, w-label-1))
}
