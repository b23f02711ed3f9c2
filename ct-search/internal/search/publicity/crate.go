package publicity

import (
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A crate says which items of a crate of Rust other crates can name: what is pub in modules that are pub up to the root,
// and what a pub use hands on from others.
type crate struct {
	modules map[string]*rustModule // by path, "" for the root, "a::b"
	files   map[string]string      // the module of each file
}

// A rustModule is one module of a crate.
type rustModule struct {
	path     string
	children map[string]bool // modules in it, and whether they are pub
	uses     []rustUse
	reached  bool            // other crates can name it, or all that is in it
	handed   map[string]bool // names in it that others hand on
}

// A rustUse is one name that a use brings into a module.
type rustUse struct {
	module, name, as string // name is "*" for all names
	public           bool
}

// The bounds of what is read of a crate.
const (
	mostModules = 5000
	mostOfFile  = 1 << 20 // bytes
)

// Crates has the crates of Rust that were read, by their root files. Several goroutines may use it.
type Crates struct {
	view  walk.View
	mutex sync.Mutex
	known map[string]*crate
}

// NewCrates returns an empty set of crates, which are read when they are asked for; files outside of the sandbox are not read, unless it is "".
func NewCrates(view walk.View) *Crates { return &Crates{view: view, known: map[string]*crate{}} }

// of returns the crate of a file and the path of the module that the file is; nil if it is not seen that the file is a module of a crate.
func (c *Crates) of(name string) (*crate, string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for folder := path.Dir(name); ; folder = path.Dir(folder) {
		root := path.Join(folder, "lib.rs")
		found, known := c.known[root]
		if !known {
			if text, ok := c.read(root); ok {
				found = &crate{modules: map[string]*rustModule{}, files: map[string]string{}}
				c.load(found, "", root, text)
				found.reach("")
			}
			c.known[root] = found
		}
		if found != nil {
			if module, ok := found.files[name]; ok {
				return found, module
			}
			return nil, ""
		}
		if folder == "." || folder == "/" || path.Base(folder) == ".." {
			return nil, ""
		}
	}
}

// read returns the text of a file; false if there is none, or too much of it.
func (c *Crates) read(name string) ([]byte, bool) {
	in, err := c.view.Open(name)
	if err != nil {
		return nil, false
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, mostOfFile))
	return text, err == nil && len(text) < mostOfFile
}

// load adds the module that a file is, with the modules in it.
func (c *Crates) load(to *crate, module, name string, text []byte) {
	if len(to.modules) >= mostModules || to.modules[module] != nil {
		return
	}
	to.files[name] = module
	to.module(module)
	f := source.Scan(languages.Of(name, nil).Scan, text, source.Want{Declarations: true, Bindings: true})
	for i := range f.Declarations {
		if d := &f.Declarations[i]; d.Symbol == source.Module {
			inside := inlineModule(f, text, module, d.Parent)
			to.module(inside).children[d.Name.Of(text)] = d.Visibility == source.Public
			to.module(joinModules(inside, d.Name.Of(text)))
		}
	}
	for i := range f.Imports {
		im := &f.Imports[i]
		inside := inlineModule(f, text, module, around(f, im.Statement))
		words := strings.Fields(strings.ReplaceAll(im.Statement.Of(text), "(", " ( "))
		public := len(words) > 2 && words[0] == "pub" && words[1] != "("
		if im.Name == "" && slices.Contains(words[:min(len(words), 5)], "mod") {
			to.module(inside).children[im.Module] = public
			c.loadFile(to, inside, im.Module, name)
			continue
		}
		to.module(inside).add(im, public)
	}
}

// loadFile adds a module that a file declares, whose text is in another file.
func (c *Crates) loadFile(to *crate, inside, module, from string) {
	folder := path.Dir(from)
	if stem := strings.TrimSuffix(path.Base(from), ".rs"); stem != "lib" && stem != "mod" {
		folder = path.Join(folder, stem)
	}
	if outer, ok := strings.CutPrefix(inside, to.files[from]); ok { // in blocks of modules
		folder = path.Join(folder, strings.ReplaceAll(strings.TrimPrefix(outer, "::"), "::", "/"))
	}
	for _, name := range []string{path.Join(folder, module+".rs"), path.Join(folder, module, "mod.rs")} {
		if text, ok := c.read(name); ok {
			c.load(to, joinModules(inside, module), name, text)
			return
		}
	}
}

// around returns the innermost declaration that holds a span.
func around(f *source.File, span source.Span) int {
	at := source.None
	for i := range f.Declarations {
		if f.Declarations[i].Span.Holds(span) {
			at = i // declarations are in the order of their beginnings
		}
	}
	return at
}

// inlineModule returns the path of the module that a declaration of a file is, or is in.
func inlineModule(f *source.File, text []byte, module string, at int) string {
	var names []string
	for ; at != source.None; at = f.Declarations[at].Parent {
		if d := &f.Declarations[at]; d.Symbol == source.Module {
			names = append(names, d.Name.Of(text))
		}
	}
	slices.Reverse(names)
	return joinModules(module, strings.Join(names, "::"))
}

func joinModules(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "::" + b
}

// module returns a module, which it adds if there is none of the path.
func (c *crate) module(name string) *rustModule {
	m := c.modules[name]
	if m == nil {
		m = &rustModule{path: name, children: map[string]bool{}, handed: map[string]bool{}}
		c.modules[name] = m
	}
	return m
}

// add adds what a use brings.
func (m *rustModule) add(im *source.ImportOf, public bool) {
	u := rustUse{module: strings.TrimPrefix(im.Module, "::"), name: im.Name, as: im.Alias, public: public}
	if u.name == "" { // use a::b; the last name is what it brings
		at := strings.LastIndex(u.module, "::")
		if at < 0 {
			return
		}
		u.module, u.name = u.module[:at], u.module[at+2:]
	}
	if u.as == "" {
		u.as = u.name
	}
	m.uses = append(m.uses, u)
}

// reach marks what other crates can name in a module that they can name.
func (c *crate) reach(name string) {
	m := c.modules[name]
	if m == nil || m.reached {
		return
	}
	m.reached = true
	for child, public := range m.children {
		if public {
			c.reach(joinModules(name, child))
		}
	}
	for i := range m.uses {
		if m.uses[i].public {
			c.hand(m, &m.uses[i], mostHands)
		}
	}
}

// mostHands bounds the uses that are followed from one to the next.
const mostHands = 20

// hand marks what a use of a module brings.
func (c *crate) hand(m *rustModule, u *rustUse, steps int) {
	from := c.modules[c.meant(m, u.module)]
	switch {
	case from == nil || steps == 0:
	case u.name == "*":
		c.reach(from.path)
	default:
		c.handName(from, u.name, steps)
	}
}

// handName marks a name of a module, and what it stands for there.
func (c *crate) handName(m *rustModule, name string, steps int) {
	if m.handed[name] {
		return
	}
	m.handed[name] = true
	if _, ok := m.children[name]; ok {
		c.reach(joinModules(m.path, name))
	}
	for i := range m.uses {
		switch u := m.uses[i]; {
		case u.as == name:
			c.hand(m, &u, steps-1)
		case u.name == "*" && u.public:
			u.name = name
			c.hand(m, &u, steps-1)
		}
	}
}

// meant returns the path of the module that a path means in another; one of another crate has no module.
func (c *crate) meant(m *rustModule, written string) string {
	first, rest, _ := strings.Cut(written, "::")
	at := m.path
	switch first {
	case "crate":
		at = ""
	case "self":
	case "super":
		at = outerModule(at)
		for strings.HasPrefix(rest, "super") {
			_, rest, _ = strings.Cut(rest, "::")
			at = outerModule(at)
		}
	default:
		if _, ok := m.children[first]; !ok {
			at = "" // in the edition of 2015, or another crate
		}
		rest = written
	}
	return joinModules(at, rest)
}

func outerModule(name string) string {
	return name[:max(strings.LastIndex(name, "::"), 0)]
}

// exports reports whether other crates can name what a module declares as pub.
func (c *crate) exports(module, name string) bool {
	m := c.modules[module]
	return m != nil && (m.reached || m.handed[name])
}
