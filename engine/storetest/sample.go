package storetest

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// full is a memory with every field set, at its first version.
func full(id string, at time.Time) engine.Memory {
	m := plain(id, at, "what "+id+" says")
	m.Scope.Tenant = engine.Tenant{ID: "acme", Set: true}
	m.Title = "what " + id
	m.Identity = engine.Identity{Kind: engine.TextIdentity, Value: "key of " + id}
	m.Importance, m.Confidence = 0.7, 0.9
	m.ExpiresAt = at.AddDate(1, 0, 0)
	m.LastAccessedAt = at.Add(time.Hour)
	m.AccessCount = 12
	m.Stability, m.Base, m.Interference = 31.5, 0.8, 0.9025
	m.LearnedAt = at.Add(-time.Minute)
	m.Profile = dynamics.Profile{
		Total: 9, Search: 6, Get: 3, Top1: 2, MinRank: 1, MeanRank: 2.5, MeanSimilarity: 0.77,
		Velocity7: 1.25, Velocity30: 0.5, Last: at.Add(2 * time.Hour),
	}
	m.TieCount, m.TieID = 4, "neighbour of "+id
	m.Archive = engine.Archive{At: at.Add(3 * time.Hour), Reason: "faded", Score: 0.0625}
	m.LoggedDay = 20513
	m.Undone = true
	m.Source = "a file"
	m.Metadata = engine.Metadata(`{"key":"v","n":1.50}`)
	m.Supersedes, m.SupersededBy = "older", "newer"
	m.MergedFrom = []string{"one", "two"}
	return m
}

// plain is an active memory as an add makes it.
func plain(id string, at time.Time, text string) engine.Memory {
	sum := sha256.Sum256([]byte(strings.ToLower(text)))
	return engine.Memory{
		Head: engine.Head{
			ID: id, Scope: engine.Scope{Namespace: "notes", Subject: "me"}, Type: engine.TypeSemantic,
			State: engine.Active, Version: 1, Title: text,
			TextSum: [16]byte(sum[:16]), TextSize: uint32(len(text)),
			Text:       engine.VersionRef{At: at, Number: 1},
			Importance: 0.5, Confidence: 0.5, CreatedAt: at, UpdatedAt: at,
			Base: 1, Interference: 1, LearnedAt: at,
		},
		Body: engine.Body{Content: text},
	}
}

// version is the version that states m now.
func version(m engine.Memory, change engine.ChangeType) engine.Version {
	return engine.Version{
		MemoryID: m.ID, Number: m.Version, Change: change, At: m.UpdatedAt,
		Reason: "because", Actor: engine.Actor{Kind: engine.Agent, Name: "scribe"}, Operation: "op-1",
		Memory: m,
	}
}

// snapshot is what a version keeps of a memory: all but its evidence.
func snapshot(m engine.Memory) engine.Memory {
	h := &m.Head
	h.LastAccessedAt, h.AccessCount = time.Time{}, 0
	h.Stability, h.Base, h.Interference, h.LearnedAt = 0, 0, 0, time.Time{}
	h.Profile = dynamics.Profile{}
	h.TieCount, h.TieID, h.LoggedDay = 0, "", 0
	return m
}

// next is m one version later, with another text when text is not empty.
func next(m engine.Memory, at time.Time, text string) engine.Memory {
	m.Version++
	m.State = engine.Updated
	m.UpdatedAt = at
	if text != "" {
		was := m.Head
		m.Head = plain(m.ID, at, text).Head
		m.Version, m.State, m.CreatedAt = was.Version, was.State, was.CreatedAt
		m.Scope, m.Type, m.Identity = was.Scope, was.Type, was.Identity
		m.Text = m.Ref()
		m.Content = text
	}
	return m
}

// add writes a new memory with its first version.
func add(tx engine.Tx, m engine.Memory) error {
	v := version(m, engine.Created)
	if err := tx.Versions().Put(&v); err != nil {
		return err
	}
	return tx.Heads().Put(nil, &m.Head)
}

// evolve writes a memory's next version.
func evolve(tx engine.Tx, before, after engine.Memory) error {
	v := version(after, engine.ChangeUpdated)
	if err := tx.Versions().Put(&v); err != nil {
		return err
	}
	return tx.Heads().Put(&before.Head, &after.Head)
}

// many writes n plain memories m0000, m0001, … an hour apart.
func many(tx engine.Tx, n int) error {
	for i := range n {
		m := plain(fmt.Sprintf("m%06d", i), day(0).Add(time.Duration(i)*time.Hour), fmt.Sprintf("text number %d", i))
		if err := add(tx, m); err != nil {
			return err
		}
	}
	return nil
}

func edge(from, typ, to, relation string) engine.Edge {
	return engine.Edge{
		EdgeKey: engine.EdgeKey{From: from, Type: typ, To: to, Relation: relation},
		Connection: dynamics.Connection{
			Strength: 1.35, Stability: 1.7, LastActivated: day(3), AccessCount: 7, DecayedAt: day(4),
		},
		Count: 7, Weight: 0.25, CreatedAt: day(1), LastAt: day(3),
		Metadata: engine.Metadata(`{"why":"seen together"}`), LoggedDay: 20515,
	}
}

func conflict(id, a, b string, at time.Time) engine.Conflict {
	return engine.Conflict{
		ID: id, MemoryA: a, MemoryB: b, Type: engine.ConflictDeclared, Confidence: 0.8,
		Explanation: "they cannot both be true", Status: engine.ConflictOpen, CreatedAt: at,
		DeclaredBy: engine.Actor{Kind: engine.Agent, Name: "critic"},
	}
}
