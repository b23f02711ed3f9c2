package typing

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
	"github.com/ct-tools/ct/shared/source/languages"
)

// headers is what a quick look at the files of C++ of a tree shows. Files are numbers there.
type headers struct {
	ids      map[string]int32
	byBase   map[string][]int32  // files by the last part of their paths
	declares map[string][]int32  // headers that may declare a type of a name
	written  [][]string          // what each file includes, as it writes it
	includes [][]int32           // what each file includes; nil if that was not asked for
	reached  map[string][]uint64 // by files, those that they include, also through others: a bit for each
	read     []bool              // headers whose types are known
	types    map[string][]*Type  // of these, by qualified names
}

// IsSource reports whether a file of C++ is compiled by itself: others cannot include it.
func IsSource(name string) bool { return sourceEnding(strings.ToLower(path.Ext(name))) }

func sourceEnding(word string) bool {
	switch word {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".cu", ".cppm":
		return true
	}
	return false
}

// look reads the headers of the tree once.
func (w *World) look() *headers {
	if w.headers != nil {
		return w.headers
	}
	n := len(w.plusPlus)
	h := &headers{
		ids: make(map[string]int32, n), byBase: make(map[string][]int32, n), declares: map[string][]int32{}, written: make([][]string, n), includes: make([][]int32, n),
		reached: map[string][]uint64{}, read: make([]bool, n), types: map[string][]*Type{},
	}
	w.headers = h
	for i, name := range w.plusPlus {
		id := int32(i) //nolint:gosec // of fewer files than that
		h.ids[name] = id
		base := path.Base(name)
		h.byBase[base] = append(h.byBase[base], id)
		if IsSource(name) {
			continue
		}
		text, ok := w.text(name)
		if !ok {
			continue
		}
		h.written[id] = included(text)
		for _, word := range declaredIn(text) {
			h.declares[word] = append(h.declares[word], id)
		}
	}
	return h
}

// isPlusPlus reports whether a file may be of C++, by its name.
func isPlusPlus(name string) bool {
	language := languages.Of(name, nil)
	return language != nil && language.Name == "cpp" || languages.ByText(name)
}

// languageOf returns the language of a file. Only files of C++ ask for types in headers, so these are taken for C++.
func languageOf(name string, text []byte) *languages.Language {
	if languages.ByText(name) {
		return languages.Of("a.cc", nil)
	}
	return languages.Of(name, text[:min(len(text), 1024)])
}

// included returns what a file includes, as it writes it.
func included(text []byte) []string {
	var all []string
	for {
		at := bytes.Index(text, []byte("include"))
		if at < 0 {
			return all
		}
		before := bytes.TrimRight(text[:at], " \t")
		text = bytes.TrimLeft(text[at+len("include"):], " \t")
		if !bytes.HasSuffix(before, []byte("#")) || len(text) == 0 || text[0] != '"' && text[0] != '<' {
			continue
		}
		end := bytes.IndexAny(text[1:], "\">\n")
		if end > 0 && text[1+end] != '\n' {
			all = append(all, string(text[1:1+end]))
		}
	}
}

// declaredIn returns the names of types that a header may declare, each once.
func declaredIn(text []byte) []string {
	names := map[string]struct{}{}
	for _, word := range []string{"class", "struct", "union", "enum", "typedef", "using"} {
		each(text, word, func(rest []byte) { named(names, word, rest[:min(len(rest), mostType)]) })
	}
	all := make([]string, 0, len(names))
	for name := range names {
		all = append(all, name)
	}
	return all
}

// named adds the names that a declaration may have after its first word.
func named(names map[string]struct{}, word string, text []byte) {
	end := bytes.IndexAny(text, ";{=")
	switch {
	case end < 0:
		end = len(text)
	case text[end] == ';' && word != "typedef": // it is declared elsewhere, or a variable
		return
	case word == "typedef":
		if end = bytes.IndexByte(text, ';'); end < 0 {
			return
		}
	}
	head := text[:end]
	if at := bytes.IndexByte(head, ':'); at >= 0 && word != "typedef" && at+1 < len(head) && head[at+1] != ':' {
		head = head[:at]
	}
	for i := 0; i < len(head); {
		if !cursor.IsWord(head[i]) {
			i++
			continue
		}
		start := i
		for i < len(head) && cursor.IsWord(head[i]) {
			i++
		}
		if head[start] > '9' {
			names[string(head[start:i])] = struct{}{}
		}
	}
}

// reaches reports whether a file includes another one, also through others, or is it.
func (w *World) reaches(from, to string) bool {
	id, ok := w.look().ids[to]
	all := w.reached(from)
	return from == to || ok && all != nil && all[id/64]&(1<<(id%64)) != 0
}

// reached returns the files that a file includes, also through others, with itself.
func (w *World) reached(from string) []uint64 {
	h := w.look()
	if all, ok := h.reached[from]; ok {
		return all
	}
	id, ok := h.ids[from]
	if !ok {
		return nil
	}
	all := make([]uint64, len(w.plusPlus)/64+1)
	all[id/64] |= 1 << (id % 64)
	for left := []int32{id}; len(left) > 0; {
		at := left[len(left)-1]
		left = left[:len(left)-1]
		for _, next := range w.includesOf(at) {
			if bit := uint64(1) << (next % 64); all[next/64]&bit == 0 {
				all[next/64] |= bit
				left = append(left, next)
			}
		}
	}
	h.reached[from] = all
	return all
}

// includesOf returns the files that a file includes.
func (w *World) includesOf(id int32) []int32 {
	h := w.look()
	if h.includes[id] != nil {
		return h.includes[id]
	}
	name := w.plusPlus[id]
	if IsSource(name) {
		if text, ok := w.text(name); ok {
			h.written[id] = included(text)
		}
	}
	all := []int32{}
	for _, written := range h.written[id] {
		for _, other := range h.byBase[path.Base(written)] {
			if isPath(w.plusPlus[other], written, name) {
				all = append(all, other)
			}
		}
	}
	h.includes[id], h.written[id] = all, nil
	return all
}

// isPath reports whether a file may be what another one includes.
func isPath(name, written, from string) bool {
	if strings.HasPrefix(written, ".") {
		return name == path.Join(path.Dir(from), written)
	}
	return name == written || strings.HasSuffix(name, "/"+written)
}

// scoped returns the type that a name of C++ means in a file, inside of what has the qualified name around: of the types and
// namespaces around, from the inside, and of their bases; then by using declarations.
func (w *World) scoped(f *File, around, name string) Found {
	return w.followed(w.named(f, around, name))
}

func (w *World) named(f *File, around, name string) Found {
	if global, rooted := strings.CutPrefix(name, "."); rooted { // ::name
		around, name = "", global
	}
	first, rest, _ := strings.Cut(name, ".")
	if first == "" || name == "std" || first == "std" {
		return Found{Outside: name, Sure: first == "std"}
	}
	for at := around; ; at = outer(at) {
		if out, known := w.declared(f, join(at, name)); out.Type != nil || !known {
			return out
		}
		if at == "" {
			break
		}
		in := f.types[at]
		if in == nil {
			in = w.qualified(f, at).Type
		}
		if in == nil {
			continue
		}
		if _, free := in.free[first]; free {
			return Found{}
		}
		if t, ok := w.inner(in, first, maxSteps); ok {
			if rest != "" {
				t = t.File.types[t.Qual+"."+rest]
			}
			return Found{Type: t, Sure: t != nil}
		}
	}
	if full := f.imports[first]; full != "" && full != first {
		return w.scoped(f, "", join(full, rest))
	}
	for _, star := range f.stars {
		if out := w.qualified(f, join(star, name)); out.Type != nil {
			return out
		}
	}
	if f.rules.builtin(name) {
		return Found{Outside: name, Sure: true}
	}
	return Found{}
}

// qualified returns the type with a qualified name that a file sees: its own, or that of a header. It is sure if the file includes
// one header that declares it.
func (w *World) qualified(f *File, qual string) Found {
	out, _ := w.declared(f, qual)
	return out
}

// declared is qualified; known is false if too many headers may declare the type.
func (w *World) declared(f *File, qual string) (out Found, known bool) {
	if t := f.types[qual]; t != nil {
		return Found{Type: t, Sure: true}, true
	}
	if !w.readDeclaring(qual) {
		return Found{}, false
	}
	seen, all := 0, 0
	for _, t := range w.look().types[qual] {
		if t.File.Path == f.Path {
			continue
		}
		if all++; w.reaches(f.Path, t.File.Path) {
			if seen++; seen == 1 {
				out.Type = t
			}
		} else if seen == 0 {
			out.Type = t
		}
	}
	out.Sure = seen == 1
	if seen == 0 && all > 1 {
		return Found{}, true
	}
	return out, true
}

// readDeclaring reads the headers that may declare a type; false if there are too many.
func (w *World) readDeclaring(qual string) bool {
	h := w.look()
	all := h.declares[last(qual)]
	if around := h.declares[last(outer(qual))]; len(all) > mostDeclaring && len(around) > 0 { // of a type that stands there too
		all = slices.DeleteFunc(slices.Clone(all), func(id int32) bool { _, in := slices.BinarySearch(around, id); return !in })
	}
	if len(all) > mostDeclaring {
		return false
	}
	for _, id := range all {
		if h.read[id] {
			continue
		}
		h.read[id] = true
		if f := w.file(w.plusPlus[id]); f != nil && f.rules.headers {
			for qual, t := range f.types {
				h.types[qual] = append(h.types[qual], t)
			}
		}
	}
	return true
}

// mostDeclaring is how many headers may declare types of one name that is followed.
const mostDeclaring = 20

// Includes reports whether a file includes a header whose name is stem without its ending, also through others.
func (w *World) Includes(from, stem string) bool {
	for _, ending := range headerEndings {
		for _, id := range w.look().byBase[stem+ending] {
			if w.reaches(from, w.plusPlus[id]) {
				return true
			}
		}
	}
	return false
}

var headerEndings = [...]string{".h", ".hh", ".hpp", ".hxx", ".h++"}

// Sees reports whether a file includes another one, also through others, or is it.
func (w *World) Sees(from, to string) bool { return w.reaches(from, to) }

// templates returns the parameters of the templates that a declaration begins with, or that stand before it.
func templates(text []byte, d *source.Declaration) map[string]string {
	pos := d.Span.Start
	for {
		rest, is := bytes.CutPrefix(bytes.TrimLeft(text[pos:], " \t\r\n"), []byte("template"))
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if !is || len(rest) == 0 || rest[0] != '<' {
			return templated(text, pos)
		}
		pos = len(text) - len(rest)
		for depth := 0; pos < len(text) && (depth > 0 || text[pos] == '<'); pos++ {
			switch text[pos] {
			case '<':
				depth++
			case '>':
				depth--
			}
		}
	}
}

// templated returns the parameters of the template that ends before pos.
func templated(text []byte, pos int) map[string]string {
	var all map[string]string
	for {
		pos = len(bytes.TrimRight(text[:pos], " \t\r\n"))
		if pos == 0 || text[pos-1] != '>' {
			return all
		}
		open := opening(text, pos)
		if open < 0 || !bytes.HasSuffix(bytes.TrimRight(text[:open], " \t\r\n"), []byte("template")) {
			return all
		}
		for _, one := range arguments(string(text[open:pos])) {
			head, _, _ := strings.Cut(one, "=")
			words := strings.FieldsFunc(head, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' || c == '.' })
			if len(words) > 1 {
				if all == nil {
					all = map[string]string{}
				}
				all[words[len(words)-1]] = ""
			}
		}
		pos = len(bytes.TrimRight(text[:open], " \t\r\n")) - len("template")
	}
}

// declarator returns the type of a name of C++: of one that other names share, and of an array.
func (l *Language) declarator(text []byte, at source.Span, written string) string {
	if written == "" && precedes(text, at.Start, ',') { // T a, b
		from := bytes.LastIndexAny(text[max(0, at.Start-mostType):at.Start], ";{}()") + 1 + max(0, at.Start-mostType)
		first, _, _ := bytes.Cut(text[from:at.Start], []byte(","))
		first, _, _ = bytes.Cut(first, []byte("="))
		end := len(bytes.TrimRight(first, " \t"))
		for end > 0 && word(first[end-1]) {
			end--
		}
		if bytes.IndexByte(first, '<') >= 0 || bytes.IndexByte(first, '[') >= 0 {
			return ""
		}
		written = before(first, end)
	}
	if written != "" && at.End < len(text) && text[at.End] == '[' {
		written += "[]"
	}
	return written
}

// declaredAs returns the qualified name of a type that is declared with that of one around it: class A::B.
func declaredAs(text []byte, pos int, qual string) string {
	for pos > 2 && string(text[pos-2:pos]) == "::" {
		end := pos - 2
		for pos = end; pos > 0 && word(text[pos-1]); {
			pos--
		}
		qual = join(outer(qual), string(text[pos:end]), last(qual))
	}
	return qual
}

// aliased returns the type that a declaration names again, as it is written.
func aliased(text []byte, d *source.Declaration) string {
	if _, written, ok := strings.Cut(d.Span.Of(text), "="); ok {
		return strings.TrimRight(strings.TrimSpace(written), "; ")
	}
	return before(text, d.Name.Start)
}

// followed returns the type that another name stands for.
func (w *World) followed(out Found) Found {
	for range maxSteps {
		t := out.Type
		if t != nil && t.alias != "" && len(t.members) > 0 { // conditions choose what it is
			out.Sure = false
		}
		if t == nil || t.alias == "" || len(t.members) > 0 {
			break
		}
		name, elements, ok := t.File.rules.plain(t.alias)
		if !ok || elements > 0 {
			break
		}
		next := w.named(t.File, outer(t.Qual), name)
		if next.Type == t || next.Type == nil && next.Outside == "" {
			break
		}
		next.Sure = next.Sure && out.Sure
		next.Arguments, next.file, next.around = arguments(t.alias), t.File, outer(t.Qual)
		out = next
	}
	return out
}

// parameterOf returns the type of a parameter of C++, without its name and with as few blanks as it needs; Template if a template of
// the function says so.
func (l *Language) parameterOf(text string, free map[string]string) string {
	text, _, _ = strings.Cut(text, "=")
	words := strings.Fields(strings.NewReplacer("*", " * ", "&", " & ", "<", " < ", ">", " > ").Replace(text))
	if n := len(words); n > 1 && word(words[n-1][0]) && !qualifies(words[n-2]) && words[n-1] != "const" {
		words = words[:n-1]
	}
	written := strings.NewReplacer(" *", "*", " &", "&", " < ", "<", " >", ">").Replace(strings.Join(words, " "))
	if name, _, ok := l.plain(written); ok && !strings.Contains(written, "*") {
		if _, is := free[name]; is {
			return Template
		}
	}
	return written
}

// qualifies reports whether the name of a type stands after a word, not that of a parameter.
func qualifies(word string) bool {
	switch word {
	case "const", "unsigned", "signed", "struct", "class", "enum", "typename", "long", "volatile", "<":
		return true
	}
	return false
}

// What stands in a list of parameters of C++ for a type that the call chooses, and, at its end, for a function that leaves its object as
// it is.
const (
	Template = "<>"
	Constant = "const"
)

// Takes says how well an argument fits a parameter of C++ that is written so, of a function in a file with the qualified name around: Same
// for its own type, Wider for one that a template takes, Boxed for what may be converted.
func (w *World) Takes(a Argument, path, around, written string) Fit {
	var from Found
	if a.Of != nil {
		from = w.Type(a.Of)
	}
	switch {
	case a.Literal == "" && !from.chooses():
		return Unknown
	case written == Template:
		return Wider
	}
	f := w.file(path)
	if f == nil {
		return Unknown
	}
	name, elements, ok := f.rules.plain(written)
	if !ok || elements > 0 {
		return Unknown
	}
	pointer := strings.Contains(written, "*")
	if a.Literal != "" {
		return literally(a.Literal, written, strings.TrimPrefix(name, "."), pointer)
	}
	to := w.find(f, around, name)
	switch {
	case to.Type == nil && to.Outside == "":
		return Unknown
	case from.Type == to.Type && from.Outside == to.Outside:
		return Same
	case from.Type == nil && pointer && of(fundamental)(from.Outside):
		return Unknown // a pointer, perhaps
	}
	return Boxed
}

// chooses reports whether a type of C++ is seen well enough to choose among overloads: a pointer to characters looks like a character.
func (f *Found) chooses() bool {
	if f.Type == nil && (f.Outside == "" || last(f.Outside) == "char" || f.Outside == "void") {
		return false
	}
	return f.Sure && f.Elements == 0
}

// literally is Takes for a literal.
func literally(literal, written, name string, pointer bool) Fit {
	switch {
	case written == literal || strings.TrimSuffix(strings.TrimPrefix(written, "const "), "&") == literal:
		return Same
	case literal == "const char*":
		if !pointer && of(fundamental)(name) && name != "bool" || pointer && name != "char" && name != "void" {
			return Not
		}
	case pointer && literal != "int": // 0 is a pointer, too
		return Not
	}
	return Boxed
}

// plusPlusLiterals are those of C++.
var plusPlusLiterals = lazy.Value[[]literal]{Make: func() []literal {
	return []literal{
		{regexp.MustCompile(`^(?:"(?:[^"\\]|\\.)*"\s*)+$`), "const char*"},
		{regexp.MustCompile(`^(?:true|false)$`), "bool"},
		{regexp.MustCompile(`^'(?:[^'\\]|\\.[^']*)'$`), "char"},
		{regexp.MustCompile(`^-?(?:0[xXbB][\da-fA-F']+|\d[\d']*)$`), "int"},
		{regexp.MustCompile(`^-?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?$`), "double"},
		{regexp.MustCompile(`^-?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]$`), "float"},
	}
}}
