package ui

import (
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// status is the toast on the status line: what was done, or what went wrong.
type status struct {
	text  string
	level views.Level
	since time.Time // of the machine's clock
	about []string  // the memories that it names
}

// toastTime is how long a toast stands while nothing makes it untrue.
const toastTime = 8 * time.Second

func (t *status) clear() { *t = status{} }

// aged drops a toast that has been read.
func (t *status) aged(at time.Time) {
	if at.Sub(t.since) >= toastTime {
		t.clear()
	}
}

// keyed drops what the last key was told: it does not outlive the next one.
func (t *status) keyed() {
	if t.level == views.Warn {
		t.clear()
	}
}

// acted drops what was said of an earlier act. Moving about is none: what was
// done stays true, and stays to be read, unless its line is needed to say what
// is moved to.
func (t *status) acted(block views.Block, spoken bool) {
	if block != views.Move || spoken {
		t.clear()
	}
}

// moved drops what was said of another time.
func (t *status) moved() {
	if t.level != views.Fail {
		t.clear()
	}
}

// heard drops what somebody else has changed since.
func (t *status) heard(ev *engine.Event) {
	if ev.Actor.Kind == engine.Person || len(t.about) == 0 || !changes(ev) {
		return
	}
	if ev.Resync || ev.Count > len(ev.IDs) || slices.ContainsFunc(ev.IDs, func(id string) bool { return slices.Contains(t.about, id) }) {
		t.clear()
	}
}

// changes reports whether an event is more than memories being used.
func changes(ev *engine.Event) bool {
	return ev.Resync || slices.ContainsFunc(ev.Kinds, func(k engine.EventKind) bool {
		return k != engine.MemoryAccessed && k != engine.EdgeStrengthened
	})
}

// say puts a toast on the status line. It goes with the next key that acts,
// with what it is about, or after a while.
func (s *shell) say(level views.Level, text string, about ...string) tea.Cmd {
	text = widget.Clean(strings.TrimSpace(text))
	s.status = status{text: text, level: level, since: s.o.Now(), about: about}
	if level == views.Fail {
		s.board.add(s.now, text)
	}
	return nil
}

// fail says an error and keeps it in the error log.
func (s *shell) fail(err error) tea.Cmd { return s.say(views.Fail, err.Error()) }

func (s *shell) drawToast() string {
	t, th := &s.status, s.theme
	switch {
	case t.text == "":
		return ""
	case t.level == views.Warn:
		return th.Paint(themes.Warn, s.spoken(th.Glyphs.Sign, "note")) + " " + t.text
	case t.level == views.Fail:
		return th.Paint(themes.Danger, s.spoken(th.Glyphs.Deleted, "failed")+" "+t.text)
	}
	return th.Paint(themes.Good, s.spoken(th.Glyphs.Done, "done")) + " " + t.text
}

// job is slow work that a screen or the shell announced.
type job struct {
	name, label string
	cancel      func()
}

// jobs is the work under way, oldest first.
type jobs struct {
	list []job
	turn int // of the spinner
}

func (j *jobs) any() bool { return len(j.list) > 0 }

func (j *jobs) has(name string) bool {
	return slices.ContainsFunc(j.list, func(o job) bool { return o.name == name })
}

func (j *jobs) set(name, label string, cancel func()) {
	i := slices.IndexFunc(j.list, func(o job) bool { return o.name == name })
	switch {
	case label == "" && i >= 0:
		j.list = slices.Delete(j.list, i, i+1)
	case label == "":
	case i >= 0:
		j.list[i].label = label
		if cancel != nil {
			j.list[i].cancel = cancel
		}
	default:
		j.list = append(j.list, job{name: name, label: label, cancel: cancel})
	}
}

// cancel ends the newest work that can be cancelled, once, and reports whether
// there was any.
func (j *jobs) cancel() bool {
	for i := len(j.list) - 1; i >= 0; i-- {
		if stop := j.list[i].cancel; stop != nil {
			j.list[i].cancel = nil
			j.list[i].label = "cancelling: " + j.list[i].label
			stop()
			return true
		}
	}
	return false
}

func (j *jobs) draw(th *themes.Theme, still bool) string {
	if len(j.list) == 0 {
		return ""
	}
	newest := j.list[len(j.list)-1]
	text := th.Paint(themes.Muted, widget.Clean(newest.label)+th.Glyphs.Ellipsis)
	if turn := th.Glyphs.Spinner; !still && len(turn) > 0 {
		text = th.Paint(themes.Accent, turn[j.turn%len(turn)]) + " " + text
	}
	if newest.cancel != nil {
		text += th.Paint(themes.Faint, "  ctrl+c cancels")
	}
	return text
}

// notice is one line of the error log.
type notice struct {
	at   time.Time
	text string
}

// keptNotices bounds the error log.
const keptNotices = 500

// board is the error log: what the store has to tell and what went wrong here.
type board struct {
	list     []notice
	seen     int // how many have been read
	gathered int // how many of the store's are in the list
}

func (b *board) add(at time.Time, text string) {
	if len(b.list) == keptNotices {
		b.list = slices.Delete(b.list, 0, 1)
		b.seen = max(b.seen-1, 0)
	}
	b.list = append(b.list, notice{at: at, text: widget.Clean(text)})
}

// gather takes over the store's notices that are new; they only grow.
func (b *board) gather(at time.Time, all []string) {
	for _, n := range all[min(b.gathered, len(all)):] {
		b.add(at, n)
	}
	b.gathered = len(all)
}

// fresh reports whether there is anything that was not read.
func (b *board) fresh() bool { return b.seen < len(b.list) }
