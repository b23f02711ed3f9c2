package python

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// keyword is one of the words that are never names.
type keyword uint8

const (
	none       keyword = iota
	constant           // None, True, False
	connective         // within expressions: not, is, await, yield
	chooser            // and, or: of two operands one is the value
	asKeyword
	asyncKeyword
	breaking // what ends no header and begins no expression: break, continue, pass
	classKeyword
	clause // elif, except, finally, try, while, with: begins a statement with a header
	defKeyword
	delKeyword
	elseKeyword
	forKeyword
	fromKeyword
	globalKeyword
	ifKeyword
	importKeyword
	inKeyword
	lambdaKeyword
	nonlocalKeyword
	plain // assert, raise, return: an expression follows
)

var keywords = cursor.Words[keyword]{Tables: func() []map[keyword]string {
	return []map[keyword]string{{
		constant: "None True False", connective: "not is await yield", chooser: "and or", asKeyword: "as", asyncKeyword: "async",
		breaking: "break continue pass", classKeyword: "class", clause: "elif except finally try while with", defKeyword: "def",
		delKeyword: "del", elseKeyword: "else", forKeyword: "for", fromKeyword: "from", globalKeyword: "global", ifKeyword: "if",
		importKeyword: "import", inKeyword: "in", lambdaKeyword: "lambda", nonlocalKeyword: "nonlocal", plain: "assert raise return",
	}}
}}

// keywordOf returns the keyword that a word is, none for a name.
func keywordOf(word []byte) keyword {
	if n := len(word); n > 0 && n <= len("continue") {
		if k := keywords.Of(word); k != nil {
			return *k
		}
	}
	return none
}

// begins reports whether k stands at the beginning of a statement only, never within brackets.
func (k keyword) begins() bool {
	switch k {
	case breaking, classKeyword, clause, defKeyword, delKeyword, globalKeyword, importKeyword, nonlocalKeyword, plain:
		return true
	}
	return false
}

// keyword reads a keyword that begins at start.
func (s *scanner) keyword(k keyword, start int) {
	if s.brackets > 0 && k.begins() && s.beginsLine(start) {
		s.resume(start)
		return
	}
	s.tokenEnd = s.at
	if k == constant {
		s.chain = start
	}
	if s.statement.fresh {
		s.first(k)
		return
	}
	s.before = operator
	s.within(k)
}

// first begins a statement with its keyword.
func (s *scanner) first(k keyword) {
	if k == asyncKeyword {
		return
	}
	st := &s.statement
	st.fresh = false
	if k != defKeyword && k != classKeyword {
		s.decorators = s.decorators[:0]
	}
	st.kind = other
	base := &s.frames[0]
	base.mode = value
	switch k {
	case defKeyword:
		st.kind, st.compound = function, true
	case classKeyword:
		st.kind, st.compound = class, true
	case clause, ifKeyword, elseKeyword:
		st.compound = true
	case forKeyword:
		st.compound = true
		s.within(k)
	case delKeyword:
		st.kind, base.mode = deletion, target
	case globalKeyword:
		st.kind = globals
	case nonlocalKeyword:
		st.kind = nonlocals
	case importKeyword:
		st.kind = importing
		s.startImport()
	case fromKeyword:
		st.kind = fromModule
		s.startImport()
	case lambdaKeyword:
		s.within(k)
	case constant:
		s.before = atom
	}
}

// within reads a keyword inside of a statement.
func (s *scanner) within(k keyword) {
	top := &s.frames[len(s.frames)-1]
	switch k {
	case constant:
		s.before = atom
	case chooser, elseKeyword:
		top.chooses = true
	case forKeyword:
		s.beginFor(top)
	case inKeyword:
		if top.inFor {
			s.bindTargets(top.from, source.Binding{Kind: source.Local, Block: top.block})
			top.inFor, top.mode = false, top.before
			s.goOver(top, 0)
		}
	case asKeyword:
		switch {
		case s.statement.kind >= importing:
			s.imports.aliasNext = true
		case top.mode != pattern:
			top.as, top.mode, top.from = true, target, len(s.targets)
		}
	case ifKeyword:
		s.goOver(top, s.at-len("if"))
		top.chooses = true
		if len(s.frames) == 1 && top.mode == pattern {
			s.assign(0)
			top.mode = value
		}
	case lambdaKeyword:
		if top.kind != field && !s.full() {
			s.lambda()
		}
	case importKeyword:
		if s.statement.kind == fromModule {
			s.statement.kind = fromNames
			s.imports.next = true
		}
	}
}

// beginFor begins the targets of a for.
func (s *scanner) beginFor(top *frame) {
	s.endBodies()
	s.comprehension(top)
	top.before = value
	if top.mode == annotation {
		top.before = annotation
	}
	top.inFor, top.mode, top.from = true, target, len(s.targets)
}
