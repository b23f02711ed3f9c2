package match

import (
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

// A variant changes the terms of a Matcher so that they take ways that the
// short texts of these tests seldom or never send them.
type variant struct {
	name   string
	states int         // that an automaton keeps, in bytes
	term   func(*term) // changes one
}

var variants = []variant{
	{"without automata", mostStates, func(t *term) { bare(*t) }},
	{"with automata that give up", 1, func(*term) {}},
	{"without required text", mostStates, func(t *term) { needless(*t) }},
	{"without required text nor automata", mostStates, func(t *term) { needless(*t); bare(*t) }},
}

// bare takes the automaton from t.
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

// needless takes from t the text that it looks for first.
func needless(t term) {
	switch t := t.(type) {
	case *regex:
		t.need, t.texts, t.enough = nil, nil, false
	case *backtrack:
		t.relaxed = nil
	}
}

// of gives the terms of ps as v has them.
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

// matchers gives every variant of the Matcher of ps, by name; those of several
// terms with all that can be looked for in one pass.
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

// together looks for terms in one pass whatever it costs.
func together(terms []term) Matcher { return withJoint(terms, jointOf(terms)) }

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

// The variant is worth its name: a short text is enough.
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
