package intelligence

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"ebb/engine"
)

var _ engine.IntelligenceProvider = (*Chat)(nil)

// Chat is a language model behind an OpenAI-compatible chat endpoint. It is
// safe for concurrent use.
type Chat struct {
	o         settled
	client    *http.Client
	transport *http.Transport
	gate      *gate

	// schemaless is set once the endpoint has refused a question with a schema
	// and answered the same one without.
	schemaless atomic.Bool
}

// OpenChat checks the options and reads the key. It sends nothing. A refusal
// is an *engine.ValidationError that names the option, never the key.
func OpenChat(o Options) (*Chat, error) {
	s, err := o.settle()
	if err != nil {
		return nil, err
	}
	c := &Chat{o: s, transport: newTransport(&s), gate: &gate{now: s.Now, sleep: s.Sleep}}
	if s.RequestsPerMinute > 0 {
		c.gate.interval = time.Minute / time.Duration(s.RequestsPerMinute)
	}
	c.client = &http.Client{Transport: c.transport, CheckRedirect: sameHostOnly}
	return c, nil
}

// Close drops idle connections. Questions under way are not touched.
func (c *Chat) Close() { c.transport.CloseIdleConnections() }

// Name is "model@host".
func (c *Chat) Name() string { return c.o.Model + "@" + c.o.endpoint.Host }

// Compare implements engine.IntelligenceProvider. Failures are *CallError, or
// the context's own error.
func (c *Chat) Compare(ctx context.Context, existing, incoming engine.Memory) (engine.Verdict, error) {
	return answerTo(ctx, c, Comparison(existing, incoming), verdict)
}

// Consolidate implements engine.IntelligenceProvider. Failures are *CallError,
// the context's own error, or an *engine.ValidationError for no memories.
func (c *Chat) Consolidate(ctx context.Context, memories []engine.Memory) (engine.Synthesis, error) {
	if len(memories) == 0 {
		return engine.Synthesis{}, &engine.ValidationError{Field: "memories", Got: "none", Want: "the memories to write one text from"}
	}
	return answerTo(ctx, c, Consolidation(memories...), synthesis)
}

func answerTo[T any](ctx context.Context, c *Chat, q Question, read func(string) (T, *fault)) (T, error) {
	var none T
	text, err := c.ask(ctx, q)
	if err != nil {
		return none, err
	}
	answer, bad := read(text)
	if bad != nil {
		return none, c.fail(ErrMalformed, bad, nil)
	}
	return answer, nil
}

// scrub takes the key out of words that came from elsewhere.
func (c *Chat) scrub(s string) string {
	if c.o.key == "" {
		return s
	}
	return strings.ReplaceAll(s, c.o.key, "(key)")
}
