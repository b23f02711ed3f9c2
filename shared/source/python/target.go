package python

import "github.com/ct-tools/ct/shared/source"

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

// trail notes that a trailer (an attribute, a call, a subscript) follows, so
// that what stands before it is read and not bound.
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

// endAs ends the target behind `as`.
func (s *scanner) endAs() {
	top := &s.frames[len(s.frames)-1]
	s.assign(top.from)
	top.as, top.mode = false, value
}

// walrus makes the word before := a target. It binds in the function, be it
// in a comprehension or not.
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

// bind binds a name in the innermost definition, or where a global or
// nonlocal statement said.
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
