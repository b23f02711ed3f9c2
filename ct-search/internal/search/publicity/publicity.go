// Package publicity says which declarations of a file other code can use.
package publicity

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
)

// A Publicity says which declarations of one file other code can use.
type Publicity struct {
	file     *occurrence.File
	exported map[string]bool // names that a module of JavaScript exports apart from their declarations
	family   string          // of its language
	known    map[int]bool
}

// Of returns the publicity of the declarations of a file, all of which it must have.
func Of(f *occurrence.File) *Publicity {
	p := &Publicity{file: f, known: map[int]bool{}}
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
	return p.says(d, around) && p.Holds(around)
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
		case outer.Symbol == source.Trait, p.file.Language != "go" && ofItsMembers(outer.Symbol) && d.Visibility != source.Private:
			return true // members of a trait or an interface, enumerators
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
	switch exports := p.file.Seen.Exports; {
	case p.file.Language == "python":
		return exports[name] || (inside || exports == nil) && !strings.HasPrefix(name, "_")
	case p.family == "script" && !inside:
		return p.exported[name] || strings.Contains(signature(), "exports.")
	case p.family == "c" && !lang.IsHeader(path.Ext(p.file.Path)):
		return !strings.HasPrefix(signature(), "static ")
	}
	return true
}

// exportsMacro reports whether a macro of Rust is exported from its crate.
func (p *Publicity) exportsMacro(d *source.Declaration) bool {
	return slices.ContainsFunc(d.Decorators, func(s source.Span) bool { return strings.Contains(s.Of(p.file.Text), "macro_export") })
}

// ofItsMembers reports whether the members of a type are as public as the type, unless they say otherwise.
func ofItsMembers(s source.Symbol) bool { return s == source.Interface || s == source.Enum }

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
var scriptExports = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*export\s+(?:type\s+)?\{([^}]*)\}\s*(?:;|$|/)|^\s*export\s+(?:default\s+|=\s*)([\w$]+)\s*;?\s*$|\bmodule\.exports\s*=\s*\{([^}]*)\}|\bmodule\.exports\s*=\s*([\w$]+)\s*(?:;|$)|\bexports\.[\w$]+\s*=\s*([\w$]+)\s*(?:;|$)`)
})

var scriptName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\w$]+`) })

// exportedNames returns the names that a module of JavaScript declares and exports in a statement apart.
func exportedNames(text []byte) map[string]bool {
	names := map[string]bool{}
	for _, m := range scriptExports().FindAllSubmatch(text, -1) {
		for i, group := range m[1:] {
			for part := range strings.SplitSeq(string(group), ",") {
				words := scriptName().FindAllString(part, -1)
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
