package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"path"
	"path/filepath"
	"strings"
)

// A config is what a tsconfig.json says of where modules are, with what it extends.
type config struct {
	folder string
	base   string // absolute folder that names may begin in; empty if there is none
	paths  map[string][]string
	within string   // the folder that paths begin in
	refers []string // to other projects
}

// mostReferences bounds the other projects that a tsconfig.json refers to.
const mostReferences = 100

// paths returns the paths that the tsconfig.json around a folder gives a module.
func (s *Space) paths(folder, module string) []string {
	c := s.configOf(folder)
	if c == nil {
		return nil
	}
	var all []string
	to, hole := chosen(c.paths, module)
	for _, t := range to {
		t = strings.ReplaceAll(strings.ReplaceAll(t, "${configDir}", c.folder), "*", hole)
		if !filepath.IsAbs(filepath.FromSlash(t)) {
			t = path.Join(c.within, t)
		}
		all = append(all, path.Clean(t))
	}
	if c.base != "" {
		all = append(all, path.Join(c.base, module))
	}
	return all
}

// configOf returns the nearest configuration at or above a folder that says where modules are, or one that it refers to.
func (s *Space) configOf(folder string) *config {
	if c, ok := s.nearest[folder]; ok {
		return c
	}
	var found *config
	for _, at := range above(folder) {
		c := s.config(path.Join(at, "tsconfig.json"), mostSteps)
		if c == nil {
			c = s.config(path.Join(at, "jsconfig.json"), mostSteps)
		}
		if c == nil {
			continue
		}
		found = c
		for _, name := range c.refers[:min(len(c.refers), mostReferences)] {
			if len(found.paths) > 0 || found.base != "" {
				break
			}
			if other := s.either(path.Join(at, name)); other != nil && (folder == other.folder || strings.HasPrefix(folder, other.folder+"/")) {
				found = other
			}
		}
		break
	}
	s.nearest[folder] = found
	return found
}

// either returns the configuration of a file, or of a folder.
func (s *Space) either(name string) *config {
	for _, at := range []string{name, name + ".json", path.Join(name, "tsconfig.json")} {
		if c := s.config(at, mostSteps); c != nil {
			return c
		}
	}
	return nil
}

// config returns what a file says; nil if it cannot be read, or is being read.
func (s *Space) config(name string, steps int) *config {
	if c, ok := s.configs[name]; ok || steps == 0 {
		return c
	}
	s.configs[name] = nil
	text, ok := s.text(name)
	if !ok {
		return nil
	}
	var all struct {
		Extends         json.RawMessage
		CompilerOptions struct {
			BaseURL *string
			Paths   map[string][]string
		}
		References []struct{ Path string }
	}
	var typed *json.UnmarshalTypeError // the rest is there
	if err := json.Unmarshal(Plain(text), &all); err != nil && !errors.As(err, &typed) {
		s.note(name, "not JSON with comments")
		return nil
	}
	c := &config{folder: path.Dir(name)}
	for _, from := range words(all.Extends) {
		c.extends(s.extended(c.folder, from, steps-1))
	}
	if b := all.CompilerOptions.BaseURL; b != nil {
		c.base = path.Join(c.folder, *b)
	}
	if p := all.CompilerOptions.Paths; p != nil {
		c.paths, c.within = p, c.folder
	}
	if c.base != "" {
		c.within = c.base
	}
	for _, r := range all.References {
		c.refers = append(c.refers, r.Path)
	}
	s.configs[name] = c
	return c
}

// extends takes over what another configuration says.
func (c *config) extends(o *config) {
	if o == nil {
		return
	}
	if o.base != "" {
		c.base = o.base
	}
	if o.paths != nil {
		c.paths, c.within = o.paths, o.within
	}
}

// extended returns the configuration that one in a folder extends.
func (s *Space) extended(folder, name string, steps int) *config {
	if strings.HasPrefix(name, ".") || path.IsAbs(name) {
		at := name
		if !path.IsAbs(at) {
			at = path.Join(folder, at)
		}
		if c := s.config(at, steps); c != nil {
			return c
		}
		return s.config(at+".json", steps)
	}
	p, rest := s.scriptPackage(folder, name)
	if p == nil {
		return nil
	}
	if rest == "" {
		rest = "tsconfig.json"
	}
	at, ok := inside(p.folder, rest)
	if !ok {
		return nil
	}
	if c := s.config(at, steps); c != nil {
		return c
	}
	return s.config(at+".json", steps)
}

// Plain returns JSON with comments, and with commas before brackets that close, as JSON of the same length.
func Plain(text []byte) []byte {
	out := bytes.Clone(bytes.TrimPrefix(text, []byte("\ufeff")))
	comma := -1 // of one that nothing but blanks follows so far
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(out) && out[i] != '"' && out[i] != '\n'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(out) && (out[i+1] == '/' || out[i+1] == '*'):
			i = blank(out, i) - 1
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return out
}

// blank writes blanks over the comment that begins at a place, and returns where it ends.
func blank(text []byte, at int) int {
	end := len(text)
	if text[at+1] == '/' {
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n
		}
	} else if n := bytes.Index(text[at+2:], []byte("*/")); n >= 0 {
		end = at + 2 + n + 2
	}
	for i := at; i < end; i++ {
		text[i] = ' '
	}
	return end
}
