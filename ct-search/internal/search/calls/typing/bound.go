package typing

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// In Rust a type parameter may be bound after its name or after where, of a function, of a type, or of the impl around.

// An impl is a block of methods of a type, with what its type parameters are bound to.
type impl struct {
	source.Span
	bounds map[string]string
}

var implHead = lazy.Regexp(`(?m)^([ \t]*)(?:unsafe[ \t]+)?impl\b`)

// implsOf returns the blocks of a file, each up to the line with the bracket that closes it.
func implsOf(text []byte) []impl {
	var all []impl
	for _, m := range implHead.Get().FindAllSubmatchIndex(text, -1) {
		length := bytes.IndexByte(text[m[1]:min(len(text), m[1]+mostHead)], '{')
		if length < 0 {
			continue
		}
		end := len(text)
		if at := bytes.Index(text[m[1]+length:], append(append([]byte("\n"), text[m[2]:m[3]]...), '}')); at >= 0 {
			end = m[1] + length + at
		}
		if b := bounds(text[m[1] : m[1]+length]); len(b) > 0 {
			all = append(all, impl{source.Span{Start: m[1], End: end}, b})
		}
	}
	return all
}

// mostHead bounds the head of an impl, in bytes.
const mostHead = 4000

// boundsAt returns what the type parameters of the impl around a place are bound to.
func (f *File) boundsAt(at int) map[string]string {
	for _, one := range f.impls {
		if at >= one.Start && at < one.End {
			return one.bounds
		}
	}
	return nil
}

// bounds returns the type parameters of a head, with the traits that each has and the sign + between them, without those that say nothing
// of its methods: of the list that it begins with, and of its where.
func bounds(head []byte) map[string]string {
	all := map[string]string{}
	head = bytes.TrimLeft(head, " \t\r\n")
	var list []string
	if bytes.HasPrefix(head, []byte("<")) {
		list = arguments(string(head))
	}
	if m := where.Get().FindIndex(head); m != nil {
		list = append(list, arguments("<"+strings.TrimRight(strings.TrimSpace(string(head[m[1]:])), "{,")+">")...)
	}
	for _, one := range list {
		name, traits, _ := strings.Cut(one, ":")
		name = strings.TrimSpace(name)
		if name = strings.TrimPrefix(name, "const "); name == "" || name[0] == '\'' || strings.ContainsAny(name, "<>:&( ") {
			continue
		}
		traits, _, _ = strings.Cut(traits, "=")
		for trait := range strings.SplitSeq(traits, "+") {
			trait = strings.TrimSpace(trait)
			word, _, _ := strings.Cut(trait, "<")
			if trait != "" && trait[0] != '?' && trait[0] != '\'' && !isMarker(word) && !strings.Contains(trait, "(") {
				all[name] = strings.TrimPrefix(all[name]+"+"+word, "+")
			}
		}
		if _, ok := all[name]; !ok {
			all[name] = ""
		}
	}
	return all
}

var where = lazy.Regexp(`\bwhere\s`)

// marker reports whether a trait of Rust has no methods that a call may mean.
func isMarker(word string) bool {
	switch word {
	case "Send", "Sync", "Sized", "Copy", "Unpin", "Debug", "Default", "Clone":
		return true
	}
	return false
}

// tuple adds the members of a struct of Rust that have numbers.
func (t *Type) tuple(text []byte, d *source.Declaration) {
	rest := bytes.TrimLeft(text[d.Name.End:max(d.Name.End, d.Span.End)], " \t")
	if bytes.HasPrefix(rest, []byte("<")) {
		depth := 0
		for i, c := range rest {
			if c == '<' {
				depth++
			} else if c == '>' && rest[i-1] != '-' {
				if depth--; depth == 0 {
					rest = bytes.TrimLeft(rest[i+1:], " \t")
					break
				}
			}
		}
	}
	for i, written := range numbered(rest) {
		t.members = append(t.members, member{name: string(rune('0' + i)), typ: written})
	}
}

// numbered returns the types in the round brackets that text begins with, at most ten.
func numbered(text []byte) []string {
	if len(text) == 0 || text[0] != '(' {
		return nil
	}
	all := arguments("<" + string(text[1:min(len(text), mostHead)]))
	for i, one := range all {
		if one = strings.TrimPrefix(one, "pub"); strings.HasPrefix(one, "(") {
			_, one, _ = strings.Cut(one, ")")
		}
		all[i] = strings.TrimSpace(one)
	}
	return all[:min(len(all), 10)]
}

// Others returns the types that an expression's may be as well; a type parameter of Rust has all of them.
func (w *World) Others(e *Expression, of Found) []*Type {
	names, in, around := e.Also, e.File, e.Around
	if len(e.Steps) > 0 {
		names, in, around = of.Also, of.file, ""
	}
	var all []*Type
	for _, name := range names {
		if plain, _, ok := in.rules.plain(name); ok {
			if t := w.find(w.known(in), around, plain).Type; t != nil {
				all = append(all, t)
			}
		}
	}
	return all
}

// givers are methods of Rust's library that give a function what a container has.
func gives(word string) bool {
	switch word {
	case "all", "and_then", "any", "filter", "filter_map", "find", "find_map", "flat_map", "for_each", "inspect", "is_some_and", "map", "map_or",
		"max_by_key", "min_by_key", "partition", "position", "retain", "skip_while", "take_while":
		return true
	}
	return false
}

// closure returns the container whose elements a parameter of a closure of Rust has, nil if none is seen.
func (s *Scope) closure(before []byte) *source.Value {
	before, ok := bytes.CutSuffix(bytes.TrimSuffix(before, []byte("&")), []byte("|"))
	before = bytes.TrimRight(bytes.TrimSuffix(bytes.TrimRight(before, " \t\r\n"), []byte("move")), " \t\r\n")
	open := opened(before)
	if !ok || open < 0 {
		return nil
	}
	start := wordBefore(before, open)
	if start == 0 || before[start-1] != '.' || !gives(string(before[start:open])) {
		return nil
	}
	return s.value(before[operandBefore(before, start-1) : start-1])
}

// pattern returns the case of an enum of Rust that a name in a pattern is what it contains of; nil if none is seen.
func (s *Scope) pattern(before []byte) *source.Value {
	open := opened(before)
	if open < 0 || bytes.ContainsAny(before[open+1:], "(){}[]|;=\"") {
		return nil
	}
	at := bytes.Count(before[open+1:], []byte(","))
	start := open
	for start > 0 && (word(before[start-1]) || before[start-1] == ':') {
		start--
	}
	names := strings.Split(string(before[start:open]), "::")
	last := len(names) - 1
	if last == 0 || at > 9 || names[0] == "" {
		return nil
	}
	v := &source.Value{Root: source.Named, Name: names[0]}
	for _, name := range names[1:last] {
		v.Steps = append(v.Steps, "::"+name)
	}
	v.Steps = append(v.Steps, "."+names[last]+"."+string(rune('0'+at)))
	return v
}

// opened returns where the round bracket opens that text does not close; -1 if that is not seen.
func opened(text []byte) int {
	depth := 0
	for i := len(text) - 1; i >= max(0, len(text)-mostType); i-- {
		switch text[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth < 0 {
				if text[i] != '(' {
					return -1
				}
				return i
			}
		case ';':
			if depth == 0 {
				return -1
			}
		}
	}
	return -1
}

// wordBefore returns where the word begins that ends at end.
func wordBefore(text []byte, end int) int {
	for end > 0 && word(text[end-1]) {
		end--
	}
	return end
}

// operandBefore returns where the chain of names, calls and elements begins that ends at end.
func operandBefore(text []byte, end int) int {
	depth, member := 0, true // a member stands before end
	for i := end - 1; i >= 0; i-- {
		c := text[i]
		switch {
		case c == ')' || c == ']':
			depth++
			member = false
		case c == '(' || c == '[':
			if depth--; depth < 0 {
				return i + 1
			}
		case depth > 0:
		case c == '.' || c == ':' || c == '?':
			member = true
		case word(c):
			member = false
		case c <= ' ' && (member || isMemberAhead(text[i:end])):
		default:
			return i + 1
		}
	}
	return 0
}

// isMemberAhead reports whether the sign for a member stands after blanks.
func isMemberAhead(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '.' || text[0] == '?')
}
