package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/brace/imports"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// phpSign reads the signs that mean something of their own in PHP.
func phpSign(s *scanner, c byte) bool {
	switch c {
	case '$':
		return phpDollar(s)
	case '\\':
		s.begin(s.Pos, s.prev.operand)
		s.Pos++
		s.prev = token{start: s.Pos - 1, end: s.Pos, kind: signToken, sign: '\\'}
		return true
	case '?':
		return phpQuestion(s)
	case ':':
		return phpColons(s)
	case '-':
		if !s.Has(s.Pos, "->") {
			return false
		}
		s.accessSign(2)
		return true
	case '.':
		return phpDot(s)
	case '=':
		return s.Has(s.Pos, "=>") && phpArrow(s)
	case '(':
		return phpRound(s)
	case '#':
		return phpAttributes(s)
	case '<':
		return s.Has(s.Pos, "<<<") && phpHeredoc(s)
	}
	return false
}

func phpDollar(s *scanner) bool {
	dollar := s.Pos
	s.Pos++
	if s.IsLetter(s.At(s.Pos)) {
		phpVariable(s, dollar, s.TakeName())
	}
	return true
}

// phpQuestion reads ?> and ?->, and the mark of a nullable type.
func phpQuestion(s *scanner) bool {
	switch {
	case s.Has(s.Pos, "?>"):
		for s.f.sign == '(' || s.f.sign == '[' {
			s.pop(s.prev.end)
		}
		s.semicolon()
		if s.Pos < len(s.Src) {
			s.Pos++
			phpMarkup(s)
		}
		return true
	case s.Has(s.Pos, "?->"):
		s.accessSign(3)
		return true
	case s.phpTypeDue() && !s.prev.operand:
		s.begin(s.Pos, true)
		s.Pos++
		return true
	}
	return false
}

// phpMarkup passes over what is outside of <?php … ?>.
func phpMarkup(s *scanner) {
	for {
		at := bytes.Index(s.Src[s.Pos:], []byte("<?"))
		if at < 0 {
			s.Pos = len(s.Src)
			return
		}
		s.Pos += at + len("<?")
		switch {
		case s.Has(s.Pos, "="):
			s.Pos++
			return
		case len(s.Src)-s.Pos >= 3 && bytes.EqualFold(s.Src[s.Pos:s.Pos+3], []byte("php")):
			s.Pos += 3
			return
		}
	}
}

// phpDot reads the operator that joins strings.
func phpDot(s *scanner) bool {
	if s.Has(s.Pos, "...") || s.Letters[s.At(s.Pos+1)] == ahead.Digit && !s.prev.operand {
		return false
	}
	s.begin(s.Pos, true)
	start := s.Pos
	s.Pos++
	if s.At(s.Pos) == '=' {
		s.Pos++
		s.Rec.Revise(s.prev.mark, source.Assignment)
	}
	s.set(token{start: start, end: s.Pos, kind: signToken, sign: '.'})
	s.chain = -1
	return true
}

// phpEmbedded goes on after a variable in a string: ->member and [key].
func phpEmbedded(s *scanner) {
	switch {
	case s.Has(s.Pos, "->") && s.IsLetter(s.At(s.Pos+2)):
		s.Pos += len("->")
		s.Rec.Word(s.TakeName(), source.Reference, source.Member)
	case s.At(s.Pos) == '[' && s.IsLetter(s.At(s.Pos+1)):
		s.Pos++
		s.Rec.Word(s.TakeName(), source.Reference, source.Plain)
	case s.At(s.Pos) == '[' && s.At(s.Pos+1) == '$' && s.IsLetter(s.At(s.Pos+2)):
		s.Pos += len("[$")
		s.Rec.Word(s.TakeName(), source.Reference, source.Plain)
	}
}

func phpColons(s *scanner) bool {
	if !s.Has(s.Pos, "::") {
		return false
	}
	s.accessSign(2)
	if at := s.SkipBlank(s.Pos); s.Has(at, "class") && !s.IsLetter(s.At(at+len("class"))) {
		s.Pos = at + len("class")
		s.operand(token{start: at, end: s.Pos, kind: literalToken, operand: true})
	}
	return true
}

// phpArrow reads =>: before the value of an arrow function, else between a key and a value.
func phpArrow(s *scanner) bool {
	s.begin(s.Pos, true)
	p := &s.f.part
	if p.phase == heading {
		s.headEnds(p)
	}
	p.typ = noType
	return s.signRead(2, '=')
}

// phpRound opens the round brackets that the machine would take for others.
func phpRound(s *scanner) bool {
	if s.prev.key == nil || len(s.frames) >= maxDepth {
		return false
	}
	p := &s.f.part
	switch {
	case s.prev.key == &phpUse:
		s.begin(s.Pos, true)
		s.push('(', list)
	case s.prev.key == &phpList:
		s.begin(s.Pos, true)
		f := s.push('(', list)
		f.targets, f.key = true, &phpList
	case s.prev.key.text == "class" && p.phase == naming:
		s.begin(s.Pos, true)
		p.phase = heading
		s.openCall()
	default:
		return false
	}
	s.opened('(')
	return true
}

// phpAttributes opens #[…].
func phpAttributes(s *scanner) bool {
	if !s.Has(s.Pos, "#[") || len(s.frames) >= maxDepth {
		return false
	}
	if s.doc.End > 0 && s.f.part.start < 0 {
		s.f.part.doc = s.doc
	}
	s.push('[', attribute)
	s.Pos++
	s.opened('[')
	return true
}

// phpClosed goes on after attributes and the targets of list(…).
func phpClosed(s *scanner, f *frame) {
	switch {
	case f.ctx == attribute:
		s.attributed(f.start)
		s.prev = token{start: s.Pos, end: s.Pos}
	case f.key == &phpList:
		if at := s.SkipBlank(s.Pos); s.At(at) == '=' && s.At(at+1) != '=' {
			s.retarget(f.base, false)
		}
	}
}

// phpCurly opens the curly brackets that are of PHP alone.
func phpCurly(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.access || s.prev.sign == '$' && s.prev.kind == signToken:
		s.push('{', code)
	case p.phase == heading && p.symbol == source.Enum:
		s.openBody()
		s.f.ctx = members
	default:
		return false
	}
	return true
}

// phpHeredoc reads a heredoc or nowdoc that begins at pos.
func phpHeredoc(s *scanner) bool {
	start := s.Pos
	at := start + len("<<<")
	for s.At(at) == ' ' || s.At(at) == '\t' {
		at++
	}
	sign := s.At(at)
	if sign == '\'' || sign == '"' {
		at++
	}
	from := at
	at = s.NameEnd(at)
	if at == from || !s.IsLetter(s.Src[from]) {
		return false
	}
	label := s.Src[from:at]
	end, behind := s.HeredocEnd(at, label)
	if at = bytes.IndexByte(s.Src[at:], '\n') + at + 1; at <= from || at > end {
		at = end
	}
	if sign == '\'' {
		s.begin(start, false)
		s.Pos = behind
		s.textRead(start)
		return true
	}
	s.text(&cursor.Quote{Close: "\x00", Lines: true, Name: '$', Braced: true, End: end, After: behind}, start, at)
	return true
}

// phpImport reads a use statement outside of a class.
func phpImport(s *scanner, at source.Span, _ *keyword) bool {
	s.begin(at.Start, false)
	start := s.f.part.start
	s.imports.Skip()
	_ = s.imports.Leads("function") || s.imports.Leads("const")
	prefix := ""
	for s.Pos < len(s.Src) {
		s.imports.Skip()
		switch c := s.At(s.Pos); {
		case s.IsLetter(c) || c == '\\':
			p := s.imports.Path('\\', source.FromImport)
			s.imports.Skip()
			if s.At(s.Pos) == '{' {
				s.Rec.Import(source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Module: p.Whole.Of(s.Src)}, source.FromImport, p.Marks...)
				prefix = p.Whole.Of(s.Src)
				continue
			}
			phpUsed(s, p, start, prefix)
		case c == ',' || c == '{' || c == '}':
			s.Pos++
		default:
			return s.importEnds(at)
		}
	}
	return s.importEnds(at)
}

// phpUsed reports one name of a use statement, p after prefix.
func phpUsed(s *scanner, p imports.Path, start int, prefix string) {
	alias, mark := s.imports.Alias()
	im := source.ImportOf{Statement: source.Span{Start: start, End: s.Pos}, Module: p.Module(s.Src), Name: p.Last.Of(s.Src)}
	if prefix != "" {
		im.Module = prefix
		if m := p.Module(s.Src); m != "" {
			im.Module += `\` + m
		}
	}
	s.imports.Report(im, source.FromImport, p.Marks, p.Last, alias, mark)
}
