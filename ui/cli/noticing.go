package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"ebb/engine"
	"ebb/ui"
)

// noticing adds to the store's notices what happened to followed files. The
// list only grows, as the screen expects, and each thing is said once.
type noticing struct {
	*engine.Engine

	questions chan ui.Question

	mu    sync.Mutex
	all   []string
	taken int                 // of the store's
	asked map[string][]string // by file: the memories last asked about
}

func newNoticing(e *engine.Engine) *noticing {
	return &noticing{Engine: e, questions: make(chan ui.Question, 1), asked: map[string][]string{}}
}

// mostNotices bounds the list; files that fail a thousand different ways have
// been complained about enough.
const mostNotices = 1000

// Notices are the store's and those about files, in the order they came.
func (n *noticing) Notices() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	own := n.Engine.Notices()
	for _, text := range own[min(n.taken, len(own)):] {
		n.say(text)
	}
	n.taken = len(own)
	return slices.Clone(n.all)
}

func (n *noticing) followed(f engine.Follow, done receipt, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case err != nil:
		n.say(err.Error())
	case len(done.vanished) > 0:
		if !slices.Equal(n.asked[f.Path], done.vanished) {
			n.asked[f.Path] = done.vanished
			n.ask(f, done.vanished)
		}
	}
	if done.report.Refused > 0 {
		n.say(fmt.Sprintf("%s: %s, kept in %s", f.Path, plural(done.report.Refused, "record was refused", "records were refused"), done.rejects))
	}
}

// ask puts it to the person whether memories that a followed file no longer
// holds are archived. While a question waits to be taken, a newer one takes
// its place.
func (n *noticing) ask(f engine.Follow, gone []string) {
	q := ui.Question{
		About: f.Path,
		Title: fmt.Sprintf("%s in %s", plural(len(gone), "memory is no longer", "memories are no longer"), filepath.Base(f.Path)),
		Body:  "Their records have left " + f.Path + ". Archived, they are out of the way and can be brought back; left alone, they fade like any other.",
		Yes:   "archive",
		Do: func(ctx context.Context) (string, error) {
			op, err := n.Archive(ctx, gone, engine.How{Reason: "no longer in " + f.Path})
			return "archived " + plural(op.Count, "memory", "memories"), err
		},
	}
	for {
		select {
		case n.questions <- q:
			return
		default:
		}
		select {
		case <-n.questions:
		default:
		}
	}
}

// say adds a notice that has not been said.
func (n *noticing) say(text string) {
	if len(n.all) < mostNotices && !slices.Contains(n.all, text) {
		n.all = append(n.all, text)
	}
}
