package timeline

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"ebb/engine"
)

// fake is one memory with as many versions as wanted, and whatever text.
type fake struct {
	mu       sync.Mutex
	versions []engine.Version // newest first
	ops      []engine.Operation
	fail     error
}

func newFake(n int) *fake {
	f := &fake{}
	for i := n; i >= 1; i-- {
		at := noon.Add(-time.Duration(n-i) * time.Minute)
		f.put(uint32(i), at, fmt.Sprintf("Version %d says that the deploy of day %d went well.", i, i%7))
	}
	return f
}

// put adds the next older version.
func (f *fake) put(number uint32, at time.Time, text string) {
	h := engine.Head{
		ID: "m", Version: number, State: engine.Updated, Type: engine.TypeEpisodic, Title: engine.Title(text),
		Scope: engine.Scope{Namespace: "n", Subject: "s"}, CreatedAt: noon.AddDate(0, -3, 0), UpdatedAt: at, LearnedAt: at,
		Base: 1, Interference: 1, Importance: .5, Confidence: .5, Text: engine.VersionRef{At: at, Number: number},
	}
	f.versions = append(f.versions, engine.Version{
		MemoryID: "m", Number: number, Change: engine.ChangeUpdated, At: at, Operation: fmt.Sprint("op", number),
		Memory: engine.Memory{Head: h, Body: engine.Body{Content: text}},
	})
	f.ops = append(f.ops, engine.Operation{ID: fmt.Sprint("op", number), Seq: uint64(number), Kind: engine.KindEdit, At: at, Summary: "edited 1 memory", IDs: []string{"m"}, Count: 1})
}

func (f *fake) Settings() engine.Settings { return engine.DefaultSettings() }

func (f *fake) Get(context.Context, string) (engine.Memory, error) {
	if f.fail != nil || len(f.versions) == 0 {
		return engine.Memory{}, f.fail
	}
	return f.versions[0].Memory, nil
}

func (f *fake) Heads(context.Context, []string) ([]engine.Head, error) {
	if f.fail != nil || len(f.versions) == 0 {
		return nil, f.fail
	}
	return []engine.Head{f.versions[0].Memory.Head}, nil
}

func (f *fake) VersionsBack(_ context.Context, _ string, _ time.Time, fn func(*engine.Version) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.versions {
		v := f.versions[i]
		if !fn(&v) {
			break
		}
	}
	return f.fail
}

func (f *fake) VersionAt(_ context.Context, id string, ref engine.VersionRef) (engine.Version, error) {
	for _, v := range f.versions {
		if v.Ref() == ref {
			return v, f.fail
		}
	}
	return engine.Version{}, &engine.NotFoundError{Kind: "version", ID: id}
}

func (f *fake) LogBack(context.Context, time.Time) iter.Seq2[engine.LogEntry, error] {
	return func(yield func(engine.LogEntry, error) bool) {
		for i := range f.versions {
			v := &f.versions[i]
			e := engine.LogEntry{At: v.At, Subject: engine.SubjectHead, ID: "m", Operation: v.Operation, Kind: engine.KindEdit}
			if i+1 < len(f.versions) {
				e.Head = &f.versions[i+1].Memory.Head
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (f *fake) Operations(_ context.Context, before uint64, limit int) ([]engine.Operation, error) {
	var out []engine.Operation
	for _, op := range f.ops {
		if (before == 0 || op.Seq < before) && len(out) < limit {
			out = append(out, op)
		}
	}
	return out, f.fail
}

func (f *fake) Retrievals(context.Context, time.Time, func(*engine.Retrieval) bool) error {
	return f.fail
}

func (f *fake) Restore(context.Context, string, uint32, engine.How) (engine.Memory, error) {
	return engine.Memory{}, f.fail
}

// hostile is a memory whose every text wants to break the screen.
func hostile() *fake {
	f := &fake{}
	texts := []string{
		"", "\x1b[2J\x1b]0;gone\x07", strings.Repeat("x", 1<<19), "デプロイ手順は Confluence にある\r\nمرحبا بالعالم",
		"👩‍👩‍👧‍👦 é\u0301\u0301\u0301 \u202e reversed", strings.Repeat("日本語 ", 4000), "a\tb\x00c\u2028d",
	}
	for i, text := range texts {
		f.put(uint32(len(texts)-i), noon.Add(-time.Duration(i)*time.Hour), text)
		v := &f.versions[i]
		v.Reason, v.Actor = text[:min(len(text), 200)], engine.Actor{Kind: engine.Agent, Name: text[:min(len(text), 40)]}
		v.Memory.Metadata = engine.Metadata(`{"\u001b[31m":"\u0007"}`)
		v.Memory.SupersededBy = "gone\x1b[0m" + fmt.Sprint(i)
		v.Memory.Scope.Namespace = text[:min(len(text), 60)]
		f.ops[i].Summary, f.ops[i].Reason, f.ops[i].Actor = v.Reason, v.Reason, v.Actor
	}
	return f
}

// oneInstant is a damaged history: versions that share their time.
func oneInstant() *fake {
	f := &fake{}
	for i := uint32(9); i >= 1; i-- {
		f.put(i, noon.Add(-time.Hour), fmt.Sprintf("number %d", i))
	}
	return f
}
