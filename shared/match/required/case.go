package required

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWritten is the number of texts up to which texts in any case are spelled out.
const maxWritten = 4

// sameCase makes two sets fit to be crossed if one has texts in any case and the other in one case. A few are spelled out,
// so that [Tt]he becomes The and the; otherwise all become texts in any case, which are less specific.
func sameCase(a, b set) (set, set) {
	if !(a.anyFold() && b.anyCased() || b.anyFold() && a.anyCased()) {
		return a, b
	}
	if a.writtenOut()*b.writtenOut() <= maxWritten {
		return a.writeOut(), b.writeOut()
	}
	return a.fold(), b.fold()
}

func (s set) anyFold() bool {
	return slices.ContainsFunc(s.texts, func(p piece) bool { return p.Fold })
}

// anyCased reports whether s has a text in one case that has other cases.
func (s set) anyCased() bool {
	return slices.ContainsFunc(s.texts, func(p piece) bool { return p.cased && !p.Fold })
}

// fold returns s with all texts in any case.
func (s set) fold() set {
	if !s.anyCased() {
		return s
	}
	u := newUnion()
	for _, p := range s.texts {
		u.add(set{texts: []piece{newPiece(p.Text.Text, true)}})
	}
	return u.set()
}

// writtenOut returns how many texts s has when spelled out, at most maxWritten+1.
func (s set) writtenOut() int {
	all := 0
	for _, p := range s.texts {
		n := 1
		if p.Fold {
			for _, r := range p.Text.Text {
				if n = min(n*len(Forms(r)), maxWritten+1); n > maxWritten {
					break
				}
			}
		}
		all = min(all+n, maxWritten+1)
	}
	return all
}

// writeOut returns s with each text in any case replaced by its spellings.
func (s set) writeOut() set {
	u := newUnion()
	u.certain = s.certain
	for _, p := range s.texts {
		for _, text := range p.spellings() {
			u.add(set{texts: []piece{newPiece(text, false)}, certain: s.certain})
		}
	}
	return u.set()
}

// spellings returns the texts that p stands for.
func (p piece) spellings() []string {
	if !p.Fold {
		return []string{p.Text.Text}
	}
	all := []string{""}
	for _, r := range p.Text.Text {
		var longer []string
		for _, start := range all {
			for _, f := range Forms(r) {
				longer = append(longer, start+string(f))
			}
		}
		all = longer
	}
	return all
}

// Forms returns the characters that are equal to r except for case, by unicode.SimpleFold, in ascending order.
func Forms(r rune) []rune {
	first := Least(r)
	all := []rune{first}
	for f := unicode.SimpleFold(first); f != first; f = unicode.SimpleFold(f) {
		all = append(all, f)
	}
	return all
}

// Least returns the first of the Forms of r.
func Least(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	if r < utf8.RuneSelf {
		return r
	}
	first := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		first = min(first, f)
	}
	return first
}

// leastForms returns s with each character replaced by its least form.
func leastForms(s string) string { return strings.Map(Least, s) }
