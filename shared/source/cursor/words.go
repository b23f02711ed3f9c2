package cursor

import (
	"strings"
	"sync"
)

// Words are values by words, which are looked up without making a string of them.
type Words[T comparable] struct {
	// Tables returns tables that have the words of a value parted by blanks; nil if there are none. They are read when the first
	// word is looked up; the first that has a word counts.
	Tables func() []map[T]string

	once  sync.Once
	slots [512][]entry[T]
}

type entry[T comparable] struct {
	word  string
	value T
}

func slot(word []byte) int { return (int(word[0])*7 + int(word[len(word)-1])*31 + len(word)*101) & 511 }

// fill reads the tables.
func (w *Words[T]) fill() {
	if w.Tables == nil {
		return
	}
	for _, table := range w.Tables() {
		for value, words := range table {
			for word := range strings.FieldsSeq(words) {
				w.Add(word, value)
			}
		}
	}
}

// Add adds a word; the first value of a word counts.
func (w *Words[T]) Add(word string, value T) {
	at := slot([]byte(word))
	w.slots[at] = append(w.slots[at], entry[T]{word, value})
}

// Of returns the value of a word, nil if it has none.
func (w *Words[T]) Of(word []byte) *T {
	w.once.Do(w.fill)
	all := w.slots[slot(word)]
	for i := range all {
		if all[i].word == string(word) {
			return &all[i].value
		}
	}
	return nil
}
