package cli

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"ebb/engine"
	"ebb/engine/intelligence"
)

// provider is the one that the configuration names. It is opened when it is
// first asked, so that a key which is not set hinders only what needs it.
type provider struct {
	options intelligence.Options
	open    func() (*intelligence.Chat, error)
}

var _ engine.IntelligenceProvider = (*provider)(nil)

// provider is what the engine asks; nil, not a nil inside an interface, when
// none is configured.
func (a *app) provider() engine.IntelligenceProvider {
	if a.config.Provider == nil {
		return nil
	}
	return newProvider(*a.config.Provider, a.Env)
}

func newProvider(o intelligence.Options, env func(string) string) *provider {
	o.Proxy, o.Getenv = http.ProxyFromEnvironment, env
	return &provider{options: o, open: sync.OnceValues(func() (*intelligence.Chat, error) {
		c, err := intelligence.OpenChat(o)
		if err != nil {
			return nil, &ProviderError{err}
		}
		return c, nil
	})}
}

// ProviderError says that the [provider] of the configuration cannot be used
// as it stands.
type ProviderError struct{ Err error }

func (e *ProviderError) Error() string {
	return "[provider] in the configuration: " + e.Err.Error() + "; ebb config check tries it"
}

// Name implements engine.IntelligenceProvider.
func (p *provider) Name() string {
	if c, err := p.open(); err == nil {
		return c.Name()
	}
	return "the provider"
}

// Compare implements engine.IntelligenceProvider.
func (p *provider) Compare(ctx context.Context, existing, incoming engine.Memory) (engine.Verdict, error) {
	c, err := p.asking(ctx, intelligence.Comparison(existing, incoming))
	if err != nil {
		return engine.Verdict{}, err
	}
	return c.Compare(ctx, existing, incoming)
}

// Consolidate implements engine.IntelligenceProvider.
func (p *provider) Consolidate(ctx context.Context, memories []engine.Memory) (engine.Synthesis, error) {
	c, err := p.asking(ctx, intelligence.Consolidation(memories...))
	if err != nil {
		return engine.Synthesis{}, err
	}
	return c.Consolidate(ctx, memories)
}

// asking opens the provider and counts a question that it is about to get.
func (p *provider) asking(ctx context.Context, q intelligence.Question) (*intelligence.Chat, error) {
	c, err := p.open()
	if err != nil {
		return nil, err
	}
	if n, ok := ctx.Value(askedKey{}).(*asked); ok {
		u, err := c.Estimate(q)
		if err != nil {
			return nil, err
		}
		n.add(u)
	}
	return c, nil
}

// estimate says what asking about these pairs would take.
func (p *provider) estimate(pairs [][2]engine.Memory) (intelligence.Usage, error) {
	c, err := p.open()
	if err != nil {
		return intelligence.Usage{}, err
	}
	var sum intelligence.Usage
	for _, pair := range pairs {
		u, err := c.Estimate(intelligence.Comparison(pair[0], pair[1]))
		if err != nil {
			return sum, err
		}
		sum = sum.Plus(u)
	}
	return sum, nil
}

// close drops idle connections.
func (p *provider) close() {
	if c, err := p.open(); err == nil {
		c.Close()
	}
}

// asked counts what one command asks of a provider that many may share.
type asked struct {
	mu  sync.Mutex
	sum intelligence.Usage
}

type askedKey struct{}

func (n *asked) add(u intelligence.Usage) {
	n.mu.Lock()
	n.sum = n.sum.Plus(u)
	n.mu.Unlock()
}

// counting has what a command asks of the provider counted; tell says it on
// stderr. Nothing is ever sent in silence.
func (a *app) counting(ctx context.Context, e *engine.Engine) (counted context.Context, tell func()) {
	n := &asked{}
	return context.WithValue(ctx, askedKey{}, n), func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.sum.Requests > 0 {
			complain(a.Stderr, "asked "+e.Provider().Name()+" "+usageText(n.sum))
		}
	}
}

// usageText is how often and how much is asked, in a few words.
func usageText(u intelligence.Usage) string {
	text := fmt.Sprintf("%s: about %s tokens there, up to %s back",
		plural(u.Requests, "time", "times"), thousands(u.ApproxTokens), thousands(u.ApproxAnswerTokens))
	if u.Priced {
		text += fmt.Sprintf(", up to %.4g in its prices", u.Cost)
	}
	return text
}

// thousands groups digits by three.
func thousands(n int64) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
