package demo

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"ebb/engine"
)

// Short names for the types that the tables use most, and one that is not
// well-known and therefore fades along the curve.
const (
	working     = engine.TypeWorking
	episodic    = engine.TypeEpisodic
	semantic    = engine.TypeSemantic
	procedural  = engine.TypeProcedural
	zettel      = engine.TypeZettel
	opinion     = engine.TypeOpinion
	observation = engine.TypeObservation
	decision    = engine.TypeDecision
	preference  = engine.TypePreference
	fact        = engine.TypeFact
	incident    = "incident"
)

// The namespaces of the demo.
const (
	inOps      = "team/ops"
	inAPI      = "team/api"
	inWeb      = "team/web"
	inResearch = "research"
	inPeople   = "people"
	inUser     = "user"
)

// Who writes. The empty name is the person at the keyboard.
const (
	you        = ""
	planner    = "planner"
	releaseBot = "release-bot"
	researcher = "researcher"
	schedule   = "schedule"
)

// note is one memory as it is first written.
type note struct {
	id, about, typ string
	age            float64 // days before now
	by             string
	text           string

	tags, key  string  // tags are separated by blanks
	stability  float64 // days; 0: the default
	importance float64 // 0: drawn from the id
	confidence float64 // 0: drawn from the id
	expires    float64 // days from now, negative for the past; 0: never
}

// draw is a number in [0, 1) that depends on the id and the purpose alone.
func (n *note) draw(purpose string) float64 {
	h := fnv.New32a()
	h.Write([]byte(n.id + "/" + purpose))
	return float64(h.Sum32()%997) / 997
}

// input is the note as the engine takes it.
func (n *note) input(namespace string, now time.Time) (engine.Input, error) {
	in := engine.Input{
		ID: n.id, Scope: engine.Scope{Namespace: namespace, Subject: n.about},
		Type: n.typ, Content: n.text, Source: n.source(),
		Importance: orDrawn(n.importance, 0.35+0.5*n.draw("importance")),
		Confidence: orDrawn(n.confidence, 0.6+0.38*n.draw("confidence")),
	}
	if n.expires != 0 {
		in.ExpiresAt = now.Add(days(n.expires))
	}
	var err error
	in.Metadata, err = n.metadata()
	return in, err
}

// orDrawn is a stated score, or a drawn one rounded as a person would say it.
func orDrawn(stated, drawn float64) *float64 {
	if stated == 0 {
		stated = float64(int(drawn*20+0.5)) / 20
	}
	return &stated
}

// source is who said it: one conversation, pipeline or reading a day or two.
func (n *note) source() string {
	place := map[string]string{planner: "chat", releaseBot: "pipeline", researcher: "reading"}[n.by]
	if place == "" {
		return ""
	}
	return fmt.Sprintf("%s-%d", place, 3+int((span-n.age)*0.7))
}

func (n *note) metadata() (engine.Metadata, error) {
	if n.tags == "" && n.key == "" && n.stability == 0 {
		return nil, nil
	}
	return json.Marshal(struct {
		Key       string   `json:"key,omitempty"`
		Tags      []string `json:"tags,omitempty"`
		Stability float64  `json:"stability,omitempty"`
	}{n.key, strings.Fields(n.tags), n.stability})
}

// actor is who a name in the tables stands for.
func actor(name string) engine.Actor {
	return engine.ParseActor(name)
}

func days(d float64) time.Duration { return time.Duration(d * 24 * float64(time.Hour)) }
