package backend

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
)

// report is what a program reports of one file.
type report struct {
	lines     int     // number of reported lines
	confirmed int64   // how many of them match the pattern
	first     []place // the first of those, at most reports.maxLines
	last      int64   // number of the last reported line
	cut       bool    // the start of a line may be missing, so that nothing is known about it
}

// place is a line of a file.
type place struct {
	number int64  // from 1
	offset int64  // of its first byte after a byte order mark, or noOffset
	sum    uint64 // of its text without the line ending
}

const noOffset = -1

// reports records the output of one run of a program, and rejects what is impossible.
type reports struct {
	names    []string     // the files that it received, in their order
	sizes    []int64      // of the files, in bytes
	byFile   []report     // of each file
	current  int          // the current file, -1 before the first
	received atomic.Int64 // number of files and lines reported so far

	maxLines   int // number of lines of a file after which it must stop
	longest    int // maximum length of a line, in bytes
	maxPrinted int // maximum length of a line that is printed in full, 0 for any length
	matcher    match.Matcher
	exact      bool // a line that does not match is an error, not an imprecision of the expression
	firstOnly  bool // our own scan ends at the first line
	sums       bool // it reports how many files and bytes it searched
	seed       maphash.Seed
	hits       match.Hits
}

// begin starts the report of a file.
func (r *reports) begin(name []byte) error {
	r.received.Add(1)
	for i := r.current + 1; i < len(r.names); i++ {
		if r.names[i] == string(name) {
			r.current = i
			return nil
		}
	}
	return fmt.Errorf("it reports %s, which it was not asked for or has reported", quoted(name))
}

// isCurrent reports whether name is the current file.
func (r *reports) isCurrent(name []byte) bool {
	return r.current >= 0 && r.names[r.current] == string(name)
}

// line records a line of the current file. text is the whole line, with or without its line ending.
func (r *reports) line(number, offset int64, text []byte) error {
	r.received.Add(1)
	f, name := &r.byFile[r.current], r.names[r.current]
	body := bytes.TrimSuffix(text, []byte{'\n'})
	switch {
	case number <= f.last:
		return fmt.Errorf("it reports line %d of %q after line %d", number, name, f.last)
	case f.lines == r.maxLines:
		return fmt.Errorf("it reports more lines of %q than it was asked for", name)
	case bytes.IndexByte(body, '\n') >= 0:
		return fmt.Errorf("it reports several lines of %q as line %d", name, number)
	}
	f.last = number
	f.lines++
	if r.maxPrinted > 0 && len(body) > r.maxPrinted {
		f.cut = true
		return nil
	}
	marked := bytes.HasPrefix(body, []byte(bom))
	if marked && number == 1 {
		text, body = text[len(bom):], body[len(bom):]
		if offset != noOffset {
			offset += int64(len(bom))
		}
	}
	ok, err := r.matches(text)
	switch {
	case err != nil:
		return err
	case !ok && r.exact && !marked:
		return fmt.Errorf("it reports line %d of %q, which does not match: %s", number, name, quoted(body))
	case ok:
		f.confirmed++
		if len(f.first) < r.maxLines {
			f.first = append(f.first, place{number, offset, r.sum(body)})
		}
	}
	return nil
}

// bom is UTF-8's byte order mark.
const bom = "\uFEFF"

// matches reports whether a line matches the pattern.
func (r *reports) matches(line []byte) (bool, error) {
	if len(line) == 0 { // no block contains such a line
		line = []byte{'\n'}
	}
	r.hits.Reset()
	r.matcher.Reset()
	err := r.matcher.Match(line, match.First, &r.hits)
	return r.hits.Lines > 0, err
}

// sum returns a hash of text without a final "\r", which may belong to a line ending that the program omits.
func (r *reports) sum(text []byte) uint64 {
	return maphash.Bytes(r.seed, bytes.TrimSuffix(text, []byte{'\r'}))
}

// least returns the minimum number of bytes that the program must have searched: the sizes of all
// files in which it did not stop early.
func (r *reports) least() int64 {
	n := int64(0)
	for i := range r.byFile {
		if r.byFile[i].lines < r.maxLines {
			n += r.sizes[i]
		}
	}
	return n
}

// whole reports whether f contains everything that the program found.
func (r *reports) whole(f *report) bool { return f.lines < r.maxLines && !f.cut }

// wanted reports whether the file of f may match.
func (r *reports) wanted(f *report) bool { return f.confirmed > 0 || !r.whole(f) }

// verify compares the result for a file with its report.
func (r *reports) verify(f *report, name string, found *scan.Result) error {
	if f.cut {
		return nil
	}
	for i := range found.Hits {
		hit := &found.Hits[i]
		if i == len(f.first) {
			if r.whole(f) {
				return fmt.Errorf("it does not report line %d of %q, which matches", hit.Line, name)
			}
			break
		}
		p := f.first[i]
		if p.number != hit.Line || p.sum != r.sum(hit.Text) || p.offset != noOffset && p.offset != hit.Offset {
			return fmt.Errorf("it reports line %d of %q, but the next that matches is line %d, or it has another text", p.number, name, hit.Line)
		}
	}
	// A search that ended early found less.
	early := found.Binary || found.Cut != ledger.None
	if r.whole(f) && (found.Lines > f.confirmed || found.Lines < f.confirmed && !early && !r.firstOnly) {
		return fmt.Errorf("it reports %d lines of %q that match, which has %d", f.confirmed, name, found.Lines)
	}
	return nil
}

// quoted returns the start of a program's output, quoted.
func quoted(b []byte) string {
	if len(b) > maxQuoted {
		return fmt.Sprintf("%q…", b[:maxQuoted])
	}
	return fmt.Sprintf("%q", b)
}
