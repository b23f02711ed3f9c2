package typing

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// dollarFields adds the types of fields that the methods of classes of PHP give values, and the traits that they use.
func (f *File) dollarFields(text []byte, seen *source.File, at []*Type) {
	for i, t := range at {
		if t == nil {
			continue
		}
		body := []byte(seen.Declarations[i].Span.Of(text))
		var traits []string
		for _, m := range dollars.Get().uses.FindAllSubmatch(body, -1) {
			for one := range strings.SplitSeq(string(m[1]), ",") {
				traits = append(traits, f.rules.name(strings.TrimSpace(one)))
			}
		}
		t.bases = append(traits, t.bases...)
		t.given(text, body, seen, i)
	}
}

// given adds the types of the fields that are given a new object, or a parameter with a type, and nothing else in the class.
func (t *Type) given(text, body []byte, seen *source.File, class int) {
	types := map[string]string{}
	var order []string
	for _, m := range dollars.Get().given.FindAllSubmatchIndex(body, -1) {
		name := string(body[m[2]:m[3]])
		value := body[m[1]-1 : min(len(body), m[1]+mostType)]
		given := strings.TrimSpace(string(value[:max(valueEnd(value), 0)]))
		if strings.EqualFold(given, "null") || given == "clone $this->"+name {
			continue
		}
		written := t.File.rules.ofValue(text, seen, class, seen.Declarations[class].Span.Start+m[0], given)
		if old, ok := types[name]; !ok {
			order = append(order, name)
		} else if old != written {
			written = ""
		}
		types[name] = written
	}
	for _, name := range order {
		if written := types[name]; written != "" && written != "self" && written != "static" {
			t.hasField(name, written)
		}
	}
}

// hasField adds the type of a field that is not declared with one.
func (t *Type) hasField(name, written string) {
	k := slices.IndexFunc(t.members, func(one member) bool { return one.name == name && !one.method })
	if k < 0 {
		t.members = append(t.members, member{name: name})
		k = len(t.members) - 1
	}
	if m := &t.members[k]; m.typ == "" || loose(m.typ) {
		m.typ, m.documented = written, true
	}
}

// ofValue returns the type of a value that a field is given at a place in a class; empty if that is not seen.
func (l *Language) ofValue(text []byte, seen *source.File, class, pos int, given string) string {
	if made := dollars.Get().made.FindStringSubmatch(given); made != nil {
		if rest := given[len(made[0]):]; rest == "" || matching(rest) == len(rest) {
			return made[1]
		}
		return ""
	}
	variable, ok := strings.CutPrefix(given, "$")
	if !ok || strings.IndexFunc(variable, func(c rune) bool { return c < 0x80 && !word(byte(c)) }) >= 0 {
		return ""
	}
	return l.ofParameter(text, seen, class, pos, variable)
}

// ofParameter returns the type of a parameter of the method of a class that a place is in.
func (l *Language) ofParameter(text []byte, seen *source.File, class, pos int, name string) string {
	for i := range seen.Declarations {
		d := &seen.Declarations[i]
		if d.Parent != class || d.Symbol > source.Method || pos < d.Span.Start || pos >= d.Span.End {
			continue
		}
		signature := text[d.Name.End:max(d.Name.End, d.Signature.End)]
		for from := 0; ; {
			at := bytes.Index(signature[from:], []byte("$"+name))
			if at < 0 {
				break
			}
			if from += at + 1 + len(name); from < len(signature) && word(signature[from]) {
				continue
			}
			written := typeBefore(text, d.Name.End+from-len(name)-1)
			if written == "" || loose(written) {
				if doc := docTag(docBefore(text, d.Span.Start), "param", name); doc != "" {
					return doc
				}
			}
			return written
		}
	}
	return ""
}
