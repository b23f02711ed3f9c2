package lookup

import (
	"bytes"
	"strings"
)

// A syntax says how a language writes texts.
type syntax struct {
	join     string // the operator that joins texts
	quotes   string
	prefixes string // letters that may stand before a quote
	comment  string

	adjacent bool // texts side by side are joined
	percent  bool // % after a text fills it in
	symbols  bool // of Ruby: :name is a text

	// How expressions stand in a text: {x} after a prefix f or $, #{x}, ${x} in a template, $x, \(x).
	inF, inHash, inTemplate, inDollar, inBackslash bool
}

// A part is a piece of a text: fixed, or computed, by the variable name if by nothing else.
type part struct {
	text  string
	fixed bool
	name  string
}

// A value is what an expression may be: one of several texts, each of its parts.
type value [][]part

var computed = part{}

// mostParts is how many parts a text may have, and alternatives an expression.
const mostParts = 20

// value reads an expression.
func (s *syntax) value(e []byte) value {
	var r reading
	for i := 0; i < len(e); {
		if len(r.now) > mostParts || len(r.all) > mostParts {
			return value{{computed}}
		}
		if literal, next := s.literal(e, i); next > i {
			literal, next = s.filled(e, next, literal)
			r.now, i = append(r.now, literal...), next
			continue
		}
		switch c := e[i]; {
		case c <= ' ' || c == '\\':
			i++
		case s.join != "" && bytes.HasPrefix(e[i:], []byte(s.join)):
			i += len(s.join)
		case c == '#' && i+1 < len(e) && isName(e[i+1]): // an argument of a macro as a text
			i++
		case isName(c) || c == '$' || c == '@':
			parts, next := s.operand(e, i)
			i = r.word(e, i, next, parts)
		default:
			i = s.sign(e, i, &r)
		}
	}
	r.end()
	return r.all
}

// A reading is what was read of an expression.
type reading struct {
	all value
	now []part // of the alternative that is read
}

// end ends an alternative.
func (r *reading) end() {
	if len(r.now) > 0 {
		r.all = append(r.all, r.now)
	}
	r.now = nil
}

// word takes the word from start to end, which has the given parts, and returns where to go on.
func (r *reading) word(e []byte, start, end int, parts []part) int {
	switch string(e[start:end]) {
	case "or", "and", "else":
		r.end()
	case "if", "unless": // up to else a condition
		r.end()
		if at := bytes.Index(e[end:], []byte("else")); at >= 0 {
			return end + at
		}
		return len(e)
	default:
		r.now = append(r.now, parts...)
	}
	return end
}

// sign takes a sign and returns where to go on.
func (s *syntax) sign(e []byte, i int, r *reading) int {
	switch c := e[i]; {
	case c == '(':
		next := closing(e, i, s)
		if inner := s.value(inside(e, i, next)); len(inner) == 1 {
			r.now = append(r.now, inner[0]...)
		} else {
			r.now = append(r.now, computed)
		}
		return next
	case c == '?' && i+1 < len(e) && strings.IndexByte("?:.", e[i+1]) < 0: // what stands before it is a condition
		r.now = nil
	case c == '|' || c == '?' || c == ':' || c == '&':
		r.end()
	default:
		r.now = append(r.now, computed)
		if c == '[' || c == '{' {
			return closing(e, i, s)
		}
	}
	return i + 1
}

// inside returns what is between a bracket and the end of the one that closes it, or of e.
func inside(e []byte, opening, end int) []byte {
	if end > opening+1 && strings.IndexByte(")]}", e[end-1]) >= 0 {
		end--
	}
	return e[opening+1 : max(end, opening+1)]
}

// operand reads a name with what is reached from it.
func (s *syntax) operand(e []byte, i int) ([]part, int) {
	last := i
	for i < len(e) && (isName(e[i]) || e[i] == '$' || e[i] == '@') {
		i++
	}
	for i < len(e) {
		word := string(bytes.TrimLeft(e[last:i], "$@"))
		switch next, ok := member(e, i, s); {
		case ok:
			last = next
			i = skipName(e, next)
		case e[i] == '(' && isFormat(word):
			end := closing(e, i, s)
			arguments := s.split(inside(e, i, end))
			for _, a := range arguments[:min(len(arguments), 2)] { // String.format may take a locale first
				if v := s.value(a); len(v) == 1 && v[0][0].fixed {
					return cut(v[0], formatted), end
				}
			}
			return []part{computed}, end
		case e[i] == '(' && word == "nameof":
			end := closing(e, i, s)
			inner := bytes.TrimSpace(inside(e, i, end))
			return []part{{text: string(inner[bytes.LastIndexByte(inner, '.')+1:]), fixed: true}}, end
		case e[i] == '(' || e[i] == '[':
			return []part{{name: word}}, s.chain(e, closing(e, i, s))
		default:
			return []part{{name: word}}, i
		}
	}
	return []part{{name: string(bytes.TrimLeft(e[last:i], "$@"))}}, i
}

// isFormat reports whether a function fills in the text that it is given.
func isFormat(word string) bool {
	switch word {
	case "Sprintf", "sprintf", "vsprintf", "format", "Format":
		return true
	}
	return false
}

// chain passes over what is reached from a value: .a, [b], (c).
func (s *syntax) chain(e []byte, i int) int {
	for i < len(e) {
		next, ok := member(e, i, s)
		switch {
		case ok:
			i = skipName(e, next)
		case e[i] == '(' || e[i] == '[':
			i = closing(e, i, s)
		default:
			return i
		}
	}
	return i
}

// member returns where the name of a member begins that is reached at i.
func member(e []byte, i int, s *syntax) (int, bool) {
	for _, sign := range []string{"?->", "->", "::", "?.", "!!.", "!.", "&.", "."} {
		if sign == s.join || s.join == ".." && bytes.HasPrefix(e[i:], []byte("..")) {
			continue
		}
		if next := i + len(sign); bytes.HasPrefix(e[i:], []byte(sign)) && next < len(e) && (isName(e[next]) || e[next] == '$') {
			return next + oneIf(e[next] == '$'), true
		}
	}
	return i, false
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// filled reads what follows a text and changes it: a format's values, or a method.
func (s *syntax) filled(e []byte, i int, literal []part) ([]part, int) {
	if at := skipBlanks(e, i); s.percent && at < len(e) && e[at] == '%' {
		switch at = skipBlanks(e, at+1); {
		case at == len(e):
		case e[at] == '(' || e[at] == '[':
			at = closing(e, at, s)
		case isName(e[at]):
			_, at = s.operand(e, at)
		}
		return cut(literal, formatted), at
	}
	next, ok := member(e, i, s)
	if !ok {
		return literal, i
	}
	end := skipName(e, next)
	switch string(e[next:end]) {
	case "format", "formatted":
		return cut(literal, formatted), s.chain(e, i)
	case "concat":
		return append(literal, computed), s.chain(e, i)
	case "to_sym", "to_s", "encode", "intern":
		if end < len(e) && e[end] == '(' {
			end = closing(e, end, s)
		}
		return s.filled(e, end, literal)
	}
	return []part{computed}, s.chain(e, i)
}

// skipBlanks returns the place of the first byte from i that is not blank, skipName that of the first that is not in a name.
func skipBlanks(e []byte, i int) int {
	for i < len(e) && e[i] <= ' ' {
		i++
	}
	return i
}

func skipName(e []byte, i int) int {
	for i < len(e) && isName(e[i]) {
		i++
	}
	return i
}

// cut divides each fixed part of a text by what separates it.
func cut(parts []part, by func(string) []part) []part {
	var all []part
	for _, p := range parts {
		if p.fixed {
			all = append(all, by(p.text)...)
		} else {
			all = append(all, p)
		}
	}
	return all
}

// formatted divides a format at its verbs: %s, %(name)d, {}, {0:x}.
func formatted(text string) []part {
	var all []part
	var fixed []byte
	flush := func() {
		if len(fixed) > 0 {
			all = append(all, part{text: string(fixed), fixed: true})
		}
		fixed = fixed[:0]
	}
	if len(text) > mostText {
		return []part{{text: text, fixed: true}}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case (c == '%' || c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c:
			fixed = append(fixed, c)
			i++
		case c == '%':
			flush()
			all = append(all, computed)
			if at := strings.IndexByte(text[i:], ')'); i+1 < len(text) && text[i+1] == '(' && at > 0 {
				i += at
			}
			for i++; i < len(text) && strings.IndexByte("0123456789.$#+- ", text[i]) >= 0; {
				i++
			}
		case c == '{':
			flush()
			all = append(all, computed)
			if at := strings.IndexByte(text[i:], '}'); at > 0 {
				i += at
			}
		default:
			fixed = append(fixed, c)
		}
	}
	flush()
	return all
}

// literal reads the text that begins at i, if one does; else end is i.
func (s *syntax) literal(e []byte, i int) (parts []part, end int) {
	start := i
	for i < len(e) && i-start < 3 && strings.IndexByte(s.prefixes, e[i]) >= 0 {
		i++
	}
	prefix := string(e[start:i])
	if s.symbols && i+1 < len(e) && e[i] == ':' {
		if isName(e[i+1]) {
			end = skipName(e, i+1)
			end += oneIf(end < len(e) && (e[end] == '!' || e[end] == '?'))
			return []part{{text: string(e[i+1 : end]), fixed: true}}, end
		}
		i += oneIf(e[i+1] == '"')
	}
	if i >= len(e) || strings.IndexByte(s.quotes, e[i]) < 0 {
		return nil, start
	}
	quote := e[i : i+1]
	if i+2 < len(e) && e[i+1] == e[i] && e[i+2] == e[i] {
		quote = e[i : i+3]
	}
	from := i + len(quote)
	for end = from; end < min(len(e), from+mostExpression) && !bytes.HasPrefix(e[end:], quote); end++ {
		if e[end] == '\\' {
			end++
		}
	}
	inner := e[from:min(end, len(e))]
	return s.interpolated(inner, s.openings(quote[0], prefix)), min(end+len(quote), len(e))
}

// openings returns how expressions in a text begin.
func (s *syntax) openings(quote byte, prefix string) []string {
	switch {
	case s.inF && strings.ContainsAny(prefix, "fF$"):
		return []string{"{"}
	case s.inHash && quote == '"':
		return []string{"#{"}
	case s.inTemplate && quote == '`':
		return []string{"${"}
	case s.inDollar && quote == '"':
		return []string{"${", "{$", "$"}
	case s.inBackslash:
		return []string{`\(`}
	}
	return nil
}

// interpolated divides the inside of a text at the expressions in it.
func (s *syntax) interpolated(inner []byte, openings []string) []part {
	all := []part{}
	from := 0
	for i := 0; i < len(inner); {
		if len(openings) > 0 && openings[0] == "{" && bytes.HasPrefix(inner[i:], []byte("{{")) {
			i += 2
			continue
		}
		next := s.expression(inner, i, openings)
		if next == i {
			i++
			continue
		}
		if i > from {
			all = append(all, part{text: string(inner[from:i]), fixed: true})
		}
		all = append(all, computed)
		i, from = next, next
	}
	if from < len(inner) || len(all) == 0 {
		all = append(all, part{text: string(inner[from:]), fixed: true})
	}
	return all
}

// expression returns the end of the expression that begins at i in a text, i if none does.
func (s *syntax) expression(inner []byte, i int, openings []string) int {
	for _, o := range openings {
		if !bytes.HasPrefix(inner[i:], []byte(o)) {
			continue
		}
		if o != "$" {
			return closing(inner, i+strings.IndexAny(o, "{("), s)
		}
		if next := skipName(inner, i+1); next > i+1 {
			return next
		}
	}
	return i
}

// mostExpression is how many bytes an expression may have.
const mostExpression = 4 << 10

// closing returns the end of the bracket that opens at i: after the one that closes it, or the end of e.
func closing(e []byte, i int, s *syntax) int {
	depth := 0
	for most := min(len(e), i+mostExpression); i < most; {
		if _, end := s.literal(e, i); end > i {
			i = end
			continue
		}
		switch e[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return min(i, len(e))
}

// split divides arguments at their commas.
func (s *syntax) split(e []byte) [][]byte {
	var all [][]byte
	from := 0
	for i := 0; i < len(e); {
		if _, end := s.literal(e, i); end > i {
			i = end
			continue
		}
		switch e[i] {
		case '(', '[', '{':
			i = closing(e, i, s)
			continue
		case ',':
			all = append(all, e[from:i])
			from = i + 1
		}
		i++
	}
	if len(bytes.TrimSpace(e[from:])) > 0 {
		all = append(all, e[from:])
	}
	return all
}

func isName(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}
