package calls

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
)

// Expand returns the graph around functions of the tree: who calls them, so many levels upward, and what they call, so
// many downward; 0 is none. Only Files and Nodes of the search count. The answer has the ledger of all passes alone.
func (s *Search) Expand(ctx context.Context, roots []resolve.Function, callers, callees int) (*Found, error) {
	s.around = newAround(s.Areas)
	found, cache := newFound(), newCache(s)
	g := &Graph{Roots: len(roots)}
	found.Graph = g
	known := map[resolve.Function]int{}
	var all []int
	for _, f := range roots {
		if _, ok := known[f]; !ok {
			known[f] = len(g.Nodes)
			all = append(all, len(g.Nodes))
			g.Nodes = append(g.Nodes, Node{Function: f})
		}
	}
	g.Roots = len(g.Nodes)
	for depth, fresh := 1, all; depth <= callers && len(fresh) > 0; depth++ {
		sites, callee, err := s.callersOf(ctx, g, fresh, found, cache)
		if err != nil {
			return found, err
		}
		fresh = g.level(known, sites, func(site *resolve.Site) int { return callee[site] }, depth, s.Nodes)
	}
	for depth, fresh := 1, all; depth <= callees && len(fresh) > 0; depth++ {
		sites, caller, err := s.calleesOf(ctx, g, fresh, found, cache)
		if err != nil {
			return found, err
		}
		fresh = g.levelDown(known, sites, caller, depth, s.Nodes)
	}
	found.lacks = append(cache.limit(), s.around.limit()...)
	found.Ledger.Resolved = s.around.ledger()
	return found, nil
}

// calleesOf returns the calls inside several functions, in order, with the node that each stands in.
func (s *Search) calleesOf(ctx context.Context, g *Graph, of []int, found *Found, cache *cache) ([]*resolve.Site, map[*resolve.Site]int, error) {
	within := map[string][]int{}
	for _, i := range of {
		within[g.Nodes[i].Path] = append(within[g.Nodes[i].Path], i)
	}
	var names []string
	for _, file := range slices.Sorted(maps.Keys(within)) {
		more, why, detail := s.called(file, g, within[file])
		if why != ledger.None {
			found.Ledger.Skip(why, file, detail)
		}
		names = append(names, more...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return nil, nil, nil
	}
	m, err := wordsOf(names)
	if err != nil {
		return nil, nil, err
	}
	pass := s.of("")
	pass.within = within
	all, l, err := pass.pass(ctx, m, names)
	if err != nil {
		return nil, nil, err
	}
	found.Ledger.AlsoCut(&l)
	var sites []*resolve.Site
	caller := map[*resolve.Site]int{}
	for i, more := range all {
		next := s.of(names[i])
		next.resolve(more, family{}, cache)
		for _, site := range more.Sites {
			if node, ok := g.around(site, within[site.Path]); ok {
				sites, caller[site] = append(sites, site), node
			}
		}
	}
	slices.SortStableFunc(sites, InOrder)
	return sites, caller, nil
}

// around returns the innermost of nodes, functions of the site's file, that the site stands in.
func (g *Graph) around(site *resolve.Site, nodes []int) (inner int, ok bool) {
	for _, i := range nodes {
		n := &g.Nodes[i]
		if site.Caller == n.Function || site.Line >= n.Line && strings.HasPrefix(site.Caller.Qualname, n.Qualname+".") {
			if !ok || len(n.Qualname) > len(g.Nodes[inner].Qualname) {
				inner, ok = i, true
			}
		}
	}
	return inner, ok
}

// called returns the names that are called inside functions of a file, those that it imports under another name by
// their own; why and detail say what kept it, or its end, from being read.
func (s *Search) called(name string, g *Graph, nodes []int) (names []string, why ledger.Reason, detail string) {
	in, err := s.Files.View().Open(name)
	if err != nil {
		return nil, ledger.Unreadable, grep.Cause(err)
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(io.LimitReader(in, resolve.MaxModule))
	if err != nil {
		return nil, ledger.Unreadable, grep.Cause(err)
	}
	if len(text) == resolve.MaxModule {
		why, detail = ledger.TooLarge, "over 8 MiB: calls after that are not followed"
	}
	language := languages.Of(name, text)
	if language == nil {
		return nil, why, detail
	}
	file := source.Scan(language.Scan, text, source.Want{Words: true, Bindings: true})
	inside := make([]bool, len(file.Declarations)) // parents stand before their children
	for i := range file.Declarations {
		d := &file.Declarations[i]
		qual := file.Qualname(text, i)
		inside[i] = d.Parent != source.None && inside[d.Parent] || slices.ContainsFunc(nodes, func(n int) bool { return g.Nodes[n].Qualname == qual })
	}
	own := map[string]string{}
	for i := range file.Imports {
		if im := &file.Imports[i]; im.Alias != "" && im.Name != "" {
			own[im.Alias] = im.Name
		}
	}
	for i := range file.Occurrences {
		o := &file.Occurrences[i]
		if o.Kind != source.Callsite || o.Enclosing == source.None || !inside[o.Enclosing] {
			continue
		}
		word := o.Word.Of(text)
		if w, ok := own[word]; ok {
			word = w
		}
		names = append(names, word)
	}
	return names, why, detail
}

// levelDown enters the callees of sites and their edges, and returns the functions
// that are new; what is called and not resolved is a node without a place.
func (g *Graph) levelDown(known map[resolve.Function]int, sites []*resolve.Site, caller map[*resolve.Site]int, depth, most int) []int {
	var fresh []int
	edges := map[[2]int]int{}
	for _, site := range sites {
		callee := resolve.Function{Qualname: site.Callee.Written}
		if callee.Qualname == "" {
			callee.Qualname = site.Word
		}
		resolved := site.Target != nil && site.Tier != resolve.Unresolved
		if resolved {
			callee = site.Target.Function()
		}
		to, ok := known[callee]
		if !ok {
			if len(g.Nodes) >= most {
				g.Left++
				continue
			}
			to = len(g.Nodes)
			g.Nodes = append(g.Nodes, Node{callee, depth})
			known[callee] = to
			if resolved {
				fresh = append(fresh, to)
			}
		}
		key := [2]int{caller[site], to}
		at, ok := edges[key]
		if !ok {
			at = len(g.Edges)
			edges[key] = at
			g.Edges = append(g.Edges, Edge{From: key[0], To: to, Tier: site.Tier, Reason: site.Reason, At: site.Match, Down: true})
		}
		e := &g.Edges[at]
		e.Sites++
		if site.Tier < e.Tier {
			e.Tier, e.Reason = site.Tier, site.Reason
		}
	}
	return fresh
}

// Findings returns the graph around its roots: the callers of each, then what it calls.
func (g *Graph) Findings() []answer.Finding {
	var all []answer.Finding
	for _, down := range []bool{false, true} {
		t := tree{graph: g, printed: map[int]bool{}, next: map[int][]int{}, down: down}
		for i := range g.Edges {
			e := &g.Edges[i]
			if e.Down != down {
				continue
			}
			from := e.To
			if down {
				from = e.From
			}
			t.next[from] = append(t.next[from], i)
		}
		for root := range g.Roots {
			if !t.printed[root] {
				t.below(root, 1)
			}
		}
		all = append(all, t.whole()...)
	}
	return all
}

// Limits returns what is left out of the graph.
func (r *Found) Limits() []answer.Finding {
	findings := append(answer.Limits(&r.Ledger, &r.Gaps), r.lacks...)
	if r.Graph != nil && r.Graph.Left > 0 {
		findings = append(findings, r.Graph.limit())
	}
	return findings
}
