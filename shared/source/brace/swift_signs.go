package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// swiftSign reads the signs that mean something of their own in Swift.
func swiftSign(s *scanner, c byte) bool {
	p := &s.f.part
	switch c {
	case '@':
		s.endHead("@")
		return false
	case '`':
		return s.quotedName()
	case ',':
		return swiftComma(s)
	case '#':
		return swiftHash(s)
	case '$':
		return swiftDollar(s)
	case '\\':
		return swiftKeyPath(s)
	case '?', '!':
		return swiftOptional(s, c)
	case ':':
		if p.phase == heading && p.has(swiftWhere) { // of a constraint
			s.begin(s.Pos, true)
			s.passed(':')
			return true
		}
	case '-':
		return s.f.key == &swiftClosure && s.f.ctx == parameters && s.Has(s.Pos, "->") && swiftResult(s)
	case '<':
		return swiftLess(s)
	case '(', '[':
		return swiftRound(s, c)
	}
	return false
}

// swiftComma reads a comma: between conditions it ends the name that one binds.
func swiftComma(s *scanner) bool {
	s.comma()
	if p := &s.f.part; p.has(swiftHead) && s.f.ctx == statements {
		p.phase, p.role = expression, noRole
	}
	return true
}

// swiftLess reads a < that is part of an operator: ..< or the name of one.
func swiftLess(s *scanner) bool {
	named := s.f.part.phase == naming && s.prev.key != nil && s.prev.key.text == "func"
	if !named && !s.Has(s.Pos-2, "..") {
		return false
	}
	s.Pos++
	return true
}

// swiftKeyPath reads the sign before a key path.
func swiftKeyPath(s *scanner) bool {
	s.begin(s.Pos, false)
	s.Pos++
	s.operand(token{start: s.Pos - 1, end: s.Pos, kind: signToken})
	return true
}

// swiftDollar reads the parameter $0 of a closure, or the sign before a name.
func swiftDollar(s *scanner) bool {
	for s.Pos++; s.Letters[s.At(s.Pos)] == ahead.Digit; s.Pos++ {
		continue
	}
	s.begin(s.Pos-1, false)
	s.operand(token{start: s.Pos - 1, end: s.Pos, kind: literalToken, operand: true})
	return true
}

// swiftResult reads -> before the type of a closure's result.
func swiftResult(s *scanner) bool {
	s.begin(s.Pos, true)
	s.f.part.typ = result
	s.Pos += 2
	s.set(token{start: s.Pos - 2, end: s.Pos, kind: signToken, sign: '>'})
	return true
}

// swiftOptional reads ? and ! that belong to what is before them.
func swiftOptional(s *scanner, c byte) bool {
	p := &s.f.part
	switch {
	case s.prev.end != s.Pos:
		return false
	case s.prev.key != nil && (s.prev.key.role == casts || s.prev.key.text == "try"):
		s.Pos++
		s.prev.end = s.Pos
		return true
	case s.At(s.Pos+1) == '=' || c == '?' && (s.At(s.Pos+1) == '?' || s.At(s.Pos+1) == '.'):
		return false
	case s.f.typed, p.typ != noType, p.phase == heading, p.phase == bound, s.f.ctx == pattern, s.prev.operand:
		s.Pos++
		s.prev.end = s.Pos
		return true
	}
	return false
}

// swiftHash reads a raw string, a directive or a macro.
func swiftHash(s *scanner) bool {
	start, at := s.Pos, s.Pos
	for s.At(at) == '#' && at < start+8 {
		at++
	}
	if s.At(at) == '"' {
		hashes := string(s.Src[start:at])
		q := cursor.Quote{Open: `"`, Close: `"` + hashes, Raw: true, Code: `\` + hashes + "("}
		from := at + 1
		if s.Has(at, `"""`) {
			q.Close, q.Lines = `"""`+hashes, true
			from = at + 3
		}
		s.text(&q, start, from)
		return true
	}
	s.Pos = at
	for s.IsLetter(s.At(s.Pos)) {
		s.Pos++
	}
	switch string(s.Src[at:s.Pos]) {
	case "if", "elseif", "else", "endif", "sourceLocation", "warning", "error":
		s.lineEnd()
	default:
		s.begin(start, false)
		s.operand(token{start: start, end: s.Pos, kind: signToken})
	}
	return true
}

// swiftRound prepares for a bracket, which at the beginning of a line begins a statement.
func swiftRound(s *scanner, c byte) bool {
	s.begin(s.Pos, s.f.part.phase == heading || s.f.part.phase == naming)
	p := &s.f.part
	if len(s.frames) >= maxDepth {
		return false
	}
	ctx := parameters
	switch {
	case c == '[':
		if s.f.key != &swiftClosure || s.f.ctx != parameters || p.phase != fresh {
			return false
		}
		ctx = list
	case s.f.key == &swiftEnum && p.role == binds && p.symbol == source.Field && p.valueAt == noValue:
		ctx = typeGroup
	case s.prev.key == &swiftSet, s.f.key == &swiftClosure && s.f.ctx == parameters && p.phase == fresh:
	case p.phase == fresh && s.prev.key != nil && s.prev.key.role == modifier: // private(set)
		ctx = attribute
	default:
		return false
	}
	around := s.f.key
	s.push(c, ctx)
	if around == &swiftClosure || ctx == typeGroup {
		s.f.key = around
	}
	if ctx == attribute {
		s.f.operand = false
	}
	s.opened(c)
	return true
}

// swiftCurly opens the block of a statement, the accessors of a property, or a closure, which may
// be the last argument of a call.
func swiftCurly(s *scanner) bool {
	p := &s.f.part
	switch {
	case p.phase == heading && p.symbol == source.Enum:
		s.openBody()
		s.f.ctx = members
		s.f.key = &swiftEnum
		return true
	case p.phase == heading || p.phase == naming:
		return false
	case p.has(swiftHead) && s.f.ctx <= members:
		f := s.push('{', statements)
		f.operand, f.resume = false, false
		return true
	case s.prev.key == &swiftSet || s.prev.key == &swiftBlock:
		return false
	case s.f.ctx <= members && (p.phase == bound && p.role == binds || p.role == binds && swiftObserved(s)):
		p.sigEnd = max(p.sigEnd, s.prev.end)
		p.phase, p.typ = expression, noType
		f := s.push('{', statements)
		f.key = &swiftAccessors
		return true
	case s.f.key == &swiftAccessors && p.phase == fresh:
		return false
	}
	s.openClosure(&swiftClosure)
	if s.ClosureFollows() {
		s.f.ctx = parameters
	}
	return true
}

// swiftObserved reports whether the brace at Pos opens observers of a property.
func swiftObserved(s *scanner) bool {
	at := s.SkipBlank(s.Pos + 1)
	return s.Has(at, "didSet") || s.Has(at, "willSet")
}
