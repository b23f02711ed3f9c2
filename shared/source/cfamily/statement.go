package cfamily

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// token is what stood directly before.
type token uint8

const (
	tokenNone    token = iota // the beginning of a statement
	tokenName                 // an identifier
	tokenType                 // a built-in type
	tokenKeyword              // any other keyword
	tokenSign                 // an operator; statement.sign says which
	tokenParen
	tokenBracket
	tokenBrace
	tokenAngle // the end of template arguments
	tokenValue // a number or string
)

// flag says what an unfinished statement has shown so far.
type flag uint32

const (
	flagTyped      flag = 1 << iota // a type stood: names that follow are declared
	flagCandidate                   // name has a type before it
	flagExpression                  // an operand or operator stood: nothing is declared before the next comma
	flagStars                       // * or & stood after the first names
	flagTypedef
	flagExtern
	flagStatic
	flagFriend // friend, or an explicit instantiation: nothing is defined
	flagUsing
	flagNamespace
	flagTag        // struct, class, union or enum stood and nothing after its name
	flagEnum       // it was enum
	flagBases      // after the colon of its head
	flagTemplate   // template stood before
	flagFunction   // declared has parameters
	flagPointer    // name stands in brackets with a star: a pointer to a function
	flagInitial    // in the list of a constructor's initialisers
	flagLambda     // after the captures of a lambda
	flagRequires   // a brace of requirements may follow
	flagHead       // a bracket with a condition follows
	flagConversion // operator TYPE
	flagOld        // after the parameters of an old-style function
	flagCase       // case or default
	flagConcept
	flagBound     // a lambda is the value of name
	flagAnyWord   // a type or name stood before the candidate for a function
	flagTernary   // ? stood
	flagAttribute // __attribute__ or the like stood: brackets that follow belong to it
	flagTypeof    // a bracket follows that is a type
	flagCatch     // catch stood: its bracket holds a declaration
	flagAuto      // auto stood
)

// statement is what is known of the statement that is being read.
type statement struct {
	start   int // of its first token, -1 before it
	chain   int // where the dotted chain begins that name ends
	before  int // end of the declaration before the equals sign, or 0
	flags   flag
	prev    token
	sign    byte
	symbol  source.Symbol // of a tag
	args    int           // of declared: how many arguments stood in its brackets
	name    cursor.Word   // the last identifier
	scope   source.Span   // what qualifies it: the name before ::
	fn      cursor.Word   // the name before the brackets that make it a function or macro
	owner   source.Span   // what qualifies that, from its first name
	parens  source.Span   // those brackets
	first   cursor.Word   // the first plain argument in them, and the second
	second  cursor.Word
	tag     cursor.Word // the name of a struct, class or enum; after an equals sign the name that is declared
	pending int         // end of the last declaration in this statement, 0 if none
}

func (t *statement) reset() { *t = statement{start: -1} }

func (t *statement) has(f flag) bool { return t.flags&f != 0 }

func (t *statement) set(f flag) { t.flags |= f }

func (t *statement) clear(f flag) { t.flags &^= f }
