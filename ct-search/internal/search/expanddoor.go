package search

import (
	"context"
	"fmt"
	"io"
	"path"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	entity "github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	ask "github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// mostExpanded is how many of the definitions of a page have their graph told.
const mostExpanded = 5

// expansion reads --expand.
func (r *request) expansion(f *tool.Frame, kind entity.Kind) (ask.Expansion, error) {
	e, err := ask.ParseExpand(r.expand)
	switch {
	case err != nil:
		return e, opt.Usagef("expand", "--expand: %v", err)
	case e == ask.Expansion{} && draws(f):
		return e, noGraph(f)
	case e == ask.Expansion{}:
	case !callable(string(kind)):
		return e, opt.Usagef("expand", "--expand is told of what is called: function, method, class, macro; not of %s", kind)
	case f.Format == formatLines:
		return e, opt.Usagef("expand", "--expand adds to findings; --format %s has none: leave it out", formatLines)
	}
	return e, nil
}

// callable tells whether definitions of a kind are called.
func callable(kind string) bool {
	return kind == "function" || kind == "method" || kind == "class" || kind == "macro"
}

// expand adds to the report the graph around the first definitions that its
// page tells.
func (s *entities) expand(ctx context.Context, a *tool.Answer, found *entity.Found, report *entity.Report, page *tellable) (*calls.Found, error) {
	shown := found.Groups[min(s.offset, len(found.Groups)):min(s.offset+s.limit, len(found.Groups))]
	var roots []calls.Function
	for i := range shown[:min(len(shown), mostExpanded)] {
		roots = append(roots, functionOf(&shown[i].Match))
	}
	search := calls.Search{Files: s.search.Files, Folder: path.Base(workingFolder()), Nodes: calls.UsualNodes}
	around, err := search.Expand(ctx, roots, s.expansion.Callers, s.expansion.Callees)
	if err != nil {
		return nil, err
	}
	report.Graph, report.Lacks = around.Graph.Findings(), around.Limits()
	if n := len(shown) - len(roots); n > 0 {
		more := s.command([]string{"cursor", "limit"}, []string{"--cursor=" + s.behind(page, len(roots)), fmt.Sprintf("--limit=%d", mostExpanded)})
		why := fmt.Sprintf("the graph is that of the first %d definitions; %d more are told without; theirs: %s", len(roots), n, more)
		report.Lacks = append(report.Lacks, answer.Limit("limit", why, int64(n)))
		if draws(s.frame) {
			a.Aside += "ct-search: " + why + "\n"
		}
	}
	if n := around.Graph.Unfollowed; n > 0 {
		report.Summary.Notes = append(report.Summary.Notes, fmt.Sprintf("%d calls unresolved, not among the callers", n))
	}
	return around, nil
}

// functionOf gives a definition as a node of the graph.
func functionOf(m *occurrence.Match) calls.Function {
	return calls.Function{Path: m.Path, Qualname: m.Definition.Qualname, Line: m.Line}
}

// draw prints the graph of what was found in the language of the format, as far
// as the budget goes, and says on standard error too what it lacks.
func (t *telling) draw(out io.Writer, a *tool.Answer, found *calls.Found, d *calls.Drawing) error {
	var lacks []string
	for _, f := range found.Limits() {
		lacks = append(lacks, f.Message)
	}
	d.Mermaid, d.Notes, d.Fits = t.frame.Format == formatMermaid, append(lacks, d.Notes...), t.fits
	if t.frame.Budget != most {
		d.Rest = t.larger("--format=" + t.frame.Format)
	}
	text, left := found.Graph.Draw(d)
	if left != "" {
		lacks = append([]string{left}, lacks...)
	}
	for _, lack := range lacks {
		a.Aside += "ct-search: " + budget.EscapeLine(lack) + "\n"
	}
	_, err := io.WriteString(out, text)
	return err
}
