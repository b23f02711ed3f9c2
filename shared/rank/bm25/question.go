package bm25

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/go-porterstemmer"
)

// longestWord is the maximum length of a word, in bytes; longer ones have no other forms.
const longestWord = 64

// MaxTerms is the most words of a question. One with more is refused, as the verdict would ignore the rest.
const MaxTerms = 200

// Term is a word of a question.
type Term struct {
	Text  string // in lower case
	Stem  string
	Solo  bool // a single character that is a word; it begins no other word
	Times int  // how often the question has it or another of its forms
}

// Question is a question as terms.
type Question struct {
	Terms   []Term
	Pairs   []Pair
	Over    int  // number of words beyond MaxTerms
	Literal bool // the terms are not words, and are searched for literally
}

// Pair is two terms that follow each other in a question, by index.
type Pair struct{ First, Second uint16 }

// Parse splits text into terms. Function words are left out unless there is nothing else, and words with the
// same stem are one term. The parts of a word such as readFile are terms too. A text without words is searched for
// literally, in the pieces between spaces.
func Parse(text string) *Question {
	q := &Question{}
	b := []byte(text)
	functions := true
	for start, end := NextWord(b, 0); start < len(b) && functions; start, end = NextWord(b, end) {
		functions = FunctionWord(string(AppendFolded(nil, b[start:end])))
	}
	words, last := 0, -1
	for start, end := NextWord(b, 0); start < len(b); start, end = NextWord(b, end) {
		words++
		w := string(AppendFolded(nil, b[start:end]))
		if !functions && FunctionWord(w) {
			last = -1
			continue
		}
		at := q.add(w)
		if pair := (Pair{uint16(max(last, 0)), uint16(max(at, 0))}); last >= 0 && at >= 0 && last != at && !slices.Contains(q.Pairs, pair) {
			q.Pairs = append(q.Pairs, pair)
		}
		last = at
		for part := range Parts(b[start:end]) {
			if p := string(AppendFolded(nil, part)); !FunctionWord(p) {
				q.add(p)
			}
		}
	}
	if words == 0 {
		q.Literal = true
		for piece := range strings.FieldsSeq(text) {
			q.put(Term{Text: piece, Stem: piece, Solo: true})
		}
	}
	return q
}

// add adds a word, and returns the index of its term, -1 if there is no room for it.
func (q *Question) add(w string) int {
	r, n := utf8.DecodeRuneInString(w)
	return q.put(Term{Text: w, Stem: Stem(w), Solo: n == len(w) && single(r)})
}

func (q *Question) put(t Term) int {
	at := slices.IndexFunc(q.Terms, func(o Term) bool { return o.Stem == t.Stem })
	switch {
	case at >= 0:
	case len(q.Terms) == MaxTerms:
		q.Over++
		return -1
	default:
		at = len(q.Terms)
		q.Terms = append(q.Terms, t)
	}
	q.Terms[at].Times++
	return at
}

// Parts yields the parts of a word that is written like readFile or HTTPServer, if it has more than one.
func Parts(word []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		from := 0
		for i := 1; i < len(word); i++ {
			if isUpper(word[i]) && (!isUpper(word[i-1]) || i+1 < len(word) && isLower(word[i+1])) {
				if !yield(word[from:i]) {
					return
				}
				from = i
			}
		}
		if from > 0 {
			yield(word[from:])
		}
	}
}

func isUpper(c byte) bool { return c-'A' < 26 }
func isLower(c byte) bool { return c-'a' < 26 }

// FunctionWord reports whether w, in lower case, is a word of grammar without a subject. Quantifiers and negations
// (all, each, only, not) are not function words, because a rule depends on them.
func FunctionWord(w string) bool {
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

// Stem returns the stem of an English word in lower case (M. F. Porter, "An algorithm for suffix
// stripping", Program 14(3), 1980). A word with characters other than a to z is its own stem, and
// so is a text that is too long to be a word: the algorithm takes quadratic time.
func Stem(w string) string {
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
