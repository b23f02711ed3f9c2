package query

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
)

// mostInserted is how many groups are inserted one by one into a ranked list.
const mostInserted = 8

// rest is the matches that the groups do not show, one for each line and kind: the first of them, ranked, and the number
// of all.
type rest struct {
	first []occurrence.Group
	most  int // how many are kept
	count int64
	line  int64 // of the match added last
}

// add takes a match of a file; matches come in their order.
func (r *rest) add(m occurrence.Match) {
	if m.Line == r.line && r.count > 0 {
		return
	}
	r.count++
	r.line = m.Line
	if r.most == 0 {
		return
	}
	r.first = append(r.first, occurrence.Group{Match: m, Count: 1})
	if len(r.first) >= 2*r.most {
		r.rank()
	}
}

// drop removes the match added last if it is on a line that a group shows now.
func (r *rest) drop(line int64) {
	if r.line != line || r.count == 0 {
		return
	}
	r.count--
	r.line = 0
	if last := len(r.first) - 1; last >= 0 && r.first[last].Line == line {
		r.first = r.first[:last]
	}
}

// rank sorts what is kept, and drops what no page shows.
func (r *rest) rank() {
	slices.SortStableFunc(r.first, compareGroups)
	r.first = slices.Clip(r.first[:min(len(r.first), r.most)])
}

// join takes the ranked matches of a file.
func (r *rest) join(f *rest) {
	r.count += f.count
	r.first = best(r.first, f.first, r.most)
}

// after returns what follows on later pages if the groups before it are all of them.
func (r *rest) after(groups int64, have int) []occurrence.Group {
	if int64(have) < groups {
		return nil
	}
	return r.first
}
