package badgerstore

import (
	"context"
	"testing"
	"time"

	"ebb/engine"
)

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s, err := Open(ctx, dir, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	h := engine.Head{ID: "a", State: engine.Active, Version: 1, UpdatedAt: now, CreatedAt: now, Text: engine.VersionRef{At: now, Number: 1}, Importance: 0.3}
	err = s.Update(ctx, func(tx engine.Tx) error {
		if err := tx.Heads().Put(nil, &h); err != nil {
			return err
		}
		return tx.Versions().Put(&engine.Version{MemoryID: "a", Number: 1, At: now, Memory: engine.Memory{Head: h, Body: engine.Body{Content: "hello"}}})
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open(ctx, dir, Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	t.Log(s.Notices())
	err = s.View(ctx, func(tx engine.Tx) error {
		for ht, err := range tx.Versions().Current("") {
			t.Logf("%+v %v", ht, err)
		}
		tot, err := tx.Totals()
		t.Log(tot, err, tx.Seq())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
