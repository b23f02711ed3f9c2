package checks

// document is a report as JSON.
type document struct {
	File    string          `json:"file"`
	Verdict Verdict         `json:"verdict"`
	Checks  []checkDocument `json:"checks"`
	Totals  map[string]int  `json:"totals"`
}

type checkDocument struct {
	Name    string          `json:"name"`
	Why     string          `json:"why,omitempty"`
	Line    int             `json:"line"` // of the file
	Run     []string        `json:"run"`
	Expect  string          `json:"expect"`
	Verdict Verdict         `json:"verdict"`
	Count   *int64          `json:"count"`
	Reason  string          `json:"reason,omitempty"`
	Places  []placeDocument `json:"places"`
	Elapsed int64           `json:"elapsed_ms"`
}

type placeDocument struct {
	Path   string `json:"path"`
	Line   int64  `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Document returns the report as a value that marshals to JSON.
func (r *Report) Document() any {
	d := document{File: r.File.Name, Verdict: r.verdict(), Checks: []checkDocument{}, Totals: map[string]int{}}
	for _, v := range []Verdict{Success, Error, Undecided, Failure} {
		d.Totals[string(v)] = r.Number(v)
	}
	for i := range r.Results {
		x := &r.Results[i]
		c := checkDocument{
			Name: x.Name, Why: x.Why, Line: x.Line, Run: x.Words, Expect: x.Expect, Verdict: x.Verdict, Places: []placeDocument{}, Elapsed: x.Elapsed.Milliseconds(),
		}
		if x.Count >= 0 {
			c.Count = &x.Count
		}
		if x.Verdict != Success {
			c.Reason = x.Reason
		}
		for _, p := range x.Places {
			c.Places = append(c.Places, placeDocument{p.Path, p.Line, p.Column, p.clipped()})
		}
		d.Checks = append(d.Checks, c)
	}
	return d
}
