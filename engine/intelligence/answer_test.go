package intelligence

import (
	"strings"
	"testing"

	"ebb/engine"
)

func TestVerdicts(t *testing.T) {
	const good = `{"relation":"same","confidence":1,"explanation":"x"}`
	for _, tt := range []struct {
		name, answer string
		wrong        string // "": accepted
	}{
		{"plain", good, ""},
		{"white space", "\n\t " + good + " \n", ""},
		{"unknown fields", `{"relation":"same","confidence":0,"explanation":"x","score":7,"nested":{"relation":"updates"}}`, ""},
		{"no explanation", `{"relation":"same","confidence":0.5}`, ""},
		{"null explanation", `{"relation":"same","confidence":0.5,"explanation":null}`, ""},
		{"fenced", "```json\n" + good + "\n```", ""},
		{"after thinking", `<think>Is it {"relation":"updates","confidence":1}? No.</think>` + good, ""},
		{"a tag inside the answer", `{"relation":"same","confidence":1,"explanation":"ends </think> so"}`, ""},
		{"braces that are no object", `set {a, b}: ` + good, ""},
		{"two objects", good + good, "more than one"},
		{"thinking aloud in two", `First {"relation":"updates","confidence":1} but then ` + good, "more than one"},
		{"a list of one", `[` + good + `]`, ""},
		{"prose", "They are the same.", "no JSON object"},
		{"empty object", `{}`, "relation is missing"},
		{"cut", `{"relation":"same","confidence":1,`, "no JSON object"},
		{"by another case", `{"Relation":"same","confidence":1}`, "relation is missing"},
		{"given twice", `{"relation":"same","relation":"updates","confidence":1}`, "given twice"},
		{"relation of another case", `{"relation":"Same","confidence":1}`, "relation is none of"},
		{"empty relation", `{"relation":"","confidence":1}`, "relation is none of"},
		{"a relation that is none", `{"relation":["same"],"confidence":1}`, "relation is no text"},
		{"no confidence", `{"relation":"same"}`, "confidence is missing"},
		{"null confidence", `{"relation":"same","confidence":null}`, "confidence is missing"},
		{"confidence in words", `{"relation":"same","confidence":"0.9"}`, "confidence is no number"},
		{"confidence below", `{"relation":"same","confidence":-0.01}`, "confidence is no number"},
		{"confidence above", `{"relation":"same","confidence":1.01}`, "confidence is no number"},
		{"confidence beyond", `{"relation":"same","confidence":1e999}`, "confidence is no number"},
		{"NaN", `{"relation":"same","confidence":NaN}`, "no JSON object"},
		{"a long explanation", `{"relation":"same","confidence":1,"explanation":"` + strings.Repeat("y", engine.MaxReasonBytes+1) + `"}`, "explanation has 4097 bytes"},
		{"braces without end", strings.Repeat("{", 1<<20), "more braces"},
		{"objects without end", strings.Repeat(`{"a":`, 1<<18), "more braces"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, bad := verdict(tt.answer)
			switch {
			case tt.wrong == "" && bad != nil:
				t.Errorf("refused: %v", bad)
			case tt.wrong == "":
				if v.Relation != engine.Same {
					t.Errorf("got %+v", v)
				}
			case bad == nil:
				t.Errorf("accepted as %+v", v)
			case !strings.Contains(bad.Error(), tt.wrong):
				t.Errorf("refused as %q, want %q", bad, tt.wrong)
			}
		})
	}
}

func TestSyntheses(t *testing.T) {
	for _, tt := range []struct{ name, answer, wrong string }{
		{"text alone", `{"content":"x"}`, ""},
		{"all", `{"content":"x","importance":0,"confidence":1,"metadata":{"a":1}}`, ""},
		{"nulls", `{"content":"x","importance":null,"confidence":null,"metadata":null}`, ""},
		{"the longest", `{"content":"` + strings.Repeat("x", engine.MaxContentBytes) + `"}`, ""},
		{"too long", `{"content":"` + strings.Repeat("x", engine.MaxContentBytes+1) + `"}`, "524289 bytes"},
		{"no content", `{"text":"x"}`, "content is missing"},
		{"empty", `{"content":""}`, "content is blank"},
		{"blank", `{"content":" \n　"}`, "content is blank"},
		{"content that is an object", `{"content":{"text":"x"}}`, "content is no text"},
		{"importance 7", `{"content":"x","importance":7}`, "importance is no number"},
		{"confidence yes", `{"content":"x","confidence":true}`, "confidence is no number"},
		{"metadata list", `{"content":"x","metadata":[1]}`, "metadata is no object"},
		{"metadata text", `{"content":"x","metadata":"{}"}`, "metadata is no object"},
		{"huge metadata", `{"content":"x","metadata":{"a":"` + strings.Repeat("x", engine.MaxMetadataBytes) + `"}}`, "metadata is no object of at most 65536 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, bad := synthesis(tt.answer)
			switch {
			case tt.wrong == "" && (bad != nil || s.Content == ""):
				t.Errorf("got %+v, %v", s, bad)
			case tt.wrong != "" && (bad == nil || !strings.Contains(bad.Error(), tt.wrong)):
				t.Errorf("got %v, want %q", bad, tt.wrong)
			}
		})
	}
}

// FuzzAnswers feeds whatever a server may say: nothing but a valid verdict or
// synthesis gets through, and nothing panics.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		goodVerdict, `{"content":"x","importance":0.5,"metadata":{"a":[1]}}`, "", "{", "```json\n{}\n```", `<think>{</think>{"relation":"same"}`,
		`{"relation":"same","confidence":1e-400}`, "{\"content\":\"\\ud800\"}", "{\"a\":{\"content\":1}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if words, bad := unwrap([]byte(s)); bad == nil && words == "" {
			t.Error("no words, no fault")
		}
		if v, bad := verdict(s); bad == nil {
			if err := v.Validate(); err != nil {
				t.Errorf("verdict %+v: %v", v, err)
			}
		} else if strings.ContainsAny(bad.Error(), "\x1b\n\r") {
			t.Errorf("fault is no plain line: %q", bad)
		}
		if y, bad := synthesis(s); bad == nil {
			if strings.TrimSpace(y.Content) == "" || len(y.Content) > engine.MaxContentBytes {
				t.Errorf("synthesis %+v", y)
			}
		}
		_ = errorMessage([]byte(s)) // must not panic; any words will do
	})
}
