package intelligence

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// maxRefusalBytes is how much of the body of a refusal is read for its reason.
const maxRefusalBytes = 16 << 10

// maxRedirects is how often the same host may send a request on.
const maxRedirects = 3

// newTransport dials directly unless a proxy is given, and where texts must
// stay on this machine looks at the address itself: a name can point anywhere.
func newTransport(s *settled) *http.Transport {
	dialer := &net.Dialer{Timeout: s.Timeout}
	t := &http.Transport{
		Proxy:                  s.Proxy,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    s.Timeout,
		IdleConnTimeout:        30 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
	if s.loopback {
		t.Proxy, dialer.Control = nil, loopbackOnly
	}
	return t
}

var errNotThisMachine = errors.New("the name points to another machine, where plain http may not go")

func loopbackOnly(_, address string, _ syscall.RawConn) error {
	if at, err := netip.ParseAddrPort(address); err != nil || !at.Addr().Unmap().IsLoopback() {
		return errNotThisMachine
	}
	return nil
}

// sameHostOnly follows a redirect that keeps scheme, host, port and method.
func sameHostOnly(r *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case r.URL.Scheme != first.URL.Scheme || r.URL.Host != first.URL.Host:
		return &fault{"to", r.URL.Scheme + "://" + r.URL.Host}
	case r.Method != first.Method:
		return &fault{what: "in a way that drops the question"}
	case len(via) > maxRedirects:
		return &fault{what: fmt.Sprintf("more than %d times", maxRedirects)}
	}
	return nil
}

// ask gets the model's words. An endpoint that does not take a schema is asked
// once more without one.
func (c *Chat) ask(ctx context.Context, q Question) (string, error) {
	if c.schemaless.Load() {
		return c.persist(ctx, q, false)
	}
	text, err := c.persist(ctx, q, true)
	var refused *CallError
	if !errors.As(err, &refused) || !slices.Contains(schemaRefusals, refused.Status) {
		return text, err
	}
	text, err = c.persist(ctx, q, false)
	if err == nil {
		c.schemaless.Store(true)
	}
	return text, err
}

// schemaRefusals are the statuses with which servers answer a response_format
// that they do not know.
var schemaRefusals = []int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusNotImplemented}

// persist sends a question until it is answered, refused for good, or the
// retries are used up.
func (c *Chat) persist(ctx context.Context, q Question, structured bool) (string, error) {
	body, err := c.body(q, structured)
	if err != nil {
		return "", err
	}
	return insist(ctx, c, body, unwrap)
}

// insist sends a body until an answer can be read, or it is refused for good,
// or the retries are used up.
func insist[T any](ctx context.Context, c *Chat, body []byte, read func([]byte) (T, *fault)) (T, error) {
	var none T
	if int64(len(body)) > c.o.MaxPromptBytes {
		return none, c.fail(ErrOversized, &fault{what: fmt.Sprintf("the question has %d bytes, at most %d are sent", len(body), c.o.MaxPromptBytes)}, nil)
	}
	for attempt := 0; ; attempt++ {
		if err := c.gate.pass(ctx); err != nil {
			return none, c.given(err)
		}
		answer, failure := c.once(ctx, body)
		if failure == nil {
			out, bad := read(answer)
			if bad == nil {
				return out, nil
			}
			failure = c.fail(ErrMalformed, bad, nil)
		}
		if err := ctx.Err(); err != nil {
			return none, c.given(err)
		}
		failure.Attempts = attempt + 1
		if attempt >= c.o.Retries || !passing(failure) || failure.RetryAfter > c.o.MaxWait {
			return none, failure
		}
		wait := backoff(attempt, c.o.Jitter())
		if failure.RetryAfter > 0 {
			c.gate.hold(failure.RetryAfter)
			wait = max(wait, failure.RetryAfter)
		}
		if err := c.o.Sleep(ctx, wait); err != nil {
			return none, c.given(err)
		}
	}
}

// given wraps the error of a caller that gave up.
func (c *Chat) given(err error) error {
	return fmt.Errorf("provider %s: %w", c.o.endpoint, err)
}

func (c *Chat) fail(kind error, why *fault, err error) *CallError {
	safe := fault{what: why.what, words: c.scrub(why.words)}
	return &CallError{Endpoint: c.o.endpoint.String(), Kind: kind, Detail: safe.Error(), Err: err}
}

// passing reports whether a failure may pass by itself.
func passing(e *CallError) bool {
	var untrusted *tls.CertificateVerificationError
	switch e.Kind {
	case ErrTimeout:
		return true
	case ErrUnreachable:
		return !errors.Is(e.Err, errNotThisMachine) && !errors.As(e.Err, &untrusted)
	case ErrRefused:
		switch e.Status {
		case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
			return true
		case http.StatusNotImplemented:
			return false
		}
		return e.Status >= 500
	}
	return false
}

// once makes one request and reads the whole answer.
func (c *Chat) once(ctx context.Context, body []byte) ([]byte, *CallError) {
	limited, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(limited, http.MethodPost, c.o.endpoint.String(), bytes.NewReader(body))
	if err != nil {
		return nil, c.fail(ErrUnreachable, &fault{what: "the request cannot be made"}, err)
	}
	for name, value := range c.headers(c.o.key) {
		r.Header.Set(name, value)
	}
	res, err := c.client.Do(r)
	if err != nil {
		return nil, c.broken(limited, err)
	}
	defer func() { _ = res.Body.Close() }() // read as far as wanted; nothing is lost
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, c.refused(res)
	}
	answer, err := io.ReadAll(io.LimitReader(res.Body, c.o.MaxAnswerBytes+1))
	switch {
	case int64(len(answer)) > c.o.MaxAnswerBytes:
		return nil, c.fail(ErrOversized, &fault{what: fmt.Sprintf("the answer has more than %d bytes", c.o.MaxAnswerBytes)}, nil)
	case err != nil:
		return nil, c.broken(limited, err)
	}
	return answer, nil
}

// headers are those a question is sent with, the key given as key.
func (c *Chat) headers(key string) map[string]string {
	h := map[string]string{"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ebb"}
	if key != "" {
		h["Authorization"] = "Bearer " + key
	}
	return h
}

// broken names what cut a request short.
func (c *Chat) broken(limited context.Context, err error) *CallError {
	// The wrapping states the address once more, which CallError has.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var redirect *fault
	var slow net.Error
	switch {
	case errors.As(err, &redirect):
		return c.fail(ErrRedirected, redirect, nil)
	case limited.Err() != nil || (errors.As(err, &slow) && slow.Timeout()):
		return c.fail(ErrTimeout, &fault{what: "waited " + c.o.Timeout.String()}, err)
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return c.fail(ErrUnreachable, &fault{what: "the connection broke before the answer was whole"}, err)
	}
	return c.fail(ErrUnreachable, &fault{"the connection failed", err.Error()}, err)
}

func (c *Chat) refused(res *http.Response) *CallError {
	// What cannot be read of a refusal is only its explanation.
	said, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusalBytes))
	why := &fault{}
	if message := errorMessage(said); message != "" {
		why = &fault{"it says", message}
	}
	f := c.fail(ErrRefused, why, nil)
	f.Status = res.StatusCode
	f.RetryAfter = retryAfter(res.Header, c.o.Now())
	switch {
	case res.StatusCode == http.StatusNotFound:
		f.Detail = join(f.Detail, "check base_url, which often ends in /v1, and the model's name")
	case res.StatusCode == http.StatusUnauthorized && c.o.KeyEnv != "":
		f.Detail = join(f.Detail, "check the key in "+c.o.KeyEnv)
	case res.StatusCode == http.StatusUnauthorized:
		f.Detail = join(f.Detail, "name the environment variable with the key in key_env")
	}
	return f
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}
