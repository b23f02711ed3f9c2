// Package brace reads languages whose blocks are in braces, except for C, C++ and Rust (packages cfamily and rust). One
// machine reads them all; a Language is the table that drives it, with a few functions for what a table cannot say.
package brace

import (
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// A Language says how the machine reads one language.
type Language struct {
	Keywords       []Keywords      // the reserved and contextual words, a group for each role
	Common         []Keywords      // those that it has in common with another language
	NestedComments bool            // block comments nest
	DocComments    []string        // begin comments that document what follows, as /** and ///; one that is all sign documents nothing
	Quotes         []cursor.Quote  // the forms of strings, tried in order: a longer sign is before its beginning
	Loaders        []string        // functions that load a module
	Operands       source.Operands // how receivers of calls are written, and which signs begin a comment up to the line's end
	Letters        string          // the ASCII signs, other than letters and digits, that identifiers are made of
	LineStop       string          // ends a line comment before the line does

	Regexes         bool   // a slash where an operand is due begins a regular expression
	Markup          bool   // < where an operand is due begins an XML element (JSX)
	Newlines        bool   // the end of a line ends a statement that is complete
	TypeFirst       bool   // the type is before the name: two words in a row declare the second
	LocalFunctions  bool   // a type, a name and ( declare a function in a body too
	Steps           bool   // ++ and -- bind their operand
	Reserved        bool   // keywords are keywords after a dot too: Name.class
	TypeAfter       byte   // the sign between a name and its type, ':' or 0
	Returns         string // the sign before the type of a result, ":" or "->" or empty
	Generics        bool   // < may begin type arguments; a look ahead decides
	Arrow           string // the sign between the parameters of a lambda and its body, "=>" or "->"
	Literals        bool   // { where an operand is due begins an object whose members have keys; else it begins a block
	NamedMembers    bool   // members of a class without any keyword or type are declarations: name(…) {…} and name = …
	Trailing        bool   // { directly after a callee or its arguments is a last argument: f { … }
	ColonBases      bool   // bases follow a colon in the head of a class
	ClassParameters bool   // the head of a class may have parameters
	Attribute       byte   // begins an attribute: '@' for @Name(…), 0 for none
	KeywordArgument byte   // the sign after the name of a named argument: ':' or '=' or 0 for none
	BoundFunctions  bool   // a name bound to a function or class expression is the definition of it
	MembersInScope  bool   // members are in scope by their bare names
	Blocks          bool   // names are bound in the block around them, except for those after var
	Variable        byte   // the sign before the name of a variable that is no part of it: $f(…)
	Tags            bool   // a text in backquotes after a name is handed to it: f`…`
	Decorates       bool   // an attribute without arguments is a call
	Casts           bool   // brackets round a type convert what follows
	CallMethods     string // the methods by which functions are called, separated by blanks

	DefaultVisibility source.Visibility // of a definition without a word about it

	// The functions below may be nil. Those that report whether they read something leave s.Pos after it.

	// Start goes to where the code of the file begins.
	Start func(s *scanner)
	// Word is called first for every word that is not after a dot; k is its keyword or nil. It
	// reports whether it did all there is to do.
	Word func(s *scanner, at source.Span, k *keyword) bool
	// Sign is called first for a byte of Signs at s.Pos, and reports whether it read it.
	Sign  func(s *scanner, c byte) bool
	Signs string
	// Import reads an import statement with the keyword k at a place, and reports whether it is one.
	Import func(s *scanner, at source.Span, k *keyword) bool
	// Joins reports whether a word at the beginning of a line continues the statement before it.
	Joins func(s *scanner, at source.Span) bool
	// Embedded reads what follows a name in a string that is not in brackets.
	Embedded func(s *scanner)
	// Curly is called first for { at s.Pos, and reports whether it pushed a frame for it.
	Curly func(s *scanner) bool
	// Closed is called for every bracket that ended, when its frame was popped and s.Pos is after it.
	Closed func(s *scanner, f *frame)
	// Visibility returns the visibility of a name without a word about it.
	Visibility func(s *scanner, name source.Span) source.Visibility

	once  sync.Once
	table table
}

// Keywords are words with one role.
type Keywords struct {
	Role       role
	Symbol     source.Symbol     // of what declares and binds
	Visibility source.Visibility // what a modifier says about it
	// Contextual words are keywords only if a statement or member begins and another word follows on their line.
	Contextual bool
	Words      string // separated by blanks
}

// A role is what a keyword means to the machine.
type role uint8

const (
	noRole       role = iota
	operator          // an operand follows: return, typeof, case, in …
	operand           // stands for a value: this, null, true …
	typeWord          // a built-in type; before a name it declares in type-first languages
	modifier          // before a declaration; elsewhere a name
	declares          // function, class and so on; its name follows
	binds             // let, var, const, val: names or patterns follow
	heads             // if, while, for, switch, catch: a bracket with a head follows, then a statement
	blocks            // else, do, try: a statement or block follows
	creates           // new: the next name is called
	extends           // base classes follow
	throws            // types follow in the head of a function
	casts             // as, satisfies: a type follows, an expression is before
	importWord        // an import statement
	exports           // export
	labels            // case, default: ends at a colon, a statement follows
	constrains        // where: types follow in a head
	typeOperator      // keyof, infer: in types only, a type follows
)

// keyword is what the table says of a word.
type keyword struct {
	text       string
	role       role
	symbol     source.Symbol
	visibility source.Visibility
	contextual bool
}

// table is a Language made ready for reading.
type table struct {
	rules ahead.Rules
	words cursor.Words[keyword]
	// quoted maps the first byte of a quote to the quotes that begin so.
	quoted [256][]cursor.Quote
}

// prepare builds the table at the first use of a language.
func (l *Language) prepare() *table {
	l.once.Do(func() {
		l.table.rules = ahead.Rules{Arrow: l.Arrow, TypeFirst: l.TypeFirst, TypeAfter: l.TypeAfter, LineStop: l.LineStop}
		var quotes []byte
		for _, q := range l.Quotes {
			quotes = append(quotes, q.Open[0])
		}
		l.table.rules.Classify(l.Letters, string(quotes), l.Signs)
		for _, group := range slices.Concat(l.Common, l.Keywords) {
			for w := range strings.FieldsSeq(group.Words) {
				l.table.words.Add(w, keyword{w, group.Role, group.Symbol, group.Visibility, group.Contextual})
			}
		}
		for _, q := range l.Quotes {
			l.table.quoted[q.Open[0]] = append(l.table.quoted[q.Open[0]], q)
		}
	})
	return &l.table
}
