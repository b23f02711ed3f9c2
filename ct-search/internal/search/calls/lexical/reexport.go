package lexical

import (
	"bytes"
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// A script is a file of JavaScript or TypeScript that was read to see what it
// hands on: the names that it exports from other files.
type script struct {
	imports []source.ImportOf
	exports bool // a name that is imported may be exported by another statement
}

// maxSteps bounds scripts that hand a name on, one after the other.
const maxSteps = 20

// endings are those that an import of a script leaves out.
var endings = []string{".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs", ".mts", ".cts"}

// relative follows an import by a relative path, as in JavaScript.
func (r *Resolver) relative(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	names := append([]string{}, site.Callee.Rest...)
	if base.Member != "" && base.Member != "*" {
		names = append([]string{base.Member}, names...)
	}
	if len(names) == 1 {
		if t := r.handedOn(path.Join(path.Dir(site.Path), base.Module), names[0], site, maxSteps); t != nil {
			return resolve.Bound(t, resolve.High, "imported from %s", t.Path)
		}
	}
	return agrees(r.Index, site, "imported from "+base.Module)
}

// handedOn returns the definition that a script has under a name, its own or one
// that it hands on; stem is its path, with or without its ending.
func (r *Resolver) handedOn(stem, name string, site *resolve.Site, steps int) *resolve.Definition {
	if steps == 0 {
		return nil
	}
	plain := stem
	if strings.HasSuffix(path.Ext(stem), "js") || path.Ext(stem) == ".jsx" {
		plain = strings.TrimSuffix(stem, path.Ext(stem)) // of a file that is made of another
	}
	for _, t := range r.Definitions {
		if t.Owner == "" && !t.Nested && t.Word == name && lang.Related(t.Language, site.Language) && (t.Stands(stem) || t.Stands(plain)) {
			return t
		}
	}
	file := r.scriptFile(stem, plain)
	s := r.script(file)
	if s == nil {
		return nil
	}
	for i := range s.imports {
		if next, ok := s.hands(i, name); ok {
			if t := r.handedOn(path.Join(path.Dir(file), s.imports[i].Module), next, site, steps-1); t != nil {
				return t
			}
		}
	}
	return nil
}

// hands reports whether an import or export from another file brings what the
// script exports under a name, and returns its name there.
func (s *script) hands(i int, name string) (next string, ok bool) {
	im := &s.imports[i]
	if !relativePath(im.Module) {
		return "", false
	}
	switch {
	case im.Name == "*" && im.Alias == "":
		return name, im.Kind == source.ReExport
	case im.Alias == name || im.Alias == "" && im.Name == name:
		return im.Name, im.Kind == source.ReExport || s.exports
	}
	return "", false
}

// scriptFile returns the file that an import means; empty without one.
func (r *Resolver) scriptFile(stem, plain string) string {
	if path.Ext(stem) != "" && r.IsFile(stem) {
		return stem
	}
	for _, start := range []string{stem, plain, path.Join(stem, "index")} {
		for _, ending := range endings {
			if r.IsFile(start + ending) {
				return start + ending
			}
		}
	}
	return ""
}

// script reads a file, once; nil where it cannot.
func (r *Resolver) script(name string) *script {
	if s, ok := r.scripts[name]; ok || name == "" {
		r.Lacks(r.Missed[name])
		return s
	}
	r.scripts[name] = nil
	text, ok := r.Text(name)
	language := languages.Of(name, text[:min(len(text), 1024)])
	if !ok || language == nil || !of(language.Name).script {
		return nil
	}
	s := &script{}
	s.imports = source.Scan(language.Scan, text, source.Want{Bindings: true}).Imports
	s.exports = bytes.Contains(text, []byte("export"))
	r.scripts[name] = s
	return s
}
