package query

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// A Report makes an answer of what was found.
type Report struct {
	Query   string
	Pattern string // what was looked for, where that is another text
	Symbol  bool   // the query is read as a symbol
	Strings bool   // strings, comments and docstrings are shown among the matches
	Summary answer.Summary
	Found   *Found

	Limit, Offset int
	Lines         string // the command that prints every matching line; empty where there is none
	// Refine gives the command of this search with other options.
	Refine func(without, args []string) string
	Alone  string // the command that looks for the last name of a dotted query alone; empty where there is none
	Wider  string // the command that looks in the folder around; empty where there is none
	// Others tells, where nothing matched, what would have: a line and the
	// command that finds it, "" for none.
	Others [][2]string
	// Nearest tells, likewise, of definitions whose names are nearly the query.
	Nearest []answer.Finding
}

// Answer gives the answer, without its run, verdict and ledger, and with all
// that may be shown; what a budget does not hold is cut by Fit.
func (r *Report) Answer() *answer.Answer {
	a := answer.New(r.Summary)
	groups := r.groups()
	shown := groups[min(r.Offset, len(groups)):min(r.Offset+r.Limit, len(groups))]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = r.key(groups, shown)
	top, mentions := answer.Matches(shown, r.Offset, r.Pattern)
	a.Add(answer.TitleTop, top)
	a.Add(answer.TitleKinds, r.kinds())
	a.Add(answer.TitleHot, r.hot())
	a.Add(answer.TitleFollow, r.follow(groups))
	a.Add(answer.TitleDefinitions, r.likely(shown))
	a.Add(answer.TitleMentions, mentions)
	a.Add(answer.TitlePaths, r.pathHits())
	a.Add(answer.TitleLimits, append(answer.Limits(&r.Found.Ledger, &r.Found.Gaps), r.misfits()...))
	a.Behind(groups[min(r.Offset+r.Limit, len(groups)):], r.Offset+r.Limit+1, r.Pattern)
	return a
}

// misfits says which files were left out because the pattern does not fit them.
func (r *Report) misfits() []answer.Finding {
	var findings []answer.Finding
	for i := range r.Found.Misfits {
		m := &r.Found.Misfits[i]
		findings = append(findings, answer.Limit("not_parsed", m.String(), m.Files))
	}
	return findings
}

// groups gives what is told, ranked: code, and strings and comments unless they
// are hidden.
func (r *Report) groups() []occurrence.Group {
	if r.hides() {
		return r.Found.Groups
	}
	return merged(r.Found.Groups, r.Found.Hidden)
}

// Untold counts the matches of what is told that stand in no group.
func (r *Report) Untold() int64 {
	if r.hides() {
		return r.Found.Untold
	}
	return r.Found.Untold + r.Found.Unheard
}

// hides tells whether strings and comments are only counted.
func (r *Report) hides() bool {
	if !r.Symbol || r.Strings {
		return false
	}
	for k := source.Annotation; k <= source.Definition; k++ {
		if r.Found.Counts[k] > 0 {
			return true
		}
	}
	return false
}

// merged merges two ranked lists.
func merged(a, b []occurrence.Group) []occurrence.Group {
	all := make([]occurrence.Group, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if occurrence.Compare(&a[0].Match, &b[0].Match) <= 0 {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}

// kinds counts what the matches are.
func (r *Report) kinds() []answer.Finding {
	var findings []answer.Finding
	for _, category := range slices.Sorted(maps.Keys(r.Found.Told)) {
		t := r.Found.Told[category]
		findings = append(findings, answer.Counted(
			fmt.Sprintf("%s: %s in %s", category, grep.Plural(t.Matches, "match", "matches"), grep.Plural(t.Files, "file", "files")),
			answer.CountData{Counted: category, Matches: t.Matches, Files: t.Files},
		))
	}
	for k := source.Definition; ; k-- {
		if n := r.Found.Counts[k]; n > 0 {
			hidden := !k.Code() && k != source.Text && r.hides()
			message := fmt.Sprintf("%s: %s in %s", k, grep.Plural(n, "match", "matches"), grep.Plural(r.Found.InFiles[k], "file", "files"))
			if hidden {
				message += " (hidden)"
			}
			findings = append(findings, answer.Counted(message, answer.CountData{Counted: k.String(), Matches: n, Files: r.Found.InFiles[k], Hidden: hidden}))
		}
		if k == source.Text {
			return findings
		}
	}
}

// hot tells the files with most matches.
func (r *Report) hot() []answer.Finding {
	var findings []answer.Finding
	for _, h := range r.Found.Hot {
		data := answer.FileData{Path: h.Path, Matches: h.Matches, Role: h.Role}
		for i := range h.Defined {
			d := &h.Defined[i]
			data.Symbols = append(data.Symbols, answer.TopSymbol{Symbol: d.Definition.Symbol, Kind: d.Definition.Kind.String(), Line: d.Line})
		}
		findings = append(findings, answer.Hot(data))
	}
	return findings
}

// beginning is how many lines of a file are shown.
const beginning = 60

// follow gives the commands to run next.
func (r *Report) follow(groups []occurrence.Group) []answer.Finding {
	var steps answer.Steps
	if len(groups) > 0 {
		best := &groups[0].Match
		if m := r.elsewhere(); m != nil {
			best = m
		}
		if d := best.Definition; d != nil {
			steps.Add("the whole definition", answer.Show(fmt.Sprintf("--range=%d:%d", d.First, d.Last), best.Path), "read it before changing it")
		} else {
			if p := r.file(); p != "" {
				steps.Add("the file", answer.Show(fmt.Sprintf("--range=1:%d", beginning), p), "how it begins")
			}
			if r.Symbol && r.assigned() == nil && r.elsewhere() == nil {
				steps.Add("wider", r.Wider, "nothing here defines it")
			}
		}
	}
	if r.Found.Matches > 0 {
		steps.Add("every matching line", r.Lines, "the plain list, without a bound")
	}
	if hidden := r.hiddenCount(); hidden > 0 {
		steps.Add("with strings and comments", r.Refine([]string{"cursor"}, []string{"--include-strings"}), grep.Plural(hidden, "mention is", "mentions are")+" hidden")
	}
	return steps
}

// hiddenCount is how many matches are counted and not shown for what they are.
func (r *Report) hiddenCount() int64 {
	if !r.hides() {
		return 0
	}
	c := &r.Found.Counts
	return c[source.String] + c[source.Comment] + c[source.Docstring]
}

// likely tells the definitions of the name that Top Matches does not.
func (r *Report) likely(shown []occurrence.Group) []answer.Finding {
	if !r.Symbol {
		return nil
	}
	told := map[string]bool{}
	for i := range shown {
		told[answer.At(&shown[i])] = true
	}
	var findings []answer.Finding
	defined := r.Found.Defined
	switch {
	case r.assigned() != nil:
		defined = r.Found.Assigned
	case r.elsewhere() != nil:
		defined = r.Found.Elsewhere
	}
	for i := range defined {
		g := occurrence.Group{Match: defined[i], Count: 1}
		if !told[answer.At(&g)] && len(findings) < answer.MostLikely {
			findings = append(findings, answer.Full(&g, 0, r.Pattern))
		}
	}
	return findings
}

// pathHits tells the files that are named like the query.
func (r *Report) pathHits() []answer.Finding {
	var findings []answer.Finding
	for _, named := range r.Found.Paths {
		p := named.Path
		findings = append(findings, answer.Finding{
			Category: answer.PathMatch, Message: budget.EscapeName(p), Severity: "info", Anchor: &answer.Anchor{File: p},
			Details: answer.Details{Kind: "match.file", Impact: answer.Low, Confidence: answer.High, Data: answer.FileData{Path: p, Why: "its name holds the query"}},
		})
	}
	return findings
}

// Told counts the groups that pages tell.
func (r *Report) Told() int { return len(r.groups()) }
