package brace

import (
	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var scriptQuotes = []cursor.Quote{
	{Open: `"`, Close: `"`}, {Open: "'", Close: "'"}, {Open: "`", Close: "`", Lines: true, Code: "${"},
}

// scriptKeywords are those of JavaScript and TypeScript.
var scriptKeywords = []Keywords{
	{Role: operator, Words: "return typeof void delete throw in instanceof"},
	{Role: operator, Contextual: true, Words: "yield await of"},
	{Role: operand, Words: "this super null true false"},
	{Role: declares, Symbol: source.Function, Words: "function"},
	{Role: declares, Symbol: source.Class, Words: "class"},
	{Role: binds, Symbol: source.Variable, Words: "var"},
	{Role: binds, Symbol: source.Variable, Contextual: true, Words: "let"},
	{Role: binds, Symbol: source.Constant, Words: "const"},
	{Role: heads, Words: "if for while switch catch with"},
	{Role: blocks, Words: "else do try finally break continue debugger"},
	{Role: creates, Words: "new"},
	{Role: importWord, Words: "import"},
	{Role: exports, Words: "export"},
	{Role: labels, Words: "case default"},
}

var javascript = Language{
	Common: scriptKeywords,
	Keywords: []Keywords{
		{Role: extends, Words: "extends"},
		{Role: modifier, Contextual: true, Words: "async static get set"},
	},
	Operands: source.Operands{
		Signs: []string{"."}, Letters: "$#", Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'`", Creates: true, Regexes: true,
		Self: "this", Super: "super",
	},
	DocComments: []string{"/**"},
	Quotes:      scriptQuotes,
	Regexes:     true, Markup: true, Letters: "$#", Newlines: true, Arrow: "=>", Literals: true, NamedMembers: true, Attribute: '@',
	BoundFunctions: true, Tags: true, Decorates: true, Blocks: true, CallMethods: scriptCallMethods,
	Word: scriptWord, Import: scriptImport, Loaders: []string{"require", "import"}, Visibility: scriptVisibility,
}

var typescriptKeywords = []Keywords{
	{Role: typeWord, Words: "any unknown never string number boolean bigint symbol object undefined intrinsic"},
	{Role: typeOperator, Words: "keyof infer unique asserts is"},
	{Role: declares, Symbol: source.Interface, Contextual: true, Words: "interface"},
	{Role: declares, Symbol: source.Enum, Words: "enum"},
	{Role: declares, Symbol: source.Type, Contextual: true, Words: "type"},
	{Role: declares, Symbol: source.Module, Contextual: true, Words: "namespace module global"},
	{Role: extends, Words: "extends implements"},
	{Role: casts, Words: "as satisfies"},
	{Role: modifier, Contextual: true, Words: "async static get set abstract declare readonly override accessor out"},
	{Role: modifier, Visibility: source.Public, Contextual: true, Words: "public"},
	{Role: modifier, Visibility: source.Private, Contextual: true, Words: "private"},
	{Role: modifier, Visibility: source.Internal, Contextual: true, Words: "protected"},
}

// scriptCallMethods are those of functions.
const scriptCallMethods = "call apply bind"

var (
	typescript = lazy.Value[*Language]{Make: func() *Language { return newTypeScript(false) }}
	tsx        = lazy.Value[*Language]{Make: func() *Language { return newTypeScript(true) }}
)

// newTypeScript returns TypeScript, with elements if markup is set.
func newTypeScript(markup bool) *Language {
	return &Language{
		Common:   scriptKeywords,
		Keywords: typescriptKeywords,
		Operands: source.Operands{
			Signs: []string{"."}, Letters: "$#", Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'`", Creates: true, Regexes: true, Generics: true,
			Self: "this", Super: "super",
		},
		DocComments: []string{"/**"},
		Quotes:      scriptQuotes,
		Regexes:     true, Markup: markup, Letters: "$#", Newlines: true, Arrow: "=>", Literals: true, NamedMembers: true, Attribute: '@',
		BoundFunctions: true, TypeAfter: ':', Returns: ":", Generics: true, Tags: true, Decorates: true, Blocks: true, CallMethods: scriptCallMethods,
		Word: scriptWord, Import: scriptImport, Loaders: []string{"require", "import"}, Visibility: scriptVisibility,
	}
}

// JavaScript reads JavaScript with JSX, modules and scripts.
func JavaScript(src []byte, r *source.Recorder) { javascript.Scan(src, r) }

// TypeScript reads TypeScript without JSX, where <T>x asserts a type.
func TypeScript(src []byte, r *source.Recorder) { typescript.Get().Scan(src, r) }

// TSX reads TypeScript with JSX.
func TSX(src []byte, r *source.Recorder) { tsx.Get().Scan(src, r) }

// scriptVisibility makes names that begin with # private.
func scriptVisibility(s *scanner, name source.Span) source.Visibility {
	if s.Src[name.Start] == '#' {
		return source.Private
	}
	return source.Unsaid
}

// scriptImport reads an import of JavaScript or TypeScript.
func scriptImport(s *scanner, at source.Span, _ *keyword) bool {
	if c := s.Next(s.Pos); c == '(' || c == '.' {
		return false
	}
	s.begin(at.Start, false)
	s.readModule(false)
	return true
}

// scriptExport reads an export of names; it returns false for an export of a declaration.
func scriptExport(s *scanner, at source.Span) bool {
	after := s.SkipBlank(s.Pos)
	if s.Has(after, "type") && !s.IsLetter(s.Next(after+4)) {
		after = s.SkipBlank(after + 4)
	}
	if !s.Has(after, "{") && !s.Has(after, "*") {
		return false
	}
	s.begin(at.Start, false)
	s.readModule(true)
	return true
}

// readModule reads the names and the module of an import or export statement.
func (s *scanner) readModule(exporting bool) {
	start := s.f.part.start
	s.imports.Module(start, exporting)
	s.f.part.phase = expression
	s.set(token{start: start, end: s.Pos, kind: literalToken, operand: true})
	s.chain = -1
}

// requireNames makes the names before the = at pos imports, if it binds a module. Names of a
// pattern are kept from base on.
func (s *scanner) requireNames(base int) bool {
	p := &s.f.part
	text, ok := s.RequireModule()
	if !ok {
		return false
	}
	im := source.ImportOf{Statement: source.Span{Start: p.start, End: text.End + 1}, Module: s.Unquoted(text), Kind: source.Require}
	if s.Has(p.start, "export") {
		im.Kind = source.ReExport
	}
	if p.name.at.End > 0 {
		im.Alias = p.name.at.Of(s.Src)
		s.Rec.BindImport(im.Alias, p.name.at, s.Rec.Import(im, source.Import, p.name.mark))
		p.name = declarator{}
		p.flags &^= unbound
		return true
	}
	for _, w := range s.pending[min(base, len(s.pending)):] {
		im.Name, im.Alias = w.at.Of(s.Src), ""
		if w.from.End > 0 {
			im.Name, im.Alias = w.from.Of(s.Src), im.Name
		}
		s.Rec.BindImport(w.at.Of(s.Src), w.at, s.Rec.Import(im, source.FromImport, w.mark, w.key))
	}
	return true
}

// inType reports whether the next word is in a type.
func (s *scanner) inType() bool { return s.f.typed || s.f.part.typ != noType && s.f.part.typ != bases }

// scriptWord reads the words of JavaScript and TypeScript that are keywords in some places only.
func scriptWord(s *scanner, at source.Span, k *keyword) bool {
	if s.f.ctx == tag {
		s.tagWord(at)
		return true
	}
	if k == nil {
		return false
	}
	p := &s.f.part
	member := (s.f.ctx == members || s.f.ctx == literal) && p.phase == fresh
	switch k.text {
	case "async":
		return !member && s.asyncWord(at, k)
	case "of":
		return s.inLoopHead() && s.loopOperator(at, k)
	case "await", "yield":
		return !member && s.awaitWord(at, k)
	case "default":
		if p.phase == exporting {
			s.begin(at.Start, false)
			s.modifier(at, k)
			return true
		}
	case "export":
		return !member && scriptExport(s, at)
	case "in":
		if s.inLoopHead() && !s.inType() {
			return s.loopOperator(at, k)
		}
	}
	return s.scriptType(at, k)
}

// asyncWord reads async if it is a keyword.
func (s *scanner) asyncWord(at source.Span, k *keyword) bool {
	after := s.Next(s.Pos)
	if s.f.part.phase == naming || s.prev.operand && !s.newline || !s.SameLine(s.Pos) || !s.IsLetter(after) && after != '(' && after != '<' {
		return false
	}
	s.begin(at.Start, false)
	s.modifier(at, k)
	return true
}

// awaitWord reads await or yield if it is a keyword.
func (s *scanner) awaitWord(at source.Span, k *keyword) bool {
	if after := s.Next(s.Pos); after == '=' || after == ':' || after == '.' || s.prev.operand && !s.newline {
		return false
	}
	return s.behind(heads) || s.keyword(at, k) // for await ( is for (
}

// inLoopHead reports whether a word may stand between the target of a for loop and what it runs over.
func (s *scanner) inLoopHead() bool {
	return s.f.ctx == header && s.prev.operand && s.f.key != nil && s.f.key.text == "for"
}

// scriptType reads a word that is a keyword in types only, or another one there.
func (s *scanner) scriptType(at source.Span, k *keyword) bool {
	switch {
	case s.f.ctx == typeNames && s.f.part.phase == fresh && (k.text == "in" || k.text == "const" || k.text == "out"):
		return s.IsLetter(s.Next(s.Pos)) && !s.OperatorFollows() && s.typeKeyword(at, k, false)
	case s.inType() && (k.text == "const" || k.text == "void"):
		return s.typeKeyword(at, k, true)
	case k.role != typeWord && k.role != typeOperator && (k.role != modifier || !s.inType()):
		return false
	case !s.inType(), s.named(), k.role != typeWord && !s.operatesOnType(k):
		s.name(at)
		return true
	}
	return s.typeKeyword(at, k, k.role == typeWord)
}

// named reports whether the word before pos names something in a type, be it a keyword or not: a
// member, a parameter, what a predicate is about.
func (s *scanner) named() bool {
	if s.Has(s.SkipBlank(s.Pos), "is ") {
		return true
	}
	if s.f.part.phase != fresh {
		return false
	}
	switch s.f.ctx {
	case typeNames:
		return true
	case typeBody:
		return s.NamesMember(s.Pos)
	case typeGroup:
		return s.Labels(s.Pos)
	}
	return false
}

// operatesOnType reports whether a word such as keyof, before pos, is an operator.
func (s *scanner) operatesOnType(k *keyword) bool {
	joined := s.prev.operand && !s.newline
	if k.text == "is" {
		return joined
	}
	switch after := s.Next(s.Pos); after {
	case '[', '(', '{', '"', '\'':
		return !joined
	default:
		return !joined && s.IsLetter(after)
	}
}

// typeKeyword reads a keyword in a type; operand says that it is a type.
func (s *scanner) typeKeyword(at source.Span, k *keyword, operand bool) bool {
	s.begin(at.Start, k.text == "is")
	if p := &s.f.part; p.phase == fresh && operand {
		p.phase = expression
	}
	s.keywordRead(at, k, operand)
	s.chain = at.Start
	return true
}

// loopOperator reads of and in between the target of a loop and what it runs over.
func (s *scanner) loopOperator(at source.Span, k *keyword) bool {
	p := &s.f.part
	s.begin(at.Start, true)
	switch {
	case p.phase == bound || p.role == binds:
	case s.prev.kind == nameToken:
		if k.text == "of" || s.prev.start == p.start || s.prev.member && s.chain == p.start {
			s.Rec.Revise(s.prev.mark, source.Assignment)
		}
	case s.prev.kind == closeToken && p.lit >= 0 && p.lit <= len(s.pending) && (s.prev.sign == ']' || s.prev.sign == '}'):
		s.retarget(p.lit, false)
	}
	p.phase, p.typ = expression, noType
	p.flags &^= bindsMore
	s.keywordRead(at, k, false)
	s.chain = -1
	return true
}
