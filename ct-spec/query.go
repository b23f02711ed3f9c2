package main

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/go-porterstemmer"
)

// longestWord is the maximum length of a word, in bytes; longer ones have no other forms.
const longestWord = 64

// maxTerms is the most words of a question. One with more is refused, as the verdict would ignore the rest.
const maxTerms = 200

// term is a word of the question.
type term struct {
	text string // in lower case
	stem string
	solo bool // a single character that is a word; it begins no other word
}

// question is the question as terms.
type question struct {
	terms   []term
	left    []string // function words, which are not searched for
	over    int      // number of words beyond maxTerms
	literal bool     // the terms are not words, and are searched for literally
}

// parseQuestion splits text into terms. Function words are left out unless there is nothing else, and of words with the
// same stem only the first is kept. A text without words is searched for literally, in the pieces between spaces.
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

// functionWord reports whether w, in lower case, is a word of grammar without a subject. Quantifiers and negations
// (all, each, only, not) are not function words, because a rule depends on them.
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

// stem returns the stem of an English word in lower case (M. F. Porter, "An algorithm for suffix
// stripping", Program 14(3), 1980). A word with characters other than a to z is its own stem, and
// so is a text that is too long to be a word: the algorithm takes quadratic time.
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
