package badgerstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
	"google.golang.org/protobuf/proto"
)

// checkWorkers open tables side by side, as Badger does.
const checkWorkers = 3

// checkTables makes sure that Badger can open every table: it opens them in
// goroutines of its own, where a panic ends the process.
func (p *preflight) checkTables(tables map[uint64]badger.TableManifest) error {
	type job struct {
		id uint64
		m  badger.TableManifest
	}
	jobs := make(chan job)
	errs := make(chan error, checkWorkers)
	var workers sync.WaitGroup
	for range checkWorkers {
		workers.Go(func() {
			var first error
			for j := range jobs {
				if first == nil {
					first = p.checkTable(j.id, j.m)
				}
			}
			errs <- first
		})
	}
	for id, m := range tables {
		jobs <- job{id, m}
	}
	close(jobs)
	workers.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *preflight) checkTable(id uint64, m badger.TableManifest) error {
	path := table.NewFilename(id, p.dir)
	name := table.IDToFilename(id)
	if _, ok := p.in.tables[id]; !ok {
		return p.damaged(name, "the table is missing")
	}
	if err := checkFooterOf(path); err != nil {
		return p.damaged(name, err.Error())
	}
	if err := tryTable(path, m.Compression); err != nil {
		return p.damaged(name, err.Error())
	}
	return nil
}

func checkFooterOf(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	return checkFooter(f, fi.Size())
}

// checkFooter reads a table from its end as Badger does, but without trusting
// the numbers found there: index, its length, its checksum, that one's length.
func checkFooter(f io.ReaderAt, size int64) error {
	r := footer{f: f, end: size}
	sum := r.block()
	index := r.block()
	if r.err != nil {
		return r.err
	}
	var want pb.Checksum
	if err := proto.Unmarshal(sum, &want); err != nil {
		return fmt.Errorf("the checksum of its index cannot be read: %w", err)
	}
	if want.Algo != pb.Checksum_CRC32C && want.Algo != pb.Checksum_XXHash64 {
		return errors.New("the checksum of its index is of an unknown kind")
	}
	if err := y.VerifyChecksum(index, &want); err != nil {
		return errors.New("its index does not match its checksum")
	}
	return nil
}

// footer reads blocks backwards, each followed by its length.
type footer struct {
	f   io.ReaderAt
	end int64
	err error
}

func (r *footer) block() []byte {
	length := r.before(4)
	if r.err != nil {
		return nil
	}
	return r.before(int64(binary.BigEndian.Uint32(length)))
}

func (r *footer) before(n int64) []byte {
	if r.err != nil {
		return nil
	}
	if n <= 0 || n > r.end {
		r.err = errors.New("it is cut off or its footer is overwritten")
		return nil
	}
	r.end -= n
	b := make([]byte, n)
	if _, err := r.f.ReadAt(b, r.end); err != nil {
		r.err = err
	}
	return b
}

// tryTable opens a table here, where a panic can be caught, and has the
// checksum of its last block verified on the way.
func tryTable(path string, compression options.CompressionType) (err error) {
	m, err := z.OpenMmapFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be opened: %.200v", p)
		}
		// Closing the table would count references and might delete the file.
		err = errors.Join(err, m.Close(-1))
	}()
	_, err = table.OpenTable(m, table.Options{
		ReadOnly:    true,
		BlockSize:   4 << 10,
		ChkMode:     options.OnBlockRead,
		Compression: compression,
	})
	return err
}
