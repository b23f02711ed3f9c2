package query

import (
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/findings"
)

func TestAPageThatTimedOutDoesNotSayThatThereIsNoMore(t *testing.T) {
	t.Parallel()
	for offset, want := range map[int]string{0: "no match before --timeout ended the search", 10: "no more matches before --timeout ended the search"} {
		r := Found{search: &Search{Window: findings.Window{Limit: 10, Offset: offset}}}
		if got := r.nothing(true).Message; got != want {
			t.Errorf("after %d: %q, want %q", offset, got, want)
		}
	}
}
