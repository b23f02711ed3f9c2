package main

import (
	"fmt"
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
)

// What is shown of a node at most, in bytes.
const (
	maxPath = 300
	maxCode = 300
)

// page gives the text: each node in a group of lines, and where not all are
// shown how to see the rest.
func (s *search) page() string {
	p := budget.New(s.frame.Budget)
	groups := s.groups()
	shown := groups
	if !s.request.list {
		shown = groups[:min(s.limit, len(groups))]
	}
	for i, g := range shown {
		if !p.Add(g...) {
			p.Leave(len(shown) - i - 1)
			break
		}
	}
	p.Close(func(n, _ int) []string {
		if n == len(groups) {
			return nil
		}
		line := fmt.Sprintf("%d of %s", n, grep.Plural(int64(len(groups)), "node", "nodes"))
		if rest := s.rest(groups); rest != "" {
			line += "; all: " + rest
		}
		return []string{line}
	})
	return p.String()
}

// rest gives the command that shows every group.
func (s *search) rest(groups [][]string) string {
	lines, size := 1, 0
	for _, g := range groups {
		lines += len(g)
		for _, line := range g {
			size += len(line) + 1
		}
	}
	var args []string
	if !s.request.list {
		args = append(args, fmt.Sprintf("--limit=%d", len(groups)))
	}
	if lines > usual.Lines {
		args = append(args, fmt.Sprintf("--max-lines=%d", lines))
	}
	if size > usual.Bytes {
		args = append(args, fmt.Sprintf("--max-bytes=%d", size))
	}
	var operands []string
	if s.text != "" {
		operands = []string{s.text}
	}
	return grep.CommandLine(&s.request.table, []string{"limit"}, args, operands)
}

// groups gives the lines of every node that can be shown.
func (s *search) groups() [][]string {
	groups := make([][]string, len(s.found))
	depths := s.depths()
	for i := range s.found {
		n := s.found[i].node
		head := fmt.Sprintf("%s · %s · %s", shown(n.title, maxTitle), shown(n.id, maxTitle), shown(n.path, maxPath))
		if s.request.list {
			groups[i] = []string{strings.Repeat("  ", depths[i]) + head}
		} else {
			groups[i] = []string{fmt.Sprintf("%d. %s", i+1, head)}
			if n.lead != "" {
				groups[i] = append(groups[i], "   "+budget.EscapeName(n.lead))
			}
		}
		if s.request.code && len(n.code) > 0 {
			groups[i] = append(groups[i], strings.Repeat("  ", depths[i])+"   code: "+shown(strings.Join(n.code, " "), maxCode))
		}
	}
	return groups
}

// shown gives a text for a line, at most size bytes of it.
func shown(text string, size int) string {
	text, _ = budget.ClipLine([]byte(text), 0, 0, size)
	return budget.EscapeName(text)
}

// depths gives how deep in the tree each listed node stands: below the nodes
// that stand for the folders it is in, and as a section below its file.
func (s *search) depths() []int {
	depths := make([]int, len(s.found))
	if !s.request.list {
		return depths
	}
	folders := map[string]bool{}
	for i := range s.nodes {
		if n := &s.nodes[i]; folderFile(n.path) {
			folders[path.Dir(n.path)] = true
		}
	}
	for i := range s.found {
		n := s.found[i].node
		dir := path.Dir(n.path)
		if folderFile(n.path) {
			dir = above(dir)
		}
		for ; dir != ""; dir = above(dir) {
			if folders[dir] {
				depths[i]++
			}
		}
		if n.anchor != "" {
			depths[i] += max(n.level-1, 1)
		}
	}
	return depths
}

// treePlace gives the components of a path by which the tree is ordered.
func treePlace(name string) []string {
	parts := strings.Split(name, "/")
	if folderFile(name) {
		parts[len(parts)-1] = ""
	}
	return parts
}

// above gives the folder that holds a folder, "" for none.
func above(dir string) string {
	if up := path.Dir(dir); up != dir {
		return up
	}
	return ""
}
