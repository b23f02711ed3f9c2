package main

import (
	"fmt"

	"github.com/ct-tools/ct/shared/grep"
)

// maxEcho is the maximum length, in bytes, of a term or a path in a row of an answer.
const maxEcho = 100

func clip(text string) string { return grep.Echo(text, maxEcho) }

// labels returns the name of each term in an answer. All names are different, although texts are
// clipped and invalid bytes are spelled out.
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
