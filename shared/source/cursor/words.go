package cursor

import "strings"

// Words are values by words, which are looked up without making a string of them.
type Words[T any] struct{ slots [512][]entry[T] }

type entry[T any] struct {
	word  string
	value T
}

func slot(word []byte) int { return (int(word[0])*7 + int(word[len(word)-1])*31 + len(word)*101) & 511 }

// NewWords returns the words of tables, which have the words of a value parted by blanks. The first table that has a word counts.
func NewWords[T comparable](tables ...map[T]string) *Words[T] {
	w := &Words[T]{}
	for _, table := range tables {
		for value, words := range table {
			for word := range strings.FieldsSeq(words) {
				w.Add(word, value)
			}
		}
	}
	return w
}

// Add adds a word; the first value of a word counts.
func (w *Words[T]) Add(word string, value T) {
	at := slot([]byte(word))
	w.slots[at] = append(w.slots[at], entry[T]{word, value})
}

// Of returns the value of a word, nil if it has none.
func (w *Words[T]) Of(word []byte) *T {
	all := w.slots[slot(word)]
	for i := range all {
		if all[i].word == string(word) {
			return &all[i].value
		}
	}
	return nil
}
