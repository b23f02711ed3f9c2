package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

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
	Operands:       source.Operands{Signs: []string{"."}, Suffixes: "?!", Comments: []string{"//"}, Quotes: "\"'`", Generics: true, Closures: true},
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
