package impact

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Signature is the parameters of a function, as far as calls must fit them.
type Signature struct {
	Parameters []Parameter // those with a name or a place
	Rest       bool        // any number of further arguments is taken
	RestNames  bool        // any further names of arguments are taken
	Receiver   string      // the name of the object that it is called on, if it is the first parameter: self, cls, this; "" for none
}

// A Parameter is one of them.
type Parameter struct {
	Name     string // "" if only its type is given
	Optional bool
	ByName   bool // it is given by its name alone
	ByPlace  bool // it is given by its place alone
}

// mostSignature bounds the text of a signature, in bytes, mostParameters its parameters.
const (
	mostSignature  = 4000
	mostParameters = 255
)

// ParseSignature reads a signature in the style of any language: 'f(a, b=1, *args, key=None, **kw)', 'f(int a, String b)',
// 'f(a: int, b?: string, ...rest)', '(a, b)'. What stands before the brackets and after them is not looked at.
func ParseSignature(text string) (*Signature, error) {
	if len(text) > mostSignature {
		return nil, fmt.Errorf("the signature is longer than %d bytes", mostSignature)
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("the signature %q is not UTF-8", short(text))
	}
	inside, err := between(text)
	if err != nil {
		return nil, err
	}
	r := &parameters{}
	written := splitTop(inside)
	if len(written) > mostParameters {
		return nil, fmt.Errorf("the signature has %d parameters; at most %d can be read", len(written), mostParameters)
	}
	for i, p := range written {
		p = strings.TrimSpace(p)
		if p == "" && i == len(written)-1 { // a comma after the last one, or none at all
			break
		}
		if p == "" {
			return nil, fmt.Errorf("parameter %d of %q is empty; leave out one comma", i+1, short(text))
		}
		if err := r.add(p, len(written) == 1); err != nil {
			return nil, fmt.Errorf("%q in %q: %w", short(p), short(text), err)
		}
	}
	return &r.Signature, nil
}

// between returns what stands between the brackets of a signature.
func between(text string) (string, error) {
	before, _, found := cutAt(text, '(')
	if !found {
		return "", fmt.Errorf("%q has no brackets; write a signature as in 'f(a, b=1)'", short(text))
	}
	open := len(before)
	end := closing(text, open)
	if end < 0 {
		return "", fmt.Errorf("%q has a bracket that nothing closes", short(text))
	}
	inside, rest := text[open+1:end], text[end+1:]
	if before := strings.TrimSpace(before); (before == "" || before == "func") && isReceiver(inside) && isNamed(rest) {
		return between(rest)
	}
	return inside, nil
}

// isReceiver reports whether the brackets before the name of a method of Go may hold a text: t T, *T, t *T[K].
func isReceiver(text string) bool {
	return strings.TrimSpace(text) != "" && len(splitTop(text)) == 1
}

// isNamed reports whether a text begins with the name of a function and its brackets: M(x int), M[K any](x K).
func isNamed(text string) bool {
	before, _, found := cutAt(text, '(')
	name, _, _ := strings.Cut(strings.TrimSpace(before), "[")
	return found && isName(name) && name != "func" && name != "noexcept" && name != "throw"
}

// parameters reads the parameters of a signature.
type parameters struct {
	Signature
	byName bool // those that follow are given by their names alone
}

// add adds a parameter as it is written; alone says that it is the only one.
func (s *parameters) add(p string, alone bool) error {
	switch {
	case p == "*":
		s.byName = true
		return nil
	case p == "/":
		for i := range s.Parameters {
			s.Parameters[i].ByPlace = true
		}
		return nil
	case p == "void" && alone:
		return nil
	case strings.HasPrefix(p, "**"):
		s.RestNames = true
		return nil
	}
	left, value, optional := cutAt(p, '=')
	if optional && strings.TrimSpace(value) == "" {
		return errors.New("nothing stands after =; give the default value, or leave = out")
	}
	left = strings.TrimSpace(left)
	if isRest(left) {
		s.Rest, s.byName = true, true
		return nil
	}
	name := nameOf(left)
	if plain, marked := strings.CutSuffix(name, "?"); marked {
		name, optional = plain, true
	}
	switch {
	case name == "" && !strings.ContainsAny(left, "{[<*&("):
		return errors.New("not a parameter; write it as in a, a=1, a: int, int a, *rest or ...rest")
	case len(s.Parameters) == 0 && s.Receiver == "" && isObject(name):
		s.Receiver = name
		return nil
	case name != "" && s.has(name) && len(strings.Fields(left)) == 1:
		return fmt.Errorf("two parameters are named %s", name)
	}
	s.Parameters = append(s.Parameters, Parameter{Name: name, Optional: optional, ByName: s.byName})
	return nil
}

// has reports whether a parameter has the name.
func (s *Signature) has(name string) bool {
	return slices.ContainsFunc(s.Parameters, func(p Parameter) bool { return p.Name == name })
}

// isObject reports whether a parameter has a name that says that calls on an object do not hand it over.
func isObject(word string) bool {
	switch word {
	case "self", "cls", "this":
		return true
	}
	return false
}

// isRest reports whether a parameter takes any number of arguments: *args, ...rest, rest ...T, String... rest, vararg x.
func isRest(p string) bool {
	if strings.Contains(p, "...") || strings.HasPrefix(p, "vararg ") || strings.HasPrefix(p, "params ") {
		return true
	}
	return len(p) > 1 && p[0] == '*' && isName(strings.TrimSpace(strings.SplitN(p[1:], ":", 2)[0]))
}

// nameOf returns the name of a parameter without its default: of `a: int`, `int a` and `a`, "" if there is none. Of `a int` it is
// the type, which decides nothing, because languages that write it so give arguments by place.
func nameOf(p string) string {
	head, _, typed := cutAt(p, ':')
	head = strings.TrimSpace(head)
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return ""
	}
	last := fields[len(fields)-1]
	if typed && len(fields) > 1 && fields[0] != "mut" { // Swift: the outer name stands before the inner one
		last = fields[0]
	}
	last = strings.TrimLeft(last, "*&$")
	if cut := strings.IndexByte(last, '['); cut > 0 {
		last = last[:cut]
	}
	for _, name := range []string{last, fields[0]} { // the second of `a pkg.Type`
		if isName(strings.TrimSuffix(name, "?")) {
			return name
		}
	}
	return ""
}

// isName reports whether text is one identifier.
func isName(text string) bool {
	if text == "" {
		return false
	}
	for i, r := range text {
		if r != '_' && r != '$' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return true
}

// splitTop parts a text at its commas outside of brackets and quotes.
func splitTop(text string) []string {
	var all []string
	rest := text
	for {
		before, after, found := cutAt(rest, ',')
		all = append(all, before)
		if !found {
			return all
		}
		rest = after
	}
}

// cutAt parts a text at the first sign outside of brackets and quotes that is not a part of ==, =>, <=, :: and the like.
func cutAt(text string, sign byte) (before, after string, found bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == sign && !joined(text, i):
			return text[:i], text[i+1:], true
		case strings.IndexByte("([{<", c) >= 0:
			if end := closing(text, i); end > 0 {
				i = end
			}
		case c == '"' || c == '`' || c == '\'' && (i == 0 || text[i-1] != '&' && text[i-1] != '<'): // of Rust, &'a begins no text
			if end := strings.IndexByte(text[i+1:], c); end >= 0 {
				i += end + 1
			}
		}
	}
	return text, "", false
}

// joined reports whether a sign is a part of a longer one.
func joined(text string, i int) bool {
	c := text[i]
	if c != '=' && c != ':' {
		return false
	}
	next := i+1 < len(text) && (text[i+1] == c || c == '=' && text[i+1] == '>')
	return next || i > 0 && (text[i-1] == c || c == '=' && strings.IndexByte("<>!:", text[i-1]) >= 0)
}

// closing returns where the bracket at i is closed, -1 if nowhere. The second sign of -> and => closes none.
func closing(text string, i int) int { //nolint:gocyclo // one case for each kind of bracket
	pairs := map[byte]byte{'(': ')', '[': ']', '{': '}', '<': '>'}
	var open []byte
	for at := i; at < len(text); at++ {
		c := text[at]
		switch {
		case c == '>' && at > 0 && (text[at-1] == '-' || text[at-1] == '='):
		case pairs[c] != 0 && (c != '<' || text[i] == '<' || at > i):
			open = append(open, pairs[c])
		case len(open) > 0 && c == open[len(open)-1]:
			if open = open[:len(open)-1]; len(open) == 0 {
				return at
			}
		case c == ')' || c == ']' || c == '}':
			for len(open) > 0 && open[len(open)-1] == '>' { // it was no bracket
				open = open[:len(open)-1]
			}
			if len(open) == 0 || open[len(open)-1] != c {
				return -1
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return at
			}
		}
	}
	return -1
}

// short clips a text for a message.
func short(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
