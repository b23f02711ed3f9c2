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

// JavaScript reads JavaScript with JSX, modules and scripts.
func JavaScript(src []byte, r *source.Recorder) { javascript.Scan(src, r) }

// scriptVisibility makes names that begin with # private.
func scriptVisibility(s *scanner, name source.Span) source.Visibility {
	if s.Src[name.Start] == '#' {
		return source.Private
	}
	return source.Unsaid
}
