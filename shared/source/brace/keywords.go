package brace

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/brace/ahead"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// keyword is what the table says of a word.
type keyword struct {
	text       string
	role       role
	symbol     source.Symbol
	visibility source.Visibility
	contextual bool
}

// table is a Language made ready for reading.
type table struct {
	class [256]class
	plain [256]class // class, with asked bytes as they are by themselves
	rules ahead.Rules
	// slots are chains of keywords with one hash, first to last.
	slots [512][]keyword
	// quoted maps the first byte of a quote to the quotes that begin so.
	quoted [256][]cursor.Quote
}

// class is what a byte begins.
type class uint8

const (
	sign class = iota // an operator, anything else
	blank
	newline
	letter
	digit
	quote
	opener
	closer
	asked // by Language.Sign
)

// hash spreads the keywords of one language over the slots.
func hash(b []byte) int {
	return (int(b[0])*7 + int(b[len(b)-1])*31 + len(b)*101) & 511
}

// keywordOf returns what the language says of a word, nil for an identifier.
func (t *table) keywordOf(word []byte) *keyword {
	slot := t.slots[hash(word)]
	for i := range slot {
		if slot[i].text == string(word) {
			return &slot[i]
		}
	}
	return nil
}

// prepare builds the table at the first use of a language.
func (l *Language) prepare() *table {
	l.once.Do(func() {
		l.table.classify(l)
		for _, group := range l.Keywords {
			for w := range strings.FieldsSeq(group.Words) {
				h := hash([]byte(w))
				l.table.slots[h] = append(l.table.slots[h], keyword{w, group.Role, group.Symbol, group.Visibility, group.Contextual})
			}
		}
		for _, q := range l.Quotes {
			l.table.quoted[q.Open[0]] = append(l.table.quoted[q.Open[0]], q)
		}
	})
	return &l.table
}

func (t *table) classify(l *Language) {
	for c := range 256 {
		switch b := byte(c); {
		case b == '\n':
			t.class[c] = newline
		case b <= ' ' || b == 0x7f:
			t.class[c] = blank
		case b >= 0x80 || b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z':
			t.class[c] = letter
		case b >= '0' && b <= '9':
			t.class[c] = digit
		case b == '(' || b == '[' || b == '{':
			t.class[c] = opener
		case b == ')' || b == ']' || b == '}':
			t.class[c] = closer
		}
	}
	for i := range len(l.Letters) {
		t.class[l.Letters[i]] = letter
	}
	for _, q := range l.Quotes {
		t.class[q.Open[0]] = quote
	}
	t.plain = t.class
	t.rules.Arrow, t.rules.TypeFirst, t.rules.TypeAfter = l.Arrow, l.TypeFirst, l.TypeAfter
	for c, k := range t.plain {
		switch k {
		case letter:
			t.rules.Letters[c] = ahead.Begins
		case digit:
			t.rules.Letters[c] = ahead.Digit
		}
	}
	for i := range len(l.Signs) {
		t.class[l.Signs[i]] = asked
	}
}
