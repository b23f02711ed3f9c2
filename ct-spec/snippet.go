package main

import (
	"bytes"

	"github.com/ct-tools/ct/shared/budget"
)

// snippet gives one line of the text round block[start:end], from within its
// paragraph.
func snippet(block []byte, start, end int) string {
	from, to := max(start-window, 0), min(end+window, len(block))
	if i := bytes.LastIndex(block[from:start], []byte("\n\n")); i >= 0 {
		from += i + 2
	}
	if i := bytes.Index(block[end:to], []byte("\n\n")); i >= 0 {
		to = end + i
	}
	from, to = wordStart(block, from, start), wordStop(block, to, end)
	before := bytes.Fields(bytes.TrimLeft(block[from:start], "# \t\r\n"))
	line := bytes.Join(before, []byte(" "))
	if len(line) > 0 && (from == start || edge(block[start-1])) {
		line = append(line, ' ')
	}
	at := len(line)
	line = append(line, bytes.Join(bytes.Fields(block[start:to]), []byte(" "))...)
	line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
	at = min(at, len(line))
	text, _ := budget.Clip(line, at, min(at+end-start, len(line)), window)
	return text
}

// clip gives the beginning of a text, at most size bytes.
func clip(text string, size int) string {
	if len(text) <= size {
		return text
	}
	text, _ = budget.Clip([]byte(text), 0, 0, size)
	return text
}

// reach is how far a cut is moved to stand between words, in bytes.
const reach = 24

// wordStart moves a cut at from forward to the beginning of a word, at most to
// start; in a text without spaces it moves to the beginning of a character.
func wordStart(block []byte, from, start int) int {
	for i := from; i < min(start, from+reach); i++ {
		if i == 0 || edge(block[i-1]) {
			return i
		}
	}
	for from < start && block[from]&0xC0 == 0x80 {
		from++
	}
	return from
}

// wordStop moves a cut at to backward to the end of a word, at least to end.
func wordStop(block []byte, to, end int) int {
	for i := to; i > max(end, to-reach); i-- {
		if i == len(block) || edge(block[i]) {
			return i
		}
	}
	for to > end && to < len(block) && block[to]&0xC0 == 0x80 {
		to--
	}
	return to
}

// edge reports whether c stands between words that spaces divide.
func edge(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
