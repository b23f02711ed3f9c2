// Package brace reads languages whose blocks stand in braces, except for C, C++
// and Rust (packages cfamily and rust). One machine
// reads them all; a Language is the table that drives it, with a few functions
// for what a table cannot say.
package brace

import (
	"sync"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// A Language says how the machine reads one language.
type Language struct {
	// Keywords are the reserved and contextual words, a group for each role.
	Keywords []Keywords

	// NestedComments says that block comments nest.
	NestedComments bool
	// DocComments are the beginnings of comments that document what follows,
	// "/**" and "///" for instance; a comment that is all sign documents nothing.
	DocComments []string

	// Quotes are the forms of strings, looked through in order: a longer sign
	// stands before its beginning.
	Quotes []cursor.Quote
	// Regexes says that a slash where an operand is due begins a regular expression.
	Regexes bool
	// Markup says that < where an operand is due begins an XML element (JSX).
	Markup bool

	// Operands says how receivers of calls are written, and which signs begin a
	// comment up to the line's end.
	Operands source.Operands

	// Letters are the ASCII signs, letters and digits left aside, that
	// identifiers are made of.
	Letters string

	// Newlines says that the end of a line ends a statement that is complete.
	Newlines bool
	// TypeFirst says that the type stands before the name: two words in a row
	// declare the second.
	TypeFirst bool
	// LocalFunctions says that a type, a name and ( declare a function in a body too.
	LocalFunctions bool
	// Steps says that ++ and -- bind what they stand at.
	Steps bool
	// Reserved says that keywords are keywords behind a dot too: Name.class.
	Reserved bool
	// TypeAfter is the sign between a name and its type, ':' or 0.
	TypeAfter byte
	// Returns is the sign before the type of a result, ":" or "->" or empty.
	Returns string
	// Generics says that < may begin type arguments; a look ahead decides.
	Generics bool
	// Arrow is the sign between the parameters of a lambda and its body, "=>" or "->".
	Arrow string
	// Literals says that { where an operand is due begins an object whose
	// members have keys; without it such a brace begins a block.
	Literals bool
	// NamedMembers says that members of a class without any keyword or type are
	// declarations: name(…) {…} and name = …
	NamedMembers bool
	// Trailing says that { directly behind a callee or its arguments is a last
	// argument: f { … }.
	Trailing bool
	// ColonBases says that bases stand behind a colon in the head of a class.
	ColonBases bool
	// ClassParameters says that the head of a class may have parameters.
	ClassParameters bool
	// Attribute is the sign that begins an attribute: '@' for @Name(…), 0 for none.
	Attribute byte
	// KeywordArgument is the sign behind the name of a named argument: ':' or '='
	// or 0 for none.
	KeywordArgument byte
	// BoundFunctions says that a name bound to a function or class expression
	// is the definition of it.
	BoundFunctions bool
	// MembersInScope says that members are in scope by their bare names.
	MembersInScope bool
	// DefaultVisibility is that of a definition without a word about it.
	DefaultVisibility source.Visibility

	// Word, if not nil, is asked first about every word that does not stand
	// behind a dot; k is its keyword or nil. It gives true if it did all there
	// is to do, the scanner's position included.
	Word func(s *scanner, at source.Span, k *keyword) bool
	// Signs are the bytes that Sign is asked about.
	Signs string
	// Sign is asked first about a byte of Signs that stands at s.Pos. It gives
	// true if it read it, and then s.Pos is behind.
	Sign func(s *scanner, c byte) bool
	// Import reads an import statement whose keyword k stands at at; s.Pos is
	// behind it. It gives false if it is none.
	Import func(s *scanner, at source.Span, k *keyword) bool
	// Joins, if not nil, tells of a word at the beginning of a line whether it
	// goes on with the statement of the line before.
	Joins func(s *scanner, at source.Span) bool
	// Start, if not nil, goes to where the code of the file begins.
	Start func(s *scanner)
	// Embedded, if not nil, goes on behind a name that stands in a string
	// without brackets.
	Embedded func(s *scanner)
	// LineStop ends a line comment before the line does.
	LineStop string
	// Curly is asked first about {, which stands at s.Pos. It gives true if it
	// pushed a frame for it.
	Curly func(s *scanner) bool
	// Closed, if not nil, is told of every bracket that ended, after the frame
	// was popped and s.Pos stands behind it.
	Closed func(s *scanner, f *frame)
	// Visibility, if not nil, gives the visibility of a name without a word
	// about it.
	Visibility func(s *scanner, name source.Span) source.Visibility

	once  sync.Once
	table table
}

// Keywords are words with one role.
type Keywords struct {
	Role   role
	Symbol source.Symbol // of what declares and binds
	// Visibility is what a modifier says about it.
	Visibility source.Visibility
	// Contextual words are keywords only where a statement or member begins
	// and another word follows on their line.
	Contextual bool
	Words      string // parted by blanks
}

// A role is what a keyword means to the machine.
type role uint8

const (
	noRole role = iota
	// operator: an operand follows (return, typeof, case, in …).
	operator
	// operand: stands for a value (this, null, true …).
	operand
	// typeWord: a built-in type; before a name it declares in type-first languages.
	typeWord
	// modifier: before a declaration; elsewhere, where no declaration follows, a name.
	modifier
	// declares: a function, class and so on; its name follows.
	declares
	// binds: let, var, const, val: names or patterns follow.
	binds
	// heads: if, while, for, switch, catch: a bracket with a head follows, then a statement.
	heads
	// blocks: else, do, try: a statement or block follows.
	blocks
	// creates: new: the next name is called.
	creates
	// extends: base classes follow.
	extends
	// throws: types follow in the head of a function.
	throws
	// casts: as, satisfies: a type follows, an expression stood before.
	casts
	// importWord: an import statement.
	importWord
	// exports: export.
	exports
	// labels: case, default: ends at a colon, a statement follows.
	labels
	// constrains: where: types follow in a head.
	constrains
	// typeOperator: keyof, infer: in types only, a type follows.
	typeOperator
)
