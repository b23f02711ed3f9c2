package budget

import (
	"unicode"
	"unicode/utf8"
)

// Ellipsis stands where a clipped line was cut.
const Ellipsis = "…"

// Clip gives at most max bytes of line, cut round the match line[start:end],
// with an ellipsis at each cut end, and the offset in line where the text
// after the ellipsis begins; the match begins at start-from in the text, plus
// len(Ellipsis) where from is not 0. max ≤ 0 sets no bound.
//
// No rune is split and, as far as a short look shows it, no combining mark or
// joined sign loses its base. The match is wholly visible where it fits with
// its ellipses, else its beginning is. Where max is too small even for that,
// as many runes of the match as fit stand there alone. The bytes are those of
// the line, invalid ones and control characters too: Clip is for JSON, and
// ClipLine for what a terminal shows. Time and memory are in proportion to
// max, not to the line.
func Clip(line []byte, start, end, max int) (text string, from int) {
	if max <= 0 || len(line) <= max {
		return string(line), 0
	}
	w := clip(line, start, end, max, rawWidth)
	return w.text(line, func(dst, part []byte) []byte { return append(dst, part...) }), w.from
}

// ClipLine is Clip for text that is shown: what it gives is escaped as
// EscapeLine does, no escape is cut in two, and max bounds the escaped text.
func ClipLine(line []byte, start, end, max int) (text string, from int) {
	if whole, _ := forward(line, 0, len(line), max, lineWidth); max <= 0 || whole == len(line) {
		return string(AppendLine(nil, line)), 0
	}
	w := clip(line, start, end, max, lineWidth)
	return w.text(line, AppendLine), w.from
}

// ClipJSON is Clip for a text whose JSON is bounded: max bounds the string
// between the quotes as package render writes it.
func ClipJSON(line []byte, start, end, max int) (text string, from int) {
	if whole, _ := forward(line, 0, len(line), max, jsonWidth); max <= 0 || whole == len(line) {
		return string(line), 0
	}
	w := clip(line, start, end, max, jsonWidth)
	return w.text(line, func(dst, part []byte) []byte { return append(dst, part...) }), w.from
}

// width gives the bytes that a rune takes in the result; n bytes spell it in
// the line.
type width func(r rune, n int) int

func rawWidth(_ rune, n int) int { return n }

func jsonWidth(r rune, n int) int {
	const escaped, short = len(`\u0000`), len(`\n`)
	switch {
	case r == '"', r == '\\', '\b' <= r && r <= '\r' && r != '\v':
		return short
	case r < ' ', r == utf8.RuneError && n == 1, r == '\u2028', r == '\u2029':
		return escaped
	}
	return n
}

func lineWidth(r rune, n int) int {
	if r < utf8.RuneSelf && !hiddenASCII(byte(r), keepTab) {
		return 1
	}
	return escapedWidth(r, n, keepTab)
}

// A window is the part of a line that stays, and whether an ellipsis stands
// before and after it.
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

// clip finds the window for a line that is wider than max.
func clip(line []byte, start, end, max int, w width) window {
	start, end = runeBounds(line, start, end)
	var reserve int // for the ellipses, if both sides are cut that can be
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

// share divides room between what stands before and after the match: by
// halves, but a side that needs less than its half is shown whole, leaves its
// ellipsis out and the rest to the other.
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

// clipMatch finds the window where the match does not fit: its beginning.
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

// forward gives how far runes go from i, at most to end, within room, and what
// they take of it.
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

// longestSign bounds, in runes, how far wholeSigns looks for the base of a
// sign, so that a line of nothing but marks is shown too.
const longestSign = 16

// wholeSigns moves the cut ends of a window towards the match, at most to it,
// where they would part a base from its marks.
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

// joined reports whether the runes round i, which is inside the line, show as
// one sign: the second is a combining mark, a joiner or an emoji's tone, or
// the first is a joiner. It is a short form of the rules of Unicode Standard
// Annex 29.
func joined(line []byte, i int) bool {
	const joiner = '\u200D'
	r, _ := utf8.DecodeRune(line[i:])
	if r < 0x300 {
		return false
	}
	last, _ := utf8.DecodeLastRune(line[:i])
	return r == joiner || last == joiner || 0x1F3FB <= r && r <= 0x1F3FF || unicode.Is(unicode.M, r)
}

// runeBounds brings the ends of a match into the line and out to where no rune
// is split.
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

// runeRound gives the rune that i is inside of: its offset and length, or
// length 0 where i is a boundary.
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
