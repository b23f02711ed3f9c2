package smart

import (
	"fmt"
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/source"
)

// mostSnippets is how many findings Markdown shows with the lines around them,
// and mostSnippetLines how many lines each.
const (
	mostSnippets     = 3
	mostSnippetLines = 5
)

// matches gives the findings of the groups that are told: those of code, and
// those of strings and comments.
func (r *Report) matches(shown []Group) (code, mentions []Finding) {
	for i := range shown {
		g := &shown[i]
		f := r.full(g, r.Offset+i+1)
		if !g.Kind.Code() && g.Kind != source.Text {
			mentions = append(mentions, f)
			continue
		}
		if len(code) < mostSnippets {
			f.snippet = snippetOf(g)
		}
		code = append(code, f)
	}
	return code, mentions
}

// snippetOf gives at most mostSnippetLines lines round the match.
func snippetOf(g *Group) *Snippet {
	s := g.Snippet
	if over := len(s.Lines) - mostSnippetLines; over > 0 {
		before := min(int(g.Line-s.First), over)
		keep := max(before-mostSnippetLines/2, 0)
		s = Snippet{s.First + int64(keep), s.Lines[keep:min(keep+mostSnippetLines, len(s.Lines))]}
	}
	return &s
}

// full is the finding that tells all of a group, at its rank.
func (r *Report) full(g *Group, rank int) Finding {
	f := r.brief(g, rank)
	extras := Extras{Rank: rank, Tags: tags(g)}
	switch g.Kind {
	case source.Definition, source.Callsite, source.Text:
		extras.SnippetLang = g.Language
		extras.Window = &Window{g.Snippet.First, g.Snippet.First + int64(len(g.Snippet.Lines)) - 1}
		extras.SnippetText = joined(g.Snippet.Lines)
		extras.Actions = []Action{open(g)}
	}
	f.Details.Data = r.data(g, extras)
	return f
}

// open is the action that shows the place of a match.
func open(g *Group) Action {
	return Action{
		Kind: "open.file", Title: "show it", Command: show(fmt.Sprintf("--line=%d", g.Line), g.Path),
		Why: "the lines around it", Priority: 2,
	}
}

// tags are the labels of a finding.
func tags(g *Group) []string {
	var all []string
	if role := g.Role.String(); role != "source" && role != "unknown" {
		all = append(all, role)
	}
	if g.Count > 1 {
		all = append(all, fmt.Sprintf("x%d", g.Count))
	}
	return all
}

// joined gives the lines of a snippet within its bound.
func joined(lines []string) string {
	text, _ := budget.Clip([]byte(strings.Join(lines, "\n")), 0, 0, clipSnippet)
	return text
}

// brief is the finding that tells a group in one line.
func (r *Report) brief(g *Group, rank int) Finding {
	text := strings.TrimSpace(g.Text)
	if d := g.Definition; d != nil && d.Signature != "" && d.Kind.Encloses() {
		text = d.Signature
	}
	message := fmt.Sprintf("%s  %s  %s", at(g), budget.EscapeName(g.Enclosing), text)
	if g.Count > 1 {
		message += fmt.Sprintf("  (%d matches)", g.Count)
	}
	return Finding{
		Category: g.Category(), Message: message, Severity: "info", Anchor: anchor(&g.Match),
		Details: Details{Kind: kindOf(g.Kind), Impact: impact(g), Confidence: confidence(g), Data: r.data(g, Extras{Rank: rank})},
	}
}

// kindOf gives details.kind of a category.
func kindOf(k source.Kind) string {
	switch k {
	case source.Definition:
		return "symbol.definition"
	case source.Callsite:
		return "usage.callsite"
	case source.Import, source.FromImport:
		return "usage.import"
	case source.Reference, source.Assignment, source.Annotation:
		return "usage.reference"
	}
	return "match.text"
}

func impact(g *Group) string {
	switch {
	case g.Own:
		return high
	case g.Kind.Code():
		return med
	}
	return low
}

// data gives the data that goes with a match's kind.
func (r *Report) data(g *Group, extras Extras) any {
	switch g.Kind {
	case source.Definition:
		return definitionOf(g, extras)
	case source.Callsite:
		return callOf(g, extras)
	case source.Import, source.FromImport:
		return importOf(g, extras)
	case source.Reference, source.Assignment, source.Annotation:
		return referenceOf(g, extras)
	}
	line := strings.TrimRight(g.Text, " \t")
	return textData{
		Pattern: r.Pattern, Line: line, Spans: []spanData{{g.Column, max(g.EndColumn, g.Column)}}, InFile: g.Count,
		Enclosing: g.Enclosing, Extras: extras,
	}
}

func definitionOf(g *Group, extras Extras) any {
	d := g.Definition
	if d == nil {
		d = &Definition{Symbol: g.Word, Qualname: g.Word, Kind: source.Variable}
	}
	return definitionData{
		Symbol: d.Symbol, SymbolKind: d.Kind.String(), Qualname: d.Qualname, Signature: d.Signature, Module: module(g),
		Visibility: d.Visibility.String(), Doc: d.Doc, Decorators: d.Decorators, Bases: d.Bases, Extras: extras,
	}
}

// module names the module of a Python file; other languages name theirs in
// the file.
func module(g *Group) string {
	if g.Language != "py" {
		return ""
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(g.Path, path.Ext(g.Path)), "/__init__")
	return strings.ReplaceAll(stem, "/", ".")
}

func callOf(g *Group, extras Extras) any {
	data := callData{Callee: g.Word, Caller: g.Enclosing, Text: strings.TrimSpace(g.Text), Kind: "direct", Extras: extras}
	if g.Access == source.Member {
		data.Kind = "attribute"
	}
	if c := g.Call; c != nil {
		data.Callee, data.Text, data.Args, data.Keywords = c.Callee, c.Text, &c.Positional, c.Keywords
		data.Spread, data.SpreadNames = c.Spread, c.SpreadNames
	}
	return data
}

func importOf(g *Group, extras Extras) any {
	data := importData{Kind: g.Category(), Module: g.Word, Text: strings.TrimSpace(g.Text), Extras: extras}
	if i := g.Import; i != nil {
		data.Module, data.Name, data.Alias, data.Text = i.Module, i.Name, i.Alias, i.Text
	}
	return data
}

func referenceOf(g *Group, extras Extras) any {
	data := referenceData{Symbol: g.Word, Text: strings.TrimSpace(g.Text), Kind: "name", Enclosing: g.Enclosing, Extras: extras}
	if g.Access == source.Member {
		data.Kind = "attribute"
	}
	switch g.Kind {
	case source.Assignment:
		data.Access = "write"
	case source.Annotation:
		data.Kind = "type"
	}
	return data
}

// limits says what keeps the answer from being whole or exact.
func (r *Report) limits() []Finding {
	var findings []Finding
	add := func(reason, why string, total int64) {
		findings = append(findings, Finding{
			Category: "truncated", Message: why, Severity: "warning",
			Details: Details{Kind: "smart_search.limit", Impact: med, Confidence: high, Data: limitData{Reason: reason, Why: why, Total: total}},
		})
	}
	if r.TimedOut {
		add("timeout", "the search ended at --timeout; all figures are lower bounds", 0)
	}
	for _, cut := range r.Found.Ledger.Cuts() {
		if reason := cut.Reason; reason != ledger.Timeout {
			add(reason.String(), budget.EscapeName(cut.String()), cut.Count)
		}
	}
	if n := r.Found.Unscanned; n > 0 {
		add("not_parsed", grep.Plural(n, "match was", "matches were")+" not scanned for what they are (text_match)", n)
	}
	for _, d := range r.Found.Doubts {
		add("not_parsed", d, 0)
	}
	if n := r.Found.Unknown; n > 0 {
		add("not_parsed", grep.Plural(n, "file is", "files are")+" of a language without a scanner (text_match)", n)
	}
	return findings
}
