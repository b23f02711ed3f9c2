package main

import (
	"bytes"

	"github.com/ct-tools/ct/shared/budget"
)

// snippet returns one line of the text around block[start:end], from within its paragraph.
func snippet(block []byte, start, end int) string {
	from, to := paragraph(block, start, end)
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

// paragraph returns the bounds of the text that may be shown around block[start:end]: at most
// window bytes on both sides, without crossing a blank line, a heading or a fence.
func paragraph(block []byte, start, end int) (from, to int) {
	least, most := max(start-window, 0), min(end+window, len(block))
	from = max(bytes.LastIndexByte(block[least:start], '\n')+1+least, least)
	to = lineEnd(block, end, most)
	if title, _ := atx(block[from:to]); title > 0 {
		return from, to
	}
	for from > least {
		before := max(bytes.LastIndexByte(block[least:from-1], '\n')+1+least, least)
		if breaks(block[before : from-1]) {
			break
		}
		from = before
	}
	for to < most {
		next := lineEnd(block, to+1, most)
		if line := block[to+1 : next]; breaks(line) || setext(lineAt(block, next+1)) > 0 {
			break
		}
		to = next
	}
	return from, to
}

// lineEnd returns the end of the line that contains i, at most most.
func lineEnd(block []byte, i, most int) int {
	i = min(i, most)
	if n := bytes.IndexByte(block[i:most], '\n'); n >= 0 {
		return i + n
	}
	return most
}

// lineAt returns the line that begins at i, without its end.
func lineAt(block []byte, i int) []byte {
	i = min(i, len(block))
	return bytes.TrimSuffix(block[i:lineEnd(block, i, min(i+window, len(block)))], []byte("\r"))
}

// breaks reports whether a line ends the preceding paragraph and does not begin another.
func breaks(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || setext(line) > 0 || adornment(line) != 0 || bytes.HasPrefix(line, []byte("== ")) {
		return true
	}
	level, _ := atx(line)
	return level > 0 || bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// clip returns the beginning of a text, at most size bytes.
func clip(text string, size int) string {
	if len(text) <= size {
		return text
	}
	text, _ = budget.Clip([]byte(text), 0, 0, size)
	return text
}

// reach is how far a cut is moved to be between words, in bytes.
const reach = 24

// wordStart moves a cut at from forward, at most to start: to a word or, in text without spaces, to a character.
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

func edge(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
