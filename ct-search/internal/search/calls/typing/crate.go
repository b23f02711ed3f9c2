package typing

import "strings"

// inCrate returns the type that a path of Rust means in a file.
func (w *World) inCrate(f *File, name string, steps int) Found {
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
		return Found{Outside: name}
	}
	return w.inModule(f, at+"."+rest, steps)
}

// inModule returns the type that a full path means: the module's own, or one that it hands on.
func (w *World) inModule(from *File, full string, steps int) Found {
	if out, ok := w.paths[full]; ok || steps == 0 || len(full) > mostType {
		return out
	}
	w.paths[full] = Found{} // while it is looked for
	out := w.lookIn(from, full, steps)
	w.paths[full] = out
	return out
}

func (w *World) lookIn(from *File, full string, steps int) Found {
	for at := outer(full); at != ""; at = outer(at) {
		f := w.file(w.modules[at])
		if f == nil {
			continue
		}
		rest := full[len(at)+1:]
		if t := f.types[rest]; t != nil {
			return Found{Type: t, Sure: true}
		}
		first, more, _ := strings.Cut(rest, ".")
		if im := f.imports[first]; im != "" && (f != from || im != first) {
			return w.inCrate(f, join(im, more), steps-1)
		}
		for _, star := range f.stars {
			if outside, _, _ := strings.Cut(star, "."); !inTree[outside] && w.modules[f.Package+"."+outside] == "" && f.types[outside] == nil {
				continue
			}
			if out := w.inCrate(f, join(star, rest), min(steps-1, mostStars)); out.Type != nil {
				return out
			}
		}
		return Found{}
	}
	return Found{}
}

// inTree are the first names of paths of Rust that stay in their crate.
var inTree = map[string]bool{"crate": true, "self": true, "super": true}

// mostStars is how many modules are followed that bring all names of the next.
const mostStars = 4
