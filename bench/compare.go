package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
)

// form says how the outputs of both sides are normalised, and what else the other program is given for it.
type form struct {
	ours, theirs normalise
	sorting      []string // makes the other side print in path order
	compared     bool
}

// normalise appends part in the form that is compared. more says that part is a later piece of a long line.
type normalise func(dst, part []byte, more bool) []byte

var (
	// anything: the outputs cannot be compared.
	anything = form{}
	// text: the same bytes.
	text = form{ours: same, theirs: same, compared: true}
	// paths: one path per line, in order.
	paths = form{ours: same, theirs: ripgrepLine, compared: true}
	// perFile: path:count. Ripgrep prints in the order of its threads.
	perFile = form{ours: same, theirs: ripgrepLine, sorting: []string{"--sort", "path"}, compared: true}
	// perLine: path:line:text, in order; ours has a column before the text.
	perLine = form{ours: withoutColumn, theirs: ripgrepLine, compared: true}
)

func same(dst, part []byte, _ bool) []byte { return append(dst, part...) }

// ripgrepLine removes the "./" that ripgrep puts before paths and escapes what ct-search escapes.
func ripgrepLine(dst, part []byte, more bool) []byte {
	if !more {
		part = bytes.TrimPrefix(part, []byte("./"))
	}
	return budget.AppendLine(dst, part)
}

// withoutColumn turns path:line:column:text into path:line:text.
func withoutColumn(dst, part []byte, more bool) []byte {
	if !more {
		if line := numberAt(part, 0); line > 0 {
			if column := numberAt(part, line-1); column > 0 {
				dst = append(dst, part[:line]...)
				part = part[column:]
			}
		}
	}
	return append(dst, part...)
}

// numberAt returns the position after the first ":digits:" at from or, if from is 0, anywhere; 0 if there is none.
func numberAt(line []byte, from int) int {
	for i := from; i < len(line); i++ {
		if line[i] != ':' {
			continue
		}
		end := i + 1
		for end < len(line) && line[end] >= '0' && line[end] <= '9' {
			end++
		}
		if end > i+1 && end < len(line) && line[end] == ':' {
			return end + 1
		}
		if from > 0 {
			return 0
		}
	}
	return 0
}

// pieceSize is the maximum number of bytes of a line in memory. Trees have lines of many megabytes,
// and the memory of this program is the minimum that a process it starts seems to use.
const pieceSize = 64 << 10

// shown is how much of a line a difference shows, in bytes.
const shown = 120

// reader reads normalised lines as their beginning and a hash.
type reader struct {
	in    *bufio.Reader // its size is the maximum of a line in memory
	form  normalise
	hash  maphash.Hash
	piece []byte

	head  []byte // of the line read last
	sum   uint64
	lines int64
	bytes int64 // before normalisation
	ended bool
}

func newReader(in io.Reader, size int, form normalise, seed maphash.Seed) *reader {
	r := &reader{in: bufio.NewReaderSize(in, size), form: form}
	r.hash.SetSeed(seed)
	return r
}

// next reads a line, or sets ended if there is none.
func (r *reader) next() error {
	r.hash.Reset()
	r.head = r.head[:0]
	for more := false; ; more = true {
		part, last, err := r.part()
		switch {
		case errors.Is(err, io.EOF) && more: // a last line of exactly the buffer's size
			last = true
		case errors.Is(err, io.EOF):
			r.ended = true
			return nil
		case err != nil:
			return err
		}
		r.piece = r.form(r.piece[:0], part, more)
		_, _ = r.hash.Write(r.piece)
		if room := shown - len(r.head); room > 0 {
			r.head = append(r.head, r.piece[:min(room, len(r.piece))]...)
		}
		if last {
			r.sum = r.hash.Sum64()
			r.lines++
			return nil
		}
	}
}

// part reads a line, or as much of it as fits into the buffer, without its line end, "\n" or "\r\n".
func (r *reader) part() (part []byte, last bool, err error) {
	if _, err := r.in.Peek(1); err != nil {
		return nil, false, err
	}
	b, _ := r.in.Peek(r.in.Buffered())
	end := bytes.IndexByte(b, '\n')
	if end < 0 {
		if b, err = r.in.Peek(r.in.Size()); err != nil && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		end = bytes.IndexByte(b, '\n')
	}
	n := end + 1
	switch {
	case end >= 0:
		part, last = bytes.TrimSuffix(b[:end], []byte("\r")), true
	case err != nil: // the last line has no line end
		n, part, last = len(b), b, true
	default:
		n = wholeRunes(b)
		part = b[:n]
	}
	r.bytes += int64(n)
	_, err = r.in.Discard(n) // leaves the bytes of part unchanged
	return part, last, err
}

// wholeRunes returns how much of b can be taken without splitting a character or a line end.
func wholeRunes(b []byte) int {
	if b[len(b)-1] == '\r' {
		return len(b) - 1
	}
	for i := 1; i < utf8.UTFMax && i < len(b); i++ {
		if tail := b[len(b)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return len(b) - i
			}
			break
		}
	}
	return len(b)
}

// firstDifference reads both sides up to the first line that differs and describes it, "" if there is none.
func firstDifference(ours, theirs *reader) (string, error) {
	for {
		if err := errors.Join(ours.next(), theirs.next()); err != nil {
			return "", err
		}
		switch {
		case ours.ended && theirs.ended:
			return "", nil
		case ours.ended || theirs.ended || ours.sum != theirs.sum:
			line := max(ours.lines, theirs.lines)
			return fmt.Sprintf("results differ in line %d: ours %s, theirs %s", line, ours.display(), theirs.display()), nil
		}
	}
}

// display returns the beginning of the line for a message.
func (r *reader) display() string {
	if r.ended {
		return "ends"
	}
	return `"` + budget.EscapeLine(string(r.head)) + `"`
}

// output is the size of what the two sides print.
type output struct {
	ours, theirs int64 // bytes
	lines        int64
}

// compare runs both sides once, at the same time. It returns the size of what they print, and why the row must not be
// timed, or "". Nothing is stored: both print in the same order and are read in parallel.
func (r row) compare(p programs, dir string) (out output, refused string) {
	if r.check != nil {
		if err := r.check(p, dir); err != nil {
			return out, err.Error()
		}
	}
	ours, err := p.start(dir, r.ours)
	if err != nil {
		return out, err.Error()
	}
	theirs, err := p.start(dir, slices.Concat(r.theirs, r.form.sorting))
	if err != nil {
		return out, errors.Join(err, ours.stop(false)).Error()
	}
	ourForm, theirForm := r.form.ours, r.form.theirs
	if !r.form.compared {
		ourForm, theirForm = same, same
	}
	seed := maphash.MakeSeed()
	a, b := newReader(ours.stdout, pieceSize, ourForm, seed), newReader(theirs.stdout, pieceSize, theirForm, seed)
	if r.form.compared {
		refused, err = firstDifference(a, b)
	} else {
		err = errors.Join(a.rest(), b.rest())
	}
	if refused != "" || err != nil {
		// The reason why a program failed says more than the place where its output ended.
		if failed := errors.Join(ours.stop(a.ended), theirs.stop(b.ended)); failed != nil {
			err = failed
		}
		if err != nil {
			refused = err.Error()
		}
		return out, refused
	}
	if err := errors.Join(ours.wait(), theirs.wait()); err != nil {
		return out, err.Error()
	}
	return output{a.bytes, b.bytes, a.lines}, ""
}

// rest reads to the end.
func (r *reader) rest() error {
	for !r.ended {
		if err := r.next(); err != nil {
			return err
		}
	}
	return nil
}
