package python

import (
	"slices"

	"github.com/ct-tools/ct/shared/source"
)

// maxTypes bounds how many type parameters of the classes around it a
// definition binds.
const maxTypes = 16

// bindParameter binds a name in a list of parameters. Those of a lambda have
// no scope of their own: see assign.
func (s *scanner) bindParameter(kind frameKind, at source.Span) {
	switch kind {
	case lambda:
		s.bind(at, source.Local)
	case parameters, typeParameters:
		s.bind(at, source.Parameter)
	}
	if kind != typeParameters || !s.bindings || len(s.blocks) == 0 {
		return
	}
	if b := &s.blocks[len(s.blocks)-1]; b.class && len(b.types) < maxTypes {
		b.types = append(b.types, at)
	}
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
