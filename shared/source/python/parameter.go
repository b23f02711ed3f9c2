package python

import (
	"bytes"
	"slices"

	"github.com/ct-tools/ct/shared/source"
)

// maxTypes bounds how many type parameters of the classes around it a
// definition binds.
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

// ofObject reports whether the innermost function is one that is called on an
// object or a class.
func (s *scanner) ofObject() bool {
	n := len(s.blocks)
	if n < 2 || !s.blocks[n-2].class {
		return false
	}
	for _, d := range s.r.Top().Decorators {
		if bytes.HasSuffix(bytes.TrimSpace(s.src[d.Start:d.End]), []byte("staticmethod")) {
			return false
		}
	}
	return true
}

// inheritTypes binds the type parameters of a class in the definition that was
// opened directly in it: unlike the names in its body, they are in scope there.
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
