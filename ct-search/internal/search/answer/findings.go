package answer

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// clipSnippet bounds the lines around a match in JSON, in bytes.
const clipSnippet = 400

// mostSnippets is how many findings Markdown shows with lines around them, mostSnippetLines how many lines each.
const (
	mostSnippets     = 3
	mostSnippetLines = 5
)

// Matches returns the findings of the groups that are shown; the first has the rank offset+1: those of code, and those
// of strings and comments. pattern is what was looked for.
func Matches(shown []occurrence.Group, offset int, pattern string) (code, mentions []Finding) {
	seen := map[string]bool{}
	for i := range shown {
		g := &shown[i]
		f := full(g, offset+i+1, pattern, !seen[At(g)])
		f.rank = offset + i + 1
		seen[At(g)] = true
		if len(code)+len(mentions) < mostSnippets {
			f.snippet = snippetOf(g)
		}
		if !g.Kind.Code() && g.Kind != source.Text {
			mentions = append(mentions, f)
			continue
		}
		code = append(code, f)
	}
	return code, mentions
}

// snippetOf returns at most mostSnippetLines lines around the match.
func snippetOf(g *occurrence.Group) *occurrence.Snippet {
	s := g.Snippet
	if over := len(s.Lines) - mostSnippetLines; over > 0 {
		before := min(int(g.Line-s.First), over)
		keep := max(before-mostSnippetLines/2, 0)
		s = occurrence.Snippet{First: s.First + int64(keep), Lines: s.Lines[keep:min(keep+mostSnippetLines, len(s.Lines))]}
	}
	return &s
}

// Full is the finding that shows all of a group, at its rank, 0 for none.
func Full(g *occurrence.Group, rank int, pattern string) Finding { return full(g, rank, pattern, true) }

// full is Full; the command that shows the place is optional, because no command may occur twice.
func full(g *occurrence.Group, rank int, pattern string, show bool) Finding {
	f := brief(g, rank, pattern)
	extras := Extras{Rank: rank, Score: scoreOf(&g.Match), Tags: tags(g)}
	switch g.Kind {
	case source.Definition, source.Callsite, source.Text, source.String, source.Comment, source.Docstring:
		extras.SnippetLang = g.Language
		extras.Window = &Window{g.Snippet.First, g.Snippet.First + int64(len(g.Snippet.Lines)) - 1}
		extras.SnippetText, _ = budget.Clip([]byte(strings.Join(g.Snippet.Lines, "\n")), 0, 0, clipSnippet)
		if show {
			extras.Actions = openAt(&g.Match)
			f.actions = extras.Actions
		}
	}
	f.Details.Data = dataOf(g, extras, pattern)
	return f
}

// scoreOf returns the score of a match, or 0 for the best score, 1.
func scoreOf(m *occurrence.Match) float64 {
	if score := m.Score(); score != 1 {
		return score
	}
	return 0
}

// openAt returns the action that shows the place of a match; there is none if no command line can name its file.
func openAt(m *occurrence.Match) []Action {
	var plain opt.Table
	command := plain.Command(opt.Command{Program: "ct-show", Set: []string{fmt.Sprintf("--line=%d", m.Line)}, Args: []string{m.Path}})
	if command == "" {
		return nil
	}
	return []Action{{Kind: "open.file", Title: "show it", Command: command, Why: "the lines around it", Priority: 2}}
}

// tags are the labels of a finding.
func tags(g *occurrence.Group) []string {
	var all []string
	if role := g.Role.String(); role != "source" && role != "unknown" {
		all = append(all, role)
	}
	if g.Count > 1 {
		all = append(all, fmt.Sprintf("x%d", g.Count))
	}
	return all
}

// brief is the finding that shows a group in one line, at its rank, 0 for none.
// clipBrief is how many bytes of a line or a signature the line about a match has; data has more of it.
const clipBrief = 110

func brief(g *occurrence.Group, rank int, pattern string) Finding {
	text := strings.TrimSpace(g.Text)
	if at := strings.Index(text, g.Word); at >= 0 {
		text, _ = budget.Clip([]byte(text), at, at+len(g.Word), clipBrief)
	}
	if d := g.Definition; d != nil && d.Signature != "" && d.Kind.Encloses() {
		text, _ = budget.Clip([]byte(d.Signature), 0, 0, clipBrief)
	}
	message := fmt.Sprintf("%s  %s  %s", At(g), budget.EscapeName(g.Enclosing), text)
	if g.Count > 1 {
		message += fmt.Sprintf("  (%d matches)", g.Count)
	}
	if c := g.Call; c != nil && c.Reason != "" {
		message += fmt.Sprintf("  (%s: %s)", c.Confidence, budget.EscapeName(c.Reason))
	}
	return Finding{
		Category: g.Category(), Message: message, Severity: "info", Anchor: AnchorOf(&g.Match),
		Details: Details{Kind: kindOf(&g.Match), Impact: impact(g), Confidence: ConfidenceOf(g), Data: dataOf(g, Extras{Rank: rank, Score: scoreOf(&g.Match)}, pattern)},
	}
}

// Place is the finding of a place that a change of the symbol touches, with its rank; line is what Markdown prints of it below heading.
func Place(m *occurrence.Match, rank int, pattern, heading, line string) Finding {
	g := &occurrence.Group{Match: *m, Count: 1}
	f := brief(g, rank, pattern)
	f.Details.Data = dataOf(g, Extras{Rank: rank, Tags: tags(g), Change: m.Change}, pattern)
	f.Message = At(g) + strings.TrimPrefix(line, fmt.Sprint(m.Line))
	if f.Anchor.EndLine > m.Line { // what changes is the name, not all that it defines
		f.Anchor.EndLine, f.Anchor.EndColumn = m.Line, m.Column+len(m.Word)
	}
	f.Under(heading, line)
	return f
}

// Counted returns the finding that counts the matches of one kind.
func Counted(message string, data CountData) Finding {
	return Finding{Category: "summary", Message: message, Severity: "info", Details: Details{Kind: "smart_search.count", Impact: Low, Confidence: High, Data: data}}
}

// Hot returns the finding of a file with many matches.
func Hot(data FileData) Finding {
	data.Why = "many matches"
	return Finding{
		Category: "summary", Message: fmt.Sprintf("%s: %d", budget.EscapeName(data.Path), data.Matches), Severity: "info",
		Anchor: &Anchor{File: data.Path}, Details: Details{Kind: "match.file", Impact: Low, Confidence: High, Data: data},
	}
}

// mostHot is how many of the files with most matches are listed.
const mostHot = 5

// Heat returns hot, the files with most matches, with the file that data describes if it is one of them. Of files with
// as many matches the earlier one comes first.
func Heat(hot []FileData, matches int64, data func() FileData) []FileData {
	at := len(hot)
	for at > 0 && hot[at-1].Matches < matches {
		at--
	}
	if at == mostHot {
		return hot
	}
	hot = slices.Insert(hot, at, data())
	return hot[:min(len(hot), mostHot)]
}

// Hotter returns the files with most matches of two lists of them, in any order.
func Hotter(a, b []FileData) []FileData {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y FileData) int {
		return cmp.Or(cmp.Compare(y.Matches, x.Matches), walk.ComparePaths(x.Path, y.Path))
	})
	return slices.Clip(all[:min(len(all), mostHot)])
}

// TimedOut says that the search ended before it found anything.
func (d *HintData) TimedOut() {
	d.Kind = "narrow_scope"
	d.Why += " before --timeout ended the search"
}

// Nothing is the finding for no match, with what to do about it.
func Nothing(data HintData) Finding {
	return Finding{Category: "no_results", Message: data.Why, Severity: "info", Details: Details{Kind: "smart_search.hint", Impact: Low, Confidence: High, Data: data}}
}

// kindOf returns details.kind of a category.
func kindOf(m *occurrence.Match) string {
	if m.Given != nil {
		return "match.structural"
	}
	if m.Line == 0 {
		return "match.file"
	}
	switch m.Kind {
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

// givenOf returns the data of what the matcher of another program found.
func givenOf(g *occurrence.Group, extras Extras, pattern string) any {
	data := GivenData{Pattern: pattern, Text: g.Matched, Captures: captures(&g.Match), Kind: "other", Enclosing: g.Enclosing, Extras: extras}
	if g.GivenBy == "astgrep" {
		data.Kind = g.GivenBy
	}
	return data
}

// captures returns what the variables of a pattern matched, by name; the first, if several have one name.
func captures(m *occurrence.Match) map[string]string {
	var all map[string]string
	for _, c := range m.Captures {
		if all == nil {
			all = map[string]string{}
		}
		if _, known := all[c.Name]; !known {
			all[c.Name] = c.Text
		}
	}
	return all
}

func impact(g *occurrence.Group) string {
	switch {
	case g.Own:
		return High
	case g.Kind.Code(), g.Given != nil:
		return Med
	}
	return Low
}

// dataOf returns the data for the kind of a match.
func dataOf(g *occurrence.Group, extras Extras, pattern string) any {
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
	if g.Given != nil {
		return givenOf(g, extras, pattern)
	}
	line := strings.TrimRight(g.Text, " \t")
	return TextData{
		Pattern: pattern, Line: line, Spans: []SpanData{{g.Column, max(g.EndColumn, g.Column)}}, InFile: g.Count,
		Enclosing: g.Enclosing, Extras: extras,
	}
}

func definitionOf(g *occurrence.Group, extras Extras) any {
	d := g.Definition
	if d == nil {
		d = &occurrence.Definition{Symbol: g.Word, Qualname: g.Word, Kind: source.Variable}
	}
	confidence, reason := bindingOf(g, d, &extras)
	return DefinitionData{
		Symbol: d.Symbol, SymbolKind: d.Kind.String(), Qualname: d.Qualname, Signature: d.Signature, Module: module(g),
		Visibility: d.Visibility.String(), Doc: d.Doc, Decorators: d.Decorators, Bases: d.Bases, Exports: d.Exports, Declared: g.Prototype, HeirData: heirOf(d), TestData: testOf(g), Confidence: confidence, Reason: reason, Extras: extras,
	}
}

// bindingOf returns how sure it is that a definition is one that was asked for, and why; "" if that was not asked.
func bindingOf(g *occurrence.Group, d *occurrence.Definition, extras *Extras) (confidence, reason string) {
	switch {
	case g.Test != nil:
		return g.Test.Confidence, g.Test.Reason
	case d.Heir != nil:
		return d.Heir.Confidence, d.Heir.Reason
	case extras.Change != nil:
		return extras.Change.Confidence, extras.Change.Reason
	}
	return "", ""
}

// heirOf returns how a definition implements, extends or overrides another one, nil if that was not asked.
func heirOf(d *occurrence.Definition) *HeirData {
	h := d.Heir
	if h == nil {
		return nil
	}
	data := &HeirData{Relation: h.Relation, Level: h.Level, Base: h.Base, Pointer: h.Pointer}
	if h.Of != nil {
		data.Target = &PlaceData{File: h.Of.Path, Line: h.Of.Line, Qualname: h.Of.Qualname}
	}
	return data
}

// testOf returns how a test reaches the symbol, nil for another definition.
func testOf(g *occurrence.Group) *TestData {
	t := g.Test
	if t == nil {
		return nil
	}
	return &TestData{t.Distance, t.By, t.Through, t.Run, t.NotRun}
}

// module names the module of a Python file; other languages name theirs in the file.
func module(g *occurrence.Group) string {
	if language := lang.Named(g.Language); language == nil || !language.PathModules {
		return ""
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(g.Path, path.Ext(g.Path)), "/__init__")
	return strings.ReplaceAll(stem, "/", ".")
}

func callOf(g *occurrence.Group, extras Extras) any {
	data := CallData{Callee: g.Word, Caller: g.Enclosing, Text: strings.TrimSpace(g.Text), Kind: "direct", Extras: extras}
	if g.Access == source.Member {
		data.Kind = "attribute"
	}
	if c := g.Call; c != nil {
		data.Callee, data.Text, data.Args, data.Keywords = c.Callee, c.Text, &c.Positional, c.Keywords
		data.Spread, data.SpreadNames = c.Spread, c.SpreadNames
		data.Confidence, data.Reason, data.Hazards = c.Confidence, c.Reason, c.Hazards
		data.Target = targetOf(c)
	}
	return data
}

// targetOf returns the definition that a call is bound to, nil if none was found.
func targetOf(c *occurrence.Call) *PlaceData {
	if c.Target == nil {
		return nil
	}
	return &PlaceData{File: c.Target.Path, Line: c.Target.Line, Qualname: c.Target.Qualname}
}

func importOf(g *occurrence.Group, extras Extras) any {
	data := ImportData{Kind: g.Category(), Module: g.Word, Text: strings.TrimSpace(g.Text), Extras: extras}
	if i := g.Import; i != nil {
		data.Module, data.Name, data.Alias, data.Text = i.Module, i.Name, i.Alias, i.Text
	}
	return data
}

func referenceOf(g *occurrence.Group, extras Extras) any {
	data := ReferenceData{Symbol: g.Word, Text: strings.TrimSpace(g.Text), Kind: "name", Enclosing: g.Enclosing, Extras: extras}
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

// At names the place of a match.
func At(g *occurrence.Group) string { return fmt.Sprintf("%s:%d", budget.EscapeName(g.Path), g.Line) }

// ConfidenceOf returns how sure the classification of a match is.
func ConfidenceOf(g *occurrence.Group) string {
	if g.Kind == source.Text && g.Given == nil {
		return Low
	}
	if d := g.Definition; d != nil && d.Heir != nil {
		return d.Heir.Confidence
	}
	return High
}

// AnchorOf returns the range of a match.
func AnchorOf(m *occurrence.Match) *Anchor {
	return &Anchor{File: m.Path, Line: m.Line, Column: m.Column, EndLine: m.End, EndColumn: m.EndColumn}
}

// Limits returns why an answer is incomplete or inexact: what cut the search, and which matches were not classified.
func Limits(l *ledger.Ledger, gaps *occurrence.Gaps) []Finding {
	var findings []Finding
	add := func(reason, why string, total int64) { findings = append(findings, Limit(reason, why, total)) }
	if l.Count(ledger.Timeout) > 0 {
		add("timeout", "the search ended at --timeout; all figures are lower bounds", 0)
	}
	for _, cut := range l.Cuts() {
		if reason := cut.Reason; reason != ledger.Timeout {
			add(reason.String(), budget.EscapeName(cut.String()), cut.Count)
		}
	}
	if n := gaps.Unscanned; n > 0 {
		add("not_parsed", grep.Plural(n, "match was", "matches were")+" not scanned for what they are (text_match)", n)
	}
	for _, d := range gaps.Doubts {
		add("not_parsed", d, 0)
	}
	if n := gaps.Unknown; n > 0 {
		add("not_parsed", grep.Plural(n, "file is", "files are")+" of a language without a scanner (text_match)", n)
	}
	return findings
}

// Limit is the finding for one thing that the answer lacks, with the reason; total is its number, 0 if not counted.
func Limit(reason, why string, total int64) Finding {
	return Finding{
		Category: "truncated", Message: why, Severity: "warning",
		Details: Details{Kind: "smart_search.limit", Impact: Med, Confidence: High, Data: LimitData{Reason: reason, Why: why, Total: total}},
	}
}

// Article puts a or an before a word.
func Article(word string) string {
	if word != "" && strings.IndexByte("aeiou", word[0]) >= 0 {
		return "an " + word
	}
	return "a " + word
}
