// Package python scans Python source, of version 3 up to 3.14 and what of version 2 has the same words: definitions,
// calls, imports, targets of assignments, annotations, strings with the code inside of f-strings, and what the names
// are bound to. Its truth is CPython's own parser.
package python

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// Scan reports to r what stands in src. It reads tokens and keeps a frame for every open bracket, which says what a
// name means there, and a block for every open definition. A name is a reference until a later token of its statement
// shows that it is more; until then it is kept among the targets, if anybody asked for it.
func Scan(src []byte, r *source.Recorder) {
	s := &scanner{src: src, r: r, bindings: r.Bindings(), calls: r.Calls(), exports: exportsOf(src), asked: -1, docNext: true}
	if s.exports != nil && !s.exports.more {
		r.Exports(s.exports.names)
	}
	s.frames = append(s.frames, frame{call: source.None})
	r.Values(valueOf)
	r.Loaders("__import__", "import_module", "importlib.import_module")
	s.run()
}

// scanner is the state between two tokens.
type scanner struct {
	src      []byte
	r        *source.Recorder
	at       int // the next byte
	bindings bool
	exports  *exports // nil without __all__
	done     bool     // nothing that follows was asked for
	asked    int      // where the first place begins that a word from here on can stand at, -1 where it is not known

	blank    bool // no token has been seen on this logical line
	indent   int  // columns before the logical line
	tokenEnd int  // the end of the last token, comments left aside
	lineEnd  int  // the end of the last logical line, with a comment after it
	docNext  bool // the next statement may be a docstring

	statement  statement
	frames     []frame // of the statement, then of each open bracket
	over       int     // brackets open beyond the frames that are kept
	brackets   int     // frames that go on over line ends
	opened     [4]int  // of the frames, those of each bracket, by its code
	onOneLine  int     // of the frames, fields of f-strings that have to end on their line
	closedFrom int     // targets before the last closed bracket

	before     token // what the last token was
	last       word
	chain      int // the start of the primary that the last token ends, -1 where none is seen
	targets    []bound
	decorators []source.Span
	imports    imports

	blocks  []block
	bodies  []body       // of lambdas that are open, where bindings are wanted
	calls   bool         // it is wanted what calls are called on
	inside  *cursor.Held // what the last closed bracket held
	defined int          // definitions so far: the index of the next one, where all are kept
}

// word is a name that was read.
type word struct {
	source.Mark
	at     source.Span
	access source.Access
	target bool // it is the last of the targets
}

// token says what the last token means for the one after it.
type token uint8

const (
	operator token = iota // a keyword, a number, the beginning of a statement
	name
	atom // a string or a constant: a trailer may follow
	dot
	closed  // a closing bracket
	comma   // an argument begins after it
	opening // an opening bracket
)

// classes says what a byte begins: a word (A), a number (0), a string (q), a line end (n), white space, a bracket, a
// comment, a continued line, or an operator (.). Only the classes of the bytes of words lie between '0' and 'A'.
const classes = "......... n. n.." + "................" + " .q#...q()......" + "0000000000......" +
	".AAAAAAAAAAAAAAA" + "AAAAAAAAAAA(\\).A" + ".AAAAAAAAAAAAAAA" + "AAAAAAAAAAA(.).." +
	"AAAAAAAAAAAAAAAA" + "AAAAAAAAAAAAAAAA" + "AAAAAAAAAAAAAAAA" + "AAAAAAAAAAAAAAAA" +
	"AAAAAAAAAAAAAAAA" + "AAAAAAAAAAAAAAAA" + "AAAAAAAAAAAAAAAA" + "AAAAAAAAAAAAAAAA"

func ofWord(c byte) bool { return classes[c]-'0' <= 'A'-'0' }

func (s *scanner) run() {
	if len(s.src) >= 3 && string(s.src[:3]) == "\xef\xbb\xbf" {
		s.at = 3
	}
	s.startLine()
	for s.at < len(s.src) && !s.done {
		switch c := s.src[s.at]; classes[c] {
		case ' ':
			s.at++
		case 'A':
			s.word()
		case '0':
			s.number()
		case 'q':
			s.literal(s.at, s.at)
		case 'n':
			s.newline()
		case '(':
			s.open(c)
		case ')':
			s.close(c)
		case '#':
			s.comment()
		case '\\':
			s.at = behindContinuation(s.src, s.at)
		default:
			s.operator(c)
		}
	}
	s.endLine(len(s.src))
	for range s.blocks {
		s.r.Close(s.lineEnd)
	}
}

// peek returns the byte ahead bytes after the next, 0 at the end.
func (s *scanner) peek(ahead int) byte {
	if s.at+ahead < len(s.src) {
		return s.src[s.at+ahead]
	}
	return 0
}

// skipBlanks returns the place of the next byte from at on that is no white space on a line.
func (s *scanner) skipBlanks(at int) int {
	for at < len(s.src) && classes[s.src[at]] == ' ' {
		at++
	}
	return at
}
