package budget

import (
	"unicode"
	"unicode/utf8"
)

// Ellipsis marks a place where a line was cut.
const Ellipsis = "…"

// Clip returns at most max bytes of line around the match line[start:end], with an ellipsis at each
// cut end, and the offset in line where the text after the ellipsis begins. In the text the match
// begins at start-from, plus len(Ellipsis) if from is not 0. max ≤ 0 means no limit.
//
// No rune is split and, as far as a short look shows, no combining mark or joined sign is separated from its base. The
// match is completely visible if it fits with its ellipses, otherwise its beginning is. If max is too small even for
// that, the text is as many runes of the match as fit. The bytes are those of the line, including invalid ones and
// control characters: Clip is for JSON, ClipLine for text shown on a terminal. Time and memory are proportional to max,
// not to the length of the line.
func Clip(line []byte, start, end, max int) (text string, from int) {
	if max <= 0 || len(line) <= max {
		return string(line), 0
	}
	w := clip(line, start, end, max, rawWidth)
	return w.text(line, func(dst, part []byte) []byte { return append(dst, part...) }), w.from
}

// ClipLine is Clip for text that is shown: escaped as by EscapeLine, with max for the escaped text.
func ClipLine(line []byte, start, end, max int) (text string, from int) {
	if whole, _ := forward(line, 0, len(line), max, lineWidth); max <= 0 || whole == len(line) {
		return string(AppendLine(nil, line)), 0
	}
	w := clip(line, start, end, max, lineWidth)
	return w.text(line, AppendLine), w.from
}

// ClipJSON is Clip for a text in JSON: max limits the string between the quotes as package render writes it.
func ClipJSON(line []byte, start, end, max int) (text string, from int) {
	if whole, _ := forward(line, 0, len(line), max, jsonWidth); max <= 0 || whole == len(line) {
		return string(line), 0
	}
	w := clip(line, start, end, max, jsonWidth)
	return w.text(line, func(dst, part []byte) []byte { return append(dst, part...) }), w.from
}

// width returns the number of bytes of a rune in the result; it has n bytes in the line.
type width func(r rune, n int) int

func rawWidth(_ rune, n int) int { return n }

func jsonWidth(r rune, n int) int {
	const escaped, short = len(`\u0000`), len(`\n`)
	switch {
	case r == '"', r == '\\', '\b' <= r && r <= '\r' && r != '\v':
		return short
	case r < ' ', r == 0x7F, r == utf8.RuneError && n == 1, r >= utf8.RuneSelf && r <= 0xFFFF && hidden(r):
		return escaped
	case r >= utf8.RuneSelf && hidden(r):
		return 2 * escaped // a pair of surrogates
	}
	return n
}

func lineWidth(r rune, n int) int {
	if r < utf8.RuneSelf && !hiddenASCII(byte(r), keepTab) {
		return 1
	}
	return escapedWidth(r, n, keepTab)
}

// window is the part of a line that is kept, and whether there is an ellipsis before and after it.
type window struct {
	from, to      int
	before, after bool
}

func (w window) text(line []byte, appendPart func(dst, part []byte) []byte) string {
	dst := make([]byte, 0, w.to-w.from+2*len(Ellipsis))
	if w.before {
		dst = append(dst, Ellipsis...)
	}
	dst = appendPart(dst, line[w.from:w.to])
	if w.after {
		dst = append(dst, Ellipsis...)
	}
	return string(dst)
}

// clip returns the window for a line that is wider than max.
func clip(line []byte, start, end, max int, w width) window {
	start, end = runeBounds(line, start, end)
	var reserve int // for the ellipses, if every side that can be cut is cut
	if start > 0 {
		reserve += len(Ellipsis)
	}
	if end < len(line) {
		reserve += len(Ellipsis)
	}
	stop, match := forward(line, start, end, max-reserve, w)
	if max < reserve || stop < end {
		return clipMatch(line, start, end, max, w)
	}
	room := max - reserve - match
	left, right := share(line, start, end, room, w)
	from, _ := backward(line, start, left, w)
	to, _ := forward(line, end, len(line), right, w)
	from, to = wholeSigns(line, from, to, start, end)
	return window{from, to, from > 0, to < len(line)}
}

// share divides room between the text before and after the match. Each gets half, but a side that
// needs less than half is shown completely and without an ellipsis, and the other gets the rest.
func share(line []byte, start, end, room int, w width) (left, right int) {
	half := room / 2
	switch {
	case start == 0:
		return 0, room
	case end == len(line):
		return room, 0
	}
	if at, used := backward(line, start, half+len(Ellipsis), w); at == 0 {
		return used, room + len(Ellipsis) - used
	}
	if at, used := forward(line, end, len(line), half+len(Ellipsis), w); at == len(line) {
		return room + len(Ellipsis) - used, used
	}
	return half, room - half
}

// clipMatch returns the window for a match that does not fit: its beginning.
func clipMatch(line []byte, start, end, max int, w width) window {
	reserve := len(Ellipsis)
	if start > 0 {
		reserve += len(Ellipsis)
	}
	to, _ := forward(line, start, end, max-reserve, w)
	if to > start {
		_, to = wholeSigns(line, start, to, start, start)
		return window{start, to, start > 0, to < len(line)}
	}
	to, _ = forward(line, start, end, max, w)
	return window{start, to, false, false}
}

// forward returns how far the runes from i, at most up to end, fit into room, and how much of it they use.
func forward(line []byte, i, end, room int, w width) (at, used int) {
	for i < end {
		r, n := utf8.DecodeRune(line[i:])
		if used+w(r, n) > room {
			break
		}
		used += w(r, n)
		i += n
	}
	return i, used
}

// backward is forward towards the beginning of the line.
func backward(line []byte, i, room int, w width) (at, used int) {
	for i > 0 {
		r, n := utf8.DecodeLastRune(line[:i])
		if used+w(r, n) > room {
			break
		}
		used += w(r, n)
		i -= n
	}
	return i, used
}

// longestSign limits, in runes, how far a sign's base is looked for: a line of nothing but marks is shown too.
const longestSign = 16

// wholeSigns moves the cut ends of a window towards the match if they separate a base from its marks.
func wholeSigns(line []byte, from, to, start, end int) (int, int) {
	i := from
	for range longestSign {
		if i == 0 || i >= start || !joined(line, i) {
			from = i
			break
		}
		_, n := utf8.DecodeRune(line[i:])
		i += n
	}
	i = to
	for range longestSign {
		if i == len(line) || i <= end || !joined(line, i) {
			to = i
			break
		}
		_, n := utf8.DecodeLastRune(line[:i])
		i -= n
	}
	return from, to
}

// joined reports whether the runes around i, which is inside the line, are shown as one sign: the second is a combining
// mark, a joiner or an emoji's tone, or the first is a joiner. This is a simplification of Unicode Standard Annex 29.
func joined(line []byte, i int) bool {
	const joiner = '\u200D'
	r, _ := utf8.DecodeRune(line[i:])
	if r < 0x300 {
		return false
	}
	last, _ := utf8.DecodeLastRune(line[:i])
	return r == joiner || last == joiner || 0x1F3FB <= r && r <= 0x1F3FF || unicode.Is(unicode.M, r)
}

// runeBounds clamps the ends of a match to the line and moves them outwards to rune boundaries.
func runeBounds(line []byte, start, end int) (int, int) {
	start = min(max(start, 0), len(line))
	end = min(max(end, start), len(line))
	if at, n := runeRound(line, start); n > 0 {
		start = at
		end = max(end, start)
	}
	if at, n := runeRound(line, end); n > 0 && end > start {
		end = at + n
	}
	return start, end
}

// runeRound returns the offset and length of the rune that contains i, or length 0 if i is a boundary.
func runeRound(line []byte, i int) (at, n int) {
	if i == len(line) {
		return i, 0
	}
	for at = i - 1; at >= 0 && at > i-utf8.UTFMax; at-- {
		if _, n := utf8.DecodeRune(line[at:]); at+n > i {
			return at, n
		}
		if utf8.RuneStart(line[at]) {
			break
		}
	}
	return i, 0
}
