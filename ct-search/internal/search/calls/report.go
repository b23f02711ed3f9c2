package calls

import (
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// A Report makes an answer of what was found.
type Report struct {
	LeftOutBy string // the options that leave calls out
	Symbol    string // as asked for
	Pattern   string // what was looked for
	Where     string // where definitions were looked for
	Strings   bool   // strings that hold the name are shown
	Summary   answer.Summary
	Found     *Found

	Limit, Offset int
	// Refine returns the command of this search with other options. Ask returns the command of a search for a name.
	Refine func(options ...string) string
	Ask    func(name string) string
	// Show returns the command that prints lines of a file.
	Show   func(option, path string) string
	Deeper string // the command that asks for callers of callers
	// Calls returns the command that asks for the calls of another symbol.
	Calls func(symbol string) string
}

// Answer returns the answer, without its run, verdict and ledger.
func (r *Report) Answer() *answer.Answer {
	a := answer.New(r.Summary)
	groups := r.groups()
	shown := groups[min(r.Offset, len(groups)):min(r.Offset+r.Limit, len(groups))]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(shown)
	top, mentions := answer.Matches(shown, r.Offset, r.Pattern)
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleKinds, r.histogram())
	a.Add(answer.TitleFollow, r.follow())
	a.Add(answer.TitleDefinitions, r.definitions())
	a.Add(answer.TitleMentions, mentions)
	if r.Found.Graph != nil {
		a.Add(answer.TitleGraph, r.Found.Graph.findings(r.Symbol))
	}
	a.Add(answer.TitleHazards, r.Found.hazardFindings())
	a.Add(answer.TitleLimits, r.limits())
	if r.Found.Defined+len(r.Found.Passed)+len(r.Found.Strings)+len(r.Found.Texts.Spelled) > 0 {
		a.ShowNone()
	}
	a.AddEvidence(groups[min(r.Offset+r.Limit, len(groups)):], r.Offset+r.Limit+1, r.Pattern)
	return a
}

// groups returns what pages show: the sites, and after them the strings that hold the name where they are asked for.
func (r *Report) groups() []occurrence.Group {
	all := make([]occurrence.Group, 0, len(r.Found.Sites))
	for _, s := range r.Found.Sites {
		all = append(all, occurrence.Group{Match: s.Bound(), Count: 1})
	}
	if r.Strings && int64(len(all)) == r.Found.Calls {
		for i := range r.Found.Strings {
			all = append(all, occurrence.Group{Match: r.Found.Strings[i], Count: 1})
		}
	}
	return all
}

// Shown returns the number of findings that all pages together show.
func (r *Report) Shown() int {
	if r.Strings {
		return int(r.Found.Calls) + len(r.Found.Strings)
	}
	return int(r.Found.Calls)
}

// key returns the findings to read first.
func (r *Report) key(shown []occurrence.Group) []answer.Finding {
	if r.Found.Calls == 0 || len(shown) == 0 {
		return r.nothing()
	}
	t := &r.Found.Tiers
	message := fmt.Sprintf("%s is called %s in %s: %d bound to its definition, %d by name and module, %d unresolved", r.Symbol,
		grep.Plural(r.Found.Calls, "time", "times"), grep.Plural(r.Found.Files, "file", "files"), t[resolve.High], t[resolve.Med], t[resolve.Unresolved])
	findings := []answer.Finding{{
		Category: "summary", Message: message, Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: answer.PrimaryData{
			Type: "symbol", Why: "who calls it", Symbol: r.Symbol, Normalized: r.Pattern,
		}},
	}}
	return append(findings, r.defined()...)
}

// defined says where the symbol is defined, or that it is not.
func (r *Report) defined() []answer.Finding {
	switch n := r.Found.Wanted; {
	case n == 0:
		return []answer.Finding{summary(fmt.Sprintf("no definition of %s in %s; calls can only agree in name", r.Symbol, r.Where), answer.PrimaryData{
			Type: "symbol", Why: "no definition", Symbol: r.Symbol,
		}, nil)}
	default:
		d := &r.Found.Definitions[0].Match
		message := fmt.Sprintf("defined at %s:%d", budget.EscapeName(d.Path), d.Line)
		if n > 1 {
			message += fmt.Sprintf(" and %s", grep.Plural(int64(n-1), "more place", "more places"))
		}
		return []answer.Finding{summary(message, answer.PrimaryData{Type: "symbol", Why: "its definition", Symbol: r.Symbol, Path: d.Path}, d)}
	}
}

func summary(message string, data any, m *occurrence.Match) answer.Finding {
	f := answer.Finding{
		Category: "summary", Message: message, Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.Med, Confidence: answer.High, Data: data},
	}
	if m != nil {
		f.Anchor = answer.AnchorOf(m)
	}
	return f
}

// nothing says that there is no call, or none left to show.
func (r *Report) nothing() []answer.Finding {
	data := answer.HintData{Kind: "broaden_scope", Why: r.Symbol + " is not called in what was read"}
	switch {
	case r.Found.Calls > 0:
		data.Why = "no more calls"
	case r.Found.Dropped > 0:
		data.Why = fmt.Sprintf("no call of %s is left by %s", r.Symbol, r.LeftOutBy)
	case r.Found.Unread > 0:
		data.Why = fmt.Sprintf("no call of %s was found, and %s not scanned for calls", r.Symbol, grep.Plural(r.Found.Unread, "match was", "matches were"))
	}
	switch d := r.Found.Definitions; {
	case r.Found.Calls > 0:
	case len(d) > 0 && d[0].Wanted:
		data.Why += fmt.Sprintf("; it is defined at %s:%d", budget.EscapeName(d[0].Path), d[0].Line)
	case r.Found.Ledger.Cut():
		data.Why += "; no definition of it was found"
	default:
		data.Why += "; nothing here defines " + r.Symbol
	}
	if r.Summary.TimedOut {
		data.TimedOut()
	}
	return []answer.Finding{answer.Nothing(data)}
}

// histogram counts the calls by how sure they are, and what else has the name.
func (r *Report) histogram() []answer.Finding {
	var findings []answer.Finding
	count := func(what string, n, files int64, hidden bool) {
		message := fmt.Sprintf("%s: %d", what, n)
		if files > 0 {
			message += " in " + grep.Plural(files, "file", "files")
		}
		if hidden {
			message += " (hidden)"
		}
		findings = append(findings, answer.Counted(message, answer.CountData{Counted: what, Matches: n, Files: files, Hidden: hidden}))
	}
	for t := resolve.High; t <= resolve.Unresolved; t++ {
		count(t.String(), r.Found.Tiers[t], r.Found.InFiles[t], false)
	}
	if n := int64(len(r.Found.Strings)); n > 0 {
		count("strings with the name", n, 0, !r.Strings)
	}
	if n := r.Found.Conversions; n > 0 {
		count("no call: conversion to a type", n, 0, true)
	}
	for k := source.FromImport; ; k-- {
		if n := r.Found.Mentions[k]; n > 0 && k != source.String {
			count("no call: "+k.String(), n, 0, true)
		}
		if k == source.Text {
			return findings
		}
	}
}

// follow returns the commands to run next.
func (r *Report) follow() []answer.Finding {
	var steps answer.Steps
	for _, d := range r.Found.Definitions {
		if d.Definition != nil && d.Wanted && r.Show != nil {
			steps.Add("the definition", r.Show(fmt.Sprintf("--range=%d:%d", d.Definition.First, d.Definition.Last), d.Path), "read it before changing it")
			break
		}
	}
	if r.Found.Graph == nil && r.Found.Calls > 0 {
		steps.Add("callers of callers", r.Deeper, "what a change reaches")
	}
	if r.Found.Elsewhere > 0 && r.Calls != nil {
		steps.Add("calls of every "+r.Pattern, r.Calls(r.Pattern), "those that are bound to another definition are left out here")
	}
	if g := r.Found.Graph; g != nil && g.Next != "" && r.Calls != nil {
		steps.Add("who calls "+g.Next, r.Calls(g.Next), "the graph is full before its callers")
	}
	if n := len(r.Found.Strings); n > 0 && !r.Strings {
		steps.Add("with strings that contain the name", r.Refine("--include-strings"), "lookups by its name at run time")
	}
	if r.Found.Mentions[source.Reference]+r.Found.Mentions[source.Import]+r.Found.Mentions[source.FromImport] > 0 && r.Ask != nil {
		steps.Add("all uses of the name", r.Ask(r.Pattern), "imports, and where it is passed on")
	}
	return steps
}

// definitions returns the definitions of the name as findings, without those of other owners if the symbol is none of them.
func (r *Report) definitions() []answer.Finding {
	var findings []answer.Finding
	known := r.Found.Wanted > 0
	for _, d := range r.Found.Definitions {
		if (known || d.Owner == "") && len(findings) < answer.MostLikely {
			findings = append(findings, answer.Full(&occurrence.Group{Match: d.Match, Count: 1}, 0, r.Pattern))
		}
	}
	return findings
}

// limits says what keeps the answer from being whole or exact.
func (r *Report) limits() []answer.Finding {
	findings := append(answer.Limits(&r.Found.Ledger, &r.Found.Gaps), r.Found.lacks...)
	if r.Found.Graph != nil && r.Found.Graph.Left > 0 {
		findings = append(findings, r.Found.Graph.limit())
	}
	return findings
}

// limit says that the graph is not whole.
func (g *Graph) limit() answer.Finding {
	return answer.Limit("limit", fmt.Sprintf("the graph ends at %d functions; %d more calls are only counted", len(g.Nodes), g.Left), int64(g.Left))
}
