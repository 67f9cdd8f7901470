package interchange

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// benchLines is how many lines the benchmarks read; EBB_BENCH_LINES overrides.
func benchLines(b *testing.B) int {
	n, err := strconv.Atoi(os.Getenv("EBB_BENCH_LINES"))
	if err != nil {
		return 10_000
	}
	b.Logf("%d lines", n)
	return n
}

// benchFile writes a file of n lines of some 600 bytes.
func benchFile(b *testing.B, n int, line func(i int, text string) string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "bench.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	text := strings.Repeat("The pilot boards at the outer buoy an hour before high water. ", 8)
	for i := range n {
		if _, err := fmt.Fprintln(w, line(i, text)); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

func benchRead(b *testing.B, path string) {
	b.Helper()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	var most uint64
	for b.Loop() {
		f, src, err := OpenFile(path)
		if err != nil {
			b.Fatal(err)
		}
		reading, err := Read(b.Context(), f, src, Settings{})
		if err != nil {
			b.Fatal(err)
		}
		items := 0
		for item, err := range reading.Items {
			if err != nil || item.Refused != nil {
				b.Fatal(err, item.Refused)
			}
			if items++; items%20_000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.Sys-m.HeapReleased)
			}
		}
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(most)/(1<<20), "MiB-held")
}

func BenchmarkMCP(b *testing.B) {
	benchRead(b, benchFile(b, benchLines(b), func(i int, text string) string {
		if i%3 == 2 {
			return fmt.Sprintf(`{"type":"relation","from":"entity %d","to":"entity %d","relationType":"depends on"}`, i-1, i-2)
		}
		return fmt.Sprintf(`{"type":"entity","name":"entity %d","entityType":"service","observations":["%s","number %d"]}`, i, text, i)
	}))
}

func BenchmarkPlain(b *testing.B) {
	benchRead(b, benchFile(b, benchLines(b), func(i int, text string) string {
		return fmt.Sprintf(`{"id":"n-%d","title":"Entry %d","description":"%s","status":"open","priority":2,"created_at":"2026-01-02T03:04:05.123456+02:00"}`, i, i, text)
	}))
}
