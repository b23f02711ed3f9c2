package match

import (
	"bytes"
	"strings"
)

// block finds text of several lines, which may begin and end inside lines that end with "\n" or "\r\n" in the searched
// text. The finder looks for the longest line, the anchor; the others are compared outwards from there.
type block struct {
	lines  []line
	anchor int
	finder finder // of the anchor
}

// line is one line of a block's text.
type line struct {
	text  []byte
	fold  bool
	units []unit // nil if there is nothing to fold
}

func newBlock(text string, fold bool) *block {
	f := &block{}
	for s := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		l := line{text: []byte(s), fold: fold}
		if fold && folds(s) {
			l.units = unitsOf(s)
		}
		if len(s) > len(f.anchored().text) {
			f.anchor = len(f.lines)
		}
		f.lines = append(f.lines, l)
	}
	f.finder = newFinder(string(f.anchored().text), fold)
	return f
}

func (f *block) anchored() line {
	if len(f.lines) == 0 {
		return line{}
	}
	return f.lines[f.anchor]
}

func (f *block) find(b []byte, from int) (start, end int) {
	for at := from; at <= len(b); {
		s, e := f.finder.find(b, at)
		if s < 0 {
			break
		}
		if end = f.ends(b, e); end >= 0 {
			if start = f.starts(b, from, s); start >= 0 {
				return start, end
			}
		}
		at = s + 1
	}
	return -1, -1
}

// ends returns where the lines after the anchor, which ends at at, end, or -1 if they do not match.
func (f *block) ends(b []byte, at int) int {
	for _, l := range f.lines[f.anchor+1:] {
		if at = afterLine(b, at); at < 0 {
			return -1
		}
		if at = l.prefix(b, at); at < 0 {
			return -1
		}
	}
	return at
}

// afterLine returns the offset after the line ending at at, or -1 if there is none.
func afterLine(b []byte, at int) int {
	rest := b[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("\n")):
		return at + 1
	case bytes.HasPrefix(rest, []byte("\r\n")):
		return at + 2
	}
	return -1
}

// starts returns where the lines before the anchor, which is at at, start, or -1 if they do not match from floor on.
func (f *block) starts(b []byte, floor, at int) int {
	for i := f.anchor - 1; i >= 0; i-- {
		if at <= floor || b[at-1] != '\n' {
			return -1
		}
		l := f.lines[i]
		at--
		before := -1
		if at > floor && b[at-1] == '\r' {
			before = l.suffix(b, floor, at-1)
		}
		if before < 0 {
			before = l.suffix(b, floor, at)
		}
		if at = before; at < 0 {
			return -1
		}
	}
	return at
}

// prefix returns where l ends in b if it starts at at, otherwise -1.
func (l line) prefix(b []byte, at int) int {
	if l.units != nil {
		return foldPrefix(b, at, l.units)
	}
	if !bytes.HasPrefix(b[at:], l.text) {
		return -1
	}
	return at + len(l.text)
}

// suffix returns where l starts in b, not before floor, if it ends at at, otherwise -1.
func (l line) suffix(b []byte, floor, at int) int {
	if l.units != nil {
		return foldSuffix(b, floor, at, l.units)
	}
	if !bytes.HasSuffix(b[floor:at], l.text) {
		return -1
	}
	return at - len(l.text)
}
