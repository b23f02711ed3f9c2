package calls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
)

// The kinds of hazards.
const (
	dispatch        = "dynamic_dispatch"
	forwarding      = "forwarding"
	metaprogramming = "metaprogramming"
	generated       = "generated_code"
	reflection      = "reflection"
)

// reflective are functions that look something up by its name at work, as they
// stand before a string.
var reflective = []string{
	"getattr(", "hasattr(", "setattr(", "methodcaller(", "attrgetter(", "import_string(", "import_module(", "patch(", "MethodByName(",
	"FieldByName(", "Lookup(", "send(", "public_send(", "method(", "respond_to?(", "call_user_func(", "getMethod(", "getDeclaredMethod(",
	"performSelector(", "GetMethod(", "func_get(", "apply(",
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
		if reflects(&r.Found.Strings[i]) {
			looked = append(looked, r.Found.Strings[i])
		}
	}
	add(reflection, "the name is looked up by a string", places(looked))
	if r.Found.answered() {
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

// answered reports whether what a class answers at work can matter: a method is
// asked for, or there are calls on receivers that are not known.
func (r *Found) answered() bool {
	return slices.ContainsFunc(r.Definitions, func(t *resolve.Definition) bool { return t.Wanted && t.Owner != "" && t.Language == pycalls.Language }) ||
		slices.ContainsFunc(r.Sites, func(s *resolve.Site) bool {
			return s.Tier == resolve.Unresolved && s.Access == source.Member && s.Language == pycalls.Language
		})
}

// answering notes the classes of a Python file that may answer a call of a method
// that they do not define, by __getattr__ or by their metaclass.
func (x *reader) answering() {
	for i := range x.Seen.Declarations {
		d := &x.Seen.Declarations[i]
		place := fmt.Sprintf("%s:%d ", budget.EscapeName(x.Path), x.LineOf(d.Name.Start))
		switch name := d.Name.Of(x.Text); {
		case d.Symbol == source.Class:
			if meta := d.Metaclass.Of(x.Text); meta != "" && meta != "ABCMeta" && !strings.HasSuffix(meta, ".ABCMeta") {
				x.file.meta = append(x.file.meta, place+name+" by "+meta)
			}
		case (name == "__getattr__" || name == "__getattribute__") && d.Parent != source.None && x.Seen.Declarations[d.Parent].Symbol == source.Class:
			x.file.answering = append(x.file.answering, place+x.Seen.Qualname(x.Text, i))
		}
	}
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

// reflects reports whether a string is the argument of what looks names up.
func reflects(m *occurrence.Match) bool {
	before := m.Text[:min(m.At, len(m.Text))]
	for _, f := range reflective {
		if at := strings.LastIndex(before, f); at >= 0 && !strings.Contains(before[at:], ")") {
			return true
		}
	}
	return false
}
