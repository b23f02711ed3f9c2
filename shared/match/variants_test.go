package match

import (
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

// variant changes the terms of a Matcher so that they take code paths that the short texts of these
// tests seldom or never reach.
type variant struct {
	name   string
	states int         // maximum that an automaton keeps, in bytes
	term   func(*term) // changes one term
}

var variants = []variant{
	{"without automata", mostStates, func(t *term) { bare(*t) }},
	{"with automata that give up", 1, func(*term) {}},
	{"without required text", mostStates, func(t *term) { needless(*t) }},
	{"without required text nor automata", mostStates, func(t *term) { needless(*t); bare(*t) }},
}

// bare removes the automaton from t.
func bare(t term) {
	switch t := t.(type) {
	case *regex:
		t.program, t.machine = nil, nil
	case *backtrack:
		if t.relaxed != nil {
			bare(t.relaxed)
		}
	}
}

// needless removes from t the text that it looks for first.
func needless(t term) {
	switch t := t.(type) {
	case *regex:
		t.need, t.texts, t.enough = nil, nil, false
	case *backtrack:
		t.relaxed = nil
	}
}

// of returns the terms of ps, changed by v.
func (v variant) of(t testing.TB, ps []*pattern.Pattern) []term {
	t.Helper()
	var terms []term
	for _, p := range ps {
		one, err := newTerm(p, v.states)
		if err != nil {
			t.Fatal(err)
		}
		v.term(&one)
		terms = append(terms, one)
	}
	return terms
}

// matchers returns every variant of the Matcher of ps by name. For several terms it includes one
// that searches for as many as possible in one pass.
func matchers(t testing.TB, ps []*pattern.Pattern) map[string]Matcher {
	t.Helper()
	multiline := false
	for _, p := range ps {
		multiline = multiline || p.Multiline()
	}
	all := map[string]Matcher{}
	for _, v := range variants {
		all[v.name] = assemble(v.of(t, ps), multiline)
	}
	if len(ps) > 1 && !multiline {
		plain := variant{name: "as it is", states: mostStates, term: func(*term) {}}
		for _, v := range append(variants[:2:2], plain) {
			all["in one pass, "+v.name] = together(v.of(t, ps))
		}
	}
	return all
}

// together searches for terms in one pass, whatever it costs.
func together(terms []term) Matcher { return withJoint(terms, joinAll(terms)) }

// agreeInAllWays is agree for every variant.
func agreeInAllWays(t *testing.T, ps []*pattern.Pattern, text string) {
	t.Helper()
	for name, m := range matchers(t, ps) {
		for _, m := range []Matcher{m, m.Clone()} {
			if d := difference(m, ps, text); d != "" {
				t.Fatalf("%s: %s", name, d)
			}
		}
	}
}

// The variant is useful only if a short text is enough for the automaton to give up.
func TestAutomataOfOneByteGiveUp(t *testing.T) {
	t.Parallel()
	ps := []*pattern.Pattern{compile(t, `[ab]{2}\w\b|é$`, regexMode)}
	terms := variants[1].of(t, ps)
	agree(t, assemble(terms, false), ps, "ab ba_ é\naba bab_K é")
	if re, ok := terms[0].(*regex); !ok {
		t.Errorf("a %T", terms[0])
	} else if _, ok := re.machine.Match(nil); ok {
		t.Error("it did not give up")
	}
}
