package intelligence

import (
	"encoding/json"
	"time"

	"ebb/engine"
)

// Question is something a provider can be asked. Make one with Comparison or
// Consolidation.
type Question struct {
	task  *task
	data  any // what is quoted
	bytes int // of the texts in it
}

// Comparison asks how an incoming memory stands to an existing one.
func Comparison(existing, incoming engine.Memory) Question {
	return Question{
		task: &comparing,
		data: struct {
			Existing note `json:"existing"`
			Incoming note `json:"incoming"`
		}{noteOf(&existing, false), noteOf(&incoming, false)},
		bytes: len(existing.Content) + len(incoming.Content),
	}
}

// Consolidation asks for one text that says what several memories say.
func Consolidation(memories ...engine.Memory) Question {
	q := Question{task: &consolidating}
	notes := make([]note, len(memories))
	for i := range memories {
		notes[i] = noteOf(&memories[i], true)
		q.bytes += len(memories[i].Content)
	}
	q.data = struct {
		Notes []note `json:"notes"`
	}{notes}
	return q
}

// note is what a provider gets to see of a memory: no ids, no subject, no
// namespace, and metadata only where it may be rewritten.
type note struct {
	Text      string          `json:"text"`
	Type      string          `json:"type"`
	WrittenAt string          `json:"writtenAt,omitempty"`
	Source    string          `json:"source,omitempty"`
	Metadata  engine.Metadata `json:"metadata,omitempty"`
}

func noteOf(m *engine.Memory, metadata bool) note {
	n := note{Text: m.Content, Type: m.Type, Source: m.Source}
	if !m.UpdatedAt.IsZero() {
		n.WrittenAt = m.UpdatedAt.UTC().Format(time.RFC3339)
	}
	if metadata {
		n.Metadata = m.Metadata
	}
	return n
}

// The lines around the data. JSON written by encoding/json holds no line break
// and no angle bracket, so no memory can contain one of these lines.
const (
	dataBegins = "<<<DATA"
	dataEnds   = "DATA>>>"
)

// Message is one part of the conversation that is sent.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// messages are the instructions, the same for every question of a kind, and
// the data.
func (q Question) messages() ([]Message, error) {
	data, err := json.Marshal(q.data)
	if err != nil {
		return nil, err
	}
	return []Message{
		{Role: "system", Content: q.task.instructions},
		{Role: "user", Content: dataBegins + "\n" + string(data) + "\n" + dataEnds},
	}, nil
}
