// Package bm25 ranks documents by the words of a question: a sum over fields, each with its own BM25 (S. Robertson, H.
// Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with what words as they are in the question
// and words beside each other add. Callers count words and say what their collection is like; docs/spec-ranking.md says
// how the constants were chosen.
package bm25

import "math"

// MaxFields is the greatest number of fields of a document.
const MaxFields = 4

// Field is the constants of a field.
type Field struct {
	Weight float64
	K1, B  float64 // how soon repeating a word adds no more, and how much the length of the field matters
}

// Model is the constants of a ranking.
type Model struct {
	Fields []Field
	Same   float64 // weight of a word in the same form as in the question, beside that of all its forms
	Pair   float64 // weight of two neighbours of the question in the same order, and of both near each other
	Paired int     // the field in which pairs count
	Repeat float64 // exponent of how often a word is in the question
	Longer float64 // count of a word that only begins with a term
}

// Usual returns the model for fields with the given weights. The one at paired is the text.
func Usual(paired int, weights ...float64) Model {
	m := Model{Same: 0.3, Pair: 0.1, Paired: paired, Repeat: 0.5, Longer: 0.25}
	for _, w := range weights {
		m.Fields = append(m.Fields, Field{Weight: w, K1: 2, B: 0.75})
	}
	return m
}

// Near is the greatest distance of two words that are near each other, in words.
const Near = 8

// Counts is how often a term occurs in each field of a document.
type Counts struct {
	Forms  [MaxFields]uint16 // in its own form or another
	Same   [MaxFields]uint16 // in its own form
	Longer [MaxFields]uint16 // as the beginning of a longer word
}

// Add counts a word that matches a term.
func (c *Counts) Add(field int, form Form) {
	switch form {
	case Same:
		c.AddSame(field, 1)
	case Other:
		c.Forms[field] = sum(c.Forms[field], 1)
	case Longer:
		c.Longer[field] = sum(c.Longer[field], 1)
	}
}

// AddSame counts n words that are a term.
func (c *Counts) AddSame(field int, n int) {
	c.Forms[field], c.Same[field] = sum(c.Forms[field], n), sum(c.Same[field], n)
}

// Join adds the counts of another part of the document.
func (c *Counts) Join(o *Counts) {
	for f := range MaxFields {
		c.Forms[f], c.Same[f], c.Longer[f] = sum(c.Forms[f], int(o.Forms[f])), sum(c.Same[f], int(o.Same[f])), sum(c.Longer[f], int(o.Longer[f]))
	}
}

// In reports whether the term occurs in the first fields.
func (c *Counts) In(fields int) bool {
	for f := range fields {
		if c.Forms[f]|c.Longer[f] > 0 {
			return true
		}
	}
	return false
}

// sum adds without overflow: beyond the maximum a count makes no difference.
func sum(a uint16, n int) uint16 { return uint16(min(int(a)+n, math.MaxUint16)) }

// PairCounts is how often two terms occur beside each other in the order of the question, and how often near each other.
type PairCounts struct{ Ordered, Near uint16 }

// Add counts another occurrence of the second term, at a distance from the first: positive if that is before it.
func (c *PairCounts) Add(distance int) {
	if distance == 1 {
		c.Ordered = sum(c.Ordered, 1)
	}
	if distance >= -Near && distance <= Near {
		c.Near = sum(c.Near, 1)
	}
}

// Join adds the counts of another part of the document.
func (c *PairCounts) Join(o PairCounts) {
	c.Ordered, c.Near = sum(c.Ordered, int(o.Ordered)), sum(c.Near, int(o.Near))
}

// Frequency is in how many documents a term occurs: in any field, and in its own form in each field.
type Frequency struct {
	Any  int
	Same [MaxFields]int
}

// Count counts a document with the term. Only the first fields are of the document itself.
func (f *Frequency) Count(c *Counts, fields int) {
	if c.In(fields) {
		f.Any++
	}
	for i, n := range c.Same {
		if n > 0 {
			f.Same[i]++
		}
	}
}

// Collection is what the ranking knows of all documents.
type Collection struct {
	Documents int
	Mean      [MaxFields]float64 // length of each field
}

// IDF returns the weight of what occurs in df documents. It stays above 0 if most documents, or the only one, have it.
func (c *Collection) IDF(df int) float64 {
	n, d := float64(c.Documents), float64(df)
	return math.Log(1 + max(n-d, 0)/(d+0.5) + 0.5/(d+0.5))
}

// Lengths is the number of words in each field of a document.
type Lengths [MaxFields]uint32

// bm25 returns how much tf occurrences count in a field, from 0 to K1+1.
func (c *Collection) bm25(f *Field, field int, tf float64, l *Lengths) float64 {
	length := 1 - f.B + f.B*float64(l[field])/max(c.Mean[field], 1)
	return tf * (f.K1 + 1) / (tf + f.K1*length)
}

// Term returns how much a term counts in a document; times is how often the question has it.
func (m *Model) Term(c *Collection, times int, df *Frequency, n *Counts, l *Lengths) (score float64) {
	any := c.IDF(df.Any)
	for i := range m.Fields {
		f := &m.Fields[i]
		if tf := float64(n.Forms[i]) + m.Longer*float64(n.Longer[i]); tf > 0 {
			score += f.Weight * any * c.bm25(f, i, tf, l)
		}
		if tf := float64(n.Same[i]); tf > 0 {
			score += f.Weight * m.Same * c.IDF(df.Same[i]) * c.bm25(f, i, tf, l)
		}
	}
	return score * math.Pow(float64(times), m.Repeat)
}

// PairOf returns how much a pair counts in a document; df is in how many documents it is ordered, and near.
func (m *Model) PairOf(c *Collection, ordered, near int, n PairCounts, l *Lengths) float64 {
	f := &m.Fields[m.Paired]
	score := 0.0
	if n.Ordered > 0 {
		score += c.IDF(ordered) * c.bm25(f, m.Paired, float64(n.Ordered), l)
	}
	if n.Near > 0 {
		score += c.IDF(near) * c.bm25(f, m.Paired, float64(n.Near), l)
	}
	return m.Pair * score
}
