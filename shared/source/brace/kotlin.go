package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Words of Kotlin that are keywords only if a grammar rule asks for them, and what brackets of its own hold.
var (
	kotlinModifier = keyword{text: "data", role: modifier}
	kotlinPrivate  = keyword{text: "private", role: modifier, visibility: source.Private}
	kotlinInternal = keyword{text: "internal", role: modifier, visibility: source.Internal}
	kotlinEnum     = keyword{text: "enum", role: declares, symbol: source.Enum}
	kotlinAlias    = keyword{text: "typealias", role: declares, symbol: source.Type}
	kotlinCatch    = keyword{text: "catch", role: heads}
	kotlinBlock    = keyword{text: "finally", role: blocks}
	kotlinOperator = keyword{text: "by", role: operator}
	kotlinWhen     = keyword{text: "when"}   // the arms
	kotlinLambda   = keyword{text: "lambda"} // a function in braces
)

// Flags of a part in Kotlin.
const (
	kotlinEnums = flagA // enum stood before class
	kotlinWhere = flagB // in the constraints of a head
	kotlinBy    = flagC // in what a base is delegated to
)

// kotlinWord reads the words whose meaning hangs on what is around them.
func kotlinWord(s *scanner, at source.Span, k *keyword) bool {
	word := string(s.Src[at.Start:at.End])
	s.endHead(word)
	p := &s.f.part
	switch {
	case p.phase == naming && p.role == declares && p.symbol <= source.Method && k == nil, p.phase == naming && p.symbol <= source.Method && s.Next(s.Pos) == '(':
		return kotlinFunctionName(s, at)
	case p.phase == binding && k == nil:
		return kotlinVariableName(s, at)
	case s.f.ctx == enumerators && p.phase == fresh:
		return false
	case s.f.ctx == header && s.f.key != nil && s.f.key.text == "for" && p.phase == fresh && k == nil:
		s.begin(at.Start, false)
		s.bindName(at)
		return true
	case k != nil:
		return kotlinKeyword(s, at, k)
	}
	switch word {
	case "public", "open", "abstract", "final", "sealed", "data", "inner", "enum", "annotation", "companion", "inline", "value", "suspend",
		"override", "lateinit", "const", "external", "operator", "infix", "tailrec", "expect", "actual", "vararg", "crossinline",
		"noinline", "reified", "out", "private", "protected", "internal":
		return kotlinModifies(s, at, word)
	}
	return kotlinContextual(s, at, word)
}

// endHead ends the head of a class that has no body, at the first word of the next line that cannot belong to it.
func (s *scanner) endHead(word string) {
	p := &s.f.part
	if !s.newline || p.phase != heading || !s.prev.operand || p.symbol <= source.Method || s.f.ctx > typeBody {
		return
	}
	switch word {
	case "where", "by", "constructor":
		return
	case "private", "internal", "protected", "@":
		if s.ConstructorFollows() {
			return
		}
	}
	s.newline = false
	s.endPart()
	s.prev.operand = false
}

// kotlinModifies reads a modifier.
func kotlinModifies(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	if !s.modifierDue(word) {
		return false
	}
	if p.phase == heading || s.f.typed || p.typ != noType {
		return s.take(at, true, &kotlinModifier, false)
	}
	switch word {
	case "enum":
		p.flags |= kotlinEnums
	case "private":
		return s.keyword(at, &kotlinPrivate)
	case "protected", "internal":
		return s.keyword(at, &kotlinInternal)
	}
	return s.keyword(at, &kotlinModifier)
}

// modifierDue reports whether a modifier has a place before pos.
func (s *scanner) modifierDue(word string) bool {
	p, after := &s.f.part, s.SkipBlank(s.Pos)
	switch {
	case p.phase == heading:
		return s.ConstructorFollows()
	case s.f.typed || p.typ != noType:
		return word == "suspend" || s.WordFollows()
	case p.phase != fresh || !s.IsLetter(s.At(after)) && s.At(after) != '@':
		return false
	case s.f.ctx == parameters:
		return word == "vararg" || word == "noinline" || word == "crossinline" || s.DeclarationFollows(after)
	}
	return s.f.ctx <= members && (!s.IsLetter(s.At(after)) || s.DeclarationFollows(after))
}

// kotlinContextual reads the words that are keywords in some places.
func kotlinContextual(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	switch word {
	case "package":
		if p.phase != fresh || len(s.frames) > 1 || !s.WordFollows() {
			return false
		}
		s.begin(at.Start, false)
		s.imports.Path('.', source.Reference)
		return s.importEnds(at)
	case "typealias":
		return p.phase == fresh && s.WordFollows() && s.keyword(at, &kotlinAlias)
	case "init":
		return s.f.ctx == members && p.phase == fresh && s.Next(s.Pos) == '{' && s.keyword(at, &kotlinBlock)
	case "get", "set":
		return kotlinAccessor(s, at)
	case "constructor":
		if p.phase == heading {
			return s.take(at, true, &kotlinOperator, true)
		}
		return s.initializer(at)
	case "by", "where":
		return kotlinGoesOn(s, at, word)
	case "catch", "finally":
		k, bracket := &kotlinCatch, byte('(')
		if word == "finally" {
			k, bracket = &kotlinBlock, '{'
		}
		return s.prev.sign == '}' && s.Next(s.Pos) == bracket && s.keyword(at, k)
	}
	return false
}

// kotlinGoesOn reads by and where after what is declared.
func kotlinGoesOn(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	if p.phase != heading && (word != "by" || p.phase != bound) {
		return false
	}
	s.begin(at.Start, true)
	switch {
	case p.phase == bound:
		p.phase, p.typ, p.valueAt, p.sigEnd = expression, noType, valueNext, s.prev.end
	case word == "where":
		p.typ, p.flags = result, p.flags|kotlinWhere
	case p.typ == bases:
		p.typ, p.flags = noType, p.flags|kotlinBy
	}
	s.keywordRead(at, &kotlinOperator, false)
	return true
}

// kotlinAccessor reads get or set of a property.
func kotlinAccessor(s *scanner, at source.Span) bool {
	p := &s.f.part
	if s.newline && s.prev.operand && s.f.ctx <= members {
		s.begin(at.Start, false)
	}
	after := s.Next(s.Pos)
	if s.f.ctx > members || s.f.ctx == statements && s.f.local && len(s.frames) > 1 || after == '.' || after == '=' || p.phase == expression || p.phase == heading {
		return false
	}
	s.endPart()
	s.begin(at.Start, false)
	s.keywordRead(at, &kotlinOperator, true)
	if after == '(' {
		p.phase, p.symbol = heading, source.Method
	}
	return true
}

// kotlinFunctionName reads the name of a function, or the type before it that it extends.
func kotlinFunctionName(s *scanner, at source.Span) bool {
	p := &s.f.part
	if s.Next(s.Pos) == '(' {
		receiver := p.name.at
		s.begin(at.Start, true)
		s.defineName(at)
		if top := s.Rec.Top(); top != nil && receiver.End > 0 {
			top.Receiver = receiver.Of(s.Src)
		}
		return true
	}
	return kotlinReceiver(s, at)
}

// kotlinReceiver reads a word of the type that a function or property extends. It returns true.
func kotlinReceiver(s *scanner, at source.Span) bool {
	p := &s.f.part
	s.begin(at.Start, true)
	phase := p.phase
	s.nameRead(at, source.Annotation)
	p.phase, p.name = phase, declarator{at: at}
	return true
}

// kotlinVariableName reads the name of a property or variable.
func kotlinVariableName(s *scanner, at source.Span) bool {
	p := &s.f.part
	if after := s.SkipBlank(s.Pos); s.f.ctx != pattern && (s.At(after) == '.' || s.At(after) == '<' || s.At(after) == '?') {
		return kotlinReceiver(s, at)
	}
	s.begin(at.Start, true)
	receiver := p.name.at
	if s.f.ctx == parameters {
		s.fieldParameter(at, s.Rec.Word(at, source.Reference, source.Plain))
		return true
	}
	s.bindName(at)
	if receiver.End > 0 && !s.bindsLocally() {
		s.settle()
		if p.declared != source.None {
			s.Rec.DeclaredAt(p.declared).Receiver = receiver.Of(s.Src)
		}
	}
	return true
}

// kotlinKeyword reads the keywords with several meanings.
func kotlinKeyword(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	switch k.text {
	case "class":
		if p.has(kotlinEnums) && p.phase == fresh {
			return s.keyword(at, &kotlinEnum)
		}
	case "fun":
		if after := s.SkipBlank(s.Pos); p.phase == fresh && s.Has(after, "interface ") {
			return s.keyword(at, &kotlinModifier)
		}
	case "else":
		return s.take(at, true, k, false)
	case "in", "is", "as":
		if p.typ == annotation && s.f.ctx == header {
			p.typ = noType
		}
		if s.f.typed {
			s.keywordRead(at, &kotlinModifier, false)
			return true
		}
		if k.text == "is" && !s.prev.operand {
			s.take(at, false, k, false)
			p.phase, p.typ = expression, castType
			return true
		}
	case "object":
		if p.phase != fresh && s.Next(s.Pos) != ':' && s.Next(s.Pos) != '{' {
			return false
		}
	}
	return false
}

// kotlinImport reads an import.
func kotlinImport(s *scanner, at source.Span, _ *keyword) bool {
	s.begin(at.Start, false)
	start := s.f.part.start
	p := s.imports.Path('.', source.FromImport)
	s.imports.Skip()
	alias, mark := s.imports.Alias()
	s.imports.Member(p, start, alias, mark)
	return s.importEnds(at)
}

// kotlinJoins reports whether a word at the beginning of a line goes on with the statement of the line before.
func kotlinJoins(s *scanner, at source.Span) bool {
	switch string(s.Src[at.Start:at.End]) {
	case "where", "by", "constructor":
		return s.f.part.phase == heading || s.f.part.phase == bound
	case "else":
		return true
	case "private", "internal", "protected", "public":
		return s.f.part.phase == heading && s.ConstructorFollows()
	}
	return false
}

var kotlin = Language{
	Keywords: []Keywords{
		{Role: operator, Words: "return throw in"},
		{Role: casts, Words: "is as"},
		{Role: operand, Words: "this super null true false"},
		{Role: declares, Symbol: source.Function, Words: "fun"},
		{Role: declares, Symbol: source.Class, Words: "class object"},
		{Role: declares, Symbol: source.Interface, Words: "interface"},
		{Role: binds, Symbol: source.Variable, Words: "var"},
		{Role: binds, Symbol: source.Constant, Words: "val"},
		{Role: heads, Words: "if for while when"},
		{Role: blocks, Words: "else do try break continue"},
		{Role: importWord, Words: "import"},
	},
	NestedComments: true,
	DocComments:    []string{"/**"},
	Operands:       source.Operands{Signs: []string{"."}, Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'`", Generics: true, Closures: true, Self: "this", Super: "super"},
	Quotes: []cursor.Quote{
		{Open: `"""`, Close: `"""`, Lines: true, Raw: true, Code: "${", Name: '$'},
		{Open: `"`, Close: `"`, Code: "${", Name: '$'}, {Open: "'", Close: "'"},
	},
	Newlines: true, TypeAfter: ':', Returns: ":", Generics: true, Arrow: "->", Trailing: true, ColonBases: true,
	ClassParameters: true, KeywordArgument: '=', MembersInScope: true, Reserved: true, Steps: true, DefaultVisibility: source.Public,
	Joins: kotlinJoins, Word: kotlinWord, Import: kotlinImport, Attribute: '@', Signs: "@:-`=.?<([,", Sign: kotlinSign, Closed: kotlinClosed, Curly: kotlinCurly,
}

// Kotlin reads Kotlin.
func Kotlin(src []byte, r *source.Recorder) { kotlin.Scan(src, r) }

// kotlinSign reads the signs that mean something of their own in Kotlin.
func kotlinSign(s *scanner, c byte) bool {
	p := &s.f.part
	switch c {
	case '@':
		return kotlinAt(s)
	case '`':
		return s.quotedName()
	case '.':
		return kotlinReceiverSign(s)
	case '?':
		return kotlinQuestion(s)
	case '<':
		return kotlinAngle(s)
	case ',':
		if p.phase == heading && p.has(kotlinBy) && (p.typ == noType || p.typ == castType) {
			p.typ, p.flags = bases, p.flags&^kotlinBy
		}
	case ':':
		return kotlinColon(s)
	case '-':
		return s.Has(s.Pos, "->") && kotlinArrow(s)
	case '=':
		return kotlinEquals(s)
	case '(', '[':
		return kotlinRound(s, c)
	}
	return false
}

// kotlinAngle reads the < of type arguments after a name that is declared, or that a base is delegated to.
func kotlinAngle(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.prev.kind != nameToken || len(s.frames) >= maxDepth:
		return false
	case p.phase == naming || p.phase == binding:
	case kotlinDelegates(p) && s.LooksLikeTypes(s.Pos, s.f.ctx == arguments):
		s.callee = source.Span{Start: s.prev.start, End: s.prev.end}
	default:
		return false
	}
	s.pushAngle(typeGroup)
	return true
}

// kotlinDelegates reports whether the value is read that a base is delegated to.
func kotlinDelegates(p *part) bool { return p.phase == heading && p.typ == noType && p.has(kotlinBy) }

// kotlinReceiverSign reads a sign within the type that a function or property extends.
func kotlinReceiverSign(s *scanner) bool {
	p := &s.f.part
	return (p.phase == naming || p.phase == binding) && s.f.ctx != pattern && s.passOver('.')
}

// kotlinQuestion reads ?:, as? and the mark of a nullable type.
func kotlinQuestion(s *scanner) bool {
	p, after := &s.f.part, s.At(s.Pos+1)
	switch {
	case after == ':':
		s.begin(s.Pos, true)
		p.endCast()
		return s.signRead(2, '?')
	case (s.f.typed || p.typ != noType) && s.prev.operand && s.prev.end == s.Pos && after != '.':
		s.Pos++
		s.prev.end = s.Pos
		return true
	case s.prev.key != nil && s.prev.key.role == casts:
		s.Pos++
		return true
	}
	return kotlinReceiverSign(s)
}

// kotlinAt reads an annotation or a label.
func kotlinAt(s *scanner) bool {
	if s.Pos > 0 && s.prev.end == s.Pos && (s.prev.kind == nameToken || s.prev.kind == keywordToken) {
		s.Pos++
		if s.prev.kind == nameToken {
			s.f.part.phase = fresh
			s.prev = token{end: s.Pos}
			return true
		}
		if s.IsLetter(s.At(s.Pos)) {
			key := s.prev.key
			at := s.TakeName()
			s.Rec.Word(at, source.Reference, source.Plain)
			s.keywordRead(at, key, key.role == operand)
		}
		return true
	}
	if s.newline && s.f.part.phase == heading && s.ConstructorFollows() {
		s.newline = false
	}
	s.endHead("@")
	if at := s.NameEnd(s.Pos + 1); at > s.Pos+1 && s.At(at) == ':' && s.At(at+1) != ':' {
		s.Pos = at // after the target of the annotation: @get:Name
	}
	s.attributeSign()
	return true
}

// kotlinColon reads the colons that do not separate a name from its type.
func kotlinColon(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.Has(s.Pos, "::"):
		return s.accessSign(2)
	case s.Has(s.Pos-1, "?:") && s.prev.end == s.Pos:
		return false
	case p.phase == naming && p.symbol == source.Class:
		p.phase, p.typ = heading, bases
	case p.phase == heading && p.has(kotlinWhere):
	case p.phase == heading && p.symbol == source.Method && (s.Has(s.SkipBlank(s.Pos+1), "this") || s.Has(s.SkipBlank(s.Pos+1), "super")):
	default:
		return false
	}
	return s.passOver(':')
}

// kotlinArrow reads -> of an arm of when, of a lambda and of a function's type.
func kotlinArrow(s *scanner) bool {
	p := &s.f.part
	s.begin(s.Pos, true)
	switch {
	case s.f.key == &kotlinWhen && s.f.ctx == statements:
		s.endPart()
	case s.f.key == &kotlinLambda && s.f.ctx == parameters && (p.typ == noType || s.prev.sign != ')'):
		s.endPart()
		s.f.ctx = statements
	}
	return s.signRead(2, ';')
}

// kotlinEquals reads = between the head of a function and its value.
func kotlinEquals(s *scanner) bool {
	p := &s.f.part
	if p.phase != heading || s.Has(s.Pos, "==") {
		return false
	}
	s.begin(s.Pos, true)
	s.headEnds(p)
	return s.signRead(1, '=')
}

// kotlinRound prepares for a bracket, which at the beginning of a line begins a statement.
func kotlinRound(s *scanner, c byte) bool {
	s.begin(s.Pos, s.f.part.phase == heading)
	p := &s.f.part
	if c == '[' || len(s.frames) >= maxDepth {
		return false
	}
	switch {
	case s.f.ctx == header && s.f.key != nil && s.f.key.text == "for" && p.phase == fresh,
		s.f.key == &kotlinLambda && s.f.ctx == parameters && p.phase == fresh:
		p.phase = binding
		return false
	case p.phase == heading && s.prev.key != nil && s.prev.key.role == operand, kotlinDelegates(p) && s.prev.operand:
		s.openCall()
	case kotlinDelegates(p):
		s.push('(', group)
	default:
		return false
	}
	return s.opened('(')
}

// kotlinClosed remembers the keyword before a head.
func kotlinClosed(s *scanner, f *frame) {
	if f.ctx == header && f.key != nil && f.key.text == "when" {
		s.prev.key = f.key
	}
}

// kotlinCurly opens a lambda, which may be the last argument of a call, and the arms of when.
func kotlinCurly(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.f.ctx == enumerators, p.phase == heading, p.phase == naming:
		return false
	case s.prev.key != nil && s.prev.key.text == "when":
		s.push('{', statements).key = &kotlinWhen
		return true
	case p.phase == fresh && s.f.ctx <= members && s.prev.sign != '(' && s.prev.key == nil && !s.LambdaFollows():
		return false
	case s.prev.key != nil && s.prev.key.role == blocks:
		f := s.push('{', statements)
		f.resume, f.operand = p.phase != fresh, p.phase != fresh
		return true
	}
	s.openClosure(&kotlinLambda)
	if s.LambdaFollows() {
		s.f.ctx = parameters
	}
	return true
}

// openClosure opens a function in braces at pos; what is directly before it is called with it.
func (s *scanner) openClosure(key *keyword) {
	if s.prev.kind == nameToken || s.prev.kind == closeToken && s.prev.sign == '>' {
		at := s.chained(source.Span{Start: s.prev.start, End: s.prev.end})
		s.Rec.Call(s.prev.mark, accessOf(s.prev.member), source.Call{Callee: at, Span: at, Positional: 1})
	}
	if p := &s.f.part; p.phase == fresh || p.phase == bound {
		p.phase = expression
	}
	f := s.push('{', statements)
	f.key = key
}
