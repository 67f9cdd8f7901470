package interchange

import (
	"os"
	"path/filepath"
	"time"
)

// Known is a memory file that stands where a known program keeps its own.
type Known struct {
	Path    string
	Program string // whose place it is
	Size    int64  // bytes
	ModTime time.Time
}

// KnownFiles looks for memory files at the places that programs document for
// them. It asks the system for size and date only; nothing is read. env looks
// up the environment, home is the user's folder ("" skips what lies in it),
// and places of a project are relative to the working folder. Empty files are
// left out.
//
// Sources: the server-memory README (MEMORY_FILE_PATH, else memory.jsonl,
// formerly memory.json, beside the program, which npx keeps below its cache);
// the configuration folders of Claude Code, Claude Desktop, Cursor, Windsurf
// and VS Code; the memory-bank and .memory folders that projects commit.
func KnownFiles(env func(string) string, home string) []Known {
	var found []Known
	seen := map[string]bool{}
	for _, place := range knownPlaces(env, home) {
		info, err := os.Stat(place.Path)
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue
		}
		key := place.Path
		if abs, err := filepath.Abs(place.Path); err == nil {
			key = abs
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		place.Size, place.ModTime = info.Size(), info.ModTime().UTC()
		found = append(found, place)
	}
	return found
}

// memoryNames are the names that the MCP memory server's file has had.
var memoryNames = []string{"memory.jsonl", "memory.json"}

func knownPlaces(env func(string) string, home string) []Known {
	var places []Known
	add := func(program string, path string) { places = append(places, Known{Path: path, Program: program}) }
	in := func(program string, folder ...string) {
		for _, name := range memoryNames {
			add(program, filepath.Join(append(folder, name)...))
		}
	}
	if path := env("MEMORY_FILE_PATH"); path != "" {
		add("MCP memory server", path)
	}
	in("this project", ".")
	in("this project", ".memory")
	in("this project", "memory-bank")
	in("this project", ".mcp")
	in("Claude Code, this project", ".claude")
	in("Cursor, this project", ".cursor")
	in("VS Code, this project", ".vscode")
	if home == "" {
		return places
	}
	in("Claude Code", home, ".claude")
	in("Claude Desktop", home, "Library", "Application Support", "Claude")
	in("Claude Desktop", configHome(env, home), "Claude")
	if roaming := env("APPDATA"); roaming != "" {
		in("Claude Desktop", roaming, "Claude")
	}
	in("Cursor", home, ".cursor")
	in("Windsurf", home, ".codeium", "windsurf")
	in("MCP memory server", home)
	in("MCP memory server", home, ".mcp")
	cache := filepath.Join(home, ".npm", "_npx", "*", "node_modules", "@modelcontextprotocol", "server-memory", "dist")
	for _, name := range memoryNames {
		// The pattern is constant, so Glob has no error to tell: a home with
		// a bracket in its name matches nothing.
		paths, err := filepath.Glob(filepath.Join(cache, name))
		if err != nil {
			continue
		}
		for _, path := range paths {
			add("MCP memory server", path)
		}
	}
	return places
}

func configHome(env func(string) string, home string) string {
	if dir := env("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(home, ".config")
}
