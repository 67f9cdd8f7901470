package intelligence

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestFailures(t *testing.T) {
	huge := strings.Repeat("x", 70<<10)
	for _, tt := range []struct {
		name     string
		handler  http.HandlerFunc
		kind     error
		says     string // part of the message
		requests int
	}{
		{"unauthorised", refuses(401, `{"error":{"message":"Incorrect API key provided: `+secret+`","type":"x"}}`), ErrRefused, `status 401 (Unauthorized): it says: "Incorrect API key provided: (key)"; check the key in EBB_TEST_KEY`, 1},
		{"forbidden", refuses(403, ``), ErrRefused, "status 403", 1},
		{"not there", refuses(404, `{"error":"model 'small' not found"}`), ErrRefused, `model 'small' not found"; check base_url`, 1},
		{"too many", refuses(429, `{"message":"slow down"}`), ErrRefused, "slow down", 4},
		{"broken inside", refuses(500, "<html>\x1b[31m oops"), ErrRefused, `"<html>\x1b[31m oops" (after 4 attempts)`, 4},
		{"not made", refuses(501, ""), ErrRefused, "status 501", 2},
		{"bad request", refuses(400, "no"), ErrRefused, "status 400", 2},
		{"huge refusal", refuses(403, secret+huge), ErrRefused, `"(key)xxx`, 1},
		{"a key across the cut", refuses(403, strings.Repeat("y", 150)+secret+huge), ErrRefused, `yy(key)xxx`, 1},
		{"empty", raw(""), ErrMalformed, "it is empty", 1},
		{"a web page", raw("<!doctype html><title>Log in</title>"), ErrMalformed, "<!doctype html>", 1},
		{"cut JSON", raw(`{"choices":[{"message":{"content":"{`), ErrMalformed, "not a chat completion", 1},
		{"two documents", raw(`{"choices":[]} {}`), ErrMalformed, "not a chat completion", 1},
		{"no choice", raw(`{"choices":[]}`), ErrMalformed, "no choice", 1},
		{"null", raw(`null`), ErrMalformed, "no choice", 1},
		{"empty message", raw(`{"choices":[{"message":{"content":""}}]}`), ErrMalformed, "message is empty", 1},
		{"no content", raw(`{"choices":[{"message":{"content":null}}]}`), ErrMalformed, "message is empty", 1},
		{"declined", raw(`{"choices":[{"message":{"content":null,"refusal":"I would rather not."}}]}`), ErrMalformed, `declined: "I would rather not."`, 1},
		{"cut at the limit", raw(`{"choices":[{"message":{"content":"{\"relation\":"},"finish_reason":"length"}]}`), ErrMalformed, "token limit", 1},
		{"filtered", raw(`{"choices":[{"message":{"content":"x"},"finish_reason":"content_filter"}]}`), ErrMalformed, "content filter", 1},
		{"not UTF-8", raw("{\"choices\":[{\"message\":{\"content\":\"\xff\"}}]}"), ErrMalformed, "not UTF-8", 1},
		{"lying about confidence", says(`{"relation":"same","confidence":7,"explanation":""}`), ErrMalformed, `confidence is no number from 0 to 1: "7"`, 1},
		{"unknown relation", says(`{"relation":"friends","confidence":1,"explanation":""}`), ErrMalformed, `"friends"`, 1},
		{"the key in the answer", says(`{"relation":"` + secret + `","confidence":1}`), ErrMalformed, `"(key)"`, 1},
		{"huge", says(huge), ErrOversized, "more than 65536 bytes", 1},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := io.WriteString(w, huge); err != nil {
					return
				}
			}
		}, ErrOversized, "more than 65536 bytes", 1},
		{"cut in the body", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			raw(`{"choices":[{"message":`)(w, nil)
		}, ErrUnreachable, "broke before the answer was whole (after 4 attempts)", 4},
		{"cut in a stream", func(w http.ResponseWriter, _ *http.Request) {
			raw(`{"choices":[{"message":`)(w, nil)
			if err := http.NewResponseController(w).Flush(); err != nil {
				panic(err)
			}
			panic(http.ErrAbortHandler)
		}, ErrUnreachable, "broke before the answer was whole", 4},
		{"cut before the answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, ErrUnreachable, "broke before the answer was whole", 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.handler)
			c, _ := open(t, s.URL, func(o *Options) { o.MaxAnswerBytes = 64 << 10 })
			v, err := c.Compare(t.Context(), memory("a"), memory("b"))
			if !errors.Is(err, tt.kind) {
				t.Fatalf("got %+v, %v; want %v", v, err, tt.kind)
			}
			checkMessage(t, err, s.URL, tt.says)
			if n := len(s.seen()); n != tt.requests {
				t.Errorf("%d requests, want %d", n, tt.requests)
			}
		})
	}
}

// checkMessage holds what every failure must say, and must not.
func checkMessage(t *testing.T, err error, url, says string) {
	t.Helper()
	var call *CallError
	if !errors.As(err, &call) {
		t.Fatalf("%v is no CallError", err)
	}
	got := err.Error()
	if !strings.Contains(got, url+"/v1/chat/completions") || !strings.Contains(got, says) {
		t.Errorf("message %q; want the endpoint %s and %q", got, url, says)
	}
	if strings.Contains(got, secret[:8]) {
		t.Errorf("the message tells the key: %s", got)
	}
	if strings.ContainsAny(got, "\x1b\n") || len(got) > 500 {
		t.Errorf("the message is no plain line: %q", got)
	}
}

func TestNobodyListens(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	s.Close()
	c, w := open(t, s.URL, nil)
	_, err := c.Compare(t.Context(), memory("a"), memory("b"))
	if !errors.Is(err, ErrUnreachable) {
		t.Fatalf("got %v", err)
	}
	checkMessage(t, err, s.URL, "refused")
	if len(w.slept) != DefaultRetries {
		t.Errorf("waited %v", w.slept)
	}
}

func TestSlow(t *testing.T) {
	hang := func(release chan struct{}) http.HandlerFunc {
		return func(http.ResponseWriter, *http.Request) { <-release }
	}
	hangInBody := func(release chan struct{}) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			raw(`{"choices":`)(w, nil)
			// A client that is gone already is what this test brings about.
			_ = http.NewResponseController(w).Flush()
			<-release
		}
	}
	for name, slow := range map[string]func(chan struct{}) http.HandlerFunc{"no answer": hang, "half an answer": hangInBody} {
		t.Run(name, func(t *testing.T) {
			release := make(chan struct{})
			s := serve(t, slow(release))
			t.Cleanup(func() { close(release) }) // before the server waits for its requests
			c, _ := open(t, s.URL, func(o *Options) { o.Timeout, o.Retries = 40*time.Millisecond, 1 })
			_, err := c.Compare(t.Context(), memory("a"), memory("b"))
			if !errors.Is(err, ErrTimeout) {
				t.Fatalf("got %v", err)
			}
			checkMessage(t, err, s.URL, "did not answer in time: waited 40ms (after 2 attempts)")
		})
		t.Run(name+", then better", func(t *testing.T) {
			release := make(chan struct{})
			s := serve(t, slow(release), says(goodVerdict))
			t.Cleanup(func() { close(release) })
			c, _ := open(t, s.URL, func(o *Options) { o.Timeout = 250 * time.Millisecond })
			if _, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestOversizedQuestion(t *testing.T) {
	s := serve(t, says(goodVerdict))
	c, _ := open(t, s.URL, func(o *Options) { o.MaxPromptBytes = 10_000 })
	_, err := c.Compare(t.Context(), memory("a"), memory(strings.Repeat("long ", 3000)))
	if !errors.Is(err, ErrOversized) || len(s.seen()) != 0 {
		t.Fatalf("got %v after %d requests", err, len(s.seen()))
	}
	checkMessage(t, err, s.URL, "at most 10000 are sent")
}

func TestRetries(t *testing.T) {
	busy := refuses(503, "")
	for _, tt := range []struct {
		name     string
		handlers []http.HandlerFunc
		change   func(*Options)
		slept    []time.Duration
		fails    bool
	}{
		{"third time lucky", []http.HandlerFunc{busy, refuses(500, ""), says(goodVerdict)}, nil, []time.Duration{250 * time.Millisecond, 500 * time.Millisecond}, false},
		{"full jitter", []http.HandlerFunc{busy, busy, says(goodVerdict)}, func(o *Options) { o.Jitter = func() float64 { return 1 } }, []time.Duration{500 * time.Millisecond, time.Second}, false},
		{"no retries", []http.HandlerFunc{busy, says(goodVerdict)}, func(o *Options) { o.Retries = -1 }, nil, true},
		{"seconds", []http.HandlerFunc{refuses(429, "", "Retry-After", "7"), says(goodVerdict)}, nil, []time.Duration{7 * time.Second}, false},
		{"a date", []http.HandlerFunc{refuses(503, "", "Retry-After", "Sun, 01 Mar 2026 09:01:00 GMT"), says(goodVerdict)}, nil, []time.Duration{time.Minute}, false},
		{"a date gone by", []http.HandlerFunc{refuses(503, "", "Retry-After", "Sun, 01 Mar 2020 09:01:00 GMT"), says(goodVerdict)}, nil, []time.Duration{250 * time.Millisecond}, false},
		{"nonsense", []http.HandlerFunc{refuses(503, "", "Retry-After", "-1e9 soon"), says(goodVerdict)}, nil, []time.Duration{250 * time.Millisecond}, false},
		{"longer than anyone waits", []http.HandlerFunc{refuses(429, "", "Retry-After", "86400"), says(goodVerdict)}, nil, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.handlers...)
			c, w := open(t, s.URL, tt.change)
			_, err := c.Compare(t.Context(), memory("a"), memory("b"))
			if (err != nil) != tt.fails {
				t.Fatalf("got %v", err)
			}
			if len(w.slept) != len(tt.slept) {
				t.Fatalf("slept %v, want %v", w.slept, tt.slept)
			}
			for i := range tt.slept {
				if w.slept[i] != tt.slept[i] {
					t.Errorf("slept %v, want %v", w.slept, tt.slept)
				}
			}
		})
	}
	var call *CallError
	s := serve(t, refuses(429, "", "Retry-After", "86400"))
	c, _ := open(t, s.URL, nil)
	if _, err := c.Compare(t.Context(), memory("a"), memory("b")); !errors.As(err, &call) || call.RetryAfter != 24*time.Hour || call.Status != 429 {
		t.Errorf("got %v, which does not tell how long to wait", err)
	}
}

func TestBackoffStaysInBounds(t *testing.T) {
	for attempt := range 30 {
		low, high := backoff(attempt, 0), backoff(attempt, 0.999999)
		if low < firstBackoff/2 || high > longestBackoff || low > high {
			t.Errorf("attempt %d: %s to %s", attempt, low, high)
		}
	}
}

func TestRateLimit(t *testing.T) {
	s := serve(t, says(goodVerdict))
	c, w := open(t, s.URL, func(o *Options) { o.RequestsPerMinute = 30 })
	begun := w.now()
	for range 5 {
		if _, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil {
			t.Fatal(err)
		}
	}
	if took := w.now().Sub(begun); took != 8*time.Second {
		t.Errorf("5 requests at 30 a minute took %s, want 8s", took)
	}
}

func TestEveryoneIsHeldWhileTheServerAsksForPeace(t *testing.T) {
	w := newWatch()
	g := &gate{now: w.now, sleep: w.sleep}
	g.hold(20 * time.Second)
	g.hold(5 * time.Second)
	if err := g.pass(t.Context()); err != nil || len(w.slept) != 1 || w.slept[0] != 20*time.Second {
		t.Errorf("slept %v, %v; want 20s", w.slept, err)
	}
}

func TestRetryAfterNeverOverflows(t *testing.T) {
	for _, v := range []string{"", "0", "-5", "2147483647", "99999999999999999999", strconv.Itoa(1 << 40)} {
		if d := retryAfter(http.Header{"Retry-After": {v}}, time.Unix(0, 0)); d < 0 || d > 1<<31*time.Second {
			t.Errorf("%q: %s", v, d)
		}
	}
}
