package python

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// bound is a name that is a target if the statement goes on so.
type bound struct {
	source.Mark
	at    source.Span
	plain bool // no attribute: it binds a name
}

// assign makes the targets from the given one on targets of an assignment.
func (s *scanner) assign(from int) { s.bindTargets(from, source.Binding{Kind: source.Local}) }

// bindTargets is assign with a binding that says how the targets are bound.
func (s *scanner) bindTargets(from int, b source.Binding) {
	from = min(from, len(s.targets))
	b.Import, b.Declaration = source.None, source.None
	for _, t := range s.targets[from:] {
		s.r.Revise(t.Mark, source.Assignment)
		b.Place = t.at
		switch {
		case t.plain:
			s.bindAs(b, 0)
		case s.bindings:
			s.r.Bind(source.Binding{Name: t.at.Of(s.src), Kind: source.Attribute, Place: t.at, Import: source.None, Declaration: source.None})
		}
	}
	s.targets = s.targets[:from]
}

// trail notes that a trailer (an attribute, a call, a subscript) follows: what is before it is not bound.
func (s *scanner) trail() {
	switch s.before {
	case name:
		if s.last.target {
			s.targets = s.targets[:len(s.targets)-1]
			s.last.target = false
		}
	case closed:
		if s.frames[len(s.frames)-1].mode == target {
			s.targets = s.targets[:min(s.closedFrom, len(s.targets))]
		}
	}
}

// endAs ends the target after `as`.
func (s *scanner) endAs() {
	top := &s.frames[len(s.frames)-1]
	s.assign(top.from)
	top.as, top.mode = false, value
}

// walrus makes the word before := a target. It binds in the function, be it in a comprehension or not.
func (s *scanner) walrus() {
	if s.before == name {
		s.trail()
		s.frames[len(s.frames)-1].chooses = true
		s.r.Revise(s.last.Mark, source.Assignment)
		s.bind(s.last.at, source.Local)
	}
	s.at += 2
	s.before = operator
}

// bind binds a name in the innermost definition, or in the scope of a global or nonlocal statement.
func (s *scanner) bind(at source.Span, kind source.BindingKind) {
	s.bindAs(source.Binding{Kind: kind, Place: at, Import: source.None, Declaration: source.None}, 0)
}

// bindAs is bind for a definition that stands depth definitions outside.
func (s *scanner) bindAs(b source.Binding, depth int) {
	if !s.bindings {
		return
	}
	if b.Name == "" {
		b.Name = b.Place.Of(s.src)
	}
	if in := len(s.blocks) - 1 - depth; in >= 0 {
		for _, d := range s.blocks[in].scoped {
			switch {
			case d.name != b.Name:
			case d.global:
				s.r.BindIn(len(s.blocks), b)
				return
			default:
				return // the function around it binds the name as well
			}
		}
	}
	s.r.BindIn(depth, b)
}

// scoped is a name that belongs to another scope.
type scoped struct {
	name   string
	global bool
}

// declareScope takes a name of a global or nonlocal statement.
func (s *scanner) declareScope(at source.Span) {
	if s.bindings && len(s.blocks) > 0 {
		b := &s.blocks[len(s.blocks)-1]
		b.scoped = append(b.scoped, scoped{at.Of(s.src), s.statement.kind == globals})
	}
}

// maxTypes is how many type parameters of the classes around it a definition binds at most.
const maxTypes = 16

// bindParameter binds a name in a list of parameters.
func (s *scanner) bindParameter(f *frame, at source.Span) {
	if !s.bindings || f.kind != lambda && f.kind != parameters && f.kind != typeParameters {
		return
	}
	first := len(bytes.TrimSpace(s.src[f.argument:at.Start])) == 0
	s.bindAs(source.Binding{
		Kind: source.Parameter, Place: at, Import: source.None, Declaration: source.None, Block: f.block,
		Object: first && (f.object || f.kind == parameters && s.ofObject()),
	}, 0)
	if f.kind != typeParameters || len(s.blocks) == 0 {
		return
	}
	if b := &s.blocks[len(s.blocks)-1]; b.class && len(b.types) < maxTypes {
		b.types = append(b.types, at)
	}
}

// ofObject reports whether the innermost function is one that is called on an object or a class.
func (s *scanner) ofObject() bool {
	n := len(s.blocks)
	return n >= 2 && s.blocks[n-2].class && !slices.ContainsFunc(s.r.Top().Decorators, func(d source.Span) bool {
		return bytes.HasSuffix(bytes.TrimSpace(s.src[d.Start:d.End]), []byte("staticmethod"))
	})
}

// inheritTypes binds the type parameters of a class in a definition directly in it, where they are in scope.
func (s *scanner) inheritTypes() {
	if !s.bindings || len(s.blocks) < 2 {
		return
	}
	around, b := &s.blocks[len(s.blocks)-2], &s.blocks[len(s.blocks)-1]
	if !around.class {
		return
	}
	for _, at := range around.types {
		s.bind(at, source.Parameter)
	}
	if b.class {
		b.types = slices.Clone(around.types)
	}
}

var operands = source.Operands{Signs: []string{"."}, Comments: []string{"#"}, Quotes: "\"'"}

// valueOf returns where the value of a primary comes from.
func valueOf(text []byte) source.Value {
	v := operands.Value(text)
	if v.Name != "super" || len(v.Steps) == 0 || v.Steps[0] != "()" {
		return v
	}
	_, text, _ = bytes.Cut(text, []byte("("))
	end := bytes.IndexAny(text, ",)")
	if end < 0 {
		end = len(text) // the file ends inside
	}
	first := string(bytes.TrimSpace(text[:end]))
	if strings.Contains(first, "(") {
		return source.Value{Root: source.Opaque}
	}
	return source.Value{Root: source.Super, Name: first, Steps: v.Steps[1:]}
}

// names returns the names parted by dots from a place on, without blanks and quotes before them.
func (s *scanner) names(at int) source.Span {
	for at < len(s.src) && strings.IndexByte(" \t\r\n\"'", s.src[at]) >= 0 {
		at++
	}
	end := at
	for end < len(s.src) && (s.src[end] == '.' || ofWord(s.src[end])) {
		end++
	}
	return source.Span{Start: at, End: end}
}

// typed sets the type of the name or attribute that was bound last, if it is the last word, to what its annotation names.
func (s *scanner) typed() {
	if n := s.r.Bound(); n > 0 && s.r.BindingAt(n-1).Place == s.last.at {
		if at := s.names(s.at); at.Len() > 0 {
			b := s.r.BindingAt(n - 1)
			b.Given, b.From = source.GivenType, at
		}
	}
}

// assigned notes, at the = of a statement before which so many bindings were kept, that a value follows for its target.
func (s *scanner) assigned(bound int) {
	if s.statement.valueAt = -1; s.bindings && s.r.Bound() == bound+1 && s.statement.kind == expression {
		s.statement.valueAt, s.statement.target = s.skipBlanks(s.at+1), bound
	}
}

// endValue sets the value of the target of a statement, if that is one primary.
func (s *scanner) endValue() {
	at := s.statement.valueAt
	if at > 0 && s.chain == at && (s.before == name || s.before == closed) {
		b := s.r.BindingAt(s.statement.target)
		b.Given, b.From = source.GivenValue, source.Span{Start: at, End: s.tokenEnd}
	}
}
