package catalogue

import (
	"context"

	"ebb/engine"
)

// limitTexts lets go of the texts when there are too many memories, and asks
// for them again when there are few enough.
func (o *owner) limitTexts(s *Snapshot) {
	switch {
	case s.n > residentRows:
		s.texts, s.filled = nil, true
	case s.filled && s.texts == nil && s.n > 0:
		s.filled, o.cursor = false, ""
	}
}

// readTexts adds to the changes what the memories say, where the row does not
// know it yet.
func (o *owner) readTexts(tx engine.Tx, s *Snapshot, changes []change) error {
	if s.texts == nil {
		return nil
	}
	for i := range changes {
		h := &changes[i].head
		if row, known := s.Row(h.ID); known {
			c, at := s.at(row)
			was := c.textAt(at)
			if stamp(was.At) == stamp(h.Text.At) && was.Number == h.Text.Number {
				continue
			}
		}
		v, found, err := tx.Versions().Get(h.ID, h.Text)
		if err != nil {
			return err
		}
		var text resident
		if found {
			text, o.fold = residentOf(o.fold, v.Memory.Content)
		}
		changes[i].text = &text
	}
	return nil
}

// fill reads the next slice of texts.
func (o *owner) fill(ctx context.Context) error {
	next := *o.snap
	next.memo = &memo{}
	if next.texts == nil {
		o.cursor = ""
		next.texts = make([]*texts, len(next.chunks))
		for i, c := range next.chunks {
			next.texts[i] = &texts{ends: make([]uint32, c.n), whole: make([]bool, c.n)}
		}
	} else {
		next.texts = resized(next.texts, len(next.texts))
	}
	read := 0
	err := o.src.View(ctx, func(tx engine.Tx) error {
		found := map[int32]resident{}
		for ht, err := range tx.Versions().Current(o.cursor) {
			if err != nil {
				return err
			}
			o.cursor = ht.Head.ID
			if row, known := next.Row(ht.Head.ID); known {
				var r resident
				r, o.fold = residentOf(o.fold, ht.Text)
				found[row] = r
			}
			if read++; read == slice {
				break
			}
		}
		next.putTexts(found)
		return nil
	})
	if err != nil {
		next.texts = nil // the cursor has moved on without them: start over
		o.publish(&next)
		return err
	}
	next.filled, next.err = read < slice, nil
	o.publish(&next)
	if next.filled {
		o.signal()
	}
	return nil
}

// putTexts sets the texts of some rows of a snapshot that nobody else has.
func (s *Snapshot) putTexts(found map[int32]resident) {
	touched := make([]bool, len(s.chunks))
	for row := range found {
		touched[row>>chunkBits] = true
	}
	var b textBuilder
	for index, old := range s.texts {
		if !touched[index] {
			continue
		}
		for i := range s.chunks[index].n {
			r, ok := found[int32(index<<chunkBits+i)]
			if !ok {
				r = old.at(i)
			}
			b.add(r)
		}
		s.texts[index] = b.finish()
	}
}
