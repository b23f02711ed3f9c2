package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/ct-tools/ct/shared/budget"
)

// form says how the outputs of both sides are normalised, and what else the other program is given for it.
type form struct {
	ours, theirs normalise
	sorting      []string // makes the other side print in path order
	compared     bool
}

// normalise appends a line in the form that is compared.
type normalise func(dst, line []byte) []byte

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

func same(dst, line []byte) []byte { return append(dst, line...) }

// ripgrepLine removes the "./" that ripgrep puts before paths and escapes what ct-search escapes.
func ripgrepLine(dst, line []byte) []byte {
	return budget.AppendLine(dst, bytes.TrimPrefix(line, []byte("./")))
}

// column is the column in path:line:column:text.
var column = regexp.MustCompile(`^.*?:\d+:(\d+:)`)

// withoutColumn turns path:line:column:text into path:line:text.
func withoutColumn(dst, line []byte) []byte {
	if at := column.FindSubmatchIndex(line); at != nil {
		dst = append(dst, line[:at[2]]...)
		line = line[at[3]:]
	}
	return append(dst, line...)
}

const (
	// bufferSize is how much of an output is in memory, in bytes, unless a line is longer. The memory of this program is
	// the minimum that a process it starts seems to use.
	bufferSize = 64 << 10
	// maxLine is the maximum length of a line, in bytes.
	maxLine = 1 << 30
)

// shown is how much of a line a difference shows, in bytes.
const shown = 120

// reader reads normalised lines.
type reader struct {
	in    *bufio.Scanner
	form  normalise
	line  []byte // the line read last
	lines int64
	bytes int64 // before normalisation
	ended bool
}

func newReader(in io.Reader, form normalise) *reader {
	r := &reader{in: bufio.NewScanner(in), form: form}
	r.in.Buffer(make([]byte, bufferSize), maxLine)
	r.in.Split(func(data []byte, atEnd bool) (int, []byte, error) {
		n, line, err := bufio.ScanLines(data, atEnd)
		r.bytes += int64(n)
		return n, line, err
	})
	return r
}

// next reads a line, or sets ended if there is none.
func (r *reader) next() error {
	if r.ended = !r.in.Scan(); r.ended {
		return r.in.Err()
	}
	r.lines++
	r.line = r.form(r.line[:0], r.in.Bytes())
	return nil
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
		case ours.ended || theirs.ended || !bytes.Equal(ours.line, theirs.line):
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
	return `"` + budget.EscapeLine(string(r.line[:min(len(r.line), shown)])) + `"`
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
	a, b := newReader(ours.stdout, ourForm), newReader(theirs.stdout, theirForm)
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
