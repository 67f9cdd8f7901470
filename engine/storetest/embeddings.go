package storetest

import (
	"fmt"
	"math"

	"ebb/engine"
)

func signature(id string, n uint64) engine.Signature {
	s := engine.Signature{ID: id, Group: n ^ math.MaxUint64}
	for i := range s.Bits {
		s.Bits[i] = n<<i | n>>1
	}
	return s
}

func testMarks(s *suite) {
	strange := "b\x00\xff"
	s.update(func(tx engine.Tx) error {
		for _, id := range []string{"b", "a", strange, "c", "b"} {
			if err := add1(tx, id); err != nil {
				return err
			}
			if err := tx.Embeddings().Mark(id); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "marked", collect(s, tx.Embeddings().Marked("")), []string{"a", "b", strange, "c"})
		same(s, "marked after b", collect(s, tx.Embeddings().Marked("b")), []string{strange, "c"})
		same(s, "marked after the last", collect(s, tx.Embeddings().Marked("c")), nil)
	})
	s.update(func(tx engine.Tx) error {
		if err := tx.Embeddings().Unmark("never marked"); err != nil {
			return err
		}
		return tx.Embeddings().Unmark("b")
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "marked after one was taken back", collect(s, tx.Embeddings().Marked("")), []string{"a", strange, "c"})
	})
}

// add1 writes a memory unless it is there.
func add1(tx engine.Tx, id string) error {
	if _, found, err := tx.Heads().Get(id); err != nil || found {
		return err
	}
	return add(tx, plain(id, day(0), "text of "+id))
}

func testEmbeddings(s *suite) {
	const model, other = "model", "model\x00two"
	v := []float32{1, -0.5, float32(math.Copysign(0, -1)), math.SmallestNonzeroFloat32, math.MaxFloat32}
	near := []engine.Neighbour{{ID: "b", Similarity: 0.99}, {ID: "c\x00", Similarity: 0.85000001}}
	s.update(func(tx engine.Tx) error {
		t := tx.Embeddings()
		for _, id := range []string{"a", "b", "c\x00"} {
			if err := add1(tx, id); err != nil {
				return err
			}
		}
		for i, id := range []string{"b", "a", "c\x00"} {
			if err := t.PutSignature(model, signature(id, uint64(i)+5)); err != nil {
				return err
			}
			if err := t.PutVector(model, id, append(v[:4:4], float32(i))); err != nil {
				return err
			}
		}
		if err := t.PutSignature(other, signature("a", 77)); err != nil {
			return err
		}
		if err := t.PutVector(other, "a", v); err != nil {
			return err
		}
		if err := t.PutNeighbours(model, "a", near); err != nil {
			return err
		}
		if err := t.PutNeighbours(model, "b", near[1:]); err != nil {
			return err
		}
		return t.PutNeighbours(model, "c\x00", nil)
	})
	s.everywhere(func(tx engine.Tx) {
		t := tx.Embeddings()
		models, err := t.Models()
		if err != nil {
			s.Errorf("models: %v", err)
		}
		same(s, "models", models, []string{model, other})
		same(s, "signatures", collect(s, t.Signatures(model)), []engine.Signature{signature("a", 6), signature("b", 5), signature("c\x00", 7)})
		same(s, "another model's signatures", collect(s, t.Signatures(other)), []engine.Signature{signature("a", 77)})
		same(s, "no model's signatures", collect(s, t.Signatures("mode")), nil)
		same(s, "a vector", must[[]float32](s)(t.Vector(other, "a")), v)
		absent[[]float32](s, "no vector")(t.Vector(other, "b"))
		var ids []string
		for _, iv := range collect(s, t.Vectors(model)) {
			ids = append(ids, fmt.Sprint(iv.ID, iv.Vector[4]))
		}
		same(s, "vectors", ids, []string{"a1", "b0", "c\x002"})
		got, err := t.Neighbours(model, "a")
		if err != nil {
			s.Errorf("neighbours: %v", err)
		}
		same(s, "neighbours", got, near)
		same(s, "all neighbours", collect(s, t.AllNeighbours(model)), []engine.NeighbourList{{ID: "a", Near: near}, {ID: "b", Near: near[1:]}})
		same(s, "another model's neighbours", collect(s, t.AllNeighbours(other)), nil)
	})
	s.update(func(tx engine.Tx) error {
		if err := tx.Embeddings().Forget(model, "b"); err != nil {
			return err
		}
		return tx.Embeddings().PutNeighbours(model, "a", nil)
	})
	s.everywhere(func(tx engine.Tx) {
		t := tx.Embeddings()
		same(s, "signatures after one is forgotten", collect(s, t.Signatures(model)), []engine.Signature{signature("a", 6), signature("c\x00", 7)})
		absent[[]float32](s, "a forgotten vector")(t.Vector(model, "b"))
		same(s, "neighbours after all are removed", collect(s, t.AllNeighbours(model)), nil)
	})
	s.dropModel(model, other)
}

// dropModel drops a model bit by bit and expects another one to stay.
func (s *suite) dropModel(model, other string) {
	for dropped := 3; dropped == 3; {
		s.update(func(tx engine.Tx) (err error) {
			dropped, err = tx.Embeddings().DropModel(model, 3)
			return err
		})
	}
	s.everywhere(func(tx engine.Tx) {
		models, err := tx.Embeddings().Models()
		if err != nil {
			s.Errorf("models: %v", err)
		}
		same(s, "models", models, []string{other})
	})
}

func testPurgeEmbeddings(s *suite) {
	models := []string{"one", "two"}
	s.update(func(tx engine.Tx) error {
		t := tx.Embeddings()
		for i, id := range []string{"a", "b", "c", "d"} {
			if err := add1(tx, id); err != nil {
				return err
			}
			for _, model := range models {
				if err := t.PutSignature(model, signature(id, uint64(i))); err != nil {
					return err
				}
				if err := t.PutVector(model, id, []float32{1}); err != nil {
					return err
				}
			}
		}
		if err := t.Mark("b"); err != nil {
			return err
		}
		for id, near := range map[string][]string{"a": {"b", "c"}, "b": {"a"}, "c": {"b"}, "d": {"a"}} {
			var list []engine.Neighbour
			for _, n := range near {
				list = append(list, engine.Neighbour{ID: n, Similarity: 0.9})
			}
			if err := t.PutNeighbours("two", id, list); err != nil {
				return err
			}
		}
		return nil
	})
	s.update(func(tx engine.Tx) error {
		if err := tx.Embeddings().Purge(map[string]bool{"b": true, "unknown": true}); err != nil {
			return err
		}
		h, _, err := tx.Heads().Get("b")
		if err != nil {
			return err
		}
		if err := tx.Versions().DeleteAll("b"); err != nil {
			return err
		}
		return tx.Heads().Delete(&h)
	})
	s.everywhere(func(tx engine.Tx) {
		t := tx.Embeddings()
		for _, model := range models {
			same(s, "signatures left", len(collect(s, t.Signatures(model))), 3)
			same(s, "vectors left", len(collect(s, t.Vectors(model))), 3)
		}
		one := func(id string) []engine.Neighbour { return []engine.Neighbour{{ID: id, Similarity: 0.9}} }
		same(s, "neighbours left", collect(s, t.AllNeighbours("two")), []engine.NeighbourList{{ID: "a", Near: one("c")}, {ID: "d", Near: one("a")}})
		same(s, "who is to be looked at again", collect(s, t.Marked("")), []string{"a", "c"})
	})
}

// testEmbeddingOrphans expects Verify to find what no memory stands behind.
func testEmbeddingOrphans(s *suite) {
	for name, write := range map[string]func(engine.Embeddings) error{
		"a mark":      func(t engine.Embeddings) error { return t.Mark("ghost") },
		"a signature": func(t engine.Embeddings) error { return t.PutSignature("m", signature("ghost", 1)) },
		"a vector":    func(t engine.Embeddings) error { return t.PutVector("m", "ghost", []float32{1}) },
		"a list": func(t engine.Embeddings) error {
			return t.PutNeighbours("m", "ghost", []engine.Neighbour{{ID: "a", Similarity: 0.9}})
		},
		"in somebody's": func(t engine.Embeddings) error {
			return t.PutNeighbours("m", "a", []engine.Neighbour{{ID: "ghost", Similarity: 0.9}})
		},
	} {
		s.update(func(tx engine.Tx) error {
			if err := add1(tx, "a"); err != nil {
				return err
			}
			return write(tx.Embeddings())
		})
		same(s, name+" of no memory: findings", s.findings(), 1)
		s.update(func(tx engine.Tx) error {
			if err := tx.Embeddings().Unmark("ghost"); err != nil {
				return err
			}
			if err := tx.Embeddings().Forget("m", "a"); err != nil {
				return err
			}
			return tx.Embeddings().Forget("m", "ghost")
		})
		same(s, "findings after it is gone", s.findings(), 0)
	}
}

func (s *suite) findings() int {
	n := 0
	if err := s.store.Verify(s.Context(), func(error) { n++ }, func(int) {}); err != nil {
		s.Errorf("verify: %v", err)
	}
	return n
}

// testNotNumbers expects vectors and similarities that are not numbers to be
// refused.
func testNotNumbers(s *suite) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for name, write := range map[string]func(engine.Embeddings) error{
			"vector": func(t engine.Embeddings) error { return t.PutVector("m", "a", []float32{1, float32(x)}) },
			"similarity": func(t engine.Embeddings) error {
				return t.PutNeighbours("m", "a", []engine.Neighbour{{ID: "b", Similarity: x}})
			},
		} {
			err := s.store.Update(s.Context(), func(tx engine.Tx) error { return write(tx.Embeddings()) })
			if err == nil {
				s.Errorf("a %s of %v was taken", name, x)
			}
		}
	}
	s.view(func(tx engine.Tx) error {
		same(s, "vectors", len(collect(s, tx.Embeddings().Vectors("m"))), 0)
		return nil
	})
}
