// Package publicity says which declarations of a file other code can use.
package publicity

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// A Publicity says which declarations of one file other code can use.
type Publicity struct {
	file     *occurrence.File
	exported map[string]bool // names that a module of JavaScript exports apart from their declarations
	family   string          // of its language
	crate    *crate          // of a file of Rust; nil if it is not known
	module   string          // in the crate
	known    map[int]bool
}

// Of returns the publicity of the declarations of a file, which must have all its declarations. Without all, every pub item of Rust is public.
func Of(f *occurrence.File, all *Crates) *Publicity {
	p := &Publicity{file: f, known: map[int]bool{}}
	if f.Language == "rust" && all != nil {
		p.crate, p.module = all.of(path.Clean(f.Path))
	}
	if l := lang.Named(f.Language); l != nil {
		p.family = l.Family
	}
	if p.family == "script" {
		p.exported = exportedNames(f.Text)
	}
	return p
}

// Holds reports whether declaration of is public, and so is every definition around it.
func (p *Publicity) Holds(of int) bool {
	switch {
	case of == source.None:
		return true
	case strings.HasSuffix(p.file.Path, "_test.go"):
		return false // no other package can import it
	}
	public, known := p.known[of]
	if !known {
		public = p.judge(of)
		p.known[of] = public
	}
	return public
}

func (p *Publicity) judge(of int) bool {
	d := &p.file.Seen.Declarations[of]
	around := source.None
	if d.Parent != source.None {
		around = d.Parent
		if s := p.file.Seen.Declarations[around].Symbol; s == source.Function || s == source.Method {
			return false // only its body can use it
		}
	}
	if d.Receiver != "" && !p.holdsType(d.Receiver) {
		return false
	}
	if p.crate != nil && d.Receiver == "" && (around == source.None || p.file.Seen.Declarations[around].Symbol == source.Module) {
		return p.says(d, around) && p.exports(d)
	}
	return p.says(d, around) && p.Holds(around)
}

// exports reports whether other crates can name an item of a module of Rust that is pub.
func (p *Publicity) exports(d *source.Declaration) bool {
	name := d.Name.Of(p.file.Text)
	module := inlineModule(p.file.Seen, p.file.Text, p.module, d.Parent)
	return d.Symbol == source.Macro || p.crate.exports(module, name) || d.Symbol == source.Module && p.crate.exports(joinModules(module, name), "")
}

// says reports whether a declaration is public where it is declared.
func (p *Publicity) says(d *source.Declaration, around int) bool {
	if d.Visibility == source.Public || d.Symbol == source.Macro && p.exportsMacro(d) {
		return true
	}
	inside := around != source.None
	if inside {
		outer := &p.file.Seen.Declarations[around]
		switch {
		case outer.Symbol == source.Trait, p.file.Language != "go" && outer.Symbol == source.Interface && d.Visibility != source.Private:
			return true // members of a trait or an interface
		case p.file.Language != "go" && outer.Symbol == source.Enum && !d.Symbol.Encloses() && d.Visibility != source.Private:
			return true // enumerators
		case p.family == "script" && outer.Symbol == source.Module && d.Visibility == source.Unsaid:
			return strings.Contains(outer.Signature.Of(p.file.Text), "declare ") // what is only declared need not be exported
		}
	}
	return d.Visibility == source.Unsaid && p.mayUse(d, inside)
}

// mayUse reports whether other code may use a declaration that says nothing about it.
func (p *Publicity) mayUse(d *source.Declaration, inside bool) bool {
	name := d.Name.Of(p.file.Text)
	signature := func() string { return d.Signature.Of(p.file.Text) }
	switch {
	case p.file.Language == "py":
		return p.OfPython(name, inside)
	case p.family == "script" && !inside:
		return p.exported[name] || strings.Contains(signature(), "exports.")
	case p.family == "c" && !lang.IsHeader(path.Ext(p.file.Path)):
		return !strings.HasPrefix(signature(), "static ")
	}
	return true
}

// OfPython reports whether other code may use a name of a module of Python, or of a class if it is inside of one: by __all__, else by its underscore.
func (p *Publicity) OfPython(name string, inside bool) bool {
	exports := p.file.Seen.Exports
	return exports[name] || (inside || exports == nil) && !strings.HasPrefix(name, "_")
}

// exportsMacro reports whether a macro of Rust is exported from its crate.
func (p *Publicity) exportsMacro(d *source.Declaration) bool {
	return slices.ContainsFunc(d.Decorators, func(s source.Span) bool { return strings.Contains(s.Of(p.file.Text), "macro_export") })
}

// holdsType reports whether the type that a method is declared for is public, as far as the file says: one that it does not
// declare is, unless its name says otherwise.
func (p *Publicity) holdsType(receiver string) bool {
	last := receiver[strings.LastIndexByte(receiver, '.')+1:]
	for i := range p.file.Seen.Declarations {
		d := &p.file.Seen.Declarations[i]
		if d.Symbol != source.Method && d.Symbol != source.Function && d.Symbol.Encloses() && d.Name.Of(p.file.Text) == last {
			return p.Holds(i)
		}
	}
	return p.file.Language != "go" || last == "" || last[0] >= 'A' && last[0] <= 'Z' || last[0] >= 0x80
}

// scriptExports matches what exports names apart from their declarations: a list, a default, and what a module of CommonJS
// assigns to its exports.
var scriptExports = lazy.Regexp(`(?m)^\s*export\s+(?:type\s+)?\{([^}]*)\}\s*(?:;|$|/)|^\s*export\s+(?:default\s+|=\s*)([\w$]+)\s*;?\s*$|\bmodule\.exports\s*=\s*\{([^}]*)\}|\bmodule\.exports\s*=\s*([\w$]+)\s*(?:;|$)|\bexports\.[\w$]+\s*=\s*([\w$]+)\s*(?:;|$)`)

var scriptName = lazy.Regexp(`[\w$]+`)

// exportedNames returns the names that a module of JavaScript declares and exports in a statement apart.
func exportedNames(text []byte) map[string]bool {
	names := map[string]bool{}
	for _, m := range scriptExports.Get().FindAllSubmatch(text, -1) {
		for i, group := range m[1:] {
			for part := range strings.SplitSeq(string(group), ",") {
				words := scriptName.Get().FindAllString(part, -1)
				switch {
				case len(words) == 0:
				case i == 2 && strings.Contains(part, ":"): // { name: value }
					names[words[len(words)-1]] = true
				case words[0] == "type" && len(words) > 1 && words[1] != "as":
					names[words[1]] = true
				default:
					names[words[0]] = true
				}
			}
		}
	}
	return names
}

// commonExport matches where a module of CommonJS exports a value, with its name and the beginning of the value.
var commonExport = lazy.Regexp(`(?m)^[ \t]*(?:exports\s*=\s*)?(?:module\.)?exports(?:\.([\w$]+))?\s*=\s*([^=\s].*)$`)

// Unlisted returns how many values a module of CommonJS exports that none of its declarations is, such as the result of a
// call or the members of an object, and the byte where the first is exported. listed reports whether a declaration of the
// name is listed.
func Unlisted(f *occurrence.File, listed func(name string) bool) (n, first int) {
	if l := lang.Named(f.Language); l == nil || l.Family != "script" {
		return 0, 0
	}
	for _, m := range commonExport.Get().FindAllSubmatchIndex(f.Text, -1) {
		value := string(f.Text[m[4]:m[5]])
		is := m[2] >= 0 && listed(string(f.Text[m[2]:m[3]]))
		if name := scriptName.Get().FindString(value); strings.HasPrefix(value, name) && (name == strings.TrimRight(value, "; ")) {
			is = is || listed(name)
		} else if strings.HasPrefix(value, "{") {
			end := bytes.IndexByte(f.Text[m[4]:], '}')
			names := scriptName.Get().FindAllString(string(f.Text[m[4]:m[4]+max(end, 0)]), -1)
			is = is || len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !listed(name) })
		}
		if is {
			continue
		}
		if n == 0 {
			first = m[0]
		}
		n++
	}
	return n, first
}
