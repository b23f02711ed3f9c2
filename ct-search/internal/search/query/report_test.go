package query_test

import (
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/query"
)

func TestAPageThatTimedOutDoesNotSayThatThereIsNoMore(t *testing.T) {
	t.Parallel()
	for offset, want := range map[int]string{0: "no match before --timeout ended the search", 10: "no more matches before --timeout ended the search"} {
		r := query.Report{Query: "x", Summary: answer.Summary{TimedOut: true}, Found: &query.Found{}, Limit: 10, Offset: offset}
		if got := r.Answer().KeyFindings[0].Message; got != want {
			t.Errorf("behind %d: %q, want %q", offset, got, want)
		}
	}
}
