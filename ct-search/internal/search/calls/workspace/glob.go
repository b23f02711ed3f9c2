package workspace

import (
	"path"
	"strings"
)

// mostDeep bounds the folders that ** of a glob stands for, one in the other.
const mostDeep = 8

// expand calls do with every folder below one that globs of a file match; those with ! before them leave out what they match.
func (s *Space) expand(folder, because string, globs []string, do func(folder string)) {
	var without [][]string
	for _, g := range globs {
		if rest, ok := strings.CutPrefix(g, "!"); ok {
			without = append(without, parts(rest))
		}
	}
	x := &expansion{space: s, because: because, seen: map[question]bool{}, do: func(at string) {
		names := strings.Split(strings.TrimPrefix(strings.TrimPrefix(at, folder), "/"), "/")
		for _, w := range without {
			if matches(w, names) {
				return
			}
		}
		do(at)
	}}
	for _, g := range globs {
		if strings.HasPrefix(g, "!") {
			continue
		}
		for _, one := range braces(g) {
			if _, ok := inside(folder, one); ok {
				x.at(folder, parts(one), mostDeep)
			}
		}
	}
}

// An expansion expands globs.
type expansion struct {
	space   *Space
	because string
	seen    map[question]bool // folders, with the rest of the glob
	do      func(folder string)
}

func (x *expansion) at(folder string, glob []string, deep int) {
	key := question{folder, path.Join(glob...)}
	if x.seen[key] || deep < 0 {
		return
	}
	x.seen[key] = true
	switch {
	case len(glob) == 0:
		x.do(folder)
	case glob[0] == "**":
		x.at(folder, glob[1:], deep)
		for _, name := range x.space.below(folder, x.because) {
			x.at(path.Join(folder, name), glob, deep-1)
		}
	case !strings.ContainsAny(glob[0], `*?[\`):
		x.at(path.Join(folder, glob[0]), glob[1:], deep)
	default:
		for _, name := range x.space.below(folder, x.because) {
			if ok, _ := path.Match(glob[0], name); ok {
				x.at(path.Join(folder, name), glob[1:], deep)
			}
		}
	}
}

// parts returns the names of a glob between slashes, without two ** one after the other.
func parts(glob string) []string {
	var all []string
	for p := range strings.SplitSeq(glob, "/") {
		if p == "" || p == "." || p == "**" && len(all) > 0 && all[len(all)-1] == "**" {
			continue
		}
		all = append(all, p)
	}
	return all
}

// matches reports whether the names of a path match those of a glob.
func matches(glob, names []string) bool {
	ends := make([]bool, len(names)+1) // whether the glob so far matches so many names
	ends[0] = true
	for _, g := range glob {
		next := make([]bool, len(names)+1)
		for i := range ends {
			switch {
			case g == "**":
				next[i] = ends[i] || i > 0 && next[i-1]
			case i > 0 && ends[i-1]:
				next[i], _ = path.Match(g, names[i-1])
			}
		}
		ends = next
	}
	return ends[len(names)]
}

// mostBraces bounds the globs that braces stand for.
const mostBraces = 100

// braces returns the globs that one with {a,b} stands for.
func braces(glob string) []string {
	all := []string{glob}
	for i := 0; i < len(all) && len(all) < mostBraces; {
		before, rest, ok := strings.Cut(all[i], "{")
		inner, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			i++
			continue
		}
		all = append(all[:i], all[i+1:]...)
		for one := range strings.SplitSeq(inner, ",") {
			all = append(all, before+one+after)
		}
	}
	return all
}
