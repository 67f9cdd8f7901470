package intelligence

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"ebb/engine"
)

func openEmbedder(t *testing.T, url string, change func(*EmbedOptions)) *Embedder {
	t.Helper()
	w := newWatch()
	o := EmbedOptions{
		Options: Options{
			BaseURL: url, Model: "tiny", KeyEnv: "EBB_TEST_KEY", Retries: 1,
			Getenv: environment(secret), Now: w.now, Sleep: w.sleep, Jitter: func() float64 { return 0 },
		},
		Dim: 3,
	}
	if change != nil {
		change(&o)
	}
	e, err := OpenEmbedder(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func ollama(o *EmbedOptions) { o.API = EmbedOllama }

func TestEmbedRequests(t *testing.T) {
	for _, c := range []struct {
		name, base, path, answer string
		change                   func(*EmbedOptions)
		format                   string
	}{
		{"openai", "/v1", "/v1/embeddings", `{"data":[{"index":1,"embedding":[4,5,6]},{"index":0,"embedding":[1,2,3.5]}]}`, nil, "float"},
		{"openai, whole address", "/v1/embeddings", "/v1/embeddings", `{"data":[{"index":1,"embedding":[4,5,6]},{"index":0,"embedding":[1,2,3.5]}]}`, nil, "float"},
		{"ollama", "", "/api/embed", `{"embeddings":[[1,2,3.5],[4,5,6]]}`, ollama, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, raw(c.answer))
			e := openEmbedder(t, s.URL+c.base, c.change)
			got, err := e.Embed(t.Context(), []string{"one", "two \"quoted\""})
			if want := [][]float32{{1, 2, 3.5}, {4, 5, 6}}; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %v (%v)", got, err)
			}
			r := s.seen()[0]
			var sent embedRequest
			if err := json.Unmarshal(r.body, &sent); err != nil {
				t.Fatal(err)
			}
			if want := (embedRequest{Model: "tiny", Input: []string{"one", "two \"quoted\""}, Format: c.format}); !reflect.DeepEqual(sent, want) {
				t.Errorf("sent %+v", sent)
			}
			if r.path != c.path || r.header.Get("Authorization") != "Bearer "+secret {
				t.Errorf("asked %s with %v", r.path, r.header)
			}
			if e.ID() != "tiny/3" || e.Dim() != 3 {
				t.Errorf("it is %s, %d", e.ID(), e.Dim())
			}
		})
	}
}

// answerAll gives every text of a request a vector that tells its length.
func answerAll(w http.ResponseWriter, body []byte) {
	var sent embedRequest
	if err := json.Unmarshal(body, &sent); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var vectors []string
	for _, text := range sent.Input {
		vectors = append(vectors, fmt.Sprintf("[%d,0,1]", len(text)))
	}
	raw(`{"embeddings":[`+strings.Join(vectors, ",")+`]}`)(w, nil)
}

func TestManyAndLongTexts(t *testing.T) {
	var s *endpoint
	s = serve(t, func(w http.ResponseWriter, _ *http.Request) {
		seen := s.seen()
		answerAll(w, seen[len(seen)-1].body)
	})
	e := openEmbedder(t, s.URL, func(o *EmbedOptions) { ollama(o); o.MaxTextBytes = 100 })
	var texts []string
	for i := range 150 {
		texts = append(texts, strings.Repeat("é", i))
	}
	got, err := e.Embed(t.Context(), texts)
	if err != nil || len(got) != len(texts) {
		t.Fatalf("%d vectors (%v)", len(got), err)
	}
	for i, v := range got {
		if want := min(2*i, 100); int(v[0]) != want {
			t.Errorf("text %d was sent with %v bytes, want %d", i, v[0], want)
		}
	}
	if n := len(s.seen()); n != 3 {
		t.Errorf("%d requests", n)
	}
	if got, err := e.Embed(t.Context(), nil); len(got) != 0 || err != nil || len(s.seen()) != 3 {
		t.Errorf("nothing to embed: %v, %v", got, err)
	}
}

func TestEmbedAnswersThatCannotBeUsed(t *testing.T) {
	for _, answer := range []string{
		``, `[]`, `{}`, `{"data":[]}`, `{"data":[{"index":0,"embedding":[1,2,3]}]}`, `not json`,
		`{"data":[{"index":0,"embedding":[1,2,3]},{"index":0,"embedding":[1,2,3]}]}`,
		`{"data":[{"index":-1,"embedding":[1]},{"index":7,"embedding":[1]}]}`,
		`{"data":[{"index":0},{"index":1,"embedding":[1,2,3]}]}`,
	} {
		e := openEmbedder(t, serve(t, raw(answer)).URL, nil)
		_, err := e.Embed(t.Context(), []string{"one", "two"})
		if !errors.Is(err, ErrMalformed) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s: %v", answer, err)
		}
	}
	// One bad vector is the engine's to refuse, the others stand.
	for _, bad := range []string{`[1,null,3]`, `"text"`, `[1e400]`, `[NaN]`, `{}`} {
		e := openEmbedder(t, serve(t, raw(`{"embeddings":[[1,2,3],`+bad+`]}`)).URL, ollama)
		got, err := e.Embed(t.Context(), []string{"one", "two"})
		if strings.Contains(bad, "NaN") {
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("%s is no JSON: %v", bad, err)
			}
			continue
		}
		if err != nil || len(got) != 2 || len(got[0]) != 3 || got[1] != nil {
			t.Errorf("%s: %v (%v)", bad, got, err)
		}
	}
}

func TestEmbedRetries(t *testing.T) {
	s := serve(t, refuses(http.StatusServiceUnavailable, `{"error":"loading"}`), raw(`{"embeddings":[[1,2,3]]}`))
	if got, err := openEmbedder(t, s.URL, ollama).Embed(t.Context(), []string{"one"}); err != nil || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	var refused *CallError
	s = serve(t, refuses(http.StatusNotFound, `{"error":"model not found"}`))
	if _, err := openEmbedder(t, s.URL, ollama).Embed(t.Context(), []string{"one"}); !errors.As(err, &refused) || refused.Status != http.StatusNotFound {
		t.Errorf("%v", err)
	}
}

func TestEmbedOptions(t *testing.T) {
	for field, change := range map[string]func(*EmbedOptions){
		"embed_api":      func(o *EmbedOptions) { o.API = "grpc" },
		"dimensions":     func(o *EmbedOptions) { o.Dim = 0 },
		"max_text_bytes": func(o *EmbedOptions) { o.MaxTextBytes = 1 },
		"base_url":       func(o *EmbedOptions) { o.BaseURL = "http://example.com" },
		"model":          func(o *EmbedOptions) { o.Model = "" },
	} {
		o := EmbedOptions{Options: Options{BaseURL: "http://127.0.0.1:1", Model: "tiny"}, Dim: 3}
		change(&o)
		var invalid *engine.ValidationError
		if _, err := OpenEmbedder(o); !errors.As(err, &invalid) || invalid.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	e, err := OpenEmbedder(EmbedOptions{Options: Options{BaseURL: "http://127.0.0.1:1", Model: "nomic-embed-text:v1.5"}})
	if err != nil || e.Dim() != 768 || e.ID() != "nomic-embed-text:v1.5/768" {
		t.Errorf("a known model: %v", err)
	}
}

func FuzzEmbedAnswer(f *testing.F) {
	f.Add([]byte(`{"data":[{"index":0,"embedding":[1,2,3]}]}`), true)
	f.Add([]byte(`{"embeddings":[[1,2,3]]}`), false)
	f.Fuzz(func(t *testing.T, answer []byte, openai bool) {
		e := Embedder{api: EmbedOllama, dim: 3}
		if openai {
			e.api = EmbedOpenAI
		}
		if got, bad := e.read(answer, 1); bad == nil && len(got) != 1 {
			t.Errorf("%d vectors", len(got))
		}
	})
}
