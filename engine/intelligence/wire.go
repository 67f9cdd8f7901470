package intelligence

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// request is the body of a chat completion, as OpenAI publishes it and Ollama,
// llama.cpp and vLLM understand it.
type request struct {
	Model          string    `json:"model"`
	Messages       []Message `json:"messages"`
	Stream         bool      `json:"stream"`
	Temperature    *float64  `json:"temperature,omitempty"`
	MaxTokens      int       `json:"max_tokens,omitempty"`
	ResponseFormat *format   `json:"response_format,omitempty"`
}

type format struct {
	Type   string `json:"type"`
	Schema schema `json:"json_schema"`
}

type schema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// body is what is sent for a question, byte for byte.
func (c *Chat) body(q Question, structured bool) ([]byte, error) {
	messages, err := q.messages()
	if err != nil {
		return nil, fmt.Errorf("write the question: %w", err)
	}
	r := request{Model: c.o.Model, Messages: messages, Temperature: c.o.Temperature, MaxTokens: c.o.MaxAnswerTokens}
	if structured {
		r.ResponseFormat = &format{Type: "json_schema", Schema: schema{Name: q.task.name, Strict: q.task.strict, Schema: q.task.schema}}
	}
	return json.Marshal(r)
}

type response struct {
	Choices []struct {
		Message struct {
			Content *string `json:"content"`
			Refusal *string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
}

// unwrap takes the model's words out of a response, or says what is wrong with
// it.
func unwrap(body []byte) (string, *fault) {
	if len(body) == 0 {
		return "", &fault{what: "it is empty"}
	}
	if !utf8.Valid(body) {
		return "", &fault{what: "it is not UTF-8"}
	}
	var r response
	if err := json.Unmarshal(body, &r); err != nil {
		return "", &fault{"it is not a chat completion in JSON", string(body)}
	}
	if len(r.Choices) == 0 {
		return "", &fault{"it holds no choice", string(body)}
	}
	choice := r.Choices[0]
	switch {
	case choice.Message.Refusal != nil && *choice.Message.Refusal != "":
		return "", &fault{"the model declined", *choice.Message.Refusal}
	case choice.FinishReason == "length":
		return "", &fault{what: "it was cut at the token limit"}
	case choice.FinishReason == "content_filter":
		return "", &fault{what: "the provider's content filter withheld it"}
	case choice.Message.Content == nil || *choice.Message.Content == "":
		return "", &fault{what: "the message is empty"}
	}
	return *choice.Message.Content, nil
}

// errorMessage finds the reason in the body of a refusal: error.message as
// OpenAI has it, a plain error or message, else the text.
func errorMessage(body []byte) string {
	var shape struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	if json.Unmarshal(body, &shape) != nil {
		return string(body)
	}
	var inner struct {
		Message string `json:"message"`
	}
	var plain string
	switch {
	case json.Unmarshal(shape.Error, &inner) == nil && inner.Message != "":
		return inner.Message
	case json.Unmarshal(shape.Error, &plain) == nil && plain != "":
		return plain
	case shape.Message != "":
		return shape.Message
	}
	return string(body)
}
