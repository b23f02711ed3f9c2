// Package nearest finds the known names that a mistyped word may have meant.
package nearest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Of returns at most max of the candidates that word may have meant, best first; max ≤ 0 means no limit. A difference
// in case costs nothing, but decides between equals; after that the order of the candidates does. A candidate is
// plausible if its distance is at most a third of the length of the longer name, or at most 1 if one character stays
// the same. It is also plausible if one name begins with the other and that has at least two characters; this counts as
// one edit. The caller removes the dashes of options.
func Of(word string, candidates []string, max int) []string {
	if word == "" {
		return nil
	}
	exact, folded := []rune(word), fold(word)
	type found struct {
		name             string
		cost, edits, raw int
	}
	var near []found
	for _, name := range candidates {
		if name == "" {
			continue
		}
		cost, edits, ok := plausible(folded, fold(name))
		if !ok || slices.ContainsFunc(near, func(f found) bool { return f.name == name }) {
			continue
		}
		near = append(near, found{name, cost, edits, Distance(exact, []rune(name))})
	}
	slices.SortStableFunc(near, func(a, b found) int { return cmp.Or(a.cost-b.cost, a.edits-b.edits, a.raw-b.raw) })
	if max > 0 && len(near) > max {
		near = near[:max]
	}
	names := make([]string, len(near))
	for i, f := range near {
		names[i] = f.name
	}
	return names
}

// Hint returns the end of a usage error, `; did you mean "count"?`, or "" if no candidate is plausible.
func Hint(word string, candidates []string) string {
	if best := Of(word, candidates, 1); len(best) == 1 {
		return `; did you mean "` + best[0] + `"?`
	}
	return ""
}

// shortestPrefix is the minimum number of characters for which it matters that one name begins with the other.
const shortestPrefix = 2

// plausible returns the edits between two folded names, their cost, and whether they are similar enough.
func plausible(a, b []rune) (cost, edits int, ok bool) {
	longer, shorter := a, b
	if len(longer) < len(shorter) {
		longer, shorter = shorter, longer
	}
	if len(shorter) >= shortestPrefix && slices.Equal(longer[:len(shorter)], shorter) {
		edits = len(longer) - len(shorter)
		return min(edits, 1), edits, true
	}
	bound := max(len(longer)/3, 1)
	if len(longer)-len(shorter) > bound {
		return 0, 0, false
	}
	edits = Distance(a, b)
	return edits, edits, edits <= bound && edits < len(longer)
}

// fold returns the runes of a word, each in lower case. Their number stays the same.
func fold(word string) []rune { return []rune(strings.Map(unicode.ToLower, word)) }

// Distance returns the number of edits that turn a into b: a rune inserted, deleted or replaced, or two neighbors
// exchanged, without editing a part twice. It is the optimal string alignment distance, the restricted form of
// Damerau's (F. J. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964).
// It takes O(len(a)·len(b)) time and three rows of memory.
func Distance(a, b []rune) int {
	older := make([]int, len(b)+1)
	above := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(above[j]+cost, above[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, older[j-1]+1)
			}
			row[j+1] = d
		}
		older, above, row = above, row, older
	}
	return above[len(b)]
}
