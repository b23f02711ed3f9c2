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

// The hazards of a search, in the order in which an answer has them.
const (
	ofDispatch = iota
	ofForwarding
	ofDecorator
	ofGenerated
	ofValue
	ofText
	ofLookup
	ofComputed
	ofAnswering
	ofMetaclass
	ofDecorated
	nHazards
)

// hazardKinds are their kinds, and why they are hazards.
var hazardKinds = [nHazards]struct{ kind, why string }{
	ofDispatch:   {dispatch, "several types have the method, and the receiver is not known"},
	ofForwarding: {forwarding, "the arguments are handed on as they come"},
	ofDecorator:  {metaprogramming, "the name is a decorator, which is called with what it decorates"},
	ofGenerated:  {generated, "the call is in generated code"},
	ofValue:      {forwarding, "the name is used as a value, and may be called elsewhere"},
	ofText:       {reflection, "a text that is the name, or its start or end, may call it"},
	ofLookup:     {reflection, "the name is looked up by a string"},
	ofComputed:   {reflection, "may call by a computed name"},
	ofAnswering:  {reflection, "a class in these files answers names that it does not define"},
	ofMetaclass:  {metaprogramming, "a metaclass may answer for a class in these files"},
	ofDecorated:  {metaprogramming, "a decorator stands between the call and the definition"},
}

// A Hazard is where something makes the calls hard to find or to follow: how many places, and the first.
type Hazard struct {
	N     int
	First []located[string] // at most occurrence.MostInList
}

func hazardOf(places []string) Hazard {
	h := Hazard{N: len(places)}
	for _, place := range places[:min(len(places), occurrence.MostInList)] {
		h.First = append(h.First, located[string]{Of: place})
	}
	return h
}

// places returns the first places.
func (h *Hazard) places() []string {
	var all []string
	for _, place := range h.First {
		all = append(all, place.Of)
	}
	return all
}

// hazards returns those of one tree.
func (r *Found) hazards() (all [nHazards]Hazard) {
	of := map[string][]string{}
	for _, s := range r.Sites {
		for _, h := range s.Hazards {
			of[h] = append(of[h], at(&s.Match))
		}
	}
	all[ofDispatch], all[ofForwarding], all[ofDecorator], all[ofGenerated] = hazardOf(of[dispatch]), hazardOf(of[forwarding]), hazardOf(of[metaprogramming]), hazardOf(of[generated])
	all[ofValue] = hazardOf(places(r.Passed))
	var looked []occurrence.Match
	for i := range r.Strings {
		if m := &r.Strings[i]; argumentOf(reflective, m.Text[:min(m.At, len(m.Text))]) {
			looked = append(looked, *m)
		}
	}
	all[ofText], all[ofLookup] = hazardOf(r.Texts.Spelled), hazardOf(places(looked))
	if r.Texts.Computed > 0 {
		all[ofComputed] = hazardOf([]string{r.Texts.First})
	}
	if pycalls.MayAnswer(r.Definitions, r.Sites) {
		all[ofAnswering], all[ofMetaclass] = hazardOf(r.Answering), hazardOf(r.Metaclasses)
	}
	var decorated []string
	for _, d := range r.Definitions {
		if d.Definition != nil && len(d.Definition.Decorators) > 0 && d.Language == pycalls.Language {
			decorated = append(decorated, fmt.Sprintf("%s %s", at(&d.Match), d.Definition.Decorators[0]))
		}
	}
	all[ofDecorated] = hazardOf(decorated)
	return all
}

// hazardFindings says what makes the calls hard to find or to follow.
func (r *Found) hazardFindings() []answer.Finding {
	var findings []answer.Finding
	for i := range r.Hazards {
		n, first, kind, why := r.Hazards[i].N, r.Hazards[i].places(), hazardKinds[i].kind, hazardKinds[i].why
		if n == 0 {
			continue
		}
		if i == ofComputed { // which its sentence counts
			why = grep.Plural(r.Texts.Computed, "file", "files") + " " + why
			n, first = 1, first[:1]
		}
		findings = append(findings, answer.Finding{
			Category: "hazard", Message: fmt.Sprintf("%s: %s: %s", kind, why, someOf(first, n)), Severity: "warning",
			Details: answer.Details{Kind: "smart_search.hazard", Impact: answer.Med, Confidence: answer.Med, Data: answer.HazardData{Kind: kind, Why: why, Evidence: first}},
		})
	}
	return findings
}

// some returns the first of a list and how many more there are.
func some(evidence []string) string { return someOf(evidence, len(evidence)) }

// someOf is some for n places, if a list has only the first of them.
func someOf(evidence []string, n int) string {
	shown := evidence[:min(len(evidence), 3)]
	text := strings.Join(shown, ", ")
	if more := n - len(shown); more > 0 {
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
