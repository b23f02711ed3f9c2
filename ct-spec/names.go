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
// what lies beside it belongs to it.
func alone(nodes []node) []node {
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
		return ok && file != spec
	})
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
		if n := &nodes[i]; n.anchor == "" {
			files = append(files, newIdentity(n, top))
		}
	}
	distinguish(files)
	id := ""
	for i := range nodes {
		n := &nodes[i]
		if n.anchor == "" {
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
	leaf  string
	path  string
	top   string // the name of the folder that the path is relative to
	depth int    // how many folders above are in the id
	id    string
}

func newIdentity(n *node, top string) *identity {
	x := &identity{leaf: n.id, path: n.path, top: top}
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
	above := x.parents()
	if x.depth == len(above) {
		return false
	}
	x.depth++
	x.id = strings.Join(append(above[len(above)-x.depth:], x.leaf), "_")
	return true
}

// distinguish makes the ids differ: those that are the same get one folder more
// in each round, and where there is none left a number.
func distinguish(all []*identity) {
	for round := true; round; {
		round = false
		for _, group := range groups(all) {
			for _, x := range group {
				round = x.deepen() || round
			}
		}
	}
	taken := map[string]bool{}
	for _, x := range all {
		taken[x.id] = true
	}
	for _, group := range groups(all) {
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
