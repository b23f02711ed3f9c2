package typing

import (
	"path"
	"slices"
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
			if out := w.exported(f, stem, name, steps); out.Type != nil || out.module != nil {
				return out
			}
		}
		return Found{}
	}
	return w.exported(f, module, name, steps)
}

// exported returns the type that a script, which a file imports, has under a name, its own or one that it hands on.
func (w *World) exported(from *File, stem, name string, steps int) Found {
	f := w.script(from, stem)
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

// An importing is a path by which scripts import others.
type importing struct {
	at    string
	typed bool // by those of TypeScript
}

// script returns the file that a script means by a path, nil if there is none.
func (w *World) script(from *File, at string) *File {
	key := importing{at, isTypeScript(from.Path)}
	name, ok := w.scripts[key]
	if !ok {
		for _, one := range ScriptFiles(from.Path, at) {
			if w.isScript[one] {
				name = one
				break
			}
		}
		w.scripts[key] = name
	}
	if name == "" {
		return nil
	}
	return w.file(name)
}

// The endings of scripts: those of TypeScript, of its files that only declare what others define, and of JavaScript.
var (
	typedEndings   = []string{".ts", ".tsx", ".mts", ".cts"}
	declareEndings = []string{".d.ts", ".d.mts", ".d.cts"}
	plainEndings   = []string{".js", ".jsx", ".mjs", ".cjs"}
)

// IsScript reports whether a file is one of JavaScript or TypeScript, by its ending.
func IsScript(name string) bool {
	return slices.Contains(typedEndings, path.Ext(name)) || slices.Contains(plainEndings, path.Ext(name))
}

// isTypeScript reports whether a file is one of TypeScript.
func isTypeScript(name string) bool { return slices.Contains(typedEndings, path.Ext(name)) }

// ScriptFiles returns paths in an order: the first that is there is the script that a file imports by a path, without its ending or with
// that of what it is compiled to. For TypeScript, what has types, or declares them, goes before what has none.
func ScriptFiles(from, at string) []string {
	typed := isTypeScript(from)
	endings := slices.Concat(plainEndings, typedEndings, declareEndings)
	if typed {
		endings = slices.Concat(typedEndings, declareEndings, plainEndings)
	}
	var all []string
	bare := at
	if ending := path.Ext(at); slices.Contains(plainEndings, ending) {
		bare = strings.TrimSuffix(at, ending)
	}
	if !typed || bare == at {
		all = append(all, at)
	}
	for _, start := range slices.Compact([]string{bare, at, path.Join(at, "index")}) {
		for _, ending := range endings {
			all = append(all, start+ending)
		}
	}
	return all
}

// TwinOf returns the path of the script that a file of declarations of TypeScript is about, or that of the declarations about a script of
// JavaScript: both are one module. It is empty for other files.
func TwinOf(name string) string {
	for i, ending := range declareEndings {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			return stem + compiled[i]
		}
	}
	for i, ending := range compiled {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			return stem + declareEndings[i]
		}
	}
	return ""
}

// IsDeclaring reports whether a file of TypeScript only declares what a script defines.
func IsDeclaring(name string) bool {
	return slices.ContainsFunc(declareEndings, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

// compiled are the endings of the files that declareEndings are about, in their order.
var compiled = []string{".js", ".mjs", ".cjs"}
