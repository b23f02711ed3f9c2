package typing

import (
	"path"
	"strings"
)

// byName stands before modules that are imported by another name than a relative path.
const byName = ":"

// cutModule returns the module and the name that an import of a script brings.
func cutModule(full string) (module, name string, ok bool) {
	at := strings.LastIndexByte(full, '#')
	return full[:max(at, 0)], full[at+1:], at >= 0
}

// imported returns the type that a module has under a name, as a script imports it.
func (w *World) imported(f *File, module, name string, steps int) Found {
	if plain, ok := strings.CutPrefix(module, byName); ok {
		for _, stem := range w.space.Script(f.Path, plain) {
			if out := w.exported(stem, name, steps); out.Type != nil || out.module != nil {
				return out
			}
		}
		return Found{}
	}
	return w.exported(module, name, steps)
}

// exported returns the type that a script has under a name, its own or one that it hands on.
func (w *World) exported(stem, name string, steps int) Found {
	f := w.script(stem)
	if f == nil || steps == 0 {
		return Found{}
	}
	return w.exportedBy(f, name, steps)
}

// exportedBy is exported for a file.
func (w *World) exportedBy(f *File, name string, steps int) Found {
	if name == "" || name == "*" {
		return Found{module: f}
	}
	if own := f.renames[name]; own != "" && f.types[name] == nil {
		name = own
	}
	if t := f.types[name]; t != nil {
		return Found{Type: t, Sure: true}
	}
	if name == "default" && len(f.types) == 1 {
		for _, t := range f.types {
			return Found{Type: t, Sure: true}
		}
	}
	if from, next, ok := cutModule(f.imports[name]); ok {
		return w.imported(f, from, next, steps-1)
	}
	for _, star := range f.stars {
		if out := w.imported(f, strings.TrimSuffix(star, "#"), name, steps-1); out.Type != nil || out.module != nil {
			return out
		}
	}
	return Found{}
}

// script returns the file of a script whose path is without its ending, or with that of what it is compiled to.
func (w *World) script(stem string) *File {
	name, ok := w.scripts[stem]
	if !ok {
		name = w.scriptOf(stem)
		w.scripts[stem] = name
	}
	if name == "" {
		return nil
	}
	return w.file(name)
}

// scriptOf returns the path of that file; empty if there is none.
func (w *World) scriptOf(stem string) string {
	forms := []string{stem, path.Join(stem, "index")}
	if ending := path.Ext(stem); scriptEnding[ending] {
		forms = append(forms, strings.TrimSuffix(stem, ending))
	}
	for _, at := range forms {
		for _, name := range w.stems[stemOf(at)] {
			if ending := path.Ext(name); scriptEnding[ending] && (name == at || strings.TrimSuffix(name, ending) == at) {
				return name
			}
		}
	}
	return ""
}

var scriptEnding = map[string]bool{".ts": true, ".tsx": true, ".mts": true, ".cts": true, ".js": true, ".jsx": true, ".mjs": true, ".cjs": true}
