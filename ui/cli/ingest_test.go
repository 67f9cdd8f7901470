//go:build unix

package cli

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Each line is answered before the next one comes, alone and through a guest.
func TestIngestAnswersEachLineAsItComes(t *testing.T) {
	env := place(t)
	command(t, env, "add", "Deploys go out on Tuesday")
	for _, held := range []bool{false, true} {
		if held {
			screen := onTerminal(t, env)
			screen.see("Deploys go out")
		}
		cmd := exec.Command("ebb", "ingest", "--json", "--actor", "planner")
		cmd.Env = env
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := make(chan string)
		go func() {
			defer close(lines)
			for s := bufio.NewScanner(out); s.Scan(); {
				lines <- s.Text()
			}
		}()
		for i := range 3 {
			if _, err := fmt.Fprintf(in, "{\"content\":\"held %v, number %d\"}\n", held, i); err != nil {
				t.Fatal(err)
			}
			select {
			case l := <-lines:
				if !strings.HasPrefix(l, fmt.Sprintf(`{"line":%d,"outcome":"created",`, i+1)) {
					t.Errorf("line %d: %s", i+1, l)
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("line %d is not answered", i+1)
			}
		}
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
		for l := range lines {
			t.Errorf("one line too many: %s", l)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestIngestTellsAPersonWhatItWaitsFor(t *testing.T) {
	env := place(t)
	s := onTerminal(t, env, "ingest")
	s.see("waiting for memories, one a line")
	s.press(`{"content":"typed by hand"}` + "\n")
	s.see("created")
	s.press("\x04")
	if code := s.end(); code != exitDone {
		t.Errorf("ends with %d: %q", code, tail(s.written()))
	}
	s = onTerminal(t, env, "ingest")
	s.see("waiting for memories")
	s.press("\x03")
	if code := s.end(); code != exitFailed || !strings.Contains(s.written(), "interrupted") {
		t.Errorf("interrupted: %d, %q", code, tail(s.written()))
	}
}

// Before a file has the provider asked many times, a person is asked.
func TestIngestAsksBeforeItAsksTheProviderOften(t *testing.T) {
	env := place(t)
	m := newModel()
	defer m.Close()
	m.manner.Store("contradicts")
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := dir + "/" + name
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	config := write("config.toml", fmt.Sprintf("[provider]\nbase_url = %q\nmodel = \"m1\"\n", m.URL))
	first := write("first.jsonl", `{"content":"on Monday","key":"day"}`+"\n"+`{"content":"in May","key":"month"}`+"\n")
	second := write("second.jsonl", `{"content":"on Tuesday","key":"day"}`+"\n"+`{"content":"in June","key":"month"}`+"\n")
	command(t, env, "--config", config, "ingest", first)
	ask := func(answer string) *session {
		t.Helper()
		s := onTerminal(t, env, "--config", config, "ingest", second)
		s.see("would be asked up to 2 times")
		s.see("Type yes to go on:")
		s.press(answer + "\n")
		s.end()
		return s
	}
	if s := ask("no"); s.cmd.ProcessState.ExitCode() != exitFailed || m.asked.Load() != 0 {
		t.Errorf("declined: asked %d times, %q", m.asked.Load(), tail(s.written()))
	}
	if s := ask("yes"); s.cmd.ProcessState.ExitCode() != exitDone || m.asked.Load() != 2 || strings.Count(s.written(), "conflict  ") != 2 {
		t.Errorf("agreed: asked %d times, %q", m.asked.Load(), tail(s.written()))
	}
	s := onTerminal(t, env, "--config", config, "ingest", second, "--yes")
	if code := s.end(); code != exitDone || strings.Contains(s.written(), "Type yes") {
		t.Errorf("--yes: %d, %q", code, tail(s.written()))
	}
}
