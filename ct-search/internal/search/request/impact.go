package request

import (
	"strings"

	"github.com/ct-tools/ct/shared/opt"
)

// An Impact is what the options about changing and removing a symbol ask for.
type Impact struct {
	Impact    string // the symbol that is to change
	Signature string // its new signature
	Dead      string // the symbol that may be unused
	DeadAll   bool   // all definitions that may be unused
}

// impactRows returns the rows about changing and removing a symbol.
func (r *Request) impactRows(all []opt.Option) []opt.Option {
	all = append(all, rows([]opt.Option{
		{Name: "impact", Arg: "SYMBOL", Asks: Calls, Role: opt.Question, Late: true, Spared: comparing(), Var: opt.Text(&r.Impact.Impact), Brief: "the symbol: every place a change touches", Help: "every place that a rename or a change of SYMBOL touches, by file: definition, overrides, calls, references, imports, strings, comments, documents; arguments are paths; with --changed or --staged and no SYMBOL, the uses of all definitions that changed"},
		{Name: "signature", Arg: "SIGNATURE", Role: opt.Question, Var: opt.Word(&r.Signature), Brief: "with impact: the new f(a, b=1)", Help: "with --impact, which calls break if SYMBOL gets this signature, as in 'f(a, b, c=1)', in the style of any language; expects none by default"},
		{Name: "dead", Arg: "SYMBOL", Asks: Calls, Role: opt.Question, Late: true, Var: opt.Word(&r.Dead), Brief: "the symbol: does nothing refer to it?", Help: "whether nothing refers to SYMBOL: SUCCESS if so, ERROR if something does, UNDECIDED with the reasons if that is open; expects none by default; arguments are paths"},
	}, "Change (--impact, --dead)", Calls)...)
	return append(all, rows([]opt.Option{
		{Name: "dead-all", Asks: Definitions, Role: opt.Question, Var: opt.Flag(&r.DeadAll), Brief: "list definitions that nothing refers to", Help: "list the definitions whose names occur nowhere else, with how sure it is that nothing uses them: what other code can use apart, and what only tests use; arguments are paths"},
	}, "Change (--impact, --dead)", Definitions)...)
}

// CallsQuestion returns the option that asks for the form calls, and an error unless it is exactly one, with options that go with it.
func (r *Request) CallsQuestion() (option string, err error) {
	asked := r.Table.Given("calls", "tests", "impact", "dead")
	for _, name := range []string{"calls", "tests", "impact", "dead"} {
		if r.Table.Given(name) != nil {
			option = name
		}
	}
	switch {
	case len(asked) == 0:
		return "", opt.Usagef("calls", "{calls} is missing; it says whose calls to find, or {tests}, {impact} or {dead} what to look for instead")
	case len(asked) > 1:
		return "", opt.Usagef(strings.TrimLeft(asked[1], "-"), "%s and %s ask for different things; give one of them", asked[0], asked[1])
	}
	if value := map[string]*string{"tests": &r.Tests, "impact": &r.Impact.Impact}[option]; value != nil && *value == "" && !r.Compares() {
		return "", opt.Usagef(option, "{"+option+"} needs a SYMBOL, or {changed} for all definitions that changed")
	}
	if r.Signature != "" && (option != "impact" || r.OfChange()) {
		return "", opt.Usagef("signature", "{signature} is for {impact}; leave it out")
	}
	if option == "calls" || option == "tests" {
		return option, nil
	}
	for _, name := range []string{"depth", "matcher", "include-strings", "strict"} {
		if given := r.Table.Given(name); len(given) > 0 {
			return "", opt.Usagef(name, "{"+name+"} is for {calls}, not for {"+option+"}; leave it out")
		}
	}
	return option, nil
}
