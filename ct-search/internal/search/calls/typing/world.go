package typing

import (
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// A World finds types in the files of a tree.
type World struct {
	text  func(name string) ([]byte, bool) // of a file
	space Space
	stems map[string][]string // files by their names without endings
	files map[string]*File    // that were read; nil if one cannot be
	// Of scripts: those that are there, and which one a path of an import means.
	isScript map[string]bool
	scripts  map[importing]string
	// Of languages whose files need not be named like their types: the files, and by names those that may declare a type of it.
	loose []string
	types map[string][]int32
	blind bool // one of them cannot be read
	// Of Rust: files by their modules.
	modules map[string]string
	paths   map[string]Found // what full paths mean, also of C++
	// Of C++: its files, and what they include and may declare.
	plusPlus []string
	headers  *headers
}

// A Space says where a tree has the modules that are imported by a name: the paths that a script's may be at, and the file that a
// crate begins in, empty if that is outside of the tree; known is whether it is seen.
type Space interface {
	Script(from, module string) []string
	Crate(from, name string) (root string, known bool)
}

// NewWorld returns the world of files that may declare types; text reads one.
func NewWorld(files []string, text func(name string) ([]byte, bool), space Space) *World {
	w := &World{text: text, space: space, stems: map[string][]string{}, files: map[string]*File{}, isScript: map[string]bool{}, scripts: map[importing]string{}, modules: map[string]string{}, paths: map[string]Found{}}
	for _, name := range slices.Sorted(slices.Values(files)) { // they were visited in any order
		if strings.HasSuffix(name, ".rs") {
			w.modules[moduleOf(name)] = name
		}
		if isPlusPlus(name) {
			w.plusPlus = append(w.plusPlus, name)
			continue
		}
		if IsScript(name) {
			w.isScript[name] = true
		}
		if declaring.Get()[path.Ext(name)] != nil {
			w.loose = append(w.loose, name)
		}
		stem := stemOf(name)
		w.stems[stem] = append(w.stems[stem], name)
	}
	return w
}

// file returns what a file says of types; nil if it cannot be read.
func (w *World) file(name string) *File {
	f, ok := w.files[name]
	if !ok {
		if text, ok := w.text(name); ok {
			if language := languageOf(name, text); language != nil && Rules(language.Name) != nil {
				f = Rules(language.Name).NewFile(name, text, source.Scan(language.Scan, text, source.Want{Declarations: true, Bindings: true}))
			}
		}
		w.files[name] = f
	}
	return f
}

// A Found is what a name or an expression was found to be.
type Found struct {
	Type *Type
	Sure bool // it is seen, and not only likely
	// Documented is whether a comment says it, and no code.
	Documented bool
	Outside    string // its full name, if it is seen to be declared outside of the tree
	// Elements is how many times an element has to be taken to get to an object of the type.
	Elements int
	// Arguments are those of a generic type, as a file writes them in the type with the qualified name around.
	Arguments []string
	Pointed   bool // a pointer of the library led to it
	file      *File
	around    string
	made      bool // it is called to make an object
	passed    bool // the next step led to it
	// Of a path of Rust: the file of the function that it leads to, its qualified name there, and whether a Cargo.toml says that it
	// leads out of the tree.
	at, qual string
	away     bool
	// Of a script: the file of a module that is imported as a whole.
	module *File
	// Of the object that a method of Rust is called on: the file of the method, and what the type parameters around it are bound to.
	in     *File
	bounds map[string]string
	// Of a type parameter of Rust: other traits that it has, as the file of the call names them.
	Also []string
}

// written notes the arguments of a type, unless another name of it has them.
func (f *Found) written(arguments []string, in *File, around string) {
	if f.file == nil {
		f.Arguments, f.file, f.around = arguments, in, around
	}
}

// maxSteps bounds bases of bases.
const maxSteps = 20

// find returns the type that a name means in a file, inside of the type with the qualified name around.
func (w *World) find(f *File, around, name string) Found {
	if f.rules.headers {
		return w.scoped(f, around, name)
	}
	if f.rules.sigil != "" && strings.Contains(name, ".") {
		return w.fullName(f, name)
	}
	first, rest, nested := strings.Cut(name, ".")
	if t := f.types[name]; t != nil && nested {
		return Found{Type: t, Sure: true}
	}
	out := w.first(f, around, first)
	if out.Type == nil && out.Outside == "" && nested { // a full name
		out = w.full(f, name)
		return out
	}
	if nested && out.Type != nil {
		if inner := out.Type.File.types[out.Type.Qual+"."+rest]; inner != nil || !out.Type.cases {
			out.Type = inner
		}
	} else if nested && out.Outside != "" {
		out.Outside += "." + rest
	}
	return out
}

// first returns the type that a name without dots means: of the types around, of the file, or imported; then what is seen without an
// import.
func (w *World) first(f *File, around, name string) Found {
	for at := around; at != ""; at = outer(at) {
		if t := f.types[at]; t != nil {
			if bound, ok := t.free[name]; ok {
				plain, _, _ := f.rules.plain(bound)
				return w.find(f, outer(at), plain)
			}
		}
		if t := f.types[at+"."+name]; t != nil {
			return Found{Type: t, Sure: true}
		}
	}
	if t := f.types[name]; t != nil {
		return Found{Type: t, Sure: true}
	}
	if full := f.imports[name]; full != "" {
		return w.full(f, full)
	}
	if t, sure := w.near(f, around, name); t != nil {
		return Found{Type: t, Sure: sure}
	}
	for _, star := range f.stars {
		full := star + "." + name
		if f.rules.modules {
			full = star + name
		}
		if out := w.full(f, full); out.Type != nil {
			return out
		}
	}
	if f.rules.builtin(name) {
		return Found{Outside: name, Sure: !w.mayDeclare(f, name)}
	}
	if own := f.byName[name]; len(own) == 1 {
		return Found{Type: own[0]}
	}
	return Found{}
}

// near returns the type that a file knows without an import: of its package, or in a base of a type around. It is not sure if several
// files, whose names say nothing, declare it and not as its parts.
func (w *World) near(f *File, around, name string) (near *Type, sure bool) {
	if !f.rules.modules && !f.rules.crates {
		for _, at := range w.naming(f, name) {
			other := w.file(at)
			if at == f.Path || other == nil || other.rules != f.rules {
				continue
			}
			for _, t := range other.byName[name] {
				switch {
				case !f.sees(t, around):
				case len(declaring.Get()[path.Ext(f.Path)]) == 0:
					return t, true
				case near == nil:
					near, sure = t, true
				case near.Qual == t.Qual && !t.partial:
					sure = false
				}
			}
		}
	}
	if near != nil {
		return near, sure
	}
	for at := around; at != ""; at = outer(at) {
		if t, ok := w.inner(f.types[at], name, maxSteps); ok {
			return t, true
		}
	}
	return nil, false
}

// sees reports whether a file knows a type of another one by its name alone, inside of the type with the qualified name around.
func (f *File) sees(t *Type, around string) bool {
	if !f.rules.nested {
		return outer(t.Qual) == "" && t.File.Package == f.Package
	}
	in := outer(t.Qual)
	return in == "" || in == around || strings.HasPrefix(around, in+".") || slices.Contains(f.stars, in)
}

// inner returns the type that a type has from its bases under a name.
func (w *World) inner(t *Type, name string, steps int) (*Type, bool) {
	if t == nil || steps == 0 {
		return nil, false
	}
	for _, b := range t.bases {
		base := w.find(t.File, outer(t.Qual), b).Type
		if base == nil || base == t {
			continue
		}
		if found := base.File.types[base.Qual+"."+name]; found != nil {
			return found, true
		}
		if found, ok := w.inner(base, name, steps-1); ok {
			return found, true
		}
	}
	return nil, false
}

// outer returns what is around a qualified name.
func outer(qual string) string { return qual[:max(strings.LastIndexByte(qual, '.'), 0)] }

// full returns the type of a full name.
func (w *World) full(f *File, full string) Found {
	if from, name, ok := cutModule(full); ok {
		return w.imported(f, from, name, maxSteps)
	}
	if f.rules.crates {
		return w.typesOfCrates().inCrate(f, full, maxSteps)
	}
	for name := full; name != ""; name = outer(name) {
		last := name[strings.LastIndexByte(name, '.')+1:]
		for _, at := range w.naming(f, last) {
			other := w.file(at)
			if other == nil { // it cannot be read
				return Found{}
			}
			if other.rules != f.rules {
				continue
			}
			for _, t := range other.types {
				if join(other.Package, t.Qual) == full {
					return Found{Type: t, Sure: true}
				}
			}
		}
	}
	return Found{Outside: full, Sure: f.rules.isLibrary(full)}
}

// known returns the one File of a path.
func (w *World) known(f *File) *File {
	if first := w.files[f.Path]; first != nil {
		return first
	}
	w.files[f.Path] = f
	return f
}

// Type returns the type that an expression leads to.
func (w *World) Type(e *Expression) Found {
	f := w.known(e.File)
	out := w.begin(f, e)
	for steps := e.Steps; len(steps) > 0; {
		next, n := w.step(f.rules, out, steps, e.Above && len(steps) == len(e.Steps))
		if n == 0 {
			return Found{}
		}
		out, steps = next, steps[n:]
	}
	out.Elements += e.Elements
	if e.Arrow && out.Elements == 0 {
		out = w.pointed(out)
	}
	out.Sure, out.Documented = out.Sure && !e.Likely, out.Documented || e.Documented
	return out
}

// begin returns the type that an expression begins with.
func (w *World) begin(f *File, e *Expression) Found {
	if e.Own {
		t := f.types[e.Around]
		if t != nil && e.bounds != nil {
			return Found{Type: t, Sure: true, in: f, bounds: e.bounds}
		}
		if t == nil && f.rules.headers {
			return w.qualified(f, e.Around)
		}
		if t != nil || !f.rules.crates {
			return Found{Type: t, Sure: true}
		}
		return w.find(f, "", last(e.Around)) // of another file
	}
	if e.Static && f.rules.modules && len(e.Steps) > 0 && (e.Steps[0] == "()" || IsHanding(e.Steps[0])) {
		if out := w.called(f, e.Name, e.Steps[0]); out.Type != nil || out.Outside != "" {
			out.passed = true
			return out
		}
	}
	out := w.find(f, e.Around, e.Name)
	out.written(e.Arguments, f, e.Around)
	if len(e.Steps) > 0 && e.Steps[0] == "()" { // an object of the type
		out.made = true
	}
	return out
}

// pointed returns what the sign -> leads to from a value: through a pointer of the library to what it points to.
func (w *World) pointed(of Found) Found {
	if of.Type == nil && of.file != nil && of.file.rules.pointers[last(of.Outside)] && len(of.Arguments) > 0 {
		of, _ = w.argument(of.file.rules, of, 0)
		of.Pointed = true
	}
	return of
}

// step returns what the first of some steps from a type leads to, with how many of them; 0 if that is not seen.
func (w *World) step(l *Language, of Found, steps []string, above bool) (Found, int) {
	name := strings.TrimLeft(steps[0], ".:")
	switch {
	case steps[0] == "()" && of.made, of.passed:
		of.made, of.passed = false, false
		return of, 1
	case of.module != nil:
		return w.ofModule(of.module, steps, name)
	case steps[0] == "[]" && of.Type == nil && len(of.Arguments) > 0: // of a collection, or what a loop takes from it
		at := len(of.Arguments) - 1
		if l.unwraps[last(of.Outside)] {
			at = 0
		}
		out, ok := w.argument(l, of, at)
		return out, oneIf(ok && (out.Type != nil || out.Outside != ""))
	}
	if steps[0] == "[]" && of.Type != nil && of.Elements == 0 && l.headers { // of a pointer, or by an operator
		if out := w.result(of, "operator[]", true, above); out.Type != nil || out.Outside != "" {
			return out, 1
		}
		return of, 1
	}
	return w.member(l, of, steps, name, above)
}

// ofModule is step for a whole module.
func (w *World) ofModule(f *File, steps []string, name string) (Found, int) {
	next := ""
	if len(steps) > 1 {
		next = steps[1]
	}
	out := w.inModule(f, name, next)
	switch {
	case out.Type == nil && out.Outside == "" && out.module == nil:
		return out, 0
	case next == "()" || IsHanding(next):
		return elements(out, steps, 2)
	}
	return out, 1
}

// member is step for a member.
func (w *World) member(l *Language, of Found, steps []string, name string, above bool) (Found, int) {
	n := 1
	called := len(steps) > 1 && steps[1] == "()"
	if called {
		n = 2
	}
	if len(steps) > 1 && IsHanding(steps[1]) && of.Type != nil && of.Elements == 0 {
		return elements(w.handed(of, name, steps[1], above), steps, 2)
	}
	if out, ok := w.library(l, of, name, called); ok {
		return out, n
	}
	of = w.pointed(of)
	if of.Type == nil || of.Elements > 0 || name == steps[0] {
		return Found{}, 0
	}
	if nested := of.Type.File.types[of.Type.Qual+"."+name]; nested != nil && !called {
		of.Type = nested
		return of, n
	}
	return elements(w.result(of, name, called, above), steps, n)
}

// elements takes as many elements as the steps say that follow the first n.
func elements(of Found, steps []string, n int) (Found, int) {
	for ; n < len(steps) && steps[n] == "[]" && of.Elements > 0; n++ {
		of.Elements--
	}
	if of.Elements > 0 && n < len(steps) {
		return Found{}, 0
	}
	return of, n
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// library returns what a member of a type outside of the tree leads to, if the language's rules say so.
func (w *World) library(l *Language, of Found, name string, called bool) (Found, bool) {
	if out := l.always[name]; out != "" && (called || name == "class") {
		return Found{Outside: out, Sure: true}, true
	}
	if called && (l.copies[name] && of.Outside != "" || name == l.clone && of.Type != nil) && of.Elements == 0 {
		return of, true
	}
	if of.Type != nil || of.Elements > 0 || len(of.Arguments) == 0 {
		return Found{}, false
	}
	return w.contained(l, of, name, called)
}

// contained returns what a member of a generic type of the library leads to: one of its arguments, or a container like it.
func (w *World) contained(l *Language, of Found, name string, called bool) (Found, bool) {
	argument, ok := l.containers[last(of.Outside)+"."+name]
	unwraps := l.unwraps[last(of.Outside)]
	if !ok && (len(of.Arguments) == 1 || unwraps) && !l.pointers[last(of.Outside)] {
		argument, ok = l.containers["."+name]
	}
	if !ok && unwraps { // the sign ? stands before it
		inner, _ := w.argument(l, of, 0)
		if next, ok := w.library(l, inner, name, called); ok {
			return next, true
		}
		if inner.Type != nil {
			return w.result(inner, name, called, false), true
		}
	}
	if !ok {
		return Found{}, false
	}
	if argument == whole {
		if as := l.becomes[name]; as != "" {
			of.Outside = as
		}
		return of, true
	}
	return w.argument(l, of, argument)
}

// argument returns an argument of a generic type.
func (w *World) argument(l *Language, of Found, argument int) (Found, bool) {
	if argument >= len(of.Arguments) {
		return Found{}, false
	}
	written := strings.TrimPrefix(strings.TrimPrefix(of.Arguments[argument], "? extends "), "out ")
	plain, elements, ok := l.plain(written)
	if !ok {
		return Found{}, false
	}
	out := w.find(of.file, of.around, plain)
	out.Elements = elements
	out.written(arguments(written), of.file, of.around)
	return out, true
}

// whole says that a member of a container leads to one like it.
const whole = -1

// handed returns what a method hands over to a function that it is given.
func (w *World) handed(of Found, name, step string, above bool) Found {
	members, in, _ := w.members(of.Type, name, above)
	var all []member
	for _, m := range members {
		if m.typ = m.handed(step); m.typ != "" {
			all = append(all, m)
		}
	}
	return w.ofMember(of, in, all, name, true)
}

// result returns what a member of a type is, or returns.
func (w *World) result(of Found, name string, called, above bool) Found {
	members, in, _ := w.members(of.Type, name, above)
	if called {
		members, in = w.inherits(members, in, name)
	}
	if in == nil && called && of.Type.cases && upper(name) { // a case of an enum
		return of
	}
	return w.ofMember(of, in, members, name, called)
}

// ofMember returns what the one member of a name is, or returns, of those that the type in declares.
func (w *World) ofMember(of Found, in *Type, members []member, name string, called bool) Found {
	one, ok := only(members, name, called)
	written := one.typ
	if !ok {
		return Found{}
	}
	if in == nil || written == "" {
		return Found{}
	}
	plain, elements, ok := in.File.rules.plain(written)
	if !ok {
		return Found{}
	}
	if plain == "Self" || plain == "self" || plain == "static" || plain == "this" {
		of.Elements = elements
		return of
	}
	out := w.find(in.File, in.Qual, plain)
	if bound := of.bounds[plain]; bound != "" && out.Type == nil && out.Outside == "" { // a type parameter of the impl around
		traits := strings.Split(bound, "+")
		if plain, _, ok := of.in.rules.plain(traits[0]); ok {
			out = w.find(of.in, in.Qual, plain)
			out.file, out.Also = of.in, traits[1:]
		}
	}
	out.Sure, out.Elements = out.Sure && of.Sure && !one.guessed, elements
	out.Documented = of.Documented || one.documented
	out.written(arguments(written), in.File, in.Qual)
	return out
}

// only returns the member of a name, or one of several of the same type; ok is false if their types differ.
func only(members []member, name string, method bool) (one member, ok bool) {
	for _, m := range members {
		if m.name != name || m.method != method {
			continue
		}
		if one.typ != "" && m.typ != one.typ {
			return one, false
		}
		one = m
	}
	return one, true
}

// inherits returns the members of the first base that says what a method of PHP returns, if the type itself does not.
func (w *World) inherits(members []member, in *Type, name string) ([]member, *Type) {
	if in == nil || in.File.rules.sigil == "" || slices.ContainsFunc(members, func(m member) bool { return m.name == name && m.typ != "" }) {
		return members, in
	}
	if more, base, _ := w.members(in, name, true); base != nil {
		return more, base
	}
	return members, in
}

// Member returns the type that declares what a type has under a name: itself, or the first base that does; nil if none is seen.
// whole is whether all bases before it are.
func (w *World) Member(t *Type, name string, above bool) (in *Type, whole bool) {
	_, in, whole = w.members(t, name, above)
	return in, whole
}

// members is Member, with all members of that type.
func (w *World) members(t *Type, name string, above bool) (all []member, in *Type, whole bool) {
	whole = true
	w.climb(t, maxSteps, map[*Type]bool{}, func(one *Type, outside string) bool {
		switch {
		case one == nil:
			whole = whole && outside != "" && outside != someInterface
		case above && one == t:
		case one.has(name):
			all, in = one.members, one
			return false
		}
		return true
	})
	return all, in, whole
}

// someInterface stands for an interface that is not seen, which no class is above.
const someInterface = "?"

// climb calls do with a type, then with all above it, until do returns false: with nil and a full name for one outside of the tree,
// with nil alone for one that is not seen.
func (w *World) climb(t *Type, steps int, seen map[*Type]bool, do func(t *Type, outside string) bool) bool {
	if seen[t] || steps == 0 {
		return true
	}
	seen[t] = true
	if !do(t, "") {
		return false
	}
	for _, part := range w.parts(t) {
		if !w.climb(part, steps, seen, do) {
			return false
		}
	}
	for _, b := range t.bases {
		base := w.find(t.File, outer(t.Qual), b)
		if base.Type == nil {
			outside := base.Outside
			if !base.Sure { // of files that were not searched, which may lead back
				outside = ""
			}
			if outside == "" && (t.only[b] || t.File.rules.isInterface(last(b))) {
				outside = someInterface
			}
			if !do(nil, outside) {
				return false
			}
			continue
		}
		if !w.climb(base.Type, steps-1, seen, do) {
			return false
		}
	}
	return true
}

// isInterface reports whether a name is that of an interface in C#, by the custom that all keep.
func (l *Language) isInterface(name string) bool {
	return l.nested && len(name) > 1 && name[0] == 'I' && upper(name[1:])
}

// At returns the type with a qualified name in a file; nil if there is none.
func (w *World) At(path, qual string) *Type {
	if f := w.file(path); f != nil {
		return f.types[qual]
	}
	return nil
}

// PackageOf returns the name of the package, or the namespace, that a file says it is of.
func (w *World) PackageOf(path string) string {
	if f := w.file(path); f != nil {
		return f.Package
	}
	return ""
}

// Named returns the type that has members in a file under a qualified name: the file's own, or one that it names.
func (w *World) Named(path, qual string) *Type {
	f := w.file(path)
	if f == nil {
		return nil
	}
	if t := f.types[qual]; t != nil {
		return t
	}
	return w.find(f, outer(qual), last(qual)).Type
}

// Top reports whether every type may be below a type of the library.
func (f *Found) Top() bool { return f.Type == nil && strings.EqualFold(last(f.Outside), "object") }

// Open reports whether a type is an interface that other files may say a type has, or that types have without a word.
func (t *Type) Open() bool { return t.abstract && t.File.rules.open }

// IsAbstract reports whether a type is an interface, a trait or a protocol.
func (t *Type) IsAbstract() bool { return t.abstract }

// Above reports whether a type is another one or above it; sure is whether all above the other one is seen.
func (w *World) Above(t Found, below *Type) (is, sure bool) {
	sure = true
	w.climb(below, maxSteps, map[*Type]bool{}, func(one *Type, outside string) bool {
		switch {
		case one != nil:
			is = is || one == t.Type
		case outside == someInterface:
			sure = sure && t.Type != nil && !t.Type.abstract
		case outside != "":
			is = is || outside == t.Outside
		default:
			sure = false
		}
		return !is
	})
	return is, sure
}
