package bm25

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Form is how a word is like a term.
type Form uint8

// The forms, the nearest last.
const (
	Longer Form = iota // the word begins with the term
	Other              // it has the same stem
	Same
)

// Matched is a term that a word matches.
type Matched struct {
	Term uint16
	Form Form
}

// Matcher finds the terms that words match. It is not safe for concurrent use.
type Matcher struct {
	terms []Term
	parts []Matched // the last result for a word with parts
	// begin has a bit for each pair of bytes that a matching word can begin with. Most words are rejected by it.
	begin [1 << 16 / 64]uint64
	known map[string][]Matched
	fold  []byte
}

// shortestPrefix is the number of characters from which on a term also matches the beginning of longer words.
const shortestPrefix = 3

// maxKnown is the maximum number of words whose matches a matcher keeps.
const maxKnown = 1 << 15

// NewMatcher returns a matcher for the terms.
func NewMatcher(terms []Term) *Matcher {
	m := &Matcher{terms: terms, known: map[string][]Matched{}}
	for _, t := range terms {
		switch c := t.Text[0]; {
		case c >= utf8.RuneSelf: // the other case may begin with any such byte
			for c := utf8.RuneSelf; c < 256; c++ {
				m.allow(byte(c))
			}
			for c := 'a'; c <= 'z'; c++ { // its first character may be a letter with a mark
				m.set(byte(c), 0xCC)
				m.set(byte(c), 0xCD)
			}
		case len(t.Text) > 2 && len(t.Stem) > 2 && t.Text[1]-'a' < 26 && t.Text[1] != 'i' && t.Text[1] != 'y':
			m.allow(c, t.Text[1]) // every word with the same stem has both letters
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
func (m *Matcher) allow(c byte, next ...byte) {
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
func (m *Matcher) set(c, b byte) {
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
func (m *Matcher) candidate(word []byte) bool {
	at := uint(word[0]) << 8
	if len(word) > 1 {
		at |= uint(word[1])
	}
	return m.begin[at/64]>>(at%64)&1 != 0
}

// Match returns the terms that word, or one of its Parts, matches. The slice is valid until the next call.
func (m *Matcher) Match(word []byte) []Matched {
	found := m.match(word)
	if !slices.ContainsFunc(word[1:], isUpper) {
		return found
	}
	m.parts = append(m.parts[:0], found...)
	for part := range Parts(word) {
		for _, x := range m.match(part) {
			if at := slices.IndexFunc(m.parts, func(o Matched) bool { return o.Term == x.Term }); at >= 0 {
				m.parts[at].Form = max(m.parts[at].Form, x.Form)
			} else {
				m.parts = append(m.parts, x)
			}
		}
	}
	return m.parts
}

// match is Match for the whole word. The caller must not change the slice.
func (m *Matcher) match(word []byte) []Matched {
	if !m.candidate(word) {
		return nil
	}
	m.fold = AppendFolded(m.fold[:0], word)
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
func (m *Matcher) compare(word string) []Matched {
	var found []Matched
	root := ""
	for i, t := range m.terms {
		if word[0] != t.Text[0] {
			continue // a stem begins like its word
		}
		if root == "" {
			root = Stem(word)
		}
		switch {
		case word == t.Text:
			found = append(found, Matched{uint16(i), Same})
		case !t.Solo && root == t.Stem:
			found = append(found, Matched{uint16(i), Other})
		case !t.Solo && strings.HasPrefix(word, t.Text) && utf8.RuneCountInString(t.Text) >= shortestPrefix:
			found = append(found, Matched{uint16(i), Longer})
		}
	}
	return found
}
