package typing

import "strings"

// A crates follows paths of Rust to what a module has under a qualified name.
type crates struct {
	*World
	has   func(f *File, qual string) (Found, bool)
	paths map[string]Found // what full paths mean
}

func (w *World) typesOfCrates() *crates {
	return &crates{w, func(f *File, qual string) (Found, bool) {
		t := f.types[qual]
		return Found{Type: t, Sure: true}, t != nil
	}, w.paths}
}

// Function returns the file, and the qualified name in it, of what a path of Rust means in a file, if has reports that there is such a
// function. outside is whether the path is seen to lead out of the tree.
func (w *World) Function(path, full string, has func(path, qual string) bool) (at, qual string, outside bool) {
	f := w.file(path)
	if f == nil {
		return "", "", false
	}
	c := &crates{w, func(f *File, qual string) (Found, bool) { return Found{at: f.Path, qual: qual}, has(f.Path, qual) }, map[string]Found{}}
	name := dotted(full)
	if !strings.Contains(name, ".") {
		name = "self." + name
	}
	out := c.inCrate(f, name, maxSteps)
	return out.at, out.qual, out.away
}

func (f *Found) isSeen() bool { return f.Type != nil || f.at != "" }

// inCrate returns what a path means in a file.
func (w *crates) inCrate(f *File, name string, steps int) Found {
	if steps <= 0 {
		return Found{}
	}
	first, rest, _ := strings.Cut(name, ".")
	at := f.Package
	switch first {
	case "crate":
		at, _, _ = strings.Cut(at, ".")
	case "self":
	case "super":
		for at = outer(at); strings.HasPrefix(rest, "super."); at = outer(at) {
			rest = rest[len("super."):]
		}
	case "std", "core", "alloc": //nolint:goconst // crates
		return Found{Outside: name, Sure: true}
	default:
		if w.modules[at+"."+first] != "" || f.types[first] != nil {
			return w.inModule(f, at+"."+name, steps)
		}
		if im := f.imports[first]; im != "" && im != first && rest != "" {
			return w.inCrate(f, im+"."+rest, steps-1)
		}
		root, known := w.space.Crate(f.Path, first)
		if root == "" {
			return Found{Outside: name, away: known}
		}
		at = moduleOf(root)
	}
	return w.inModule(f, at+"."+rest, steps)
}

// inModule returns what a full path means: the module's own, or one that it hands on.
func (w *crates) inModule(from *File, full string, steps int) Found {
	if out, ok := w.paths[full]; ok || steps == 0 || len(full) > mostType {
		return out
	}
	w.paths[full] = Found{} // while it is looked for
	out := w.lookIn(from, full, steps)
	w.paths[full] = out
	return out
}

func (w *crates) lookIn(from *File, full string, steps int) Found {
	for at := outer(full); at != ""; at = outer(at) {
		f := w.file(w.modules[at])
		if f == nil {
			continue
		}
		rest := full[len(at)+1:]
		if out, ok := w.has(f, rest); ok {
			return out
		}
		first, more, _ := strings.Cut(rest, ".")
		if im := f.imports[first]; im != "" && (f != from || im != first) {
			return w.inCrate(f, join(im, more), steps-1)
		}
		for _, star := range f.stars {
			if outside, _, _ := strings.Cut(star, "."); !inTree(outside) && w.modules[f.Package+"."+outside] == "" && f.types[outside] == nil {
				if root, _ := w.space.Crate(f.Path, outside); root == "" {
					continue
				}
			}
			if out := w.inCrate(f, join(star, rest), min(steps-1, mostStars)); out.isSeen() {
				return out
			}
		}
		return Found{}
	}
	return Found{}
}

// inTree reports whether a path of Rust with a first name stays in its crate.
func inTree(word string) bool {
	switch word {
	case "crate", "self", "super":
		return true
	}
	return false
}

// mostStars is how many modules are followed that bring all names of the next.
const mostStars = 4
