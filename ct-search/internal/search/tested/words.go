package tested

import (
	"slices"
	"strings"
	"unicode"
)

// words returns the words of a name in small letters: parse and config of parse_config, ParseConfig and "parse config".
func words(name string) []string {
	var all []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	text := []rune(name)
	for i, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			continue
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(text[i-1]) || unicode.IsDigit(text[i-1]) || i+1 < len(text) && unicode.IsUpper(text[i-1]) && unicode.IsLower(text[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return all
}

// signs are the words that say of a name that it is of a test.
var signs = []string{"test", "tests", "benchmark", "fuzz", "example", "spec", "unittest", "case"}

// bare returns the words of a test's name without those that say that it is one.
func bare(name string) []string {
	all := words(name)
	if len(all) > 1 && slices.Contains(signs, all[0]) {
		all = all[1:]
	}
	if n := len(all); n > 1 && slices.Contains(signs, all[n-1]) {
		all = all[:n-1]
	}
	return all
}

// A likeness says how a name is like that of the symbol.
type likeness uint8

const (
	unlike likeness = iota
	begins          // it goes on
	same
)

// of returns how the words of a test's name are like those of a symbol, with its owner before it or without.
func like(test, symbol, owner []string) likeness {
	for _, name := range [][]string{slices.Concat(owner, symbol), symbol} {
		switch {
		case len(name) == 0 || len(test) < len(name) || !slices.Equal(test[:len(name)], name):
		case len(test) == len(name):
			return same
		default:
			return begins
		}
	}
	return unlike
}
