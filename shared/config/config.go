package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ct-tools/ct/shared/confine"
)

// Options say where a configuration is read from. The zero value is the
// running process's own.
type Options struct {
	NoConfig bool                // read no file; the environment still counts
	Dir      string              // the working folder, "" for the process's own
	Env      func(string) string // looks up an environment variable; nil for the process's own
}

// A Config is the configuration that is in force.
type Config struct {
	set     [len(keys)]setting
	plugins map[string]*Plugin
}

type setting struct {
	datum
	origin string // "" while built in
}

// A Value is what holds for one key and where it comes from.
type Value struct {
	Key, Value string
	Origin     string // "CT_MAX_LINES", "ct.toml:3", "/u/me/.config/ct/config.toml:2" or "built-in"
}

// BuiltIn is the origin of a value that nobody has set.
const BuiltIn = "built-in"

// Load reads the configuration: the user's file, the project's, the
// environment. An error is one line, or several joined by newlines, each
// naming the file with line and column (1-based, in bytes) or the variable. A
// file that is not there is none; one that CT_CONFIG names must be there.
func Load(o Options) (*Config, error) {
	if o.Env == nil {
		o.Env = os.Getenv
	}
	c := &Config{}
	var problems []error
	if !o.NoConfig {
		for _, s := range sources(o) {
			problems = append(problems, c.read(s)...)
		}
	}
	for i, k := range keys {
		if k.Env == "" {
			continue
		}
		text := o.Env(k.Env)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := c.put(i, text, k.Env); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", k.Env, err))
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return c, nil
}

func (c *Config) put(i int, text, origin string) error {
	d, err := keys[i].parse(text)
	if err != nil {
		return err
	}
	c.take(i, d, origin)
	return nil
}

// takeProject is take for a project's file, which can lower a hard cap and not
// raise it.
func (c *Config) takeProject(i int, d datum, origin string) {
	if keys[i].Cap && d.number > c.get(keys[i].Name).number {
		return
	}
	c.take(i, d, origin)
}

// take lets d, which comes from further up in precedence than what holds now,
// hold for the key of index i.
func (c *Config) take(i int, d datum, origin string) {
	if held := c.set[i]; keys[i].Strict && held.origin != "" {
		// Both words were checked against the modes.
		old, _ := confine.Parse(held.text)
		new, _ := confine.Parse(d.text)
		if confine.Strictest(old, new) != new {
			return
		}
	}
	c.set[i] = setting{d, origin}
}

// Values gives every key with what holds for it, in the table's order, and then
// what is said of plugins.
func (c *Config) Values() []Value {
	list := make([]Value, len(keys))
	for i, k := range keys {
		list[i] = Value{k.Name, k.Default, BuiltIn}
		if s := c.set[i]; s.origin != "" {
			list[i] = Value{k.Name, s.text, s.origin}
		}
	}
	return append(list, c.pluginValues()...)
}

// Typed gives what Values has of key as JSON has it: a number, a truth, a text or
// a list of texts, and nil for a built-in value that is in words.
func (c *Config) Typed(key string) any {
	if find(key) < 0 {
		for _, v := range c.pluginValues() {
			if v.Key == key {
				return v.Value
			}
		}
	}
	s, kind := c.get(key), keys[find(key)].Kind
	switch {
	case s.text == "" && kind != list, s.origin == "" && kind == list:
		return nil
	case kind == integer:
		return int(s.number)
	case kind == seconds || kind == fraction:
		return s.number
	case kind == truth:
		return s.number != 0
	case kind == list:
		return s.items
	}
	return s.text
}

// Int gives the value of a key of kind integer; ok is false if nobody set it,
// and the value is then the built-in one, 0 where that is the tool's own.
func (c *Config) Int(key string) (value int, ok bool) {
	s := c.get(key)
	return int(s.number), s.origin != ""
}

// Float gives the value of a key of kind seconds, fraction or integer; ok is
// false if nobody set it, as for Int.
func (c *Config) Float(key string) (value float64, ok bool) {
	s := c.get(key)
	return s.number, s.origin != ""
}

// Bool gives the value of a key of kind truth; ok is false if nobody set it, and
// the value is then the built-in one.
func (c *Config) Bool(key string) (value, ok bool) {
	s := c.get(key)
	return s.number != 0, s.origin != ""
}

// Origin says where the value of key comes from, as in a Value.
func (c *Config) Origin(key string) string {
	if s := c.get(key); s.origin != "" {
		return s.origin
	}
	return BuiltIn
}

// String gives the text of a key's value; ok is false if nobody set it, and the
// text is then the built-in value, "" where that is the tool's own.
func (c *Config) String(key string) (value string, ok bool) {
	s := c.get(key)
	return s.text, s.origin != ""
}

// List gives the elements of a key of kind list; ok is false if nobody set it.
func (c *Config) List(key string) (value []string, ok bool) {
	s := c.get(key)
	if s.origin == "" {
		return nil, false
	}
	return s.items, true
}

// get gives what holds for key. Asking for a key that is not in the table is
// a mistake in the program, not in the configuration.
func (c *Config) get(key string) setting {
	i := find(key)
	if i < 0 {
		panic("config: no key " + key)
	}
	if c.set[i].origin != "" {
		return c.set[i]
	}
	builtIn, err := keys[i].parse(keys[i].Default)
	if err != nil {
		return setting{} // in words: the tools differ
	}
	return setting{datum: builtIn}
}
