package workspace

import (
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A crate is what a Cargo.toml says.
type crate struct {
	folder string
	name   string // that of its library, with _ for -
	root   string // the file that its library begins in
	needs  map[string]*need
	shared map[string]*need // those of a workspace
}

// A need is a crate that another one depends on.
type need struct {
	path, name string
	shared     bool // the workspace says where it is
}

// Crate returns the file that a crate begins in that a file of Rust calls by a name; empty if the tree does not have it. known is whether a Cargo.toml
// says where the crate comes from.
func (s *Space) Crate(from, name string) (root string, known bool) {
	folder := s.folder(from)
	full := path.IsAbs(path.Dir(from))
	for _, at := range above(folder) {
		c := s.crateIn(at)
		if c == nil || c.name == "" && len(c.needs) == 0 {
			continue
		}
		if c.name == name {
			return s.printed(c.root, full), true
		}
		n := c.needs[name]
		if n == nil {
			return "", false
		}
		to := path.Join(at, n.path)
		if n.shared {
			n, to = s.sharedNeed(at, n)
		}
		if n == nil || n.path == "" {
			return "", true
		}
		other := s.crateIn(to)
		if other == nil {
			return "", true
		}
		return s.printed(other.root, full), true
	}
	return "", false
}

// sharedNeed returns what the workspace around a folder says of a crate that is needed, and the folder of that.
func (s *Space) sharedNeed(folder string, n *need) (*need, string) {
	for _, at := range above(folder) {
		if c := s.crateIn(at); c != nil && c.shared[n.name] != nil {
			return c.shared[n.name], path.Join(at, c.shared[n.name].path)
		}
	}
	return nil, ""
}

// crateIn returns what the Cargo.toml of a folder says; nil if there is none that can be read.
func (s *Space) crateIn(folder string) *crate {
	if c, ok := s.crates[folder]; ok {
		return c
	}
	s.crates[folder] = nil
	name := path.Join(folder, "Cargo.toml")
	text, ok := s.text(name)
	if !ok {
		return nil
	}
	c := &crate{folder: folder, root: path.Join(folder, "src", "lib.rs"), needs: map[string]*need{}, shared: map[string]*need{}}
	if !c.read(text) {
		s.note(name, "not TOML")
		return nil
	}
	s.crates[folder] = c
	return c
}

// read takes what the text of a Cargo.toml says; false if it is not TOML. Decoding the whole takes time quadratic in the number of keys.
func (c *crate) read(text []byte) bool {
	var p unstable.Parser
	var table []string
	p.Reset(text)
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keys(e.Key())
		case unstable.KeyValue:
			c.set(slices.Concat(table, keys(e.Key())), e.Value())
		}
	}
	return p.Error() == nil
}

func keys(of unstable.Iterator) []string {
	var all []string
	for of.Next() {
		all = append(all, string(of.Node().Data))
	}
	return all
}

// mostKeys is how deep what is read is: target, a condition, dependencies, a crate and its path.
const mostKeys = 5

// set keeps the value of a key.
func (c *crate) set(key []string, value *unstable.Node) {
	if len(key) > mostKeys {
		return
	}
	if value.Kind == unstable.InlineTable {
		for in := value.Children(); in.Next(); {
			if one := in.Node(); one.Kind == unstable.KeyValue {
				c.set(slices.Concat(key, keys(one.Key())), one.Value())
			}
		}
		return
	}
	text := string(value.Data)
	switch strings.Join(key, ".") {
	case "package.name":
		if c.name == "" {
			c.name = plain(text)
		}
	case "lib.name":
		c.name = plain(text)
	case "lib.path":
		if at, ok := inside(c.folder, text); ok {
			c.root = at
		}
	}
	c.depends(key, text)
}

// depends keeps the value of a key if it says where a crate is that is needed.
func (c *crate) depends(key []string, text string) {
	needs := c.needs
	if len(key) > 1 && key[0] == "workspace" {
		needs, key = c.shared, key[1:]
	} else if len(key) > 2 && key[0] == "target" {
		key = key[2:]
	}
	if len(key) < 2 || !strings.HasSuffix(key[0], "dependencies") {
		return
	}
	n := needs[plain(key[1])]
	if n == nil {
		n = &need{name: plain(key[1])}
		needs[n.name] = n
	}
	if len(key) == 3 && key[2] == "path" {
		n.path = text
	}
	n.shared = n.shared || len(key) == 3 && key[2] == "workspace" && text == "true"
}

// plain returns the name of a crate as code writes it.
func plain(name string) string { return strings.ReplaceAll(name, "-", "_") }
