package intelligence

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"ebb/engine"
)

func TestCompare(t *testing.T) {
	s := serve(t, says(goodVerdict))
	zero := 0.0
	c, _ := open(t, s.URL, func(o *Options) { o.Temperature = &zero })
	v, err := c.Compare(t.Context(), memory("Use tabs."), memory("Use spaces."))
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Verdict{Relation: engine.Contradicts, Confidence: 0.9, Explanation: "One says tabs, the other spaces."}
	if v != want {
		t.Errorf("got %+v, want %+v", v, want)
	}
	if want := "small@" + strings.TrimPrefix(s.URL, "http://"); c.Name() != want {
		t.Errorf("name %q, want %q", c.Name(), want)
	}
	r := s.seen()[0]
	if r.path != "/v1/chat/completions" {
		t.Errorf("asked at %s", r.path)
	}
	if got := r.header.Get("Authorization"); got != "Bearer "+secret {
		t.Errorf("authorization %q", got)
	}
	b := parse(t, r.body)
	if b.Model != "small" || b.Stream == nil || *b.Stream || b.Temperature == nil || b.ResponseFormat["type"] != "json_schema" {
		t.Errorf("request %s", r.body)
	}
	for _, private := range []string{"private-namespace", "private-subject", "id-of-"} {
		if strings.Contains(string(r.body), private) {
			t.Errorf("the request tells %s", private)
		}
	}
}

func TestConsolidate(t *testing.T) {
	s := serve(t, says(`{"content":"Tabs, width 4.","importance":0.7,"confidence":null,"metadata":{"key":"indent"},"more":1}`), says(`{"content":"Tabs.","metadata":{}}`))
	c, _ := open(t, s.URL, nil)
	both := []engine.Memory{memory("Tabs."), memory("Width 4.")}
	both[0].Metadata = engine.Metadata(`{"key":"indent","a":"<<<DATA"}`)
	got, err := c.Consolidate(t.Context(), both)
	if err != nil {
		t.Fatal(err)
	}
	if got.Content != "Tabs, width 4." || got.Importance == nil || *got.Importance != 0.7 || got.Confidence != nil || got.Metadata == nil || string(*got.Metadata) != `{"key":"indent"}` {
		t.Errorf("got %+v", got)
	}
	got, err = c.Consolidate(t.Context(), both)
	if err != nil || got.Metadata != nil {
		t.Errorf("an empty metadata object replaced what there was: %+v, %v", got, err)
	}
	var invalid *engine.ValidationError
	if _, err := c.Consolidate(t.Context(), nil); !errors.As(err, &invalid) {
		t.Errorf("nothing to consolidate: %v", err)
	}
}

func TestEndpointsThatTakeNoSchema(t *testing.T) {
	fenced := "Sure!\n```json\n" + goodVerdict + "\n```\nHope this helps."
	s := serve(t, refuses(400, `{"error":{"message":"response_format is not supported"}}`), says(fenced))
	c, w := open(t, s.URL, nil)
	for range 2 {
		if v, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil || v.Relation != engine.Contradicts {
			t.Fatalf("got %+v, %v", v, err)
		}
	}
	var schemas []bool
	for _, r := range s.seen() {
		schemas = append(schemas, parse(t, r.body).ResponseFormat != nil)
	}
	if len(schemas) != 3 || !schemas[0] || schemas[1] || schemas[2] {
		t.Errorf("requests with a schema: %v; want the first alone", schemas)
	}
	if len(w.slept) != 0 {
		t.Errorf("slept %v for an answer that was at hand", w.slept)
	}
}

func TestARefusalOfTheQuestionItselfDoesNotGiveUpTheSchema(t *testing.T) {
	s := serve(t, refuses(400, `too long`), refuses(400, `too long`), says(goodVerdict))
	c, _ := open(t, s.URL, nil)
	if _, err := c.Compare(t.Context(), memory("a"), memory("b")); !errors.Is(err, ErrRefused) {
		t.Fatalf("got %v", err)
	}
	if _, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil {
		t.Fatal(err)
	}
	if last := s.seen()[2]; parse(t, last.body).ResponseFormat == nil {
		t.Error("the schema was given up although the endpoint never answered without it")
	}
}

func TestRedirects(t *testing.T) {
	other := serve(t, says(goodVerdict))
	for _, tt := range []struct {
		name  string
		first http.HandlerFunc
		kind  error // nil: followed
	}{
		{"to another host", refuses(307, "", "Location", other.URL+"/v1/chat/completions"), ErrRedirected},
		{"to another scheme", refuses(308, "", "Location", "https://127.0.0.1:1/"), ErrRedirected},
		{"as a GET", refuses(302, "", "Location", "/v2/chat/completions"), ErrRedirected},
		{"nowhere", refuses(307, ""), ErrRefused},
		{"on the same host", refuses(307, "", "Location", "/v2/chat/completions"), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.first, says(goodVerdict))
			c, _ := open(t, s.URL, nil)
			_, err := c.Compare(t.Context(), memory("a"), memory("b"))
			if !errors.Is(err, tt.kind) {
				t.Fatalf("got %v, want %v", err, tt.kind)
			}
			if tt.kind != nil {
				if n := len(s.seen()); n != 1 {
					t.Errorf("%d requests, want 1", n)
				}
				return
			}
			if all := s.seen(); len(all) != 2 || string(all[0].body) != string(all[1].body) {
				t.Errorf("the redirect lost the question: %d requests", len(all))
			}
		})
	}
	t.Run("in a circle", func(t *testing.T) {
		s := serve(t, refuses(307, "", "Location", "/again"))
		c, _ := open(t, s.URL, nil)
		if _, err := c.Compare(t.Context(), memory("a"), memory("b")); !errors.Is(err, ErrRedirected) {
			t.Errorf("got %v", err)
		}
	})
	if len(other.seen()) != 0 {
		t.Error("the other host got to see the texts")
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	s := serve(t, func(http.ResponseWriter, *http.Request) {
		cancel()
		<-release
	})
	c, w := open(t, s.URL, nil)
	_, err := c.Compare(ctx, memory("a"), memory("b"))
	close(release)
	if !errors.Is(err, context.Canceled) || errors.Is(err, ErrTimeout) {
		t.Errorf("got %v", err)
	}
	if n := len(s.seen()); n != 1 || len(w.slept) != 0 {
		t.Errorf("%d requests and waits %v after the caller gave up", n, w.slept)
	}
	if _, err := c.Compare(ctx, memory("a"), memory("b")); !errors.Is(err, context.Canceled) || len(s.seen()) != 1 {
		t.Errorf("a cancelled caller was served: %v", err)
	}
}

func TestCancellationWhileWaiting(t *testing.T) {
	s := serve(t, refuses(503, ""))
	ctx, cancel := context.WithCancel(t.Context())
	c, _ := open(t, s.URL, func(o *Options) {
		o.Sleep = func(ctx context.Context, _ time.Duration) error {
			cancel()
			return sleep(ctx, time.Hour)
		}
	})
	if _, err := c.Compare(ctx, memory("a"), memory("b")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestConcurrentQuestions(t *testing.T) {
	s := serve(t, refuses(429, "", "Retry-After", "1"), says(goodVerdict))
	c, _ := open(t, s.URL, func(o *Options) { o.RequestsPerMinute = 6000 })
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if v, err := c.Compare(t.Context(), memory("a"), memory("b")); err != nil || v.Relation != engine.Contradicts {
				t.Errorf("got %+v, %v", v, err)
			}
		})
	}
	wg.Wait()
	if n := len(s.seen()); n != 17 {
		t.Errorf("%d requests for 16 questions of which one was refused once", n)
	}
}
