//go:build unix

// Command pictures draws the pictures of the README anew, from the running
// program and its demo:
//
//	go run ./ui/pictures
//
// It writes ui/pictures/*.svg and otherwise stays in a temporary folder.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// The size of the terminal, in cells.
const (
	columns = 120
	rows    = 36
)

// shots are the pictures: what is pressed in the demo before each.
var shots = []struct {
	name string
	keys []string
}{
	{"memories", []string{"/", "freeze", enter, "j", "j", "j", "j"}},
	{"ahead", []string{"/", "freeze", enter, "j", "j", "j", "j", "t", "+", right, right, right, right, right}},
	{"timeline", []string{"/", "draft for the talk", enter, "2"}},
	{"feed", []string{"2", escape}},
	{"conflicts", []string{"3", "b"}},
	{"graph", []string{"/", "gangway unknown", enter, "4", "p"}},
	{"evolve", []string{"5", "p"}},
}

const (
	enter  = "\r"
	right  = "\x1b[C"
	escape = "\x1b"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	work, err := os.MkdirTemp("", "ebb-pictures")
	if err != nil {
		return err
	}
	defer func() {
		if removeErr := os.RemoveAll(work); err == nil {
			err = removeErr
		}
	}()
	ebb := filepath.Join(work, "bin", "ebb")
	build := exec.Command("go", "build", "-o", ebb, ".")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build ebb: %w", err)
	}
	env := append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=", "TMUX=", "STY=", "EBB_ACTOR=", "LC_ALL=C.UTF-8",
		"XDG_DATA_HOME="+work, "XDG_CONFIG_HOME="+work, "XDG_STATE_HOME="+work, "XDG_RUNTIME_DIR="+work)
	demo := exec.Command(ebb, "demo")
	demo.Env, demo.Stderr = env, os.Stderr
	if err := demo.Run(); err != nil {
		return fmt.Errorf("write the demo: %w", err)
	}
	for _, shot := range shots {
		screen, err := play(exec.Command(ebb, "--theme", "dark", "--store", filepath.Join(work, "ebb", "demo")), env, shot.keys)
		if err != nil {
			return fmt.Errorf("%s: %w", shot.name, err)
		}
		path := filepath.Join("ui", "pictures", shot.name+".svg")
		if err := os.WriteFile(path, draw(screen), 0o644); err != nil { //nolint:gosec // a picture for everyone
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// How long nothing is written before a screen counts as drawn, and how long
// that may take.
const (
	stillFor = 600 * time.Millisecond
	patience = 30 * time.Second
)
