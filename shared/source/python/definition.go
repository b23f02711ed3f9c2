package python

import (
	"slices"

	"github.com/ct-tools/ct/shared/source"
)

// block is an open definition.
type block struct {
	indent int // columns before its line: what stands deeper belongs to it
	class  bool
	types  []source.Span // parameters of the classes around, where bindings are wanted
	scoped []scoped      // names that it uses of other scopes, where bindings are wanted
}

// define opens the definition whose name was read.
func (s *scanner) define(at source.Span) {
	m := s.r.Word(at, source.Definition, source.Plain)
	d := source.Declaration{
		Name: at, Symbol: s.symbol(), Span: source.Span{Start: s.statement.start},
		Signature: source.Span{Start: s.statement.start, End: at.End}, Visibility: s.visibility(at),
	}
	if len(s.decorators) > 0 {
		d.Decorators = slices.Clone(s.decorators)
		s.decorators = s.decorators[:0]
	}
	s.r.Open(d, m)
	s.blocks = append(s.blocks, block{indent: s.indent, class: s.statement.kind == class})
	s.bindAs(source.Binding{Kind: source.Defined, Place: at, Import: source.None, Declaration: s.defined}, 1)
	s.inheritTypes()
	s.defined++
	s.frames[0].mode = heading
	s.last, s.before = word{}, name
	if s.statement.kind == alias {
		s.statement.kind = aliased
	} else {
		s.statement.kind = header
		if d.Symbol != source.Class {
			s.passHeader()
		}
	}
}

func (s *scanner) symbol() source.Symbol {
	switch {
	case s.statement.kind == class:
		return source.Class
	case s.statement.kind == alias:
		return source.Type
	case len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].class:
		return source.Method
	}
	return source.Function
}

// headingBracket returns what a bracket after the name of a definition holds.
func (s *scanner) headingBracket(c byte) (frameKind, mode) {
	switch {
	case c == '[':
		return typeParameters, parameter
	case c == '(' && s.statement.kind == header && s.blocks[len(s.blocks)-1].class:
		return bases, value
	case c == '(' && s.statement.kind == header:
		return parameters, parameter
	}
	return group, value
}

// addBase takes the argument that ends with the last token as a base class.
func (s *scanner) addBase(f *frame) {
	start := f.argument
	for start < s.tokenEnd {
		switch class := classes[s.src[start]]; {
		case class == '#':
			for start < s.tokenEnd && classes[s.src[start]] != 'n' {
				start++
			}
		case class == ' ' || class == 'n' || class == '\\':
			start++
		default:
			d := s.r.Top()
			d.Bases = append(d.Bases, source.Span{Start: start, End: s.tokenEnd})
			return
		}
	}
}

// endHeader reads the colon of a compound statement; its body may begin on the same line.
func (s *scanner) endHeader() {
	base := &s.frames[0]
	switch {
	case base.as:
		s.endAs()
	case base.mode == pattern:
		s.assign(0)
	}
	defines := s.statement.kind == header
	if defines {
		s.r.Top().Signature.End = s.tokenEnd
	}
	s.endStatement()
	s.docNext = defines
	s.startStatement()
}

// endAlias ends the definition of a type alias with its statement.
func (s *scanner) endAlias() {
	d := s.r.Top()
	d.Signature.End = s.tokenEnd
	s.r.Close(s.tokenEnd)
	s.blocks = s.blocks[:len(s.blocks)-1]
}
