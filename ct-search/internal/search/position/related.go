package position

import (
	"context"
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions/hierarchy"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/tested"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/source"
)

// How many implementations and tests are shown.
const (
	mostHeirs = 3
	mostTests = 3
)

// relate finds what implements, extends or overrides the target, and the tests that call it themselves.
func (r *Found) relate(ctx context.Context) error {
	if r.target == nil || r.target.Definition == nil || r.ledger.Count(ledger.Timeout) > 0 {
		return nil
	}
	s, kind := r.search, r.target.Definition.Kind
	symbol := r.named(&r.target.Match)
	if implemented(kind) {
		search := hierarchy.Search{Files: s.Files, Symbol: symbol, Here: findings.Folders(), Levels: 1}
		var err error
		if r.heirs, err = search.Run(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		r.ledger.AlsoCut(&r.heirs.Ledger)
	}
	if tests := (tested.Search{Files: s.Files, Symbol: symbol, Depth: 1}); r.called() && r.calls != nil {
		var err error
		if r.tests, err = tests.Run(ctx); err != nil {
			return err
		}
		r.ledger.AlsoCut(&r.tests.Ledger)
	}
	return nil
}

// implemented reports whether there may be implementations of definitions of a kind.
func implemented(k source.Symbol) bool {
	switch k {
	case source.Class, source.Interface, source.Struct, source.Trait, source.Type, source.Method:
		return true
	}
	return false
}

// sureHeirs returns the implementations that do not only agree in name.
func (r *Found) sureHeirs() []*hierarchy.Implementation {
	if r.heirs == nil {
		return nil
	}
	var sure []*hierarchy.Implementation
	for _, i := range r.heirs.Items {
		if i.Confidence != resolve.Unresolved && i.Level == 1 {
			sure = append(sure, i)
		}
	}
	return sure
}

// relatedText says how many implementations and tests there are.
func (r *Found) relatedText() []string {
	var all []string
	if r.heirs != nil {
		n, kind := int64(len(r.sureHeirs())), r.target.Definition.Kind
		name := budget.EscapeName(r.target.Definition.Qualname)
		switch {
		case n > 0 && kind == source.Method:
			all = append(all, fmt.Sprintf("%s is overridden or implemented by %s", name, grep.Plural(n, "method", "methods")))
		case n > 0:
			all = append(all, fmt.Sprintf("%s is implemented or extended by %s directly", name, grep.Plural(n, "type", "types")))
		case len(r.heirs.Open) > 0 || r.ledger.Cut():
		case kind == source.Class || kind == source.Interface || kind == source.Trait:
			all = append(all, "nothing implements or extends "+name+" in what was read")
		}
	}
	if n := r.sureTests(); n > 0 {
		all = append(all, fmt.Sprintf("%s it directly", grep.Plural(n, "test calls or uses", "tests call or use")))
	} else if r.tests != nil && !r.ledger.Cut() {
		all = append(all, "no test was found that calls "+budget.EscapeName(r.target.Definition.Qualname)+" directly")
	}
	return all
}

// sureTests counts the tests that do not only agree in name.
func (r *Found) sureTests() (n int64) {
	if r.tests == nil {
		return 0
	}
	for i := range r.tests.Tests {
		if r.tests.Tests[i].Tier != resolve.Unresolved {
			n++
		}
	}
	return n
}

// heirFindings returns the first implementations.
func (r *Found) heirFindings() []answer.Finding {
	var all []answer.Finding
	sure := r.sureHeirs()
	for _, i := range sure[:min(len(sure), mostHeirs)] {
		m := i.Match
		m.Column, m.End, m.EndColumn = max(m.Column, 1), max(m.End, m.Line), max(m.EndColumn, 1)
		all = append(all, r.related(&m, i.Name(), i.Relation, fmt.Sprintf("%s: %s", i.Confidence.Confidence(), i.Reason), i.Confidence))
	}
	return all
}

// testFindings returns the first tests, each with the command that runs it.
func (r *Found) testFindings() []answer.Finding {
	if r.tests == nil {
		return nil
	}
	var all []answer.Finding
	for i := range r.tests.Tests {
		t := &r.tests.Tests[i]
		if len(all) == mostTests {
			break
		}
		if t.Tier == resolve.Unresolved {
			continue
		}
		why := t.Tier.Confidence()
		if t.Unknown == "" {
			why += "; run: " + t.Match.Test.Run
		}
		all = append(all, r.related(&t.Match, t.Name(), "tests", why, t.Tier))
	}
	return all
}

// related returns the finding of what is related to the target.
func (r *Found) related(m *occurrence.Match, name, relation, why string, sure resolve.Tier) answer.Finding {
	return answer.Finding{
		Category: "definition", Message: fmt.Sprintf("%s it: %s  %s:%d  (%s)", relation, budget.EscapeName(name), budget.EscapeName(m.Path), m.Line, budget.EscapeLine(why)),
		Severity: "info", Anchor: answer.AnchorOf(m),
		Details: answer.Details{Kind: "smart_search.related", Impact: answer.Med, Confidence: sure.Confidence(), Data: answer.RelatedData{
			Relation: relation, TargetType: "symbol", Target: name, Why: why, Qualname: name, Depth: 1, From: name, To: r.target.Definition.Qualname,
		}},
	}
}
