package query

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// mostOthers is how many other definitions of the name a key finding names.
const mostOthers = 3

// mostKey is how many findings are read first.
const mostKey = 6

// key returns the findings to read first, which are the same on every page that says something.
func (r *Found) key(groups, shown []occurrence.Group, sum *answer.Summary, suggested []answer.Finding) []answer.Finding {
	if len(shown) == 0 {
		findings := append(append(r.named(), r.nothing(sum.TimedOut)), suggested...)
		return findings[:min(len(findings), mostKey)]
	}
	best := &groups[0]
	findings := slices.Concat(r.beyond(), []answer.Finding{r.primary(best)}, r.ambiguity(best), r.usage())
	if best.Own {
		return append(findings, r.named()...)
	}
	return append(r.named(), findings...)
}

// primary says where to start: the definition, else the first assignment of the name, else the best match.
func (r *Found) primary(best *occurrence.Group) answer.Finding {
	data := answer.PrimaryData{Type: "match", Why: "first by rank", Normalized: r.search.pattern.Source}
	message := fmt.Sprintf("start at %s: %s", answer.At(best), answer.Article(strings.ReplaceAll(best.Category(), "_", " ")))
	if best.Enclosing != occurrence.Outermost {
		message += " in " + budget.EscapeName(best.Enclosing)
	}
	if r.onlyInTests() {
		message += "; every match is in a test"
	}
	if best.Prototype {
		data = answer.PrimaryData{Type: "symbol", Why: "its declaration", Symbol: best.Word, SymbolKind: source.Function.String(), Path: best.Path, Normalized: r.search.pattern.Source}
		message = fmt.Sprintf("%s is a function, declared at %s; no definition of it was found", best.Word, answer.At(best))
	}
	if a := r.assigned(); a != nil {
		best = &occurrence.Group{Match: *a, Count: 1}
		name, why := r.search.text, "its outermost assignment"
		if a.Enclosing != occurrence.Outermost {
			name, why = a.Enclosing+"."+a.Word, "its assignment in a class"
		}
		data = answer.PrimaryData{Type: "symbol", Why: why, Symbol: name, Path: a.Path, Normalized: r.search.pattern.Source}
		message = fmt.Sprintf("%s is assigned at %s: %s", name, answer.At(best), strings.TrimSpace(a.Text))
	}
	if best.Definition != nil {
		data, message = r.defined(&best.Match)
	}
	return primary(&best.Match, message, answer.ConfidenceOf(best), data)
}

// onlyInTests reports whether every match is in a test.
func (r *Found) onlyInTests() bool {
	var all, tests int64
	for k := range r.Counts {
		all, tests = all+r.Counts[k], tests+r.InTests[k]
	}
	return tests == all && all > 0
}

func primary(m *occurrence.Match, message, confidence string, data answer.PrimaryData) answer.Finding {
	return answer.Finding{
		Category: "summary", Message: message, Severity: "info", Anchor: answer.AnchorOf(m),
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: confidence, Data: data},
	}
}

// defined says what a definition is and where.
func (r *Found) defined(m *occurrence.Match) (answer.PrimaryData, string) {
	d := m.Definition
	data := answer.PrimaryData{
		Type: "symbol", Why: "its definition", Symbol: d.Symbol, SymbolKind: d.Kind.String(), Path: m.Path, Normalized: r.search.pattern.Source,
	}
	return data, fmt.Sprintf("%s is %s, defined at %s%s", d.Qualname, answer.Article(d.Kind.String()), place(m), d.Described())
}

// place returns where a definition is: its lines, beginning with that of its name.
func place(m *occurrence.Match) string {
	at := fmt.Sprintf("%s:%d", budget.EscapeName(m.Path), m.Line)
	if m.Definition.Last > m.Line {
		at += fmt.Sprintf("-%d", m.Definition.Last)
	}
	return at
}

// isDefined reports whether there is a definition other than headings of documents and keys of data.
func (r *Found) isDefined() bool { return r.Counts[source.Definition] > r.Headings }

// assigned returns the assignment to start at, of a symbol that nothing defines, or that most uses mean.
func (r *Found) assigned() *occurrence.Match {
	if !r.isSymbol() || len(r.Assigned) == 0 || r.isDefined() && !r.Assigned[0].Meant {
		return nil
	}
	return &r.Assigned[0]
}

// elsewhere returns a definition of a dotted query's last name alone: modules often export what deeper ones define.
func (r *Found) elsewhere() *occurrence.Match {
	if r.isDefined() || len(r.Assigned) > 0 || len(r.Elsewhere) == 0 {
		return nil
	}
	return &r.Elsewhere[0]
}

// beyond returns findings about elsewhere.
func (r *Found) beyond() []answer.Finding {
	m := r.elsewhere()
	if m == nil {
		return r.apart()
	}
	name := m.Word
	data := answer.PrimaryData{Type: "symbol", Why: "a definition of its last name", Symbol: name, Path: m.Path, Normalized: r.search.pattern.Source}
	message := fmt.Sprintf("%s is assigned at %s:%d: %s", name, budget.EscapeName(m.Path), m.Line, strings.TrimSpace(m.Text))
	if m.Definition != nil {
		data, message = r.defined(m)
		data.Why = "a definition of its last name"
	}
	message += fmt.Sprintf(" (by its last name: nothing defines %s itself)", r.search.text)
	return []answer.Finding{primary(m, message, answer.Med, data)}
}

// apart says that nothing defines a dotted query, though something unrelated to its first names defines the last.
func (r *Found) apart() []answer.Finding {
	if !r.Apart || r.search.alone() == "" || r.isDefined() || len(r.Assigned) > 0 {
		return nil
	}
	why := "nothing here defines " + r.search.text
	return []answer.Finding{{
		Category: "next_step", Message: fmt.Sprintf("%s; %s alone: %s", why, r.search.pattern.Source, r.search.alone()), Severity: "info",
		Details: answer.Details{Kind: "smart_search.hint", Impact: answer.Med, Confidence: answer.High, Data: answer.HintData{
			Kind: "broaden_scope", Why: why, Queries: []string{r.search.alone()},
		}},
	}}
}

// file returns the path of the file whose name the query is, if there is something in it.
func (r *Found) file() string {
	if len(r.Paths) == 0 || !r.Paths[0].Exact || r.Paths[0].Empty {
		return ""
	}
	return r.Paths[0].Path
}

// named says which file has the query as its name.
func (r *Found) named() []answer.Finding {
	if len(r.Paths) == 0 || !r.Paths[0].Exact || strings.Contains(r.search.text, "/") && len(r.Paths) == 1 && r.Matches == 0 {
		return nil
	}
	p := r.Paths[0].Path
	what := "file"
	if isModule([]byte(path.Base(p))) {
		what = "module"
	}
	message := fmt.Sprintf("%s is a %s: %s", r.search.text, what, budget.EscapeName(p))
	if slices.ContainsFunc(r.Paths[1:], func(other Named) bool { return other.Exact }) {
		message += " (and others, see Path Hits)"
	}
	return []answer.Finding{{
		Category: "summary", Message: message, Severity: "info", Anchor: &answer.Anchor{File: p},
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.Med, Confidence: answer.Med, Data: answer.PrimaryData{
			Type: "file", Why: "its name is the query", Path: p,
		}},
	}}
}

// ambiguity says which other definitions have the name.
func (r *Found) ambiguity(best *occurrence.Group) []answer.Finding {
	if !best.Own && !best.Meant {
		return nil
	}
	var others []*occurrence.Match
	for i := range r.Defined {
		d := &r.Defined[i]
		if d.Own && (d.Path != best.Path || d.Line != best.Line) && len(others) < mostOthers {
			others = append(others, d)
		}
	}
	if len(others) == 0 {
		return nil
	}
	data := answer.RelatedData{
		Relation: "name_similarity", TargetType: "symbol", Target: qualname(others[0]), Why: "the same name", Qualname: qualname(others[0]),
	}
	var places []string
	for _, d := range others {
		places = append(places, fmt.Sprintf("%s:%d", budget.EscapeName(d.Path), d.Line))
		place := answer.PlaceData{File: d.Path, Line: d.Line, Qualname: qualname(d)}
		if d.Definition != nil {
			place.Kind = d.Definition.Kind.String()
		}
		data.Places = append(data.Places, place)
	}
	data.SymbolKind = data.Places[0].Kind
	message := "also defined at " + strings.Join(places, ", ")
	more := r.Own - int64(len(places))
	if best.Own {
		more--
	}
	if more > 0 {
		message += fmt.Sprintf(" and %d more", more)
	}
	return []answer.Finding{{
		Category: "disambiguation", Message: message, Severity: "info", Anchor: answer.AnchorOf(others[0]),
		Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: answer.High, Data: data},
	}}
}

func qualname(m *occurrence.Match) string {
	if m.Definition == nil {
		return m.Word
	}
	return m.Definition.Qualname
}

// usage says how often the symbol is used, in one line.
func (r *Found) usage() []answer.Finding {
	c := &r.Counts
	if !r.isSymbol() || r.called == nil && c[source.Callsite]+c[source.Reference]+c[source.Assignment]+c[source.Annotation] == 0 {
		return nil
	}
	var parts []string
	if text := r.calledText(); text != "" {
		parts = append(parts, text)
	}
	for _, k := range []struct {
		one, many string
		kinds     []source.Kind
	}{
		{"call", "calls", []source.Kind{source.Callsite}},
		{"reference", "references", []source.Kind{source.Reference, source.Annotation}},
		{"assignment", "assignments", []source.Kind{source.Assignment}},
		{"import", "imports", []source.Kind{source.Import, source.FromImport}},
	} {
		var n, tests int64
		for _, kind := range k.kinds {
			n, tests = n+c[kind], tests+r.InTests[kind]
		}
		if n > 0 && (r.called == nil || k.one != "call") {
			parts = append(parts, grep.Plural(n, k.one, k.many)+split(n, tests))
		}
	}
	return []answer.Finding{{
		Category: "summary", Message: "used: " + strings.Join(parts, ", "), Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.Med, Confidence: answer.High, Data: answer.PrimaryData{Type: "symbol", Why: "how it is used", Symbol: r.search.text}},
	}}
}

// split says how many of n are in tests.
func split(n, tests int64) string {
	switch tests {
	case 0:
		return " in source"
	case n:
		return " in tests"
	}
	return fmt.Sprintf(" (%d in source, %d in tests)", n-tests, tests)
}

// nothing returns the findings if there is no match, or none left to show.
func (r *Found) nothing(timedOut bool) answer.Finding {
	data := answer.HintData{Kind: "broaden_scope", Why: "no match"}
	switch {
	case r.search.Offset > 0:
		data.Why = "no more matches"
	case len(r.Paths) > 0 && !timedOut:
		data.Why = "no match; " + grep.Plural(int64(len(r.Paths)), "file is", "files are") + " named so"
	}
	if timedOut {
		data.TimedOut()
	}
	for _, other := range r.alternatives {
		atLeast := ""
		if other.AtLeast {
			atLeast = "at least "
		}
		data.Kind, data.Why = "refine_query", fmt.Sprintf("no match; %s%d would match: %s", atLeast, other.Count, other.Label)
		if other.Command != "" {
			data.Queries = append(data.Queries, other.Command)
		}
	}
	return answer.Nothing(data)
}
