// Package graph is the fourth screen: what a memory is tied to, how strongly by
// now, and what it brings to mind. Without a memory it shows the strongest hubs
// of the store.
package graph

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/graph/layout"
	"ebb/views/widget"
)

// Screen is the Graph screen. Make it with [New]; it is used from one goroutine
// only.
type Screen struct {
	ctx views.Context
	src Source

	settings engine.Settings
	centre   string // "": the hubs
	depth    int
	kind     Kind
	above    float64

	gen    uint64
	begun  bool
	busy   bool // a scene is being read
	behind bool // something has changed since
	wanted bool // what is shown was not asked for yet
	read   time.Time
	err    error
	scene  *Scene
	places map[string]layout.Point
	kept   map[string]map[string]layout.Point // by centre: where its picture had what
	mode   views.LensMode                     // of the lens, when the rows were put in order

	cursor   string   // a node
	rows     []string // nodes in the order of the table
	list     widget.List
	onTable  bool
	alone    bool     // where there is room for one, the picture has it
	selected []string // two at most
	path     path
	pulse    pulse
	titles   map[string]string // of nodes that the scene does not have

	frame  frame
	closed context.Context // ends with the screen
	close  context.CancelFunc
}

// path is the strongest way between the two that are selected.
type path struct {
	from, to string
	read     bool
	steps    []Step
}

// pulse is what fired from a memory.
type pulse struct {
	of    string
	read  bool
	fired []dynamics.Activation // without the source
}

const firstDepth = 2

// New makes the screen. It reads nothing until [Screen.Show].
func New(ctx views.Context, src Source) *Screen {
	s := &Screen{
		ctx: ctx, src: src, settings: src.Settings(), depth: firstDepth, above: dynamics.StrengthFloor,
		places: map[string]layout.Point{}, kept: map[string]map[string]layout.Point{}, titles: map[string]string{},
	}
	s.closed, s.close = context.WithCancel(context.Background())
	return s
}

// ID implements [views.View].
func (s *Screen) ID() views.ScreenID { return views.Graph }

// Title implements [views.View].
func (s *Screen) Title() string { return "Graph" }

// Badge implements [views.View].
func (s *Screen) Badge() string { return "" }

// Typing implements [views.View].
func (s *Screen) Typing() bool { return false }

// Close ends what the screen still has under way; call it once.
func (s *Screen) Close() { s.close() }

// Summary implements [views.View].
func (s *Screen) Summary() string {
	switch {
	case s.scene == nil:
		return "…"
	case s.scene.Centre == "":
		return fmt.Sprintf("the %d strongest of the store · %s", len(s.scene.Nodes), ties(s.scene.Total))
	}
	text := fmt.Sprintf("depth %d · %d of %s shown", s.depth, len(s.scene.Ties), ties(s.scene.Total))
	if s.kind != AnyTie {
		return text + " · " + s.kind.String()
	}
	if s.above < 0 {
		return text
	}
	return text + " · stronger than " + figure(s.above) + " or said"
}

func ties(n int) string {
	if n == 1 {
		return "1 tie"
	}
	return grouped(n) + " ties"
}

// grouped writes a count with its thousands apart.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// figure writes a strength as tables do: "2.41", ".92".
func figure(v float64) string { return strings.TrimPrefix(fmt.Sprintf("%.2f", v), "0") }

// Show implements [views.View]. Asked for by itself it stays where it was.
func (s *Screen) Show(id string) tea.Cmd {
	s.frame.dirty()
	if s.begun && (id == "" || id == s.centre) {
		if s.behind {
			return s.load()
		}
		return nil
	}
	return s.centreOn(id)
}

// centreOn shows the neighbourhood of a memory, or the hubs for "".
func (s *Screen) centreOn(id string) tea.Cmd {
	s.turnTo(id)
	return s.load()
}

// turnTo forgets what was shown for something else.
func (s *Screen) turnTo(id string) {
	s.begun, s.wanted = true, true
	s.frame.dirty()
	s.centre, s.cursor = id, ""
	s.path, s.pulse, s.selected = path{}, pulse{}, nil
	s.list = widget.List{}
	s.gen++
	s.busy, s.scene, s.err = false, nil, nil
}

type sceneMsg struct {
	gen    uint64
	scene  Scene
	places map[string]layout.Point
	at     time.Time // what it is evaluated at
	real   time.Time // when it was read
	err    error
}

// load reads the scene anew. One is read at a time; what changes meanwhile is
// read after it.
func (s *Screen) load() tea.Cmd {
	if s.busy {
		s.behind = true
		return nil
	}
	s.busy, s.behind, s.wanted = true, false, false
	lens, ctx, src, gen := s.ctx.Lens(), s.closed, s.src, s.gen
	ask := Ask{Centre: s.centre, Depth: s.depth, Now: lens.Now(), Kind: s.kind, Above: s.above, With: s.onPath()}
	known, kept := maps.Clone(s.places), maps.Clone(s.kept[s.centre])
	return func() tea.Msg {
		msg := sceneMsg{gen: gen, at: ask.Now, real: lens.Real}
		reader, err := readerAt(ctx, src, lens)
		switch {
		case err != nil:
			msg.err = err
		case ask.Centre == "":
			msg.scene, msg.err = Overview(ctx, reader, ask.Now)
		default:
			msg.scene, msg.err = Read(ctx, reader, ask)
		}
		if msg.err == nil {
			msg.places = arrange(&msg.scene, known, kept, ask.Now)
		}
		return msg
	}
}

func readerAt(ctx context.Context, src Source, lens views.Lens) (Reader, error) {
	if lens.Mode != views.Past {
		return src, nil
	}
	p, err := src.Past(ctx, lens.At)
	return Then(src, p), err
}

func (s *Screen) onPath() []string {
	if len(s.path.steps) == 0 {
		return nil
	}
	ids := []string{s.path.from}
	for _, step := range s.path.steps {
		ids = append(ids, step.To)
	}
	return ids
}

func (s *Screen) take(msg sceneMsg) tea.Cmd {
	if msg.gen != s.gen {
		return nil
	}
	s.busy, s.read = false, msg.real
	if s.err = msg.err; msg.err != nil {
		// What stands there is not true of this moment.
		s.scene, s.rows = nil, nil
	} else {
		s.scene, s.places = &msg.scene, msg.places
		s.keep()
		s.order(msg.at)
	}
	if s.behind {
		return s.load()
	}
	return tea.Batch(s.seekPath(), s.spread())
}

// mostKept is how many pictures are remembered, so that who comes back finds
// everything in its place.
const mostKept = 64

func (s *Screen) keep() {
	if _, known := s.kept[s.centre]; !known && len(s.kept) >= mostKept {
		clear(s.kept)
	}
	have := s.kept[s.centre]
	if have == nil {
		have = make(map[string]layout.Point, len(s.places))
		s.kept[s.centre] = have
	}
	maps.Copy(have, s.places)
}

// Out implements [views.View].
func (s *Screen) Out() bool {
	s.frame.dirty()
	switch {
	case len(s.selected) > 0:
		s.selected, s.path = nil, path{}
	case s.pulse.of != "":
		s.pulse = pulse{}
	case s.onTable:
		s.onTable = false
	case s.centre != "":
		s.turnTo("") // the next message has it read
	default:
		return false
	}
	return true
}

// Pointed implements [views.Pointing].
func (s *Screen) Pointed() string {
	if n := s.node(s.cursor); n != nil && !n.Gone {
		return n.ID
	}
	return ""
}

func (s *Screen) node(id string) *Node {
	if s.scene == nil || id == "" {
		return nil
	}
	return s.scene.Node(id)
}

func (s *Screen) now() time.Time { return s.ctx.Lens().Now() }

func (s *Screen) theme() *themes.Theme { return s.ctx.Theme() }

// local is an instant as people here read it.
func (s *Screen) local(t time.Time) time.Time {
	if s.ctx.Location == nil {
		return t.UTC()
	}
	return t.In(s.ctx.Location)
}

// offNow says why nothing can be written now, "" when it can.
func (s *Screen) offNow() string {
	if !s.ctx.Lens().Live() {
		return "look back to now first (esc): nothing is written while the clock is elsewhere"
	}
	return ""
}
