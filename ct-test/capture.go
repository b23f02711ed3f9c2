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

// capture keeps the beginning and the end of a stream in one region of memory. A stream that fits is stored in order.
// For a longer one the first half of the region has the beginning, and the second half is a ring buffer with the end. A
// large region is allocated once; the system provides its memory as it is written.
type capture struct {
	most   int // maximum bytes to keep
	region []byte
	total  int64 // bytes of the stream
	ends   int64 // newlines in it
	last   byte  // its last byte
}

// reset begins another stream in the same memory.
func (c *capture) reset() { c.total, c.ends, c.last = 0, 0, 0 }

// firstRegion and growth enlarge a region to its full size in two steps, so that little is copied and discarded.
const (
	firstRegion = 64 << 10
	growth      = 32
)

func (c *capture) write(p []byte) {
	if len(p) == 0 {
		return
	}
	c.ends += count(p)
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

// ringAt returns the offset in the ring of the next byte.
func (c *capture) ringAt() int {
	ring := int64(c.most - c.most/2)
	return int((c.total - int64(c.most/2)) % ring)
}

// cut reports whether a part of the stream was not kept.
func (c *capture) cut() bool { return c.total > int64(c.most) }

// lines returns the number of lines of the stream. A last line without a newline counts.
func (c *capture) lines() int64 {
	if c.total > 0 && c.last != '\n' {
		return c.ends + 1
	}
	return c.ends
}

// whole returns the stream if all of it was kept. It must not be changed, and is valid until the next write or reset.
func (c *capture) whole() ([]byte, bool) {
	if c.cut() {
		return nil, false
	}
	return c.region[:c.total], true
}

// wholeText returns the stream without its last line end, if all of it was kept. It is not a copy,
// and is valid until the capture is written or reset.
func (c *capture) wholeText() (string, bool) {
	b, ok := c.whole()
	b = b[:len(b)-lineEndSize(b)]
	return unsafe.String(unsafe.SliceData(b), len(b)), ok
}

// missing returns how many bytes of the stream were not kept, and how many line ends are among them.
func (c *capture) missing() (bytes, lines int64) {
	if !c.cut() {
		return 0, 0
	}
	return c.total - int64(c.most), c.ends - count(c.region)
}

func count(b []byte) int64 { return int64(bytes.Count(b, []byte{'\n'})) }

// beginning returns the first n bytes of the stream, or as many as were kept.
func (c *capture) beginning(n int) []byte {
	kept := c.total
	if c.cut() {
		kept = int64(c.most / 2)
	}
	return c.region[:min(int64(n), kept)]
}

// ending returns the last n bytes of the stream, or as many as were kept.
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

// within returns the stream without its last line end, in at most lines lines, 0 for any number, and most bytes, but at
// least a marker. If the stream is longer, the result is its beginning and its end, with a line between them that says
// how much was cut. It is cut at line ends if these are near. The bytes are not escaped.
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

// tail returns the last n lines of the stream, in as many bytes as within. If there are more lines,
// a line before them says how much was cut, so the result has at most n+1 lines.
func (c *capture) tail(n, most int) string {
	if c.lines() <= int64(n) {
		return c.within(n+1, most)
	}
	all := c.trimmedEnding(max(0, most-len(elided(c.ends, c.total))-len("\n")))
	if len(all) == 0 || n == 0 {
		return c.between(nil, nil)
	}
	last := lastLines(all, n)
	if len(last) == len(all) { // it begins at the limit
		last = last[tailCut(last):]
	}
	return c.between(nil, last)
}

// firstLines returns the first n lines of b with their newlines.
func firstLines(b []byte, n int) []byte {
	end := 0
	for ; n > 0 && end < len(b); n-- {
		end = min(match.LineEnd(b, end)+1, len(b))
	}
	return b[:end]
}

// lastLines returns the last n lines of b, which does not end with a newline unless its last line is empty.
func lastLines(b []byte, n int) []byte {
	from := len(b) + 1
	for ; n > 0 && from > 0; n-- {
		from = match.LineStart(b, 0, from-1)
	}
	return b[min(from, len(b)):]
}

// trimmedEnding returns at most n bytes from the end of the stream, before its last line end.
func (c *capture) trimmedEnding(n int) []byte {
	last := c.ending(n + len("\r\n"))
	last = last[:len(last)-lineEndSize(last)]
	return last[max(0, len(last)-n):]
}

// between joins first, the beginning of the stream, and last, its end without the last line end. If
// last is nil, there is no end; if it is empty otherwise, it is an empty last line.
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

// elided returns the line that replaces this number of line ends and bytes.
func elided(lines, bytes int64) string {
	size := amount(bytes, "byte")
	if lines > 0 {
		size = amount(lines, "line") + " (" + size + ")"
	}
	return fmt.Sprintf("… %s cut …", size)
}

// headCut returns where to end b: after its last newline, if that is in its second half, otherwise between characters.
func headCut(b []byte) int {
	if i := bytes.LastIndexByte(b, '\n'); i >= len(b)/2 {
		return i + 1
	}
	return len(match.WholeCharacters(b))
}

// tailCut returns where to begin b: after its first newline if that is in its first half, else between characters.
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

// lineEndSize returns the length of the line end at the end of b: "\n", "\r\n" or none.
func lineEndSize(b []byte) int {
	switch {
	case bytes.HasSuffix(b, []byte("\r\n")):
		return 2
	case bytes.HasSuffix(b, []byte{'\n'}):
		return 1
	}
	return 0
}

// amount returns n with its unit: "1 line", "12,345 lines".
func amount(n int64, one string) string {
	if n != 1 {
		one += "s"
	}
	return grouped(n) + " " + one
}

// grouped formats n, which is not negative, with a comma before every three digits.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
