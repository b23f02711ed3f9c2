package hierarchy

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// parameters is what distinguishes methods of one name from each other.
type parameters struct {
	types  []string // as written, without names, arguments of types and the names before them; "" if they are not seen
	known  bool
	hidden bool // no other type can override it: it is private, or the type itself has it
}

// parametersOf returns the parameters of a method, as its signature writes them.
func parametersOf(text []byte, d *source.Declaration) *parameters {
	p := &parameters{hidden: d.Visibility == source.Private || d.Static}
	signature := text[d.Name.End:max(d.Name.End, d.Signature.End)]
	before := string(text[d.Span.Start:d.Name.Start])
	p.hidden = p.hidden || strings.Contains(" "+before, " static ")
	open := strings.IndexByte(string(signature), '(')
	if open < 0 {
		return p
	}
	p.known = true
	depth, from := 0, open+1
	for i := open; i < len(signature); i++ {
		switch c := signature[i]; {
		case strings.IndexByte("(<[{", c) >= 0:
			depth++
		case strings.IndexByte(")>]}", c) >= 0 && (i == 0 || signature[i-1] != '-' && signature[i-1] != '='):
			if depth--; depth == 0 {
				if last := strings.TrimSpace(string(signature[from:i])); last != "" {
					p.types = append(p.types, last)
				}
				return p
			}
		case c == ',' && depth == 1:
			p.types, from = append(p.types, strings.TrimSpace(string(signature[from:i]))), i+1
		}
	}
	p.known = false
	return p
}

// overloads reports whether methods of one name differ by their parameters in a language.
func overloads(word string) bool {
	switch word {
	case "java", "cs", "kotlin", "cpp", "swift":
		return true
	}
	return false
}

// same compares the parameters of two methods of a language: whether one can override the other, and whether that is sure.
func (p *parameters) same(q *parameters, language string) (may, sure bool) {
	switch {
	case !overloads(language):
		return true, true
	case p == nil || q == nil || !p.known || !q.known:
		return true, false
	case len(p.types) != len(q.types):
		return false, true
	}
	for i := range p.types {
		a, b := typeOf(p.types[i], language), typeOf(q.types[i], language)
		switch {
		case a == b:
		case a == "" || b == "" || isFree(a) || isFree(b):
			return true, false
		default:
			return language != "java" && language != "cs", false
		}
	}
	return true, true
}

// isFree reports whether a type is likely to be a type parameter, by its name.
func isFree(name string) bool {
	return len(name) <= 2 || len(name) < 4 && strings.ToUpper(name) == name || strings.HasPrefix(name, "T") && len(name) > 1 && name[1] >= 'A' && name[1] <= 'Z'
}

// typeOf returns the last name of the type of a parameter.
func typeOf(written, language string) string {
	if language == "kotlin" || language == "swift" {
		_, written, _ = strings.Cut(written, ":")
		written, _, _ = strings.Cut(written, "=")
	} else {
		written, _, _ = strings.Cut(written, "=")
		written = strings.TrimRight(written, " \t\r\n")
		array := strings.Count(written, "[]") + strings.Count(written, "...")
		if at := strings.LastIndexAny(written, " \t\r\n*&>"); at >= 0 && language != "cpp" {
			written = written[:at+1]
		}
		written = strings.TrimRight(written, " \t\r\n") + strings.Repeat("[]", array)
		written = strings.ReplaceAll(written, "...", "")
	}
	if at := strings.IndexByte(written, '<'); at >= 0 {
		end := strings.LastIndexByte(written, '>')
		written = written[:at] + written[max(end+1, at):]
	}
	written = strings.TrimSpace(written)
	words := strings.Fields(written)
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	return last[strings.LastIndexByte(last, '.')+1:]
}
