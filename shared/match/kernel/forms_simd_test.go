//go:build goexperiment.simd && amd64

package kernel

import "fmt"

// addVectorForms adds the forms of t that a text of that length would not be
// long enough for, or that t would not choose, where the processor has them.
func addVectorForms(forms map[string]teddyForm, t *Teddy, length int) {
	if !vectors() || length-t.offsets[2] < width {
		return
	}
	forms["vector"] = t.vector
	if wideVectors() {
		forms["wide"] = t.wide
	}
	for _, two := range [][2]int{{0, 1}, {1, 2}, {0, 2}} {
		some := *t
		some.one, some.other = two[0], two[1]
		if wideVectors() {
			forms[fmt.Sprint("wide, places ", two)] = some.wideTwo
		}
	}
}

// pairForms gives the forms of Index for a text of that length.
func pairForms(p *Pair, length int) map[string]func([]byte, int) int {
	forms := map[string]func([]byte, int) int{"plain": p.plain}
	if len(p.text) > 1 && vectors() && length-(p.second-p.first) >= width {
		forms["vector"] = p.vector
		if wideVectors() {
			forms["wide"] = p.wide
		}
	}
	return forms
}
