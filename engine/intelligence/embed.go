package intelligence

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ebb/engine"
)

// EmbedAPI is a way of asking for vectors over HTTP.
type EmbedAPI string

// The ways that are understood.
const (
	EmbedOpenAI EmbedAPI = "openai" // POST base_url/embeddings; also llama.cpp, vLLM, LM Studio
	EmbedOllama EmbedAPI = "ollama" // POST base_url/api/embed
)

const (
	// DefaultMaxTextBytes is about 4,000 tokens of English, 8,000 of a script
	// without spaces: what common models read. What follows in a longer text
	// has no part in its vector.
	DefaultMaxTextBytes = 16 << 10
	// maxEmbedTexts is how many texts go into one request.
	maxEmbedTexts = 64
	// numberBytes is what a component takes up in an answer, at most.
	numberBytes = 26
)

// EmbedOptions says which endpoint makes vectors, and how. Of Options those
// about texts to be written have no meaning here.
type EmbedOptions struct {
	Options
	// API is EmbedOpenAI unless set. BaseURL is what its path is appended to:
	// "http://127.0.0.1:11434" for EmbedOllama, "https://api.openai.com/v1".
	API EmbedAPI
	// Dim is the length of the model's vectors; 0 for a model in KnownDims.
	Dim int
	// MaxTextBytes is how much of a text is sent; 0: DefaultMaxTextBytes.
	MaxTextBytes int
}

// KnownDims are the lengths of common models' vectors, by name without a tag.
var KnownDims = map[string]int{
	"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536,
	"nomic-embed-text": 768, "mxbai-embed-large": 1024, "all-minilm": 384, "bge-m3": 1024,
	"snowflake-arctic-embed2": 1024, "embeddinggemma": 768,
}

var _ engine.Embedder = (*Embedder)(nil)

// Embedder is an embedding model behind an endpoint. It is safe for concurrent
// use.
type Embedder struct {
	line *Chat // the connection, with its retries and its care about keys
	api  EmbedAPI
	dim  int
	most int // bytes of a text
}

// OpenEmbedder checks the options and reads the key. It sends nothing. A
// refusal is an *engine.ValidationError that names the option, never the key.
func OpenEmbedder(o EmbedOptions) (*Embedder, error) {
	orElse(&o.API, EmbedOpenAI)
	orElse(&o.MaxTextBytes, DefaultMaxTextBytes)
	orElse(&o.MaxAnswerBytes, 16<<20)
	path := map[EmbedAPI]string{EmbedOpenAI: "/embeddings", EmbedOllama: "/api/embed"}[o.API]
	if path == "" {
		return nil, &engine.ValidationError{Field: "embed_api", Got: quote(string(o.API)), Want: string(EmbedOpenAI) + " or " + string(EmbedOllama)}
	}
	s, err := o.settle()
	if err != nil {
		return nil, err
	}
	if o.Dim == 0 {
		name, _, _ := strings.Cut(o.Model, ":")
		if o.Dim = KnownDims[name]; o.Dim == 0 {
			return nil, &engine.ValidationError{Field: "dimensions", Got: "none for the model " + quote(o.Model), Want: fmt.Sprintf("the length of its vectors, 1 to %d", engine.MaxVectorDim)}
		}
	}
	if o.Dim < 1 || o.Dim > engine.MaxVectorDim {
		return nil, &engine.ValidationError{Field: "dimensions", Got: number(float64(o.Dim)), Want: fmt.Sprintf("1 to %d", engine.MaxVectorDim)}
	}
	if o.MaxTextBytes < 64 || int64(o.MaxTextBytes) > s.MaxPromptBytes/8 {
		return nil, &engine.ValidationError{Field: "max_text_bytes", Got: number(float64(o.MaxTextBytes)), Want: "64 to an eighth of max_prompt_bytes"}
	}
	base := "/" + strings.TrimLeft(s.endpoint.Path, "/")
	base = strings.TrimSuffix(strings.TrimSuffix(base, chatPath), path)
	s.endpoint.Path, s.endpoint.RawPath = base+path, ""
	c := &Chat{o: s, transport: newTransport(&s), gate: &gate{now: s.Now, sleep: s.Sleep}}
	if s.RequestsPerMinute > 0 {
		c.gate.interval = time.Minute / time.Duration(s.RequestsPerMinute)
	}
	c.client = &http.Client{Transport: c.transport, CheckRedirect: sameHostOnly}
	return &Embedder{line: c, api: o.API, dim: o.Dim, most: o.MaxTextBytes}, nil
}

// Close drops idle connections.
func (e *Embedder) Close() { e.line.Close() }

// ID is the model's name and the length of its vectors, wherever it runs.
func (e *Embedder) ID() string { return fmt.Sprintf("%s/%d", e.line.o.Model, e.dim) }

// Dim is the length of the vectors.
func (e *Embedder) Dim() int { return e.dim }

// Name is "model@host".
func (e *Embedder) Name() string { return e.line.Name() }

// Embed implements engine.Embedder. Failures are *CallError, or the context's
// own error. A vector that cannot be read as numbers is nil; its length and
// its numbers are for the engine to judge.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		body, n, err := e.request(texts)
		if err != nil {
			return nil, err
		}
		vectors, err := insist(ctx, e.line, body, func(answer []byte) ([][]float32, *fault) { return e.read(answer, n) })
		if err != nil {
			return nil, err
		}
		out, texts = append(out, vectors...), texts[n:]
	}
	return out, nil
}

type embedRequest struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
	// OpenAI's service would rather send base64.
	Format string `json:"encoding_format,omitempty"`
}

// request is the body for as many of the texts as fit one, and how many.
func (e *Embedder) request(texts []string) (body []byte, n int, err error) {
	r := embedRequest{Model: e.line.o.Model}
	if e.api == EmbedOpenAI {
		r.Format = "float"
	}
	// A byte of text may take six in JSON.
	room := e.line.o.MaxPromptBytes/6 - 1024
	vectors := max(int(e.line.o.MaxAnswerBytes/int64(e.dim*numberBytes)), 1)
	for _, text := range texts[:min(len(texts), maxEmbedTexts, vectors)] {
		text = cutText(text, e.most)
		if room -= int64(len(text)) + 8; room < 0 && n > 0 {
			break
		}
		r.Input = append(r.Input, text)
		n++
	}
	body, err = json.Marshal(r)
	return body, n, err
}

// cutText is the beginning of a text, whole runes.
func cutText(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

type embedResponse struct {
	Data []struct {
		Index  int             `json:"index"`
		Vector json.RawMessage `json:"embedding"`
	} `json:"data"`
	Vectors []json.RawMessage `json:"embeddings"`
}

// read takes n vectors out of an answer, or says what is wrong with it.
func (e *Embedder) read(answer []byte, n int) ([][]float32, *fault) {
	if len(answer) == 0 {
		return nil, &fault{what: "it is empty"}
	}
	var r embedResponse
	if json.Unmarshal(answer, &r) != nil {
		return nil, &fault{"it is not a list of vectors in JSON", string(answer[:min(len(answer), 300)])}
	}
	raw := r.Vectors
	if e.api == EmbedOpenAI {
		raw = make([]json.RawMessage, n)
		for _, d := range r.Data {
			if d.Index < 0 || d.Index >= n || raw[d.Index] != nil {
				return nil, &fault{what: fmt.Sprintf("it numbers a vector %d, of %d", d.Index, n)}
			}
			raw[d.Index] = d.Vector
		}
	}
	if len(raw) != n || slices.ContainsFunc(raw, func(v json.RawMessage) bool { return v == nil }) {
		return nil, &fault{what: fmt.Sprintf("it holds %d vectors for %d texts", max(len(r.Data), len(r.Vectors)), n)}
	}
	out := make([][]float32, n)
	for i, v := range raw {
		out[i] = readNumbers(v)
	}
	return out, nil
}

// readNumbers is a vector, nil when something in it is no number: a null would
// read as 0.
func readNumbers(raw json.RawMessage) []float32 {
	var all []*float32
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	out := make([]float32, len(all))
	for i, x := range all {
		if x == nil {
			return nil
		}
		out[i] = *x
	}
	return out
}
