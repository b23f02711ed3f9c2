package typing

import "strings"

// Base returns the type that a base means, as a declaration of a file writes it inside of what has the qualified name around; free is
// whether it is a type parameter.
func (w *World) Base(path, around, written string) (out Found, free bool) {
	f := w.file(path)
	if f == nil {
		return Found{}, false
	}
	name, elements, ok := f.rules.plain(written)
	if !ok || elements > 0 {
		return Found{}, false
	}
	for at := around; at != ""; at = outer(at) {
		if t := f.types[at]; t != nil {
			if _, free := t.free[name]; free {
				return Found{}, true
			}
		}
	}
	if first, rest, nested := strings.Cut(name, "."); nested && f.rules.modules { // of a module that is imported as a whole
		if in := w.first(f, around, first); in.module != nil {
			return w.exportedBy(in.module, rest, maxSteps), false
		}
	}
	return w.find(f, around, name), false
}

// Declared returns the type with a qualified name that a file declares, nil if there is none.
func (w *World) Declared(path, qual string) *Type {
	if f := w.file(path); f != nil {
		return f.types[qual]
	}
	return nil
}

// Full returns what distinguishes a type from all others of its name: its full name if its language has full names, else its file
// and its qualified name.
func (t *Type) Full() string {
	if t.File.rules.namespace != "" || t.File.rules.crates {
		return join(t.File.Package, t.Qual)
	}
	return t.File.Path + "#" + t.Qual
}

// LeadsOut reports whether a Cargo.toml says that a path of Rust leads out of the tree.
func (f *Found) LeadsOut() bool { return f.away }
