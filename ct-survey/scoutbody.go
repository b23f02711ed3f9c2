package main

import "github.com/ct-tools/ct/shared/tool"

// maxTop bounds the rows of each list, also where a budget would hold more.
const maxTop = 100

// A scoutDocument is the answer to a query.
type scoutDocument struct {
	Query   string `json:"query"`
	Mode    string `json:"mode"`
	Matches int64  `json:"matches"`
	Files   int64  `json:"files"`
	Folders []row  `json:"top_directories,omitempty"`
	Top     []row  `json:"top_files,omitempty"`
	closing
}

// document gives the answer within its budget.
func (d *distribution) document(o tool.Outcome, a *tool.Answer) any {
	return d.fit(o, [2]int{min(len(d.folders), maxTop), min(len(d.files), maxTop)}, func(e *envelope, s shape) {
		e.Scout = &scoutDocument{
			Query: clip(d.terms[0]), Mode: a.Reading.Mode, Matches: d.tallies[0].lines, Files: d.tallies[0].files,
			Folders: d.folders[:s.rows[0]], Top: d.files[:s.rows[1]],
			closing: d.closing(a, s.detail, []listing{
				{"top_directories", len(d.folders), s.rows[0]}, {"top_files", len(d.files), s.rows[1]},
			}, d.next()),
		}
	})
}
