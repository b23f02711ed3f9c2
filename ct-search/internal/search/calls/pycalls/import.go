package pycalls

import (
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/python"
)

// A module is a Python file that was read to follow a binding.
type module struct {
	path    string
	text    []byte
	file    *source.File
	members map[member][]int // of types: indexes in Declarations

	assigned map[string][]int // where attributes of a name are assigned, once asked for
}

// A member is a name in a declaration.
type member struct {
	parent int
	name   string
}

// Bounds of following bindings.
const (
	maxSteps   = 20 // imports and bases one after the other
	maxParents = 40 // folders upward
)

// module reads a file, once; nil where it cannot.
func (r *Resolver) module(name string) *module {
	if m, ok := r.modules[name]; ok {
		r.Lacks(r.Missed[name])
		return m
	}
	r.modules[name] = nil
	text, ok := r.Text(name)
	if !ok {
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

// moduleFile returns the file of a module below a folder, "" without one.
func (r *Resolver) moduleFile(folder string, names []string) string {
	stem := r.Own(path.Join(append([]string{folder}, names...)...))
	if f := path.Join(stem, "__init__.py"); r.IsFile(f) {
		return f
	}
	if len(names) > 0 && r.IsFile(stem+".py") {
		return stem + ".py"
	}
	return ""
}

// find returns the file of a module as a file at from imports it: a relative one counts its dots from the file's
// package; any other is looked for in the folders that hold the file's outermost package, from the innermost on, and in
// that package itself where the search stands in it.
func (r *Resolver) find(from, name string) string {
	folder := path.Dir(from)
	dots := len(name) - len(strings.TrimLeft(name, "."))
	names := strings.FieldsFunc(name[dots:], func(c rune) bool { return c == '.' })
	if dots > maxParents {
		return ""
	}
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
		if !r.IsFile(path.Join(folder, "__init__.py")) {
			for _, below := range []string{"", "src", "lib"} {
				if f := r.moduleFile(path.Join(folder, below), names); f != "" {
					return f
				}
			}
		}
		if folder == "." && names[0] == r.Folder && r.IsFile("__init__.py") {
			return r.moduleFile(".", names[1:]) // of the package in which the search stands
		}
		up := path.Join(folder, "..")
		if r.EndsAt(folder) || up == folder {
			break
		}
		folder = up
	}
	for _, root := range r.Roots {
		if f := r.moduleFile(path.Clean(root), names); f != "" {
			return f
		}
	}
	return ""
}

// imported returns what an import brings.
func (r *Resolver) imported(from, name, member string, steps int) entity {
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

// dotted returns how many dots stand between a module's name and what follows it.
func dotted(name string) int {
	if strings.HasSuffix(name, ".") {
		return len(name) - len(strings.TrimRight(name, "."))
	}
	return 1
}
