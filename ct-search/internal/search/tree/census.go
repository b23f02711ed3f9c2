package tree

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/walk"
)

// A tally is what was counted.
type tally struct{ files, lines, bytes, binary int64 }

func (t *tally) add(o tally) {
	t.files, t.lines, t.bytes, t.binary = t.files+o.files, t.lines+o.lines, t.bytes+o.bytes, t.binary+o.binary
}

// A census has the tallies of folders: until it is rolled up, of the files directly in each.
type census struct {
	folders map[string]map[string]tally // by path and language
	roots   map[string]bool             // the paths of named folders, and of folders with named files
	files   []file                      // of a flat tree
	flat    bool
}

func newCensus(flat bool) census {
	return census{folders: map[string]map[string]tally{}, roots: map[string]bool{}, flat: flat}
}

// add counts a file.
func (c *census) add(f *file) {
	one := tally{1, f.lines, f.bytes, 0}
	if f.binary {
		one.binary = 1
	}
	folder := path.Dir(f.path)
	by := c.folders[folder]
	if by == nil {
		by = map[string]tally{}
		c.folders[folder] = by
	}
	sum := by[f.language]
	sum.add(one)
	by[f.language] = sum
	root := folder // of a file that was named
	if f.root < len(f.path) {
		root = path.Clean(f.path[:f.root])
	}
	c.roots[root] = true
	if c.flat {
		c.files = append(c.files, *f)
	}
}

// total returns the sum of all files.
func (c *census) total() tally {
	var sum tally
	for _, by := range c.folders {
		for _, t := range by {
			sum.add(t)
		}
	}
	return sum
}

// languages returns the sums of all files by language.
func (c *census) languages() []share {
	sums := map[string]tally{}
	for _, by := range c.folders {
		merge(sums, by)
	}
	return shares(sums)
}

func merge(into, from map[string]tally) {
	for language, t := range from {
		sum := into[language]
		sum.add(t)
		into[language] = sum
	}
}

// A share is what a language has of a folder.
type share struct {
	language string
	tally
}

// shares returns the tallies by language, most lines first, then most bytes.
func shares(by map[string]tally) []share {
	var list []share
	for language, t := range by {
		list = append(list, share{language, t})
	}
	slices.SortFunc(list, func(a, b share) int {
		return cmp.Or(cmp.Compare(b.lines, a.lines), cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.language, b.language))
	})
	return list
}

// A node is a folder with all below it.
type node struct {
	path  string
	depth int
	tally
	by    map[string]tally
	below []*node
}

// top returns the folder that every other is below: a named one, or one without a path if several were named.
func (c *census) top() *node {
	nodes := map[string]*node{}
	top := &node{by: map[string]tally{}}
	for folder, by := range c.folders {
		n := c.node(nodes, top, folder)
		merge(n.by, by)
	}
	if len(top.below) == 1 {
		top = top.below[0]
	}
	top.sum(0)
	return top
}

// node returns the node of a folder, made with those above it up to a named one.
func (c *census) node(nodes map[string]*node, top *node, folder string) *node {
	if n := nodes[folder]; n != nil {
		return n
	}
	n := &node{path: folder, by: map[string]tally{}}
	nodes[folder] = n
	above := top
	if up := path.Dir(folder); up != folder && !c.outermost(folder) {
		above = c.node(nodes, top, up)
	}
	above.below = append(above.below, n)
	return n
}

// outermost reports whether a folder was named and is in no other that was named.
func (c *census) outermost(folder string) bool {
	if !c.roots[folder] {
		return false
	}
	for root := range c.roots {
		if root != folder && (root == "." && path.IsAbs(folder) == path.IsAbs(root) && folder != ".." && !strings.HasPrefix(folder, "../") || strings.HasPrefix(folder, strings.TrimSuffix(root, "/")+"/")) {
			return false
		}
	}
	return true
}

// sum adds to each folder what is below it.
func (n *node) sum(depth int) {
	n.depth = depth
	for _, b := range n.below {
		b.sum(depth + 1)
		merge(n.by, b.by)
	}
	for _, t := range n.by {
		n.add(t)
	}
}

// A row is a folder or a file of the answer.
type row struct {
	path  string
	depth int
	tally
	by       []share // of a folder
	language string  // of a file
}

// folders returns the rows of n and what is below it, sorted as order says at each level.
func (n *node) folders(order func(a, b *row) int) []row {
	self := []row{n.row()}
	below := slices.Clone(n.below)
	slices.SortFunc(below, func(a, b *node) int {
		x, y := a.row(), b.row()
		return order(&x, &y)
	})
	for _, b := range below {
		self = append(self, b.folders(order)...)
	}
	return self
}

func (n *node) row() row {
	return row{path: n.path, depth: n.depth, tally: n.tally, by: shares(n.by)}
}

// list returns the rows of the files, sorted as order says.
func (c *census) list(order func(a, b *row) int) []row {
	rows := make([]row, len(c.files))
	for i, f := range c.files {
		rows[i] = row{path: f.path, tally: tally{1, f.lines, f.bytes, 0}, language: f.language}
	}
	slices.SortFunc(rows, func(a, b row) int { return order(&a, &b) })
	return rows
}

// order returns the order of rows that a request asks for; what is equal comes in path order.
func order(r *request.Request) func(a, b *row) int {
	by, sign := r.SortBy, 1
	if by == "" {
		by, sign = request.SortLines, -1
	}
	if r.Desc {
		sign = -1
	}
	key := map[string]func(a, b *row) int{
		request.SortLines: func(a, b *row) int { return cmp.Compare(a.lines, b.lines) },
		request.SortBytes: func(a, b *row) int { return cmp.Compare(a.bytes, b.bytes) },
		request.SortFiles: func(a, b *row) int { return cmp.Compare(a.files, b.files) },
		request.SortName:  func(a, b *row) int { return walk.ComparePaths(a.path, b.path) },
	}[by]
	return func(a, b *row) int {
		return cmp.Or(sign*key(a, b), walk.ComparePaths(a.path, b.path))
	}
}

// depthOf returns the depth of the deepest row.
func depthOf(rows []row) int {
	deepest := 0
	for i := range rows {
		deepest = max(deepest, rows[i].depth)
	}
	return deepest
}

// within returns the rows down to a depth.
func within(rows []row, depth int) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.depth > depth })
}
