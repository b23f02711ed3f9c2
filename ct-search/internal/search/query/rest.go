package query

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
)

// A ranking keeps the first groups of those that it is given. It sorts only when it has twice as many as it keeps.
type ranking struct {
	first []occurrence.Group
	most  int // how many are kept
}

func (r *ranking) add(groups ...occurrence.Group) {
	if r.most == 0 {
		return
	}
	r.first = append(r.first, groups...)
	if len(r.first) >= 2*r.most {
		r.rank()
	}
}

// rank sorts what is kept, and drops the others.
func (r *ranking) rank() {
	slices.SortStableFunc(r.first, compareGroups)
	r.first = slices.Clip(r.first[:min(len(r.first), r.most)])
}

// rest is the matches that no group shows, one for each line and kind, and the number of all.
type rest struct {
	ranking
	count int64
	lines map[int64]bool // of one file, while its matches are added
}

// leave adds a match of a file, unless there is one on its line.
func (r *rest) leave(m occurrence.Match) {
	if r.lines[m.Line] {
		return
	}
	if r.lines == nil {
		r.lines = map[int64]bool{}
	}
	r.lines[m.Line] = true
	r.add(occurrence.Group{Match: m, Count: 1})
}

// end ends a file, whose groups show the lines that they stand for. At most mostGroups of those that are kept are among them.
func (r *rest) end(shown []occurrence.Group) {
	r.count = int64(len(r.lines))
	for i := range shown {
		if line := shown[i].Line; r.lines[line] {
			r.count--
			r.first = slices.DeleteFunc(r.first, func(g occurrence.Group) bool { return g.Line == line })
		}
	}
	r.lines = nil
	r.rank()
}

// join takes the matches of a file.
func (r *rest) join(f *rest) {
	r.count += f.count
	r.add(f.first...)
}
