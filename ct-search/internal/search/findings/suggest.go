package findings

import (
	"context"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/tool"
)

// Similar searches for names like the one that was not found. It notes in the answer if not all files were searched.
func Similar(ctx context.Context, a *tool.Answer, search similar.Search) ([]similar.Name, error) {
	result, err := search.Run(ctx)
	if err != nil {
		return nil, err
	}
	if !result.Whole {
		a.Reading.Notes = append(a.Reading.Notes, "not every file that may define a name like it was read")
	}
	return result.Names, nil
}

// Owned is Similar for a dotted symbol that nothing defines: the names that its owner, or a similar one, has, in the order of the answer to
// a query, then the given definitions of the same name that others have.
func Owned(ctx context.Context, a *tool.Answer, search similar.Search, others []similar.Name) ([]similar.Name, error) {
	names, err := Similar(ctx, a, search)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n similar.Name) bool { return !n.Owned() })
	for _, o := range others {
		if !slices.ContainsFunc(names, func(n similar.Name) bool { return n.Qualname == o.Qualname }) {
			names = append(names, o)
		}
	}
	return names[:min(len(names), similar.Most)], nil
}

// Suggest adds similar names to the Reading of an answer, and returns them as findings. The function command returns
// the command that searches for such a name, "" if there is none.
func Suggest(a *tool.Answer, names []similar.Name, command func(n *similar.Name) string) []answer.Finding {
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
