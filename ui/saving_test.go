package ui

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ebb/views"
)

// saving opens the box over a file in a folder of its own.
func saving(t *testing.T, write func(context.Context, string, *bufio.Writer) (string, error)) (*harness, string) {
	t.Helper()
	h := start(t)
	path := filepath.Join(t.TempDir(), "notes.txt")
	h.send(views.SaveMsg{Title: "Write 2 memories to a file", Note: "the texts", Name: path, Write: write})
	return h, path
}

func twoTexts(_ context.Context, _ string, w *bufio.Writer) (string, error) {
	_, err := w.WriteString("one\n\ntwo\n")
	return "2 memories", err
}

func TestSaveWritesAFileOfOnesOwn(t *testing.T) {
	h, path := saving(t, twoTexts)
	h.shows("Write 2 memories to a file")
	h.press("enter")
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "one\n\ntwo\n" {
		t.Fatalf("wrote %q, %v", text, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	h.shows("wrote 2 memories to ")
}

func TestSaveAsksBeforeItReplaces(t *testing.T) {
	h, path := saving(t, twoTexts)
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.press("enter")
	h.shows("Replace the file that is there?")
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Fatal("it is gone before the answer")
	}
	h.press("esc")
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Fatal("esc replaced it")
	}
	h.send(views.SaveMsg{Title: "again", Name: path, Write: twoTexts})
	h.press("enter", "y")
	if text, _ := os.ReadFile(path); string(text) != "one\n\ntwo\n" {
		t.Errorf("after the yes it holds %q", text)
	}
}

func TestSaveLeavesNoHalfFile(t *testing.T) {
	h, path := saving(t, func(_ context.Context, _ string, w *bufio.Writer) (string, error) {
		if _, err := w.WriteString("half"); err != nil {
			return "", err
		}
		return "", errors.New("the memory is gone")
	})
	h.press("enter")
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	h.shows("the memory is gone")
}

func TestSaveToAFolderIsRefused(t *testing.T) {
	h := start(t)
	dir := t.TempDir()
	h.send(views.SaveMsg{Title: "Write", Name: dir, Write: twoTexts})
	h.press("enter")
	h.shows("is there and is no file")
}
