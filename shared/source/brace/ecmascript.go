package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var scriptQuotes = []cursor.Quote{
	{Open: `"`, Close: `"`}, {Open: "'", Close: "'"}, {Open: "`", Close: "`", Lines: true, Code: "${"},
}

var javascript = Language{
	Keywords: []Keywords{
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
		{Role: extends, Words: "extends"},
		{Role: importWord, Words: "import"},
		{Role: exports, Words: "export"},
		{Role: labels, Words: "case default"},
		{Role: modifier, Contextual: true, Words: "async static get set"},
	},
	Operands: source.Operands{
		Signs: []string{"."}, Letters: "$#", Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'`", Creates: true, Regexes: true,
	},
	DocComments: []string{"/**"},
	Quotes:      scriptQuotes,
	Regexes:     true, Markup: true, Letters: "$#", Newlines: true, Arrow: "=>", Literals: true, NamedMembers: true, Attribute: '@',
	BoundFunctions: true, Word: scriptWord, Import: scriptImport, Visibility: scriptVisibility,
}

var typescriptKeywords = []Keywords{
	{Role: operator, Words: "return typeof void delete throw in instanceof"},
	{Role: operator, Contextual: true, Words: "yield await of"},
	{Role: operand, Words: "this super null true false"},
	{Role: typeWord, Words: "any unknown never string number boolean bigint symbol object undefined intrinsic"},
	{Role: typeOperator, Words: "keyof infer unique asserts is"},
	{Role: declares, Symbol: source.Function, Words: "function"},
	{Role: declares, Symbol: source.Class, Words: "class"},
	{Role: declares, Symbol: source.Interface, Contextual: true, Words: "interface"},
	{Role: declares, Symbol: source.Enum, Words: "enum"},
	{Role: declares, Symbol: source.Type, Contextual: true, Words: "type"},
	{Role: declares, Symbol: source.Module, Contextual: true, Words: "namespace module global"},
	{Role: binds, Symbol: source.Variable, Words: "var"},
	{Role: binds, Symbol: source.Variable, Contextual: true, Words: "let"},
	{Role: binds, Symbol: source.Constant, Words: "const"},
	{Role: heads, Words: "if for while switch catch with"},
	{Role: blocks, Words: "else do try finally break continue debugger"},
	{Role: creates, Words: "new"},
	{Role: extends, Words: "extends implements"},
	{Role: casts, Words: "as satisfies"},
	{Role: importWord, Words: "import"},
	{Role: exports, Words: "export"},
	{Role: labels, Words: "case default"},
	{Role: modifier, Contextual: true, Words: "async static get set abstract declare readonly override accessor out"},
	{Role: modifier, Visibility: source.Public, Contextual: true, Words: "public"},
	{Role: modifier, Visibility: source.Private, Contextual: true, Words: "private"},
	{Role: modifier, Visibility: source.Internal, Contextual: true, Words: "protected"},
}

var typescriptOperands = source.Operands{
	Signs: []string{"."}, Letters: "$#", Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'`", Creates: true, Regexes: true, Generics: true,
}

var typescript = Language{
	Keywords:    typescriptKeywords,
	Operands:    typescriptOperands,
	DocComments: []string{"/**"},
	Quotes:      scriptQuotes,
	Regexes:     true, Letters: "$#", Newlines: true, Arrow: "=>", Literals: true, NamedMembers: true, Attribute: '@',
	BoundFunctions: true, TypeAfter: ':', Returns: ":", Generics: true,
	Word: scriptWord, Import: scriptImport, Visibility: scriptVisibility,
}

// tsx is typescript with elements.
var tsx = Language{
	Keywords: typescriptKeywords, Operands: typescriptOperands, DocComments: []string{"/**"}, Quotes: scriptQuotes,
	Regexes: true, Markup: true, Letters: "$#", Newlines: true, Arrow: "=>", Literals: true, NamedMembers: true, Attribute: '@',
	BoundFunctions: true, TypeAfter: ':', Returns: ":", Generics: true,
	Word: scriptWord, Import: scriptImport, Visibility: scriptVisibility,
}

// JavaScript reads JavaScript with JSX, modules and scripts.
func JavaScript(src []byte, r *source.Recorder) { javascript.Scan(src, r) }

// TypeScript reads TypeScript without JSX, where <T>x asserts a type.
func TypeScript(src []byte, r *source.Recorder) { typescript.Scan(src, r) }

// TSX reads TypeScript with JSX.
func TSX(src []byte, r *source.Recorder) { tsx.Scan(src, r) }

// scriptVisibility makes names that begin with # private.
func scriptVisibility(s *scanner, name source.Span) source.Visibility {
	if s.Src[name.Start] == '#' {
		return source.Private
	}
	return source.Unsaid
}
