package dfa

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Match reports whether there is a match in text, which may be any text, such as a line without its newline.
func (m *Machine) Match(text []byte) (yes, ok bool) {
	if m.cache.givenUp {
		return false, false
	}
	a := m.textAutomaton()
	symbols := &a.decoder.symbols
	live := [1]uint32{a.initial(edge)}
	for i := 0; ; i++ {
		var n int
		live[0], n = run(a.table, symbols, text[i:], live[0])
		i += n
		m.cache.searched += n
		symbol := a.end
		if i < len(text) {
			symbol = int(symbols[text[i]])
		}
		e, ok := a.entry(live[:], 0, symbol)
		if !ok {
			return false, false
		}
		if e&matched != 0 || i == len(text) {
			return e&matched != 0, true
		}
		if live[0] = e; e >= dead {
			next := -1
			if a.lines { // there may be other lines in text
				next = bytes.IndexByte(text[i:], '\n')
			}
			if next < 0 {
				return false, true
			}
			i += next
			live[0] = a.initial(edge)
		}
	}
}

// Find returns the leftmost-first match in text that starts at or after from, which is the start of a character or the
// end of a match. start is -1 if there is none. Only assertions see the text before from.
func (m *Machine) Find(text []byte, from int) (start, end int, ok bool) {
	if m.cache.givenUp {
		return -1, -1, false
	}
	if end, ok = m.findEnd(text, from); end < 0 || !ok {
		return -1, -1, ok
	}
	if end == from {
		return from, end, true
	}
	start, ok = m.findStart(text, from, end)
	return start, end, ok
}

// findEnd returns the end of the leftmost-first match that starts at or after from, or -1.
func (m *Machine) findEnd(text []byte, from int) (end int, ok bool) {
	a := m.endAutomaton()
	symbols := &a.decoder.symbols
	prev := edge
	if from > 0 {
		prev = contextOf(a.alphabet, text[from-1])
	}
	live := [1]uint32{a.initial(prev)}
	end = -1
	for i := from; ; i++ {
		var n, at int
		var last uint32
		live[0], n, last, at = runToDead(a.table, symbols, text[i:], live[0])
		if at >= 0 {
			end = i + at + 1 - agoOf(a.keys[int(last)/a.stride])
		}
		i += n
		m.cache.searched += n
		symbol := a.end
		if i < len(text) {
			symbol = int(symbols[text[i]])
		}
		e, ok := a.entry(live[:], 0, symbol)
		if !ok {
			return -1, false
		}
		if e&matched != 0 {
			end = i + 1 - agoOf(a.keys[int(e&rows)/a.stride])
		}
		if e&dead != 0 || i == len(text) {
			return end, true
		}
		live[0] = e & rows
	}
}

// runToDead is run beyond ends of matches. at is the offset of the last byte that showed one, or -1, last its state.
func runToDead(table []uint32, symbols *[256]uint8, text []byte, state uint32) (s uint32, n int, last uint32, at int) {
	at = -1
	for i, c := range text {
		e := table[state+uint32(symbols[c])]
		if e >= matched {
			if e >= dead {
				return state, i, last, at
			}
			e &= rows
			last, at = e, i
		}
		state = e
	}
	return state, len(text), last, at
}

// findStart returns the first offset at or after from where a match that ends at end can start. There is one.
func (m *Machine) findStart(text []byte, from, end int) (start int, ok bool) {
	a := m.startAutomaton()
	prev := edge
	if end < len(text) {
		prev = contextOf(a.alphabet, text[end])
	}
	live := [1]uint32{a.initial(prev)}
	m.cache.searched += end - from
	start = end
	for i := end; ; {
		if s, n, first := runBack(a.table, &a.alphabet.ascii, text[from:i], live[0]); n > 0 {
			if first >= 0 {
				start = from + first
			}
			live[0] = s
			i -= n
		}
		seen := from
		if i == from {
			seen = 0 // for assertions alone
		}
		symbol, n := a.before(text[seen:i])
		e, ok := a.entry(live[:], 0, symbol)
		if !ok {
			return -1, false
		}
		if e&matched != 0 {
			start = i
		}
		if e&dead != 0 || i == from {
			return start, true
		}
		live[0] = e & rows
		i -= n
	}
}

// runBack is runToDead backwards from the end of text. n is the number of ASCII bytes that it
// passed; first is the smallest offset at which a match was seen to start, or -1.
func runBack(table []uint32, symbols *[utf8.RuneSelf]uint16, text []byte, state uint32) (s uint32, n, first int) {
	first = -1
	for i, c := range slices.Backward(text) {
		if c >= utf8.RuneSelf {
			return state, len(text) - 1 - i, first
		}
		e := table[state+uint32(symbols[c])]
		if e >= matched {
			if e >= dead {
				return state, len(text) - 1 - i, first
			}
			e &= rows
			first = i + 1
		}
		state = e
	}
	return state, len(text), first
}

// before returns the symbol of the last character of text and its length.
func (a *automaton) before(text []byte) (symbol, n int) {
	if len(text) == 0 {
		return a.end, 0
	}
	if c := text[len(text)-1]; c < utf8.RuneSelf {
		return int(a.alphabet.ascii[c]), 1
	}
	r, n := utf8.DecodeLastRune(text)
	return int(a.alphabet.of(r)), n
}
