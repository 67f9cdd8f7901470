package intelligence

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Usage is what asking would take. Tokens are approximate: every model counts
// in its own way.
type Usage struct {
	Requests           int     // without retries
	PromptBytes        int64   // sent, all of the body
	ApproxTokens       int64   // sent
	ApproxAnswerTokens int64   // expected back, at most
	Cost               float64 // in the currency of the prices
	Priced             bool    // whether there were prices; without, Cost says nothing
}

// Plus adds up, for questions that are not all in memory at once.
func (u Usage) Plus(v Usage) Usage {
	return Usage{
		Requests:           u.Requests + v.Requests,
		PromptBytes:        u.PromptBytes + v.PromptBytes,
		ApproxTokens:       u.ApproxTokens + v.ApproxTokens,
		ApproxAnswerTokens: u.ApproxAnswerTokens + v.ApproxAnswerTokens,
		Cost:               u.Cost + v.Cost,
		Priced:             u.Priced || v.Priced,
	}
}

// Estimate says what asking these questions would take. It sends nothing.
func (c *Chat) Estimate(questions ...Question) (Usage, error) {
	u := Usage{Priced: c.o.PriceIn > 0 || c.o.PriceOut > 0}
	for _, q := range questions {
		body, err := c.body(q, !c.schemaless.Load())
		if err != nil {
			return Usage{}, err
		}
		answer := q.task.answerBytes
		if q.task.rewrites {
			answer += q.bytes
		}
		u.Requests++
		u.PromptBytes += int64(len(body))
		u.ApproxTokens += approxTokens(body)
		u.ApproxAnswerTokens += int64(answer+bytesPerToken-1) / bytesPerToken
	}
	u.Cost = (float64(u.ApproxTokens)*c.o.PriceIn + float64(u.ApproxAnswerTokens)*c.o.PriceOut) / 1e6
	return u, nil
}

// bytesPerToken is the rule of thumb that OpenAI gives for English text.
const bytesPerToken = 4

// approxTokens counts a quarter of a token for an ASCII byte and one for every
// other character, as CJK texts come close to.
func approxTokens(text []byte) int64 {
	ascii, others := 0, 0
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			ascii++
			text = text[1:]
			continue
		}
		_, size := utf8.DecodeRune(text)
		others++
		text = text[size:]
	}
	return int64((ascii+bytesPerToken-1)/bytesPerToken + others)
}

// Prompt is exactly what would be sent for a question: address, headers with
// the name of the key's variable in place of the key, and the body byte for
// byte.
func (c *Chat) Prompt(q Question) (string, error) {
	body, err := c.body(q, !c.schemaless.Load())
	if err != nil {
		return "", err
	}
	key := ""
	if c.o.key != "" {
		key = "$" + c.o.KeyEnv
	}
	var b strings.Builder
	fmt.Fprintf(&b, "POST %s\n", c.o.endpoint)
	headers := c.headers(key)
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		fmt.Fprintf(&b, "%s: %s\n", name, headers[name])
	}
	b.WriteByte('\n')
	b.Write(body)
	return b.String(), nil
}

// Messages are the parts of the prompt that the model reads, for showing.
func (c *Chat) Messages(q Question) ([]Message, error) { return q.messages() }
