package verdict

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"

	"github.com/ct-tools/ct/shared/nearest"
)

const termsName = "terms"

// maxSource is the maximum length of an expression in bytes. It prevents nesting from exhausting the parser's stack.
const maxSource = 16 << 10

// expression is a compiled condition on figures.
type expression struct {
	source  string
	program *vm.Program
	names   map[string]any // every name with a value of its type
	used    uses
}

// uses are the figures that an expression reads.
type uses struct {
	names []string // in order of appearance, without duplicates and without terms
	terms []string // T of terms["T"]
	env   bool     // it may read figures that its text does not name
	whole int      // how often it reads terms other than as terms["T"]
}

// Compile compiles a condition over names, each with a value of its type. It does not optimize, so that the tree is that
// which the user wrote. The error is one line that quotes what is wrong.
func Compile(source string, names map[string]any) (*vm.Program, error) {
	if len(source) > maxSource {
		return nil, fmt.Errorf("expression of %d bytes: at most %d are taken", len(source), maxSource)
	}
	program, err := expr.Compile(source, expr.Env(names), expr.AsBool(), expr.WarnOnAny(), expr.Optimize(false))
	if err != nil {
		return nil, Refusal(source, names, err)
	}
	return program, nil
}

// compile compiles a condition on figures. Intervals are evaluated on its tree.
func compile(source string, names, fractional []string) (*expression, error) {
	e := &expression{source: source, names: map[string]any{"count": 0}}
	for _, name := range names {
		e.names[name] = 0
	}
	for _, name := range fractional {
		e.names[name] = 0.0
	}
	if slices.Contains(names, termsName) {
		e.names[termsName] = map[string]int{}
	}
	var err error
	if e.program, err = Compile(source, e.names); err != nil {
		return nil, err
	}
	node := e.program.Node()
	ast.Walk(&node, &e.used)
	e.used.names = slices.DeleteFunc(e.used.names, func(name string) bool { return e.names[name] == nil })
	return e, nil
}

// Refusal returns the error of package expr about an expression, whose source may use names, in one line.
func Refusal(source string, names map[string]any, err error) error {
	message := oneLine(err.Error())
	if at, ok := errors.AsType[*file.Error](err); ok {
		message = short(oneLine(at.Message))
		if name, ok := strings.CutPrefix(at.Message, "unknown name "); ok {
			known := slices.Sorted(maps.Keys(names))
			message = fmt.Sprintf("unknown name %q%s", name, nearest.Hint(name, known))
			if !strings.Contains(message, ";") {
				message += ": the names are " + strings.Join(known, ", ")
			}
		}
		message = fmt.Sprintf("%s (line %d, column %d)", message, at.Line, at.Column+1)
	}
	return fmt.Errorf("expression %q: %s%s", short(source), message, hint(source, message, names))
}

// hint returns what to do about the most common mistakes in a source that may use names.
func hint(source, message string, names map[string]any) string {
	switch {
	case strings.TrimSpace(source) == "":
		return "; it is empty: write one that is true or false, as " + example(names)
	case strings.Contains(message, `Operator("=")`):
		return "; equal is written =="
	case strings.HasPrefix(message, "unexpected token EOF"):
		return "; it ends too early"
	case strings.HasPrefix(message, "expected bool, but got"):
		return "; it has to be true or false, as a comparison is"
	}
	return ""
}

// example returns a condition with one of the names.
func example(names map[string]any) string {
	for _, name := range []string{"count", "code", "line"} {
		if _, ok := names[name]; ok {
			return name + " > 0"
		}
	}
	return "1 > 0"
}

func oneLine(s string) string { return strings.Join(strings.FieldsFunc(s, lineEnd), " ") }

// shortSource is the maximum length, in runes, of a source in a message.
const shortSource = 120

// short shortens s for a message.
func short(s string) string {
	runes := 0
	for i := range s {
		if runes == shortSource {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}

func lineEnd(r rune) bool { return r == '\n' || r == '\r' }

func (e *expression) checkTerms(terms []string) error {
	for _, t := range e.used.terms {
		if !slices.Contains(terms, t) {
			return fmt.Errorf("expression %q: unknown term %q%s", short(e.source), t, nearest.Hint(t, terms))
		}
	}
	return nil
}

func (e *expression) checkNames(names []string) error {
	for _, name := range e.used.names {
		if name != "count" && !slices.Contains(names, name) {
			return fmt.Errorf("expression %q: there is no figure %q here: the names are %s", short(e.source), name, strings.Join(names, ", "))
		}
	}
	return nil
}

// judge returns the verdict on f and the reason for it.
func (e *expression) judge(f Figures) (Result, string, error) {
	holds, err := e.holds(f)
	if err != nil {
		return Undecided, "", err
	}
	condition, figures := short(oneLine(e.source)), e.figures(f)
	if holds == yes || holds == no {
		reason := "expected " + condition
		if figures != "" {
			reason += ", found " + figures
		}
		if holds == yes {
			return Success, reason, nil
		}
		return Error, reason, nil
	}
	verb := "does"
	switch {
	case figures == "":
		figures, verb = "figures that are open", "do"
	case strings.Contains(figures, ", "):
		verb = "do"
	}
	return Undecided, undecided(fmt.Sprintf("%s %s not decide %s", figures, verb, condition), &f), nil
}

// holds evaluates the expression: by the program if all figures that it reads are complete, else by intervals.
func (e *expression) holds(f Figures) (truth, error) {
	env, err := e.environment(f)
	if err != nil {
		return unknown, err
	}
	if e.open(f) {
		return evaluator{&f}.truth(e.program.Node()), nil
	}
	out, err := expr.Run(e.program, env)
	if err != nil {
		return unknown, Refusal(e.source, e.names, err)
	}
	return decide(out == true, out == false), nil
}

// environment returns the figures in the form in which the program reads them.
func (e *expression) environment(f Figures) (map[string]any, error) {
	env := make(map[string]any, len(e.names))
	for name, kind := range e.names {
		if name == termsName {
			continue
		}
		b, ok := f.get(name)
		if !ok {
			if slices.Contains(e.used.names, name) || e.used.env {
				return nil, fmt.Errorf("expression %q: there is no figure %q", short(e.source), name)
			}
			b = Bound{}
		}
		if _, fraction := kind.(float64); fraction {
			env[name] = b.Min
			continue
		}
		if !whole(b.Min) {
			return nil, fmt.Errorf("expression %q: figure %q is no integer: %v", short(e.source), name, b.Min)
		}
		env[name] = int(b.Min)
	}
	if _, ok := e.names[termsName]; ok {
		terms := make(map[string]int, len(f.Terms))
		for t, b := range f.Terms {
			terms[t] = int(b.Min)
		}
		env[termsName] = terms
	}
	return env, e.checkTerms(slices.Sorted(maps.Keys(f.Terms)))
}

// open reports whether a figure that the expression reads is open.
func (e *expression) open(f Figures) bool {
	for _, name := range e.used.names {
		if b, _ := f.get(name); b.Open {
			return true
		}
	}
	for _, t := range e.used.terms {
		if f.Terms[t].Open {
			return true
		}
	}
	if (e.used.whole > 0 || e.used.env) && anyOpen(f.Terms) {
		return true
	}
	return e.used.env && (f.Count.Open || anyOpen(f.Names))
}

func anyOpen(bounds map[string]Bound) bool {
	for _, b := range bounds {
		if b.Open {
			return true
		}
	}
	return false
}

// figures lists what the expression reads: "count at least 2, files 1".
func (e *expression) figures(f Figures) string {
	var list []string
	for _, name := range e.used.names {
		b, _ := f.get(name)
		list = append(list, name+" "+amount(b))
	}
	for _, t := range e.used.terms {
		list = append(list, fmt.Sprintf("terms[%q] %s", t, amount(f.Terms[t])))
	}
	return strings.Join(list, ", ")
}

// Visit records the figures of one node; ast.Walk visits children first.
func (u *uses) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		switch {
		case n.Value == "$env":
			u.env = true
		case n.Value == termsName:
			u.whole++
		case !slices.Contains(u.names, n.Value):
			u.names = append(u.names, n.Value)
		}
	case *ast.MemberNode:
		t, ok := termOf(n)
		if !ok {
			break
		}
		u.whole--
		if !slices.Contains(u.terms, t) {
			u.terms = append(u.terms, t)
		}
	}
}

// termOf returns T if n is terms["T"] or terms.T.
func termOf(n *ast.MemberNode) (string, bool) {
	base, ok := n.Node.(*ast.IdentifierNode)
	if !ok || base.Value != termsName || n.Optional {
		return "", false
	}
	term, ok := n.Property.(*ast.StringNode)
	if !ok {
		return "", false
	}
	return term.Value, true
}
