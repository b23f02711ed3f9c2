package definitions

import (
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/qlang"
)

// mostExpanded bounds the definitions of a page whose graph is shown.
const mostExpanded = 5

// expand returns the graph of calls around the page's first definitions, nil if none was asked for, and what it lacks.
func (r *Found) expand(ctx context.Context) (*calls.Found, []answer.Finding, error) {
	s := r.search
	if s.expansion == (qlang.Expansion{}) {
		return nil, nil, nil
	}
	from, to := s.Shown(len(r.Groups))
	shown := r.Groups[from:to]
	var roots []resolve.Function
	for i := range shown[:min(len(shown), mostExpanded)] {
		m := &shown[i].Match
		roots = append(roots, resolve.Function{Path: m.Path, Qualname: m.Definition.Qualname, Line: m.Line})
	}
	search := calls.Search{Files: s.Files, Areas: s.areas, Folder: path.Base(strings.Join(findings.Folders(), "/")), Nodes: calls.UsualNodes}
	around, err := search.Expand(ctx, roots, s.expansion.Callers, s.expansion.Callees)
	if err != nil {
		return nil, nil, err
	}
	lacks := around.Limits()
	if n := len(shown) - len(roots); n > 0 {
		more := s.page.Continue(&r.Tree, len(roots), mostExpanded)
		why := fmt.Sprintf("the graph is only of the first %d definitions; for the other %d: %s", len(roots), n, more)
		lacks = append(lacks, answer.Limit("limit", why, int64(n)))
	}
	return around, lacks, nil
}

// unfollowed returns a note about calls that are not in the graph, if there are any.
func unfollowed(around *calls.Found) []string {
	if around == nil || around.Graph.Unfollowed == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d calls unresolved, not among the callers", around.Graph.Unfollowed)}
}

// Draw returns the graph around the definitions of the page.
func (r *Found) Draw(ctx context.Context, d *findings.Drawing) (string, []string, error) {
	around, lacks, err := r.expand(ctx)
	if err != nil {
		return "", nil, err
	}
	return around.DrawGraph(d, "", lacks, append(r.notes(), unfollowed(around)...))
}
