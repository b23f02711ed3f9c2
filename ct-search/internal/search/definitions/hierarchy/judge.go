package hierarchy

import (
	"fmt"
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions/hierarchy/methodsets"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
)

// A judge says which candidates have which types as their bases.
type judge struct {
	search   *Search
	found    *Found
	files    *resolve.Files
	packages *gocalls.Tree
	sets     *methodsets.Tree
	world    *typing.World
	python   *pycalls.Resolver

	nodes    map[string][]*node // that the next pass looks for, by their names
	known    map[string]*node   // all of them, by what distinguishes them
	declared map[string]map[string]bool
}

// A node is a type whose bases lead to the symbol, or the symbol itself.
type node struct {
	full, name, qual, language, path string
	line                             int64
	level                            int
	tier                             resolve.Tier
	of                               *Root
	kind                             source.Symbol
	exported                         bool // of a script: its module exports it without a name
	item                             *Implementation
}

// A link is what came of a candidate.
type link struct {
	to     *node
	tier   resolve.Tier
	reason string
	other  string // what its base is, if that is another type
	isLeft bool
}

// root adds a type that the symbol means, or that has the method that it means.
func (j *judge) root(r *Root) {
	n := &node{full: j.full(r.Language, r.Path, r.Qualname, r.start), name: lastName(r.Qualname), qual: r.Qualname, language: r.Language, path: r.Path, line: r.Line, kind: r.Kind, of: r, exported: r.exported}
	j.nodes[n.name] = append(j.nodes[n.name], n)
	j.known[n.full] = n
}

// full returns what distinguishes a declared type.
func (j *judge) full(language, file, qual string, start int) string {
	switch {
	case language == "ruby":
		return "ruby " + strings.ReplaceAll(qual, "::", ".")
	case typing.Rules(language) != nil:
		if t := j.world.Declared(file, qual); t != nil {
			return t.Full()
		}
	case language == pycalls.Language:
		return file + "#" + qual
	}
	return fmt.Sprintf("%s@%d", file, start)
}

// ask returns what the next pass looks for.
func (j *judge) ask() *query {
	q := &query{names: map[string]bool{}, stems: map[string]bool{}, families: map[string]bool{}}
	if r := j.found.Roots; len(r) > 0 {
		q.method = r[0].Method
	}
	for name, all := range j.nodes {
		q.names[name] = true
		for _, n := range all {
			q.families[family(n.language)] = true
			if n.exported {
				if stem := stemOf(n.path); stem != "" && !strings.ContainsAny(stem, " \t\n") {
					q.stems[stem] = true
				}
			}
		}
	}
	return q
}

// stemOf returns the name by which a module of a script is imported.
func stemOf(name string) string {
	stem, _, _ := strings.Cut(path.Base(name), ".")
	if stem == "index" {
		stem = path.Base(path.Dir(name))
	}
	return strings.Trim(stem, "./")
}

// take judges the candidates of a pass, and returns the nodes of the next level.
func (j *judge) take(files []*file) []*node {
	j.declared = map[string]map[string]bool{}
	for _, f := range files {
		for i := range f.definitions {
			if d := &f.definitions[i]; isBase(d.kind, f.language) && f.language != gocalls.Language {
				key := family(f.language) + " " + d.name
				if j.declared[key] == nil {
					j.declared[key] = map[string]bool{}
				}
				j.declared[key][j.full(f.language, f.path, d.qual, d.start)] = true
			}
		}
	}
	var next []*node
	for _, f := range files {
		for i := range f.candidates {
			if n := j.add(f, &f.candidates[i]); n != nil {
				next = append(next, n)
			}
		}
	}
	j.nodes = map[string][]*node{}
	for _, n := range next {
		j.nodes[n.name] = append(j.nodes[n.name], n)
	}
	return next
}

// add adds a candidate if it has a node as its base, and returns its own node, if other types may have that as theirs.
func (j *judge) add(f *file, c *candidate) *node {
	l := j.link(f, c)
	switch {
	case l.isLeft:
		j.found.Left++
		j.found.Whose[l.other]++
		return nil
	case l.reason == "":
		return nil
	}
	j.qualify(c, &l)
	full := j.identity(f, c)
	n := &node{full: full, name: lastName(c.qual), qual: c.qual, language: f.language, path: f.path, line: c.line, kind: c.kind, level: 1, tier: l.tier, exported: c.exported}
	if l.to != nil {
		c.relation = between(l.to.kind, c)
		n.of, n.tier, n.level = l.to.of, max(l.tier, l.to.tier), l.to.level+1
	}
	if c.alias { // another name for a type is of its level
		n.level--
	}
	if old := j.known[full]; old != nil {
		if old.item != nil && old.level == n.level && n.tier < old.tier {
			old.tier, old.item.Confidence, old.item.Reason, old.item.Base, old.item.Relation = n.tier, n.tier, l.reason, c.written, c.relation
		}
		return nil
	}
	j.known[full] = n
	if !c.alias {
		j.items(f, c, n, &l)
	}
	if c.nameless || c.own != nil && f.language == "rust" || j.search.Levels > 0 && n.level == j.search.Levels {
		return nil
	}
	return n
}

// between returns how a candidate has a base of a kind: a language may use one sign for all.
func between(base source.Symbol, c *candidate) string {
	abstract := func(k source.Symbol) bool { return k == source.Interface || k == source.Trait }
	switch {
	case c.relation != "extends" && c.relation != "implements" || base == source.Type:
	case abstract(base) && !abstract(c.kind):
		return "implements"
	case abstract(c.kind) || base == source.Class && c.kind == source.Class && c.relation == "implements" && c.own != nil:
		return "extends"
	case !abstract(base) && c.kind != source.Class:
		return "extends"
	}
	return c.relation
}

// qualify lowers what is said of a candidate by how it has its base.
func (j *judge) qualify(c *candidate, l *link) {
	switch {
	case c.every != "":
		l.tier, l.reason = max(l.tier, resolve.Med), l.reason+"; it is for every type of its bounds: "+c.every
	case c.relation == "derives":
		l.tier, l.reason = max(l.tier, resolve.Med), l.reason+"; derive names a macro, which is taken for that of the trait"
	case c.relation == "registers":
		l.tier, l.reason = max(l.tier, resolve.Med), l.reason+"; it is registered when the program runs"
	}
}

// identity returns what distinguishes the type that a candidate is.
func (j *judge) identity(f *file, c *candidate) string {
	switch {
	case c.nameless:
	case f.language == "rust" && c.own != nil, f.language == "swift" && c.kind == source.Extension:
		if out, _ := j.world.Base(f.path, c.around, c.qual); out.Type != nil {
			return out.Type.Full()
		}
		return f.language + " " + c.qual
	case c.own == nil:
		return j.full(f.language, f.path, c.qual, c.start)
	}
	return fmt.Sprintf("%s@%d", f.path, c.start)
}

// items adds the implementation that a candidate is, or its methods that override the one that was asked for.
func (j *judge) items(f *file, c *candidate, n *node, l *link) {
	item := Implementation{
		Match: occurrence.Match{Path: f.path, Line: c.line, Role: f.role, Language: f.language}, Start: c.start, Level: n.level, Relation: c.relation,
		Base: c.written, Of: n.of, Confidence: n.tier, Reason: l.reason, qualname: c.qual, symbol: lastName(c.qual), kind: c.kind, own: c.own, nameless: c.nameless,
	}
	if n.of == nil || n.of.Method == "" {
		n.item = &item
		j.found.Items = append(j.found.Items, &item)
		return
	}
	for _, m := range c.members {
		one := item
		may, sure := j.overrides(n.of, &m, f.language)
		if !may {
			j.found.Apart++
			continue
		}
		if !sure {
			one.Confidence, one.Reason = max(one.Confidence, resolve.Med), one.Reason+"; the types of its parameters may differ"
		}
		one.Start, one.Line, one.own, one.nameless, one.Relation, one.qualname, one.symbol, one.kind = m.start, m.line, nil, false, "overrides", m.qual, n.of.Method, source.Method
		j.found.Items = append(j.found.Items, &one)
	}
}

// overrides reports whether a method of a candidate may override one that the symbol means, of one type, and whether that is sure.
func (j *judge) overrides(of *Root, m *method, language string) (may, sure bool) {
	for _, r := range j.found.Roots {
		if r.Path != of.Path || r.Qualname != of.Qualname {
			continue
		}
		if is, certain := r.shape.same(m.shape, language); is {
			may, sure = true, sure || certain
		}
	}
	return may, sure
}

// link says which node the base of a candidate is.
func (j *judge) link(f *file, c *candidate) link {
	nodes := j.of(f.language, c.name)
	if len(nodes) == 0 && (len(j.found.Roots) > 0 || len(j.found.Others) > 0) {
		return link{}
	}
	switch {
	case f.language == pycalls.Language:
		return j.inPython(f, c, nodes)
	case f.language == "ruby":
		return j.inRuby(c, nodes)
	case typing.Rules(f.language) != nil:
		return j.typed(f, c, nodes)
	}
	return j.byName(f, c, nodes)
}

// of returns the nodes that a base of a name may be, in a language; all of them for no name.
func (j *judge) of(language, name string) []*node {
	var all []*node
	for key, nodes := range j.nodes {
		for _, n := range nodes {
			if (key == name || name == "") && family(n.language) == family(language) {
				all = append(all, n)
			}
		}
	}
	return all
}

// bound is the link to a node that a base is seen to mean.
func bound(n *node) link {
	return link{to: n, tier: resolve.High, reason: fmt.Sprintf("its base is %s of %s:%d", n.qual, n.path, n.line)}
}

// with returns the node that is distinguished by a text: one of some, or one of an earlier level, which another name may lead to.
func (j *judge) with(nodes []*node, full string) *node {
	for _, n := range nodes {
		if n.full == full {
			return n
		}
	}
	return j.known[full]
}

// inPython follows a base through imports.
func (j *judge) inPython(f *file, c *candidate, nodes []*node) link {
	switch b := j.python.Base(f.path, c.start, c.written); {
	case !b.Known:
	case b.Path != "":
		if n := j.with(nodes, b.Path+"#"+b.Qual); n != nil {
			return bound(n)
		}
		return link{isLeft: true, other: b.Qual + " of " + b.Path}
	case len(nodes) == 0:
		return j.outside(b.Outside+"."+c.name, true)
	case b.Outside == lastName(c.written): // nothing binds the name
	default:
		last := b.Outside[strings.LastIndexByte(b.Outside, '.')+1:]
		for _, n := range nodes {
			if stem, _, _ := strings.Cut(path.Base(n.path), "."); stem == last || stem == "__init__" && path.Base(path.Dir(n.path)) == last {
				return link{to: n, tier: resolve.Med, reason: fmt.Sprintf("it is imported from %s, which is named like %s", b.Outside, n.path)}
			}
		}
		return link{isLeft: true, other: "outside of the tree"}
	}
	return j.byName(f, c, nodes)
}

// inRuby looks a constant up in the modules around it, from the inside.
func (j *judge) inRuby(c *candidate, nodes []*node) link {
	written := strings.Trim(strings.ReplaceAll(c.written, "::", "."), ".")
	around := c.around
	if c.relation == "includes" || c.relation == "adds" {
		around = strings.ReplaceAll(c.qual, "::", ".")
	}
	if strings.HasPrefix(c.written, "::") {
		around = ""
	}
	for at := around; ; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
		full := "ruby " + strings.Trim(at+"."+written, ".")
		if n := j.with(nodes, full); n != nil {
			return bound(n)
		}
		if j.declared["ruby "+c.name][full] {
			return link{isLeft: true, other: strings.TrimPrefix(full, "ruby ")}
		}
		if at == "" {
			break
		}
	}
	return j.byName(&file{language: "ruby"}, c, nodes)
}

// typed follows a base by the rules of a language whose types are followed.
func (j *judge) typed(f *file, c *candidate, nodes []*node) link {
	out, free := j.world.Base(f.path, c.around, c.written)
	switch {
	case free:
		return link{}
	case out.Type != nil:
		n := j.ofType(nodes, out.Type)
		switch {
		case n != nil && out.Sure:
			return bound(n)
		case n != nil:
			l := bound(n)
			l.tier, l.reason = resolve.Med, "its base is likely "+n.qual+" of "+n.path
			return l
		case out.Sure || c.name == "":
			return link{isLeft: true, other: out.Type.Qual + " of " + out.Type.File.Path}
		}
		return link{to: first(nodes), tier: resolve.Unresolved, reason: fmt.Sprintf("only the name agrees; its base is rather %s of %s", out.Type.Qual, out.Type.File.Path)}
	case c.name == "":
		return link{}
	case out.Outside != "":
		if n := j.with(nodes, out.Outside); n != nil && typing.HasPackages(f.language) {
			return bound(n)
		}
		if len(nodes) == 0 {
			return j.outside(out.Outside, out.Sure || typing.HasPackages(f.language))
		}
		if out.Sure || out.LeadsOut() || typing.HasPackages(f.language) {
			return link{isLeft: true, other: "outside of the tree"}
		}
		return link{to: first(nodes), tier: resolve.Unresolved, reason: "only the name agrees; it is imported from " + out.Outside + ", which is not in the tree"}
	}
	l := j.byName(f, c, nodes)
	if strings.HasPrefix(c.written, "::") && l.to != nil && l.to.qual != strings.ReplaceAll(c.written[2:], "::", ".") { // of C++, where a using directive may lead to it
		l.tier, l.reason = resolve.Unresolved, "only the name agrees: its base is "+c.written
	}
	return l
}

// ofType returns the node that a type is, or that its declaration is, or what it declares, in a script of the same module.
func (j *judge) ofType(nodes []*node, t *typing.Type) *node {
	n := j.with(nodes, t.Full())
	if twin := typing.TwinOf(t.File.Path); n == nil && twin != "" {
		n = j.with(nodes, twin+"#"+t.Qual)
	}
	return n
}

func first(nodes []*node) *node {
	if len(nodes) == 0 {
		return nil
	}
	return nodes[0]
}

// outside is the link to a type that is not in the tree, whose full name is given as far as it is known.
func (j *judge) outside(full string, sure bool) link {
	names := strings.FieldsFunc(full, func(r rune) bool { return strings.ContainsRune(`.:/\#`, r) })
	wanted := append(append([]string{}, j.search.chain.Names...), j.search.name)
	if len(j.search.chain.Names) > 0 && sure && !qualname.EndWith(names, wanted) {
		return link{isLeft: true, other: full}
	}
	tier := resolve.Med
	if !sure || len(names) < 2 {
		tier = resolve.Unresolved
	}
	return link{tier: tier, reason: "its base is " + strings.Join(names, ".") + ", which is not in the tree"}
}

// byName judges a base whose definition is not seen by its name alone.
func (j *judge) byName(f *file, c *candidate, nodes []*node) link {
	if len(nodes) == 0 {
		return link{tier: resolve.Unresolved, reason: "only the name agrees: nothing here defines " + c.name}
	}
	declared := j.declared[family(f.language)+" "+c.name]
	for full := range declared {
		if j.with(nodes, full) == nil {
			return link{to: nodes[0], tier: resolve.Unresolved, reason: fmt.Sprintf("only the name agrees: the tree defines %s %d times", c.name, len(declared))}
		}
	}
	if len(declared) > 1 {
		return link{to: nodes[0], tier: resolve.Unresolved, reason: fmt.Sprintf("only the name agrees: the tree defines %s %d times", c.name, len(declared))}
	}
	return link{to: nodes[0], tier: resolve.Med, reason: fmt.Sprintf("the name agrees, and the tree defines %s once", c.name)}
}
