package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	entity "github.com/ct-tools/ct/ct-search/internal/search/definitions"
	smart "github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
)

// suggest adds to the reading of an answer the names that may have been meant,
// and gives them as findings. command gives what searches one instead.
func suggest(a *tool.Answer, names []similar.Name, command func(n *similar.Name) string) []answer.Finding {
	var findings []answer.Finding
	for i := range names {
		n := &names[i]
		place, run := fmt.Sprintf("%s:%d", budget.EscapeName(n.Path), n.Line), command(n)
		a.Reading.Similar = append(a.Reading.Similar, tool.Similar{Name: budget.EscapeName(n.Qualname), Kind: n.Kind.String(), Place: place, Command: run})
		message := fmt.Sprintf("did you mean %s (%s, %s)", budget.EscapeName(n.Qualname), n.Kind, place)
		data := answer.RelatedData{
			Relation: "name_similarity", TargetType: "symbol", Target: n.Qualname, Why: "nearly the name that was searched", SymbolKind: n.Kind.String(), Qualname: n.Qualname,
		}
		if run != "" {
			message += ": " + run
			data.Actions = []answer.Action{{Kind: "search.refine", Title: "search it instead", Command: run, Why: "the name is defined", Priority: i + 1}}
		}
		findings = append(findings, answer.Finding{
			Category: "disambiguation", Message: message, Severity: "info",
			Anchor:  &answer.Anchor{File: n.Path, Line: n.Line, Column: n.Column, EndLine: n.Line, EndColumn: n.Column + len(n.Name)},
			Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: answer.Med, Data: data},
		})
	}
	return findings
}

// nearest looks for what may have been meant, where a symbol is found nowhere
// and no other reading of it is either.
func (s *query) nearest(ctx context.Context, a *tool.Answer, found *smart.Found) ([]answer.Finding, error) {
	if found.Matches > 0 || found.Ledger.Count(ledger.Timeout) > 0 || s.search.Name == "" || !s.frame.WantsHints() || len(a.Reading.Alternatives) > 0 {
		return nil, nil
	}
	names, err := namesLike(ctx, a, similar.Search{Files: s.search.Files, Name: s.search.Name})
	return suggest(a, names, func(n *similar.Name) string {
		return grep.CommandLine(&s.request.table, []string{"save-artifact", "cursor"}, nil, append([]string{n.Name}, s.search.Files.Roots...))
	}), err
}

// nearest looks for what may have been meant, where a name is neither called
// nor defined, or is defined only in what a dotted symbol does not say.
func (s *callers) nearest(ctx context.Context, a *tool.Answer, found *calls.Found) ([]answer.Finding, error) {
	if found.Ledger.Count(ledger.Timeout) > 0 || !s.frame.WantsHints() {
		return nil, nil
	}
	owner := ""
	if qualifiers := s.search.Chain.Names; len(qualifiers) > 0 {
		owner = qualifiers[len(qualifiers)-1]
	}
	var names []similar.Name
	switch {
	case len(found.Definitions) > 0:
		names = elsewhere(found, owner)
	case len(found.Sites) > 0 || found.Dropped+found.Unread > 0:
	default:
		near := similar.Search{Files: s.search.Files, Name: s.search.Name, Owner: owner, Called: true, Wanted: func(k source.Symbol) bool { return callable(k.String()) }}
		var err error
		if names, err = namesLike(ctx, a, near); err != nil {
			return nil, err
		}
	}
	return suggest(a, names, func(n *similar.Name) string {
		name := n.Name
		if owner != "" && pattern.LooksLikeSymbol(n.Qualname) {
			name = n.Qualname
		}
		return grep.CommandLine(&s.request.table, []string{"calls", "save-artifact", "cursor"}, []string{"--calls=" + name}, s.search.Files.Roots)
	}), nil
}

// elsewhere gives the definitions of the last name of a dotted symbol, those of
// the nearest owner first, where the symbol means none of them and no call
// either.
func elsewhere(found *calls.Found, owner string) []similar.Name {
	if owner == "" || found.Tiers[calls.High]+found.Tiers[calls.Med] > 0 || slices.ContainsFunc(found.Definitions, func(t *calls.Target) bool { return t.Wanted }) {
		return nil
	}
	var names []similar.Name
	for _, t := range found.Definitions {
		if d := t.Definition; d != nil && !slices.ContainsFunc(names, func(n similar.Name) bool { return n.Qualname == d.Qualname }) {
			names = append(names, similar.Name{Path: t.Path, Line: t.Line, Column: t.Column, Name: d.Symbol, Qualname: d.Qualname, Kind: d.Kind})
		}
	}
	slices.SortStableFunc(names, func(a, b similar.Name) int {
		return cmp.Compare(similar.Apart(owner, a.Qualname, a.Path), similar.Apart(owner, b.Qualname, b.Path))
	})
	return names[:min(len(names), similar.Most)]
}

// namesLike searches, and notes where the answer is not that of all files.
func namesLike(ctx context.Context, a *tool.Answer, near similar.Search) ([]similar.Name, error) {
	result, err := near.Run(ctx)
	if err != nil {
		return nil, err
	}
	if !result.Whole {
		a.Reading.Notes = append(a.Reading.Notes, "names like it were looked for in a part of the files")
	}
	return result.Names, nil
}

// nearest looks for what may have been meant, where no definition was found.
func (s *entities) nearest(ctx context.Context, a *tool.Answer, found *entity.Found) ([]answer.Finding, error) {
	switch {
	case found.Matches > 0 || found.Ledger.Count(ledger.Timeout) > 0:
		return nil, nil
	case found.Dropped > 0:
		a.Reading.Add(tool.Alternative{Label: "without --where", Count: found.Dropped, Command: s.command([]string{"where"}, nil)})
		return nil, nil
	case !s.frame.WantsHints() || !s.search.Named():
		return nil, nil
	}
	names := others(found)
	if len(names) == 0 {
		var err error
		if names, err = namesLike(ctx, a, similar.Search{Files: s.search.Files, Name: s.search.Name(), Wanted: s.search.Holds}); err != nil {
			return nil, err
		}
	}
	return suggest(a, names, func(n *similar.Name) string { return s.instead(n.Kind, n.Name) }), nil
}

// others gives the definitions of the name that are of another kind, one a
// kind.
func others(found *entity.Found) []similar.Name {
	var names []similar.Name
	known := map[source.Symbol]bool{}
	for i := range found.Others {
		m := &found.Others[i]
		if d := m.Definition; !known[d.Kind] {
			known[d.Kind] = true
			names = append(names, similar.Name{Path: m.Path, Line: m.Line, Column: m.Column, Name: d.Symbol, Qualname: d.Qualname, Kind: d.Kind})
		}
	}
	return names
}

// instead gives the command that finds the definitions of another kind or name.
func (s *entities) instead(kind source.Symbol, name string) string {
	return grep.CommandLine(&s.request.table, []string{"entity", "symbol", "cursor", "save-artifact", "where"}, []string{"--entity=" + kind.String(), "--symbol=" + name}, s.search.Files.Roots)
}
