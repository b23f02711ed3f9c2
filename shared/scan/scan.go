// Package scan searches one file after another with a matcher: it divides files into blocks of lines, detects binary
// files, decodes UTF-16, and records matching lines with their numbers and context.
//
// A file is read once, from front to back, into one buffer that all files of a worker share; an incomplete line at the
// end of a block is moved to the next block. Nothing is counted, copied or allocated before something matches.
package scan

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
)

// Request says what to look for in a file and what to record.
type Request struct {
	Want          match.Want // hits are recorded only for Lines and Spans
	Before, After int        // lines of context of each hit
	// Keep is the maximum number of Hits of a file, which limits memory; counting continues. 0 = no limit.
	Keep int
	// Spans is the maximum number of Spans that a hit has for one pattern on one line, in the same way. 0 = no limit.
	Spans int
	// Text searches every file. Without it a file that is not text is Binary (see Result).
	Text bool
	// Strict says that text is UTF-8 without a NUL wherever it is searched.
	Strict bool
	// Encoded, if set, counts the searched files that are not UTF-8.
	Encoded *atomic.Int64
	// NoDecode turns off the decoding of UTF-16, which is then not text.
	NoDecode bool
	// MaxLines is the number of matching lines after which the search ends. It still looks for one
	// more line, to know whether that made the result incomplete. 0 = no limit.
	MaxLines int64
	// MaxFileBytes is how many bytes of a file are read. 0 = no limit, but DefaultWhole if the matcher is Multiline.
	MaxFileBytes int64
}

// DefaultWhole is the maximum size in bytes of a file that a pattern needs as a whole, and of a line.
const DefaultWhole = 64 << 20

// maxContext is the length in bytes at which a line of context is cut.
const maxContext = 64 << 10

// Result is what was found in one file.
type Result struct {
	Lines, Matches, Near int64   // as in match.Hits
	Bytes                int64   // read from the file
	Terms                []int64 // as in match.Hits; nil if no line matches
	Hits                 []Hit   // in order, for Lines and Spans

	// Binary is set if the file has a NUL in its first HeadSize bytes, git's rule, and was not searched. If Request.Strict,
	// also if these are not UTF-8, or if the line of the next match begins after a NUL, where the search ended with the
	// earlier hits.
	Binary bool
	// Cut is why the search of a file is incomplete, so that counts are lower bounds: MaxMatches (beyond MaxLines), TooLarge
	// (MaxFileBytes, or a line longer than DefaultWhole), MatchTimeout or Changed; otherwise None.
	Cut ledger.Reason
	// Decoded is set if the file is UTF-16. Texts, offsets and columns then refer to its translation to UTF-8.
	Decoded bool
	// Next is the line of the next part's first hit, if the file is searched in parts (Scanner.Next); 0 in the last.
	Next int64
}

// Hit is a matching line, or the lines over which the matches that begin on one line extend.
type Hit struct {
	Line   int64  // number of the first line, from 1
	Offset int64  // of its first byte in the file, including a byte order mark
	Text   []byte // a copy, without the line ending ("\n" or "\r\n")
	// Spans are the matches in Text, without line endings: all of them for Spans, the first for Lines.
	Spans []match.Span
	// Before and After are copies of the lines around it, without line endings, each cut at 64 KiB.
	Before, After [][]byte
}

// End returns the number of the last line of the text.
func (h *Hit) End() int64 { return h.Line + int64(bytes.Count(h.Text, newline)) }

// Size returns the memory that r refers to, in bytes, without r itself.
func (r *Result) Size() int {
	n := 8*cap(r.Terms) + hitSize*(cap(r.Hits)-len(r.Hits))
	for i := range r.Hits {
		n += r.Hits[i].size()
	}
	return n
}

// The sizes of a hit and of one of its spans in bytes, without texts and context.
const (
	hitSize  = int(unsafe.Sizeof(Hit{}))
	spanSize = int(unsafe.Sizeof(match.Span{}))
)

// size returns the memory that h takes, in bytes.
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

// sizes are the limits of a Scanner in bytes. Tests make them small.
type sizes struct {
	buffer  int // of the buffer at the start
	keep    int // of a buffer that is kept for the next file
	head    int // examined to distinguish text from binary, at most buffer - 3
	line    int // the longest line
	context int // the longest line of context
	part    int // size of the hits from which on they are returned as a part
}

// Scanner searches one file after another. It is not safe for concurrent use.
//
// Its memory is a buffer of 256 KiB, and a second one after the first UTF-16 file. A longer line,
// or a larger text that is needed as a whole, takes up to three times its size while its file is
// searched; at most 4 MiB of that are kept. The results add to that: with Scan all hits of the
// file; with Next a part of 1 MiB, plus one more hit and the hits that still lack lines of After.
type Scanner struct {
	matcher match.Matcher
	request Request
	sizes   sizes
	whole   []byte // see Whole

	in         input
	buf        []byte // buf[from:fill] was read and not searched yet
	own        []byte // its buffer while buf is that of a reader, else nil
	from, fill int
	found      match.Hits // in the current block
	again      match.Hits // in a part of it that is searched again
	views      [][]byte   // lines to be copied
	passages   []passage  // of the next hits
	file       file
}

// file is the state of the search of the current file.
type file struct {
	encoded bool   // it is not UTF-8
	result  Result // since the last part
	bound   int    // of a part, in bytes
	size    int    // of the hits in result, in bytes
	given   figures
	base    int64 // offset of the block in the file
	lines   int64 // that end before block[counted:]
	counted int

	block []byte
	last  bool         // block is the last
	spans []match.Span // of block, whose hits are not recorded yet
	over  bool         // there is nothing left to do
	err   error        // why the search ended before the end of the file

	fence      ledger.Reason // Binary or MaxMatches after a fence
	nearBeyond int64         // Near after the fence
	fenceHit   bool          // the fence ended the search
	ended      bool          // the search has ended; further reading is only for After

	open    int      // index of the first hit that lacks lines of After
	context [][]byte // the lines before the block, as many as Before, in order
}

// figures are the totals of the parts returned before.
type figures struct {
	lines, bytes int64
	hits         int
}

// usualBuffer is the size of a buffer at first, in bytes.
const usualBuffer = 256 << 10

// buffers has those of scanners that were closed: one process may search thousands of small trees.
var buffers pool

type pool struct{ of sync.Pool }

// take returns a buffer of usualBuffer bytes.
func (p *pool) take() []byte {
	if b, ok := p.of.Get().(*[]byte); ok {
		return *b
	}
	return make([]byte, usualBuffer)
}

// Close ends the use of the scanner and of what Whole returned.
func (s *Scanner) Close() {
	s.takeBack()
	if b := s.buf; len(b) == usualBuffer {
		buffers.of.Put(&b)
	}
	s.buf, s.whole = nil, nil
}

// New returns a Scanner that searches files for what m matches, as r says. m must not be used otherwise.
func New(m match.Matcher, r Request) *Scanner {
	s := &Scanner{matcher: m, request: r, sizes: sizes{
		buffer: usualBuffer, keep: 4 << 20, head: HeadSize, line: DefaultWhole, context: maxContext, part: 1 << 20,
	}}
	s.found.Most, s.again.Most = r.Spans, r.Spans
	return s
}

// Scan searches r from its current position to its end. Bytes that r returns together with io.EOF
// are searched, so that a reader that knows its end saves a read. The error is that of r, or a
// failure of the backtracking engine; the result then covers what was read and searched before.
//
// A file of package walk or of the standard library is asked for its size and modification time
// when one read turns out not to be enough, and again at the end; if they differ, the result says
// that it changed. A change between the first read and the first of these calls is not noticed.
func (s *Scanner) Scan(r io.Reader) (Result, error) {
	s.begin(r, math.MaxInt)
	res, _, err := s.Next()
	return res, err
}

// Begin begins to search r, like Scan, in parts that Next returns. The search of a previous file ends.
func (s *Scanner) Begin(r io.Reader) { s.begin(r, s.sizes.part) }

// Next searches until the recorded hits take 1 MiB or the file ends. All parts together are what Scan returns; counts may
// run ahead of hits. more says that this part is not the last, which alone has Binary, Cut and the error.
func (s *Scanner) Next() (part Result, more bool, err error) {
	if s.scan() {
		return s.part(), true, nil
	}
	err = s.file.err
	return s.end(), false, err
}

func (s *Scanner) begin(r io.Reader, bound int) {
	s.takeBack()
	if s.buf == nil && s.sizes.buffer == usualBuffer {
		s.buf = buffers.take()
	} else if s.buf == nil {
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

// takeBack replaces a reader's buffer by the scanner's own.
func (s *Scanner) takeBack() {
	if s.own != nil {
		s.buf, s.own = s.own, nil
	}
}

// Whole returns the bytes of the file that was searched last if the buffer contained all of it, as is so for most files,
// until the next file is begun. It returns nil for other files, for UTF-16 and after a byte order mark.
func (s *Scanner) Whole() []byte { return s.whole }

// keepSpans is the maximum number of spans in a slice that is kept for the next file.
const keepSpans = 1 << 14

// ready returns how many hits a part can have: those with all lines of After but one, whose line is the part's Next.
func (f *file) ready() int { return min(f.open, len(f.result.Hits)-1) }

// enough reports whether the recorded hits are enough for a part.
func (f *file) enough() bool { return f.size >= f.bound && f.ready() > 0 }

// part returns the hits that are ready and all counts so far.
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

// end returns what was found since the last part and releases the file.
func (s *Scanner) end() Result {
	f := &s.file
	if !f.fenceHit {
		f.result.Near += f.nearBeyond
	}
	f.result.Bytes = s.in.count - f.given.bytes
	if f.result.Cut == ledger.None && s.in.changed() {
		f.result.Cut = ledger.Changed
	}
	if n := len(f.block); f.err == nil && s.in.count == int64(n) && !f.result.Decoded && errors.Is(s.in.err, io.EOF) {
		s.whole = f.block
	}
	s.in.close()
	s.takeBack()
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
