package intelligence

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ebb/engine"
)

// Defaults for options that are left at zero.
const (
	// DefaultTimeout leaves a model on the same machine the time to be loaded.
	DefaultTimeout = 60 * time.Second
	DefaultRetries = 3
	// DefaultMaxWait is the longest Retry-After that is waited out.
	DefaultMaxWait = 2 * time.Minute
	// DefaultMaxAnswerBytes holds the longest text an engine takes
	// (engine.MaxContentBytes) with every byte escaped, and the wrapping.
	DefaultMaxAnswerBytes = 4 << 20
	// DefaultMaxPromptBytes holds two of the longest texts, well escaped.
	DefaultMaxPromptBytes = 4 << 20
)

const (
	maxModelBytes  = 200
	maxKeyEnvBytes = 64
)

// Options says which endpoint is asked, and how.
type Options struct {
	// BaseURL is what "/chat/completions" is appended to, such as
	// "http://127.0.0.1:11434/v1". No user, query or fragment: what is secret
	// does not belong there.
	BaseURL string
	Model   string
	// KeyEnv names the environment variable that holds the key, in capitals;
	// "" sends none. The key itself is never an option.
	KeyEnv string
	// AllowPlain lets texts and key travel unencrypted to other machines.
	// Without it plain http reaches this machine only.
	AllowPlain bool

	Timeout           time.Duration // for one attempt
	Retries           int           // after the first attempt; negative: none
	MaxWait           time.Duration // longest Retry-After that is waited out
	RequestsPerMinute int           // 0: unlimited; retries count
	MaxAnswerBytes    int64
	MaxPromptBytes    int64

	Temperature     *float64 // 0..2; nil: the endpoint's own
	MaxAnswerTokens int      // 0: the endpoint's own

	// Prices per million tokens, in a currency of the reader's choice; 0 and 0
	// is unknown, or free.
	PriceIn, PriceOut float64

	// Proxy as in http.Transport; nil goes directly. Never used for plain http
	// to this machine.
	Proxy func(*http.Request) (*url.URL, error)

	Getenv func(name string) string                         // nil: os.Getenv
	Now    func() time.Time                                 // nil: the machine's clock
	Sleep  func(ctx context.Context, d time.Duration) error // nil: a timer
	Jitter func() float64                                   // 0..1, for backoff; nil: random; called concurrently
}

// settled is Options with the defaults in place and everything checked.
type settled struct {
	Options
	endpoint *url.URL
	loopback bool // plain http, so that nothing but this machine may be dialled
	key      string
}

func (o Options) settle() (settled, error) {
	o.fill()
	s := settled{Options: o}
	var err error
	if s.endpoint, s.loopback, err = o.address(); err != nil {
		return s, err
	}
	if err := o.check(); err != nil {
		return s, err
	}
	s.key, err = o.readKey()
	return s, err
}

func (o *Options) fill() {
	orElse(&o.Timeout, DefaultTimeout)
	orElse(&o.Retries, DefaultRetries)
	orElse(&o.MaxWait, DefaultMaxWait)
	orElse(&o.MaxAnswerBytes, DefaultMaxAnswerBytes)
	orElse(&o.MaxPromptBytes, DefaultMaxPromptBytes)
	o.Retries = max(o.Retries, 0)
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
}

func orElse[T comparable](v *T, otherwise T) {
	var zero T
	if *v == zero {
		*v = otherwise
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

const wantURL = "an address such as http://127.0.0.1:11434/v1"

const chatPath = "/chat/completions"

// address is the chat endpoint, and whether it may be on this machine only.
// Errors leave out what might be a secret.
func (o *Options) address() (u *url.URL, loopback bool, err error) {
	u, err = url.Parse(o.BaseURL)
	switch {
	case err != nil:
		return nil, false, &engine.ValidationError{Field: "base_url", Got: "something that is no address", Want: wantURL}
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return nil, false, &engine.ValidationError{Field: "base_url", Got: "an address with a user, query or fragment", Want: wantURL + ", and the key in the environment"}
	case u.Hostname() == "":
		return nil, false, &engine.ValidationError{Field: "base_url", Got: quote(o.BaseURL), Want: wantURL}
	case u.Scheme == "https":
	case u.Scheme == "http":
		if !o.AllowPlain && !isThisMachine(u.Hostname()) {
			return nil, false, &engine.ValidationError{
				Field: "base_url", Got: quote(o.BaseURL),
				Want: "https, as plain http would show the memories to the network; or allow_plain",
			}
		}
	default:
		return nil, false, &engine.ValidationError{Field: "base_url", Got: quote(o.BaseURL), Want: "http or https"}
	}
	if !strings.HasSuffix(strings.TrimRight(u.Path, "/"), chatPath) {
		u = u.JoinPath(chatPath)
	}
	return u, u.Scheme == "http" && !o.AllowPlain, nil
}

func isThisMachine(host string) bool {
	if host = strings.ToLower(strings.TrimSuffix(host, ".")); host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

func (o *Options) check() error {
	if o.Model == "" || len(o.Model) > maxModelBytes || strings.ContainsFunc(o.Model, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }) {
		return &engine.ValidationError{Field: "model", Got: quote(o.Model), Want: fmt.Sprintf("the model's name, at most %d bytes without spaces", maxModelBytes)}
	}
	for _, n := range []struct {
		field string
		value float64
		most  float64
	}{
		{"timeout", o.Timeout.Seconds(), math.MaxInt32},
		{"max_wait", o.MaxWait.Seconds(), math.MaxInt32},
		{"requests_per_minute", float64(o.RequestsPerMinute), math.MaxInt32},
		{"retries", float64(o.Retries), 20},
		{"max_answer_bytes", float64(o.MaxAnswerBytes), 1 << 30},
		{"max_prompt_bytes", float64(o.MaxPromptBytes), 1 << 30},
		{"max_answer_tokens", float64(o.MaxAnswerTokens), math.MaxInt32},
		{"price_in", o.PriceIn, 1e9},
		{"price_out", o.PriceOut, 1e9},
		{"temperature", value(o.Temperature), 2},
	} {
		if !(n.value >= 0 && n.value <= n.most) { // not the reverse, to refuse NaN
			return &engine.ValidationError{Field: n.field, Got: number(n.value), Want: "a number from 0 to " + number(n.most)}
		}
	}
	return nil
}

func value(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// readKey takes the key from the environment. A name that might be a key put
// in the wrong place is not repeated in the error.
func (o *Options) readKey() (string, error) {
	if o.KeyEnv == "" {
		return "", nil
	}
	if len(o.KeyEnv) > maxKeyEnvBytes || strings.Trim(o.KeyEnv, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" || unicode.IsDigit(rune(o.KeyEnv[0])) {
		return "", &engine.ValidationError{Field: "key_env", Got: "something else", Want: "the name of an environment variable, in capitals, such as OPENAI_API_KEY; never the key"}
	}
	key := strings.TrimSpace(o.Getenv(o.KeyEnv))
	if key == "" {
		return "", &engine.ValidationError{Field: "key_env", Got: "the environment variable " + o.KeyEnv + ", which is not set", Want: "one that holds the key"}
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", &engine.ValidationError{Field: "key_env", Got: "a key in " + o.KeyEnv + " that no header can carry", Want: "printable ASCII without spaces"}
	}
	return key, nil
}
