package source_test

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// toy is a scanner of a language with words, "quoted text", definitions `NAME { … }` with `:` after
// the names of types, and calls `name()`. `name =` binds.
func toy(src []byte, r *source.Recorder) {
	for at := 0; at < len(src) && !r.Done(at); {
		switch c := src[at]; {
		case c == '"':
			end := at + 1 + strings.IndexByte(string(src[at+1:])+`"`, '"') + 1
			r.Text(source.Span{Start: at, End: min(end, len(src))}, source.String)
			at = end
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			end := at
			for end < len(src) && (src[end]|0x20 >= 'a' && src[end]|0x20 <= 'z') {
				end++
			}
			word(src, r, source.Span{Start: at, End: end})
			at = end
		default:
			if c == '}' {
				r.Close(at + 1)
			}
			at++
		}
	}
}

func word(src []byte, r *source.Recorder, s source.Span) {
	m := r.Word(s, source.Reference, source.Plain)
	rest := strings.TrimLeft(string(src[s.End:]), " ")
	switch {
	case strings.HasPrefix(rest, ":{"), strings.HasPrefix(rest, "{"):
		symbol := source.Function
		if rest[0] == ':' {
			symbol = source.Class
		}
		r.Bind(source.Binding{Name: s.Of(src), Kind: source.Defined, Place: s, Import: source.None, Declaration: source.None})
		r.Open(source.Declaration{Name: s, Symbol: symbol, Span: s, Signature: s}, m)
	case strings.HasPrefix(rest, "()"):
		r.Call(m, source.Plain, source.Call{Callee: s, Span: source.Span{Start: s.Start, End: s.End + 2}})
	case strings.HasPrefix(rest, "= "):
		r.Revise(m, source.Assignment)
		r.Bind(source.Binding{Name: s.Of(src), Kind: source.Local, Place: s, Import: source.None, Declaration: source.None})
	case strings.HasPrefix(rest, "*"):
		r.Bind(source.Binding{Name: "*", Kind: source.Unknown, Place: s, Import: source.None, Declaration: source.None})
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	const src = `top = "x" C:{ m { call() v = y } } end`
	const want = `1:1 top assignment <module>
1:7 "x" string_match <module>
1:11 C definition <module>
1:15 m definition C
1:19 call callsite C.m
1:26 v assignment C.m
1:30 y reference C.m
1:36 end reference <module>
`
	if got := sourcetest.Show(toy, src); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := sourcetest.Declarations(toy, src); got != "class C 1-1 C\nfunction C.m 1-1 m\n" {
		t.Errorf("declarations\n%s", got)
	}
	sourcetest.Hold(t, toy, []byte(src))
}

// TestPlaces asks for places that are not single words.
func TestPlaces(t *testing.T) {
	t.Parallel()
	const src = `alpha = beta f { gamma() "a b" }`
	for _, c := range []struct {
		place, kind, word, enclosing string
	}{
		{"alpha = beta", "reference", "beta", ""}, // the strongest of several words
		{"beta f", "definition", "f", ""},         // a definition is strongest
		{"lph", "assignment", "alpha", ""},        // within a word
		{"= beta f { gam", "definition", "f", ""}, //
		{"{ gamma", "callsite", "gamma", "f"},     // begins inside of f
		{"() ", "text_match", "", "f"},            // no word at all
		{"a b", "string_match", `"a b"`, "f"},     // within a text
		{"}", "text_match", "", "f"},              // the last byte of the definition
	} {
		at := strings.Index(src, c.place)
		if at < 0 {
			t.Fatal(c.place)
		}
		f := source.Scan(toy, []byte(src), source.Want{Places: []source.Span{{Start: at, End: at + len(c.place)}}})
		o := f.Occurrences[0]
		enclosing := ""
		if o.Enclosing != source.None {
			enclosing = f.Qualname([]byte(src), o.Enclosing)
		}
		if got := o.Word.Of([]byte(src)); o.Kind.String() != c.kind || got != c.word || enclosing != c.enclosing {
			t.Errorf("%q: %s by %q in %q, want %s by %q in %q", c.place, o.Kind, got, enclosing, c.kind, c.word, c.enclosing)
		}
	}
}

// TestSeveralPlacesInOneWord has two places in a word and one over it.
func TestSeveralPlacesInOneWord(t *testing.T) {
	t.Parallel()
	f := source.Scan(toy, []byte("banana()"), source.Want{Places: []source.Span{{Start: 0, End: 8}, {Start: 1, End: 2}, {Start: 3, End: 4}, {Start: 5, End: 5}}})
	for _, o := range f.Occurrences {
		if o.Kind != source.Callsite || o.Of != 0 {
			t.Errorf("%v: %s, call %d", o.Place, o.Kind, o.Of)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	const src = `f { } C:{ f { } m { x = f() } } star* g { y = q }`
	seen := source.Scan(toy, []byte(src), source.Want{Bindings: true})
	scope := func(qualname string) int {
		for i := range seen.Declarations {
			if seen.Qualname([]byte(src), i) == qualname {
				return i
			}
		}
		t.Fatalf("no %s", qualname)
		return source.None
	}
	for _, c := range []struct {
		name, scope string
		at          int // of the binding, -1 for none
	}{
		{"f", "C.m", 0},  // a member is not a name of a method's scope
		{"f", "C", 10},   // but one of its type's
		{"x", "C.m", 20}, // a local
		{"x", "g", 32},   // is none elsewhere: what the star brings
		{"y", "g", 42},
		{"C", "g", 6},
	} {
		found := seen.Lookup(c.name, scope(c.scope), source.None)
		if len(found) != 1 || found[0].Place.Start != c.at {
			t.Errorf("%s in %s: %+v, want the one at %d", c.name, c.scope, found, c.at)
		}
	}
	seen.MembersInScope = true
	if found := seen.Lookup("f", scope("C.m"), source.None); len(found) != 1 || found[0].Place.Start != 10 {
		t.Errorf("with members in scope: %+v", found)
	}
}

// TestDeepNames checks that qualified names are bounded.
func TestDeepNames(t *testing.T) {
	t.Parallel()
	src := []byte(strings.Repeat("f { ", 5000) + "x")
	seen := source.Scan(toy, src, source.Want{Words: true})
	last := seen.Occurrences[len(seen.Occurrences)-1]
	if got := seen.Qualname(src, last.Enclosing); len(got) > 100 || !strings.HasPrefix(got, "….f.f") {
		t.Errorf("%q", got)
	}
}

func FuzzToy(f *testing.F) {
	f.Add([]byte(`top = "x" C:{ m { call() v = y } } end`))
	f.Fuzz(func(t *testing.T, src []byte) { sourcetest.Hold(t, toy, src) })
}
