package occurrence

// A Change is what a change of a symbol means for a place, with the names that JSON gives it.
type Change struct {
	Part       string `json:"part"`                         // definition, override, declaration, call, reference, import, re_export, string, comment, document, text
	Confidence string `json:"binding_confidence,omitempty"` // that the place is of the symbol: high, med, low
	Reason     string `json:"binding_reason,omitempty"`
	InTest     bool   `json:"in_test,omitempty"`
	OtherName  bool   `json:"other_name,omitempty"` // the place has another name, which an import gives the symbol
	Public     bool   `json:"public,omitempty"`     // of a definition that nothing uses: code of others can use it
	TestsOnly  bool   `json:"tests_only,omitempty"` // only tests use it
	Fit        string `json:"fit,omitempty"`        // of a call, with a new signature: breaks, may_break, fits
	FitReason  string `json:"fit_reason,omitempty"`
}
