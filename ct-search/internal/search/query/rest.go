package query

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
)

// A Ranking keeps the first groups of those that it is given. It sorts only when it has twice as many as it keeps.
type Ranking struct {
	First []occurrence.Group
	Most  int // how many are kept
}

func (r *Ranking) add(groups ...occurrence.Group) {
	if r.Most == 0 {
		return
	}
	r.First = append(r.First, groups...)
	if len(r.First) >= 2*r.Most {
		r.rank()
	}
}

// rank sorts what is kept, and drops the others.
func (r *Ranking) rank() {
	slices.SortStableFunc(r.First, compareGroups)
	r.First = slices.Clip(r.First[:min(len(r.First), r.Most)])
}

// A Rest is the matches that no group shows, one for each line and kind, and the number of all.
type Rest struct {
	Ranking
	Count int64
	lines map[int64]bool // of one file, while its matches are added
}

// leave adds a match of a file, unless there is one on its line.
func (r *Rest) leave(m occurrence.Match) {
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
func (r *Rest) end(shown []occurrence.Group) {
	r.Count = int64(len(r.lines))
	for i := range shown {
		if line := shown[i].Line; r.lines[line] {
			r.Count--
			r.First = slices.DeleteFunc(r.First, func(g occurrence.Group) bool { return g.Line == line })
		}
	}
	r.lines = nil
	r.rank()
}

// join takes the matches of a file.
func (r *Rest) join(f *Rest) {
	r.Count += f.Count
	r.add(f.First...)
}
