package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var csharp = Language{
	Keywords: []Keywords{
		{Role: operator, Words: "return throw await typeof sizeof checked unchecked goto stackalloc"},
		{Role: casts, Words: "is as"},
		{Role: operand, Words: "this base null true false"},
		{Role: typeWord, Words: "int long short byte char bool float double void string object decimal uint ulong ushort sbyte nint nuint"},
		{Role: declares, Symbol: source.Class, Words: "class"},
		{Role: declares, Symbol: source.Struct, Words: "struct"},
		{Role: declares, Symbol: source.Interface, Words: "interface"},
		{Role: declares, Symbol: source.Enum, Words: "enum"},
		{Role: declares, Symbol: source.Module, Words: "namespace"},
		{Role: heads, Words: "if for foreach while switch catch lock fixed"},
		{Role: blocks, Words: "else do try finally break continue unsafe"},
		{Role: creates, Words: "new"},
		{Role: labels, Words: "case default"},
		{Role: importWord, Words: "using"},
		{Role: modifier, Words: "static abstract sealed virtual override readonly const extern volatile event delegate ref out in params implicit explicit"},
		{Role: modifier, Visibility: source.Public, Words: "public"},
		{Role: modifier, Visibility: source.Private, Words: "private"},
		{Role: modifier, Visibility: source.Internal, Words: "protected internal"},
	},
	DocComments: []string{"///", "/**"},
	Operands:    source.Operands{Signs: []string{"."}, Letters: "@", Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'", Creates: true, Generics: true, Self: "this", Super: "base"},
	Quotes: []cursor.Quote{
		{Open: `"""`, Close: `"""`, Lines: true, Raw: true}, {Open: `"`, Close: `"`}, {Open: "'", Close: "'"},
	},
	Generics: true, Arrow: "=>", TypeFirst: true, MembersInScope: true, ClassParameters: true, ColonBases: true,
	Reserved: true, Steps: true, KeywordArgument: ':', DefaultVisibility: source.Internal,
	Word: csharpWord, Import: csharpImport, Signs: "#[@$?:~(=", Sign: csharpSign,
	Casts: true, CallMethods: "Invoke DynamicInvoke BeginInvoke", Closed: csharpClosed, Curly: csharpCurly, LocalFunctions: true,
}

// CSharp reads C#.
func CSharp(src []byte, r *source.Recorder) { csharp.Scan(src, r) }

// Words of C# that are keywords only if a grammar rule asks for them, and what brackets of its own hold.
var (
	csharpRecord    = keyword{text: "record", role: declares, symbol: source.Class}
	csharpModifier  = keyword{text: "partial", role: modifier}
	csharpOperator  = keyword{text: "select", role: operator}
	csharpType      = keyword{text: "var", role: typeWord}
	csharpBlock     = keyword{text: "get", role: blocks}
	csharpUsing     = keyword{text: "using", role: heads}
	csharpOperand   = keyword{text: "default", role: operand}
	csharpArms      = keyword{text: "switch"} // the arms of a switch expression
	csharpAccessors = keyword{text: "accessors"}
)

// Flags of a part in C#.
const (
	csharpConstrained = flagA // after where in a head
	csharpExplicit    = flagB // a member that names its interface
	csharpQuery       = flagC // from … select
	csharpArrowed     = flagD // after the => of an arm
	csharpIndexer     = flagD // of a member: it is an indexer
)

// csharpWord reads the words whose meaning hangs on what is around them.
func csharpWord(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	if k != nil {
		return csharpKeyword(s, at, k)
	}
	if s.f.ctx == pattern && p.phase == fresh { // a name of var (a, b)
		s.begin(at.Start, false)
		s.Rec.BindName(at, source.Local)
		s.nameRead(at, source.Assignment)
		p.phase = bound
		return true
	}
	switch word := string(s.Src[at.Start:at.End]); word {
	case "record":
		return p.phase == fresh && csharpRecordHead(s, at)
	case "partial", "async", "required", "unsafe", "file", "scoped":
		return p.phase == fresh && s.WordFollows() && s.keyword(at, &csharpModifier)
	case "global":
		return p.phase == fresh && s.Has(s.SkipBlank(s.Pos), "using ") && s.keyword(at, &csharpModifier)
	case "var":
		return p.phase == fresh && csharpVar(s, at)
	case "when":
		return p.role == labels && p.phase > fresh && s.prev.operand && s.keyword(at, &csharpOperator)
	case "not", "and", "or":
		return csharpPatternWord(s, at)
	case "operator":
		return csharpOperatorHead(s, at)
	default:
		return csharpContextual(s, at, word)
	}
}

// csharpRecordHead reads record before a name, struct or class.
func csharpRecordHead(s *scanner, at source.Span) bool {
	k := &csharpRecord
	if !s.NameFollows("(<:{;") {
		k = &csharpModifier
		if after := s.SkipBlank(s.Pos); !s.Has(after, "struct ") && !s.Has(after, "class ") {
			return false
		}
	}
	s.f.part.flags |= fieldParameters
	return s.keyword(at, k)
}

// csharpVar reads var before a name, or before the names of a tuple.
func csharpVar(s *scanner, at source.Span) bool {
	if s.Next(s.Pos) != '(' {
		return s.WordFollows() && s.keyword(at, &csharpType)
	}
	s.take(at, false, &csharpType, false)
	s.f.part.phase = binding
	return true
}

// csharpPatternWord reads not, and, or between patterns.
func csharpPatternWord(s *scanner, at source.Span) bool {
	p, after := &s.f.part, s.Next(s.Pos)
	inPattern := p.has(certain) || p.role == labels || s.inArm()
	if !(p.has(certain) && p.phase == fresh) && !(inPattern && (s.IsLetter(after) || after == '>' || after == '<')) {
		return false
	}
	s.testsType(at, &csharpOperator)
	return true
}

// csharpContextual reads the words of accessors, queries and heads.
func csharpContextual(s *scanner, at source.Span, word string) bool {
	p := &s.f.part
	switch word {
	case "yield":
		after := s.SkipBlank(s.Pos)
		return p.phase == fresh && (s.Has(after, "return") || s.Has(after, "break")) && s.keyword(at, &csharpBlock)
	case "get", "set", "init", "add", "remove":
		return s.f.key == &csharpAccessors && p.phase == fresh && s.keyword(at, &csharpBlock)
	case "where":
		if p.phase == heading {
			p.typ, p.flags = result, p.flags|csharpConstrained
			return s.take(at, true, &csharpOperator, false)
		}
		return p.has(csharpQuery) && s.keyword(at, &csharpOperator)
	case "from":
		return s.NameFollows("i") && (!s.prev.operand || p.has(csharpQuery)) && csharpBinds(s, at)
	case "let", "join", "into":
		return p.has(csharpQuery) && csharpBinds(s, at)
	case "select", "orderby", "group", "by", "on", "equals", "ascending", "descending":
		return p.has(csharpQuery) && s.keyword(at, &csharpOperator)
	}
	return false
}

// csharpBinds reads a word of a query after which a name is bound.
func csharpBinds(s *scanner, at source.Span) bool {
	s.keyword(at, &csharpOperator)
	s.f.part.flags |= csharpQuery
	s.f.part.phase = binding
	return true
}

// csharpKeyword reads the keywords with several meanings.
func csharpKeyword(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	if p.has(csharpConstrained) && p.phase == heading {
		return s.take(at, true, &csharpOperand, true)
	}
	switch k.text {
	case "is", "as":
		s.testsType(at, k)
		return true
	case "switch":
		return s.prev.operand && s.take(at, true, &csharpArms, false)
	case "default":
		return (p.phase != fresh || s.Next(s.Pos) != ':') && s.keyword(at, &csharpOperand)
	case "new":
		return s.f.ctx == members && p.phase == fresh && p.typeEnd == 0 && s.keyword(at, &csharpModifier)
	case "this":
		return csharpThis(s, at)
	case "ref", "out": // before an argument, which may declare a name
		if s.f.ctx == arguments {
			s.take(at, false, k, false)
			s.f.part.flags |= mayDeclare
			return true
		}
	}
	return csharpStatementWord(s, at, k)
}

// csharpStatementWord reads the keywords that begin statements in some places and mean something else in others.
func csharpStatementWord(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	switch k.text {
	case "using":
		return p.phase == fresh && s.f.ctx == statements && len(s.frames) > 1 && s.f.symbol != source.Module && s.keyword(at, &csharpUsing)
	case "delegate":
		return (p.phase != fresh || s.Next(s.Pos) == '(') && s.keyword(at, &csharpOperator)
	case "in":
		modifies := s.f.ctx == parameters || s.f.ctx == typeNames || s.f.ctx == arguments
		return !modifies && s.keyword(at, &csharpOperator)
	}
	return false
}

// csharpThis reads this before the first parameter of an extension and as the name of an indexer.
func csharpThis(s *scanner, at source.Span) bool {
	p := &s.f.part
	switch {
	case s.f.ctx == parameters && p.phase == fresh:
		return s.keyword(at, &csharpModifier)
	case s.f.ctx == members && p.typeEnd > 0 && p.typeEnd == s.prev.end:
		s.begin(at.Start, true)
		csharpKeywordNames(s, at)
		p.flags |= csharpIndexer
		return true
	}
	return false
}

// csharpKeywordNames begins the definition of a member, after its type, that is named by a keyword.
func csharpKeywordNames(s *scanner, at source.Span) {
	s.typesRead(s.f.part.base)
	s.nameMember(at)
}

// csharpOperatorHead reads the name of an operator: the keyword stands for it.
func csharpOperatorHead(s *scanner, at source.Span) bool {
	p := &s.f.part
	if s.f.ctx != members || s.Next(s.Pos) == '(' {
		return false
	}
	s.begin(at.Start, true)
	csharpKeywordNames(s, at)
	s.Pos = s.SkipBlank(s.Pos)
	if s.IsLetter(s.At(s.Pos)) {
		word := s.readPathOrType()
		p.typeEnd = 0
		s.set(token{start: word.Start, end: word.End, kind: literalToken, operand: true})
		if s.At(s.Pos) == '<' && len(s.frames) < maxDepth && s.LooksLikeTypes(s.Pos, s.f.ctx == arguments) {
			s.pushAngle(typeGroup)
		}
	} else {
		for start := s.Pos; s.Pos < len(s.Src) && s.Pos < start+4 && s.Src[s.Pos] != '('; s.Pos++ {
			continue
		}
		s.set(token{start: at.Start, end: s.Pos, kind: literalToken, operand: true})
	}
	return true
}

// readPathOrType reads a type's name, or the keyword of a built-in type.
func (s *scanner) readPathOrType() source.Span {
	start, end := s.Pos, s.NameEnd(s.Pos)
	if end < len(s.Src) && s.t.words.Of(s.Src[start:end]) != nil {
		s.Pos = end
		return source.Span{Start: start, End: end}
	}
	return s.imports.Path('.', source.Annotation).Whole
}

// csharpImport reads a using directive.
func csharpImport(s *scanner, at source.Span, _ *keyword) bool {
	if s.Next(s.Pos) == '(' {
		return false
	}
	s.begin(at.Start, false)
	start := s.f.part.start
	s.imports.Skip()
	member := s.imports.Leads("static")
	_ = member || s.imports.Leads("unsafe")
	p := s.imports.Path('.', source.Import)
	s.imports.Skip()
	var alias source.Span
	var mark source.Mark
	if s.At(s.Pos) == '=' {
		alias, mark = p.Last, p.Mark
		s.Pos++
		p = s.imports.Path('.', source.Import)
	}
	switch {
	case member:
		p.Star = true
		s.imports.Member(p, start, alias, mark)
	case alias.Len() > 0:
		s.imports.Whole(p, start, alias, mark)
	default:
		s.imports.Whole(p, start, source.Span{}, mark)
		s.Rec.BindImport("*", p.Whole, source.None)
	}
	for s.Pos < len(s.Src) && s.Src[s.Pos] != ';' && s.Src[s.Pos] != '\n' && s.Src[s.Pos] != '}' { // type arguments of an alias
		if s.IsLetter(s.Src[s.Pos]) {
			if word := s.TakeName(); s.t.words.Of(s.Src[word.Start:word.End]) == nil {
				s.Rec.Word(word, source.Import, source.Plain)
			}
			continue
		}
		s.Pos++
	}
	return s.importEnds(at)
}

// csharpSign reads the signs that mean something of their own in C#.
func csharpSign(s *scanner, c byte) bool {
	p := &s.f.part
	switch c {
	case '#':
		return csharpDirective(s)
	case '[':
		return csharpAttributes(s)
	case '@', '$':
		return csharpPrefixed(s)
	case '?':
		if p.typeEnd == 0 || p.typeEnd != s.Pos || s.prev.end != s.Pos || !s.IsLetter(s.Next(s.Pos+1)) && s.Next(s.Pos+1) != ')' && s.Next(s.Pos+1) != '[' || s.At(s.Pos+1) == '[' {
			return false
		}
		s.Pos++
		p.typeEnd, s.prev.end = s.Pos, s.Pos
		return true
	case ':':
		return csharpColon(s)
	case '~':
		if s.f.ctx != members || p.phase != fresh {
			return false
		}
		s.begin(s.Pos, false)
		s.Pos++
		return true
	case '(':
		return csharpRound(s)
	case '=':
		return s.Has(s.Pos, "=>") && csharpArrow(s)
	}
	return false
}

// csharpColon reads the colons that do not separate a type from a name.
func csharpColon(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.Has(s.Pos, "::"):
		return s.accessSign(2)
	case s.f.ctx == code && p.ternary == 0: // the format in {value:format}
		s.skipTo("}\"\n")
		return true
	case p.phase == heading && (p.has(csharpConstrained) || p.symbol <= source.Method):
		return s.passOver(':')
	}
	return false
}

// csharpRound opens the round brackets that the machine would take for others.
func csharpRound(s *scanner) bool {
	p := &s.f.part
	if len(s.frames) >= maxDepth {
		return false
	}
	if p.phase == fresh && !s.prev.operand && (s.f.ctx == members || s.f.ctx == parameters) {
		s.begin(s.Pos, false)
		p.phase = expression
		return s.pushed('(', typeGroup)
	}
	if s.f.ctx == pattern && p.phase == fresh { // var (a, (b, c))
		s.begin(s.Pos, false)
		return s.pushed('(', pattern)
	}
	if s.prev.key == nil {
		return false
	}
	switch text := s.prev.key.text; {
	case p.phase == heading && (text == "base" || text == "this"):
		s.begin(s.Pos, true)
		s.openCall()
	case text == "typeof" || text == "sizeof" || text == "default" && s.prev.operand:
		s.begin(s.Pos, true)
		s.push('(', typeGroup)
	case text == "delegate":
		s.begin(s.Pos, true)
		s.push('(', parameters)
	default:
		return false
	}
	return s.opened('(')
}

// csharpArrow reads => between a head and the value that is the body, and after the pattern of an
// arm; the arrow of a lambda is left to the machine.
func csharpArrow(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.inArm():
		p.role, p.typeEnd, p.flags = noRole, 0, p.flags&^(certain|mayDeclare)|csharpArrowed
		p.phase = expression
	case p.phase == heading:
		s.headEnds(p)
	case p.phase == named && s.f.ctx == members:
		s.declareField()
		p.sigEnd = s.prev.end
		p.phase, p.valueAt = expression, valueNext
	default:
		return false
	}
	s.begin(s.Pos, true)
	return s.signRead(2, '=')
}

// inArm reports whether the pattern of an arm of a switch expression is read.
func (s *scanner) inArm() bool { return s.f.key == &csharpArms && !s.f.part.has(csharpArrowed) }

// csharpAttributes opens the brackets of attributes before a declaration, and those of the parameters of an indexer.
func csharpAttributes(s *scanner) bool {
	p := &s.f.part
	ctx := attribute
	switch {
	case len(s.frames) >= maxDepth:
		return false
	case csharpIndexed(s):
		ctx = parameters
	case p.phase != fresh || p.start >= 0, s.f.ctx == statements && len(s.frames) > 1 && s.f.local && s.f.key != &csharpAccessors:
		return false
	}
	switch s.f.ctx {
	case statements, members, enumerators, parameters, typeNames:
	default:
		return false
	}
	if s.doc.End > 0 {
		p.doc = s.doc
	}
	s.push('[', ctx).typed = false
	return s.opened('[')
}

// csharpIndexed reports whether the bracket at pos holds the parameters of an indexer. That of an
// interface is defined here: I.this[int i].
func csharpIndexed(s *scanner) bool {
	p := &s.f.part
	if s.f.ctx != members {
		return false
	}
	if p.phase == heading && p.has(csharpIndexer) {
		return s.prev.kind == nameToken && s.prev.start == p.name.at.Start
	}
	if p.phase != expression || !p.has(csharpExplicit) || s.prev.key == nil || s.prev.key.text != "this" || !s.Has(s.prev.start-1, ".") {
		return false
	}
	csharpKeywordNames(s, source.Span{Start: s.prev.start, End: s.prev.end})
	p.flags |= csharpIndexer
	return true
}

// csharpClosed goes on after attributes and accessors.
func csharpClosed(s *scanner, f *frame) {
	p := &s.f.part
	switch {
	case f.ctx == attribute:
		s.attributed(f.start)
		s.prev = token{start: s.Pos, end: s.Pos}
		s.newline = false
	case f.ctx == list && f.sign == '{' && p.has(certain):
		p.typeEnd = s.Pos // a name may follow { … } after is
	case f.key == &csharpAccessors:
		if s.Next(s.Pos) != '=' {
			s.endPart()
		}
	case f.ctx == typeGroup && f.sign == '(' && (s.f.ctx == members || s.f.ctx == parameters):
		p.typeEnd = s.Pos // a tuple is the type
	}
}

// csharpCurly opens the curly brackets that are of C# alone.
func csharpCurly(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.f.ctx == members && p.phase == heading && p.has(csharpIndexer):
		s.openBody()
		s.f.key = &csharpAccessors
	case s.f.ctx == members && p.phase == named:
		s.declareField()
		p.sigEnd = s.prev.end
		p.phase = expression
		s.push('{', statements).key = &csharpAccessors
	case s.prev.key == &csharpArms:
		f := s.push('{', list)
		f.key, f.part.role = &csharpArms, labels
	case s.prev.created, s.behind(creates), p.has(certain) && (!s.prev.operand || p.typeEnd == s.prev.end):
		s.push('{', list)
	default:
		return false
	}
	return true
}

// csharpDirective reads a line of the preprocessor: the words of a condition are references.
func csharpDirective(s *scanner) bool {
	if !s.LineBegins(s.Pos) {
		return false
	}
	s.Pos = s.SkipBlank(s.Pos + 1)
	word := s.Pos
	s.Pos = s.NameEnd(word)
	switch string(s.Src[word:s.Pos]) {
	case "if", "elif", "define", "undef":
		for s.Pos < len(s.Src) && s.Src[s.Pos] != '\n' && !s.Has(s.Pos, "//") {
			if !s.IsLetter(s.Src[s.Pos]) {
				s.Pos++
				continue
			}
			if name := s.TakeName(); s.t.words.Of(s.Src[name.Start:name.End]) == nil {
				s.Rec.Word(name, source.Reference, source.Plain)
			}
		}
	case "pragma", "else", "endif":
		for s.Pos < len(s.Src) && s.Src[s.Pos] != '\n' && !s.Has(s.Pos, "//") {
			s.Pos++
		}
	default:
		s.PassLine()
	}
	return true
}

// csharpPrefixed reads a string with a prefix, or a name after @.
func csharpPrefixed(s *scanner) bool {
	start := s.Pos
	q, from := s.Prefixed(start)
	if q.Open == "" {
		s.Pos = from
		if s.IsLetter(s.At(from)) && q.Raw {
			s.anyName(s.TakeName())
		}
		return true
	}
	s.text(&q, start, from)
	return true
}
