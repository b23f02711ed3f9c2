package main

import (
	"path/filepath"
	"strings"
)

// places are the paths that were named, and tell which of them hold a file.
type places struct {
	named []place
}

// A place is one path that was named.
type place struct {
	name  string   // as it was named
	real  string   // absolute and without links; "" where there is nothing of that name
	outer int      // the place in which it lies, which is none within another; -1 for none
	print []string // what its files' printed paths may begin with; "" for all
}

// newPlaces finds out which of the named paths lie in which others, "." if none
// was named. A path that is not there is left to the walk, which says so.
func newPlaces(names []string) *places {
	if len(names) == 0 {
		names = []string{"."}
	}
	base, err := filepath.Abs(".")
	if err != nil {
		base = "."
	}
	p := &places{named: make([]place, len(names))}
	for i, name := range names {
		p.named[i] = newPlace(base, name)
	}
	for i := range p.named {
		p.named[i].outer = p.around(i)
	}
	return p
}

func newPlace(base, name string) place {
	p := place{name: name}
	full, err := filepath.Abs(name)
	if err != nil {
		return p
	}
	if p.real, err = filepath.EvalSymlinks(name); err == nil {
		p.real, err = filepath.Abs(p.real)
	}
	if err != nil {
		p.real = ""
		return p
	}
	printed := filepath.Clean(name)
	if rel, in := below(base, full); in {
		printed = rel
	}
	for _, start := range []string{printed, full, p.real} {
		if start == "." {
			start = ""
		}
		p.print = append(p.print, filepath.ToSlash(start))
	}
	return p
}

// around gives the outermost place that holds the i-th; of those that are the
// same folder the first holds the others.
func (p *places) around(i int) int {
	outer := -1
	for j, q := range p.named {
		if j == i || q.real == "" || p.named[i].real == "" {
			continue
		}
		rel, in := below(q.real, p.named[i].real)
		if !in || rel == "." && j > i {
			continue
		}
		if outer < 0 || len(q.real) < len(p.named[outer].real) {
			outer = j
		}
	}
	return outer
}

// roots gives the paths to walk: one that lies in another is named by way of it,
// so that no file is read under two names.
func (p *places) roots() []string {
	roots := make([]string, len(p.named))
	for i, q := range p.named {
		roots[i] = q.name
		if q.outer < 0 {
			continue
		}
		outer := p.named[q.outer]
		rel, _ := below(outer.real, q.real)
		roots[i] = filepath.Join(outer.name, rel)
	}
	return roots
}

// holding gives the numbers of the places that hold the file at a printed path.
func (p *places) holding(path string, to []int) []int {
	if len(p.named) == 1 {
		return append(to, 0)
	}
	real := p.file(path)
	for i, q := range p.named {
		if _, in := below(q.real, real); in && q.real != "" {
			to = append(to, i)
		}
	}
	return to
}

// file gives the absolute path without links of the file at a printed path. The
// walk follows no link to a folder, so that this is how the file lies below the
// outermost place around it.
func (p *places) file(path string) string {
	for _, q := range p.named {
		if q.outer >= 0 {
			continue
		}
		for _, start := range q.print {
			rest, in := strings.CutPrefix(path, start)
			switch {
			case !in || start == "" && !filepath.IsLocal(filepath.FromSlash(path)):
			case start == "" || rest == "" || strings.HasSuffix(start, "/"):
				return filepath.Join(q.real, filepath.FromSlash(rest))
			case rest[0] == '/':
				return filepath.Join(q.real, filepath.FromSlash(rest[1:]))
			}
		}
	}
	return path
}

// overlapping names the places that lie in others: "src/a in src".
func (p *places) overlapping() []string {
	var all []string
	for _, q := range p.named {
		if q.outer >= 0 {
			all = append(all, clip(q.name)+" in "+clip(p.named[q.outer].name))
		}
	}
	return all
}

// below gives how a clean path lies in or below the folder dir.
func below(dir, path string) (rel string, in bool) {
	if path == dir {
		return ".", true
	}
	if !strings.HasSuffix(dir, string(filepath.Separator)) {
		dir += string(filepath.Separator)
	}
	rel, in = strings.CutPrefix(path, dir)
	return rel, in
}
