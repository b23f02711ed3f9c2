// Package scan reads one file after another through a matcher: it cuts what it
// reads into blocks of whole lines, tells text from binary, decodes UTF-16,
// and takes down matching lines with their numbers and their neighbours.
//
// A file is read once, from front to back, into one buffer that all files of a
// worker share; the part of a line at the end of a block is carried over to
// the next. Nothing is counted, copied or allocated before something matches.
package scan

import (
	"io"
	"unsafe"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
)

// A Request says what to look for in a file and what to take down of it.
type Request struct {
	Want          match.Want // Hits are taken down for Lines and Spans only
	Before, After int        // lines of context of each hit
	// Keep bounds the Hits of a file, so that memory is bounded where only the
	// first are shown; all figures go on. 0 = none.
	Keep int
	// Text searches whatever the bytes are; else a file that is not text is
	// Binary (see Result).
	Text bool
	// NoDecode takes UTF-16 for the bytes it is, which are not text.
	NoDecode bool
	// MaxLines is the number of matching lines after which the search ends; one
	// more is looked for to know whether that cut it. 0 = none.
	MaxLines int64
	// MaxFileBytes is the number of bytes after which the reading of a file
	// ends. 0 = none, but DefaultWhole where the matcher is Multiline.
	MaxFileBytes int64
}

// DefaultWhole is the size in bytes up to which a file is held in memory when
// a pattern needs it whole, and the length up to which a single line is.
const DefaultWhole = 64 << 20

// MaxContext is the length in bytes at which a line of context is cut.
const MaxContext = 64 << 10

// A Result is what was found in one file.
type Result struct {
	Lines, Matches, Near int64   // as in match.Hits
	Bytes                int64   // read from the file
	Terms                []int64 // as in match.Hits; nil if no line matches
	Hits                 []Hit   // in order, for Lines and Spans

	// Binary says that the file is not text: it has a NUL or invalid UTF-8 in
	// its first 8 KiB and was not searched, or the line of the next match begins
	// behind a NUL, and the search ended there with the hits before.
	Binary bool
	// Cut is why the search is incomplete though the file was searched:
	// MaxMatches (MaxLines was reached and there is more), TooLarge
	// (MaxFileBytes, or a line beyond DefaultWhole), MatchTimeout, Changed; else
	// None. The figures are then lower bounds.
	Cut ledger.Reason
	// Decoded says that the file is UTF-16 and that texts, offsets and columns
	// are those of its translation to UTF-8.
	Decoded bool
}

// A Hit is a matching line, or the lines that the matches beginning on one
// line extend over.
type Hit struct {
	Line   int64  // number of the first line, from 1
	Offset int64  // of its first byte in the file, that of a byte order mark counted
	Text   []byte // a copy, without the line end ("\n" or "\r\n")
	// Spans are the matches in Text: all of them for Spans, the first for
	// Lines. The part of a match on the line end is left out.
	Spans []match.Span
	// Before and After are the lines next to it, whether they match or not,
	// copies, without line ends, each cut at MaxContext.
	Before, After [][]byte
}

// Size gives the memory that r holds beyond itself, in bytes.
func (r *Result) Size() int {
	n := 8*cap(r.Terms) + int(unsafe.Sizeof(Hit{}))*cap(r.Hits)
	for i := range r.Hits {
		h := &r.Hits[i]
		n += len(h.Text) + int(unsafe.Sizeof(match.Span{}))*len(h.Spans) + contextSize(h.Before) + contextSize(h.After)
	}
	return n
}

func contextSize(lines [][]byte) int {
	n := int(unsafe.Sizeof(lines)) * cap(lines)
	for _, l := range lines {
		n += len(l)
	}
	return n
}

// sizes are the bounds of a Scanner in bytes; tests make them small.
type sizes struct {
	buffer  int // of the buffer to begin with
	keep    int // of a buffer that is kept from file to file
	head    int // what is looked at to tell text from binary, at most buffer - 3
	line    int // the longest line
	context int // the longest line of context
}

// A Scanner searches files one after another. It belongs to one goroutine.
//
// Its memory is a buffer of 256 KiB, and another such once it met UTF-16. A
// line or a whole text that needs more takes up to three times its size while
// its file is searched; of that at most 4 MiB are kept.
type Scanner struct {
	matcher match.Matcher
	request Request
	sizes   sizes

	in       input
	buf      []byte // buf[from:fill] is read and not yet searched
	from     int
	fill     int
	found    match.Hits // of the block at hand
	again    match.Hits // of a part of it that is searched once more
	views    [][]byte   // lines about to be copied
	passages []passage  // of the hits about to be taken down
	file     file
}

// file is what is known of the file at hand.
type file struct {
	result  Result
	base    int64 // offset of the block in the file
	lines   int64 // that end before block[counted:]
	counted int

	fence  ledger.Reason // Binary or MaxMatches once the search is behind one
	behind int64         // Near there
	struck bool          // the fence ended the search
	ended  bool          // the search is; what is still read is for After

	open    int      // the first of the hits that lack lines of After
	context [][]byte // the lines before the block, as many as Before, in order
}

// New makes a Scanner for files of any number, which looks for what m matches
// in the way r asks for. m belongs to it from then on.
func New(m match.Matcher, r Request) *Scanner {
	return &Scanner{matcher: m, request: r, sizes: sizes{
		buffer: 256 << 10, keep: 4 << 20, head: 8 << 10, line: DefaultWhole, context: MaxContext,
	}}
}

// Scan searches what r gives from where it stands to its end. What r gives
// together with io.EOF is searched, so that a reader that knows its end saves
// a read. The error is that of r, or a failure of the backtracking engine; the
// result is then of what was read and searched until there.
//
// A file, of package walk or of the standard library, is asked for its size and
// the time of its change when one read turns out not to be enough, and again
// at the end: if they differ the result says that it changed. What happens
// between the first read and the first question is not seen.
func (s *Scanner) Scan(r io.Reader) (Result, error) {
	s.begin(r)
	err := s.scan()
	return s.end(), err
}

func (s *Scanner) begin(r io.Reader) {
	if s.buf == nil {
		s.buf = make([]byte, s.sizes.buffer, s.sizes.buffer+slack)
	}
	limit := s.request.MaxFileBytes
	if limit == 0 && s.matcher.Multiline() {
		limit = DefaultWhole
	}
	s.in.open(r, limit)
	s.from, s.fill = 0, 0
	s.file = file{context: s.file.context[:0]}
	s.matcher.Reset()
}

// slack is room behind the buffer, so that vector instructions may load beyond
// its end.
const slack = 64

// keepSpans is the number of spans for which memory is kept from file to file.
const keepSpans = 1 << 14

func (s *Scanner) end() Result {
	f := &s.file
	if !f.struck {
		f.result.Near += f.behind
	}
	f.result.Bytes = s.in.count
	if f.result.Cut == ledger.None && s.in.changed() {
		f.result.Cut = ledger.Changed
	}
	s.in.close()
	if len(s.buf) > s.sizes.keep {
		s.buf = nil
	}
	if cap(s.found.Spans) > keepSpans {
		s.found, s.again, s.passages = match.Hits{}, match.Hits{}, nil
	}
	res := f.result
	f.result = Result{}
	return res
}
