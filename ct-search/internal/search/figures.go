package search

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/dead"
	"github.com/ct-tools/ct/ct-search/internal/search/impact"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/question"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/tree"
	"github.com/ct-tools/ct/shared/tool"
)

// figureNames returns the names that expectations of any form can use.
func figureNames() []string {
	return slices.Concat(request.FigureNames(), request.Confidences(), tree.Figures(), calls.FigureNames(), impact.FigureNames(), impact.FitNames(), dead.FigureNames(), occurrence.Categories())
}

// checkFigures returns an error about an expectation with a figure that only other forms have.
func checkFigures(r *request.Request, f *tool.Frame) error {
	var of []string
	switch f.Form {
	case request.Query:
		of = occurrence.Categories()
	case request.Question:
		of = question.FigureNames()
	case request.Definitions:
		of = figuresOfDefinitions(r)
	case request.Calls:
		of = figuresOfCalls(r)
	default: // it checks them itself, or has no expectation
		return nil
	}
	return f.CheckNames(append(request.FigureNames(), of...))
}

func figuresOfDefinitions(r *request.Request) []string {
	switch {
	case r.DeadAll:
		return slices.Concat(request.Confidences(), dead.FigureNames(), question.FigureNames()) // its candidates are definitions
	case r.Impl != "":
		return append(request.Confidences(), occurrence.Categories()...)
	}
	return occurrence.Categories()
}

func figuresOfCalls(r *request.Request) []string {
	switch option, _ := r.CallsQuestion(); option { // the plan returns the error
	case "impact":
		if r.Table.Given("signature") != nil {
			return slices.Concat(impact.FitNames(), impact.FigureNames(), occurrence.Categories())
		}
		return append(impact.FigureNames(), occurrence.Categories()...)
	case "dead":
		return append(impact.FigureNames(), occurrence.Categories()...)
	case "tests":
		return append(request.Confidences(), occurrence.Categories()...)
	}
	return slices.Concat(request.Confidences(), calls.FigureNames(), occurrence.Categories())
}
