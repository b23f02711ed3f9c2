package lexical

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

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
	if len(names) <= 2 {
		if t := r.handedOn(path.Join(path.Dir(site.Path), base.Module), names, site, maxSteps); t != nil {
			return resolve.Bound(t, resolve.High, "imported from %s", t.Path)
		}
	}
	return agrees(r.Index, site, "imported from "+base.Module)
}

// handedOn returns the definition that a script has under a name, or an object that it has as a member of that name; its
// own or one that it hands on. stem is its path, with or without its ending.
func (r *Resolver) handedOn(stem string, names []string, site *resolve.Site, steps int) *resolve.Definition {
	if steps == 0 || len(names) == 0 {
		return nil
	}
	plain := stem
	if strings.HasSuffix(path.Ext(stem), "js") || path.Ext(stem) == ".jsx" {
		plain = strings.TrimSuffix(stem, path.Ext(stem)) // of a file that is made of another
	}
	for _, t := range r.Definitions {
		if t.Word == names[len(names)-1] && exports(t, names[:len(names)-1]) && !t.Nested && lang.Related(t.Language, site.Language) && (t.Stands(stem) || t.Stands(plain)) {
			return t
		}
	}
	file := r.scriptFile(stem, plain)
	for _, im := range r.script(file) {
		if next, ok := hands(&im, names[0]); ok {
			if t := r.handedOn(path.Join(path.Dir(file), im.Module), append([]string{next}, names[1:]...), site, steps-1); t != nil {
				return t
			}
		}
	}
	return nil
}

// exports reports whether importers of its file have a definition as a member of the object that owner names, of the
// module if it names none.
func exports(t *resolve.Definition, owner []string) bool {
	switch {
	case len(owner) == 0:
		return t.Owner == "" || t.Exported
	case owner[0] == "default":
		return t.Exported
	}
	return t.Owner == owner[0] && t.Outside && t.Single
}

// isExported reports whether a script exports an object as a whole: module.exports = NAME, export default NAME.
func (x *Reader) isExported(name string) bool {
	if !bytes.Contains(x.Text, []byte("module.exports")) && !bytes.Contains(x.Text, []byte("export default")) {
		return false
	}
	n := `(?:^|[^\w$.])` + regexp.QuoteMeta(name)
	exported, err := regexp.Compile(`(?m)(?:\bmodule\.exports\s*=|\bexport\s+default\b)\s*` + n + `\s*(?:;|,|$)|` + n + `\s*=\s*(?:exports\s*=\s*)?module\.exports\b`)
	return err == nil && exported.Match(x.Text)
}

// hands reports whether an import or export from another file brings what a script has under a
// name, and returns its name there. Other statements may export what is imported.
func hands(im *source.ImportOf, name string) (next string, ok bool) {
	switch {
	case !relativePath(im.Module) || im.TypeOnly:
		return "", false
	case im.Name == "*" && im.Alias == "":
		return name, im.Kind == source.ReExport
	}
	return im.Name, im.Alias == name || im.Alias == "" && im.Name == name
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

// script returns the imports of a file, which is read once; nil if it cannot be read.
func (r *Resolver) script(name string) []source.ImportOf {
	if s, ok := r.scripts[name]; ok || name == "" {
		r.Lacks(r.Missed[name])
		return s
	}
	r.scripts[name] = nil
	text, ok := r.Text(name)
	language := languages.Of(name, text[:min(len(text), 1024)])
	if ok && language != nil && of(language.Name).script {
		r.scripts[name] = source.Scan(language.Scan, text, source.Want{Bindings: true}).Imports
	}
	return r.scripts[name]
}
