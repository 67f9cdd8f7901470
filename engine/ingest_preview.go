package engine

import (
	"context"
	"errors"
)

// PreviewIngestAll says what IngestAll would make of inputs, in order, each
// seeing what those before it would leave. It writes nothing and asks nobody:
// an input that the provider would have to judge is undecided, with the memory
// that it meets, and asked holds the pairs, existing and incoming.
func (e *Engine) PreviewIngestAll(ctx context.Context, ins []Input, hows []How) (results []IngestResult, asked [][2]Memory, err error) {
	if err := oneOrEach(hows, ins); err != nil {
		return nil, nil, err
	}
	repeated := map[int]Operation{}
	_, err = e.operate(ctx, KindIngest, How{}, func(w *work) error {
		results, asked = make([]IngestResult, len(ins)), nil
		for i := range ins {
			if err := ctx.Err(); err != nil {
				return err
			}
			how := hows[min(i, len(hows)-1)]
			op, again, err := w.answered(how)
			if err != nil {
				return err
			}
			if again {
				repeated[i] = op
				continue
			}
			pair, err := e.preview(w, ins[i], how, &results[i])
			if err != nil {
				return err
			}
			if pair != nil {
				asked = append(asked, *pair)
			}
		}
		return errWouldWrite
	})
	if !errors.Is(err, errWouldWrite) {
		return nil, nil, err
	}
	for i, op := range repeated {
		results[i], results[i].Err = e.ingestAgain(ctx, op)
	}
	return results, asked, nil
}

// answered finds the ingest that an operation id stands for already.
func (w *work) answered(how How) (op Operation, again bool, err error) {
	if how.OperationID == "" {
		return Operation{}, false, nil
	}
	op, again, err = w.tx.Operations().Get(how.OperationID)
	return op, again && op.Kind == KindIngest, err
}

// preview takes one input as far as it can be without asking. An error is one
// that ends the preview; what is wrong with the input is in its result.
func (e *Engine) preview(w *work, in Input, how How, r *IngestResult) (*[2]Memory, error) {
	before := len(w.touched)
	how.OperationID = "" // its answer would be written down
	t := e.taker(w.ctx, in, how)
	if !t.done {
		t.err = t.take(w)
	}
	*r = t.result
	var need *needsVerdict
	switch {
	case t.err == nil, errors.Is(t.err, errNothing):
		return nil, nil
	case errors.As(t.err, &need):
		r.Outcome, r.Memory = OutcomeUndecided, need.existing
		return &[2]Memory{need.existing, need.incoming}, nil
	case w.ctx.Err() != nil, len(w.touched) > before:
		return nil, t.err
	}
	r.Err = t.err
	return nil, nil
}
