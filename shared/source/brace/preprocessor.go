package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// cCondition is an #if whose #endif has not been seen. What its first branch
// opens and closes counts; of the other branches brackets are matched among
// themselves alone, and forgotten at their end. Where the first is #if 0, it is
// the second that counts.
type cCondition struct {
	before cStatement // at the #if
	depth  int        // frames there
	after  cStatement // behind the branch that counts
	floor  int        // before the branch that does not
	braces int
	aside  bool // the branch that is read does not count
	dead   bool // the first one is #if 0
}

// cConditions bounds how many open #if are kept; deeper ones are only counted.
const cConditions = 1 << 10

// readDirective reads a line that begins with #, with those that continue it.
func (s *cReader) readDirective() {
	start := s.pos
	end := s.directiveEnd(start)
	p := s.skipBlank(start + 1)
	word := s.wordEnd(p)
	name := source.Span{Start: p, End: min(word, end)}
	if p >= end {
		s.pos = max(s.pos+1, min(p, end))
		return
	}
	s.pos = name.End
	switch string(s.src[name.Start:name.End]) {
	case "include", "include_next", "import":
		s.include(start, end)
	case "define":
		s.define(start, end)
	case "if", "ifdef", "ifndef":
		s.condition(s.constantly0(end))
		s.readWithin(end)
	case "elif", "elifdef", "elifndef", "else":
		s.otherwise()
		s.readWithin(end)
	case "endif":
		s.endCondition()
		s.readWithin(end)
	case "error", "warning", "pragma", "ident", "line":
		s.comments(end)
	default:
		s.readWithin(end)
	}
}

// directiveEnd gives the end of the line that begins at p and of those that it
// is continued by, or that a comment takes in.
func (s *cReader) directiveEnd(p int) int {
	for p < len(s.src) {
		n := bytes.IndexByte(s.src[p:], '\n')
		if n < 0 {
			return len(s.src)
		}
		line := s.src[p : p+n]
		if open := openComment(line); open >= 0 {
			closing := bytes.Index(s.src[p+open+2:], []byte("*/"))
			if closing < 0 {
				return len(s.src)
			}
			p += open + 2 + closing + 2
			continue
		}
		p += n
		if !endsInSplice(line) {
			return p
		}
		p++
	}
	return len(s.src)
}

// openComment gives where a comment begins in a line that the line does not
// end, -1 without one.
func openComment(line []byte) int {
	for p := 0; p < len(line); {
		n := bytes.IndexByte(line[p:], '/')
		if n < 0 || p+n+1 >= len(line) {
			return -1
		}
		p += n
		switch line[p+1] {
		case '/':
			return -1
		case '*':
			closing := bytes.Index(line[p+2:], []byte("*/"))
			if closing < 0 {
				if quotesBefore(line[:p]) {
					return -1
				}
				return p
			}
			p += 2 + closing + 2
		default:
			p++
		}
	}
	return -1
}

// quotesBefore tells whether a string is open behind the text.
func quotesBefore(text []byte) bool { return bytes.Count(text, []byte{'"'})%2 == 1 }

// readWithin reads the rest of a directive as code in which nothing is defined.
func (s *cReader) readWithin(end int) {
	outer, frames, floor, braces, stop, over := s.now, len(s.frames), s.floor, s.braces, s.end, s.over
	s.now.reset()
	s.directive, s.braces, s.over = true, 0, 0
	s.frames = append(s.frames, cFrame{scope: cCode, bracket: bracket{call: source.None}})
	s.floor = frames
	s.run(end)
	for len(s.frames) > frames+1 {
		s.pop(end)
	}
	s.endLocal()
	s.frames = s.frames[:frames]
	s.directive, s.now, s.floor, s.braces, s.end, s.over = false, outer, floor, braces, stop, over
}

// comments passes over the rest of a directive that is no code.
func (s *cReader) comments(end int) {
	for s.pos < end {
		if s.src[s.pos] == '/' && s.at(s.pos+1) == '*' {
			s.blockComment(false)
			continue
		}
		if s.src[s.pos] == '/' && s.at(s.pos+1) == '/' {
			s.lineComment(true)
			continue
		}
		if startsWord(s.src[s.pos]) {
			start := s.pos
			s.pos = s.wordEnd(start)
			s.r.Word(source.Span{Start: start, End: s.pos}, source.Reference, source.Plain)
			continue
		}
		s.pos++
	}
}

// include reads the name of a header: it is one word.
func (s *cReader) include(start, end int) {
	p := s.skipBlank(s.pos)
	closing := byte('>')
	switch s.at(p) {
	case '"':
		closing = '"'
	case '<':
	default:
		s.readWithin(end)
		return
	}
	q := bytes.IndexByte(s.src[p+1:max(end, p+1)], closing)
	if q < 0 {
		s.readWithin(end)
		return
	}
	at := source.Span{Start: p + 1, End: p + 1 + q}
	mark := s.r.Word(at, source.Import, source.Plain)
	if mark.Wanted() || s.r.Bindings() {
		of := s.r.Import(source.ImportOf{Statement: source.Span{Start: start, End: at.End + 1}, Module: at.Of(s.src), Name: "*"}, source.Import, mark)
		s.r.Bind(source.Binding{Name: "*", How: source.Unknown, Place: at, Import: of, Declaration: source.None})
	}
	s.pos = at.End + 1
	s.readWithin(end)
}

// define reads a macro: its name is defined, its parameters are bound, and the
// rest is code.
func (s *cReader) define(start, end int) {
	p := s.skipBlank(s.pos)
	nameEnd := s.wordEnd(p)
	if p >= end || nameEnd == p {
		s.readWithin(end)
		return
	}
	at := source.Span{Start: p, End: nameEnd}
	signature := nameEnd
	if s.at(nameEnd) == '(' {
		if n := bytes.IndexByte(s.src[nameEnd:end], ')'); n >= 0 {
			signature = nameEnd + n + 1
		}
	}
	start = max(start, s.closed)
	d := source.Declaration{
		Name: at, Symbol: source.Macro, Span: source.Span{Start: start, End: end},
		Signature: source.Span{Start: start, End: signature}, Doc: s.docBefore(start), Visibility: source.Public,
	}
	s.closed = end
	s.bindDefined(at, s.r.Declare(d, s.r.Word(at, source.Reference, source.Plain)))
	s.pos = nameEnd
	for s.pos < signature {
		if !startsWord(s.src[s.pos]) {
			s.pos++
			continue
		}
		from := s.pos
		s.pos = s.wordEnd(from)
		s.r.Word(source.Span{Start: from, End: s.pos}, source.Assignment, source.Plain)
	}
	s.readWithin(end)
}

// constantly0 tells whether the condition that follows is 0.
func (s *cReader) constantly0(end int) bool {
	p := s.skipBlank(s.pos)
	return s.at(p) == '0' && s.wordEnd(p) == p+1 && s.skipBlank(p+1) >= end
}

// condition takes #if.
func (s *cReader) condition(dead bool) {
	if len(s.conditions) >= cConditions {
		s.untracked++
		return
	}
	s.conditions = append(s.conditions, cCondition{before: s.now, depth: len(s.frames), dead: dead})
	if s.now.start >= 0 {
		s.unsettled++
	}
	if dead {
		s.setAside()
	}
}

// setAside begins a branch that does not count.
func (s *cReader) setAside() {
	c := &s.conditions[len(s.conditions)-1]
	c.after, c.floor, c.braces, c.aside = s.now, s.floor, s.braces, true
	s.unsettled++
	if len(s.frames) == c.depth {
		s.now = c.before
	} else {
		s.now.reset()
	}
	s.floor, s.braces = len(s.frames)-1, 0
}

// putBack ends such a branch.
func (s *cReader) putBack() {
	c := &s.conditions[len(s.conditions)-1]
	if !c.aside {
		return
	}
	for len(s.frames)-1 > s.floor {
		s.pop(s.pos)
	}
	s.now, s.floor, s.braces, c.aside = c.after, c.floor, c.braces, false
	s.unsettled--
}

// otherwise takes #elif and #else.
func (s *cReader) otherwise() {
	if len(s.conditions) == 0 || s.untracked > 0 {
		return
	}
	s.putBack()
	c := &s.conditions[len(s.conditions)-1]
	if c.dead {
		c.dead = false
		return
	}
	s.setAside()
}

// endCondition takes #endif.
func (s *cReader) endCondition() {
	if s.untracked > 0 {
		s.untracked--
		return
	}
	if len(s.conditions) == 0 {
		return
	}
	s.putBack()
	last := len(s.conditions) - 1
	if s.conditions[last].before.start >= 0 {
		s.unsettled--
	}
	s.conditions = s.conditions[:last]
}
