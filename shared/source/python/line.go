package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// statement is what is known of the one that is read.
type statement struct {
	kind     statementKind
	start    int
	fresh    bool // its first word has not been read
	compound bool // a colon ends its header
	doc      bool // it is a docstring
	valueAt  int  // after NAME =, where the value begins; at most 0 where it is not asked for or there are several names
	target   int  // the binding that the value is for
}

type statementKind uint8

const (
	expression statementKind = iota // or an assignment
	other                           // begins with a keyword that says nothing about its names
	decorator
	function // as class and alias: the name that it defines is not read yet
	class
	alias  // type NAME = …
	header // a definition, after its name
	aliased
	deletion
	globals
	nonlocals
	importing  // as those below: its words are no expression
	fromModule // from …
	fromNames  // from … import
)

// newline ends the line, and with it the statement unless a bracket is open.
func (s *scanner) newline() {
	end := s.at
	if s.src[s.at] == '\r' && s.peek(1) == '\n' {
		s.at++
	}
	s.at++
	if s.brackets > 0 {
		s.done = s.settled() && s.r.Done(s.at)
		return
	}
	s.endLine(end)
	s.startLine()
}

// settled reports whether no later token of the statement can change what was reported of its words.
func (s *scanner) settled() bool {
	return len(s.targets) == 0 && s.before != name && s.statement.kind < importing && s.frames[len(s.frames)-1].call == source.None
}

// endLine ends the logical line before end, if anything stands on it.
func (s *scanner) endLine(end int) {
	if s.blank {
		return
	}
	for end > 0 && classes[s.src[end-1]] == ' ' {
		end--
	}
	s.lineEnd = end
	s.endStatement()
}

// startLine begins the first statement of the next logical line that has to be read.
func (s *scanner) startLine() {
	for s.indentation(); !s.blank; s.indentation() {
		if s.done || !s.pass() {
			s.startStatement()
			return
		}
	}
}

// indentation measures the white space before a logical line and ends definitions, unless it is only a comment.
func (s *scanner) indentation() {
	start := s.at
	for s.at < len(s.src) && s.src[s.at] == ' ' {
		s.at++
	}
	column := s.at - start
	for ; s.at < len(s.src) && classes[s.src[s.at]] == ' '; s.at++ {
		switch s.src[s.at] {
		case '\t':
			column = column/8*8 + 8
		case '\f':
			column = 0
		default:
			column++
		}
	}
	s.blank = s.at >= len(s.src) || classes[s.src[s.at]] == 'n' || s.src[s.at] == '#'
	if s.blank {
		return
	}
	for n := len(s.blocks); n > 0 && column <= s.blocks[n-1].indent; n-- {
		s.r.Close(s.lineEnd)
		s.blocks = s.blocks[:n-1]
	}
	s.indent = column
	s.done = s.r.Done(s.at)
}

// startStatement begins a statement at the next token.
func (s *scanner) startStatement() {
	s.at = s.skipBlanks(s.at)
	s.statement = statement{start: s.at, fresh: true}
	s.frames[0].mode = target
	s.before = operator
	if s.at >= len(s.src) {
		return
	}
	c := s.src[s.at]
	if c == '\\' || classes[c] == 'n' || c == '#' {
		return
	}
	if s.docNext {
		s.docNext = false
		s.statement.doc = s.docstringAt(s.at)
	}
	if classes[c] == 'A' {
		return
	}
	s.statement.fresh = false
	if c == '@' {
		s.statement.kind = decorator
		s.frames[0].mode = value
		s.at++
		return
	}
	s.decorators = s.decorators[:0]
}

// endStatement ends the statement before the next token.
func (s *scanner) endStatement() {
	for len(s.frames) > 1 {
		s.pop()
	}
	s.endBodies()
	s.endValue()
	switch s.statement.kind {
	case decorator:
		s.decorate()
		s.decorators = append(s.decorators, source.Span{Start: s.statement.start, End: max(s.tokenEnd, s.statement.start+1)})
	case deletion:
		s.bindTargets(0, source.Binding{Kind: source.Deleted})
	case aliased:
		s.endAlias()
	case fromModule, fromNames, importing:
		s.endImport()
	}
	if s.frames[0].as {
		s.endAs()
	}
	s.targets = s.targets[:0]
	s.frames[0] = frame{call: source.None}
	s.statement = statement{start: s.at}
}

// resume begins a statement in open brackets, at the line of a keyword that none can hold: one was left open.
func (s *scanner) resume(keyword int) {
	s.at = s.lineStart(keyword)
	s.endLine(max(s.at-1, 0))
	s.startLine()
}

// lineStart returns the start of the white space, and of an `async`, before at.
func (s *scanner) lineStart(at int) int {
	for range 2 {
		for at > 0 && classes[s.src[at-1]] == ' ' {
			at--
		}
		if at >= 5 && string(s.src[at-5:at]) == "async" {
			at -= 5
		}
	}
	return at
}

// beginsLine reports whether nothing but white space, or `async`, stands before at on its line.
func (s *scanner) beginsLine(at int) bool {
	at = s.lineStart(at)
	return at == 0 || classes[s.src[at-1]] == 'n'
}

// behindContinuation returns the place after a backslash and the line end that follows.
func behindContinuation(src []byte, at int) int {
	at++
	if at < len(src) && src[at] == '\r' {
		at++
	}
	if at < len(src) && src[at] == '\n' {
		at++
	}
	return at
}

func (s *scanner) comment() {
	start := s.at
	s.at = commentEnd(s.src, start)
	s.r.Text(source.Span{Start: start, End: s.at}, source.Comment)
}

// commentEnd returns the end of the line that a comment stands on.
func commentEnd(src []byte, at int) int {
	if i := bytes.IndexAny(src[at:], "\r\n"); i >= 0 {
		return at + i
	}
	return len(src)
}
