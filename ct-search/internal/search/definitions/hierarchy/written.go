package hierarchy

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
)

// relationOf returns how a declaration has a base, by the word before it in the head.
func relationOf(text []byte, d *source.Declaration, b source.Span) string {
	head := text[min(d.Name.End, b.Start):b.Start]
	implements, extends := bytes.LastIndex(head, []byte("implements")), bytes.LastIndex(head, []byte("extends"))
	switch {
	case implements > extends:
		return "implements"
	case d.Symbol == source.Struct || d.Symbol == source.Enum:
		return "implements"
	}
	return "extends"
}

// isPlain reports whether what is written is a type by its name alone, with arguments or without.
func isPlain(name string, written []byte, script bool) bool {
	return qualname.Is(name) && !bytes.ContainsAny(written, "({") && !(script && bytes.HasSuffix(written, []byte("]")))
}

// aliased returns where a declaration of another name for a type has one of the names, if it is for that type alone, or for all that
// a value has to be of. In a script T["x"] and T[] are other types than T.
func aliased(text []byte, d *source.Declaration, names map[string]bool, script bool) []source.Span {
	at := bytes.IndexByte(text[d.Span.Start:d.Span.End], '=')
	from := d.Span.Start + at + 1
	if at < 0 { // typedef T Name;
		if !bytes.HasPrefix(text[d.Span.Start:d.Span.End], []byte("typedef ")) || d.Name.Start < d.Span.Start {
			return nil
		}
		from = d.Span.Start + len("typedef ")
	}
	to := d.Span.End
	if at < 0 {
		to = d.Name.Start
	}
	var all []source.Span
	start := from
	depth := 0
	for i := from; i <= to; i++ {
		switch {
		case i < to && strings.IndexByte("<([{", text[i]) >= 0:
			depth++
		case i < to && strings.IndexByte(">)]}", text[i]) >= 0:
			depth--
		case i < to && depth == 0 && text[i] == '|':
			return nil
		}
		if i < to && (depth > 0 || text[i] != '&' && text[i] != ';') {
			continue
		}
		part := text[start:i]
		trimmed := bytes.TrimSpace(part)
		lead := start + bytes.Index(part, trimmed)
		if name := lastName(string(trimmed)); names[name] && isPlain(name, trimmed, script) {
			all = append(all, source.Span{Start: lead, End: lead + len(trimmed)})
		}
		start = i + 1
	}
	return all
}
