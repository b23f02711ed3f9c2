package calls

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
)

// A drawing is how a graph is drawn, what names its node 0 and what comments say.
type drawing struct {
	*findings.Drawing
	Symbol string
	Notes  []string
}

// DrawGraph returns the text of a drawing, and what there is to say about it: what
// was left out of the drawing, and what is missing in the graph. symbol names node 0 of the graph of a
// symbol; lacks and notes are also comments in the text.
func (r *Found) DrawGraph(d *findings.Drawing, symbol string, lacks []answer.Finding, notes []string) (text string, messages []string, err error) {
	for _, lack := range lacks {
		messages = append(messages, lack.Message)
	}
	text, left := r.Graph.Draw(&drawing{d, symbol, append(slices.Clip(messages), notes...)})
	if left != "" {
		messages = append([]string{left}, messages...)
	}
	return text, messages, nil
}

// Draw returns the text of a drawing: the functions nearest to those that were asked for, as many as fit, and the calls
// between them. left counts what did not fit, "" if all did; a comment says so too.
func (g *Graph) Draw(d *drawing) (text, left string) {
	if text = g.draw(d, len(g.Nodes), d.Notes); d.Fits(text) {
		return text, ""
	}
	some := func(nodes int) (string, string) {
		left := g.left(nodes)
		if d.Rest != "" {
			left += ": " + d.Rest
		}
		return g.draw(d, nodes, append([]string{left}, d.Notes...)), left
	}
	fewest := max(g.Roots, 1)
	over := sort.Search(len(g.Nodes)-fewest, func(i int) bool {
		text, _ := some(fewest + i)
		return !d.Fits(text)
	})
	return some(max(fewest, fewest+over-1))
}

// left counts what a drawing of the first nodes leaves out.
func (g *Graph) left(nodes int) string {
	edges := 0
	for i := range g.Edges {
		if g.Edges[i].From >= nodes || g.Edges[i].To >= nodes {
			edges++
		}
	}
	return fmt.Sprintf("%s and %s not drawn", grep.Plural(int64(len(g.Nodes)-nodes), "function", "functions"), grep.Plural(int64(edges), "edge", "edges"))
}

// draw draws the first nodes and the edges between them.
func (g *Graph) draw(d *drawing, nodes int, notes []string) string {
	var out strings.Builder
	comment, end := "  // ", "}\n"
	if d.Mermaid {
		comment, end = "  %% ", ""
		out.WriteString("flowchart RL\n")
	} else {
		out.WriteString("digraph calls {\n  rankdir=RL;\n  node [shape=box];\n")
	}
	for _, note := range notes {
		out.WriteString(comment + budget.EscapeLine(note) + "\n")
	}
	for i := range g.Nodes[:nodes] {
		label := quoted(g.label(i, d.Symbol))
		if d.Mermaid {
			fmt.Fprintf(&out, "  n%d[%s]\n", i, strings.ReplaceAll(label, `\"`, "#quot;"))
		} else {
			fmt.Fprintf(&out, "  n%d [label=%s];\n", i, label)
		}
	}
	for i := range g.Edges {
		switch e := &g.Edges[i]; {
		case e.From >= nodes || e.To >= nodes:
		case d.Mermaid:
			fmt.Fprintf(&out, "  n%d %s|%d| n%d\n", e.From, [...]string{"-->", "-.->", "-.->"}[e.Tier], e.Sites, e.To)
		default:
			fmt.Fprintf(&out, "  n%d -> n%d [label=\"%d\"%s];\n", e.From, e.To, e.Sites, [...]string{"", ",style=dashed", ",style=dotted"}[e.Tier])
		}
	}
	return out.String() + end
}

func (g *Graph) label(i int, symbol string) string {
	if i == 0 && g.Roots == 0 {
		return symbol
	}
	n := &g.Nodes[i]
	if n.Qualname == "" || n.Path == "" {
		return n.Name()
	}
	return fmt.Sprintf("%s\n%s:%d", n.Qualname, n.Path, n.Line)
}

// quoted returns a label between quotes, its line breaks as both languages write them.
func quoted(label string) string {
	lines := strings.Split(label, "\n")
	for i := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(budget.EscapeLine(lines[i]))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
