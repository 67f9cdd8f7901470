package evolvers

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"ebb/engine"
)

// writer keeps what a provider wrote from one round of planning to the next.
// It is asked inside a snapshot and answers between snapshots, so that no
// snapshot is held open while a model thinks.
type writer struct {
	provider engine.IntelligenceProvider

	mu     sync.Mutex
	texts  map[string]engine.Synthesis
	errs   map[string]error
	wishes map[string][]engine.Memory
	order  []string
}

func newWriter(p engine.IntelligenceProvider) *writer {
	if p == nil {
		return nil
	}
	return &writer{provider: p, texts: map[string]engine.Synthesis{}, errs: map[string]error{}, wishes: map[string][]engine.Memory{}}
}

// name is how a text made by the provider is labelled.
func (w *writer) name() string { return w.provider.Name() }

// ask answers from what has been written, or notes the wish.
func (w *writer) ask(l *layer, ids []string) (engine.Synthesis, Writing, error) {
	memories := make([]engine.Memory, 0, len(ids))
	var key strings.Builder
	for _, id := range ids {
		m, err := l.Memory(id)
		if err != nil {
			return engine.Synthesis{}, Failed, err
		}
		memories = append(memories, m)
		key.WriteString(id + "\x00" + strconv.FormatUint(uint64(m.Version), 10) + "\x00")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	k := key.String()
	if text, done := w.texts[k]; done {
		return text, Written, nil
	}
	if err := w.errs[k]; err != nil {
		return engine.Synthesis{}, Failed, err
	}
	if _, asked := w.wishes[k]; !asked {
		w.wishes[k] = memories
		w.order = append(w.order, k)
	}
	return engine.Synthesis{}, Pending, nil
}

// fulfil asks the provider for all that was wished for. It reports whether
// there was anything to ask.
func (w *writer) fulfil(ctx context.Context) (bool, error) {
	if w == nil {
		return false, nil
	}
	w.mu.Lock()
	order, wishes := w.order, w.wishes
	w.order, w.wishes = nil, map[string][]engine.Memory{}
	w.mu.Unlock()
	for _, k := range order {
		text, err := w.provider.Consolidate(ctx, wishes[k])
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err == nil {
			err = checkText(text)
		}
		w.mu.Lock()
		if err != nil {
			w.errs[k] = err
		} else {
			w.texts[k] = text
		}
		w.mu.Unlock()
	}
	return len(order) > 0, nil
}

// checkText refuses what could not be stored.
func checkText(s engine.Synthesis) error {
	if strings.TrimSpace(s.Content) == "" || len(s.Content) > engine.MaxContentBytes {
		return &engine.ValidationError{Field: "content", Got: strconv.Itoa(len(s.Content)) + " bytes", Want: "a text"}
	}
	for _, v := range []*float64{s.Importance, s.Confidence} {
		if v != nil && !(*v >= 0 && *v <= 1) {
			return &engine.ValidationError{Field: "importance and confidence", Got: figure(*v), Want: "a number from 0 to 1"}
		}
	}
	return nil
}
