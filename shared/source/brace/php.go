package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/brace/imports"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var php = Language{
	Keywords: []Keywords{
		{Role: operator, Words: "return throw echo print unset include include_once require require_once clone yield from goto insteadof and or xor"},
		{Role: casts, Words: "instanceof"},
		{Role: operand, Words: "self parent null true false"},
		{Role: declares, Symbol: source.Function, Words: "function fn"},
		{Role: declares, Symbol: source.Class, Words: "class"},
		{Role: declares, Symbol: source.Interface, Words: "interface"},
		{Role: declares, Symbol: source.Trait, Words: "trait"},
		{Role: declares, Symbol: source.Enum, Contextual: true, Words: "enum"},
		{Role: binds, Symbol: source.Constant, Words: "const"},
		{Role: heads, Words: "if elseif for foreach while switch catch declare"},
		{Role: heads, Contextual: true, Words: "match"},
		{Role: blocks, Words: "else do try finally break continue endif endfor endforeach endwhile endswitch"},
		{Role: creates, Words: "new"},
		{Role: extends, Words: "extends implements"},
		{Role: labels, Words: "case default"},
		{Role: importWord, Words: "use"},
		{Role: modifier, Words: "abstract final var static global"},
		{Role: modifier, Contextual: true, Words: "readonly"},
		{Role: modifier, Visibility: source.Public, Words: "public"},
		{Role: modifier, Visibility: source.Private, Words: "private"},
		{Role: modifier, Visibility: source.Internal, Words: "protected"},
	},
	DocComments: []string{"/**"},
	Operands: source.Operands{
		Signs: []string{"->", "::"}, Letters: "$\\", Suffixes: "?", Comments: []string{"//", "#"}, Quotes: "\"'", Creates: true, Path: `\`,
		Self: "$this this self static", Super: "parent",
	},
	Quotes: []cursor.Quote{
		{Open: "'", Close: "'", Lines: true}, {Open: `"`, Close: `"`, Lines: true, Name: '$', Braced: true},
		{Open: "`", Close: "`", Lines: true, Name: '$', Braced: true},
	},
	Arrow: "=>", Returns: ":", TypeAfter: 0, Variable: '$', Steps: true, KeywordArgument: ':', DefaultVisibility: source.Public,
	Word: phpWord, Import: phpImport, Loaders: []string{"include", "include_once", "require", "require_once"}, Signs: "$\\?:-=(#<.", Sign: phpSign, Closed: phpClosed, Curly: phpCurly,
	Start: phpMarkup, Embedded: phpEmbedded, LineStop: "?>",
}

// PHP reads PHP, and passes over what is outside of <?php … ?>. The word of a variable goes without its $.
func PHP(src []byte, r *source.Recorder) { php.Scan(src, r) }

// Words of PHP that are keywords only if a grammar rule asks for them.
var (
	phpType     = keyword{text: "int", role: typeWord}
	phpOperand  = keyword{text: "static", role: operand}
	phpOperator = keyword{text: "use", role: operator}
	phpCase     = keyword{text: "case", role: binds, symbol: source.Field}
	phpUse      = keyword{text: "use"} // of a closure
	phpList     = keyword{text: "list"}
	phpNew      = keyword{text: "new", role: creates}
)

// Flags of a part in PHP.
const (
	phpAs     = flagA // after as in foreach: what comes is bound
	phpTraits = flagB // use of traits
	phpReads  = flagC // global: names without a value
)

// phpWord reads the words whose meaning hangs on what is around them.
func phpWord(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	if k != nil {
		s.Rec.Load(at, source.Include, false)
		return phpKeyword(s, at, k)
	}
	switch word := string(s.Src[at.Start:at.End]); word {
	case "int", "float", "string", "bool", "array", "callable", "iterable", "object", "mixed", "void", "never":
		if s.phpTypeDue() || s.prev.sign == '(' && s.f.ctx == group && s.Next(s.Pos) == ')' {
			return s.keyword(at, &phpType)
		}
		if word == "array" && s.Next(s.Pos) == '(' {
			return s.keyword(at, &phpOperator)
		}
	case "namespace":
		return p.phase == fresh && phpNamespace(s, at)
	case "list":
		if s.Next(s.Pos) == '(' {
			return s.take(at, false, &phpList, false)
		}
	case "as":
		if s.f.ctx == header {
			p.flags |= phpAs
		}
		return s.prev.operand && s.keyword(at, &phpOperator)
	}
	if p.typ == bases {
		s.phpBase(at)
		return true
	}
	if s.phpTypeDue() || p.typ == castType {
		s.begin(at.Start, false)
		s.nameRead(at, source.Annotation)
		return true
	}
	return false
}

// phpTypeDue reports whether a name would be a type here.
func (s *scanner) phpTypeDue() bool {
	p := &s.f.part
	switch {
	case p.typ == result, p.phase == heading && p.symbol == source.Enum && p.typ == noType:
		return true
	case s.f.ctx == parameters, s.f.ctx == members && !p.has(phpTraits):
		return p.phase <= expression && p.valueAt == noValue && p.name.at.End == 0
	case s.f.ctx == header:
		return s.f.key != nil && s.f.key.text == "catch"
	}
	return false
}

// phpBase reads a word of a base class.
func (s *scanner) phpBase(at source.Span) {
	joined := s.prev.sign == '\\'
	s.begin(at.Start, false)
	m := s.Rec.Word(at, source.Reference, source.Plain)
	if top := s.Rec.Top(); joined && top != nil && len(top.Bases) > 0 && s.f.part.head > 0 && top.Bases[len(top.Bases)-1].End == s.prev.start {
		top.Bases[len(top.Bases)-1].End = at.End
	} else {
		s.base(at)
	}
	s.wordRead(at, m, false)
}

// phpKeyword reads the keywords with several meanings.
func phpKeyword(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	if s.phpNameDue() {
		return s.plainName(at)
	}
	switch k.text {
	case "static":
		after := s.Next(s.Pos)
		isOperand := p.typ == result || p.phase != fresh && !s.WordFollows() || after == ':' || after == '(' || after == ')'
		return isOperand && s.keyword(at, &phpOperand)
	case "use":
		return phpUses(s, at)
	case "case":
		return s.f.ctx == members && s.keyword(at, &phpCase)
	case "global":
		p.flags |= phpReads
	case "null", "false", "self", "parent":
		return p.typ != noType && s.take(at, true, k, true)
	case "match":
		return s.Next(s.Pos) == '(' && s.keyword(at, k)
	case "enum":
		return !s.NameFollows("{:i") && s.plainName(at)
	}
	return false
}

// phpNameDue reports whether a name is due, which may be any word.
func (s *scanner) phpNameDue() bool {
	p := &s.f.part
	return p.phase == naming && p.symbol == source.Function && s.Next(s.Pos) == '(' || p.phase == binding && p.role == binds
}

// phpUses reads use in a closure's head and of traits.
func phpUses(s *scanner, at source.Span) bool {
	p := &s.f.part
	switch {
	case p.phase == heading:
		return s.take(at, true, &phpUse, false)
	case s.f.ctx == members:
		p.flags |= phpTraits
		return s.keyword(at, &phpOperator)
	}
	return false
}

// phpNamespace reads a namespace clause, or the head of a namespace's block.
func phpNamespace(s *scanner, at source.Span) bool {
	s.begin(at.Start, false)
	p := &s.f.part
	name := s.imports.Path('\\', source.Reference)
	p.phase = expression
	if s.Next(s.Pos) == '{' && name.Words > 0 {
		s.openHead(declarator{name.Whole, name.Mark}, source.Module, p.start)
		p.phase, p.symbol = heading, source.Module
	}
	s.set(token{start: at.Start, end: s.Pos, kind: literalToken, operand: true})
	return true
}

// phpVariable reads a variable whose $ is at dollar and whose name at at.
func phpVariable(s *scanner, dollar int, at source.Span) {
	if s.access {
		s.memberName(at)
		return
	}
	s.begin(dollar, false)
	f := s.f
	p := &f.part
	creating := s.prev.key != nil && s.prev.key.role == creates
	m := s.Rec.Word(at, source.Reference, source.Plain)
	if s.stepAt == dollar {
		s.stepAt = at.Start
	}
	switch {
	case f.ctx == parameters && p.valueAt == noValue && p.phase < bound:
		phpParameter(s, at, m)
		return
	case s.phpPropertyDue():
		p.name, p.from, p.symbol = declarator{at, m}, p.start, source.Field
		s.wordRead(at, m, false)
		p.phase = named
		p.flags |= hasType
		return
	case f.ctx == header && (p.has(phpAs) || f.key != nil && f.key.text == "catch"), s.phpInPattern(), p.vis == source.Unsaid && s.prev.key != nil && s.prev.key.text == "static":
		s.Rec.Revise(m, source.Assignment)
		s.Rec.BindName(at, source.Local)
	case f.targets:
		s.keep(pending{at: at, mark: m})
	}
	p.endCast()
	s.wordRead(at, m, false)
	s.creates = creating
}

// phpPropertyDue reports whether a variable here declares a property.
func (s *scanner) phpPropertyDue() bool {
	p := &s.f.part
	unnamed := p.name.at.End == 0 || p.phase == binding
	return s.f.ctx == members && p.valueAt == noValue && p.head == 0 && !p.has(isDeclared) && unnamed
}

// phpInPattern reports whether the innermost bracket is a pattern of foreach.
func (s *scanner) phpInPattern() bool {
	f := s.f
	return f.ctx == list && len(s.frames) > 1 && s.frames[len(s.frames)-2].part.has(phpAs) && s.Next(s.Pos) != '='
}

// phpParameter reads a parameter; with a visibility it is a property too.
func phpParameter(s *scanner, at source.Span, m source.Mark) {
	p := &s.f.part
	if p.vis != source.Unsaid || p.has(isReadonly) {
		s.fieldParameter(at, m)
		return
	}
	s.Rec.Revise(m, source.Assignment)
	s.wordRead(at, m, false)
	s.Rec.BindName(at, source.Parameter)
	p.phase = bound
}

// phpSign reads the signs that mean something of their own in PHP.
func phpSign(s *scanner, c byte) bool {
	switch c {
	case '$':
		return phpDollar(s)
	case '\\':
		s.begin(s.Pos, s.prev.operand)
		s.Pos++
		var k *keyword
		if s.creates || s.behind(creates) { // the last name of the path is made
			k = &phpNew
		}
		s.prev = token{start: s.Pos - 1, end: s.Pos, kind: signToken, sign: '\\', key: k}
		return true
	case '?':
		return phpQuestion(s)
	case ':':
		return phpColons(s)
	case '-':
		return s.Has(s.Pos, "->") && s.accessSign(2)
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
		return s.accessSign(3)
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
	n := 1
	if s.At(s.Pos+1) == '=' {
		n = 2
		s.Rec.Revise(s.prev.mark, source.Assignment)
	}
	return s.signRead(n, '.')
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
	if at := s.SkipBlank(s.Pos); s.Is(at, "class") {
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
	return s.opened('(')
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
	return s.opened('[')
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
	h, ok := s.HeredocAt(start + len("<<<"))
	switch {
	case !ok:
		return false
	case h.Quoted == '\'':
		s.begin(start, false)
		s.Pos = h.After
		s.textRead(start)
	default:
		s.text(&cursor.Quote{Close: "\x00", Lines: true, Name: '$', Braced: true, End: h.Text.End, After: h.After}, start, h.Text.Start)
	}
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
