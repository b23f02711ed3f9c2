package main

import (
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/tool"
)

// maxTop is the maximum number of rows in each list, even if a budget has room for more.
const maxTop = 100

// scoutDocument is the answer to a query.
type scoutDocument struct {
	Query   string `json:"query,omitempty"`
	Mode    string `json:"mode,omitempty"`
	Matches int64  `json:"matches"`
	Files   int64  `json:"files"`
	Folders []row  `json:"top_directories,omitempty"`
	Top     []row  `json:"top_files,omitempty"`
	closing
}

// document returns the answer within its budget.
func (d *distribution) document(o tool.Outcome, a *tool.Answer) any {
	next := d.next(a)
	full := shape{rows: [2]int{min(len(d.folders), maxTop), min(len(d.files), maxTop)}}
	return d.fit(o, a, full, func(e *envelope, s shape) {
		e.Scout = &scoutDocument{
			Matches: d.tallies[0].lines, Files: d.tallies[0].files,
			Folders: d.folders[:s.rows[0]], Top: d.files[:s.rows[1]],
			closing: d.closing(a, s, []listing{
				{"top_directories", len(d.folders), s.rows[0]}, {"top_files", len(d.files), s.rows[1]},
			}, next, func() string { return d.more(s.rows[0], s.rows[1]) }),
		}
		if s.detail < withoutEchoes {
			e.Scout.Query, e.Scout.Mode = grep.Echo(d.terms[0], maxEcho), a.Reading.Mode
		}
	})
}
