package main

import (
	"fmt"

	"github.com/ct-tools/ct/shared/grep"
)

// maxEcho bounds what an answer repeats of a term or a path in a row, in bytes.
const maxEcho = 100

func clip(text string) string { return grep.Echo(text, maxEcho) }

// labels gives what an answer calls each term: no two the same, though texts are
// clipped and bytes that are no UTF-8 are spelled out.
func labels(terms []string) []string {
	all := make([]string, len(terms))
	taken := map[string]bool{}
	for i, term := range terms {
		name := clip(term)
		for n := i + 1; taken[name]; n++ {
			name = fmt.Sprintf("%s#%d", clip(term), n)
		}
		all[i], taken[name] = name, true
	}
	return all
}
