package cfamily

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// A Dialect is the language of a header, whose name does not say which.
type Dialect uint8

// What the text of a header shows.
const (
	Undecided  Dialect = iota // C, or C++ that looks like C
	ForBoth                   // C, with branches for C++
	PlusPlus                  // C++
	ObjectiveC                // also with C++
)

// DialectReach is how many bytes of a header are looked at.
const DialectReach = 64 << 10

// DialectOf returns the dialect of a header by its text: by what no other language can have. What is there for C++ alone,
// in a header that C can include too, decides nothing.
func DialectOf(text []byte) Dialect {
	if !mayDecide(text[:min(len(text), DialectReach)]) {
		return Undecided
	}
	e := evidence{Cursor: cursor.Cursor{Src: text[:min(len(text), DialectReach)]}, begins: true}
	found := Undecided
	for found == Undecided && e.Pos < len(e.Src) {
		found = e.token()
	}
	if found == PlusPlus && bytes.Contains(e.Src[e.Pos:], []byte("\n@end")) {
		return ObjectiveC
	}
	if found == Undecided && e.both {
		return ForBoth
	}
	return found
}

// mayDecide reports whether anything in a text may decide; it is much faster than to read the text. It sees what begins a
// line, "::" and "~x(" alone, one of which nearly every header of another language than C has.
func mayDecide(text []byte) bool {
	for from := 0; ; {
		n := bytes.IndexByte(text[from:], ':')
		if n < 0 {
			break
		}
		if from += n + 1; from < len(text) && text[from] == ':' {
			return true
		}
	}
	for len(text) > 0 {
		line := text
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			line, text = text[:n], text[n+1:]
		} else {
			text = nil
		}
		for len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			line = line[1:]
		}
		if len(line) > 3 && begins[line[0]] && beginsLine(line) {
			return true
		}
	}
	return false
}

// begins has the first bytes of the lines that beginsLine reports.
var begins = [256]bool{'c': true, 'n': true, 't': true, 'u': true, 'p': true, 'v': true, 'e': true, 'f': true, 's': true, 'i': true, '~': true, '@': true, '#': true, '_': true}

// beginsLine reports whether a line may begin with what decides.
func beginsLine(line []byte) bool {
	end := 0
	for end < len(line) && cursor.IsWord(line[end]) {
		end++
	}
	switch string(line[:end]) {
	case "class", "namespace", "template", "using", "public", "private", "protected", "virtual", "explicit", "friend", "typename", "constexpr", "__global__", "__device__":
		return true
	case "inline":
		return bytes.HasPrefix(line[end:], []byte(" namespace"))
	case "enum":
		return bytes.HasPrefix(line[end:], []byte(" class "))
	case "struct":
		return bytes.IndexByte(line, ':') > 0 || bytes.IndexByte(line, '~') > 0
	case "":
		return line[0] != '#' || bytes.Contains(line, []byte("__cplusplus")) || bytes.Contains(line, []byte("include")) && isPlusPlusHeader(bytes.TrimLeft(line, "# \tincludemport"))
	}
	return false
}

// evidence reads a header until something decides.
type evidence struct {
	cursor.Cursor
	branches []branch
	dead     int  // of branches: those that decide nothing
	both     bool // a condition asks for C++

	begins bool        // a declaration may begin
	prev   source.Span // the token before; a sign has one byte
}

// A branch is one of an open #if.
type branch struct {
	dead      bool // it decides nothing
	otherwise bool // nor does the next one
	lacks     bool // it is not for C++
}

// token reads one token.
func (e *evidence) token() Dialect {
	start := e.Pos
	c := e.Src[start]
	found := Undecided
	switch {
	case cursor.IsBlank(c) || c == '\\':
		e.Pos++
		return Undecided
	case c == '/' && (e.At(start+1) == '/' || e.At(start+1) == '*'):
		e.Pos = e.CommentEnd(start, len(e.Src))
		return Undecided
	case c == '#' && e.BeginsLine(start):
		return e.counted(e.directive())
	case cursor.StartsWord(c):
		e.Pos = e.WordEnd(start)
		found = e.counted(e.word(source.Span{Start: start, End: e.Pos}))
	case cursor.IsWord(c):
		for e.Pos < len(e.Src) && (cursor.IsWord(e.Src[e.Pos]) || e.Src[e.Pos] == '\'') {
			e.Pos++
		}
	case c == '"' || c == '\'':
		e.quoted(c)
	case e.Has(start, "[["): // an attribute, which C has too
		e.Pos += max(bytes.Index(e.Src[start:], []byte("]]")), 0) + 1
	default:
		e.Pos++
		if c == '~' && e.begins && e.after(e.Pos) == '(' {
			found = e.counted(PlusPlus)
		}
	}
	e.begins = strings.IndexByte(";{}", c) >= 0
	e.prev = source.Span{Start: start, End: e.Pos}
	return found
}

// counted returns what is found if it decides here.
func (e *evidence) counted(found Dialect) Dialect {
	if e.dead > 0 {
		return Undecided
	}
	return found
}

// quoted passes over a string or character, which ends with its line.
func (e *evidence) quoted(quote byte) {
	for e.Pos++; e.Pos < len(e.Src); e.Pos++ {
		switch e.Src[e.Pos] {
		case '\\':
			e.Pos++
		case '\n':
			return
		case quote:
			e.Pos++
			return
		}
	}
	e.Pos = len(e.Src)
}

// is reports whether the token before is text.
func (e *evidence) is(text string) bool { return string(e.Src[e.prev.Start:e.prev.End]) == text }

// after returns the sign or letter that follows the word at p; 0 without a word.
func (e *evidence) after(p int) byte {
	if p = e.SkipBlank(p); !cursor.StartsWord(e.At(p)) {
		return 0
	}
	return e.Next(e.WordEnd(p))
}

// word returns what the word at at shows together with what is around it.
func (e *evidence) word(at source.Span) Dialect {
	word := e.Src[at.Start:at.End]
	p := e.SkipBlank(at.End)
	switch {
	case e.is("@"):
		switch string(word) {
		case "interface", "protocol", "class", "end", "property", "import":
			return ObjectiveC
		}
	case e.Has(p, "::") && (cursor.StartsWord(e.Next(p+2)) || strings.IndexByte("~*", e.Next(p+2)) >= 0),
		word[len(word)-1] == 'R' && e.Has(at.End, `"(`),
		e.shows(word, at.Start, p):
		return PlusPlus
	}
	return Undecided
}

// shows reports whether a word that begins at start, before p, can stand like this only in C++. C has the keywords of C++ as names.
func (e *evidence) shows(word []byte, start, p int) bool { //nolint:gocyclo // one case for each word
	next := e.At(p)
	named := cursor.StartsWord(next) // another word follows
	switch string(word) {
	case "namespace":
		after := e.after(p)
		return (e.first(start) || e.is("inline")) && (next == '{' || after == '{' || after == ':' || cursor.StartsWord(after))
	case "using", "virtual", "explicit", "friend", "typename":
		return e.begins && named
	case "template":
		return e.first(start) && next == '<'
	case "class":
		return named && (e.derived(p) || e.begins || e.after(p) == '{')
	case "struct":
		return named && e.derived(p)
	case "public", "private", "protected":
		return e.first(start) && next == ':' && e.At(p+1) != ':'
	case "constexpr", "consteval", "__global__", "__device__": // the last ones are CUDA's
		return named
	case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast":
		return next == '<'
	case "decltype":
		return next == '('
	case "noexcept":
		return e.is(")") || e.is("const")
	case "override", "final":
		return (e.is(")") || e.is("const")) && (next == ';' || next == '{')
	case "const":
		return e.is(")") && (next == ';' || next == '{') || named && e.after(p) == '&'
	case "default":
		return e.is("=") && next == ';'
	case "operator":
		return !e.is("return") && (e.is("&") || cursor.StartsWord(e.At(e.prev.Start))) && (e.Has(p, "==") || e.Has(p, "!=") || e.Has(p, "<<") || e.Has(p, "()"))
	}
	return false
}

// first reports whether a declaration may begin at p.
func (e *evidence) first(p int) bool { return e.begins || e.BeginsLine(p) }

// derived reports whether the name at p is that of a class with bases. In C a number would follow the colon.
func (e *evidence) derived(p int) bool {
	p = e.SkipBlank(e.WordEnd(p))
	return e.At(p) == ':' && e.At(p+1) != ':' && cursor.StartsWord(e.Next(p+1))
}

// directive reads a line that begins with #, with those that continue it.
func (e *evidence) directive() Dialect {
	end := max(directiveEnd(e.Src, e.Pos), e.Pos+1)
	start := min(e.SkipBlank(e.Pos+1), end)
	name := min(e.WordEnd(start), end)
	rest := bytes.TrimSpace(e.Src[name:end])
	e.Pos = end
	switch string(e.Src[start:name]) {
	case "include":
		if isPlusPlusHeader(rest) {
			return PlusPlus
		}
	case "if", "ifdef", "ifndef":
		e.both = e.both || bytes.Contains(rest, []byte("__cplusplus"))
		e.open(conditional(string(e.Src[start:name]), rest))
	case "elif", "elifdef", "elifndef":
		e.next(conditional(string(e.Src[start+2:name]), rest))
	case "else":
		e.next(branch{})
	case "endif":
		e.close()
	case "error":
		if n := len(e.branches); n > 0 && e.branches[n-1].lacks {
			return PlusPlus
		}
	}
	return Undecided
}

// isPlusPlusHeader reports whether what an #include names is for C++ alone: <vector> or "x.hpp".
func isPlusPlusHeader(rest []byte) bool {
	end := bytes.IndexAny(rest[min(len(rest), 1):], `>"`) + 1
	if end < 2 {
		return false
	}
	name := rest[1:end]
	dot := bytes.LastIndexByte(name, '.')
	if dot < 0 {
		return rest[0] == '<' && bytes.IndexByte(name, '/') < 0
	}
	switch string(name[dot:]) {
	case ".hpp", ".hxx", ".hh", ".h++", ".cuh":
		return true
	}
	return false
}

// conditional returns the first branch of #if, #ifdef or #ifndef.
func conditional(word string, rest []byte) branch {
	at := bytes.Index(rest, []byte("__cplusplus"))
	switch {
	case at < 0 && !bytes.Contains(rest, []byte("__OBJC__")):
		return branch{dead: string(rest) == "0"}
	case word == "ifndef" || word == "if" && rest[0] == '!':
		return branch{otherwise: true, lacks: at >= 0}
	case word == "if" && at == 0 && bytes.IndexByte(rest, '<') > 0: // __cplusplus < 201103L: it is asked of C++
		return branch{}
	}
	return branch{dead: true}
}

// open begins an #if.
func (e *evidence) open(b branch) {
	e.branches = append(e.branches, b)
	e.count(b, 1)
}

// next begins the next branch of the innermost #if.
func (e *evidence) next(b branch) {
	if n := len(e.branches); n > 0 {
		e.count(e.branches[n-1], -1)
		b.dead = b.dead || e.branches[n-1].otherwise
		b.otherwise = b.otherwise || e.branches[n-1].otherwise
		e.branches[n-1] = b
		e.count(b, 1)
	}
}

// close ends the innermost #if.
func (e *evidence) close() {
	if n := len(e.branches); n > 0 {
		e.count(e.branches[n-1], -1)
		e.branches = e.branches[:n-1]
	}
}

func (e *evidence) count(b branch, n int) {
	if b.dead {
		e.dead += n
	}
}
