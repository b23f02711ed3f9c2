package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
)

// The kinds of hazards.
const (
	dispatch        = "dynamic_dispatch"
	forwarding      = "forwarding"
	metaprogramming = "metaprogramming"
	generated       = "generated_code"
	reflection      = "reflection"
)

// reflective are functions that look something up by its name at work, as they stand before a string, beside those that
// package lookup knows to call it.
var reflective = []string{
	"hasattr(", "setattr(", "import_module(", "patch(", "FieldByName(", "respond_to?(", "func_get(", "apply(",
}

// calling are those of them that return what has the name, so that it can be called.
var calling = []string{
	"import_string(", "Lookup(", "performSelector(",
	"asm(", "asm (", "asm__(", "asm__ (", "asm volatile(", "asm volatile (", "asm__ volatile(", "asm__ volatile (", "asm__ __volatile__(", "asm__ __volatile__ (",
}

// hazards says what makes the calls hard to find or to follow.
func (r *Report) hazards() []answer.Finding {
	var findings []answer.Finding
	add := func(kind, why string, evidence []string) {
		if len(evidence) == 0 {
			return
		}
		data := answer.HazardData{Kind: kind, Why: why, Evidence: evidence[:min(len(evidence), occurrence.MostInList)]}
		findings = append(findings, answer.Finding{
			Category: "hazard", Message: fmt.Sprintf("%s: %s: %s", kind, why, some(evidence)), Severity: "warning",
			Details: answer.Details{Kind: "smart_search.hazard", Impact: answer.Med, Confidence: answer.Med, Data: data},
		})
	}
	of := map[string][]string{}
	for _, s := range r.Found.Sites {
		for _, h := range s.Hazards {
			of[h] = append(of[h], at(&s.Match))
		}
	}
	add(dispatch, "several types have the method, and the receiver is not known", of[dispatch])
	add(forwarding, "the arguments are handed on as they come", of[forwarding])
	add(metaprogramming, "the name is a decorator, which is called with what it decorates", of[metaprogramming])
	add(generated, "the call is in generated code", of[generated])
	add(forwarding, "the name is used as a value, and may be called elsewhere", places(r.Found.Passed))
	var looked []occurrence.Match
	for i := range r.Found.Strings {
		if m := &r.Found.Strings[i]; argumentOf(reflective, m.Text[:min(m.At, len(m.Text))]) {
			looked = append(looked, *m)
		}
	}
	l := &r.Found.lookups
	add(reflection, "a text that is the name, or its start or end, may call it", l.spelled)
	add(reflection, "the name is looked up by a string", places(looked))
	if l.computed > 0 {
		add(reflection, grep.Plural(l.computed, "file", "files")+" may call by a computed name", []string{l.first})
	}
	if pycalls.MayAnswer(r.Found.Definitions, r.Found.Sites) {
		add(reflection, "a class in these files answers names that it does not define", r.Found.Answering)
		add(metaprogramming, "a metaclass may answer for a class in these files", r.Found.Metaclasses)
	}
	var decorated []string
	for _, d := range r.Found.Definitions {
		if d.Definition != nil && len(d.Definition.Decorators) > 0 && d.Language == pycalls.Language {
			decorated = append(decorated, fmt.Sprintf("%s %s", at(&d.Match), d.Definition.Decorators[0]))
		}
	}
	add(metaprogramming, "a decorator stands between the call and the definition", decorated)
	return findings
}

// some returns the first of a list and how many more there are.
func some(evidence []string) string {
	text := strings.Join(evidence[:min(len(evidence), 3)], ", ")
	if more := len(evidence) - 3; more > 0 {
		text += " and " + grep.Plural(int64(more), "more", "more")
	}
	return text
}

func at(m *occurrence.Match) string { return fmt.Sprintf("%s:%d", budget.EscapeName(m.Path), m.Line) }

func places(all []occurrence.Match) []string {
	var list []string
	for i := range all {
		list = append(list, at(&all[i]))
	}
	return list
}

// argumentOf reports whether what follows before is the argument of one of the functions.
func argumentOf(functions []string, before string) bool {
	return slices.ContainsFunc(functions, func(f string) bool {
		at := strings.LastIndex(before, f)
		return at >= 0 && !strings.Contains(before[at:], ")")
	})
}
