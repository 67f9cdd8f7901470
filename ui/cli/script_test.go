//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/ui/cli/files"
)

var update = flag.Bool("update", false, "write what the scripts compare with")

// openFast opens real stores that do not wait for the disk.
func openFast(ctx context.Context, dir string, o StoreOptions) (engine.Store, error) {
	s, err := badgerstore.Open(ctx, dir, badgerstore.Options{ReadOnly: o.ReadOnly, NoSync: true, MinFree: -1, Log: o.Log, OnFatal: o.OnFatal, Migrating: o.Migrating})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// careFast takes care of the same stores.
var careFast = Care{
	Restore: func(ctx context.Context, dir string, backup io.Reader, o RestoreOptions) (engine.Restoration, error) {
		return badgerstore.Restore(ctx, dir, backup, badgerstore.RestoreOptions{
			Options: badgerstore.Options{MinFree: -1, Log: o.Log}, Replace: o.Replace, Progress: o.Progress,
		})
	},
	Surroundings: badgerstore.Surroundings,
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ebb": func() { os.Exit(Main(openFast, careFast)) },
	})
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"hold": hold, "release": release, "odd": odd, "mkfifo": fifo, "await": await, "exitcode": exitCode, "append": appendTo, "provider": provide,
			"conflict": declare, "conflictid": openConflict, "spoil": spoil,
		},
	})
}

type held struct {
	holding *holding
	model   *model
}

func setup(env *testscript.Env) error {
	run, err := os.MkdirTemp("/tmp", "ebb") // short: a socket's path is bounded
	if err != nil {
		return err
	}
	env.Defer(func() {
		if err := os.RemoveAll(run); err != nil {
			env.T().Log(err)
		}
	})
	for name, value := range map[string]string{
		"HOME": env.WorkDir + "/home", "XDG_DATA_HOME": env.WorkDir + "/data", "XDG_CONFIG_HOME": env.WorkDir + "/config",
		"XDG_STATE_HOME": env.WorkDir + "/state", "XDG_RUNTIME_DIR": run, "TZ": "UTC", "TERM": "xterm", "EBB_ACTOR": "",
		"S": env.WorkDir + "/store",
	} {
		env.Setenv(name, value)
	}
	h := &held{}
	env.Values["held"] = h
	env.Defer(func() {
		if h.holding != nil {
			if err := h.holding.close(context.Background(), 0); err != nil {
				env.T().Log(err)
			}
		}
	})
	return os.MkdirAll(env.WorkDir+"/home", 0o700)
}

// hold [-follow] DIR holds a store in the test's own process, as a screen does.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	follow := len(args) == 2 && args[0] == "-follow"
	if follow {
		args = args[1:]
	}
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold [-follow] DIR")
	}
	a := &app{Process: Process{
		Dir: ts.MkAbs("."), Env: ts.Getenv, Stderr: &bytes.Buffer{}, Clock: time.Now, Location: time.UTC, Open: openFast,
		Places: Places{Data: ts.Getenv("XDG_DATA_HOME") + "/ebb", State: ts.Getenv("XDG_STATE_HOME") + "/ebb"},
	}, clock: time.Now, command: screenLabel}
	c, _, err := readConfigFile(ts.Getenv("XDG_CONFIG_HOME")+"/ebb/config.toml", false)
	ts.Check(err)
	a.config = c
	h, err := a.hold(context.Background(), ts.MkAbs(args[0]), StoreOptions{Screen: true}, a.unlessScreen(args[0]))
	ts.Check(err)
	if follow {
		in := &intake{engine: h.engine, files: files.Local{Dir: a.Dir}, state: a.Places.State}
		h.follow(startFollowing(in, h.logger(), nil))
	}
	ts.Value("held").(*held).holding = h
}

// release gives the held store back.
func release(ts *testscript.TestScript, _ bool, _ []string) {
	h := ts.Value("held").(*held)
	ts.Check(h.holding.close(context.Background(), 10*time.Second))
	h.holding = nil
}

// await WORD waits until the held store has a memory with a word.
func await(ts *testscript.TestScript, _ bool, args []string) {
	e := ts.Value("held").(*held).holding.engine
	sub := e.Subscribe(16)
	defer sub.Close()
	late := time.After(20 * time.Second)
	for {
		hits, err := e.Search(context.Background(), engine.Query{Text: args[0], Look: true}, engine.How{})
		ts.Check(err)
		if len(hits) > 0 {
			return
		}
		select {
		case <-sub.C:
		case <-late:
			ts.Fatalf("no memory with %q has come", args[0])
		}
	}
}

// exitcode N COMMAND… runs a command that must end with that code.
func exitCode(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var ended interface{ ExitCode() int }
	if errors.As(err, &ended) {
		code = ended.ExitCode()
	} else {
		ts.Check(err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("%v: exit code %d, want %s\n%s", args[1:], code, args[0], ts.ReadFile("stderr"))
	}
}

// append FILE TEXT adds a line to a file.
func appendTo(ts *testscript.TestScript, _ bool, args []string) {
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	ts.Check(err)
	_, err = f.WriteString(args[1] + "\n")
	ts.Check(errors.Join(err, f.Close()))
}

func fifo(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}

// odd KIND FILE writes a file that is wrong in a way that txtar cannot show.
func odd(ts *testscript.TestScript, _ bool, args []string) {
	line := func(n int) string { return fmt.Sprintf(`{"id":"r%d","content":"record %d"}`, n, n) }
	var text string
	switch kind := args[0]; kind {
	case "bom":
		text = "\xef\xbb\xbf" + line(1) + "\n" + line(2) + "\n"
	case "crlf":
		text = line(1) + "\r\n\r\n" + line(2) + "\r\n"
	case "torn":
		text = line(1) + "\n" + `{"id":"r2","conte`
	case "utf8":
		text = line(1) + "\n{\"id\":\"r2\",\"content\":\"caf\xe9\"}\n" + line(3) + "\n"
	case "nul":
		text = line(1) + "\n\x00\x00\x00\n" + line(3) + "\n"
	case "long":
		text = line(1) + "\n{\"id\":\"r2\",\"content\":\"" + strings.Repeat("x", 10<<20) + "\"}\n" + line(3) + "\n"
	case "deep":
		text = line(1) + "\n{\"id\":\"r2\",\"content\":\"x\",\"metadata\":" + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}\n" + line(3) + "\n"
	case "binary":
		text = "\x7fELF\x02\x01\x01\x00" + strings.Repeat("\x00\x01\xfe", 500)
	case "escapes":
		text = `{"id":"esc","content":"\u001b[2J\u001b]8;;http://x\u0007link\u009b31m \u202egnp.exe \u007f","source":"\u001b]0;title\u0007","metadata":{"k":"\u001b[31m"}}` + "\n"
	case "many":
		var b strings.Builder
		for i := range 5000 {
			b.WriteString(line(i) + "\n")
		}
		text = b.String()
	default:
		ts.Fatalf("unknown kind %q", kind)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// declare NAME DIR A B declares a conflict and puts its id into a variable.
func declare(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("ebb", "--store", args[1], "--json", "declare", args[2], args[3]))
	setID(ts, args[0])
}

// openConflict NAME DIR puts the id of the newest open conflict into a variable.
func openConflict(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(ts.Exec("ebb", "--store", args[1], "--json", "conflicts"))
	setID(ts, args[0])
}

func setID(ts *testscript.TestScript, name string) {
	var c struct {
		ID string `json:"id"`
	}
	ts.Check(json.NewDecoder(strings.NewReader(ts.ReadFile("stdout"))).Decode(&c))
	ts.Setenv(name, c.ID)
}

// spoil DIR ID leaves an index entry behind that no record calls for, and
// counts a memory three times.
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	s, err := openFast(context.Background(), args[0], StoreOptions{})
	ts.Check(err)
	ts.Check(errors.Join(spoilIndex(s, args[1]), s.Close()))
}

func spoilIndex(s engine.Store, id string) error {
	return s.Update(context.Background(), func(tx engine.Tx) error {
		h, _, err := tx.Heads().Get(id)
		if err != nil {
			return err
		}
		moved := h
		moved.UpdatedAt = h.UpdatedAt.Add(time.Hour)
		return errors.Join(tx.Heads().Put(nil, &moved), tx.Heads().Put(nil, &h))
	})
}
