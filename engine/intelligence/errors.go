package intelligence

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The ways in which asking a provider can fail, for errors.Is. Every one of
// them comes in a CallError.
var (
	// ErrUnreachable: no connection, or one that broke before the answer was whole.
	ErrUnreachable = errors.New("cannot be reached")
	// ErrTimeout: no whole answer within Options.Timeout.
	ErrTimeout = errors.New("did not answer in time")
	// ErrRefused: an HTTP status other than success; CallError.Status has it.
	ErrRefused = errors.New("refused")
	// ErrRedirected: sent elsewhere, which is not followed.
	ErrRedirected = errors.New("redirects to where texts are not sent")
	// ErrMalformed: an answer that is not what was asked for.
	ErrMalformed = errors.New("gave an answer that cannot be used")
	// ErrOversized: a question or an answer beyond the limit in Options.
	ErrOversized = errors.New("too large")
)

// CallError is a question that got no usable answer. It names the endpoint
// and what was wrong, never the key.
type CallError struct {
	Endpoint   string        // the address asked
	Kind       error         // one of the Err values above
	Status     int           // HTTP status, for ErrRefused
	Detail     string        // what was wrong; words of the server are quoted and cut
	RetryAfter time.Duration // how long the server asked to be left alone; 0: it did not say
	Attempts   int           // requests made
	Err        error         // the cause underneath, if any
}

func (e *CallError) Error() string {
	var b strings.Builder
	b.WriteString("provider " + e.Endpoint + " " + e.Kind.Error())
	if e.Status != 0 {
		fmt.Fprintf(&b, " with status %d", e.Status)
		if text := http.StatusText(e.Status); text != "" {
			b.WriteString(" (" + text + ")")
		}
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, "; it asks to wait %s", e.RetryAfter.Round(time.Second))
	}
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " (after %d attempts)", e.Attempts)
	}
	return b.String()
}

// Unwrap gives errors.Is and errors.As the kind and the cause.
func (e *CallError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// fault is what is wrong with an answer: in our words, and in those that came,
// which are kept whole so that the key can be taken out before they are cut.
type fault struct{ what, words string }

func (e *fault) Error() string {
	if e.words == "" {
		return e.what
	}
	return e.what + ": " + quote(e.words)
}

// quote makes words of others fit for one line of an error: escapes shown, cut
// to a length that can be read.
func quote(s string) string {
	const most = 160
	s = strings.TrimSpace(s)
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "…"
	}
	return strconv.QuoteToGraphic(s)
}
