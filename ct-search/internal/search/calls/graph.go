package calls

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
)

// A Graph has the callers of the symbol, their callers, and so on. Node 0 stands for the symbol itself.
type Graph struct {
	Nodes []Node
	Edges []Edge // by the depth of the callee, then in the order of calls
	Roots int    // how many of the first nodes were asked for; 0 for the symbol
	Left  int    // number of functions left out because of the budget of nodes
	Next  string // qualified name of the first of them that is a function
	// Unfollowed is the number of calls without a known binding, which the graph does not contain.
	Unfollowed int64

	end func(site *resolve.Site, callee, depth int) bool // see Search.End
}

// A Node is a function of the graph.
type Node struct {
	resolve.Function
	Depth int // calls from it to the symbol, at least
}

// Name returns the qualified name, or the file if the calls are not in a definition.
func (n *Node) Name() string {
	if n.Qualname == "" {
		return n.Path
	}
	return n.Qualname
}

// place returns where the node is defined, nil for the symbol itself.
func (n *Node) place() *answer.PlaceData {
	if n.Path == "" {
		return nil
	}
	return &answer.PlaceData{File: n.Path, Line: n.Line, Qualname: n.Qualname}
}

// An Edge says that one function calls another, and at how many sites.
type Edge struct {
	From, To int // indexes in Nodes: caller and callee
	Sites    int64
	Tier     resolve.Tier // of the surest site
	At       occurrence.Match
	Down     bool   // it was followed from the caller to the callee
	Reason   string // the reason for the tier
}

// UsualNodes is the default maximum number of functions in a graph.
const UsualNodes = 200

// graph follows callers of callers, level by level: each level is one more pass
// over the tree for the names of all callers found on the last.
func (s *Search) graph(ctx context.Context, found *Found, cache *cache) (*Graph, error) {
	g := &Graph{Nodes: []Node{{}}, end: s.End}
	known := map[resolve.Function]int{}
	for _, t := range s.asked(found) { // a call from one is a cycle
		known[t.Function()] = 0
	}
	fresh := g.level(known, found.Sites, func(*resolve.Site) int { return 0 }, 1, s.Nodes)
	for depth := 2; depth <= s.Depth && len(fresh) > 0; depth++ {
		sites, callees, err := s.callersOf(ctx, g, fresh, found, cache)
		if err != nil {
			return g, err
		}
		fresh = g.level(known, sites, func(site *resolve.Site) int { return callees[site] }, depth, s.Nodes)
	}
	return g, nil
}

// asked returns the definitions that node 0 stands for: those with exactly the name of the symbol or, if there are
// none, all that it can mean. Others, such as a method with the name of the function, are nodes of their own.
func (s *Search) asked(found *Found) []*resolve.Definition {
	var wanted, exact []*resolve.Definition
	for _, t := range found.Definitions {
		switch {
		case !t.Wanted:
		case t.Qualname() == s.Name:
			exact = append(exact, t)
			fallthrough
		default:
			wanted = append(wanted, t)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return wanted
}

// level enters the callers at sites and their edges, and returns the functions that are new.
func (g *Graph) level(known map[resolve.Function]int, sites []*resolve.Site, callee func(*resolve.Site) int, depth, most int) []int {
	var fresh []int
	edges := map[[2]int]int{}
	for _, site := range sites {
		if g.end != nil && g.end(site, callee(site), depth) {
			continue
		}
		if site.Tier == resolve.Unresolved {
			g.Unfollowed++
			continue
		}
		from, ok := known[site.Caller]
		if !ok {
			if len(g.Nodes) >= most {
				g.Left++
				if g.Next == "" {
					g.Next = site.Caller.Qualname
				}
				continue
			}
			from = len(g.Nodes)
			g.Nodes = append(g.Nodes, Node{site.Caller, depth})
			known[site.Caller] = from
			if site.Caller.Qualname != "" {
				fresh = append(fresh, from)
			}
		}
		key := [2]int{from, callee(site)}
		at, ok := edges[key]
		if !ok {
			at = len(g.Edges)
			edges[key] = at
			g.Edges = append(g.Edges, Edge{From: from, To: key[1], Tier: site.Tier, At: site.Match})
		}
		g.Edges[at].Sites++
		g.Edges[at].Tier = min(g.Edges[at].Tier, site.Tier)
	}
	return fresh
}

// callersOf searches for the calls of several functions at once, and returns
// those that are bound to one of them, with the node that they call.
func (s *Search) callersOf(ctx context.Context, g *Graph, of []int, found *Found, cache *cache) ([]*resolve.Site, map[*resolve.Site]int, error) {
	nodes := map[resolve.Function]int{}
	var names []string
	for _, i := range of {
		q := g.Nodes[i].Qualname
		nodes[g.Nodes[i].Function] = i
		names = append(names, q[strings.LastIndexByte(q, '.')+1:])
	}
	slices.Sort(names)
	names = slices.Compact(names)
	m, err := wordsOf(names)
	if err != nil {
		return nil, nil, err
	}
	all, l, err := s.pass(ctx, m, names)
	if err != nil {
		return nil, nil, err
	}
	found.Ledger.AlsoCut(&l)
	var sites []*resolve.Site
	callees := map[*resolve.Site]int{}
	for i, more := range all {
		next := s.of(names[i])
		next.resolve(more, family{}, cache)
		for _, site := range more.Sites {
			if site.Target == nil || site.Tier == resolve.Unresolved {
				g.Unfollowed++
			} else if node, ok := s.node(nodes, more, site.Target); ok {
				sites, callees[site] = append(sites, site), node
			}
		}
	}
	return sites, callees, nil
}

// node returns the node of a definition, or of its like for another build.
func (s *Search) node(nodes map[resolve.Function]int, of *Found, t *resolve.Definition) (int, bool) {
	if node, ok := nodes[t.Function()]; ok {
		return node, true
	}
	for _, other := range of.Definitions {
		if node, ok := nodes[other.Function()]; ok && gocalls.SameFunction(other, t) {
			return node, true
		}
	}
	return 0, false
}

// wordsOf returns a matcher of names as whole words.
func wordsOf(names []string) (match.Matcher, error) {
	patterns := make([]*pattern.Pattern, len(names))
	for i, name := range names {
		var err error
		if patterns[i], err = pattern.Compile(name, pattern.Options{Mode: pattern.Identifier}); err != nil {
			return nil, err
		}
	}
	return match.New(patterns...)
}

// findings returns the graph as a tree, from the symbol outward: each caller
// below what it calls, once with its own callers, then only by name.
func (g *Graph) findings(symbol string) []answer.Finding {
	t := tree{graph: g, printed: map[int]bool{}, symbol: symbol, next: map[int][]int{}}
	for i := range g.Edges {
		t.next[g.Edges[i].To] = append(t.next[g.Edges[i].To], i)
	}
	t.below(0, 1)
	return t.whole()
}

// whole returns the findings. The last one counts the edges that are not shown.
func (t *tree) whole() []answer.Finding {
	edges := 0
	for _, next := range t.next {
		edges += len(next)
	}
	if over := edges - len(t.findings); over > 0 && len(t.findings) == answer.MostGraph {
		last := &t.findings[len(t.findings)-1]
		last.Message += fmt.Sprintf("  (and %s)", grep.Plural(int64(over), "more edge", "more edges"))
	}
	return t.findings
}

// A tree is a graph while it is printed.
type tree struct {
	graph    *Graph
	symbol   string
	printed  map[int]bool
	next     map[int][]int // edges by the node that they are printed below
	down     bool          // from callers to callees
	findings []answer.Finding
}

// below adds the callers of a node, or what it calls.
func (t *tree) below(node, depth int) {
	t.printed[node] = true
	for _, i := range t.next[node] {
		if len(t.findings) == answer.MostGraph {
			return
		}
		e := &t.graph.Edges[i]
		other := e.From
		if t.down {
			other = e.To
		}
		again := t.printed[other]
		t.findings = append(t.findings, t.finding(e, other, depth, again && len(t.next[other]) > 0))
		if !again {
			t.below(other, depth+1)
		}
	}
}

// name names a node.
func (t *tree) name(i int) string {
	if i == 0 && t.graph.Roots == 0 {
		return t.symbol
	}
	return t.graph.Nodes[i].Name()
}

// rooted names the root that an edge leads to or from, with its place.
func (t *tree) rooted(e *Edge) string {
	root, verb := &t.graph.Nodes[e.To], "calls"
	if t.down {
		root, verb = &t.graph.Nodes[e.From], "called by"
	}
	return fmt.Sprintf("  %s %s %s:%d", verb, budget.EscapeName(root.Name()), budget.EscapeName(root.Path), root.Line)
}

// finding returns an edge as a finding, by the node at its other end.
func (t *tree) finding(e *Edge, other, depth int, again bool) answer.Finding {
	name, node := t.name(other), &t.graph.Nodes[other]
	message := fmt.Sprintf("%s%s  %s:%d", strings.Repeat("  ", depth-1), budget.EscapeName(name), budget.EscapeName(e.At.Path), e.At.Line)
	if e.Sites > 1 {
		message += fmt.Sprintf("  (%d calls)", e.Sites)
	}
	category := "caller"
	data := answer.RelatedData{
		Relation: "calls", TargetType: "symbol", Target: name, Qualname: node.Qualname, Depth: depth, Sites: e.Sites, From: t.name(e.From), To: t.name(e.To),
		FromAt: t.graph.Nodes[e.From].place(), ToAt: t.graph.Nodes[e.To].place(),
	}
	switch {
	case t.down:
		category, data.Why = "callee", e.Reason
		message += fmt.Sprintf("  (%s: %s)", e.Tier.Confidence(), budget.EscapeLine(e.Reason))
		if at := node.place(); at != nil {
			data.Places = []answer.PlaceData{*at}
		}
	case e.Tier != resolve.High:
		message += "  " + e.Tier.String()
	}
	if again {
		message += "  (above)"
	}
	if depth == 1 && t.graph.Roots > 1 { // which of the roots it belongs to
		message += t.rooted(e)
	}
	if node.Qualname == "" && t.name(other) == node.Path {
		data.TargetType = "file"
	}
	return answer.Finding{
		Category: category, Message: message, Severity: "info", Anchor: answer.AnchorOf(&e.At),
		Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: e.Tier.Confidence(), Data: data},
	}
}
