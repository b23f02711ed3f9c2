package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ct-tools/ct/shared/confine"
)

// Options say where a configuration is read from. The zero value is that of the running process.
type Options struct {
	NoConfig bool                // read no file; the environment still applies
	Dir      string              // the working folder, "" for that of the process
	Env      func(string) string // looks up an environment variable; nil for those of the process
}

// Config is the effective configuration.
type Config struct {
	Notes []string // on files that are taken for absent because they cannot be read

	set     [len(keys)]setting
	plugins map[string]*Plugin
}

type setting struct {
	datum
	origin string // "" for a built-in value
}

// Value is the value of one key and where it comes from.
type Value struct {
	Key, Value string
	Origin     string // "CT_MAX_LINES", "ct.toml:3", "/u/me/.config/ct/config.toml:2" or "built-in"
}

// BuiltIn is the origin of a value that nobody has set.
const BuiltIn = "built-in"

// Load reads the configuration: the user's file, the project's, the environment. Each line of an error names the file with
// line and column (1-based, in bytes) or the variable. A file may be missing, unless CT_CONFIG names it;
// the user's default file may also deny access, as that of another user's home folder does.
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

// takeProject is take for a project's file, which can lower a hard cap but not raise it.
func (c *Config) takeProject(i int, d datum, origin string) {
	if keys[i].Cap && d.number > c.get(keys[i].Name).number {
		return
	}
	c.take(i, d, origin)
}

// take sets the key at index i to d, which has precedence over the current value.
func (c *Config) take(i int, d datum, origin string) {
	if held := c.set[i]; keys[i].Strict && held.origin != "" {
		// Both words were checked before.
		old, _ := confine.Parse(held.text)
		if new, _ := confine.Parse(d.text); confine.Strictest(old, new) != new {
			return
		}
	}
	c.set[i] = setting{d, origin}
}

// Values returns every key with its value, in the order of the table, followed by the settings of plugins.
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

// Typed returns the value of key as a JSON value, and nil for a built-in value that is a description.
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

// Int returns a key of kind integer. ok is false if nobody set it: it is then built in, or 0 if each tool has its own.
func (c *Config) Int(key string) (value int, ok bool) {
	s := c.get(key)
	return int(s.number), s.origin != ""
}

// Float returns the value of a key of kind seconds, fraction or integer. ok is false if nobody set it, as for Int.
func (c *Config) Float(key string) (value float64, ok bool) {
	s := c.get(key)
	return s.number, s.origin != ""
}

// Bool returns the value of a key of kind truth. ok is false if nobody set it; the value is then the built-in one.
func (c *Config) Bool(key string) (value, ok bool) {
	s := c.get(key)
	return s.number != 0, s.origin != ""
}

// Origin returns where the value of key comes from, as in a Value.
func (c *Config) Origin(key string) string {
	if s := c.get(key); s.origin != "" {
		return s.origin
	}
	return BuiltIn
}

// String returns the text of a key. ok is false if nobody set it: it is then built in, or "" if each tool has its own.
func (c *Config) String(key string) (value string, ok bool) {
	s := c.get(key)
	return s.text, s.origin != ""
}

// List returns the elements of a key of kind list. ok is false if nobody set it.
func (c *Config) List(key string) (value []string, ok bool) {
	s := c.get(key)
	if s.origin == "" {
		return nil, false
	}
	return s.items, true
}

// get returns the setting of key. An unknown key is a bug in the program, not a mistake in the configuration.
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
		return setting{} // a description: the tools differ
	}
	return setting{datum: builtIn}
}
