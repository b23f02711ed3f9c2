package main

import (
	"bytes"
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

// link is a link in the text of a node: [words](target) or [[target|words]]. Its words, and those beside it, say what
// the target is about.
type link struct {
	target string
	words  uint32
	found  []bm25.Matched // among the words
}

// Limits for links: how many of a node count, their length, and how much beside them is read, in bytes and words.
const (
	maxLinks    = 2000
	maxTarget   = 300
	maxWords    = 1000
	besideBytes = 200
	besideWords = 8
)

// links adds the links of the line block[at:end] to the current node.
func (r *reader) links(block []byte, at, end int) {
	line := block[at:end]
	n := r.now()
	for from := 0; from < len(line) && len(n.links) < maxLinks; {
		i := bytes.IndexByte(line[from:], ']')
		if i < 0 {
			return
		}
		i += from
		from = i + 1
		start, stop, target, words := linkAt(line, i)
		if len(target) == 0 || len(target) > maxTarget || target[0] == '#' {
			continue
		}
		l := link{target: target}
		r.linkWords(&l, tail(block[max(0, at+start-besideBytes):at+start]))
		r.linkWords(&l, words)
		r.linkWords(&l, headOf(block[at+stop:min(len(block), at+stop+besideBytes)]))
		n.links = append(n.links, l)
		from = stop
	}
}

// linkAt returns the bounds of the link whose words end at i, before a bracket, with its target and words. The target is
// "" if there is no link.
func linkAt(line []byte, i int) (start, stop int, target string, words []byte) {
	least := max(i-maxWords, 0)
	start = least + bytes.LastIndexByte(line[least:i], '[')
	if start < least || i+1 == len(line) {
		return 0, 0, "", nil
	}
	words, stop = line[start+1:i], i+2
	line = line[:min(len(line), stop+2*maxTarget)]
	switch line[i+1] {
	case '(':
		to := bytes.IndexAny(line[stop:], ") ")
		if to < 0 {
			return 0, 0, "", nil
		}
		target = string(line[stop : stop+to])
		stop += to + bytes.IndexByte(line[stop+to:], ')') + 1
		return start, stop, target, words
	case ']':
		if start > 0 && line[start-1] == '[' {
			name, label, _ := bytes.Cut(words, []byte("|"))
			if len(label) == 0 {
				label = name
			}
			return start, stop, "[[" + string(name), label
		}
	}
	return 0, 0, "", nil
}

// linkWords counts words of a link.
func (r *reader) linkWords(l *link, text []byte) {
	for start, end := bm25.NextWord(text, 0); start < len(text); start, end = bm25.NextWord(text, end) {
		l.words++
		l.found = append(l.found, r.matcher.Match(text[start:end])...)
	}
}

// tail returns the last words of the paragraph that text ends in.
func tail(text []byte) []byte {
	if i := bytes.LastIndex(text, []byte("\n\n")); i >= 0 {
		text = text[i+2:]
	}
	words := 0
	for i := len(text) - 1; i > 0; i-- {
		if edge(text[i-1]) && !edge(text[i]) {
			if words++; words == besideWords {
				return text[i:]
			}
		}
	}
	return text
}

// headOf returns the first words of the paragraph that text begins with.
func headOf(text []byte) []byte {
	text, _, _ = bytes.Cut(text, []byte("\n\n"))
	words := 0
	for i := 1; i < len(text); i++ {
		if edge(text[i]) && !edge(text[i-1]) {
			if words++; words == besideWords {
				return text[:i]
			}
		}
	}
	return text
}

// linkNodes adds the words of links to the nodes that they lead to.
func linkNodes(nodes []node) {
	t := &targets{nodes: nodes}
	for i := range nodes {
		for _, l := range nodes[i].links {
			to := t.find(nodes[i].path, l.target)
			if to < 0 || nodes[to].path == nodes[i].path {
				continue
			}
			n := &nodes[to]
			n.lengths[inAnchor] += l.words
			for _, m := range l.found {
				n.tally(m.Term).Add(inAnchor, m.Form)
			}
		}
		nodes[i].links = nil
	}
}

// targets finds the nodes that links lead to. Its tables are made when they are first needed.
type targets struct {
	nodes []node
	paths map[string]int // files by path without extension, also that of the folder they stand for
	parts map[string]int // sections by path#anchor
	names map[string]int // by id and title in lower case
	ends  map[string]int // files by the last components of these paths; -1 for several
}

// find returns the index of the node that a link in the file at from leads to, -1 if there is none.
func (t *targets) find(from, target string) int {
	name, isName := strings.CutPrefix(target, "[[")
	address, fragment, _ := strings.Cut(name, "#")
	address, _, _ = strings.Cut(address, "?")
	file := t.file(from, address, isName)
	if file >= 0 && fragment != "" {
		if i, ok := t.byPart()[t.nodes[file].path+"#"+fragment]; ok {
			return i
		}
	}
	return file
}

// file is find for a link without a fragment.
func (t *targets) file(from, address string, isName bool) int {
	_, url, isURL := strings.Cut(address, "://")
	switch {
	case address == "" || !isURL && strings.Contains(address, ":"):
		return -1
	case isName:
		if i, ok := t.byName()[strings.ToLower(strings.TrimSpace(address))]; ok {
			return i
		}
	case isURL || address[0] == '/':
		return t.byEnd(address, url)
	}
	full := path.Join(path.Dir(from), address)
	for _, key := range []string{full, bare(full)} {
		if i, ok := t.byPath()[key]; ok {
			return i
		}
	}
	if isName {
		return t.byEnd(address, "")
	}
	return -1
}

// bare returns a path without its extension.
func bare(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

func (t *targets) byPath() map[string]int {
	if t.paths == nil {
		t.paths = make(map[string]int, len(t.nodes))
		t.each(func(name string, i int) {
			if _, known := t.paths[name]; !known {
				t.paths[name] = i
			}
		})
	}
	return t.paths
}

// each calls put with the paths of files.
func (t *targets) each(put func(name string, i int)) {
	for i := range t.nodes {
		if n := &t.nodes[i]; n.level == 0 {
			put(bare(n.path), i)
			if folderFile(n.path) {
				put(path.Dir(n.path), i)
			}
		}
	}
}

func (t *targets) byPart() map[string]int {
	if t.parts == nil {
		t.parts = map[string]int{}
		for i := range t.nodes {
			if n := &t.nodes[i]; n.level > 0 {
				t.parts[n.path+"#"+n.anchor] = i
			}
		}
	}
	return t.parts
}

func (t *targets) byName() map[string]int {
	if t.names == nil {
		t.names = make(map[string]int, 2*len(t.nodes))
		for i := range t.nodes {
			for _, name := range []string{t.nodes[i].id, t.nodes[i].title} {
				name = strings.ToLower(name)
				if _, known := t.names[name]; !known {
					t.names[name] = i
				}
			}
		}
	}
	return t.names
}

// byEnd finds the only node whose path ends like an address. Of a URL at least two components must be the same.
func (t *targets) byEnd(address, url string) int {
	if t.ends == nil {
		t.ends = map[string]int{}
		t.each(func(name string, i int) {
			for name = unnumbered(name); name != ""; _, name, _ = strings.Cut(name, "/") {
				if other, known := t.ends[name]; known && other != i {
					t.ends[name] = -1
				} else {
					t.ends[name] = i
				}
			}
		})
	}
	least := 0
	if url != "" {
		_, address, _ = strings.Cut(url, "/")
		least = 1
	}
	for key := unnumbered(bare(strings.Trim(address, "/"))); strings.Count(key, "/") >= least && key != ""; _, key, _ = strings.Cut(key, "/") {
		if i, ok := t.ends[key]; ok {
			return i
		}
	}
	return -1
}

// unnumbered returns a path without the numbers that order files, as in 01-start/02_install.
func unnumbered(name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		if rest := strings.TrimLeft(p, "0123456789"); len(rest) > 1 && len(rest) < len(p) && strings.IndexByte("-_.", rest[0]) >= 0 {
			parts[i] = rest[1:]
		}
	}
	return strings.Join(parts, "/")
}
