package brace

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// imported takes a word of a use tree.
func (s *rustReader) imported(at source.Span) {
	t := &s.now
	kind := source.FromImport
	if t.item == rustCrate {
		kind = source.Import
	}
	w := cWord{s.r.Word(at, kind, source.Plain), at}
	if t.has(rustAlias) {
		t.alias = w
	} else {
		s.path = append(s.path, w)
	}
	t.set(rustLeaf)
	t.prev = rustName
}

// pathKeyword takes self, super, crate and _ in a use tree.
func (s *rustReader) pathKeyword(at source.Span) {
	t := &s.now
	t.set(rustLeaf)
	t.prev = rustName
	if t.has(rustAlias) {
		return
	}
	if w := at.Of(s.src); w != "_" {
		s.path = append(s.path, cWord{at: at})
	}
}

// leaf ends one of the names of a use tree.
func (s *rustReader) leaf() {
	t, f := &s.now, s.top()
	base := 0
	if f.scope == rustTree {
		base = f.path
	}
	if t.has(rustLeaf) && len(s.path) > 0 {
		s.bring()
	}
	s.path = s.path[:min(base, len(s.path))]
	s.told = min(s.told, len(s.path))
	item := t.item
	start := t.start
	flags := t.flags & (rustPub | rustCratePub)
	if f.scope == rustTree {
		s.reset()
		s.now.item, s.now.flags = item, flags
		s.now.start = start
	}
}

// bring tells of what the path imports.
func (s *rustReader) bring() {
	t := &s.now
	n := len(s.path)
	last := s.path[n-1].at
	s.marks = s.marks[:0]
	for _, w := range s.path[min(s.told, n):] {
		s.marks = append(s.marks, w.mark)
	}
	if t.alias.at.Len() > 0 {
		s.marks = append(s.marks, t.alias.mark)
	}
	s.told = n
	wanted := s.r.Bindings()
	for _, m := range s.marks {
		wanted = wanted || m.Wanted()
	}
	if !wanted {
		return
	}
	im := source.ImportOf{Statement: source.Span{Start: s.statementStart(), End: s.pos}, Name: last.Of(s.src), Alias: t.alias.at.Of(s.src)}
	if t.alias.at.Len() == 0 {
		im.Alias = ""
	}
	kind, how := source.FromImport, source.Imported
	switch {
	case t.item == rustCrate:
		kind, im.Module, im.Name = source.Import, im.Name, ""
	case t.has(rustGlob):
		im.Module, im.Name, how = s.joined(n), "*", source.Unknown
	case im.Name == "self" && n > 1:
		im.Module, im.Name = s.joined(n-1), ""
	default:
		im.Module = s.joined(n - 1)
	}
	of := s.r.Import(im, kind, s.marks...)
	s.bindImport(im, how, of, last)
}

// statementStart gives where the use declaration around begins.
func (s *rustReader) statementStart() int {
	at := len(s.frames) - 1
	start := s.now.start
	for ; at > 0 && s.frames[at].scope == rustTree; at-- {
		start = s.frames[at].outer.start
	}
	return max(start, 0)
}

// joined gives the first n words of the path as they were written.
func (s *rustReader) joined(n int) string {
	parts := make([]string, 0, n)
	for _, w := range s.path[:n] {
		parts = append(parts, w.at.Of(s.src))
	}
	return strings.Join(parts, "::")
}

func (s *rustReader) bindImport(im source.ImportOf, how source.How, of int, last source.Span) {
	if !s.r.Bindings() {
		return
	}
	name := im.Name
	if name == "" {
		name = im.Module[strings.LastIndexByte(im.Module, ':')+1:]
	}
	if im.Alias != "" {
		name = im.Alias
	}
	s.r.Bind(source.Binding{Name: name, How: how, Place: last, Import: of, Declaration: source.None})
}
