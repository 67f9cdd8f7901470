// Package interchange reads and writes other tools' memory files. It touches
// no store: a reader turns bytes into [engine.Item] values, which the engine
// writes; a writer turns what the engine holds into bytes.
//
// A format is recognised by what is in the file, never by its name:
//
//   - mcp: the knowledge graph of the MCP server-memory server, one JSON object
//     a line, and the dialects of it that are found in the wild.
//   - engram: an engram export of observations, prompts and sessions.
//   - memorie: a Memorie export, memories with their versions.
//   - mempalace: the connections of MemPalace, its hallways and tunnels.
//   - smartmemory: SmartMemory items, with what they say of retention, and edges.
//   - markdown: notes with front matter and links, one or a folder of them.
//   - plain: JSON Lines of any tool that writes one memory a line.
//   - ebb: our own JSON Lines, which lose nothing.
//
// Files that agents write are damaged in a handful of known ways. Each has an
// outcome with a name: a byte order mark, CRLF and blank lines are read over;
// merge-conflict markers are structure; a torn line, a NaN literal, invalid
// UTF-8, a line or text that is too long and nesting that is too deep are an
// [engine.Refusal] that carries line, reason and the bytes, and the records
// around it are read. Memory in use is bounded by the longest line and a few
// bytes per record, not by the file.
package interchange
