package typing

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// A File is what a file says of types: those it declares, and where the names of others come from.
type File struct {
	Path    string
	Package string
	imports map[string]string // full names by the names that they have in the file
	stars   []string          // packages and types all of whose members are imported
	types   map[string]*Type  // by qualified name
	byName  map[string][]*Type
	rules   *Language
	// Of C#: whether types of the file have conversions that calls do not show.
	implicit bool
	impls    []impl // of Rust
	// Of scripts: functions and constants outside of types, and the names of what is exported by another one.
	functions map[string]function
	renames   map[string]string
}

// A Type is a type that a file declares.
type Type struct {
	File     *File
	Qual     string
	bases    []string
	only     map[string]bool // of PHP: bases that are interfaces
	members  []member
	cases    bool              // it is an enum
	abstract bool              // it is an interface, a trait or a protocol
	alias    string            // of C++: the type that it is another name of
	free     map[string]string // its type parameters, with what they extend
	partial  bool              // of C#: other files may declare parts of it
	others   []*Type           // these, once they are asked for
}

// A member is a field or a method of a type.
type member struct {
	name   string
	typ    string // of a field its type, of a method that of its result, as written
	method bool
	takes  []string // of a method that is given functions: the types of its parameters, as written

	documented bool // by a comment, or by what is given to a field that types below may give another value
	guessed    bool // from one of the values that it is given, in a language in which others may be of another type
}

// has reports whether a type has a member of a name itself.
func (t *Type) has(name string) bool {
	return slices.ContainsFunc(t.members, func(m member) bool { return m.name == name })
}

// NewFile returns what a scan of a file, with bindings and declarations, says of types.
func (l *Language) NewFile(name string, text []byte, f *source.File) *File {
	out := &File{Path: name, Package: l.packageOf(name, text), imports: map[string]string{}, types: map[string]*Type{}, byName: map[string][]*Type{}, rules: l}
	for i := range f.Imports {
		if l.modules {
			out.module(&f.Imports[i])
		} else {
			out.brings(&f.Imports[i])
		}
	}
	out.implicit = l.converts && bytes.Contains(text, []byte("implicit operator"))
	at := make([]*Type, len(f.Declarations))
	for i := range f.Declarations {
		if d := &f.Declarations[i]; d.Symbol >= source.Class && d.Symbol <= source.Type {
			at[i] = out.declare(text, f, i)
		}
	}
	for i := range f.Declarations {
		if t := out.ownerOf(text, f, at, i); t != nil {
			d := &f.Declarations[i]
			name := d.Name.Of(text)
			m := l.member(text, d)
			if m.name = name; l.sigil != "" {
				m = l.documented(text, d, m)
			}
			t.members = append(t.members, m)
			if l.crates && t.cases {
				for i, written := range numbered(text[d.Name.End:d.Span.End]) {
					t.members = append(t.members, member{name: m.name + "." + string(rune('0'+i)), typ: written})
				}
			}
		}
	}
	if l.modules {
		out.assigned(text, f, at)
		out.functions, out.renames = map[string]function{}, map[string]string{}
		out.exports(text, f)
	}
	if l.sigil != "" {
		out.dollarFields(text, f, at)
	}
	if l.crates {
		out.implemented(text, f, at)
	}
	return out
}

// implemented adds what impls of Rust say, and the members that have numbers; at has the types of declarations.
func (f *File) implemented(text []byte, seen *source.File, at []*Type) {
	f.impls = implsOf(text)
	for i, t := range at {
		if t != nil && seen.Declarations[i].Symbol == source.Struct {
			t.tuple(text, &seen.Declarations[i])
		}
	}
	for _, m := range implements.Get().FindAllSubmatch(text, -1) {
		if t := f.types[string(m[2])]; t != nil {
			t.bases = append(t.bases, dotted(string(m[1])))
		}
	}
}

// brings keeps what an import brings.
func (f *File) brings(im *source.ImportOf) {
	if f.rules.headers && im.Kind == source.Include {
		return
	}
	full := dotted(im.Module)
	if im.Name == "*" || f.rules.nested && im.Name == "" && im.Alias == "" {
		f.stars = append(f.stars, full)
		return
	}
	full = join(full, im.Name)
	as := im.Alias
	if as == "" {
		as = last(full)
	}
	f.imports[as] = full
}

// ownerOf returns the type that a declaration is a member of, nil if it is of none; at has the types of declarations.
func (f *File) ownerOf(text []byte, seen *source.File, at []*Type, i int) *Type {
	d := &seen.Declarations[i]
	switch {
	case at[i] != nil:
	case d.Receiver != "" && d.Parent == source.None:
		return f.types[d.Receiver]
	case d.Receiver != "":
		return f.types[seen.Qualname(text, d.Parent)+"."+d.Receiver]
	case d.Parent != source.None && at[d.Parent] == nil && f.rules.sigil != "" && d.Symbol >= source.Constant && seen.Declarations[d.Parent].Parent != source.None:
		return at[seen.Declarations[d.Parent].Parent] // a parameter that makes a field
	case d.Parent != source.None:
		return at[d.Parent]
	}
	return nil
}

// member returns the member that a declaration is.
func (l *Language) member(text []byte, d *source.Declaration) member {
	if d.Symbol == source.Method || d.Symbol == source.Function {
		return member{typ: l.result(text, d), method: true, takes: l.takes(text, d)}
	}
	written := l.declared(text, d.Name)
	if made := constructed.Get().FindSubmatch(text[d.Name.End:min(len(text), d.Name.End+mostType)]); written == "" && made != nil && !l.crates {
		return member{typ: string(made[1]), guessed: l.dynamic}
	}
	return member{typ: written}
}

// assigned adds the fields that the methods of a script's classes make.
func (f *File) assigned(text []byte, seen *source.File, at []*Type) {
	for i, t := range at {
		if t == nil {
			continue
		}
		for _, m := range makes.Get().FindAllSubmatch([]byte(seen.Declarations[i].Span.Of(text)), -1) {
			if name := string(m[1]); !t.has(name) {
				t.members = append(t.members, member{name: name, typ: string(m[2]), guessed: true})
			}
		}
	}
}

// How a field is given a new object.
var (
	constructed = lazy.Regexp(`^\s*=\s*(?:new\s+)?([A-Z][\w.]*)\s*\(`)
	makes       = lazy.Regexp(`\bthis\.(\w+)\s*=\s*new\s+([A-Z][\w.]*)`)
)

// implements is how Rust makes a type one that has a trait.
var implements = lazy.Regexp(`(?m)^[ \t]*(?:unsafe[ \t]+)?impl\b(?:<[^{};]*?>)?\s+!?([\w:]+)(?:<[^{};]*?>)?\s+for\s+&?(?:'\w+\s+)?(?:mut\s+)?(?:[\w]+::)*(\w+)`)

// declare adds the type that a declaration is of, which other declarations may be parts of.
func (f *File) declare(text []byte, seen *source.File, i int) *Type {
	d := &seen.Declarations[i]
	qual := seen.Qualname(text, i)
	t := f.types[qual]
	if t == nil {
		t = &Type{File: f, Qual: qual, only: map[string]bool{}, free: f.rules.free(text, d), cases: d.Symbol == source.Enum, abstract: d.Symbol == source.Interface || d.Symbol == source.Trait || d.Symbol == source.Type}
		t.partial = f.rules.nested && isPartial(text[:d.Name.Start])
		f.types[qual] = t
		if f.rules.headers {
			f.types[declaredAs(text, d.Name.Start, qual)] = t
		} else {
			f.byName[last(qual)] = append(f.byName[last(qual)], t)
		}
	}
	for _, b := range d.Bases {
		if f.rules.sigil != "" && b.Start > 0 && text[b.Start-1] == '\\' {
			b.Start--
		}
		if name, _, ok := f.rules.plain(b.Of(text)); ok {
			t.bases = append(t.bases, name)
			if f.rules.sigil != "" && (t.abstract || bytes.Contains(text[d.Name.End:b.Start], []byte("implements"))) {
				t.only[name] = true
			}
		}
	}
	if d.Symbol == source.Type {
		t.bases = append(t.bases, f.rules.aliases(text, d)...)
		if f.rules.headers {
			t.alias = aliased(text, d)
		}
	}
	return t
}

// isPartial reports whether the declaration of a type of C# says that it is a part, whose text before the name is given.
func isPartial(before []byte) bool {
	words := bytes.Fields(before[max(0, len(before)-mostModifiers):])
	return len(words) > 1 && string(words[len(words)-2]) == "partial"
}

// mostModifiers bounds the words "partial class", in bytes.
const mostModifiers = 40

// module keeps what an import of a script brings: a path is before the sign #, without its ending, or what byName begins.
func (f *File) module(im *source.ImportOf) {
	from := byName + im.Module + "#"
	if strings.HasPrefix(im.Module, ".") {
		from = path.Join(path.Dir(f.Path), im.Module) + "#"
	}
	switch {
	case im.Name == "*" && im.Alias == "":
		f.stars = append(f.stars, from)
	case im.Alias != "":
		f.imports[im.Alias] = from + im.Name
	case im.Name != "":
		f.imports[im.Name] = from + im.Name
	}
}

// aliases returns the types that another name is declared for: one, or all that a value has to be of.
func (l *Language) aliases(text []byte, d *source.Declaration) []string {
	_, written, _ := strings.Cut(d.Span.Of(text), "=")
	parts := strings.Split(written, "&")
	if l.headers || l.crates || len(parts) == 1 {
		return []string{l.alias(text, d)}
	}
	var all []string
	for _, part := range parts {
		name, elements, ok := l.plain(strings.TrimSpace(strings.TrimRight(strings.TrimSpace(part), ";")))
		if !ok || elements > 0 {
			name = "?"
		}
		all = append(all, name)
	}
	return all
}

// alias returns the type that another name is declared for; "?" if it is not seen.
func (l *Language) alias(text []byte, d *source.Declaration) string {
	_, written, ok := strings.Cut(d.Span.Of(text), "=")
	if l.headers && !ok { // typedef T Name;
		written, ok = before(text, d.Name.Start), true
	}
	if name, elements, plain := l.plain(strings.TrimRight(strings.TrimSpace(written), ";")); ok && plain && elements == 0 {
		return name
	}
	return "?"
}

// signs writes the signs of paths as dots.
var signs = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("::", ".", `\`, ".") }}

// dotted writes a name with dots.
func dotted(name string) string {
	return strings.Trim(signs.Get().Replace(name), ".")
}

func join(names ...string) string {
	return strings.Trim(strings.Join(names, "."), ".")
}

// free returns the type parameters of a declaration, with what each extends.
func (l *Language) free(text []byte, d *source.Declaration) map[string]string {
	switch {
	case l.headers:
		return templates(text, d)
	case l.crates:
		return bounds(text[d.Name.End:max(d.Name.End, d.Signature.End)])
	}
	return parameters(text, d)
}

// parameters returns the type parameters of a declaration, with what each extends.
func parameters(text []byte, d *source.Declaration) map[string]string {
	rest := text[d.Name.End:max(d.Name.End, d.Signature.End)]
	if len(rest) == 0 || rest[0] != '<' {
		return nil
	}
	all := map[string]string{}
	for _, one := range arguments(string(rest)) {
		words := strings.Fields(strings.NewReplacer(":", " : ", "&", " & ", "=", " = ").Replace(one))
		for len(words) > 1 && (words[0] == "in" || words[0] == "out" || words[0] == "const" || words[0] == "reified" || words[0][0] == '@') {
			words = words[1:]
		}
		bound := ""
		if len(words) > 2 && (words[1] == "extends" || words[1] == ":") {
			bound = words[2]
		}
		if len(words) > 0 {
			all[words[0]] = bound
		}
	}
	return all
}

// arguments returns what is between the first < of a type and the > that closes it, in its parts.
func arguments(written string) []string {
	open := strings.IndexByte(written, '<')
	if open < 0 {
		return nil
	}
	var all []string
	depth, from := 0, open+1
	for i := open; i < len(written); i++ {
		switch c := written[i]; {
		case strings.IndexByte("<([", c) >= 0:
			depth++
		case c == '>' && i > 0 && (written[i-1] == '-' || written[i-1] == '='):
		case strings.IndexByte(">)]", c) >= 0:
			if depth--; depth == 0 {
				return append(all, strings.TrimSpace(written[from:i]))
			}
		case c == ',' && depth == 1:
			all, from = append(all, strings.TrimSpace(written[from:i])), i+1
		}
	}
	return nil
}

// declared returns the type of the name at a place, as it is written there.
func (l *Language) declared(text []byte, at source.Span) string {
	if l.before {
		if at.Start > 0 && text[at.Start-1] == '$' {
			at.Start--
		}
		if l.sigil != "" {
			return typeBefore(text, at.Start)
		}
		written := before(text, at.Start)
		if l.headers {
			return l.declarator(text, at, written)
		}
		if written == "" && precedes(text, at.Start, ',') { // T a, b
			return ""
		}
		return written
	}
	rest := text[at.End:min(len(text), at.End+mostType)]
	trimmed := bytes.TrimLeft(rest, "?! \t\r\n")
	if len(trimmed) == 0 || trimmed[0] != ':' || len(trimmed) > 1 && (trimmed[1] == ':' || trimmed[1] == '=') {
		return ""
	}
	written := after(text, at.End+len(rest)-len(trimmed)+1)
	if l.crates { // of a closure
		written, _, _ = strings.Cut(written, "|")
	}
	return strings.TrimSpace(written)
}

// precedes reports whether a sign stands before pos.
func precedes(text []byte, pos int, sign byte) bool {
	pos = skipBack(text, pos)
	return pos > 0 && text[pos-1] == sign
}

// result returns the type of what a function returns, as its signature writes it.
func (l *Language) result(text []byte, d *source.Declaration) string {
	if l.arrow == "" {
		return before(text, d.Name.Start)
	}
	signature := text[d.Name.End:max(d.Signature.End, d.Name.End)]
	open := bytes.IndexByte(signature, '(')
	if open < 0 {
		return ""
	}
	depth := 0
	for i := open; i < len(signature); i++ {
		switch signature[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth > 0 {
				continue
			}
			rest := bytes.TrimSpace(signature[i+1:])
			if rest, ok := bytes.CutPrefix(rest, []byte(l.arrow)); ok {
				written := after(rest, 0)
				written, _, _ = strings.Cut(written, " where ")
				return strings.TrimSpace(written)
			}
			return ""
		}
	}
	return ""
}

// packageOf returns the name of the package, or the namespace, of a file.
func (l *Language) packageOf(name string, text []byte) string {
	if l.crates {
		return moduleOf(name)
	}
	if l.namespace == "" {
		return ""
	}
	if m := packageLine.Get()[l.namespace].FindSubmatch(text[:min(len(text), 64<<10)]); m != nil {
		return dotted(string(m[1]))
	}
	return ""
}

// moduleOf returns the name of the module that a file of Rust is, after that of the root of its crate.
func moduleOf(name string) string {
	root, rest := "", name
	if at := strings.LastIndex("/"+name, "/src/"); at >= 0 {
		root, rest = name[:at], name[at+len("src/"):]
	}
	parts := strings.Split(strings.TrimSuffix(rest, ".rs"), "/")
	if last := parts[len(parts)-1]; last == "mod" || len(parts) == 1 && (last == "lib" || last == "main") {
		parts = parts[:len(parts)-1]
	}
	return join(append([]string{crateOf(root)}, parts...)...)
}

// crateOf returns the name of a crate whose sources are below a folder, as one name without dots.
func crateOf(root string) string { return "/" + strings.ReplaceAll(root, ".", "_") }

// packageLine matches the line that names the package of a file, after each of the words that do.
var packageLine = lazy.Value[map[string]*regexp.Regexp]{Make: func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for _, word := range []string{"package", "namespace"} {
		all[word] = regexp.MustCompile(`(?m)^[ \t]*` + word + `\s+([\w.\\]+)`)
	}
	return all
}}

// stemOf returns the name of a file without its ending.
func stemOf(name string) string {
	base := path.Base(name)
	stem, _, _ := strings.Cut(base, ".")
	return stem
}
