package calls

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/python"
	"github.com/ct-tools/ct/shared/walk"
)

// A module is a Python file that was read to follow a binding.
type module struct {
	path    string
	text    []byte
	file    *source.File
	members map[member][]int // of types: indexes in Declarations
}

// A member is a name in a declaration.
type member struct {
	parent int
	name   string
}

// A what says what an entity is.
type what uint8

const (
	nothing what = iota // not known
	outside             // not in the tree
	inFile              // a module or a package
	class
	function
	variable
)

// An entity is what a name of a Python program stands for.
type entity struct {
	what what
	mod  *module // that defines it, or itself
	decl int     // of a class or function in mod
	at   int     // where the name of a definition begins
	name string  // of what is outside
}

// Bounds of following bindings.
const (
	maxSteps   = 20 // imports and bases one after the other
	maxModule  = 8 << 20
	maxParents = 40 // folders upward
)

// module reads a file, once; nil where it cannot.
func (r *resolver) module(name string) *module {
	if m, ok := r.modules[name]; ok {
		return m
	}
	r.modules[name] = nil
	if r.read++; r.read > maxRead {
		return nil
	}
	in, err := walk.OpenFile(r.search.Files.Sandbox, name)
	if err != nil {
		return nil
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, maxModule))
	if err != nil {
		return nil
	}
	m := &module{path: name, text: text, members: map[member][]int{}}
	m.file = source.Scan(python.Scan, text, source.Want{Bindings: true})
	for i := range m.file.Declarations {
		d := &m.file.Declarations[i]
		key := member{d.Parent, d.Name.Of(text)}
		m.members[key] = append(m.members[key], i)
	}
	r.modules[name] = m
	return m
}

// isFile tells whether a regular file of that name can be read.
func (r *resolver) isFile(name string) bool {
	known, ok := r.exists[name]
	if !ok {
		in, err := walk.OpenFile(r.search.Files.Sandbox, name)
		if known = err == nil; known {
			_ = in.Close()
		}
		r.exists[name] = known
	}
	return known
}

// moduleFile gives the file of a module below a folder, "" without one.
func (r *resolver) moduleFile(folder string, names []string) string {
	stem := path.Join(append([]string{folder}, names...)...)
	if f := path.Join(stem, "__init__.py"); r.isFile(f) {
		return f
	}
	if len(names) > 0 && r.isFile(stem+".py") {
		return stem + ".py"
	}
	return ""
}

// find gives the file of a module as a file at from imports it: a relative one
// counts its dots from the file's package; any other is looked for in the
// folders that hold the file's outermost package, from the innermost on, and in
// that package itself where the search stands in it.
func (r *resolver) find(from, name string) string {
	folder := path.Dir(from)
	dots := len(name) - len(strings.TrimLeft(name, "."))
	names := strings.FieldsFunc(name[dots:], func(c rune) bool { return c == '.' })
	if dots > 0 {
		for range dots - 1 {
			folder = path.Join(folder, "..")
		}
		return r.moduleFile(folder, names)
	}
	if len(names) == 0 {
		return ""
	}
	for range maxParents {
		if !r.isFile(path.Join(folder, "__init__.py")) {
			for _, below := range []string{"", "src", "lib"} {
				if f := r.moduleFile(path.Join(folder, below), names); f != "" {
					return f
				}
			}
		}
		if folder == "." && names[0] == r.search.Folder && r.isFile("__init__.py") {
			return r.moduleFile(".", names[1:]) // of the package in which the search stands
		}
		up := path.Join(folder, "..")
		if folder == "." || up == folder || strings.HasSuffix(folder, "..") {
			break
		}
		folder = up
	}
	for _, root := range r.search.Files.Roots {
		if f := r.moduleFile(path.Clean(root), names); f != "" {
			return f
		}
	}
	return ""
}

// imported gives what an import brings.
func (r *resolver) imported(from, name, member string, steps int) entity {
	f := r.find(from, name)
	if f == "" {
		// A namespace package has no file of its own, but its modules do.
		if member != "" {
			if f := r.find(from, strings.TrimSuffix(name, ".")+strings.Repeat(".", dotted(name))+member); f != "" {
				return entity{what: inFile, mod: r.module(f)}
			}
		}
		return entity{what: outside, name: name}
	}
	m := r.module(f)
	if m == nil {
		return entity{}
	}
	e := entity{what: inFile, mod: m}
	if member == "" || member == "*" {
		return e
	}
	return r.memberOf(e, member, steps)
}

// dotted gives how many dots stand between a module's name and what follows it.
func dotted(name string) int {
	if strings.HasSuffix(name, ".") {
		return len(name) - len(strings.TrimRight(name, "."))
	}
	return 1
}

// memberOf gives what a name behind a dot is.
func (r *resolver) memberOf(e entity, name string, steps int) entity {
	if steps <= 0 || e.mod == nil {
		if e.what == outside {
			return e
		}
		return entity{}
	}
	switch e.what {
	case inFile:
		if found, ok := r.inScope(e.mod, name, source.None, steps-1); ok {
			return found
		}
		if path.Base(e.mod.path) == "__init__.py" {
			if f := r.moduleFile(path.Dir(e.mod.path), []string{name}); f != "" {
				return entity{what: inFile, mod: r.module(f)}
			}
		}
	case class:
		found, _ := r.ofClass(e, name, steps-1)
		return found
	}
	return entity{}
}

// inScope gives what a name is in a scope of a module; false where nothing
// binds it.
func (r *resolver) inScope(m *module, name string, scope, steps int) (entity, bool) {
	if steps <= 0 {
		return entity{}, false
	}
	var all []entity
	for _, b := range m.file.Lookup(name, scope) {
		e := entity{what: variable, mod: m, at: b.Place.Start}
		switch b.How {
		case source.Unknown:
			if b.Import == source.None {
				continue
			}
			from := r.imported(m.path, m.file.Imports[b.Import].Module, "", steps-1)
			if e = r.memberOf(from, name, steps-1); e.what == nothing || e.what == outside {
				continue
			}
		case source.Defined:
			e = m.declared(b.Declaration)
		case source.Imported:
			if b.Import == source.None {
				continue
			}
			im := &m.file.Imports[b.Import]
			module := im.Module
			if im.Name == "" && im.Alias == "" {
				module, _, _ = strings.Cut(module, ".")
			}
			e = r.imported(m.path, module, im.Name, steps-1)
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		return entity{}, false
	}
	return one(all), true
}

// one gives the entity that several bindings of a name agree in: of several
// definitions of one file the last, as a function that is defined under
// conditions; of others a variable.
func one(all []entity) entity {
	last := all[len(all)-1]
	for _, e := range all {
		if e.mod != last.mod || e.what != last.what {
			return entity{what: variable, mod: last.mod, at: last.at}
		}
	}
	return last
}

func (m *module) declared(i int) entity {
	d := &m.file.Declarations[i]
	e := entity{what: function, mod: m, decl: i, at: d.Name.Start}
	if d.Symbol == source.Class {
		e.what = class
	}
	return e
}

// ofClass gives the member of a class, its own or that of the first base that
// has it; whole tells whether all bases are known.
func (r *resolver) ofClass(c entity, name string, steps int) (found entity, whole bool) {
	if steps <= 0 || c.mod == nil || c.what != class {
		return entity{}, false
	}
	if own := c.mod.members[member{c.decl, name}]; len(own) > 0 {
		return c.mod.declared(own[len(own)-1]), true
	}
	for _, b := range c.mod.file.Lookup(name, c.decl) {
		if b.Scope == c.decl && b.How != source.Unknown {
			return entity{what: variable, mod: c.mod, at: b.Place.Start}, true
		}
	}
	whole = true
	for _, base := range r.bases(c, steps) {
		if base.what != class {
			whole = whole && base.name == "object"
			continue
		}
		e, all := r.ofClass(base, name, steps-1)
		switch {
		case found.what == nothing:
			found = e
			if e.what == nothing || !all {
				whole = whole && all
			}
		case e.what != nothing && (e.mod != found.mod || e.at != found.at):
			// A base that comes later may stand before one that both share: then
			// its method is the one.
			whole = whole && !r.overrides(e, found, steps-1)
		}
	}
	return found, whole
}

// overrides tells whether the class that defines e is below the one that defines
// found.
func (r *resolver) overrides(e, found entity, steps int) bool {
	below, above := e.around(), found.around()
	return below.what == class && above.what == class && r.descends(below, above, steps)
}

// around gives the class that a definition or a variable is a member of.
func (e entity) around() entity {
	if e.what != function && e.what != class {
		return entity{}
	}
	if at := e.mod.file.Declarations[e.decl].Parent; at != source.None {
		return e.mod.declared(at)
	}
	return entity{}
}

// bases gives what the bases of a class are.
func (r *resolver) bases(c entity, steps int) []entity {
	var all []entity
	d := &c.mod.file.Declarations[c.decl]
	for _, b := range d.Bases {
		text := b.Of(c.mod.text)
		if bytes.HasPrefix([]byte(text), []byte("metaclass")) {
			continue
		}
		text, _, _ = strings.Cut(text, "[")
		names := split(joined(text))
		if len(names) == 0 {
			all = append(all, entity{})
			continue
		}
		e, ok := r.inScope(c.mod, names[0], d.Parent, steps-1)
		if !ok {
			all = append(all, entity{what: outside, name: names[0]})
			continue
		}
		for _, n := range names[1:] {
			e = r.memberOf(e, n, steps-1)
		}
		all = append(all, e)
	}
	return all
}

// classAt gives the class of a qualified name in a file.
func (r *resolver) classAt(file, qual string) entity {
	m := r.module(file)
	if m == nil {
		return entity{}
	}
	at := source.None
	for name := range strings.SplitSeq(qual, ".") {
		found := m.members[member{at, name}]
		if len(found) == 0 {
			return entity{}
		}
		at = found[len(found)-1]
	}
	return m.declared(at)
}

// target gives the definition of the symbol that an entity is.
func (r *resolver) target(e entity) *Target {
	if e.mod == nil {
		return nil
	}
	return r.byPlace[place{path: e.mod.path, at: e.at}]
}

// pythonCall follows the claim of a Python file.
func (r *resolver) pythonCall(site *Site) ruling {
	c := &site.claim
	var verdicts []ruling
	for i := range c.roots {
		verdicts = append(verdicts, r.pythonRoot(site, &c.roots[i]))
	}
	v := verdicts[0]
	for _, other := range verdicts[1:] {
		if other.tier < v.tier {
			v = other
		}
	}
	for _, other := range verdicts {
		if v.tier == High && (other.tier != High || other.target.Path != v.target.Path) {
			v.tier, v.reason = Med, v.reason+"; the name is bound in another way too"
			break
		}
	}
	return v
}

// pythonRoot follows one binding.
func (r *resolver) pythonRoot(site *Site, base *root) ruling {
	c := &site.claim
	switch base.how {
	case here:
		if len(c.rest) == 0 && !base.made && !base.typed {
			if t := r.byPlace[place{path: site.Path, at: base.at}]; t != nil {
				return bound(t, High, "defined in this file")
			}
		}
		return r.chase(site, base, r.classOrFunction(site.Path, base), fmt.Sprintf("%s of this file", base.qual))
	case imported:
		return r.chase(site, base, r.imported(site.Path, base.module, base.member, maxSteps), "imported from "+base.module)
	case self:
		if len(c.rest) == 1 {
			return r.ofSelf(site, base)
		}
		return r.agrees(site, "its receiver is an attribute of self")
	case super:
		return r.ofSuper(site, base)
	case unbound:
		if v, ok := r.starred(site); ok {
			return v
		}
		if len(c.rest) == 0 {
			return open("nothing in this file binds it")
		}
	}
	if len(c.rest) == 0 {
		return open("%s is a local name here", site.Word)
	}
	return r.shaped(site, receiver(c))
}

// classOrFunction gives the definition of this file that a root names.
func (r *resolver) classOrFunction(file string, base *root) entity {
	m := r.module(file)
	if m == nil {
		return entity{}
	}
	for i := range m.file.Declarations {
		if m.file.Declarations[i].Name.Start == base.at {
			return m.declared(i)
		}
	}
	return entity{}
}

// chase follows the names behind a binding.
func (r *resolver) chase(site *Site, base *root, e entity, how string) ruling {
	tier := High
	if base.made || base.typed {
		if e.what != class {
			return r.shaped(site, "its receiver is what a function gives")
		}
		tier, how = Med, "its receiver is made by a call of "+how
		if base.typed {
			how = "its receiver is annotated as " + strings.TrimPrefix(how, "its receiver is made by a call of ")
		}
	}
	for i, name := range site.claim.rest {
		if e.what == outside {
			break
		}
		if e.what == variable && i == len(site.claim.rest)-1 {
			return r.shaped(site, how+", which is a variable")
		}
		e = r.memberOf(e, name, maxSteps)
	}
	if e.what == outside {
		if v, ok := r.agreeing(site, base, how); ok {
			return v
		}
		if tier == High {
			return away("%s, which is not in the tree", how)
		}
		return open("%s, which is not in the tree", how)
	}
	t := r.target(e)
	switch {
	case t != nil && (t.value || e.what == variable):
		return bound(t, Med, "%s; it is a variable there", how)
	case t != nil:
		return bound(t, tier, "%s", how)
	case e.what == function || e.what == class:
		return open("%s, which is outside of what was searched", how)
	}
	return r.shaped(site, how+", where it is not seen")
}

// agreeing judges an import of a module that is not found: it agrees with a
// definition in a file that is called like the end of the module's name.
func (r *resolver) agreeing(site *Site, base *root, how string) (ruling, bool) {
	if base.how != imported || len(site.claim.rest) > 1 {
		return ruling{}, false
	}
	last := strings.TrimLeft(base.module[strings.LastIndexByte(base.module, '.')+1:], ".")
	for _, t := range r.found.Definitions {
		stem := strings.TrimSuffix(strings.TrimSuffix(t.Path, path.Ext(t.Path)), "/__init__")
		if last != "" && path.Base(stem) == last && (t.owner == "") == (base.member == t.Word || len(site.claim.rest) == 1 && base.member == "") {
			return bound(t, Med, "%s, which is not found, but %s is called so", how, t.Path), true
		}
	}
	return ruling{}, false
}

// ofSelf follows a call of a method on the object itself.
func (r *resolver) ofSelf(site *Site, base *root) ruling {
	name := site.claim.rest[0]
	if t := r.here(site.Path, base.qual+"."+name); t != nil && !t.value {
		return bound(t, High, "self in %s, which defines it", base.qual)
	}
	c := r.classAt(site.Path, base.qual)
	e, whole := r.ofClass(c, name, maxSteps)
	if t := r.target(e); t != nil {
		switch {
		case t.value || e.what == variable:
			return bound(t, Med, "self in %s, where it is a variable", base.qual)
		case whole:
			return bound(t, High, "self in %s, of whose bases %s defines it", base.qual, t.owner)
		}
		return bound(t, Med, "self in %s, whose base %s defines it; another base may define it too", base.qual, t.owner)
	}
	if t := r.below(c, name); t != nil {
		return bound(t, Med, "self in %s, a base of %s, which defines it", base.qual, t.owner)
	}
	if !whole {
		return open("self in %s, of which a base is not in the tree", base.qual)
	}
	return open("self in %s, which does not define it", base.qual)
}

// below gives the only definition in a class below c.
func (r *resolver) below(c entity, name string) *Target {
	var only *Target
	for _, t := range r.found.Definitions {
		if t.owner == "" || t.value || t.Language != "py" || t.Word != name {
			continue
		}
		if d := r.classAt(t.Path, t.owner); d.what == class && r.descends(d, c, maxSteps) {
			if only != nil {
				return nil
			}
			only = t
		}
	}
	return only
}

// descends tells whether c is among the bases of d and theirs.
func (r *resolver) descends(d, c entity, steps int) bool {
	if steps <= 0 || c.what != class {
		return false
	}
	return slices.ContainsFunc(r.bases(d, steps), func(b entity) bool {
		return b.what == class && (b.mod == c.mod && b.decl == c.decl || r.descends(b, c, steps-1))
	})
}

// ofSuper follows a call of a method of the bases.
func (r *resolver) ofSuper(site *Site, base *root) ruling {
	c := r.classAt(site.Path, base.qual)
	if c.what != class || len(site.claim.rest) != 1 {
		return r.shaped(site, "its receiver is a base")
	}
	found := entity{}
	tier := High
	for _, b := range r.bases(c, maxSteps) {
		if b.what != class {
			if found.what != nothing || b.name == "object" {
				continue
			}
			return open("super in %s, of which a base is not in the tree", base.qual)
		}
		e, whole := r.ofClass(b, site.claim.rest[0], maxSteps)
		switch {
		case e.what == nothing:
		case found.what == nothing:
			if found = e; !whole {
				tier = Med
			}
		case r.overrides(e, found, maxSteps):
			tier = Med
		}
	}
	if t := r.target(found); t != nil {
		return bound(t, tier, "super in %s, of whose bases %s defines it", base.qual, t.owner)
	}
	return open("super in %s, whose bases do not define it", base.qual)
}

// starred looks for a name in the modules that a file imports all of.
func (r *resolver) starred(site *Site) (ruling, bool) {
	c := &site.claim
	first := site.Word
	if len(c.rest) > 0 {
		first, _, _ = strings.Cut(c.written, ".")
	}
	for _, star := range c.stars {
		e := r.imported(site.Path, star, first, maxSteps)
		for _, n := range c.rest {
			e = r.memberOf(e, n, maxSteps)
		}
		if t := r.target(e); t != nil {
			return bound(t, Med, "all of %s is imported, and it has the name", star), true
		}
	}
	return ruling{}, false
}

// shaped judges a call whose receiver is not known: where one class of the tree
// has the method, and the file knows that class, name and shape agree.
func (r *resolver) shaped(site *Site, why string) ruling {
	t := r.lone(true)
	if t == nil || t.Language != "py" || r.lone(false) != nil {
		return open("%s", why)
	}
	outer, _, _ := strings.Cut(t.owner, ".")
	if t.Path == site.Path {
		return bound(t, Med, "%s; only %s of this file has the method", why, t.owner)
	}
	m := r.module(site.Path)
	if m == nil {
		return open("%s", why)
	}
	for i := range m.file.Imports {
		im := &m.file.Imports[i]
		if im.Name == outer || im.Name == "*" || im.Name == "" {
			if f := r.find(site.Path, im.Module); f == t.Path || im.Name == outer && f != "" {
				return bound(t, Med, "%s; only %s has the method, and this file imports it", why, t.owner)
			}
		}
	}
	return open("%s", why)
}
