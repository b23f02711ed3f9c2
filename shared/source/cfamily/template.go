package cfamily

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// angleReach bounds how far the end of template arguments is looked for.
const (
	angleReach    = 1024
	templateReach = 8192
)

// templateKeyword reads the word template. It begins a declaration or an explicit instantiation, or precedes the name of
// a member.
func (s *reader) templateKeyword() {
	t := &s.now
	if p := s.SkipBlank(s.Pos); s.At(p) == '<' && t.prev != tokenSign {
		t.set(flagTemplate)
		return
	}
	if s.scope() == inFile && (t.prev != tokenSign || t.sign != '.' && t.sign != ':') {
		t.set(flagFriend)
	}
}

// less reads <: a comparison, a shift, or the beginning of template arguments.
func (s *reader) less() {
	s.began(s.Pos)
	t := &s.now
	if s.plus {
		if t.prev == tokenKeyword && t.has(flagTemplate) {
			if end := s.angleEnd(s.Pos, templateReach, true); end > 0 {
				t.clear(flagTemplate)
				s.push('>', inAngles, kindTemplated).closes = end
				return
			}
		}
		if end := s.launchEnd(); end > 0 {
			s.push('>', inAngles, kindLaunch).closes = end
			s.Pos += 2
			return
		}
		if t.prev == tokenName || t.prev == tokenKeyword && t.has(flagExpression) {
			reach, certain := angleReach, s.declares()
			if certain {
				reach = templateReach
			}
			if end := s.angleEnd(s.Pos, reach, certain); end > 0 {
				if t.prev == tokenKeyword {
					t.name = cursor.Word{}
				}
				s.push('>', inAngles, kindNothing).closes = end
				return
			}
		}
	}
	s.compare('<')
}

// declares reports whether a type or a base class is read where declarations stand: nothing is compared there.
func (s *reader) declares() bool {
	scope := s.scope()
	return (scope == inFile || scope == inClass) && s.now.prev == tokenName && s.now.before == 0 && !s.now.has(flagExpression|flagFunction)
}

// launchEnd returns the place of the last sign of a launch of CUDA that begins here, f<<<a, b>>>(c); 0 without one.
func (s *reader) launchEnd() int {
	if t := &s.now; !s.Has(s.Pos, "<<<") || t.prev != tokenName && t.prev != tokenAngle {
		return 0
	}
	rest := s.Src[s.Pos:min(s.Pos+angleReach, s.end)]
	end := bytes.Index(rest, []byte(">>>"))
	if end < 0 || bytes.IndexByte(rest[:end], ';') >= 0 {
		return 0
	}
	return s.Pos + end + 2
}

// compare reads < or > as an operator, alone, doubled or with an equals sign.
func (s *reader) compare(c byte) {
	switch next := s.At(s.Pos + 1); {
	case next == c && s.At(s.Pos+2) == '=':
		s.target()
		s.Pos += 3
	case next == '=' || next == c && (c == '<' || s.scope() != inAngles):
		s.Pos += 2
	default:
		s.Pos++
	}
	s.now.set(flagExpression)
	s.now.prev, s.now.sign = tokenSign, c
}

// greater reads >: the end of template arguments, or an operator.
func (s *reader) greater() {
	s.began(s.Pos)
	if f := s.top(); f.scope == inAngles && f.closes <= s.Pos {
		s.Pos++
		s.pop(s.Pos)
		return
	}
	s.compare('>')
}

// angleEnd returns the place of the sign that closes template arguments or parameters that may begin at p; 0 if they do
// not look like such. If it is certain that they do, they may hold any expression.
func (s *reader) angleEnd(p, reach int, certain bool) int {
	if p < s.noAngle {
		return 0
	}
	depth, round := 0, 0
	for end := min(p+reach, s.end); p < end; p++ {
		c := s.Src[p]
		switch {
		case c == '/' || c == '#' && certain:
			p = s.aside(p) - 1
		case c == '(' || c == '[':
			round++
		case c == ')' || c == ']':
			if round--; round < 0 {
				return 0
			}
		case s.endsAngle(p, round > 0, certain):
			return 0
		case round > 0:
		case c == '<':
			depth++
		case c == '>' && s.Src[p-1] != '-':
			if depth--; depth > 0 {
				continue
			}
			if certain || s.afterAngle(p+1) {
				return p
			}
			return 0
		}
	}
	s.noAngle = p
	return 0
}

// aside returns the end of the comment or directive at p, or of the sign there if it begins neither.
func (s *reader) aside(p int) int {
	if s.Src[p] == '#' && s.BeginsLine(p) {
		return directiveEnd(s.Src, p)
	}
	return max(s.CommentEnd(p, s.end), p+1)
}

// endsAngle reports whether what is at p cannot stand in template arguments. More can in inner brackets, and if it is
// certain that they are such.
func (s *reader) endsAngle(p int, inner, certain bool) bool {
	expression := inner || certain
	switch c := s.Src[p]; c {
	case ';', '#', '"':
		return true
	case '<':
		return s.At(p+1) == '=' && !(inner && certain) || s.At(p+1) == '<' && !expression
	case '{', '}':
		return !expression
	case '&', '|':
		return s.At(p+1) == c && !expression && strings.IndexByte(">,).", s.Next(p+2)) < 0 // else && was a reference
	}
	return false
}

// afterAngle reports whether what follows p may follow template arguments.
func (s *reader) afterAngle(p int) bool {
	if s.scope() != inCode && s.scope() != inArguments && s.scope() != inHead && !s.now.has(flagExpression) {
		return true
	}
	q := s.SkipBlank(p)
	switch c := s.At(q); c {
	case '(', '{', '>', ',', ')', ';', '.', '[', ']', '}':
		return true
	case '<':
		return s.Has(q, "<<<")
	case ':':
		return s.At(q+1) == ':'
	case '&', '*':
		return !s.now.has(flagExpression)
	case '=':
		return s.At(q+1) != '='
	default:
		return cursor.StartsWord(c) && !s.now.has(flagExpression)
	}
}

// endUsing reads the end of a using declaration or alias.
func (s *reader) endUsing(end int) {
	switch t := &s.now; {
	case len(s.names) == 0:
	case t.before > 0:
		s.declare(s.names[0], source.Type, end)
	case s.scope() != inClass:
		s.importNames(source.Span{Start: t.start, End: end}, t.has(flagNamespace) || s.namespaceUsed(t.start))
	}
	s.names = s.names[:0]
}

// namespaceUsed reports whether using namespace x is read, not using x::y.
func (s *reader) namespaceUsed(p int) bool {
	p = s.SkipBlank(s.WordEnd(p))
	return string(s.Src[p:s.WordEnd(p)]) == "namespace"
}

// importNames reports what a using declaration brings.
func (s *reader) importNames(statement source.Span, all bool) {
	n := len(s.names)
	last := s.names[n-1].At
	im := source.ImportOf{Statement: statement, Name: last.Of(s.Src)}
	if n > 1 {
		im.Module = string(s.Src[s.names[0].At.Start:s.names[n-2].At.End])
	}
	if all {
		im.Module, im.Name = string(s.Src[s.names[0].At.Start:last.End]), "*"
	}
	s.marks = s.marks[:0]
	for _, w := range s.names {
		s.marks = append(s.marks, w.Mark)
	}
	of := s.Rec.Import(im, source.FromImport, s.marks...)
	for _, w := range s.names {
		s.Rec.Revise(w.Mark, source.FromImport)
	}
	s.Rec.BindImport(im.Name, last, of)
}
