package main

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scip-code/scip/bindings/go/scip"
)

// query is the symbol that is asked for.
type query struct {
	name   string   // the last name
	needle []byte   // the same
	chain  []string // the names before it

	known map[string]symbol
}

// again returns a query for the same symbol, for another goroutine.
func (q *query) again() *query { return &query{name: q.name, needle: q.needle, chain: q.chain} }

// maxKnown limits how many symbols are remembered as read.
const maxKnown = 1 << 14

// readQuery reads a name, or names joined by ".", "::", "#", "/" or "->".
func readQuery(text string) (*query, error) {
	var names []string
	rest := strings.TrimSpace(text)
	for {
		end := 0
		for end < len(rest) {
			r, n := utf8.DecodeRuneInString(rest[end:])
			if !isNamed(r) {
				break
			}
			end += n
		}
		if end == 0 {
			return nil, errors.New("it takes a name, or names joined by \".\": ct-search --matcher scip A.run")
		}
		names = append(names, rest[:end])
		rest = rest[end:]
		if rest == "" || rest == "()" {
			break
		}
		joint := ""
		for _, joint = range []string{"::", "->", ".", "#", "/", ""} {
			if joint != "" && strings.HasPrefix(rest, joint) {
				break
			}
		}
		if joint == "" {
			return nil, errors.New("it takes a name, or names joined by \".\": ct-search --matcher scip A.run")
		}
		rest = rest[len(joint):]
	}
	last := len(names) - 1
	return &query{name: names[last], needle: []byte(names[last]), chain: names[:last]}, nil
}

// isNamed reports whether a name may contain r.
func isNamed(r rune) bool {
	return r == '_' || r == '$' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

// isName reports whether a text is a name.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !isNamed(r) })
}

// symbol is what the text of a symbol says.
type symbol struct {
	wrong    bool   // it cannot be read
	name     string // the last name; "" for a local symbol
	key      string // one for a type and its constructor; "" for a local symbol
	qualname string // the names, without those of files and packages, joined by "."
	origin   string // the package that it is of
	file     bool   // it is a module, or what an indexer calls by another word than the program does
	built    bool   // it is a constructor, with the name of its type
	named    bool   // it has the name of the query
	asked    bool   // and the names before it
}

// read reads a symbol. The text is that of an index, which contains a valid UTF-8 string.
func (q *query) read(text string) symbol {
	if s, known := q.known[text]; known {
		return s
	}
	s := q.parse(text)
	if q.known == nil || len(q.known) == maxKnown {
		q.known = map[string]symbol{}
	}
	q.known[text] = s
	return s
}

func (q *query) parse(text string) symbol {
	if scip.IsLocalSymbol(text) {
		return symbol{}
	}
	parsed, err := scip.ParseSymbol(text)
	if err != nil || len(parsed.GetDescriptors()) == 0 {
		return symbol{wrong: err != nil, file: err == nil}
	}
	all := parsed.GetDescriptors()
	built := len(all) > 1 && isConstructor(all[len(all)-1].GetName())
	if n := len(all); built {
		all = all[:n-1] // a program calls the type
	}
	last := all[len(all)-1]
	s := symbol{
		name: last.GetName(), built: built, origin: strings.TrimSpace(parsed.GetPackage().GetName() + " " + parsed.GetPackage().GetVersion()),
		file: !isName(last.GetName()) || last.GetSuffix() == scip.Descriptor_Namespace || last.GetSuffix() == scip.Descriptor_Meta,
	}
	var names, shown []string
	for _, d := range all {
		if d.GetSuffix() == scip.Descriptor_TypeParameter && d != last {
			continue
		}
		names = append(names, d.GetName())
		if d.GetSuffix() != scip.Descriptor_Namespace || d == last {
			shown = append(shown, d.GetName())
		}
	}
	s.key = s.origin + " " + strings.Join(names, "/")
	s.qualname = strings.Join(shown, ".")
	s.named = s.name == q.name
	s.asked = s.named && len(names) > len(q.chain)
	for i := range q.chain {
		if !s.asked {
			break
		}
		name, want := names[len(names)-2-i], q.chain[len(q.chain)-1-i]
		stem, _, _ := strings.Cut(name, ".") // of a file
		s.asked = name == want || stem == want
	}
	return s
}

// isConstructor reports whether indexers call a constructor by that name.
func isConstructor(name string) bool {
	return name == "<constructor>" || name == "<init>" || name == "`<init>`" || name == ".ctor"
}
