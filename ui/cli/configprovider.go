package cli

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"ebb/engine/intelligence"
)

// providerNames are what [provider] holds.
var providerNames = []string{
	"base_url", "model", "key_env", "allow_plain", "timeout", "retries", "requests_per_minute",
	"temperature", "max_answer_tokens", "price_in", "price_out",
}

// secretWords make a name that would hold a key.
var secretWords = []string{"key", "token", "secret", "password", "auth", "bearer", "credential", "header"}

// secretName reports whether a name is likely to hold what must not be in a
// file.
func secretName(name string) bool {
	name = strings.ToLower(name)
	return !slices.Contains(providerNames, name) && slices.ContainsFunc(secretWords, func(w string) bool { return strings.Contains(name, w) })
}

const keyGoes = `put it into the environment and name the variable: key_env = "OPENAI_API_KEY"`

// provider reads the table. What is wrong with the values is found out when
// the provider is needed; what is of the wrong kind, or secret, at once.
func (r *configReader) provider(v any) (o *intelligence.Options, warnings []error, err error) {
	if v == nil {
		return nil, nil, nil
	}
	table, ok := v.(map[string]any)
	if !ok {
		return nil, nil, r.error(r.lineOf("", "provider"), "provider wants a table: [provider] and then lines like model = \"gemma3\"", "")
	}
	o = &intelligence.Options{}
	for _, name := range slices.Sorted(keysOf(table)) {
		line := r.lineOf("provider", name)
		switch {
		case secretName(name):
			return nil, warnings, r.error(line, fmt.Sprintf("[provider] holds %s: no key belongs in a file", name), keyGoes)
		case !slices.Contains(providerNames, name):
			warnings = append(warnings, r.error(line, fmt.Sprintf("[provider] has no %q; it is not looked at", name), nearest(name, providerNames)))
			continue
		}
		if want := setProvider(o, name, table[name]); want != "" {
			return nil, warnings, r.error(line, name+" wants "+want, "")
		}
	}
	return o, warnings, r.noSecrets(o)
}

// noSecrets refuses values that carry one. They are not repeated.
func (r *configReader) noSecrets(o *intelligence.Options) error {
	if o.KeyEnv != "" && strings.Trim(o.KeyEnv, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return r.error(r.lineOf("provider", "key_env"), "key_env is not the name of an environment variable, in capitals; if it is the key itself, it does not belong in a file", keyGoes)
	}
	u, err := url.Parse(o.BaseURL)
	if err == nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return r.error(r.lineOf("provider", "base_url"), "base_url has a user, query or fragment in it: no key belongs in a file", keyGoes)
	}
	return nil
}

// setProvider puts a value in its place, or says what is wanted there.
func setProvider(o *intelligence.Options, name string, v any) (want string) {
	texts := map[string]*string{"base_url": &o.BaseURL, "model": &o.Model, "key_env": &o.KeyEnv}
	counts := map[string]*int{"retries": &o.Retries, "requests_per_minute": &o.RequestsPerMinute, "max_answer_tokens": &o.MaxAnswerTokens}
	numbers := map[string]*float64{"price_in": &o.PriceIn, "price_out": &o.PriceOut}
	if p := texts[name]; p != nil {
		text, ok := v.(string)
		if !ok {
			return "text in quotes"
		}
		*p = text
		return ""
	}
	if p := counts[name]; p != nil {
		n, ok := v.(int64)
		if !ok || n < 0 || n > 1e9 {
			return "a whole number, 0 or more"
		}
		*p = int(n)
		if name == "retries" && n == 0 {
			*p = -1 // none; 0 is the default
		}
		return ""
	}
	if p := numbers[name]; p != nil {
		x, ok := number(v)
		if !ok {
			return "a price for a million tokens, like 0.15"
		}
		*p = x
		return ""
	}
	switch name {
	case "allow_plain":
		yes, ok := v.(bool)
		if !ok {
			return "true or false"
		}
		o.AllowPlain = yes
	case "temperature":
		x, ok := number(v)
		if !ok {
			return "a number from 0 to 2"
		}
		o.Temperature = &x
	case "timeout":
		d, ok := duration(v)
		if !ok {
			return `seconds, like 30, or "2m"`
		}
		o.Timeout = d
	}
	return ""
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// duration reads seconds, or text with a unit, up to a day.
func duration(v any) (d time.Duration, ok bool) {
	const most = 24 * time.Hour
	if text, isText := v.(string); isText {
		var err error
		d, err = time.ParseDuration(text)
		return d, err == nil && d > 0 && d <= most
	}
	seconds, ok := number(v)
	return time.Duration(seconds * float64(time.Second)), ok && seconds > 0 && seconds <= most.Seconds()
}
