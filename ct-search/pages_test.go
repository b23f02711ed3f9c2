package main

import (
	"fmt"
	"slices"
	"testing"
)

// TestPagesOfFindingsAreTheWhole holds the findings of all pages, of any size
// and under any budget, to those of one large page.
func TestPagesOfFindingsAreTheWhole(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"Recorder", "the file", "source.Scan", "e"} {
		for _, size := range []int{1, 3, 7} {
			whole := places(answerOf(t, "../shared", "--limit=60", query))
			var paged []string
			next := ""
			for len(paged) < len(whole) {
				args := []string{fmt.Sprintf("--limit=%d", size), query}
				if next != "" {
					args = append([]string{"--cursor=" + next}, args...)
				}
				page := answerOf(t, "../shared", args...)
				told := places(page)
				paged = append(paged, told...)
				if next = page.text("next_cursor"); next == "" || len(told) == 0 {
					break
				}
			}
			if n := min(len(whole), len(paged)); !slices.Equal(paged[:n], whole[:n]) || len(paged) < len(whole) {
				t.Errorf("%s in pages of %d: %d places, want %d\n%q\n%q", query, size, len(paged), len(whole), paged, whole)
			}
		}
	}
}

// places gives where the findings of an answer stand, in the order of their
// ranks.
func places(answer *object) []string {
	byRank := map[string]string{}
	var ranks []string
	for _, s := range answer.list("sections") {
		if title := s.text("title"); title != "Top Matches" && title != "Non-code Mentions" {
			continue
		}
		for _, f := range s.list("findings") {
			rank := fmt.Sprintf("%6v", f.object("details").object("data").values["rank"])
			a := f.object("anchor")
			byRank[rank] = fmt.Sprintf("%s:%v:%v", a.text("file"), a.values["line"], a.values["col"])
			ranks = append(ranks, rank)
		}
	}
	slices.Sort(ranks)
	var all []string
	for _, r := range ranks {
		all = append(all, byRank[r])
	}
	return all
}
