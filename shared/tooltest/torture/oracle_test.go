//go:build linux

package torture

import (
	"path"
	"slices"
	"strings"
)

// A scope is which part of a tree a call asks for.
type scope struct {
	hidden, noIgnore, text bool
	strict                 bool // files that are not UTF-8 count as binary
	names                  bool // nothing is read
	depth                  int  // 0: all
}

// A truth is what a search of a whole tree has to find, and how it accounts for all entries.
type truth struct {
	files, lines, hits, defs, calls, texts int
	ledger                                 map[string]int
}

// total returns the number of entries that the ledger accounts for.
func (t *truth) total() int {
	n := 0
	for _, v := range t.ledger {
		n += v
	}
	return n
}

// A rule is a line of an ignore file in a folder.
type rule struct {
	dir, pattern     string
	show, only, deep bool // !pattern; folders only; matches a name at any depth
}

// truth walks what was generated, not the disk.
func (tr *tree) truth(s scope) *truth {
	t := &truth{ledger: map[string]int{}}
	var base []rule
	for _, k := range tr.root.kids {
		if k.name == ".git" && len(k.kids[0].kids) > 0 {
			base = parse("", string(k.kids[0].kids[0].text))
		}
	}
	t.walk(tr.root, "", base, nil, s, 1)
	return t
}

// parse reads the few forms of patterns that trees are generated with.
func parse(dir, text string) []rule {
	var rules []rule
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		r := rule{dir: dir}
		line, r.show = strings.CutPrefix(line, "!")
		line, r.only = strings.CutSuffix(line, "/")
		line, r.deep = strings.CutPrefix(line, "**/")
		r.deep = r.deep || !strings.Contains(line, "/")
		r.pattern = strings.TrimPrefix(line, "/")
		rules = append(rules, r)
	}
	return rules
}

// verdict returns whether the last rule that matches hides an entry, and whether there is one.
func verdict(rules []rule, rel string, folder bool) (hides, matched bool) {
	for _, r := range rules {
		name := strings.TrimPrefix(rel, r.dir)
		if r.deep {
			name = path.Base(rel)
		}
		if ok, _ := path.Match(r.pattern, name); ok && (folder || !r.only) {
			hides, matched = !r.show, true
		}
	}
	return hides, matched
}

func (t *truth) walk(d *node, dir string, git, own []rule, s scope, depth int) {
	git, own = slices.Clip(git), slices.Clip(own)
	for _, k := range d.kids {
		switch k.name {
		case ".gitignore":
			git = append(git, parse(dir, string(k.text))...)
		case ".ignore":
			if s.strict { // search_files reads git's rules alone
				continue
			}
			own = append(own, parse(dir, string(k.text))...)
		}
	}
	for _, k := range d.kids {
		t.entry(k, dir, git, own, s, depth)
	}
}

func (t *truth) entry(k *node, dir string, git, own []rule, s scope, depth int) {
	rel := dir + k.name
	hides, matched := verdict(own, rel, k.kind == 'd')
	if !matched {
		hides, _ = verdict(git, rel, k.kind == 'd')
	}
	switch {
	case k.name == ".git", k.name[0] == '.' && !s.hidden && (s.noIgnore || !matched || hides): // .ignore may show it again
		t.ledger["hidden"]++
	case hides && !s.noIgnore:
		t.ledger["ignored"]++
	case k.kind == 'd' && s.depth == depth:
		t.ledger["max_depth"]++
	case k.kind == 'd':
		t.walk(k, rel+"/", git, own, s, depth+1)
	case k.kind == 'l':
		t.ledger["symlink"]++
	case k.kind != 'f':
		t.ledger["special"]++
	case !s.names && (k.nul && !s.text || k.strict && s.strict):
		t.ledger["binary"]++
	default:
		t.ledger["searched"]++
		if strings.HasSuffix(k.name, ".txt") {
			t.texts++
		}
		if k.hits > 0 {
			t.files++
		}
		t.lines, t.hits, t.defs, t.calls = t.lines+k.lines, t.hits+k.hits, t.defs+k.defs, t.calls+k.calls
	}
}
