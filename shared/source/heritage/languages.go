package heritage

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
)

// implHead matches what stands between impl and the name of a trait.
var implHead = lazy.Regexp(`(?s)\bimpl\b\s*(<.*>)?\s*(?:const\s+)?(?:::)?$`)

// implFor matches what stands between the name of a trait and the block that implements it.
var implFor = lazy.Regexp(`^for\b\s*([^{;]+)`)

// rust reads impl blocks and derive.
func (r *reader) rust(o *source.Occurrence) {
	base := r.path(o.Place, ":")
	if of := r.derived(o); of != source.None {
		r.all = append(r.all, Relation{Base: base, Kind: Derives, Type: r.seen.Declarations[of].Name.Start})
		return
	}
	head := r.statement(base.Start, ";{}")
	m := implHead.Get().FindSubmatchIndex(head)
	if m == nil {
		return
	}
	after := r.afterArguments(o.Place.End)
	f := implFor.Get().FindSubmatchIndex(r.text[after:min(len(r.text), after+mostHead)])
	if f == nil {
		return
	}
	start := base.Start - len(head) + m[0]
	open := after + f[3]
	if open >= len(r.text) || r.text[open] != '{' {
		return
	}
	name, written := implementor(r.text, after+f[2], after+f[3])
	relation := Relation{Base: base, Kind: Implements, Type: source.None, New: &source.Declaration{
		Name: name, Symbol: source.Extension, Span: source.Span{Start: start, End: closing(r.text, open)},
		Signature: source.Span{Start: start, End: open}, Parent: o.Enclosing,
	}}
	if m[2] >= 0 && isParameter(head[m[2]:m[3]], name.Of(r.text)) {
		relation.Every = strings.Join(strings.Fields(string(head[m[2]:m[3]])+" "+written), " ")
	}
	r.all = append(r.all, relation)
}

// derived returns the declaration whose derive has a place.
func (r *reader) derived(o *source.Occurrence) int {
	for i := range r.seen.Declarations {
		for _, d := range r.seen.Declarations[i].Decorators {
			if d.Holds(o.Place) && strings.HasPrefix(d.Of(r.text), "#[derive") {
				return i
			}
		}
	}
	return source.None
}

// implementor returns the name of the type that a block is for, and all that is written for it and its bounds.
func implementor(text []byte, from, to int) (source.Span, string) {
	written := string(text[from:to])
	typ, _, _ := strings.Cut(written, "where")
	head, _, _ := strings.Cut(typ, "<")
	head = strings.TrimRight(head, " \t\r\n")
	end := len(head)
	for end > 0 && !isWord(head[end-1]) {
		end--
	}
	start := end
	for start > 0 && isWord(head[start-1]) {
		start--
	}
	if start == end { // a tuple, or a qualified path
		return source.Span{Start: from, End: from + len(strings.TrimRight(typ, " \t\r\n"))}, written
	}
	return source.Span{Start: from + start, End: from + end}, written
}

// isParameter reports whether a list of type parameters declares a name.
func isParameter(list []byte, name string) bool {
	for part := range strings.SplitSeq(strings.Trim(string(list), "<>"), ",") {
		head, _, _ := strings.Cut(part, ":")
		if strings.TrimSpace(head) == name {
			return true
		}
	}
	return false
}

// How a class of Ruby gets a module, or its base.
var (
	mixes   = lazy.Regexp(`^\s*(include|extend|prepend)[\s(]+[\w:,\s]*$`)
	sends   = lazy.Regexp(`([A-Z][\w:]*)\.(?:send\(:|send :)?(include|extend|prepend)[\s(,]+[\w:,\s]*$`)
	creates = lazy.Regexp(`([A-Z]\w*)\s*=\s*Class\.new\(\s*$`)
)

// ruby reads modules that classes include, and classes that are made with a base.
func (r *reader) ruby(o *source.Occurrence) {
	base := r.path(o.Place, ":")
	line := r.statement(base.Start, "\n;")
	if m := mixes.Get().FindSubmatch(line); m != nil {
		if of := r.around(o, source.Module); of != source.None {
			kind := Includes
			if string(m[1]) == "extend" {
				kind = Adds
			}
			r.all = append(r.all, Relation{Base: base, Kind: kind, Type: r.seen.Declarations[of].Name.Start})
		}
		return
	}
	kind := Includes
	m := sends.Get().FindSubmatchIndex(line)
	if m == nil {
		m, kind = creates.Get().FindSubmatchIndex(line), Extends
	}
	if m != nil {
		r.said(o, base, base.Start-len(line)+m[2], base.Start-len(line)+m[3], kind)
	}
}

// said adds what a statement says of a type, whose name it has.
func (r *reader) said(o *source.Occurrence, base source.Span, from, to int, kind Kind) {
	end := bytes.IndexByte(r.text[o.Place.End:], '\n')
	if end < 0 {
		end = len(r.text) - o.Place.End
	}
	span := source.Span{Start: min(from, base.Start), End: max(o.Place.End+end, to)}
	r.all = append(r.all, Relation{Base: base, Kind: kind, Type: source.None, New: &source.Declaration{
		Name: source.Span{Start: from, End: to}, Symbol: source.Class, Span: span, Signature: span, Parent: o.Enclosing,
	}})
}

// nameless matches what stands between new class and a base of it.
var nameless = lazy.Regexp(`\bnew\s+(?:readonly\s+)?class\s*(?:\([^{}]*\))?\s*(?:extends|implements)\s[\w\s\\,]*$`)

// php reads traits that classes use, and classes without a name.
func (r *reader) php(o *source.Occurrence) {
	base := r.path(o.Place, `\`)
	from := max(0, base.Start-mostHead)
	if m := nameless.Get().FindIndex(r.text[from:base.Start]); m != nil {
		kind := Extends
		if bytes.Contains(r.text[from+m[0]:base.Start], []byte("implements")) {
			kind = Implements
		}
		r.nameless(o, base, from+m[0], o.Place.End, kind)
		return
	}
	if of := r.around(o); of != source.None && bytes.HasPrefix(bytes.TrimLeft(r.statement(base.Start, ";{}"), " \t\r\n"), []byte("use ")) {
		r.all = append(r.all, Relation{Base: base, Kind: Uses, Type: r.seen.Declarations[of].Name.Start})
	}
}

// registers matches the call that registers a class.
var registers = lazy.Regexp(`^\.register\(\s*(?:[\w.]+\.)?(\w+)\s*\)`)

// python reads classes that are registered.
func (r *reader) python(o *source.Occurrence) {
	base := r.path(o.Place, ".")
	rest := r.text[o.Place.End:min(len(r.text), o.Place.End+mostHead)]
	for i := range r.seen.Declarations {
		for _, d := range r.seen.Declarations[i].Decorators {
			if d.Holds(o.Place) && bytes.HasPrefix(rest, []byte(".register")) {
				r.all = append(r.all, Relation{Base: base, Kind: Registers, Type: r.seen.Declarations[i].Name.Start})
				return
			}
		}
	}
	m := registers.Get().FindSubmatchIndex(rest)
	if m == nil {
		return
	}
	from, to := o.Place.End+m[2], o.Place.End+m[3]
	for i := range r.seen.Declarations { // of this file
		if d := &r.seen.Declarations[i]; d.Symbol == source.Class && d.Name.Of(r.text) == string(r.text[from:to]) {
			r.all = append(r.all, Relation{Base: base, Kind: Registers, Type: d.Name.Start})
			return
		}
	}
	r.said(o, base, from, to, Registers)
}
