package pycalls

import "github.com/ct-tools/ct/shared/source"

// A Class is what a base of a class means.
type Class struct {
	Path, Qual string // of one in the tree
	Outside    string // the name of one that is not
	Known      bool   // it is one of these, and nothing else
}

// Base returns what the base means that the class whose name stands at a byte of a file writes.
func (r *Resolver) Base(path string, at int, written string) Class {
	m := r.module(path)
	if m == nil {
		return Class{}
	}
	scope := source.None
	for i := range m.file.Declarations {
		if d := &m.file.Declarations[i]; d.Name.Start == at {
			scope = d.Parent
		}
	}
	switch e := r.base(m, scope, written, maxSteps); e.what {
	case class:
		return Class{Path: e.mod.path, Qual: e.mod.file.Qualname(e.mod.text, e.decl), Known: true}
	case outside:
		return Class{Outside: e.name, Known: true}
	}
	return Class{}
}

// Has reports whether a class has a method of a name, its own or that of a base; whole is whether all bases are known.
func (r *Resolver) Has(path, qual, name string) (has, whole bool) {
	e, whole := r.ofClass(r.classAt(path, qual), name, maxSteps)
	return e.what == function, whole
}

// Methods returns the names of the functions that a class defines itself.
func (r *Resolver) Methods(path, qual string) []string {
	c := r.classAt(path, qual)
	if c.what != class {
		return nil
	}
	var all []string
	for i := range c.mod.file.Declarations {
		if d := &c.mod.file.Declarations[i]; d.Parent == c.decl && (d.Symbol == source.Method || d.Symbol == source.Function) {
			all = append(all, d.Name.Of(c.mod.text))
		}
	}
	return all
}
