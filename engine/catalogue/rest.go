package catalogue

import (
	"context"
	"iter"

	"ebb/engine"
	"ebb/engine/fold"
)

// Rest reads the texts that are not resident and yields the memories that the
// query means and that are not in found, in order of id, as they come. It ends
// when yield returns false. src reads the store; what has changed there since
// the snapshot is told by its text only.
func (s *Snapshot) Rest(ctx context.Context, src Source, q Query, found []Match, yield func(Match) bool) error {
	m := matcher{snap: s, terms: termsOf(q.Text)}
	if len(m.terms) == 0 || s.n == 0 {
		return ctx.Err()
	}
	skip := make([]bool, s.n)
	for i := range found {
		skip[found[i].Row] = true
	}
	f := s.filter(&q.Filter, q.Now)
	return src.View(ctx, func(tx engine.Tx) error {
		next, stop := iter.Pull(s.byID.all())
		defer stop()
		row, more := next()
		var text []byte
		var older []int32
		look := func(row int32, says string) bool {
			text = fold.Append(text[:0], says)
			hit, ok := m.match(row, string(text))
			return !ok || yield(hit)
		}
		read := 0
		for ht, err := range tx.Versions().Current("") {
			if err != nil {
				return err
			}
			if read++; read&63 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			before := s.beforeID(ht.Head.ID)
			for more && before(row) < 0 {
				row, more = next()
			}
			if !more {
				break
			}
			switch {
			case before(row) != 0 || skip[row] || s.text(row).whole || !f.match(row):
			case s.otherText(row, ht.Head.Text):
				older = append(older, row)
			case !look(row, ht.Text):
				return nil
			}
		}
		return s.olderTexts(ctx, tx, older, look)
	})
}
