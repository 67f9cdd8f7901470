package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// stage is how far an import has come. Nothing is read before the key that
// leads to previewing.
type stage uint8

const (
	choosing   stage = iota // known files, a folder, or a path to type
	browsing                // a folder's files
	typingPath              // a path is being typed
	previewing              // the file is being looked at
	asking                  // where its memories go
	running
	finished
)

// importPane takes a file from being found to being followed.
type importPane struct {
	session *Session
	now     func() time.Time
	stage   stage
	from    stage // where the file was named
	known   *chooser
	folder  *browser
	path    textinput.Model
	trouble string // why the last step failed

	candidate Candidate
	fields    [2]textinput.Model // namespace, subject
	field     int

	gauge     *gauge
	cancel    context.CancelFunc
	cancelled bool
	result    ImportResult
	followed  bool
}

// gauge is how far the running import is: written by it, read by the screen.
type gauge struct {
	mu      sync.Mutex
	at      Progress
	started time.Time
}

func (g *gauge) set(p Progress) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at = p
}

func (g *gauge) get() Progress {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.at
}

func (s *shell) openImport() tea.Cmd {
	session := s.session
	if session == nil || session.Importer == nil {
		return s.say(views.Warn, "nothing can be imported here")
	}
	if off := s.unwritable(); off != "" {
		return s.say(views.Warn, off)
	}
	p := &importPane{session: session, now: s.o.Now, path: newField("/path/to/memory.jsonl")}
	p.known = newChooser("Import", nil, false)
	p.known.stays, p.known.action, p.known.empty = true, "look at it", "looking at the known places…"
	s.push(p)
	p.known.set(p.ways())
	return s.work(func(context.Context) reply {
		found := session.Importer.Known()
		return func(s *shell) tea.Cmd {
			p.known.set(append(p.knownRows(s, found), p.ways()...))
			return nil
		}
	})
}

// look previews a file.
func (p *importPane) look(s *shell, path string) tea.Cmd {
	path = expand(strings.TrimSpace(path), s.o.Getenv)
	if path == "" {
		return nil
	}
	p.from = p.stage
	p.stage, p.trouble = previewing, ""
	ctx, cancel := context.WithCancel(s.ctx)
	p.cancel = cancel
	s.jobs.set("import", "looking at "+filepath.Base(path), cancel)
	return s.work(func(context.Context) reply {
		c, err := p.session.Importer.Preview(ctx, path)
		return func(s *shell) tea.Cmd {
			cancel()
			s.jobs.set("import", "", nil)
			if p.stage != previewing {
				return nil
			}
			if err != nil {
				p.stage, p.trouble = p.from, err.Error()
				return nil
			}
			p.candidate, p.stage, p.field = c, asking, 0
			if p.candidate.Path == "" {
				p.candidate.Path = path
			}
			for i, v := range []string{c.Namespace, c.Subject} {
				p.fields[i] = newField("")
				p.fields[i].SetValue(v)
				p.fields[i].CursorEnd()
			}
			return nil
		}
	})
}

// begin imports. The person has seen the file, its format and where it goes.
func (p *importPane) begin(s *shell) tea.Cmd {
	ctx, cancel := context.WithCancel(s.ctx)
	p.cancel, p.stage, p.cancelled = cancel, running, false
	p.gauge = &gauge{started: p.now(), at: Progress{Size: p.candidate.Size}}
	path, namespace, subject := p.candidate.Path, p.fields[0].Value(), p.fields[1].Value()
	s.jobs.set("import", "importing "+filepath.Base(path), p.stop)
	return s.work(func(context.Context) reply {
		result, err := p.session.Importer.Import(ctx, path, namespace, subject, p.gauge.set)
		return func(s *shell) tea.Cmd {
			cancel()
			s.jobs.set("import", "", nil)
			if err != nil {
				p.stage = asking
				p.trouble = err.Error()
				if errors.Is(err, context.Canceled) {
					p.trouble = "cancelled"
				}
				if !s.isOpen(p) {
					return s.fail(fmt.Errorf("import %s: %w", path, err))
				}
				return nil
			}
			p.result, p.stage = result, finished
			if !s.isOpen(p) {
				return s.say(views.Done, "imported "+counted(result.Created, "memory", "memories")+" from "+filepath.Base(path))
			}
			return nil
		}
	})
}

func (p *importPane) stop() {
	p.cancelled = true
	if p.cancel != nil {
		p.cancel()
	}
}

func (p *importPane) follow(s *shell) tea.Cmd {
	if p.followed {
		return nil
	}
	p.followed = true
	c := p.candidate
	namespace, subject := p.fields[0].Value(), p.fields[1].Value()
	return s.work(func(ctx context.Context) reply {
		err := p.session.Importer.Follow(ctx, c.Path, namespace, subject)
		return func(s *shell) tea.Cmd {
			if err != nil {
				p.followed = false
				return s.fail(fmt.Errorf("follow %s: %w", c.Path, err))
			}
			s.closeImport(p)
			return s.say(views.Done, "following "+filepath.Base(c.Path)+": what your agent writes arrives here")
		}
	})
}

// closeImport leaves the pane, and the welcome that may lie under it.
func (s *shell) closeImport(p *importPane) {
	s.drop(p)
	if w, ok := s.top().(*welcome); ok && p.stage == finished {
		s.drop(w)
	}
}

func (p *importPane) title() string { return "Import" }
func (p *importPane) full() bool    { return true }

func (p *importPane) typing() bool { return p.stage == typingPath || p.stage == asking }

func (p *importPane) wheel(by int) {
	if c := p.chooser(); c != nil {
		c.wheel(by)
	}
}

func (p *importPane) click(s *shell, y int) tea.Cmd {
	if c := p.chooser(); c != nil {
		return c.click(s, y)
	}
	return nil
}

// chooser is the list that is shown, if one is.
func (p *importPane) chooser() *chooser {
	switch p.stage {
	case choosing:
		return p.known
	case browsing:
		return p.folder.list
	}
	return nil
}

// out goes back one stage.
func (p *importPane) out() bool {
	p.trouble = ""
	switch p.stage {
	case browsing, typingPath:
		p.stage = choosing
		return true
	case asking:
		p.stage = p.from
		return true
	case previewing:
		p.cancel()
		p.stage = p.from
		return true
	}
	return false
}

func (p *importPane) key(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	switch p.stage {
	case choosing:
		return p.known.key(s, k, name)
	case browsing:
		return p.folder.key(s, k, name)
	case typingPath:
		if name == "enter" {
			return p.look(s, p.path.Value())
		}
		var cmd tea.Cmd
		p.path, cmd = p.path.Update(k)
		return cmd
	case asking:
		return p.askKey(s, k, name)
	case running:
		if name == "c" {
			p.stop()
		}
	case finished:
		switch name {
		case "f":
			return p.follow(s)
		case "enter", "q":
			s.closeImport(p)
		}
	}
	return nil
}

func (p *importPane) askKey(s *shell, k tea.KeyMsg, name string) tea.Cmd {
	switch name {
	case "enter":
		return p.begin(s)
	case "tab", "shift+tab", "up", "down":
		p.field = 1 - p.field
		return nil
	}
	var cmd tea.Cmd
	p.fields[p.field], cmd = p.fields[p.field].Update(k)
	return cmd
}

func (p *importPane) hints() []hint {
	switch p.stage {
	case choosing, browsing:
		return p.chooser().hints()
	case typingPath:
		return []hint{{"enter", "look at it"}}
	case asking:
		return []hint{{"enter", "import"}, {"tab", "other field"}}
	case running:
		return []hint{{"c", "cancel"}}
	case finished:
		return []hint{{"f", "follow this file"}, {"enter", "to the memories"}}
	}
	return nil
}

func (p *importPane) draw(t *themes.Theme, w, h int) []string {
	if c := p.chooser(); c != nil {
		lines := c.draw(t, w, h-min(len(p.trouble), 1))
		if p.trouble != "" {
			lines = append(widget.Block(lines, w, h-1), " "+t.Paint(themes.Danger, widget.Line(p.trouble, w-2)))
		}
		return lines
	}
	return importPage(p, t, w, h)
}
