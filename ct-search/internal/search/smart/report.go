package smart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/source"
)

// A Report makes an answer of what was found.
type Report struct {
	Query   string
	Pattern string // what was looked for, where that is another text
	Symbol  bool   // the query is read as a symbol
	Strings bool   // strings, comments and docstrings are shown among the matches
	Summary Summary
	Found   *Found

	Limit, Offset int
	TimedOut      bool
	Lines         string // the command that prints every matching line; empty where there is none
	// Refine gives the command of this search with other options.
	Refine func(without, args []string) string
	// Others tells, where nothing matched, what would have: a line and the
	// command that finds it, "" for none.
	Others [][2]string
}

// Titles of the sections.
const (
	titleTop         = "Top Matches"
	titleKinds       = "Uses by Kind"
	titleHot         = "Hot Files"
	titleFollow      = "Suggested Follow-ups"
	titleDefinitions = "Likely Definitions"
	titleMentions    = "Non-code Mentions"
	titlePaths       = "Path Hits"
	titleLimits      = "Limitations"
)

// Bounds of the sections.
const (
	mostFollow   = 4
	mostLikely   = 5
	mostPaths    = 5
	mostEvidence = 10
)

// Answer gives the answer, without its run, verdict and ledger, and with all
// that may be shown; what a budget does not hold is cut by Fit.
func (r *Report) Answer() *Answer {
	a := &Answer{Summary: r.Summary, KeyFindings: []Finding{}, Sections: []Section{}, Evidence: []Finding{}, Artifacts: []Artifact{}}
	groups := r.groups()
	shown := groups[min(r.Offset, len(groups)):min(r.Offset+r.Limit, len(groups))]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(shown)
	section := func(title string, findings []Finding) {
		if len(findings) > 0 {
			a.Sections = append(a.Sections, Section{title, findings})
		}
	}
	top, mentions := r.matches(shown)
	section(titleTop, top)
	section(titleKinds, r.kinds())
	section(titleHot, r.hot())
	section(titleFollow, r.follow(shown))
	section(titleDefinitions, r.likely(shown))
	section(titleMentions, mentions)
	section(titlePaths, r.pathHits())
	section(titleLimits, r.limits())
	behind := groups[min(r.Offset+r.Limit, len(groups)):]
	for i := range behind[:min(len(behind), mostEvidence)] {
		f := r.brief(&behind[i], r.Offset+r.Limit+i+1)
		f.Category = evidence
		a.Evidence = append(a.Evidence, f)
	}
	return a
}

// groups gives what is told, ranked: code, and strings and comments unless they
// are hidden.
func (r *Report) groups() []Group {
	if r.hides() {
		return r.Found.Groups
	}
	return merged(r.Found.Groups, r.Found.Hidden)
}

// hides tells whether strings and comments are only counted.
func (r *Report) hides() bool { return r.Symbol && !r.Strings && len(r.Found.Groups) > 0 }

// merged merges two ranked lists.
func merged(a, b []Group) []Group {
	all := make([]Group, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if compare(&a[0].Match, &b[0].Match) <= 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// key gives the findings to read first.
func (r *Report) key(shown []Group) []Finding {
	if len(shown) == 0 {
		return r.nothing()
	}
	best := &shown[0]
	data := primaryData{Type: "match", Why: "first by rank", Normalized: r.Pattern}
	message := fmt.Sprintf("start at %s: %s in %s", at(best), article(best.Category()), best.Enclosing)
	if a := r.assigned(); a != nil {
		best = &Group{Match: *a, Count: 1}
		data = primaryData{Type: "symbol", Why: "its outermost assignment", Symbol: r.Query, Path: a.Path, Normalized: r.Pattern}
		message = fmt.Sprintf("%s is assigned at %s: %s", r.Query, at(best), strings.TrimSpace(a.Text))
	}
	if d := best.Definition; d != nil {
		data = primaryData{
			Type: "symbol", Why: "its definition", Symbol: d.Symbol, SymbolKind: d.Kind.String(), Path: best.Path, Normalized: r.Pattern,
		}
		message = fmt.Sprintf("%s is a %s, defined at %s", d.Qualname, d.Kind, at(best))
		if d.Doc != "" {
			message += ": " + d.Doc
		}
	}
	findings := []Finding{{
		Category: "summary", Message: message, Severity: "info", Anchor: anchor(&best.Match),
		Details: Details{Kind: "smart_search.primary", Impact: high, Confidence: confidence(best), Data: data},
	}}
	return append(append(findings, r.ambiguity(best)...), r.usage()...)
}

// assigned gives the assignment to start at, of a symbol that nothing defines.
func (r *Report) assigned() *Match {
	if !r.Symbol || r.Found.Counts[source.Definition] > 0 || len(r.Found.Assigned) == 0 {
		return nil
	}
	return &r.Found.Assigned[0]
}

// ambiguity says which other definitions have the name.
func (r *Report) ambiguity(best *Group) []Finding {
	var places []string
	own := 0
	for i := range r.Found.Defined {
		d := &r.Found.Defined[i]
		if !d.Own || d.Path == best.Path && d.Line == best.Line {
			continue
		}
		if own++; len(places) < mostInList-2 {
			places = append(places, fmt.Sprintf("%s:%d", budget.EscapeName(d.Path), d.Line))
		}
	}
	if own == 0 || !best.Own {
		return nil
	}
	message := "also defined at " + strings.Join(places, ", ")
	if own > len(places) {
		message += fmt.Sprintf(" and %d more", own-len(places))
	}
	return []Finding{{
		Category: "disambiguation", Message: message, Severity: "info",
		Details: Details{Kind: "smart_search.related", Impact: med, Confidence: high, Data: relatedData{
			Relation: "name_similarity", TargetType: "symbol", Target: best.Definition.Qualname, Why: "the same name",
		}},
	}}
}

// usage says how often the symbol is used, in one line.
func (r *Report) usage() []Finding {
	c := &r.Found.Counts
	calls, uses := c[source.Callsite], c[source.Reference]+c[source.Assignment]+c[source.Annotation]
	if !r.Symbol || calls+uses == 0 {
		return nil
	}
	var parts []string
	if calls > 0 {
		parts = append(parts, fmt.Sprintf("%s in %s", grep.Plural(calls, "call", "calls"), grep.Plural(r.Found.InFiles[source.Callsite], "file", "files")))
	}
	switch {
	case uses > 0 && calls > 0:
		parts = append(parts, grep.Plural(uses, "other use", "other uses"))
	case uses > 0:
		parts = append(parts, grep.Plural(uses, "use", "uses"))
	}
	if n := c[source.Import] + c[source.FromImport]; n > 0 {
		parts = append(parts, grep.Plural(n, "import", "imports"))
	}
	return []Finding{{
		Category: "summary", Message: "used: " + strings.Join(parts, ", "), Severity: "info",
		Details: Details{Kind: "smart_search.primary", Impact: med, Confidence: high, Data: primaryData{Type: "symbol", Why: "how it is used", Symbol: r.Query}},
	}}
}

// nothing says that there is no match, or none left to show.
func (r *Report) nothing() []Finding {
	data := hintData{Kind: "broaden_scope", Why: "no match"}
	switch {
	case r.Offset > 0:
		data.Why = "no more matches"
	case len(r.Found.Paths) > 0:
		data.Why = "no match; " + grep.Plural(int64(len(r.Found.Paths)), "file is", "files are") + " named so"
	}
	for _, other := range r.Others {
		data.Kind, data.Why = "refine_query", other[0]
		if other[1] != "" {
			data.Queries = append(data.Queries, other[1])
		}
	}
	return []Finding{{
		Category: "no_results", Message: data.Why, Severity: "info",
		Details: Details{Kind: "smart_search.hint", Impact: low, Confidence: high, Data: data},
	}}
}

// kinds counts what the matches are.
func (r *Report) kinds() []Finding {
	var findings []Finding
	for k := source.Definition; ; k-- {
		if n := r.Found.Counts[k]; n > 0 {
			hidden := !k.Code() && k != source.Text && r.hides()
			message := fmt.Sprintf("%s: %s in %s", k, grep.Plural(n, "match", "matches"), grep.Plural(r.Found.InFiles[k], "file", "files"))
			if hidden {
				message += " (hidden)"
			}
			findings = append(findings, Finding{
				Category: "summary", Message: message, Severity: "info",
				Details: Details{Kind: "smart_search.count", Impact: low, Confidence: high, Data: countData{
					Counted: k.String(), Matches: n, Files: r.Found.InFiles[k], Hidden: hidden,
				}},
			})
		}
		if k == source.Text {
			return findings
		}
	}
}

// hot tells the files with most matches.
func (r *Report) hot() []Finding {
	var findings []Finding
	for _, h := range r.Found.Hot {
		data := fileData{Path: h.Path, Why: "many matches", Matches: h.Matches, Role: h.Role}
		for i := range h.Defined {
			d := &h.Defined[i]
			data.Symbols = append(data.Symbols, topSymbol{d.Definition.Symbol, d.Definition.Kind.String(), d.Line})
		}
		findings = append(findings, Finding{
			Category: "summary", Message: fmt.Sprintf("%s: %s", budget.EscapeName(h.Path), grep.Plural(h.Matches, "match", "matches")),
			Severity: "info", Anchor: &Anchor{File: h.Path}, Details: Details{Kind: "match.file", Impact: low, Confidence: high, Data: data},
		})
	}
	return findings
}

// follow gives the commands to run next.
func (r *Report) follow(shown []Group) []Finding {
	var findings []Finding
	add := func(title, command, why string) {
		if command == "" || len(findings) == mostFollow {
			return
		}
		findings = append(findings, Finding{
			Category: "next_step", Message: title + ": " + command, Severity: "info",
			Details: Details{Kind: "smart_search.hint", Impact: med, Confidence: high, Data: hintData{
				Kind: "follow_up", Why: why, Queries: []string{command},
				Extras: Extras{Actions: []Action{{Kind: "search.refine", Title: title, Command: command, Why: why, Priority: len(findings) + 1}}},
			}},
		})
	}
	if len(shown) > 0 {
		best := &shown[0].Match
		if d := best.Definition; d != nil {
			add("the whole definition", show(fmt.Sprintf("--range=%d:%d", d.First, d.Last), best.Path), "read it before changing it")
		}
	}
	if r.Found.Matches > 0 {
		add("every matching line", r.Lines, "the plain list, without a bound")
	}
	if hidden := r.hiddenCount(); hidden > 0 {
		add("with strings and comments", r.Refine([]string{"cursor"}, []string{"--include-strings"}), grep.Plural(hidden, "mention is", "mentions are")+" hidden")
	}
	return findings
}

// hiddenCount is how many matches are counted and not shown for what they are.
func (r *Report) hiddenCount() int64 {
	if !r.hides() {
		return 0
	}
	c := &r.Found.Counts
	return c[source.String] + c[source.Comment] + c[source.Docstring]
}

// show gives the command that prints lines of a file.
func show(option, path string) string {
	words := []string{"ct-show", option}
	if strings.HasPrefix(path, "-") {
		words = append(words, "--")
	}
	return render.Shell(append(words, path)...)
}

// likely tells the definitions of the name that Top Matches does not.
func (r *Report) likely(shown []Group) []Finding {
	if !r.Symbol {
		return nil
	}
	told := map[string]bool{}
	for i := range shown {
		told[at(&shown[i])] = true
	}
	var findings []Finding
	defined := r.Found.Defined
	if r.assigned() != nil {
		defined = r.Found.Assigned
	}
	for i := range defined {
		g := Group{Match: defined[i], Count: 1}
		if !told[at(&g)] && len(findings) < mostLikely {
			findings = append(findings, r.brief(&g, 0))
		}
	}
	return findings
}

// pathHits tells the files that are named like the query.
func (r *Report) pathHits() []Finding {
	var findings []Finding
	for _, named := range r.Found.Paths {
		p := named.Path
		findings = append(findings, Finding{
			Category: pathMatch, Message: budget.EscapeName(p), Severity: "info", Anchor: &Anchor{File: p},
			Details: Details{Kind: "match.file", Impact: low, Confidence: high, Data: fileData{Path: p, Why: "its name holds the query"}},
		})
	}
	return findings
}

// at names the place of a match.
func at(g *Group) string { return fmt.Sprintf("%s:%d", budget.EscapeName(g.Path), g.Line) }

func article(category string) string {
	switch category {
	case "import", "assignment", "annotation":
		return "an " + category
	}
	return "a " + strings.ReplaceAll(category, "_", " ")
}

// confidence says how sure it is that a match is what it is said to be.
func confidence(g *Group) string {
	if g.Kind == source.Text {
		return low
	}
	return high
}

func anchor(m *Match) *Anchor {
	return &Anchor{File: m.Path, Line: m.Line, Column: m.Column, EndLine: m.End, EndColumn: m.EndColumn}
}

// Told counts the groups that pages tell.
func (r *Report) Told() int { return len(r.groups()) }

// More makes the first follow-up of an answer the command that shows its next
// page.
func (a *Answer) More(command string) {
	if command == "" {
		return
	}
	next := Finding{
		Category: "next_step", Message: "more: " + command, Severity: "info",
		Details: Details{Kind: "smart_search.hint", Impact: med, Confidence: high, Data: hintData{
			Kind: "follow_up", Why: "what this page does not hold", Queries: []string{command},
			Extras: Extras{Actions: []Action{{Kind: "search.refine", Title: "more", Command: command, Why: "the next page", Priority: 1}}},
		}},
	}
	for i := range a.Sections {
		if s := &a.Sections[i]; s.Title == titleFollow {
			kept := slices.DeleteFunc(slices.Clone(s.Findings), func(f Finding) bool { return strings.HasPrefix(f.Message, "more: ") })
			s.Findings = append([]Finding{next}, kept[:min(len(kept), mostFollow-1)]...)
			return
		}
	}
	a.Sections = append(a.Sections, Section{titleFollow, []Finding{next}})
}
