package request

import "github.com/ct-tools/ct/shared/opt"

// Tested is what the options about tests ask for.
type Tested struct {
	Tests string // the symbol that tests reach
}

// testRows returns the rows about tests.
func (r *Request) testRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{Name: "tests", Arg: "SYMBOL", Asks: Calls, Role: opt.Question, Late: true, Spared: comparing(), Var: opt.Text(&r.Tests), Brief: "the tests of a symbol, with their commands", Help: "which tests reach SYMBOL in at most --depth calls (3 by default), import and use it, or have its name, the nearest first, each with the command that runs it; nothing is run; with --changed or --staged and no SYMBOL, the tests of all definitions that changed"},
	}, "Calls (--calls)", Calls)...)
}
