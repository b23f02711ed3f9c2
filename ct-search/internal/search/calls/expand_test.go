package calls

import (
	"context"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// What a function calls after the part of its file that is read is not shown,
// and the answer says so; likewise of a file that has gone.
func TestCalleesThatAreNotReadAreAccountedFor(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{
		"big.py":   "def leaf(): pass\n" + strings.Repeat("# filler\n", resolve.MaxModule/9+1) + "def late():\n    leaf()\n",
		"small.py": "def leaf(): pass\ndef early():\n    leaf()\n",
	})
	for _, c := range []struct {
		function resolve.Function
		why      ledger.Reason
	}{
		{resolve.Function{Path: dir + "/big.py", Qualname: "late", Line: 932070}, ledger.TooLarge},
		{resolve.Function{Path: dir + "/gone.py", Qualname: "late", Line: 1}, ledger.Unreadable},
		{resolve.Function{Path: dir + "/small.py", Qualname: "early", Line: 2}, ledger.None},
	} {
		s := &Search{Files: walk.Options{Roots: []string{dir}}, Nodes: UsualNodes}
		found, err := s.Expand(context.Background(), []resolve.Function{c.function}, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if cuts := found.Ledger.Cuts(); (c.why == ledger.None) != (len(cuts) == 0) || len(cuts) > 0 && (cuts[0].Reason != c.why || cuts[0].First.Path != c.function.Path) {
			t.Errorf("%s: %+v, want %s", c.function.Path, cuts, c.why)
		}
	}
}
