//go:build unix

package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"
)

// model is a language model as ebb sees one: a chat endpoint that answers as
// the script has told it to.
type model struct {
	*httptest.Server
	manner atomic.Value // string
	asked  atomic.Int64
}

func newModel() *model {
	m := &model{}
	m.Server = httptest.NewServer(http.HandlerFunc(m.answer))
	return m
}

func (m *model) answer(w http.ResponseWriter, r *http.Request) {
	m.asked.Add(1)
	var question struct {
		Format struct {
			Schema struct {
				Name string `json:"name"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&question); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	manner := m.manner.Load().(string)
	answer := map[string]any{"relation": manner, "confidence": 0.9, "explanation": "two different days"}
	if question.Format.Schema.Name == "synthesis" {
		answer = map[string]any{"content": "Monday, in freezes Tuesday", "confidence": 0.8}
	}
	switch manner {
	case "down":
		http.Error(w, `{"error":{"message":"no more room"}}`, http.StatusServiceUnavailable)
		return
	case "seven":
		answer["confidence"], answer["relation"] = 7, "same"
	case "blank":
		answer["content"], answer["relation"] = "  ", ""
	case "huge":
		answer["content"], answer["explanation"] = strings.Repeat("x", 600<<10), strings.Repeat("x", 600<<10)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if manner == "chatty" {
		text = []byte("I would say that they differ.")
	}
	// What the client makes of a broken connection is its own test's matter.
	_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
		"message": map[string]string{"role": "assistant", "content": string(text)}, "finish_reason": "stop",
	}}})
}

// provide MANNER has a provider configured that answers in that manner;
// provide asked N checks how often it was asked since, provide asked . forgets it.
func provide(ts *testscript.TestScript, _ bool, args []string) {
	h := ts.Value("held").(*held)
	if len(args) == 2 && args[0] == "asked" {
		if got := fmt.Sprint(h.model.asked.Swap(0)); got != args[1] && args[1] != "." {
			ts.Fatalf("the provider was asked %s times, want %s", got, args[1])
		}
		return
	}
	if h.model == nil {
		h.model = newModel()
		ts.Defer(h.model.Close)
		path := filepath.Join(ts.Getenv("XDG_CONFIG_HOME"), "ebb", "config.toml")
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o700))
		ts.Check(os.WriteFile(path, fmt.Appendf(nil, "[provider]\nbase_url = %q\nmodel = \"m1\"\nretries = 0\nprice_in = 2\nprice_out = 10\n", h.model.URL+"/v1"), 0o600))
	}
	h.model.manner.Store(args[0])
}
