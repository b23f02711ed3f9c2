package config

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Plugin is the user's configuration of one matcher, under [plugins.NAME].
type Plugin struct {
	Path     string  // of its program, absolute; "" if it must be searched for
	SHA256   string  // required checksum of the program; "" for any
	Deadline float64 // seconds for a batch of files; 0 for the default
	Origin   string  // where the table begins, "…/config.toml:2"
}

// pluginsWhy is the reason why a project may not name plugins.
const pluginsWhy = "a project must not decide which programs are run"

// pluginTable begins the name of a plugin's table.
const pluginTable = "plugins."

// requireChecksum is the one key in the same table as the plugins.
const requireChecksum = "plugins.require_checksum"

// pluginKeys are the keys of a plugin's table.
var pluginKeys = []string{"path", "sha256", "deadline"}

// Plugin returns the user's configuration of the matcher with that name, and whether there is any.
func (c *Config) Plugin(name string) (Plugin, bool) {
	p, ok := c.plugins[name]
	if !ok {
		return Plugin{}, false
	}
	return *p, true
}

// Plugins returns the names of the matchers in the user's configuration, sorted.
func (c *Config) Plugins() []string { return slices.Sorted(maps.Keys(c.plugins)) }

// RequireChecksum reports whether matchers without a checksum in the user's configuration must not be started.
func (c *Config) RequireChecksum() bool {
	is, _ := c.Bool(requireChecksum)
	return is
}

// pluginName returns the name of the plugin whose table has the given path.
func pluginName(path []string) (name string, ok bool) {
	if len(path) != 2 || path[0]+"." != pluginTable || find(dotted(path)) >= 0 {
		return "", false
	}
	return path[1], true
}

// plugin returns the plugin with that name, which it creates if necessary.
func (c *Config) plugin(name, origin string) *Plugin {
	if c.plugins == nil {
		c.plugins = map[string]*Plugin{}
	}
	if c.plugins[name] == nil {
		c.plugins[name] = &Plugin{Origin: origin}
	}
	return c.plugins[name]
}

// checkPluginName returns an error if the name of a plugin is invalid.
func checkPluginName(name string) error {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }) {
		return fmt.Errorf("[plugins.%s]: a plugin's name has only a-z, 0-9 and -", clip(dotted([]string{name})))
	}
	return nil
}

// take sets a key of the plugin from a decoded value.
func (p *Plugin) take(name, key string, v any) error {
	refuse := func(expects string) error { return fmt.Errorf("plugins.%s.%s must be %s", name, key, expects) }
	switch key {
	case "path":
		path, ok := v.(string)
		if !ok || !filepath.IsAbs(path) {
			return refuse("an absolute path")
		}
		p.Path = filepath.Clean(path)
	case "sha256":
		sum, ok := v.(string)
		if bytes, err := hex.DecodeString(sum); !ok || err != nil || len(bytes) != 32 {
			return refuse("64 hexadecimal digits")
		}
		p.SHA256 = strings.ToLower(sum)
	case "deadline":
		seconds, ok := v.(float64)
		if !ok || !(seconds > 0) || seconds > maxSeconds {
			return refuse("a number of seconds above 0")
		}
		p.Deadline = seconds
	default:
		return errors.New("unknown key " + clip("plugins."+name+"."+key) + suggest(key, pluginKeys))
	}
	return nil
}

// pluginValues returns the settings of plugins.
func (c *Config) pluginValues() []Value {
	var list []Value
	for _, name := range c.Plugins() {
		p := c.plugins[name]
		add := func(key, value string) {
			if value != "" {
				list = append(list, Value{pluginTable + name + "." + key, value, p.Origin})
			}
		}
		add("path", p.Path)
		add("sha256", p.SHA256)
		if p.Deadline > 0 {
			add("deadline", strconv.FormatFloat(p.Deadline, 'g', -1, 64))
		}
	}
	return list
}
