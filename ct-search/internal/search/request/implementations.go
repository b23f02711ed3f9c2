package request

import "github.com/ct-tools/ct/shared/opt"

// Implementations is what the options ask for about types that implement or extend another one.
type Implementations struct {
	Impl string // the type, or the method
}

// implementationRows returns the rows of these.
func (r *Request) implementationRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{
			Name: "impl", Arg: "NAME", Asks: Definitions, Role: opt.Question, Late: true, Var: opt.Word(&r.Impl), Brief: "what implements or extends it: type, Type.method",
			Help: "which types implement the interface, trait or protocol NAME, or extend the class, directly or below, and how sure that is; of Type.method, which methods override or implement it; arguments are paths",
		},
	}, "Definitions (--entity)", Definitions)...)
}
