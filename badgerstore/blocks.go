package badgerstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"

	"ebb/engine"
)

// CheckBlocks reads every table of the store from the disk and verifies its
// checksums, which reading alone does not. It reports what is damaged and ends
// early, with the context's error, when the context does.
func (s *Store) CheckBlocks(ctx context.Context, report func(error)) error {
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer s.readers.Done()
	defer t.end()
	return s.checkBlocks(ctx, report)
}

func (s *Store) checkBlocks(ctx context.Context, report func(error)) error {
	for _, info := range s.db.Tables() {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := checkBlocksOf(table.NewFilename(info.ID, s.dir), info.ID)
		// Meanwhile a compaction may have done away with the table.
		if err != nil && s.names(info.ID) {
			report(&engine.StoreDamagedError{
				Dir: s.dir, File: table.IDToFilename(info.ID), What: err.Error(), Hint: hintDoctor,
			})
		}
	}
	return nil
}

func (s *Store) names(id uint64) bool {
	return slices.ContainsFunc(s.db.Tables(), func(t badger.TableInfo) bool { return t.ID == id })
}

// checkBlocksOf works on a copy in memory: a file that Badger removes is cut
// short first, and reading a mapping of it would end the process.
func checkBlocksOf(path string, id uint64) (err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("the table is missing")
	}
	if err != nil {
		return err
	}
	if err := checkFooter(bytes.NewReader(b), int64(len(b))); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be read: %.200v", p)
		}
	}()
	t, err := table.OpenInMemoryTable(b, id, &table.Options{
		BlockSize: 4 << 10, ChkMode: options.OnBlockRead, Compression: options.Snappy,
	})
	if err != nil {
		return err
	}
	return t.VerifyChecksum()
}
