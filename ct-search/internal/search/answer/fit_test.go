package answer_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
)

// page has something in every part that is cut.
func page() *answer.Answer {
	findings := func(what string, n int) []answer.Finding {
		var all []answer.Finding
		for i := range n {
			all = append(all, answer.Finding{Category: "reference", Message: fmt.Sprintf("%s%d", what, i)})
		}
		return all
	}
	a := &answer.Answer{
		Summary: answer.Summary{Matches: 9, Returned: 4}, KeyFindings: findings("key", 2), Evidence: findings("evidence", 2),
		Sections: []answer.Section{
			{Title: answer.TitleTop, Findings: findings("top", 3)}, {Title: answer.TitleKinds, Findings: findings("kind", 1)},
			{Title: answer.TitleHot, Findings: findings("hot", 1)}, {Title: answer.TitleFollow, Findings: findings("follow", 2)},
			{Title: answer.TitleDefinitions, Findings: findings("likely", 1)}, {Title: answer.TitleMentions, Findings: findings("mention", 1)},
			{Title: answer.TitlePaths, Findings: findings("path", 1)}, {Title: answer.TitleLimits, Findings: findings("limit", 1)},
		},
	}
	return a
}

var part = regexp.MustCompile(`^[a-z]+\d$`)

// TestAnAnswerIsCutInTheOrderOfThePage takes away one line after the other.
func TestAnAnswerIsCutInTheOrderOfThePage(t *testing.T) {
	t.Parallel()
	whole := page()
	var gone []string
	before := whole.Markdown()
	for lines := strings.Count(before, "\n") - 1; lines > 0; lines-- {
		cut := answer.Fit(whole, func(a *answer.Answer) bool { return strings.Count(a.Markdown(), "\n") <= lines })
		after := cut.Markdown()
		for line := range strings.Lines(before) {
			name := strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if part.MatchString(name) && !strings.Contains(after, line) {
				gone = append(gone, name)
			}
		}
		before = after
	}
	want := "hot0 path0 likely0 kind0 follow1 mention0 top2 top1 key1 top0"
	if got := strings.Join(gone, " "); got != want {
		t.Errorf("goes as\n%s, want\n%s", got, want)
	}
	for _, stays := range []string{"files searched", "key0", "follow0", "limit0"} {
		if !strings.Contains(before, stays) {
			t.Errorf("%s is gone", stays)
		}
	}
	if got := whole.Markdown(); got != page().Markdown() {
		t.Errorf("the answer itself was cut:\n%s", got)
	}
}
