package intelligence

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ebb/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// endpoint is a chat endpoint that answers each request with the next handler,
// and every further one with the last.
type endpoint struct {
	*httptest.Server
	mu       sync.Mutex
	handlers []http.HandlerFunc
	requests []received
}

type received struct {
	path   string
	header http.Header
	body   []byte
}

func serve(t *testing.T, handlers ...http.HandlerFunc) *endpoint {
	t.Helper()
	e := &endpoint{handlers: handlers}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("read a request: %v", err)
		}
		e.mu.Lock()
		e.requests = append(e.requests, received{r.URL.Path, r.Header.Clone(), body})
		h := e.handlers[min(len(e.requests), len(e.handlers))-1]
		e.mu.Unlock()
		h(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) seen() []received {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]received(nil), e.requests...)
}

// says answers with the model's words.
func says(words string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		raw(`{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":`+strconv.Quote(words)+`},"finish_reason":"stop"}]}`)(w, nil)
	}
}

func raw(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		// A client that stopped reading is part of what is tested.
		_, _ = io.WriteString(w, body)
	}
}

func refuses(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		// As above.
		_, _ = io.WriteString(w, body)
	}
}

const goodVerdict = `{"relation":"contradicts","confidence":0.9,"explanation":"One says tabs, the other spaces."}`

// watch is a clock that moves when somebody sleeps, and remembers it.
type watch struct {
	mu    sync.Mutex
	at    time.Time
	slept []time.Duration
}

func newWatch() *watch { return &watch{at: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)} }

func (w *watch) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *watch) sleep(ctx context.Context, d time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slept = append(w.slept, d)
	w.at = w.at.Add(d)
	return ctx.Err()
}

// quiet swallows what servers say about failures that are wanted.
var quiet = log.New(io.Discard, "", 0)

const secret = "sk-very-secret-0123456789"

// environment has one variable.
func environment(key string) func(string) string {
	return func(name string) string {
		if name == "EBB_TEST_KEY" {
			return key
		}
		return ""
	}
}

// open is a provider at an endpoint, with a key, a clock of its own and no
// randomness; change adjusts the options.
func open(t *testing.T, url string, change func(*Options)) (*Chat, *watch) {
	t.Helper()
	w := newWatch()
	o := Options{
		BaseURL: url + "/v1", Model: "small", KeyEnv: "EBB_TEST_KEY",
		Getenv: environment(secret),
		Now:    w.now, Sleep: w.sleep, Jitter: func() float64 { return 0 },
	}
	if change != nil {
		change(&o)
	}
	c, err := OpenChat(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, w
}

func memory(text string) engine.Memory {
	m := engine.Memory{}
	m.ID, m.Type, m.Content = "id-of-"+strconv.Itoa(len(text)), engine.TypePreference, text
	m.Scope = engine.Scope{Namespace: "private-namespace", Subject: "private-subject"}
	m.UpdatedAt = time.Date(2026, 2, 1, 8, 0, 0, 0, time.UTC)
	return m
}

// sent is a request body as the server reads it.
type sent struct {
	Model          string                 `json:"model"`
	Messages       []Message              `json:"messages"`
	Stream         *bool                  `json:"stream"`
	Temperature    *float64               `json:"temperature"`
	ResponseFormat map[string]interface{} `json:"response_format"`
}

func parse(t testing.TB, body []byte) sent {
	t.Helper()
	var s sent
	if err := json.Unmarshal(body, &s); err != nil {
		t.Fatalf("request %s: %v", body, err)
	}
	return s
}
