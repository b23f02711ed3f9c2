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

// A report is what a program says of one file.
type report struct {
	lines  int     // how many it gives
	judged int64   // how many of those are the pattern's
	first  []place // of those, as many as a report keeps
	last   int64   // the number of the last line it gives
	cut    bool    // one may have lost its beginning, so that nothing can be said of it
}

// A place is a line of a file.
type place struct {
	number int64  // from 1
	offset int64  // of its first byte behind a byte order mark, or noOffset
	sum    uint64 // of its text without the line end
}

const noOffset = -1

// reports takes down what one run of a program says, and refuses what cannot be.
type reports struct {
	names []string     // the files that it was given, in the order it was given them
	sizes []int64      // of these, in bytes
	of    []report     // each
	at    int          // the file it is at, -1 before the first
	heard atomic.Int64 // how many files and lines it gave

	bound   int // lines of a file behind which it was told to stop
	longest int // no line has more bytes
	prints  int // lines of up to so many are printed whole, 0 for all
	matcher match.Matcher
	exact   bool // what does not match is no weakness of the expression
	first   bool // our own scan ends with the first line
	sums    bool // it says how many files and bytes it searched
	seed    maphash.Seed
	hits    match.Hits
}

// file begins with the report of a file.
func (r *reports) file(name []byte) error {
	r.heard.Add(1)
	for i := r.at + 1; i < len(r.names); i++ {
		if r.names[i] == string(name) {
			r.at = i
			return nil
		}
	}
	return fmt.Errorf("it reports %s, which it was not asked for or has reported", quoted(name))
}

// current reports whether name is the file at hand.
func (r *reports) current(name []byte) bool { return r.at >= 0 && r.names[r.at] == string(name) }

// line takes down a line of the file at hand, text being all of it, with its
// line end or without.
func (r *reports) line(number, offset int64, text []byte) error {
	r.heard.Add(1)
	f, name := &r.of[r.at], r.names[r.at]
	body := bytes.TrimSuffix(text, []byte{'\n'})
	switch {
	case number <= f.last:
		return fmt.Errorf("it reports line %d of %q after line %d", number, name, f.last)
	case f.lines == r.bound:
		return fmt.Errorf("it reports more lines of %q than it was asked for", name)
	case bytes.IndexByte(body, '\n') >= 0:
		return fmt.Errorf("it reports several lines of %q as line %d", name, number)
	}
	f.last = number
	f.lines++
	if r.prints > 0 && len(body) > r.prints {
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
	ok, err := r.judge(text)
	switch {
	case err != nil:
		return err
	case !ok && r.exact && !marked:
		return fmt.Errorf("it reports line %d of %q, which does not match: %s", number, name, quoted(body))
	case ok:
		f.judged++
		if len(f.first) < r.bound {
			f.first = append(f.first, place{number, offset, r.sum(body)})
		}
	}
	return nil
}

// bom is UTF-8's byte order mark.
const bom = "\uFEFF"

// judge reports whether a line is one of the pattern's.
func (r *reports) judge(line []byte) (bool, error) {
	if len(line) == 0 { // no block has such a line
		line = []byte{'\n'}
	}
	r.hits.Reset()
	r.matcher.Reset()
	err := r.matcher.Match(line, match.First, &r.hits)
	return r.hits.Lines > 0, err
}

// sum tells texts apart. Whether a "\r" belongs to the line end is not known
// where a program leaves out the newline.
func (r *reports) sum(text []byte) uint64 {
	return maphash.Bytes(r.seed, bytes.TrimSuffix(text, []byte{'\r'}))
}

// least gives how many bytes the program has to have searched: all of the files
// in which it did not stop early.
func (r *reports) least() int64 {
	n := int64(0)
	for i := range r.of {
		if r.of[i].lines < r.bound {
			n += r.sizes[i]
		}
	}
	return n
}

// whole reports whether f is all that the program found.
func (r *reports) whole(f *report) bool { return f.lines < r.bound && !f.cut }

// wanted reports whether f is of a file that may match.
func (r *reports) wanted(f *report) bool { return f.judged > 0 || !r.whole(f) }

// hold holds what was found in a file against its report.
func (r *reports) hold(f *report, name string, found *scan.Result) error {
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
	// Where the search ended early it found less.
	early := found.Binary || found.Cut != ledger.None
	if r.whole(f) && (found.Lines > f.judged || found.Lines < f.judged && !early && !r.first) {
		return fmt.Errorf("it reports %d lines of %q that match, which has %d", f.judged, name, found.Lines)
	}
	return nil
}

// quoted gives the beginning of what a program said.
func quoted(b []byte) string {
	if len(b) > maxQuoted {
		return fmt.Sprintf("%q…", b[:maxQuoted])
	}
	return fmt.Sprintf("%q", b)
}
