package main

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// folderFile reports whether a file stands for the folder it is in.
func folderFile(name string) bool {
	base := strings.ToLower(path.Base(name))
	ext := path.Ext(base)
	return slices.Contains([]string{".md", ".mdx", ".rst", ".adoc"}, ext) && slices.Contains([]string{"spec", "readme", "index"}, strings.TrimSuffix(base, ext))
}

// withoutNotes removes hidden nodes other than specs from trees with a spec.md: they are issues, notes or drafts. It returns
// the number of files removed.
func withoutNotes(nodes []node) (left []node, notes int64) {
	specs := map[int]bool{}
	for i := range nodes {
		if isSpec(path.Base(nodes[i].path)) {
			specs[nodes[i].tree] = true
		}
	}
	return slices.DeleteFunc(nodes, func(n node) bool {
		note := n.hidden && specs[n.tree] && !isSpec(path.Base(n.path))
		if note && n.level == 0 {
			notes++
		}
		return note
	}), notes
}

// alone removes other nodes from folders with a spec.md, to which these files belong. It returns their number.
func alone(nodes []node) (left []node, beside int64) {
	folders := map[string]string{}
	for i := range nodes {
		if dir, file := path.Split(nodes[i].path); isSpec(file) {
			if _, known := folders[dir]; !known {
				folders[dir] = file
			}
		}
	}
	return slices.DeleteFunc(nodes, func(n node) bool {
		dir, file := path.Split(n.path)
		spec, ok := folders[dir]
		if ok && file != spec && n.level == 0 && !n.unread {
			beside++
		}
		return n.unread || ok && file != spec
	}), beside
}

// nameNodes sets the id and title of every node. Nodes with equal ids are distinguished by the folders above them,
// parent_leaf, with as many folders as necessary. root is the folder that paths are relative to.
func nameNodes(nodes []node, root string) {
	full, err := filepath.Abs(root)
	if err != nil {
		full = root
	}
	top := filepath.Base(full)
	var files []*identity
	for i := range nodes {
		if n := &nodes[i]; n.level == 0 {
			files = append(files, newIdentity(n, top))
		}
	}
	distinguish(files)
	id := ""
	for i := range nodes {
		n := &nodes[i]
		if n.level == 0 {
			id, files = files[0].id, files[1:]
			n.id = id
		} else {
			n.id = id + "#" + n.anchor
		}
		n.title = cmp.Or(n.title, n.id)
	}
}

// identity is what an id is made of.
type identity struct {
	leaf     string
	declared bool // the leaf is the id in the front matter
	path     string
	top      string   // the name of the folder that the path is relative to
	above    []string // the names of the folders above the one that leaf names, the nearest last
	depth    int      // how many of them are in the id
	id       string
}

func newIdentity(n *node, top string) *identity {
	x := &identity{leaf: n.id, declared: n.id != "", path: n.path, top: top}
	switch {
	case x.leaf != "":
	case folderFile(n.path) && path.Dir(n.path) == ".":
		x.leaf = top
	case folderFile(n.path):
		x.leaf = path.Base(path.Dir(n.path))
	default:
		base := path.Base(n.path)
		x.leaf = cmp.Or(strings.TrimSuffix(base, path.Ext(base)), base)
	}
	x.id = x.leaf
	return x
}

// parents returns the names of the folders above what the leaf names, the nearest last.
func (x *identity) parents() []string {
	dir := path.Dir(x.path)
	if folderFile(x.path) && dir != "." {
		dir = path.Dir(dir)
	} else if folderFile(x.path) {
		return nil
	}
	if dir == "." {
		return []string{x.top}
	}
	return append([]string{x.top}, strings.Split(dir, "/")...)
}

// deepen puts one more folder before the leaf, if there is one.
func (x *identity) deepen() bool {
	if x.depth == len(x.above) {
		return false
	}
	x.depth++
	x.id = strings.Join(append(slices.Clone(x.above[len(x.above)-x.depth:]), x.leaf), "_")
	return true
}

// distinguish makes the ids different: equal ones get one more folder in each round, and a number if folders do not
// distinguish them. Ids that files declare stay unchanged beside those that they do not declare.
func distinguish(all []*identity) {
	for round := true; round; {
		round = false
		for _, group := range groups(all) {
			for _, x := range yielding(group) {
				round = x.deepen() || round
			}
		}
	}
	taken := map[string]bool{}
	for _, x := range all {
		taken[x.id] = true
	}
	for _, group := range groups(all) {
		slices.SortStableFunc(group, func(a, b *identity) int { return b.priority() - a.priority() })
		for i, x := range group[1:] {
			n := i + 2
			for taken[x.id+"_"+strconv.Itoa(n)] {
				n++
			}
			x.id += "_" + strconv.Itoa(n)
			taken[x.id] = true
		}
	}
}

// priority says which of several equal ids stays unchanged: the one with the highest priority.
func (x *identity) priority() int {
	if x.declared {
		return 1
	}
	return 0
}

// yielding returns those of a group with the same id that get one more folder: if some declare the
// id, the others; never those that are all in the same folder.
func yielding(group []*identity) []*identity {
	declared, apart := false, false
	for _, x := range group {
		if x.above == nil {
			x.above = x.parents()
		}
		declared = declared || x.declared
		apart = apart || !slices.Equal(x.above, group[0].above)
	}
	others := slices.DeleteFunc(slices.Clone(group), func(x *identity) bool { return declared && x.declared })
	switch {
	case len(others) > 0 && len(others) < len(group):
		return others
	case apart:
		return group
	}
	return nil
}

// groups returns the identities that share an id, in the order of the first.
func groups(all []*identity) (list [][]*identity) {
	at := make(map[string]int, len(all)) // index of the first with an id, or, if negative, of its group
	for i, x := range all {
		first, known := at[x.id]
		switch {
		case !known:
			at[x.id] = i
		case first >= 0:
			list = append(list, []*identity{all[first], x})
			at[x.id] = -len(list)
		default:
			list[-first-1] = append(list[-first-1], x)
		}
	}
	return list
}
