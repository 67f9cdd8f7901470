package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2/unstable"
)

// keepTheme writes a theme's name into the configuration file and leaves every
// other byte of it as it is. A file that is not understood is not touched: the
// error is the one that reading it gives.
func (a *app) keepTheme(_ context.Context, name string) error {
	path, _ := a.configPath()
	text, err := readSmall(path)
	absent := errors.Is(err, fs.ErrNotExist)
	if err != nil && !absent {
		return fmt.Errorf("configuration: %w", err)
	}
	was, _, err := parseConfig(path, text)
	if err != nil {
		return err
	}
	changed, err := withTheme(text, name)
	if err != nil {
		return fmt.Errorf("%s was left as it is: %w", path, err)
	}
	// What was written must say the one new thing and all that it said before.
	is, _, err := parseConfig(path, changed)
	was.Theme.Name = name
	if err != nil || !reflect.DeepEqual(is, was) {
		return fmt.Errorf("%s was left as it is: there is no place in it for theme = %q that changes nothing else; write it there yourself", path, name)
	}
	if absent {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("configuration: %w", err)
		}
	}
	return replaceFile(path, changed)
}

// replaceFile puts a file in another's place in one step. A link to the file
// stays a link, and the file keeps who may read it.
func replaceFile(path string, text []byte) error {
	mode := fs.FileMode(0o600)
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".config-*")
	if err != nil {
		return fmt.Errorf("configuration: %w", err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("configuration: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// withTheme is a configuration with another theme's name in it, in the
// spelling that the file has: theme = "…", a table [theme], theme.name = "…" or
// theme = {name = "…"}.
func withTheme(text []byte, name string) ([]byte, error) {
	mark := []byte(nil)
	if rest, ok := bytes.CutPrefix(text, []byte("\ufeff")); ok {
		mark, text = []byte("\ufeff"), rest
	}
	place, err := themePlace(text)
	if err != nil {
		return nil, err
	}
	newline := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		newline = "\r\n"
	}
	value := strconv.Quote(name)
	switch place.as {
	case asLine:
		value = place.key + " = " + value + newline
		if place.from > 0 && text[place.from-1] != '\n' {
			value = newline + value
		}
	case asFirst:
		value = " name = " + value + ","
	case asOnly:
		value = " name = " + value + " "
	}
	return slices.Concat(mark, text[:place.from], []byte(value), text[place.to:]), nil
}

// themeSpot is where a theme's name goes: the bytes from…to give way to it.
type themeSpot struct {
	from, to int
	as       spelling
	key      string // of a line of its own
}

// spelling is what is written besides the value.
type spelling uint8

const (
	asValue spelling = iota
	asLine           // a line: key = value
	asFirst          // the first of an inline table's entries
	asOnly           // the only one
)

// themePlace finds the value that names the theme, or where it would stand.
func themePlace(text []byte) (themeSpot, error) {
	var p unstable.Parser
	p.Reset(text)
	spot := themeSpot{as: asLine, key: "theme"} // where the file says nothing
	table := []string{}
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			if table = keyOf(e.Key()); slices.Equal(table, []string{"theme"}) {
				key := e.Child().Raw
				spot = themeSpot{from: lineAfter(text, int(key.Offset)), as: asLine, key: "name"}
				spot.to = spot.from
			}
		case unstable.KeyValue:
			key := slices.Concat(table, keyOf(e.Key()))
			value := e.Value()
			end := int(e.Raw.Offset + e.Raw.Length)
			switch {
			case slices.Equal(key, []string{"theme", "name"}), slices.Equal(key, []string{"theme"}) && value.Kind == unstable.String:
				return themeSpot{from: int(value.Raw.Offset), to: int(value.Raw.Offset + value.Raw.Length)}, nil
			case slices.Equal(key, []string{"theme"}) && value.Kind == unstable.InlineTable:
				return inlinePlace(value), nil
			case len(table) == 0 && key[0] == "theme":
				spot = themeSpot{from: lineAfter(text, end), as: asLine, key: "theme.name"}
				spot.to = spot.from
			case len(table) == 0 && spot.key == "theme":
				spot.from = lineAfter(text, end)
				spot.to = spot.from
			}
		}
	}
	return spot, p.Error()
}

// inlinePlace is the place in theme = {…}.
func inlinePlace(table *unstable.Node) themeSpot {
	entries := table.Children()
	after := int(table.Raw.Offset) + 1
	spot := themeSpot{from: after, to: after, as: asOnly}
	for entries.Next() {
		e := entries.Node()
		spot.as = asFirst
		if slices.Equal(keyOf(e.Key()), []string{"name"}) {
			v := e.Value().Raw
			return themeSpot{from: int(v.Offset), to: int(v.Offset + v.Length)}
		}
	}
	return spot
}

func keyOf(it unstable.Iterator) []string {
	var key []string
	for it.Next() {
		key = append(key, string(it.Node().Data))
	}
	return key
}

// lineAfter is where the line after the one that holds an offset begins.
func lineAfter(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}
