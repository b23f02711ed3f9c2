package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var java = Language{
	Keywords: []Keywords{
		{Role: operator, Words: "return throw assert package"},
		{Role: casts, Words: "instanceof"},
		{Role: operand, Words: "this super null true false"},
		{Role: typeWord, Words: "int long short byte char boolean float double void"},
		{Role: declares, Symbol: source.Class, Words: "class"},
		{Role: declares, Symbol: source.Interface, Words: "interface"},
		{Role: declares, Symbol: source.Enum, Words: "enum"},
		{Role: heads, Words: "if for while switch catch try"},
		{Role: blocks, Words: "else do finally break continue"},
		{Role: creates, Words: "new"},
		{Role: extends, Words: "extends implements"},
		{Role: throws, Words: "throws"},
		{Role: labels, Words: "case default"},
		{Role: importWord, Words: "import"},
		{Role: modifier, Words: "static final abstract native transient volatile strictfp synchronized"},
		{Role: modifier, Visibility: source.Public, Words: "public"},
		{Role: modifier, Visibility: source.Private, Words: "private"},
		{Role: modifier, Visibility: source.Internal, Words: "protected"},
	},
	DocComments: []string{"/**"},
	Operands:    source.Operands{Signs: []string{"."}, Letters: "$", Comments: []string{"//"}, Quotes: "\"'", Creates: true, Generics: true, Self: "this", Super: "super"},
	Quotes: []cursor.Quote{
		{Open: `"""`, Close: `"""`, Lines: true}, {Open: `"`, Close: `"`}, {Open: "'", Close: "'"},
	},
	Letters: "$", Generics: true, Arrow: "->", TypeFirst: true, Attribute: '@', MembersInScope: true, ClassParameters: true,
	Reserved: true, Steps: true, DefaultVisibility: source.Internal,
	Word: javaWord, Import: javaImport, Signs: ":@", Sign: javaSign,
}

// Java reads Java.
func Java(src []byte, r *source.Recorder) { java.Scan(src, r) }

// Words of Java that are keywords only if a grammar rule asks for them.
var (
	javaRecord   = keyword{text: "record", role: declares, symbol: source.Class}
	javaPermits  = keyword{text: "permits", role: extends} // types that are no bases follow
	javaModifier = keyword{text: "sealed", role: modifier}
	javaHead     = keyword{text: "synchronized", role: heads}
	javaOperator = keyword{text: "yield", role: operator}
	javaType     = keyword{text: "var", role: typeWord}
)

// javaWord reads the words whose meaning hangs on what is around them.
func javaWord(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	if k != nil {
		return javaKeyword(s, at, k)
	}
	switch string(s.Src[at.Start:at.End]) {
	case "record", "sealed", "non":
		return p.phase == fresh && javaDeclares(s, at)
	case "permits":
		return p.phase == heading && s.keyword(at, &javaPermits)
	case "yield":
		return p.phase == fresh && s.f.ctx == statements && s.ValueFollows() && s.keyword(at, &javaOperator)
	case "when":
		return p.role == labels && p.phase > fresh && s.keyword(at, &javaOperator)
	case "var":
		return p.phase == fresh && s.WordFollows() && s.keyword(at, &javaType)
	case "module", "open", "requires", "exports", "opens", "uses", "provides", "to", "with":
		return javaModuleWord(s, at)
	}
	return false
}

// javaDeclares reads the first word of a record, or a modifier of a class.
func javaDeclares(s *scanner, at source.Span) bool {
	switch s.Src[at.Start] {
	case 'r':
		if !s.NameFollows("(<") {
			return false
		}
		s.f.part.flags |= fieldParameters
		return s.keyword(at, &javaRecord)
	case 's':
		return s.WordFollows() && s.keyword(at, &javaModifier)
	}
	if !s.Has(s.Pos, "-sealed") {
		return false
	}
	s.Pos += len("-sealed")
	return s.keyword(at, &javaModifier)
}

// javaKeyword reads the keywords with several meanings.
func javaKeyword(s *scanner, at source.Span, k *keyword) bool {
	p := &s.f.part
	switch k.text {
	case "instanceof":
		s.testsType(at, k)
		return true
	case "synchronized":
		return s.Next(s.Pos) == '(' && s.keyword(at, &javaHead)
	case "default":
		if s.f.ctx == members && p.phase == fresh {
			return s.keyword(at, &javaModifier)
		}
		return p.phase == heading && s.keyword(at, &javaOperator)
	}
	return false
}

// javaSign reads :: as the sign before a member, and the sign of @interface.
func javaSign(s *scanner, c byte) bool {
	if c == '@' {
		if at := s.SkipBlank(s.Pos + 1); s.Is(at, "interface") {
			s.begin(s.Pos, false)
			s.Pos++
			return true
		}
		return false
	}
	return s.Has(s.Pos, "::") && s.accessSign(2)
}

// javaImport reads an import.
func javaImport(s *scanner, at source.Span, _ *keyword) bool {
	start := s.f.part.start
	s.imports.Skip()
	if word := s.SkipBlank(s.Pos); s.Is(word, "static") {
		s.Pos = word + len("static")
	}
	s.imports.Member(s.imports.Path('.', source.FromImport), start, source.Span{}, source.Mark{})
	return s.importEnds(at)
}

// importEnds makes what was read an import statement that goes on, if at all, with nothing that matters.
func (s *scanner) importEnds(at source.Span) bool {
	s.f.part.phase = ignored
	s.set(token{start: at.Start, end: s.Pos, kind: literalToken, operand: true})
	return true
}

// javaModuleWord reads a word of a module's declaration.
func javaModuleWord(s *scanner, at source.Span) bool {
	p := &s.f.part
	if s.f.symbol == source.Module && p.phase == expression && (s.Src[at.Start] == 't' || s.Src[at.Start] == 'w') {
		return s.prev.operand && s.keyword(at, &javaOperator)
	}
	if p.phase != fresh || !s.WordFollows() || len(s.frames) > 2 || len(s.frames) == 2 && s.f.symbol != source.Module {
		return false
	}
	switch string(s.Src[at.Start:at.End]) {
	case "module":
		return s.f.ctx == statements && len(s.frames) == 1 && s.NameFollows("{.") && javaModule(s, at)
	case "open":
		return s.Has(s.SkipBlank(s.Pos), "module ") && s.keyword(at, &javaModifier)
	}
	if len(s.frames) == 1 {
		return false
	}
	if s.Src[at.Start] == 'r' {
		return javaRequires(s, at)
	}
	return s.keyword(at, &javaOperator)
}

// javaModule reads the head of a module's declaration.
func javaModule(s *scanner, at source.Span) bool {
	s.begin(at.Start, false)
	p := &s.f.part
	name := s.imports.Path('.', source.Reference)
	s.openHead(declarator{name.Whole, name.Mark}, source.Module, p.start)
	p.phase, p.symbol = heading, source.Module
	s.set(token{start: name.Last.Start, end: name.Last.End, kind: nameToken, operand: true})
	return true
}

// javaRequires reads what a module requires.
func javaRequires(s *scanner, at source.Span) bool {
	s.begin(at.Start, false)
	for _, word := range []string{"transitive", "static", "transitive"} {
		if next := s.SkipBlank(s.Pos); s.Has(next, word) && s.At(s.SkipBlank(next+len(word))) != ';' {
			s.Pos = next + len(word)
		}
	}
	s.imports.Whole(s.imports.Path('.', source.Import), at.Start, source.Span{}, source.Mark{})
	return s.importEnds(at)
}
