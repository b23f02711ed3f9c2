package lexical

import (
	"bytes"
	"cmp"
	"path"
	"regexp"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// imported follows an import: by a relative path, as in JavaScript, by what says where the tree has a module, or by its name alone.
func (r *Resolver) imported(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	names := append([]string{}, site.Callee.Rest...)
	if base.Member != "" && base.Member != "*" {
		names = append([]string{base.Member}, names...)
	}
	if relativePath(base.Module) || of(site.Language).script {
		if len(names) == 1 || len(names) == 2 {
			if t := r.member(site, base.Module, strings.Join(names[:len(names)-1], ""), names[len(names)-1]); t != nil {
				return resolve.Bound(t, resolve.High, "imported from %s", placed(base.Module, t.Path))
			}
		}
		if relativePath(base.Module) {
			return agrees(r.Index, site, "imported from "+base.Module)
		}
		for _, stem := range r.stems(site.Path, base.Module) {
			if file := r.scriptFile(site.Path, stem); file != "" {
				return agrees(r.Index, site, "imported from "+placed(base.Module, file))
			}
		}
	}
	if v, ok := r.inCrates(site); ok {
		return v
	}
	return r.named(site, base)
}

// A brought is a name that the files of a folder import from a module: its own, or that of a member of an object, the owner.
type brought struct{ folder, module, owner, name, language string }

// A reached is the definition that it leads to, nil if none is seen; lacking is whether a file was not read.
type reached struct {
	to      *resolve.Definition
	lacking bool
}

// member returns the definition that a module has under a name that the file of a call imports.
func (r *Resolver) member(site *resolve.Site, module, owner, name string) *resolve.Definition {
	key := brought{path.Dir(site.Path), module, owner, name, site.Language}
	found, ok := r.brought[key]
	if !ok {
		before := r.Lacking
		r.Lacking = false
		found.to = (&handing{r, site.Language, map[brought]bool{}}).member(site.Path, module, owner, name)
		found.lacking, r.Lacking = r.Lacking, before
		r.brought[key] = found
	}
	r.Lacks(found.lacking)
	return found.to
}

// A handing follows one name through the scripts that hand it on, each of which is looked at once.
type handing struct {
	*Resolver
	language string
	seen     map[brought]bool
}

func (r *handing) member(from, module, owner, name string) *resolve.Definition {
	for _, stem := range r.stems(from, module) {
		if t := r.handedOn(from, stem, owner, name); t != nil {
			return t
		}
	}
	return nil
}

// placed names a module and its file.
func placed(module, file string) string {
	if relativePath(module) {
		return file
	}
	return budget.EscapeName(module) + ", " + file
}

// stems returns the paths that a module of scripts may be at, with or without their endings.
func (r *Resolver) stems(from, module string) []string {
	if relativePath(module) {
		return []string{r.Own(path.Join(path.Dir(from), module))}
	}
	return r.Space.Script(from, module)
}

// handedOn returns the definition that a script has under a name, or an object that it has as a member of that name; its
// own or one that it hands on. stem is its path as a file imports it, with or without its ending.
func (r *handing) handedOn(from, stem, owner, name string) *resolve.Definition {
	key := brought{module: stem, owner: owner, name: name}
	if r.seen[key] {
		return nil
	}
	r.seen[key] = true
	file := r.scriptFile(from, stem)
	if t := r.exported(file, owner, name); t != nil {
		return t
	}
	for _, im := range r.script(file) {
		next, ok := hands(&im, cmp.Or(owner, name))
		if !ok {
			continue
		}
		of, last := owner, next
		if owner != "" {
			of, last = next, name
		}
		if t := r.member(file, im.Module, of, last); t != nil {
			return t
		}
	}
	return nil
}

// exported returns the definition that a script itself has under a name: a wanted one before others, and one with a body before its
// declaration.
func (r *handing) exported(file, owner, name string) *resolve.Definition {
	var best *resolve.Definition
	twin := typing.TwinOf(file)
	for _, t := range r.Definitions {
		switch {
		case t.Word != name || !exports(t, owner) || t.Nested || !lang.Related(t.Language, r.language):
		case t.Path != file && t.Path != twin:
		case best == nil, t.Wanted && !best.Wanted, t.Wanted == best.Wanted && !typing.IsDeclaring(t.Path) && typing.IsDeclaring(best.Path):
			best = t
		}
	}
	return best
}

// exports reports whether importers of its file have a definition as a member of the object owner, of the module if that is empty.
func exports(t *resolve.Definition, owner string) bool {
	switch owner {
	case "":
		return t.Owner == "" || t.Exported
	case "default":
		return t.Exported
	}
	return t.Owner == owner && t.Outside && t.Single
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

// hands reports whether an import or export brings what a script has under a
// name, and returns its name there. Other statements may export what is imported.
func hands(im *source.ImportOf, name string) (next string, ok bool) {
	switch {
	case im.TypeOnly:
		return "", false
	case im.Name == "*" && im.Alias == "":
		return name, im.Kind == source.ReExport
	}
	return im.Name, im.Alias == name || im.Alias == "" && im.Name == name
}

// scriptFile returns the script that a file means by a path, empty without one.
func (r *Resolver) scriptFile(from, at string) string {
	for _, name := range typing.ScriptFiles(from, at) {
		if path.Ext(name) != "" && r.IsFile(name) {
			return name
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
