package evolvers

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"ebb/engine"
)

// Profile is a set of defaults.
type Profile string

const (
	// WholeStore lifts all caps: a cycle looks at everything.
	WholeStore Profile = "whole-store"
	// Published keeps the caps that were published.
	Published Profile = "published"
)

// enabled is the key under which an evolver is switched on and off.
const enabled = "enabled"

// Config is what evolvers are built from: their defaults under a profile, what
// the store's settings say, and what was set since. It is not safe for
// concurrent use.
type Config struct {
	profile  Profile
	settings engine.Settings
	values   map[string]float64 // evolver.key, where it differs from the default
	lexical  bool
}

// NewConfig is the configuration of a store. Stored values that are not
// accepted stay, and are reported by the evolver that they belong to.
func NewConfig(s engine.Settings, p Profile) (Config, error) {
	switch p {
	case "":
		p = WholeStore
	case WholeStore, Published:
	default:
		return Config{}, &OptionError{Name: "profile", Got: strconv.Quote(string(p)), Want: string(WholeStore) + " or " + string(Published)}
	}
	c := Config{profile: p, settings: s.Clone(), values: maps.Clone(s.Evolvers)}
	if c.values == nil {
		c.values = map[string]float64{}
	}
	return c, nil
}

// Clone is an independent copy.
func (c Config) Clone() Config {
	c.settings, c.values = c.settings.Clone(), maps.Clone(c.values)
	return c
}

// Profile is the profile that the configuration started from.
func (c *Config) Profile() Profile { return c.profile }

// Settings are the store's settings with what was set since.
func (c *Config) Settings() engine.Settings { return c.settings.Clone() }

// Set takes "evolver.key=value"; the key "enabled" takes on and off. The error
// names the evolver and the key, and what is accepted.
func (c *Config) Set(assignment string) error {
	name, value, found := strings.Cut(assignment, "=")
	evolver, key, dotted := strings.Cut(strings.TrimSpace(name), ".")
	if !found || !dotted {
		return &OptionError{Name: strconv.Quote(assignment), Want: "evolver.key=value"}
	}
	spec := specOf(evolver)
	if spec == nil {
		return &OptionError{Name: evolver, Want: "the name of an evolver: " + strings.Join(Names(), ", ")}
	}
	value = strings.TrimSpace(value)
	if key == enabled {
		on, err := parseSwitch(value)
		if err != nil {
			return &OptionError{Name: evolver + "." + key, Got: strconv.Quote(value), Want: "on or off"}
		}
		return c.Enable(evolver, on)
	}
	o := spec.option(key)
	if o == nil {
		return &OptionError{Name: evolver + "." + key, Want: "one of its keys: " + strings.Join(spec.keys(), ", ")}
	}
	if o.Kind == Types {
		return c.setTypes(evolver+"."+key, value)
	}
	v, err := o.parse(evolver, value)
	if err != nil {
		return err
	}
	if o.Shared {
		c.share(key, v)
		return nil
	}
	c.values[evolver+"."+key] = v
	return nil
}

// Names lists all evolvers in the order of a full cycle.
func Names() []string {
	names := make([]string, len(registry))
	for i, s := range registry {
		names[i] = s.Name
	}
	return names
}

func (s *Spec) keys() []string {
	keys := []string{enabled}
	for i := range s.Options {
		keys = append(keys, s.Options[i].Key)
	}
	return keys
}

func parseSwitch(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "on", "yes":
		return true, nil
	case "off", "no":
		return false, nil
	}
	return strconv.ParseBool(s)
}

func (c *Config) setTypes(name, value string) error {
	var types []string
	for t := range strings.SplitSeq(value, ",") {
		t = strings.TrimSpace(t)
		if t == "" || len(t) > engine.MaxScopeBytes {
			return &OptionError{Name: name, Got: strconv.Quote(value), Want: "memory types separated by commas"}
		}
		if !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	c.settings.CurveTypes = types
	return nil
}

// Lexical says that vectors compare words, not meanings: the threshold for
// interference is another one then.
func (c *Config) Lexical(on bool) { c.lexical = on }

// Enable switches an evolver on or off. Of the two that roll working memory
// up, switching one on switches the other off.
func (c *Config) Enable(evolver string, on bool) error {
	if specOf(evolver) == nil {
		return &OptionError{Name: evolver, Want: "the name of an evolver: " + strings.Join(Names(), ", ")}
	}
	c.values[evolver+"."+enabled] = number(on)
	if !on {
		return nil
	}
	switch evolver {
	case WorkingToEpisodic:
		c.values[EnhancedWorkingToEpisodic+"."+enabled] = 0
	case EnhancedWorkingToEpisodic:
		c.values[WorkingToEpisodic+"."+enabled] = 0
	}
	return nil
}

func number(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

// Enabled reports whether an evolver is switched on.
func (c *Config) Enabled(evolver string) bool {
	if v, set := c.values[evolver+"."+enabled]; set {
		return v != 0
	}
	s := specOf(evolver)
	return s != nil && s.On
}

// Value is the number under an evolver's key; 0 for a key that it does not have.
func (c *Config) Value(evolver, key string) float64 {
	spec := specOf(evolver)
	if spec == nil {
		return 0
	}
	o := spec.option(key)
	switch {
	case o == nil:
		return 0
	case o.Shared:
		return *c.shared(key)
	}
	if v, set := c.values[evolver+"."+key]; set {
		return v
	}
	return c.fallback(o)
}

func (c *Config) fallback(o *Option) float64 {
	switch {
	case o.Cap && c.profile == WholeStore:
		return 0
	}
	return o.Default
}

// Text is a value as Set takes it.
func (c *Config) Text(evolver, key string) string {
	if key == enabled {
		if c.Enabled(evolver) {
			return "on"
		}
		return "off"
	}
	if s := specOf(evolver); s != nil {
		if o := s.option(key); o != nil && o.Kind == Types {
			return strings.Join(c.settings.CurveTypes, ",")
		}
	}
	return figure(c.Value(evolver, key))
}

// Put writes the configuration into the store's settings. What is at its
// default is left out.
func (c *Config) Put(s *engine.Settings) {
	s.Retention, s.CurveTypes = c.settings.Retention, slices.Clone(c.settings.CurveTypes)
	s.SimilaritySettings = c.settings.SimilaritySettings
	s.Evolvers = map[string]float64{}
	for name, v := range c.values {
		evolver, key, _ := strings.Cut(name, ".")
		spec := specOf(evolver)
		if spec == nil {
			s.Evolvers[name] = v // a newer ebb's
			continue
		}
		if key == enabled {
			if (v != 0) != spec.On {
				s.Evolvers[name] = v
			}
			continue
		}
		if o := spec.option(key); o == nil || v != c.fallback(o) {
			s.Evolvers[name] = v
		}
	}
	if len(s.Evolvers) == 0 {
		s.Evolvers = nil
	}
}

// check reports the first of an evolver's values that is out of bounds.
func (c *Config) check(s *Spec) error {
	for i := range s.Options {
		o := &s.Options[i]
		if o.Kind == Types {
			continue
		}
		v := c.Value(s.Name, o.Key)
		if !o.holds(v) {
			return &OptionError{Name: s.Name + "." + o.Key, Got: figure(v), Want: o.Bounds()}
		}
	}
	return nil
}
