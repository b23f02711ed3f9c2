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
	stem, ok := strings.CutSuffix(strings.ToLower(path.Base(name)), ".md")
	return ok && slices.Contains([]string{"spec", "readme", "index"}, stem)
}

// baseName gives the last component of a path without its extension.
func baseName(p string) string {
	base := path.Base(p)
	if ext := path.Ext(base); ext != base {
		return strings.TrimSuffix(base, ext)
	}
	return base
}

// alone leaves of the nodes in a folder that has a spec.md those of that file:
// what lies beside it belongs to it. It gives how many files those others are.
func alone(nodes []node) (left []node, beside int64) {
	folders := map[string]string{}
	for i := range nodes {
		if dir, file := path.Split(nodes[i].path); strings.EqualFold(file, "spec.md") {
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

// nameNodes gives every node its id and title. Nodes whose ids are the same are
// told apart by the folders above them, parent_leaf, as many as it takes; root
// is the folder that paths are relative to.
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
		if n.title == "" {
			n.title = n.id
		}
	}
}

// An identity is what an id is made of.
type identity struct {
	leaf     string
	declared bool // the leaf is the front matter's id
	path     string
	top      string   // the name of the folder that the path is relative to
	above    []string // the names of the folders above what the leaf names, the nearest last
	depth    int      // how many of them are in the id
	id       string
}

func newIdentity(n *node, top string) *identity {
	x := &identity{leaf: n.id, declared: n.id != "", path: n.path, top: top}
	switch {
	case x.leaf != "":
	case folderFile(n.path):
		x.leaf = cmp.Or(x.folder(path.Dir(n.path)), top)
	default:
		x.leaf = baseName(n.path)
	}
	x.id = x.leaf
	return x
}

// folder gives the name of a folder, "" for the one that paths are relative to.
func (x *identity) folder(dir string) string {
	if dir == "." {
		return ""
	}
	return path.Base(dir)
}

// parents gives the names of the folders above what the leaf names, the nearest
// last.
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

// deepen puts one folder more before the leaf, if there is one.
func (x *identity) deepen() bool {
	if x.depth == len(x.above) {
		return false
	}
	x.depth++
	x.id = strings.Join(append(slices.Clone(x.above[len(x.above)-x.depth:]), x.leaf), "_")
	return true
}

// distinguish makes the ids differ: those that are the same get one folder more
// in each round, and where that tells nothing apart a number. Ids that files
// declare stay as they are beside those that do not.
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
		slices.SortStableFunc(group, func(a, b *identity) int { return b.claim() - a.claim() })
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

// claim is how good a right to its id x has beside others.
func (x *identity) claim() int {
	if x.declared {
		return 1
	}
	return 0
}

// yielding gives those of a group with one id that are to get a folder more: where
// some declare it the others, and none that lies in the folder of all.
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

// groups gives the identities that share an id, by the order of the first.
func groups(all []*identity) (list [][]*identity) {
	at := make(map[string]int, len(all)) // the first with an id, or below 0 its group
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
