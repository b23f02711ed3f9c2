package main

import (
	"strings"
	"unicode/utf8"
)

// matched is a term that a word matches: the word is the term, has the same stem, or begins with it.
type matched struct {
	term   uint16
	begins bool // the word begins with the term
}

// matcher finds the terms that words match. It is not safe for concurrent use.
type matcher struct {
	terms []term
	// begin has a bit for each pair of bytes that a matching word can begin with. Most words are rejected by it.
	begin  [1 << 16 / 64]uint64
	known  map[string][]matched
	fold   []byte
	prefix int // number of characters from which on a term also matches longer words
}

// maxKnown is the maximum number of words whose matches a matcher keeps.
const maxKnown = 1 << 15

func newMatcher(terms []term) *matcher {
	m := &matcher{terms: terms, known: map[string][]matched{}, prefix: shortestPrefix}
	for _, t := range terms {
		switch c := t.text[0]; {
		case c >= utf8.RuneSelf: // the other case may begin with any such byte
			for c := utf8.RuneSelf; c < 256; c++ {
				m.allow(byte(c))
			}
			for c := 'a'; c <= 'z'; c++ { // its first character may be a letter with a mark
				m.set(byte(c), 0xCC)
				m.set(byte(c), 0xCD)
			}
		case len(t.text) > 2 && len(t.stem) > 2 && t.text[1]-'a' < 26 && t.text[1] != 'i' && t.text[1] != 'y':
			m.allow(c, t.text[1]) // every word with the same stem has both letters
		default:
			m.allow(c)
		}
	}
	// İ and the kelvin sign begin with these; their lower case is i and k.
	m.allow(0xC4)
	m.allow(0xE2)
	m.allow(0xEF) // full-width letters
	return m
}

// allow allows words that begin with c, in either case, and, if next is given, one of these letters.
func (m *matcher) allow(c byte, next ...byte) {
	if len(next) == 0 {
		for b := range 256 {
			m.set(c, byte(b))
		}
	}
	for _, b := range next {
		m.set(c, b)
		m.set(c, b-0x20)
		for high := 0xC4; high <= 0xEF; high++ { // İ, the kelvin sign, full width
			m.set(c, byte(high))
		}
	}
}

// set sets the bit for c, in either case, before b.
func (m *matcher) set(c, b byte) {
	upper := c
	if c-'a' < 26 {
		upper -= 0x20
	}
	for _, first := range []byte{c, upper} {
		at := uint(first)<<8 | uint(b)
		m.begin[at/64] |= 1 << (at % 64)
	}
}

// candidate reports whether a word may match a term, by its first two bytes.
func (m *matcher) candidate(word []byte) bool {
	at := uint(word[0]) << 8
	if len(word) > 1 {
		at |= uint(word[1])
	}
	return m.begin[at/64]>>(at%64)&1 != 0
}

// match returns the terms that word matches. The caller must not change the slice.
func (m *matcher) match(word []byte) []matched {
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

// compare compares a word in lower case with every term.
func (m *matcher) compare(word string) []matched {
	var found []matched
	root := ""
	for i, t := range m.terms {
		if word[0] != t.text[0] {
			continue // a stem begins like its word
		}
		if root == "" {
			root = stem(word)
		}
		begins := strings.HasPrefix(word, t.text)
		switch {
		case word == t.text, !t.solo && root == t.stem,
			begins && !t.solo && utf8.RuneCountInString(t.text) >= m.prefix:
			found = append(found, matched{uint16(i), begins})
		}
	}
	return found
}
