package main

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/go-porterstemmer"
)

// longestWord is how long a word can be, in bytes; what is longer has no other
// forms.
const longestWord = 64

// maxTerms is how many words a question may have; one with more is refused, for
// the rest of them would be missing from the verdict.
const maxTerms = 200

// A term is a word of the question.
type term struct {
	text string // in lower case
	stem string
	solo bool // one character that is a word by itself, which begins no other
}

// A question is what is asked, as terms.
type question struct {
	terms   []term
	left    []string // function words, which are not looked for
	over    int      // how many words are beyond maxTerms
	literal bool     // the terms are no words, and are looked for as they stand
}

// parseQuestion splits text into terms. Function words are left out unless there
// is nothing else, and of words with one stem the first stays. A text without
// any word is looked for as it stands, in the pieces between spaces.
func parseQuestion(text string) *question {
	q := &question{}
	b := []byte(text)
	var all []string
	for start, end := nextWord(b, 0); start < len(b); start, end = nextWord(b, end) {
		all = append(all, string(appendFolded(nil, b[start:end])))
	}
	if len(all) == 0 {
		q.literal = true
		for piece := range strings.FieldsSeq(text) {
			q.add(term{text: piece, stem: piece, solo: true})
		}
		return q
	}
	content := slices.DeleteFunc(slices.Clone(all), functionWord)
	if len(content) == 0 {
		content = all
	} else {
		for _, w := range all {
			if functionWord(w) && !slices.Contains(q.left, w) {
				q.left = append(q.left, w)
			}
		}
	}
	for _, w := range content {
		r, n := utf8.DecodeRuneInString(w)
		q.add(term{text: w, stem: stem(w), solo: n == len(w) && single(r)})
	}
	return q
}

func (q *question) add(t term) {
	switch {
	case slices.ContainsFunc(q.terms, func(o term) bool { return o.stem == t.stem }):
	case len(q.terms) == maxTerms:
		q.over++
	default:
		q.terms = append(q.terms, t)
	}
}

// functionWord reports whether w, in lower case, carries grammar and no
// subject. Quantifiers and negations (all, each, only, not) are no such words:
// a rule turns on them.
func functionWord(w string) bool {
	switch w {
	case "a", "an", "the", "this", "that", "these", "those", "there", "here",
		"i", "me", "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "it", "its", "they", "them", "their",
		"am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "has", "have", "had",
		"can", "could", "will", "would", "shall", "should", "may", "might", "must",
		"what", "which", "who", "whom", "whose", "how", "why", "when", "where", "whether",
		"of", "to", "in", "on", "at", "by", "for", "from", "with", "into", "about", "as",
		"and", "or", "but", "if", "then", "than", "so", "because", "while",
		"s", "t", "ll", "re", "ve", "d", "m", "don", "doesn", "isn", "please":
		return true
	}
	return false
}

// stem gives the stem of a word in lower case, for English (M. F. Porter, "An
// algorithm for suffix stripping", Program 14(3), 1980). A word with other
// characters than the letters a to z is its own stem, and so is one that is too
// long to be a word: the algorithm's time is quadratic in it.
func stem(w string) string {
	if len(w) > longestWord {
		return w
	}
	for i := range len(w) {
		if w[i]-'a' >= 26 {
			return w
		}
	}
	return string(porterstemmer.StemWithoutLowerCasing([]rune(w)))
}
