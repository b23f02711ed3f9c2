package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/rank/bm25"
)

// maxNearest is how many titles are suggested if nothing was found.
const maxNearest = 3

// farthest is the share of a word in which a suggested title may differ.
const farthest = 0.4

// routes says how to continue without results: the titles with the most similar words, and how to see all nodes.
func (s *search) routes() []string {
	if len(s.nodes) == 0 {
		return []string{s.request.table.ForCaller("no Markdown, reStructuredText, AsciiDoc or MDX there; --root DIR names another folder, --include GLOB other files")}
	}
	var notes []string
	if near := s.nearest(); len(near) > 0 && s.frame.WantsHints() {
		notes = append(notes, "nearest titles: "+strings.Join(near, ", "))
	}
	list := cmp.Or(s.request.table.Command(opt.Command{Form: formList, Keep: opt.Search()}), "ct-spec --list")
	return append(notes, fmt.Sprintf("all %s: %s", grep.Plural(int64(len(s.nodes)), "node", "nodes"), list))
}

// nearest returns the nodes with the titles or words most similar to the question's, as "title" (id), if any are.
func (s *search) nearest() []string {
	if s.request.list {
		return nil
	}
	type candidate struct {
		node *node
		far  float64
	}
	asked := wordsOf(s.text)
	var list []candidate
	for i := range s.nodes {
		n := &s.nodes[i]
		if far := distance(asked, wordsOf(n.title+" "+n.id)); far <= farthest {
			list = append(list, candidate{n, far})
			slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
			list = list[:min(len(list), maxNearest)]
		}
	}
	var near []string
	for _, c := range list {
		title, _ := budget.ClipLine([]byte(c.node.title), 0, 0, 60)
		id, _ := budget.ClipLine([]byte(c.node.id), 0, 0, 60)
		near = append(near, fmt.Sprintf("%q (%s)", title, id))
	}
	return near
}

// wordsOf returns the first words other than function words, in lower case, no longer than is worth comparing.
func wordsOf(text string) (words [][]rune) {
	const most, longest = 16, 32
	b := []byte(text)
	for start, end := bm25.NextWord(b, 0); start < len(b) && len(words) < most; start, end = bm25.NextWord(b, end) {
		if w := string(bm25.AppendFolded(nil, b[start:end])); !bm25.FunctionWord(w) {
			runes := []rune(w)
			words = append(words, runes[:min(len(runes), longest)])
		}
	}
	return words
}

// distance returns the fewest edits, relative to the longer word, from a word of a to one of b; 1 without words.
func distance(a, b [][]rune) float64 {
	least := 1.0
	for _, x := range a {
		for _, y := range b {
			least = min(least, float64(nearest.Distance(x, y))/float64(max(len(x), len(y))))
		}
	}
	return least
}
