package brace

import "github.com/ct-tools/ct/shared/source"

// cToken is what stood directly before.
type cToken uint8

const (
	cNone    cToken = iota // the beginning of a statement
	cName                  // an identifier
	cType                  // a built-in type
	cKeyword               // any other keyword
	cSign                  // an operator; cStatement.sign tells which
	cParen
	cBracket
	cBrace
	cAngle // the end of template arguments
	cValue // a number or string
)

// cFlag says what an unfinished statement has shown so far.
type cFlag uint32

const (
	cTyped      cFlag = 1 << iota // a type stood: names that follow are declared
	cCandidate                    // name has a type before it
	cExpression                   // an operand or operator stood: nothing is declared before the next comma
	cStars                        // * or & stood behind the first names
	cTypedef
	cExtern
	cStatic
	cFriend // friend, or an explicit instantiation: nothing is defined
	cUsing
	cNamespace
	cTag        // struct, class, union or enum stood and nothing behind its name
	cEnum       // it was enum
	cBases      // behind the colon of its head
	cTemplate   // template stood before
	cFunction   // declared has parameters
	cPointer    // name stands in brackets with a star: a pointer to a function
	cInitial    // in the list of a constructor's initialisers
	cLambda     // behind the captures of a lambda
	cRequires   // a brace of requirements may follow
	cHead       // a bracket with a condition follows
	cConversion // operator TYPE
	cOld        // behind the parameters of an old-style function
	cCase       // case or default
	cConcept
	cBound     // a lambda is the value of name
	cAnyWord   // a type or name stood before the candidate for a function
	cTernary   // ? stood
	cAttribute // __attribute__ or the like stood: brackets that follow belong to it
	cTypeof    // a bracket follows that is a type
	cCatch     // catch stood: its bracket holds a declaration
	cAuto      // auto stood
)

// cWord is an identifier that what follows may prove to be something else.
type cWord struct {
	mark source.Mark
	at   source.Span
}

// cStatement is what is known of the statement that is being read.
type cStatement struct {
	start   int // of its first token, -1 before it
	chain   int // where the dotted chain begins that name ends
	before  int // end of the declaration before the equals sign, or 0
	flags   cFlag
	prev    cToken
	sign    byte
	symbol  source.Symbol // of a tag
	args    int           // of declared: how many arguments stood in its brackets
	name    cWord         // the last identifier
	scope   source.Span   // what qualifies it: the name before ::
	fn      cWord         // the name before the brackets that make it a function or macro
	owner   source.Span   // what qualifies that, from its first name
	parens  source.Span   // those brackets
	first   cWord         // the first plain argument in them, and the second
	second  cWord
	tag     cWord // the name of a struct, class or enum; behind an equals sign the name that is declared
	pending int   // end of the last declaration in this statement, 0 if none
}

func (t *cStatement) reset() { *t = cStatement{start: -1} }

func (t *cStatement) has(f cFlag) bool { return t.flags&f != 0 }

func (t *cStatement) set(f cFlag) { t.flags |= f }

func (t *cStatement) clear(f cFlag) { t.flags &^= f }
