package brace

import "github.com/ct-tools/ct/shared/source"

// Words of Kotlin that are keywords only if a grammar rule asks for them, and what brackets of
// its own hold.
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

// endHead ends the head of a class that has no body, at the first word of the next line that cannot
// belong to it.
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
		return kotlinConstructor(s, at)
	case "by", "where":
		return kotlinGoesOn(s, at, word)
	case "catch", "finally":
		if s.prev.sign != '}' {
			return false
		}
		if word == "catch" {
			return s.Next(s.Pos) == '(' && s.keyword(at, &kotlinCatch)
		}
		return s.Next(s.Pos) == '{' && s.keyword(at, &kotlinBlock)
	}
	return false
}

// kotlinGoesOn reads by and where after what is declared.
func kotlinGoesOn(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	switch {
	case word == "by" && p.phase == bound:
		s.begin(at.Start, true)
		p.phase, p.typ, p.valueAt, p.sigEnd = expression, noType, valueNext, s.prev.end
	case p.phase != heading:
		return false
	default:
		s.begin(at.Start, true)
		if word == "where" {
			p.typ, p.flags = result, p.flags|kotlinWhere
		} else if p.typ == bases {
			p.typ, p.flags = noType, p.flags|kotlinBy
		}
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

// kotlinConstructor reads the keyword of a constructor, which is the name of a secondary one.
func kotlinConstructor(s *scanner, at source.Span) bool {
	p := &s.f.part
	switch {
	case p.phase == heading:
		return s.take(at, true, &kotlinOperator, true)
	case p.phase != fresh || s.f.ctx != members:
		return false
	}
	s.begin(at.Start, false)
	s.nameMember(at)
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
	kotlinReceiver(s, at)
	return true
}

// kotlinReceiver reads a word of the type that a function or property extends.
func kotlinReceiver(s *scanner, at source.Span) {
	p := &s.f.part
	s.begin(at.Start, true)
	phase := p.phase
	s.nameRead(at, source.Annotation)
	p.phase = phase
	p.name = declarator{at: at}
}

// kotlinVariableName reads the name of a property or variable.
func kotlinVariableName(s *scanner, at source.Span) bool {
	p := &s.f.part
	if after := s.SkipBlank(s.Pos); s.f.ctx != pattern && (s.At(after) == '.' || s.At(after) == '<' || s.At(after) == '?') {
		kotlinReceiver(s, at)
		return true
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
			s.begin(at.Start, false)
			p.phase, p.typ = expression, castType
			s.keywordRead(at, k, false)
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

// kotlinJoins reports whether a word at the beginning of a line goes on with the statement of the
// line before.
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
