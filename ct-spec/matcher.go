package main

import (
	"strings"
	"unicode/utf8"
)

// A match is a term that a word is like: the word is the term, another form of it
// by its stem, or begins with it.
type match struct {
	term   uint16
	begins bool // it begins with the term
}

// A matcher tells which terms words are like. It belongs to one goroutine.
type matcher struct {
	terms []term
	// begin has a bit for each two bytes that a word can begin with which is like a
	// term: most words are told by that alone.
	begin  [1 << 16 / 64]uint64
	known  map[string][]match
	fold   []byte
	prefix int // characters from which a term also finds longer words
}

// maxKnown bounds the words whose matches a matcher keeps.
const maxKnown = 1 << 15

func newMatcher(terms []term) *matcher {
	m := &matcher{terms: terms, known: map[string][]match{}, prefix: shortestPrefix}
	for _, t := range terms {
		switch c := t.text[0]; {
		case c >= utf8.RuneSelf: // the other case may begin with any such byte
			for c := utf8.RuneSelf; c < 256; c++ {
				m.allow(byte(c))
			}
			for c := 'a'; c <= 'z'; c++ { // what it begins with may be a letter and a mark
				m.set(byte(c), 0xCC)
				m.set(byte(c), 0xCD)
			}
		case len(t.text) > 2 && len(t.stem) > 2 && t.text[1]-'a' < 26 && t.text[1] != 'i' && t.text[1] != 'y':
			m.allow(c, t.text[1]) // what has its stem has both letters
		default:
			m.allow(c)
		}
	}
	// İ and the sign of kelvin begin with these, and have i and k for lower case.
	m.allow(0xC4)
	m.allow(0xE2)
	m.allow(0xEF) // letters of full width
	return m
}

// allow lets words that begin with c, in either case, be compared, or only those
// that go on with one of the letters next.
func (m *matcher) allow(c byte, next ...byte) {
	if len(next) == 0 {
		for b := range 256 {
			m.set(c, byte(b))
		}
	}
	for _, b := range next {
		m.set(c, b)
		m.set(c, b-0x20)
		for high := 0xC4; high <= 0xEF; high++ { // İ, the sign of kelvin, full width
			m.set(c, byte(high))
		}
	}
}

// set sets the bit for c, in either case, before b.
func (m *matcher) set(c, b byte) {
	for _, c := range []byte{c, upper(c)} {
		at := uint(c)<<8 | uint(b)
		m.begin[at/64] |= 1 << (at % 64)
	}
}

func upper(c byte) byte {
	if c-'a' < 26 {
		return c - 0x20
	}
	return c
}

// candidate reports whether a word may be like a term, by its first two bytes.
func (m *matcher) candidate(word []byte) bool {
	at := uint(word[0]) << 8
	if len(word) > 1 {
		at |= uint(word[1])
	}
	return m.begin[at/64]>>(at%64)&1 != 0
}

// match gives the terms that word is like. The slice is not to be changed.
func (m *matcher) match(word []byte) []match {
	if !m.candidate(word) {
		return nil
	}
	m.fold = appendFolded(m.fold[:0], word)
	if len(m.fold) > longestWord {
		return m.compare(string(m.fold))
	}
	found, ok := m.known[string(m.fold)]
	if !ok {
		if len(m.known) == maxKnown {
			clear(m.known)
		}
		text := string(m.fold)
		found = m.compare(text)
		m.known[text] = found
	}
	return found
}

// compare holds a word in lower case against every term.
func (m *matcher) compare(word string) []match {
	var found []match
	root := ""
	for i, t := range m.terms {
		if word[0] != t.text[0] {
			continue // a stem begins as its word does
		}
		if root == "" {
			root = stem(word)
		}
		begins := strings.HasPrefix(word, t.text)
		switch {
		case word == t.text, !t.solo && root == t.stem,
			begins && !t.solo && utf8.RuneCountInString(t.text) >= m.prefix:
			found = append(found, match{uint16(i), begins})
		}
	}
	return found
}
