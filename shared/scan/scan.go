// Package scan reads one file after another through a matcher: it cuts what it
// reads into blocks of whole lines, tells text from binary, decodes UTF-16,
// and takes down matching lines with their numbers and their neighbours.
//
// A file is read once, from front to back, into one buffer that all files of a
// worker share; the part of a line at the end of a block is carried over to
// the next. Nothing is counted, copied or allocated before something matches.
package scan

import (
	"errors"
	"io"
	"math"
	"slices"
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
	// Spans bounds the Spans of a hit that one pattern has on one line, likewise.
	// 0 = none.
	Spans int
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
	// Next is the line of the first hit of the part behind this one, where the
	// file is given in parts (see Scanner.Next); 0 in the last.
	Next int64
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
	n := 8*cap(r.Terms) + hitSize*(cap(r.Hits)-len(r.Hits))
	for i := range r.Hits {
		n += r.Hits[i].size()
	}
	return n
}

// What a hit and one of its spans take, in bytes, but for texts and context.
const (
	hitSize  = int(unsafe.Sizeof(Hit{}))
	spanSize = int(unsafe.Sizeof(match.Span{}))
)

// size gives the memory that h takes, in bytes.
func (h *Hit) size() int {
	return hitSize + len(h.Text) + spanSize*len(h.Spans) + contextSize(h.Before) + contextSize(h.After)
}

func contextSize(lines [][]byte) int {
	n := lineSize * cap(lines)
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
	part    int // the size of the hits from which on they are given as a part
}

// A Scanner searches files one after another. It belongs to one goroutine.
//
// Its memory is a buffer of 256 KiB, and another such once it met UTF-16. A
// line or a whole text that needs more takes up to three times its size while
// its file is searched; of that at most 4 MiB are kept. What was found adds to
// that: all hits of the file with Scan; with Next a part of 1 MiB, and what the
// one hit beyond that takes and those that still lack lines of After.
type Scanner struct {
	matcher match.Matcher
	request Request
	sizes   sizes
	whole   []byte // see Whole

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
	result  Result // since the last part
	bound   int    // of a part, in bytes
	size    int    // of the hits in result, in bytes
	given   figures
	base    int64 // offset of the block in the file
	lines   int64 // that end before block[counted:]
	counted int

	block []byte
	last  bool         // block is the last
	spans []match.Span // of block, whose hits are still to be taken down
	over  bool         // there is nothing left to do
	err   error        // why it is over before the end

	fence  ledger.Reason // Binary or MaxMatches once the search is behind one
	behind int64         // Near there
	struck bool          // the fence ended the search
	ended  bool          // the search is; what is still read is for After

	open    int      // the first of the hits that lack lines of After
	context [][]byte // the lines before the block, as many as Before, in order
}

// figures are what the parts given before came to.
type figures struct {
	lines, bytes int64
	hits         int
}

// New makes a Scanner for files of any number, which looks for what m matches
// in the way r asks for. m belongs to it from then on.
func New(m match.Matcher, r Request) *Scanner {
	s := &Scanner{matcher: m, request: r, sizes: sizes{
		buffer: 256 << 10, keep: 4 << 20, head: HeadSize, line: DefaultWhole, context: MaxContext, part: 1 << 20,
	}}
	s.found.Most, s.again.Most = r.Spans, r.Spans
	return s
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
	s.begin(r, math.MaxInt)
	res, _, err := s.Next()
	return res, err
}

// Begin begins with the search of r, as Scan does, in parts that Next gives.
// What it searched before is done with, whether or not it came to its end.
func (s *Scanner) Begin(r io.Reader) { s.begin(r, s.sizes.part) }

// Next searches until the hits that were taken down come to 1 MiB or the file
// ends. The hits of all parts together are those that Scan gives, and so are
// the sums of their figures, which may run ahead of the hits. more says that
// this part is not the last; Binary, Cut and the error come with the last only.
// No part is without hits where there are several.
func (s *Scanner) Next() (part Result, more bool, err error) {
	if s.scan() {
		return s.part(), true, nil
	}
	err = s.file.err
	return s.end(), false, err
}

func (s *Scanner) begin(r io.Reader, bound int) {
	if s.buf == nil {
		s.buf = make([]byte, s.sizes.buffer)
	}
	limit := s.request.MaxFileBytes
	if limit == 0 && s.matcher.Multiline() {
		limit = DefaultWhole
	}
	s.in.open(r, limit)
	s.from, s.fill, s.whole = 0, 0, nil
	s.file = file{bound: bound, context: s.file.context[:0]}
	s.matcher.Reset()
	if !s.text() {
		s.file.result.Binary, s.file.over = true, true
	}
}

// Whole gives the bytes of the file that was searched last, where its end was
// reached and the buffer held all of it: most files are such, and need not be read
// again by who wants to know more. It is nil for others, those in UTF-16 and those
// with a byte order mark among them, and valid until the next file is begun.
func (s *Scanner) Whole() []byte { return s.whole }

// keepSpans is the number of spans for which memory is kept from file to file.
const keepSpans = 1 << 14

// ready gives the number of hits that a part can have: those with all their
// lines of After, and one must be left, whose line is the part's Next.
func (f *file) ready() int { return min(f.open, len(f.result.Hits)-1) }

// enough reports whether what was taken down is to be given as a part.
func (f *file) enough() bool { return f.size >= f.bound && f.ready() > 0 }

// part gives the hits that are ready and all figures so far.
func (s *Scanner) part() Result {
	f := &s.file
	n, hits, all := f.ready(), f.result.Hits, f.result
	res := all
	res.Hits, res.Next, res.Bytes = hits[:n], hits[n].Line, s.in.count-f.given.bytes
	res.Binary, res.Cut = false, ledger.None

	f.result = Result{Hits: slices.Clone(hits[n:]), Binary: all.Binary, Cut: all.Cut, Decoded: all.Decoded}
	clear(hits[n:])
	f.open -= n
	f.size = 0
	for i := range f.result.Hits {
		f.size += f.result.Hits[i].size()
	}
	f.given.hits += n
	f.given.lines += res.Lines
	f.given.bytes = s.in.count
	return res
}

// end gives what was found since the last part and lets go of the file.
func (s *Scanner) end() Result {
	f := &s.file
	if !f.struck {
		f.result.Near += f.behind
	}
	f.result.Bytes = s.in.count - f.given.bytes
	if f.result.Cut == ledger.None && s.in.changed() {
		f.result.Cut = ledger.Changed
	}
	if n := len(f.block); f.err == nil && s.in.count == int64(n) && !f.result.Decoded && errors.Is(s.in.err, io.EOF) {
		s.whole = f.block
	}
	s.in.close()
	if len(s.buf) > s.sizes.keep {
		s.buf = nil
	}
	if cap(s.found.Spans) > keepSpans {
		s.found, s.again, s.passages = match.Hits{Most: s.request.Spans}, match.Hits{Most: s.request.Spans}, nil
	}
	res := f.result
	s.file = file{context: f.context, over: true}
	return res
}
