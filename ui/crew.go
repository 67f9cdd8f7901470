package ui

import (
	"errors"
	"sync"

	"ebb/engine"
)

// crew counts the work that uses a store, so that stores are closed only when
// it has ended, and owns the sessions that were opened.
type crew struct {
	mu       sync.Mutex
	wg       sync.WaitGroup
	over     bool
	sessions []*Session
}

// join reports whether work may start; leave must follow then.
func (c *crew) join() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return false
	}
	c.wg.Add(1)
	return true
}

func (c *crew) leave() { c.wg.Done() }

// keep takes over a session; one that comes after the end is closed at once.
func (c *crew) keep(s *Session) error {
	c.mu.Lock()
	if !c.over {
		c.sessions = append(c.sessions, s)
		c.mu.Unlock()
		return nil
	}
	c.mu.Unlock()
	return errors.Join(engine.ErrClosed, s.close())
}

// part closes one session while the program goes on.
func (c *crew) part(s *Session) error {
	c.mu.Lock()
	for i, own := range c.sessions {
		if own == s {
			c.sessions = append(c.sessions[:i:i], c.sessions[i+1:]...)
			c.mu.Unlock()
			return s.close()
		}
	}
	c.mu.Unlock()
	return nil
}

// end waits for the work and closes everything.
func (c *crew) end() error {
	c.mu.Lock()
	c.over = true
	c.mu.Unlock()
	c.wg.Wait()
	var errs []error
	c.mu.Lock()
	open := c.sessions
	c.sessions = nil
	c.mu.Unlock()
	for _, s := range open {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

func (s *Session) close() error {
	if s.Close == nil {
		return nil
	}
	return s.Close()
}
