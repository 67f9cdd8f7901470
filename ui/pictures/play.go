//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"syscall"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// play runs a program on a terminal, presses keys once what came before is
// drawn, and returns what stands there in the end.
func play(cmd *exec.Cmd, env, keys []string) (*vt.Emulator, error) {
	cmd.Env = env
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, err
	}
	output := make(chan []byte)
	go func() {
		defer close(output)
		for {
			buf := make([]byte, 1<<16)
			n, err := tty.Read(buf)
			if n > 0 {
				output <- buf[:n]
			}
			if err != nil {
				return // the program has ended: the terminal is gone
			}
		}
	}()
	screen := vt.NewEmulator(columns, rows)
	go func() { _, _ = io.Copy(tty, screen) }() // its answers; they end with the terminal
	settle := func() error {
		limit := time.After(patience)
		for {
			select {
			case b, open := <-output:
				if !open {
					return errors.New("the program ended")
				}
				if _, err := screen.Write(b); err != nil {
					return err
				}
			case <-time.After(stillFor):
				return nil
			case <-limit:
				return fmt.Errorf("nothing stood still within %v", patience)
			}
		}
	}
	// What runs on the screen by itself is drawn once a second at most.
	err = settle()
	for _, key := range keys {
		if err == nil {
			if _, err = io.WriteString(tty, key); err == nil {
				err = settle()
			}
		}
	}
	if endErr := end(cmd, output); err == nil {
		err = endErr
	}
	return screen, errors.Join(err, tty.Close())
}

// end asks the program to end and waits for it.
func end(cmd *exec.Cmd, output <-chan []byte) error {
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	for range output {
		// What it says on the way out is not part of the picture.
		continue
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	return nil
}
