package cli

import (
	"fmt"
	"slices"
	"sync"

	"ebb/engine"
)

// noticing adds to the store's notices what happened to followed files. The
// list only grows, as the screen expects, and each thing is said once.
type noticing struct {
	*engine.Engine

	mu    sync.Mutex
	all   []string
	taken int // of the store's
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
		n.say(fmt.Sprintf("%s: %s; ebb import %s --archive-vanished archives them",
			f.Path, plural(len(done.vanished), "memory is no longer in it", "memories are no longer in it"), f.Path))
	}
	if done.report.Refused > 0 {
		n.say(fmt.Sprintf("%s: %s, kept in %s", f.Path, plural(done.report.Refused, "record was refused", "records were refused"), done.rejects))
	}
}

// say adds a notice that has not been said.
func (n *noticing) say(text string) {
	if len(n.all) < mostNotices && !slices.Contains(n.all, text) {
		n.all = append(n.all, text)
	}
}
