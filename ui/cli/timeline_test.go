//go:build unix

package cli

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"ebb/ui/cli/files"
)

// What happens while somebody follows the timeline shows as it happens, and
// ctrl+c is a good end.
func TestTheTimelineIsFollowed(t *testing.T) {
	dir := t.TempDir()
	run := func(ctx context.Context, out io.Writer, args ...string) int {
		p := Process{
			Args: append([]string{"--store", dir}, args...), Dir: dir, Env: func(string) string { return "" },
			Stdin: strings.NewReader(""), Stdout: out, Stderr: out, Files: files.Local{Dir: dir},
			Clock: time.Now, Location: time.UTC, Places: Places{Data: t.TempDir(), Config: t.TempDir(), State: t.TempDir()}, Open: openFast,
		}
		return p.Run(ctx)
	}
	for _, args := range [][]string{{"add", "the first note", "--id", "note1"}, {"edit", "note1", "--content", "the first note, changed"}} {
		if code := run(t.Context(), io.Discard, args...); code != exitDone {
			t.Fatalf("%v: %d", args, code)
		}
	}
	for _, c := range []struct {
		args        []string
		begin, next string
	}{
		{[]string{"--json", "timeline", "--follow", "--limit", "1"}, `"kind":"edit"`, `"actor":"scout"`},
		{[]string{"timeline", "note1", "--follow", "--limit", "1"}, "v3 ", "v4 "},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			read, write := io.Pipe()
			ended := make(chan int, 1)
			go func() {
				ended <- run(ctx, write, c.args...)
				write.Close() //nolint:errcheck // a pipe's end cannot fail
			}()
			lines := bufio.NewScanner(read)
			until := func(want string) {
				t.Helper()
				for lines.Scan() {
					if strings.Contains(lines.Text(), want) {
						return
					}
				}
				t.Fatalf("it ended without %s", want)
			}
			until(c.begin)
			if code := run(t.Context(), io.Discard, "--actor", "scout", "edit", "note1", "--content", "seen as it happens by "+c.args[0]); code != exitDone {
				t.Fatalf("edit: %d", code)
			}
			until(c.next)
			stop()
			go io.Copy(io.Discard, read) //nolint:errcheck // what is left is not looked at
			if code := <-ended; code != exitDone {
				t.Errorf("ended with %d", code)
			}
		})
	}
}
