package rust

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// imported reads a word of a use tree.
func (s *reader) imported(at source.Span) {
	t := &s.now
	kind := source.FromImport
	if t.item == itemCrate {
		kind = source.Import
	}
	w := cursor.Word{Mark: s.Rec.Word(at, kind, source.Plain), At: at}
	if t.has(flagAlias) {
		t.alias = w
	} else {
		s.path = append(s.path, w)
	}
	t.set(flagLeaf)
	t.prev = tokenName
}

// pathKeyword reads self, super, crate and _ in a use tree.
func (s *reader) pathKeyword(at source.Span) {
	t := &s.now
	t.set(flagLeaf)
	t.prev = tokenName
	if t.has(flagAlias) {
		return
	}
	if w := at.Of(s.Src); w != "_" {
		s.path = append(s.path, cursor.Word{At: at})
	}
}

// leaf ends one of the names of a use tree.
func (s *reader) leaf() {
	t, f := &s.now, s.top()
	base := 0
	if f.scope == inTree {
		base = f.path
	}
	if t.has(flagLeaf) && len(s.path) > 0 {
		s.bring()
	}
	s.path = s.path[:min(base, len(s.path))]
	s.reported = min(s.reported, len(s.path))
	if f.scope == inTree {
		was := *t
		s.reset()
		t.item, t.flags, t.start = was.item, was.flags&(flagPub|flagCratePub), was.start
	}
}

// bring reports what the path imports.
func (s *reader) bring() {
	t := &s.now
	n := len(s.path)
	last := s.path[n-1].At
	s.marks = s.marks[:0]
	for _, w := range s.path[min(s.reported, n):] {
		s.marks = append(s.marks, w.Mark)
	}
	if t.alias.At.Len() > 0 {
		s.marks = append(s.marks, t.alias.Mark)
	}
	s.reported = n
	if !s.Rec.Bindings() && !slices.ContainsFunc(s.marks, source.Mark.Wanted) {
		return
	}
	im := source.ImportOf{Statement: source.Span{Start: s.statementStart(), End: s.Pos}, Name: last.Of(s.Src), Alias: t.alias.At.Of(s.Src)}
	kind := source.FromImport
	switch {
	case t.item == itemCrate:
		kind, im.Module, im.Name = source.Import, im.Name, ""
	case t.has(flagGlob):
		im.Module, im.Name = s.joined(n), "*"
	case im.Name == "self" && n > 1:
		im.Module, im.Name = s.joined(n-1), ""
	default:
		im.Module = s.joined(n - 1)
	}
	of := s.Rec.Import(im, kind, s.marks...)
	s.bindImport(im, of, last)
}

// statementStart returns where the use declaration around begins.
func (s *reader) statementStart() int {
	start := s.now.start
	for at := len(s.frames) - 1; at > 0 && s.frames[at].scope == inTree; at-- {
		start = s.frames[at].outer.start
	}
	return max(start, 0)
}

// joined returns the first n words of the path as they were written.
func (s *reader) joined(n int) string {
	parts := make([]string, 0, n)
	for _, w := range s.path[:n] {
		parts = append(parts, w.At.Of(s.Src))
	}
	return strings.Join(parts, "::")
}

func (s *reader) bindImport(im source.ImportOf, of int, last source.Span) {
	name := im.Name
	if name == "" {
		name = im.Module[strings.LastIndexByte(im.Module, ':')+1:]
	}
	if im.Alias != "" && name != "*" {
		name = im.Alias
	}
	s.Rec.BindImport(name, last, of)
}
