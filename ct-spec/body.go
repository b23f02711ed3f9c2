package main

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
)

// Limits for what is shown of a node, in bytes.
const (
	maxPath = 300
	maxCode = 300
)

// page returns the text answer: a group of lines for each node, and, if not all are shown, how to see the rest.
func (s *search) page() string {
	p := budget.New(s.frame.Budget)
	depths := s.depths()
	full, lines, size := false, 0, 0
	for i := range s.found {
		g := s.group(i, depths)
		for _, line := range g {
			size += len(line) + 1
		}
		lines += len(g)
		if s.request.list || i < s.limit {
			if full {
				p.Leave(1)
			}
			full = full || !p.Add(g...)
		}
	}
	p.Close(func(n, _ int) []string {
		if n == len(s.found) {
			return nil
		}
		return []string{s.part(n, lines, size)}
	})
	return p.String()
}

// part says that only the first n nodes are shown, with the command that shows all in that many lines and bytes.
func (s *search) part(n, lines, size int) string {
	text := fmt.Sprintf("%d of %s", n, grep.Plural(int64(len(s.found)), "node", "nodes"))
	if budget := s.request.table.Given("max-lines", "max-bytes"); len(budget) > 0 && (s.request.list || n < min(s.limit, len(s.found))) {
		text += " within " + strings.Join(budget, " and ")
	}
	var args []string
	most := usual.Bytes
	if s.frame.Format == "json" {
		most = usualJSON
		args = append(args, map[bool]string{false: "--json", true: "--json-pretty"}[s.frame.Indent])
	}
	if !s.request.list {
		args = append(args, fmt.Sprintf("--limit=%d", len(s.found)))
	}
	if lines > usual.Lines {
		args = append(args, fmt.Sprintf("--max-lines=%d", lines))
	}
	if size > most {
		args = append(args, fmt.Sprintf("--max-bytes=%d", size))
	}
	var operands []string
	if s.text != "" {
		operands = []string{s.text}
	}
	if all := s.request.table.Command(opt.Command{Form: s.frame.Form, Keep: append(opt.Search(), opt.Output), Set: args, Args: operands}); all != "" {
		text += "; all: " + all
	}
	return text
}

// group returns the lines of a node.
func (s *search) group(i int, depths []int) []string {
	n := s.found[i].node
	head := fmt.Sprintf("%s · %s · %s", shown(n.title, maxTitle), shown(n.id, maxID), shown(n.path, maxPath))
	depth := 0
	var lines []string
	if s.request.list {
		depth = depths[i]
		lines = []string{strings.Repeat("  ", depth) + head}
	} else {
		lines = []string{fmt.Sprintf("%d. %s", i+1, head)}
		if n.lead != "" {
			lines = append(lines, "   "+budget.EscapeName(n.lead))
		}
	}
	if s.request.code && len(n.code) > 0 {
		lines = append(lines, strings.Repeat("  ", depth)+"   code: "+shown(strings.Join(n.code, " "), maxCode))
	}
	return lines
}

// shown prepares a text for a line, at most size bytes of it.
func shown(text string, size int) string {
	text, _ = budget.ClipLine([]byte(text), 0, 0, size)
	return budget.EscapeName(text)
}

// depths returns the depth of each listed node: below the nodes of its folders and, for a section, below its file.
func (s *search) depths() []int {
	if !s.request.list {
		return nil
	}
	depths := make([]int, len(s.found))
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
		if n.level > 0 {
			depths[i] += max(n.level-1, 1)
		}
	}
	return depths
}

// treePlace returns the components of a path by which the tree is sorted.
func treePlace(name string) []string {
	parts := strings.Split(name, "/")
	if folderFile(name) {
		parts[len(parts)-1] = ""
	}
	return parts
}

// above returns the parent of a folder, "" if there is none.
func above(dir string) string {
	if up := path.Dir(dir); up != dir {
		return up
	}
	return ""
}

// row is a ranked node in JSON.
type row struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Path    string    `json:"path"`
	Score   float64   `json:"score"`
	Snippet string    `json:"snippet"`
	Code    *[]string `json:"code,omitempty"` // with --code
}

// leaf is a listed node in JSON.
type leaf struct {
	ID    string    `json:"id"`
	Title string    `json:"title"`
	Path  string    `json:"path"`
	Desc  string    `json:"desc"`
	Code  *[]string `json:"code,omitempty"`
}

// document returns the array that JSON formats print, with as many rows as fit the budget. If these
// are not all, it also returns a note with the command for all of them.
func (s *search) document() (rows []any, part string) {
	rows = []any{}
	if s.frame.Format != "json" {
		return rows, ""
	}
	size, full := len("[]\n"), false
	for i := range s.found {
		if full = full || i >= s.limit && !s.request.list; full && s.frame.Quiet {
			break
		}
		row := s.row(&s.found[i])
		text, err := render.JSON([]any{row}, s.frame.Indent)
		size += len(text)
		if full = full || err != nil || size > s.frame.Budget.Bytes; !full {
			rows = append(rows, row)
		}
	}
	if len(rows) < len(s.found) {
		part = s.part(len(rows), 0, size)
	}
	return rows, part
}

func (s *search) row(r *result) any {
	n := r.node
	var code *[]string
	if s.request.code {
		paths := append([]string{}, n.code...)
		code = &paths
	}
	if s.request.list {
		return leaf{n.id, clip(n.title, maxTitle), n.path, n.desc, code}
	}
	return row{n.id, clip(n.title, maxTitle), n.path, r.score, n.lead, code}
}

func outputSchema() json.RawMessage {
	return json.RawMessage(`{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"title":{"type":"string"},"path":{"type":"string"},` +
		`"score":{"type":"number"},"snippet":{"type":"string"},"desc":{"type":"string"},"code":{"type":"array","items":{"type":"string"}}},"required":["id","title","path"]}}`)
}
