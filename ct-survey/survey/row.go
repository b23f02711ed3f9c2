package survey

import "github.com/ct-tools/ct/shared/tool"

// A treeRow is what was found in one of many trees.
type treeRow struct {
	Path  string    `json:"path"`
	Lines int64     `json:"lines"` // on which any term matches
	Files int64     `json:"files"`
	Terms []termRow `json:"terms"`
	Top   []row     `json:"top_files,omitempty"`
	Other int       `json:"other_files,omitempty"`
}

// A termRow is the count of a term.
type termRow struct {
	Term    string `json:"term"`
	Lines   int64  `json:"lines"`
	Files   int64  `json:"files"`
	AtLeast bool   `json:"at_least,omitempty"`
}

// row returns the row of a tree, nil if nothing was found there; see tool.Parts.
func (s *count) row(name string, of tool.Part) any {
	p := tool.PartOf[*Part](of)
	if p.Lines == 0 {
		return nil
	}
	r := treeRow{Path: name, Lines: p.Lines, Files: p.Files, Top: rowsOf(p.TopFiles), Other: p.OtherFiles}
	for i, t := range p.Terms {
		r.Terms = append(r.Terms, termRow{s.labels[i], t.Lines, t.Files, t.Ended})
	}
	return r
}
