package survey

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
)

// places are the paths that the user named. Each counts what a separate search of it finds. A place
// inside another may be hidden, ignored or excluded in the search of the outer one, and the
// location alone does not show that. Places that overlap are therefore searched in separate walks.
type places struct {
	named []place
	walks [][]int // the indexes of the places that each walk visits, none inside another
}

// place is one path that the user named.
type place struct {
	name   string // as the user named it
	real   string // absolute and without links; "" if it does not exist
	around int    // index of the outermost place around it, of equal ones the first; -1 for none
}

// newPlaces finds which named paths, by default ".", are inside others. The walk reports those that do not exist. located
// returns where one is: an absolute path without links, or "" if it does not exist.
func newPlaces(names []string, located func(name string) string) *places {
	if len(names) == 0 {
		names = []string{"."}
	}
	p := &places{named: make([]place, len(names))}
	for i, name := range names {
		p.named[i] = place{name: name, real: located(name), around: -1}
	}
	for i := range p.named {
		p.named[i].around = p.around(i)
		w := slices.IndexFunc(p.walks, func(w []int) bool {
			return !slices.ContainsFunc(w, func(j int) bool { return p.contains(i, j) || p.contains(j, i) })
		})
		if w < 0 {
			w = len(p.walks)
			p.walks = append(p.walks, nil)
		}
		p.walks[w] = append(p.walks[w], i)
	}
	return p
}

// located returns where a path is in the file system, or "" if it does not exist.
func located(name string) string {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return ""
	}
	if real, err = filepath.Abs(real); err != nil {
		return ""
	}
	return real
}

// locatedIn returns where a path is in another tree than the working folder, where no links are followed.
func locatedIn(name string) string { return string(filepath.Separator) + filepath.Clean(name) }

func (p *places) around(i int) int {
	outer := -1
	for j := range p.named {
		switch {
		case j == i || !p.contains(j, i) || j > i && p.contains(i, j):
		case outer < 0 || len(p.named[j].real) < len(p.named[outer].real):
			outer = j
		}
	}
	return outer
}

// contains reports whether place i is place j or lies inside it.
func (p *places) contains(j, i int) bool {
	dir, path := p.named[j].real, p.named[i].real
	if dir == "" || path == "" {
		return false
	}
	if path == dir {
		return true
	}
	if !strings.HasSuffix(dir, string(filepath.Separator)) {
		dir += string(filepath.Separator)
	}
	return strings.HasPrefix(path, dir)
}

// names returns the places that a walk visits, as the user named them.
func (p *places) names(walk []int) []string {
	names := make([]string, len(walk))
	for i, n := range walk {
		names[i] = p.named[n].name
	}
	return names
}

// file returns the path that identifies a file, however its place was named.
func (p *places) file(place int, f *grep.Found) string {
	return filepath.Join(p.named[place].real, filepath.FromSlash(f.Below))
}

// overlapping describes the places that lie inside others: "src/a in src".
func (p *places) overlapping() []string {
	var all []string
	times := map[string]int{}
	for _, q := range p.named {
		times[q.name]++
	}
	for i, q := range p.named {
		first := slices.IndexFunc(p.named, func(o place) bool { return o.name == q.name }) == i
		if first && times[q.name] > 1 {
			all = append(all, fmt.Sprintf("%s %d times", clip(q.name), times[q.name]))
		}
		if q.around < 0 || !first {
			continue
		}
		outer, relation := p.named[q.around], " in "
		if q.real == outer.real {
			relation = " is "
		}
		all = append(all, clip(q.name)+relation+clip(outer.name))
	}
	return all
}
