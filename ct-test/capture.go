package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/ct-tools/ct/shared/match"
)

// A capture keeps the head and the tail of a stream. Its memory is one region:
// what fits it stands there in order; of a longer text the first half of the
// region has the beginning and the second, as a ring, the end. A large region is
// made once; the system gives it memory as it is written.
type capture struct {
	most   int // bytes to keep
	region []byte
	total  int64 // bytes of the stream
	ends   int64 // newlines in it
	last   byte  // of it
}

func newCapture(most int) *capture { return &capture{most: most} }

// reset begins another stream in the same memory.
func (c *capture) reset() { c.total, c.ends, c.last = 0, 0, 0 }

// firstRegion and growth make a region of its full size after two steps, so
// that little is copied and left behind.
const (
	firstRegion = 64 << 10
	growth      = 32
)

func (c *capture) write(p []byte) {
	if len(p) == 0 {
		return
	}
	c.ends += int64(bytes.Count(p, []byte{'\n'}))
	c.last = p[len(p)-1]
	for int64(len(c.region)) < min(c.total+int64(len(p)), int64(c.most)) {
		larger := make([]byte, min(max(firstRegion, growth*len(c.region)), c.most))
		copy(larger, c.region[:min(c.total, int64(len(c.region)))])
		c.region = larger
	}
	if straight := min(int64(len(p)), int64(c.most)-c.total); straight > 0 {
		copy(c.region[c.total:], p[:straight])
		c.total += straight
		p = p[straight:]
	}
	if len(p) == 0 {
		return
	}
	ring := c.region[c.most/2:]
	if skip := len(p) - len(ring); skip > 0 {
		c.total += int64(skip)
		p = p[skip:]
	}
	for len(p) > 0 {
		n := copy(ring[c.ringAt():], p)
		c.total += int64(n)
		p = p[n:]
	}
}

// ringAt gives the offset in the ring of the byte that comes next.
func (c *capture) ringAt() int {
	ring := int64(c.most - c.most/2)
	return int((c.total - int64(c.most/2)) % ring)
}

// cut reports whether not all of the stream was kept.
func (c *capture) cut() bool { return c.total > int64(c.most) }

// lines gives the number of lines of the stream; one that lacks its newline at
// the end is one.
func (c *capture) lines() int64 {
	if c.total > 0 && c.last != '\n' {
		return c.ends + 1
	}
	return c.ends
}

// whole gives the stream if all of it was kept, else nil and false. It is for
// reading only, and until the capture is written or reset.
func (c *capture) whole() ([]byte, bool) {
	if c.cut() {
		return nil, false
	}
	return c.region[:c.total], true
}

// wholeText gives the stream without its last line end, if all of it was kept.
// It is good until the capture is written or reset: nothing is copied.
func (c *capture) wholeText() (string, bool) {
	b, ok := c.whole()
	b = b[:len(b)-lineEndSize(b)]
	return unsafe.String(unsafe.SliceData(b), len(b)), ok
}

// missing gives how many bytes of the stream were not kept, and how many line
// ends are among them.
func (c *capture) missing() (bytes, lines int64) {
	if !c.cut() {
		return 0, 0
	}
	return c.total - int64(c.most), c.ends - count(c.region)
}

func count(b []byte) int64 { return int64(bytes.Count(b, []byte{'\n'})) }

// beginning gives the first n bytes of the stream, or as many as were kept.
func (c *capture) beginning(n int) []byte {
	kept := int64(c.most / 2)
	if !c.cut() {
		kept = c.total
	}
	return c.region[:min(int64(n), kept)]
}

// ending gives the last n bytes of the stream, or as many as were kept.
func (c *capture) ending(n int) []byte {
	if !c.cut() {
		return c.region[max(0, c.total-int64(n)):c.total]
	}
	ring, at := c.region[c.most/2:], c.ringAt()
	n = min(n, len(ring))
	if n <= at {
		return ring[at-n : at]
	}
	return slices.Concat(ring[len(ring)-(n-at):], ring[:at])
}

// within gives the stream without its last line end in at most so many lines, 0
// for any number, and at most most bytes, or in as many as a marker takes: where
// it is longer, its beginning and its end, and a line between them that says how
// much was cut. It is cut at line ends where these are near. The bytes are those
// of the stream, for who prints them to escape.
func (c *capture) within(lines, most int) string {
	if all, ok := c.wholeText(); ok && len(all) <= most && (lines <= 0 || c.lines() <= int64(lines)) {
		return strings.Clone(all)
	}
	room := max(0, most-len(elided(c.ends, c.total))-len("\n\n"))
	last := c.trimmedEnding(room - room/2)
	last = last[tailCut(last):]
	switch {
	case len(last) == 0 || lines == 1:
		last = nil
	case lines > 0:
		last = lastLines(last, lines/2)
	}
	first := c.beginning(int(min(int64(room/2), c.total-int64(len(last)))))
	first = first[:headCut(first)]
	if lines > 0 {
		first = firstLines(first, (lines-1)/2) // the marker is a line too
	}
	return c.between(first, last)
}

// tail gives the last n lines of the stream in as many bytes as within does;
// where there are more, with a line before them that says how much was cut. So
// it has n+1 lines at most.
func (c *capture) tail(n, most int) string {
	if c.lines() <= int64(n) {
		return c.within(n+1, most)
	}
	all := c.trimmedEnding(max(0, most-len(elided(c.ends, c.total))-len("\n")))
	if len(all) == 0 || n == 0 {
		return c.between(nil, nil)
	}
	last := lastLines(all, n)
	if len(last) == len(all) { // it begins where the room does
		last = last[tailCut(last):]
	}
	return c.between(nil, last)
}

// firstLines gives the first n lines of b with their newlines.
func firstLines(b []byte, n int) []byte {
	end := 0
	for ; n > 0 && end < len(b); n-- {
		end = min(match.LineEnd(b, end)+1, len(b))
	}
	return b[:end]
}

// lastLines gives the last n lines of b, which does not end with a newline
// unless its last line is empty.
func lastLines(b []byte, n int) []byte {
	from := len(b) + 1
	for ; n > 0 && from > 0; n-- {
		from = match.LineStart(b, 0, from-1)
	}
	return b[min(from, len(b)):]
}

// trimmedEnding gives at most n bytes from the end of the stream, before its
// last line end.
func (c *capture) trimmedEnding(n int) []byte {
	last := c.ending(n + len("\r\n"))
	last = last[:len(last)-lineEndSize(last)]
	return last[max(0, len(last)-n):]
}

// between puts first, a beginning, and last, an end of the stream without its
// last line end, together. Last is nil for none; if it is empty otherwise, it is
// an empty last line.
func (c *capture) between(first, last []byte) string {
	lines, size := c.ends-count(first)-count(last), c.total-int64(len(first)+len(last))
	if end := lineEndSize(c.ending(len("\r\n"))); end > 0 && last != nil {
		lines, size = lines-1, size-int64(end)
	}
	var b bytes.Buffer
	b.Write(first)
	if len(first) > 0 && first[len(first)-1] != '\n' {
		b.WriteByte('\n')
	}
	b.WriteString(elided(lines, size))
	if last != nil {
		b.WriteByte('\n')
		b.Write(last)
	}
	return b.String()
}

// elided is the line that stands where so many line ends and bytes were cut.
func elided(lines, bytes int64) string {
	size := amount(bytes, "byte")
	if lines > 0 {
		size = amount(lines, "line") + " (" + size + ")"
	}
	return fmt.Sprintf("… %s cut …", size)
}

// headCut gives where to end b: behind its last newline, if that is in its
// second half, else between characters.
func headCut(b []byte) int {
	if i := bytes.LastIndexByte(b, '\n'); i >= len(b)/2 {
		return i + 1
	}
	return wholeCharacters(b)
}

// tailCut gives where to begin b: behind its first newline, if that is in its
// first half, else between characters.
func tailCut(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 && i < len(b)/2 {
		return i + 1
	}
	for i := range min(utf8.UTFMax, len(b)) {
		if utf8.RuneStart(b[i]) {
			return i
		}
	}
	return 0
}

// lineEndSize gives the length of the line end that b ends with: "\n", "\r\n"
// or none.
func lineEndSize(b []byte) int {
	switch {
	case bytes.HasSuffix(b, []byte("\r\n")):
		return 2
	case bytes.HasSuffix(b, []byte{'\n'}):
		return 1
	}
	return 0
}

// amount names n things: "1 line", "12,345 lines".
func amount(n int64, one string) string {
	if n != 1 {
		one += "s"
	}
	return grouped(n) + " " + one
}

// grouped writes n, which is not negative, with a comma before every three
// digits.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
