package badgerstore

import (
	"fmt"
	"io"
	"log"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// Notices returns what the store has to tell people, oldest first.
func (s *Store) Notices() []string {
	s.noticeMu.Lock()
	all := slices.Clone(s.notices)
	s.noticeMu.Unlock()
	if n, last := s.log.trouble(); n == 1 {
		all = append(all, "the store logged an error: "+last)
	} else if n > 1 {
		all = append(all, fmt.Sprintf("the store logged %d errors, the last: %s", n, last))
	}
	return all
}

func (s *Store) notice(text string) {
	s.noticeMu.Lock()
	defer s.noticeMu.Unlock()
	if !slices.Contains(s.notices, text) {
		s.notices = append(s.notices, text)
	}
}

// keptLines is how much of Badger's log stays in memory.
const keptLines = 200

// capture is Badger's logger. It must not be nil: some of Badger's troubles
// are told nowhere else.
type capture struct {
	mu     sync.Mutex
	out    io.Writer
	lines  []string // the latest, in a ring
	next   int
	errors int
	last   string
}

func (c *capture) Errorf(format string, args ...any)   { c.add("ERROR", format, args) }
func (c *capture) Warningf(format string, args ...any) { c.add("WARNING", format, args) }
func (c *capture) Infof(format string, args ...any)    { c.add("INFO", format, args) }

// Debugf drops the line: there are several for every flush.
func (c *capture) Debugf(string, ...any) {}

func (c *capture) add(level, format string, args []any) {
	text := strings.TrimSpace(fmt.Sprintf(format, args...))
	line := level + " " + text
	c.mu.Lock()
	defer c.mu.Unlock()
	if level == "ERROR" {
		c.errors++
		c.last = text
	}
	if len(c.lines) < keptLines {
		c.lines = append(c.lines, line)
	} else {
		c.lines[c.next] = line
		c.next = (c.next + 1) % keptLines
	}
	if c.out != nil {
		// There is nobody to tell when the log itself cannot be written.
		_, _ = io.WriteString(c.out, line+"\n")
	}
}

func (c *capture) trouble() (n int, last string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.errors, c.last
}

// LogLines returns the latest lines that Badger logged, oldest first.
func (s *Store) LogLines() []string {
	c := s.log
	c.mu.Lock()
	defer c.mu.Unlock()
	return append(slices.Clone(c.lines[c.next:]), c.lines[:c.next]...)
}

// fatalWriter stands in for the standard logger's output, which Badger uses
// for one thing: to say why it ends the process.
type fatalWriter struct {
	next io.Writer
	tell func(string)
}

func (w fatalWriter) Write(p []byte) (int, error) {
	if fromFatal() {
		w.tell(strings.TrimSpace(string(p)))
	}
	return w.next.Write(p)
}

// fromFatal reports whether one of log's Fatal functions is being called.
func fromFatal() bool {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "log.Fatal") || strings.HasPrefix(f.Function, "log.(*Logger).Fatal") {
			return true
		}
		if !more {
			return false
		}
	}
}

// listenForFatal has tell called before Badger ends the process. The returned
// function puts the standard logger back.
func listenForFatal(tell func(string)) func() {
	if tell == nil {
		return nil
	}
	was := log.Writer()
	log.SetOutput(fatalWriter{next: was, tell: tell})
	return func() { log.SetOutput(was) }
}
