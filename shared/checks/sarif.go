package checks

import (
	"cmp"
	"net/url"

	"github.com/ct-tools/ct/shared/budget"
)

// The parts of SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format) that a report has.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Bases       map[string]any    `json:"originalUriBaseIds"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string     `json:"id"`
		Short sarifText  `json:"shortDescription"`
		Full  *sarifText `json:"fullDescription,omitempty"`
		Help  sarifText  `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful bool `json:"executionSuccessful"`
		Exit       int  `json:"exitCode"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		Index     int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId"`
	}
	sarifRegion struct {
		Line int64 `json:"startLine"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sourceRoot stands for the folder of the file.
	sourceRoot = "%SRCROOT%"
)

// corpusRoot stands for the corpus, in which the places are if there is one.
const corpusRoot = "%CORPUS%"

// SARIF returns the report as a value that marshals to a log of SARIF 2.1.0. A check is a rule; what breaks it is a result
// of level error where it was found, or at the check itself if something is missing. A check that is undecided or failed is
// a result of level warning, and the run is then not successful.
func (r *Report) SARIF() any {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "ct check", Version: r.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: r.Number(Undecided)+r.Number(Failure) == 0, Exit: r.Status()}},
		Bases:       map[string]any{sourceRoot: map[string]any{"description": sarifText{"the folder of " + budget.EscapeName(r.File.Base)}}},
		Results:     []sarifResult{},
	}
	if r.Corpus != "" {
		run.Bases[corpusRoot] = map[string]any{"description": sarifText{budget.EscapeName(r.Corpus)}}
	}
	for i := range r.Results {
		x := &r.Results[i]
		rule := sarifRule{ID: x.Name, Short: sarifText{x.Name}, Help: sarifText{x.Command()}}
		if x.Why != "" {
			rule.Full = &sarifText{x.Why}
		}
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule)
		run.Results = append(run.Results, r.results(x, i)...)
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
}

// results returns the results of one check.
func (r *Report) results(x *Result, rule int) []sarifResult {
	result := sarifResult{Rule: x.Name, Index: rule, Level: "error", Message: sarifText{cmp.Or(x.Why, x.Name) + " (" + x.Reason + ")"}}
	here := []sarifLocation{location(r.File.Base, int64(x.Line), sourceRoot)}
	switch {
	case x.Verdict == Success:
		return nil
	case x.Verdict != Error:
		result.Level = "warning"
		fallthrough
	case len(x.Places) == 0:
		result.Locations = here
		return []sarifResult{result}
	}
	root := sourceRoot
	if r.Corpus != "" {
		root = corpusRoot
	}
	var list []sarifResult
	for i := range x.Places {
		p := &x.Places[i]
		one := result
		one.Message.Text = cmp.Or(x.Why, x.Name)
		if text := p.clipped(); text != "" {
			one.Message.Text += " — " + text
		}
		one.Locations = []sarifLocation{location(p.Path, p.Line, root)}
		list = append(list, one)
	}
	return list
}

// location returns a place below a root.
func location(path string, line int64, root string) sarifLocation {
	l := sarifLocation{sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: path}).String(), root}}}
	if line > 0 {
		l.Physical.Region = &sarifRegion{line}
	}
	return l
}
