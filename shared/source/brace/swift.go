package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var swift = Language{
	Keywords: []Keywords{
		{Role: operator, Words: "return throw try await in inout"},
		{Role: casts, Words: "is as"},
		{Role: operand, Words: "self super nil true false Self"},
		{Role: declares, Symbol: source.Function, Words: "func"},
		{Role: declares, Symbol: source.Class, Words: "class"},
		{Role: declares, Symbol: source.Struct, Words: "struct"},
		{Role: declares, Symbol: source.Enum, Words: "enum"},
		{Role: declares, Symbol: source.Interface, Words: "protocol"},
		{Role: declares, Symbol: source.Type, Words: "typealias associatedtype"},
		{Role: binds, Symbol: source.Variable, Words: "var"},
		{Role: binds, Symbol: source.Constant, Words: "let"},
		{Role: blocks, Words: "if guard while for switch catch else do repeat defer break continue fallthrough"},
		{Role: labels, Words: "case default"},
		{Role: importWord, Words: "import"},
		{Role: modifier, Words: "static"},
		{Role: modifier, Visibility: source.Public, Words: "public"},
		{Role: modifier, Visibility: source.Private, Words: "private fileprivate"},
		{Role: modifier, Visibility: source.Internal, Words: "internal"},
	},
	NestedComments: true,
	DocComments:    []string{"///", "/**"},
	Operands:       source.Operands{Signs: []string{"."}, Letters: "$#", Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"`", Generics: true, Closures: true, Self: "self Self", Super: "super"},
	Quotes: []cursor.Quote{
		{Open: `"""`, Close: `"""`, Lines: true, Code: `\(`}, {Open: `"`, Close: `"`, Code: `\(`},
	},
	Newlines: true, TypeAfter: ':', Returns: "->", Generics: true, Arrow: "->", Trailing: true, ColonBases: true,
	KeywordArgument: ':', MembersInScope: true, Attribute: '@', DefaultVisibility: source.Internal,
	Joins: swiftJoins, Word: swiftWord, Import: swiftImport, Signs: "@:-`=?!<([,#$\\", Sign: swiftSign, Curly: swiftCurly,
}

// Swift reads Swift.
func Swift(src []byte, r *source.Recorder) { swift.Scan(src, r) }

// Words of Swift that are keywords only if a grammar rule asks for them, and what brackets of its own hold.
var (
	swiftModifier  = keyword{text: "final", role: modifier}
	swiftOperator  = keyword{text: "where", role: operator}
	swiftBlock     = keyword{text: "get", role: blocks}
	swiftSet       = keyword{text: "set", role: blocks}
	swiftCase      = keyword{text: "case", role: binds, symbol: source.Field}
	swiftActor     = keyword{text: "actor", role: declares, symbol: source.Class}
	swiftEnum      = keyword{text: "enum"}      // members of an enum
	swiftAccessors = keyword{text: "accessors"} // of a property
	swiftClosure   = keyword{text: "closure"}
)

// Flags of a part in Swift.
const (
	swiftHead  = flagA // its brace opens a block: if, for, switch
	swiftWhere = flagB // in the constraints of a head
)

// swiftWord reads the words whose meaning hangs on what is around them.
func swiftWord(s *scanner, at source.Span, k *keyword) bool {
	word := string(s.Src[at.Start:at.End])
	s.endHead(word)
	p := &s.f.part
	switch {
	case k != nil && p.phase == fresh && k.role != operand && swiftLabel(s, at):
		return true
	case s.f.ctx == parameters && p.phase <= expression && p.valueAt == noValue && p.typ == noType && !(word == "in" && s.f.key == &swiftClosure):
		return swiftParameter(s, at, word)
	case p.phase == naming && p.role == declares && p.symbol <= source.Method && k == nil:
		s.begin(at.Start, true)
		s.defineName(at)
		return true
	case word == "_":
		s.begin(at.Start, false)
		if p.phase == binding {
			p.phase = bound
		}
		s.operand(token{start: at.Start, end: at.End, kind: literalToken, operand: true})
		return true
	case k != nil:
		return swiftKeyword(s, at, k)
	}
	return swiftContextual(s, at, word)
}

// swiftLabel reads a keyword that is the label of an argument or a parameter.
func swiftLabel(s *scanner, at source.Span) bool {
	if s.Next(s.Pos) != ':' {
		return false
	}
	switch s.f.ctx {
	case parameters:
		s.begin(at.Start, false)
		s.parameter(at)
	case arguments:
		s.name(at)
	default:
		return false
	}
	return true
}

// swiftParameter reads the label or the name of a parameter.
func swiftParameter(s *scanner, at source.Span, word string) bool {
	s.begin(at.Start, false)
	switch {
	case word == "_" || word == "inout" || word == "self":
		s.keywordRead(at, &swiftModifier, false)
	case s.f.key != &swiftClosure && s.WordFollows():
		m := s.Rec.Word(at, source.Reference, source.Plain)
		s.set(token{start: at.Start, end: at.End, kind: nameToken, mark: m})
	default:
		s.parameter(at)
	}
	return true
}

// swiftKeyword reads the keywords with several meanings.
func swiftKeyword(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	switch k.text {
	case "if", "guard", "while", "switch", "catch", "else", "do", "repeat", "defer", "for":
		return swiftHeads(s, at, k)
	case "case":
		if s.f.key == &swiftEnum {
			return s.keyword(at, &swiftCase)
		}
		if p.has(swiftHead) {
			s.take(at, true, &swiftOperator, false)
			p.phase = expression
			return true
		}
	case "default":
		return s.Next(s.Pos) != ':' && s.plainName(at)
	case "class":
		after := s.SkipBlank(s.Pos)
		if s.Has(after, "func ") || s.Has(after, "var ") || s.Has(after, "let ") || s.Has(after, "override ") || s.Has(after, "final ") {
			return s.keyword(at, &swiftModifier)
		}
		return p.typ == bases && s.keyword(at, &swiftModifier)
	case "in":
		return swiftIn(s, at)
	case "inout":
		return s.take(at, true, k, false)
	case "let", "var":
		if p.phase == binding && p.has(swiftHead) || p.role == labels {
			s.take(at, true, k, false)
			p.phase, p.symbol = binding, source.Variable
			return true
		}
	}
	return false
}

// swiftHeads reads a keyword whose statement has a block.
func swiftHeads(s *scanner, at source.Span, k *keyword) bool {
	s.begin(at.Start, k.text == "else" && s.f.part.has(swiftHead))
	p := &s.f.part
	p.flags |= swiftHead
	if k.text == "for" {
		p.phase, p.symbol, p.role = binding, source.Variable, binds
	}
	s.keywordRead(at, k, false)
	s.chain = -1
	return true
}

// swiftIn reads in: after the parameters of a closure or the names of a loop.
func swiftIn(s *scanner, at source.Span) bool {
	p := &s.f.part
	s.begin(at.Start, true)
	if s.f.key == &swiftClosure && s.f.ctx == parameters {
		s.endPart()
		s.f.ctx = statements
		s.newline = true
		s.prev = token{start: at.Start, end: at.End, kind: signToken, sign: ';'}
		s.access, s.chain = false, -1
		return true
	}
	p.phase, p.typ = expression, noType
	s.keywordRead(at, &swiftOperator, false)
	s.chain = -1
	return true
}

// swiftContextual reads the words that are keywords in some places.
func swiftContextual(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	switch word {
	case "open", "final", "override", "mutating", "nonmutating", "lazy", "weak", "unowned", "required", "convenience", "dynamic", "optional",
		"indirect", "prefix", "postfix", "infix", "nonisolated", "isolated", "distributed", "async", "some", "any", "borrowing", "consuming":
		return swiftModifies(s, at, word)
	case "init", "deinit", "subscript":
		return s.initializer(at)
	case "extension":
		return p.phase == fresh && s.WordFollows() && swiftExtension(s, at)
	case "actor":
		return p.phase == fresh && s.NameFollows("{:<") && s.keyword(at, &swiftActor)
	case "operator", "precedencegroup":
		return p.phase == fresh && (word != "operator" || p.start >= 0) && swiftOperatorLine(s, at)
	case "throws", "rethrows":
		inHead := p.phase == heading || p.typ != noType || s.f.typed || s.f.ctx == parameters
		return inHead && s.swallow(at)
	case "where":
		return swiftConstrains(s, at)
	case "get", "set", "willSet", "didSet", "_read", "_modify":
		return swiftAccessor(s, at, word)
	}
	return false
}

// swiftConstrains reads where in a head, a loop or a case.
func swiftConstrains(s *scanner, at source.Span) bool {
	p := &s.f.part
	if p.phase != heading {
		return p.has(swiftHead) && s.keyword(at, &swiftOperator)
	}
	p.typ, p.flags = result, p.flags|swiftWhere
	return s.swallow(at)
}

// swiftOperatorLine passes over the declaration of an operator.
func swiftOperatorLine(s *scanner, at source.Span) bool {
	s.begin(at.Start, false)
	s.PassLine()
	s.endPart()
	return true
}

// swallow reads a word that changes nothing.
func (s *scanner) swallow(at source.Span) bool {
	return s.take(at, true, &swiftOperator, s.prev.operand)
}

// swiftModifies reads a modifier.
func swiftModifies(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	switch {
	case word == "async" && p.phase == heading, p.typ != noType && s.WordFollows(), s.f.typed && s.WordFollows():
		return s.swallow(at)
	case s.f.ctx == list && s.WordFollows():
		return s.take(at, false, &swiftModifier, false)
	case p.phase != fresh || s.f.ctx > members || !s.WordFollows() && s.Next(s.Pos) != '@' && s.Next(s.Pos) != '(',
		s.Next(s.Pos) == '(' && word != "unowned" && word != "nonisolated":
		return false
	}
	return s.keyword(at, &swiftModifier)
}

// swiftAccessor reads the keyword of an accessor.
func swiftAccessor(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	if s.f.ctx == attribute {
		return s.swallow(at)
	}
	if s.f.key != &swiftAccessors {
		return false
	}
	switch after := s.Next(s.Pos); {
	case p.phase != fresh && !s.newline && s.prev.key == nil:
		return false
	case after == '(' && word != "get":
		return s.keyword(at, &swiftSet)
	case after == '{' || after == '}' || s.IsLetter(after):
		s.newline = false
		s.keyword(at, &swiftBlock)
		s.prev.operand = false
		s.f.part.flags |= swiftHead
		return true
	}
	return false
}

// initializer reads the keyword of a constructor and the like, which is its name.
func (s *scanner) initializer(at source.Span) bool {
	if p := &s.f.part; p.phase != fresh || s.f.ctx != members {
		return false
	}
	s.begin(at.Start, false)
	s.nameMember(at)
	return true
}

// swiftExtension reads the head of an extension: it encloses under the name of the type that it
// extends, whose occurrence there is a reference.
func swiftExtension(s *scanner, at source.Span) bool {
	s.begin(at.Start, false)
	p := &s.f.part
	name := s.imports.Path('.', source.Reference)
	s.settle()
	s.Rec.Open(s.declaration(name.Whole, source.Extension, p.start), source.Mark{})
	p.head++
	p.phase, p.symbol = heading, source.Extension
	s.set(token{start: name.Last.Start, end: name.Last.End, kind: nameToken, operand: true})
	return true
}

// swiftImport reads an import.
func swiftImport(s *scanner, at source.Span, _ *keyword) bool {
	s.begin(at.Start, false)
	start := s.f.part.start
	s.imports.Skip()
	for _, word := range []string{"struct", "class", "enum", "protocol", "typealias", "func", "let", "var"} {
		if s.Has(s.Pos, word) && s.At(s.Pos+len(word)) == ' ' {
			s.Pos += len(word)
			s.imports.Member(s.imports.Path('.', source.FromImport), start, source.Span{}, source.Mark{})
			return s.importEnds(at)
		}
	}
	p := s.imports.Path('.', source.Import)
	s.imports.Whole(p, start, source.Span{}, source.Mark{})
	s.Rec.BindImport("*", p.Whole, source.None)
	return s.importEnds(at)
}

// swiftJoins reports whether a word at the beginning of a line goes on with the statement of the line before.
func swiftJoins(s *scanner, at source.Span) bool {
	switch string(s.Src[at.Start:at.End]) {
	case "throws", "rethrows", "async", "where":
		return s.f.part.phase == heading
	case "else":
		return s.f.part.has(swiftHead)
	}
	return false
}

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
			return s.passOver(':')
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
		if s.Has(s.Pos, "??") {
			p.endCast()
		}
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
		q, from := s.Hashed(start, at)
		s.text(&q, start, from)
		return true
	}
	s.Pos = s.NameEnd(at)
	switch string(s.Src[at:s.Pos]) {
	case "if", "elseif", "else", "endif", "sourceLocation", "warning", "error":
		s.PassLine()
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
	return s.opened(c)
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
	case s.f.ctx <= members && p.role == binds && (p.phase == bound || swiftObserved(s)):
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
