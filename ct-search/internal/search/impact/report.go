package impact

import (
	"context"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/pattern"
)

// Report returns the whole answer; see findings.Result.
func (r *result) Report(_ context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = s.symbol, pattern.Identifier.String(), r.notes()
	a := answer.New(sum)
	from, to := s.Shown(len(r.Places))
	shown := r.Places[from:to]
	a.Summary.Returned = int64(len(shown))
	a.KeyFindings = append(r.key(), suggested...)
	a.Add(answer.TitleTop, r.rows(shown, from))
	a.Add(answer.TitleKinds, Kinds(r.Places))
	a.Add(answer.TitleFollow, r.follow())
	a.Add(answer.TitleHazards, Hazards(r.Found))
	a.Add(answer.TitleLimits, Limits(r.Found))
	if len(r.Places) > 0 {
		a.Add(answer.TitleVerdict, []answer.Finding{Line(r.verdict())})
	}
	return a, nil
}

// rows returns the findings of the places that are shown; the first has the rank offset+1.
func (r *result) rows(shown []*Place, offset int) []answer.Finding {
	in := map[string]int64{}
	for _, p := range r.Places {
		in[heading(p)]++
	}
	var rows []answer.Finding
	for i, p := range shown {
		n, what := in[heading(p)], "place"
		switch p.Fit {
		case Breaks:
			what = "call breaks"
		case MayBreak:
			what = "place may break"
		case Fits:
			what = "call fits"
		}
		head := fmt.Sprintf("%s (%s)", budget.EscapeName(p.Path), grep.Plural(n, what, plural(what)))
		rows = append(rows, Row(p, offset+i+1, r.search.Name, head))
	}
	return rows
}

func plural(what string) string {
	switch what {
	case "call breaks":
		return "calls break"
	case "call fits":
		return "calls fit"
	}
	return strings.Replace(what, "place", "places", 1)
}

// heading identifies the heading of a place.
func heading(p *Place) string { return fmt.Sprintf("%d %s", p.Fit.order(), p.Path) }

// Row is the finding of a place below a heading.
func Row(p *Place, rank int, pattern, heading string) answer.Finding {
	words := []string{fmt.Sprint(p.Line), p.Part.Word()}
	switch {
	case p.Fit != Unjudged:
		words = append(words, p.Fit.Word())
	case p.Part == Override && !p.Maybe, p.Part == Definition, p.Part == Declaration, !p.Part.Bound():
	case p.Maybe:
		words = append(words, "maybe")
	default:
		words = append(words, "bound")
	}
	if p.Enclosing != "" && p.Enclosing != occurrence.Outermost {
		words = append(words, budget.EscapeName(p.Enclosing))
	}
	text := strings.TrimSpace(p.Text)
	if p.Definition != nil && p.Match.Definition != nil && p.Match.Definition.Signature != "" && p.Match.Definition.Kind.Encloses() {
		text = p.Match.Definition.Signature
	}
	words = append(words, text)
	if why := p.FitWhy; why != "" {
		words = append(words, "("+why+")")
	} else if p.Part == Override || p.Maybe && p.Part.Bound() {
		words = append(words, "("+budget.EscapeName(p.Reason)+")")
	}
	return answer.Place(p.Match, rank, pattern, heading, strings.Join(words, "  "))
}

// key returns the findings to read first.
func (r *result) key() []answer.Finding {
	s := r.search
	if len(r.Places) == 0 {
		data := answer.HintData{Kind: "broaden_scope", Why: s.symbol + " does not occur in what was read"}
		return []answer.Finding{answer.Nothing(data)}
	}
	_, files := Lines(r.Places)
	text := fmt.Sprintf("a change of %s touches %s in %s: %s", s.symbol, grep.Plural(int64(len(r.Places)), "place", "places"), grep.Plural(files, "file", "files"), Tally(r.Places))
	if s.signature == nil {
		text = "renaming" + strings.TrimPrefix(text, "a change of")
	}
	if n := count(r.Places, (*Place).InTest); n > 0 {
		text += fmt.Sprintf("; %d of these in tests", n)
	}
	all := []answer.Finding{primary(text, "what a change touches", s.symbol, nil)}
	if s.signature != nil {
		all = append([]answer.Finding{primary(r.fits(), "whether the calls fit", s.symbol, nil)}, all...)
	}
	return append(all, Defined(r.Found, s.symbol)...)
}

// fits says how many calls break, may break and fit.
func (r *result) fits() string {
	n := map[Fit]int64{}
	for _, p := range r.Places {
		if p.Part == Call {
			n[p.Fit]++
		}
	}
	text := fmt.Sprintf("with this signature %s, %d may, %s", grep.Plural(n[Breaks], "call breaks", "calls break"), n[MayBreak], grep.Plural(n[Fits], "fits", "fit"))
	if n[Unjudged] > 0 {
		text += "; " + grep.Plural(n[Unjudged], "call is rather of another definition", "calls are rather of another definition")
	}
	if values := count(r.Places, func(p *Place) bool { return p.Part == Reference }); values > 0 {
		text += fmt.Sprintf("; %s", grep.Plural(values, "use as a value leads to calls that are not seen", "uses as a value lead to calls that are not seen"))
	}
	if over := count(r.Places, func(p *Place) bool { return p.Part == Override }); over > 0 {
		text += fmt.Sprintf("; %s to agree", grep.Plural(over, "override has", "overrides have"))
	}
	return text
}

// Tally counts places by their parts in words.
func Tally(places []*Place) string {
	var n, sure [parts]int64
	for _, p := range places {
		n[p.Part]++
		if !p.Maybe {
			sure[p.Part]++
		}
	}
	imports := n[Import] + n[ReExport]
	n[Import], n[ReExport] = imports, 0
	names := map[Part][2]string{
		Definition: {"definition", "definitions"}, Override: {"override", "overrides"}, Declaration: {"declaration", "declarations"}, Call: {"call", "calls"},
		Reference: {"reference", "references"}, Import: {"import", "imports"}, String: {"string", "strings"}, Comment: {"comment", "comments"},
		Document: {"mention in documents", "mentions in documents"}, Text: {"mention in other text", "mentions in other text"},
	}
	var all []string
	for part := range parts {
		if n[part] == 0 {
			continue
		}
		text := grep.Plural(n[part], names[part][0], names[part][1])
		switch maybe := n[part] - sure[part]; {
		case part == Import && imports > count(places, func(p *Place) bool { return p.Part == Import }):
			text += fmt.Sprintf(" (%s)", grep.Plural(count(places, func(p *Place) bool { return p.Part == ReExport }), "re-export", "re-exports"))
		case part == Call, maybe > 0 && part < String:
			text += fmt.Sprintf(" (%d bound, %d maybe)", sure[part], maybe)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// Defined says where the symbol is defined, or that it is not.
func Defined(f *Found, symbol string) []answer.Finding {
	var first *Place
	for _, p := range f.Places {
		if p.Part == Definition && (first == nil || occurrence.Compare(p.Match, first.Match) < 0) {
			first = p
		}
	}
	if first == nil {
		return []answer.Finding{primary("nothing in the files searched defines "+symbol+"; places can only agree in name", "no definition", symbol, nil)}
	}
	text := "defined at " + placeOf(first)
	if more := f.Defined - 1; more > 0 {
		text += fmt.Sprintf(" and in %s; Class.method or module.function asks for one of them", grep.Plural(int64(more), "more place", "more places"))
	}
	return []answer.Finding{primary(text, "its definition", symbol, first.Match)}
}

func placeOf(p *Place) string { return fmt.Sprintf("%s:%d", budget.EscapeName(p.Path), p.Line) }

func primary(message, why, symbol string, m *occurrence.Match) answer.Finding {
	data := answer.PrimaryData{Type: "symbol", Why: why, Symbol: symbol}
	f := answer.Finding{Category: "summary", Message: message, Severity: "info", Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: data}}
	if m != nil {
		data.Path = m.Path
		f.Anchor, f.Details.Data = answer.AnchorOf(m), data
	}
	return f
}

// Line is a finding of one line.
func Line(text string) answer.Finding {
	return answer.Finding{
		Category: "summary", Message: text, Severity: "info",
		Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.High, Data: answer.PrimaryData{Type: "symbol", Why: "the verdict"}},
	}
}

// Kinds counts places by their parts, and how sure they are.
func Kinds(places []*Place) []answer.Finding {
	var findings []answer.Finding
	exports := count(places, func(p *Place) bool { return p.Part == ReExport })
	for part := range parts {
		in := func(p *Place) bool { return p.Part == part || part == Import && p.Part == ReExport }
		n := count(places, in)
		if n == 0 || part == ReExport { // an import too
			continue
		}
		of := make([]*Place, 0, n)
		for _, p := range places {
			if in(p) {
				of = append(of, p)
			}
		}
		_, files := Lines(of)
		text := fmt.Sprintf("%s: %d in %s", part.Word(), n, grep.Plural(files, "file", "files"))
		if maybe := count(of, func(p *Place) bool { return p.Maybe }); maybe > 0 && part.Bound() {
			text += fmt.Sprintf(" (%d bound, %d maybe)", n-maybe, maybe)
		}
		if part == Import && exports > 0 {
			text += fmt.Sprintf(" (%s)", grep.Plural(exports, "re-export", "re-exports"))
		}
		findings = append(findings, answer.Counted(text, answer.CountData{Counted: part.String(), Matches: n, Files: files}))
	}
	return findings
}

// notes says what was left out, and why.
func (r *result) notes() []string {
	notes := Notes(r.Found, r.search.symbol)
	if r.Renamed > 0 {
		notes = append(notes, fmt.Sprintf("%s by another name, which an import gives, left out: a rename does not touch them", grep.Plural(r.Renamed, "call", "calls")))
	}
	return notes
}

// Notes says what was left out of places, and why.
func Notes(f *Found, symbol string) []string {
	var notes []string
	if f.Others > 0 {
		notes = append(notes, fmt.Sprintf("%d of another %s left out: what they mean is seen, and it is not %s", f.Others, symbol[strings.LastIndexAny(symbol, ".:")+1:], symbol))
	}
	if f.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%d left out by --where", f.Dropped))
	}
	if f.Near > 0 {
		notes = append(notes, fmt.Sprintf("%d more inside longer words", f.Near))
	}
	return append(notes, f.Headers()...)
}

// verdict is the last line: whether all places are certain, or what is to be checked by hand.
func (r *result) verdict() string {
	if r.search.signature != nil {
		return r.fits()
	}
	var by []string
	add := func(n int64, one, more string) {
		if n > 0 {
			by = append(by, grep.Plural(n, one, more))
		}
	}
	add(count(r.Places, func(p *Place) bool { return p.Maybe && p.Part.Bound() }), "place that may be of another definition", "places that may be of another definition")
	add(count(r.Places, func(p *Place) bool { return p.Part == String }), "string", "strings")
	add(count(r.Places, func(p *Place) bool { return p.Part == Comment }), "comment", "comments")
	add(count(r.Places, func(p *Place) bool { return p.Part == Document || p.Part == Text }), "other text", "other texts")
	if spelled, computed, first, _ := r.Lookups(); len(spelled)+int(computed) > 0 {
		if len(spelled) > 0 {
			first = spelled[0]
		}
		by = append(by, "names that are computed at run time ("+first+")")
	}
	sure := count(r.Places, func(p *Place) bool { return p.Part.Bound() && !p.Maybe })
	text := fmt.Sprintf("%s certain", grep.Plural(sure, "place is", "places are"))
	if r.Ledger.Cut() {
		text += "; the search was cut, so there may be more"
	}
	if len(by) > 0 {
		text += "; check by hand: " + strings.Join(by, ", ")
	}
	return text
}

// follow returns the commands to run next.
func (r *result) follow() []answer.Finding {
	var steps answer.Steps
	s := r.search
	for _, p := range r.Places {
		if d := p.Match.Definition; p.Part == Definition && d != nil {
			steps.Add("the definition", r.search.page.Show(fmt.Sprintf("--range=%d:%d", d.First, d.Last), p.Path), "read it before changing it")
			break
		}
	}
	if len(r.Places) > 0 && s.page.Frame.Format != request.FormatLines {
		steps.Add("every place, one a line", s.page.EveryLine(), "for a program")
	}
	return steps
}

// Hazards says what may refer to the symbol without its name, or hide that it does.
func Hazards(f *Found) []answer.Finding {
	var findings []answer.Finding
	add := func(kind, why string, evidence []string) {
		if len(evidence) == 0 {
			return
		}
		data := answer.HazardData{Kind: kind, Why: why, Evidence: evidence[:min(len(evidence), occurrence.MostInList)]}
		findings = append(findings, answer.Finding{
			Category: "hazard", Message: fmt.Sprintf("%s: %s: %s", kind, why, strings.Join(data.Evidence[:min(len(data.Evidence), 3)], ", ")), Severity: "warning",
			Details: answer.Details{Kind: "smart_search.hazard", Impact: answer.Med, Confidence: answer.Med, Data: data},
		})
	}
	spelled, computed, first, _ := f.Lookups()
	add("reflection", "a text that is the name, or its start or end, may spell it", spelled)
	if computed > 0 {
		add("reflection", grep.Plural(computed, "file", "files")+" may use a computed name", []string{first})
	}
	var named []string
	for _, p := range f.Places {
		if p.Site != nil && p.Site.Use != nil && p.Site.Use.Named {
			named = append(named, placeOf(p))
		}
	}
	add("reflection", "a string is the name", named)
	return findings
}

// Limits says what keeps places from being whole or exact.
func Limits(f *Found) []answer.Finding {
	findings := answer.Limits(&f.Ledger, &f.Gaps)
	if !f.Wholly {
		findings = append(findings, answer.Limit("limit", "not all types that have the method were looked at; overrides may be missing among the definitions", 0))
	}
	return append(findings, f.Lacks()...)
}
