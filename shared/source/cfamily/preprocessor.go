package cfamily

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// condition is an #if whose #endif has not been seen. Brackets of its first branch count (of the second, after #if 0);
// those of others are matched among themselves and forgotten.
type condition struct {
	before statement // at the #if
	depth  int       // frames there
	after  statement // after the branch that counts
	floor  int       // before the branch that does not
	braces int
	aside  bool // the branch that is read does not count
	dead   bool // the first one is #if 0
}

// maxConditions bounds how many open #if are kept; deeper ones are only counted.
const maxConditions = 1 << 10

// readDirective reads a line that begins with #, with those that continue it.
func (s *reader) readDirective() {
	start := s.Pos
	end := directiveEnd(s.Src, start)
	p := s.SkipBlank(start + 1)
	word := s.WordEnd(p)
	name := source.Span{Start: p, End: min(word, end)}
	if p >= end {
		s.Pos = max(s.Pos+1, min(p, end))
		return
	}
	s.Pos = name.End
	switch string(s.Src[name.Start:name.End]) {
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

// directiveEnd returns the end of the line that begins at p with the lines that continue it or that a comment takes in.
func directiveEnd(src []byte, p int) int {
	for p < len(src) {
		n := bytes.IndexByte(src[p:], '\n')
		if n < 0 {
			return len(src)
		}
		line := src[p : p+n]
		if open := openComment(line); open >= 0 {
			closing := bytes.Index(src[p+open+2:], []byte("*/"))
			if closing < 0 {
				return len(src)
			}
			p += open + 2 + closing + 2
			continue
		}
		p += n
		if !cursor.EndsInSplice(line) {
			return p
		}
		p++
	}
	return len(src)
}

// openComment returns where a comment begins in a line that the line does not end, -1 without one.
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
				if bytes.Count(line[:p], []byte{'"'})%2 == 1 { // within a string
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

// readWithin reads the rest of a directive as code in which nothing is defined.
func (s *reader) readWithin(end int) {
	outer, frames, floor, braces, stop, over := s.now, len(s.frames), s.floor, s.Braces, s.end, s.Over
	s.now.reset()
	s.directive, s.Braces, s.Over = true, 0, 0
	s.frames = append(s.frames, frame{scope: inCode, Bracket: cursor.Bracket{Call: source.None}})
	s.floor = frames
	s.run(end)
	for len(s.frames) > frames+1 {
		s.pop(end)
	}
	s.endLocal()
	s.frames = s.frames[:frames]
	s.directive, s.now, s.floor, s.Braces, s.end, s.Over = false, outer, floor, braces, stop, over
}

// comments passes over the rest of a directive that is no code.
func (s *reader) comments(end int) {
	for s.Pos < end {
		switch {
		case s.Has(s.Pos, "/*"):
			s.BlockComment(false)
		case s.Has(s.Pos, "//"):
			s.LineComment(true)
		case cursor.StartsWord(s.Src[s.Pos]):
			s.Rec.Word(s.takeWord(), source.Reference, source.Plain)
		default:
			s.Pos++
		}
	}
}

// takeWord passes over the word at Pos, and returns it.
func (s *reader) takeWord() source.Span {
	start := s.Pos
	s.Pos = s.WordEnd(start)
	return source.Span{Start: start, End: s.Pos}
}

// include reads the name of a header: it is one word.
func (s *reader) include(start, end int) {
	p := s.SkipBlank(s.Pos)
	for ; s.Has(p, "/*"); p = s.SkipBlank(s.Pos) {
		s.Pos = p
		s.BlockComment(false)
	}
	q := -1
	switch s.At(p) {
	case '"':
		q = bytes.IndexByte(s.Src[p+1:max(end, p+1)], '"')
	case '<':
		q = bytes.IndexByte(s.Src[p+1:max(end, p+1)], '>')
	default:
		if text := bytes.TrimSpace(s.Src[min(p, end):end]); len(text) > 0 && s.Rec.Bindings() {
			s.Rec.Import(source.ImportOf{Statement: source.Span{Start: start, End: end}, Module: string(text), Kind: source.Include, Computed: true}, source.Import)
		}
	}
	if q < 0 {
		s.readWithin(end)
		return
	}
	at := source.Span{Start: p + 1, End: p + 1 + q}
	if mark := s.Rec.Word(at, source.Import, source.Plain); mark.Wanted() || s.Rec.Bindings() {
		of := s.Rec.Import(source.ImportOf{Statement: source.Span{Start: start, End: at.End + 1}, Module: at.Of(s.Src), Name: "*", Kind: source.Include}, source.Import, mark)
		s.Rec.BindImport("*", at, of)
	}
	s.Pos = at.End + 1
	s.readWithin(end)
}

// define reads a macro: its name is defined, its parameters are bound, and the rest is code.
func (s *reader) define(start, end int) {
	p := s.SkipBlank(s.Pos)
	nameEnd := s.WordEnd(p)
	if p >= end || nameEnd == p {
		s.readWithin(end)
		return
	}
	at := source.Span{Start: p, End: nameEnd}
	signature := nameEnd
	if s.At(nameEnd) == '(' {
		if n := bytes.IndexByte(s.Src[nameEnd:end], ')'); n >= 0 {
			signature = nameEnd + n + 1
		}
	}
	start = max(start, s.Closed)
	d := source.Declaration{
		Name: at, Symbol: source.Macro, Span: source.Span{Start: start, End: end},
		Signature: source.Span{Start: start, End: signature}, Doc: s.DocBefore(start), Visibility: source.Public,
	}
	s.Closed = end
	s.Rec.BindDefinition(at, 0, s.Rec.Declare(d, s.Rec.Word(at, source.Reference, source.Plain)))
	s.Pos = nameEnd
	for s.Pos < signature {
		if cursor.StartsWord(s.Src[s.Pos]) {
			s.Rec.Word(s.takeWord(), source.Assignment, source.Plain)
		} else {
			s.Pos++
		}
	}
	s.readWithin(end)
}

// constantly0 reports whether the condition that follows is 0.
func (s *reader) constantly0(end int) bool {
	p := s.SkipBlank(s.Pos)
	return s.At(p) == '0' && s.WordEnd(p) == p+1 && s.SkipBlank(p+1) >= end
}

// condition reads #if.
func (s *reader) condition(dead bool) {
	if len(s.conditions) >= maxConditions {
		s.untracked++
		return
	}
	s.conditions = append(s.conditions, condition{before: s.now, depth: len(s.frames), dead: dead})
	if s.now.start >= 0 {
		s.Unsettled++
	}
	if dead {
		s.setAside()
	}
}

// setAside begins a branch that does not count.
func (s *reader) setAside() {
	c := &s.conditions[len(s.conditions)-1]
	c.after, c.floor, c.braces, c.aside = s.now, s.floor, s.Braces, true
	s.Unsettled++
	if len(s.frames) == c.depth {
		s.now = c.before
	} else {
		s.now.reset()
	}
	s.floor, s.Braces = len(s.frames)-1, 0
}

// putBack ends such a branch.
func (s *reader) putBack() {
	c := &s.conditions[len(s.conditions)-1]
	if !c.aside {
		return
	}
	for len(s.frames)-1 > s.floor {
		s.pop(s.Pos)
	}
	s.now, s.floor, s.Braces, c.aside = c.after, c.floor, c.braces, false
	s.Unsettled--
}

// otherwise reads #elif and #else.
func (s *reader) otherwise() {
	if len(s.conditions) == 0 || s.untracked > 0 {
		return
	}
	s.putBack()
	if c := &s.conditions[len(s.conditions)-1]; c.dead {
		c.dead = false
		return
	}
	s.setAside()
}

// endCondition reads #endif.
func (s *reader) endCondition() {
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
		s.Unsettled--
	}
	s.conditions = s.conditions[:last]
}
