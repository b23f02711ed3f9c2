package query

import (
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
)

// Uses that no group shows are among the first ones only if they were kept of every file, which depends on no worker.
func TestFirstUses(t *testing.T) {
	use := func(path string, role rank.Role) []occurrence.Group {
		return []occurrence.Group{{Match: occurrence.Match{Path: path, Line: 1, Kind: source.Callsite, Role: role}, Count: 1}}
	}
	for grouped, want := range map[int64]string{2: "b", 3: "a"} {
		found := newFound(3)
		found.Grouped, found.Leads, found.Others = grouped, use("a", rank.Test), use("b", rank.Source)
		if found.decide(); found.Leads[0].Path != want {
			t.Errorf("with %d groups of 3 first %s, want %s", grouped, found.Leads[0].Path, want)
		}
	}
}
