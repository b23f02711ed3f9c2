package typing

import (
	"path"
	"strings"
)

// exported returns the type that a script has under a name, its own or one that it hands on.
func (w *World) exported(stem, name string, steps int) Found {
	f := w.script(stem)
	if f == nil || steps == 0 {
		return Found{}
	}
	if t := f.types[name]; t != nil {
		return Found{Type: t, Sure: true}
	}
	if name == "default" && len(f.types) == 1 {
		for _, t := range f.types {
			return Found{Type: t, Sure: true}
		}
	}
	if from, next, ok := strings.Cut(f.imports[name], "#"); ok {
		return w.exported(from, next, steps-1)
	}
	for _, star := range f.stars {
		if out := w.exported(strings.TrimSuffix(star, "#"), name, steps-1); out.Type != nil {
			return out
		}
	}
	return Found{}
}

// script returns the file of a script whose path is without its ending, or with that of what it is compiled to.
func (w *World) script(stem string) *File {
	forms := []string{stem, path.Join(stem, "index")}
	if ending := path.Ext(stem); scriptEnding[ending] {
		forms = append(forms, strings.TrimSuffix(stem, ending))
	}
	for _, at := range forms {
		for _, name := range w.stems[stemOf(at)] {
			if ending := path.Ext(name); scriptEnding[ending] && (name == at || strings.TrimSuffix(name, ending) == at) {
				return w.file(name)
			}
		}
	}
	return nil
}

var scriptEnding = map[string]bool{".ts": true, ".tsx": true, ".mts": true, ".cts": true, ".js": true, ".jsx": true, ".mjs": true, ".cjs": true}
