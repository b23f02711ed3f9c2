package calls

import (
	"fmt"
	"sort"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
)

// A Drawing says how a graph is drawn.
type Drawing struct {
	Mermaid bool     // in the language of Mermaid, not in that of Graphviz
	Symbol  string   // names node 0 of the graph of a symbol
	Notes   []string // what there is to say of the graph, told in comments
	Rest    string   // the command that draws more, "" if there is none
	Fits    func(text string) bool
}

// Draw gives the text of a drawing: the functions nearest to those that were
// asked for, as many as fit, and the calls between them. left counts what did
// not fit, "" if all did; it is told in a comment too.
func (g *Graph) Draw(d *Drawing) (text, left string) {
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
func (g *Graph) draw(d *Drawing, nodes int, notes []string) string {
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

// quoted gives a label between quotes, its line breaks as both languages write
// them.
func quoted(label string) string {
	lines := strings.Split(label, "\n")
	for i := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(budget.EscapeLine(lines[i]))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
