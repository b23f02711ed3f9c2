package verdict

import (
	"math"
	"reflect"
	"slices"

	"github.com/expr-lang/expr/ast"
)

// truth is what is known about a condition.
type truth uint8

const (
	unknown truth = iota // it depends on figures that are open
	no
	yes
	opaque // intervals say nothing about it, not even that evaluating it succeeds
)

// decide returns yes, no or unknown. At most one of isTrue and isFalse is set.
func decide(isTrue, isFalse bool) truth {
	switch {
	case isTrue:
		return yes
	case isFalse:
		return no
	}
	return unknown
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return t
}

// both is a && b in this order: b does not matter after a false a, and an opaque a hides whether it is evaluated.
func both(a truth, b func() truth) truth {
	if a == no || a == opaque {
		return a
	}
	if t := b(); a == yes || t == no || t == opaque {
		return t
	}
	return unknown
}

// evaluator evaluates a checked tree over figures, each of which is a number or the interval from a number to infinity.
// It supports comparisons, && || ! (and or not), + and * of figures and constants; every other node is opaque.
type evaluator struct{ figures *Figures }

func (e evaluator) truth(node ast.Node) truth {
	switch n := node.(type) {
	case *ast.BoolNode:
		return decide(n.Value, !n.Value)
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			return e.truth(n.Node).not()
		}
	case *ast.BinaryNode:
		right := func() truth { return e.truth(n.Right) }
		switch n.Operator {
		case "&&", "and":
			return both(e.truth(n.Left), right)
		case "||", "or":
			return both(e.truth(n.Left).not(), func() truth { return right().not() }).not()
		case "==", "!=", "<", "<=", ">", ">=":
			return e.comparison(n)
		}
	}
	return opaque
}

func (e evaluator) comparison(n *ast.BinaryNode) truth {
	if isBool(n.Left) && isBool(n.Right) {
		return e.equivalence(n)
	}
	a, aok := e.number(n.Left)
	b, bok := e.number(n.Right)
	if !aok || !bok {
		return opaque
	}
	switch n.Operator {
	case "<":
		return less(a, b)
	case ">":
		return less(b, a)
	case "<=":
		return less(b, a).not()
	case ">=":
		return less(a, b).not()
	case "==":
		return equal(a, b)
	default:
		return equal(a, b).not()
	}
}

// equivalence compares two conditions, both of which are evaluated.
func (e evaluator) equivalence(n *ast.BinaryNode) truth {
	a, b := e.truth(n.Left), e.truth(n.Right)
	switch {
	case a == opaque || b == opaque:
		return opaque
	case a == unknown || b == unknown:
		return unknown
	}
	t := decide(a == b, a != b)
	if n.Operator == "!=" {
		return t.not()
	}
	return t
}

func isBool(n ast.Node) bool { return n.Type().Kind() == reflect.Bool }

// interval is the range of values that a number may have, including both ends; an unlimited end is infinite. Rounding
// is monotonic, so if the ends are computed as the program computes, they are valid for all values between them.
type interval struct{ lo, hi float64 }

// number returns the interval of a node, or false if it is opaque. Integers are exact up to wholeLimit and opaque
// beyond. It ignores that figures could become so large that arithmetic overflows.
func (e evaluator) number(node ast.Node) (interval, bool) {
	var v interval
	switch n := node.(type) {
	case *ast.IntegerNode:
		v = interval{float64(n.Value), float64(n.Value)}
	case *ast.FloatNode:
		v = interval{n.Value, n.Value}
	case *ast.IdentifierNode:
		b, ok := e.figures.get(n.Value)
		if !ok {
			return v, false
		}
		v = b.interval()
	case *ast.MemberNode:
		term, ok := termOf(n)
		if !ok {
			return v, false
		}
		v = e.figures.Terms[term].interval()
	case *ast.UnaryNode:
		return constant(n)
	case *ast.BinaryNode:
		a, aok := e.number(n.Left)
		b, bok := e.number(n.Right)
		switch {
		case !aok || !bok:
			return v, false
		case n.Operator == "+":
			v = interval{a.lo + b.lo, a.hi + b.hi}
			// If two finite ends overflow, the result is not a bound.
			if finite(a.lo, b.lo) != finite(v.lo) || finite(a.hi, b.hi) != finite(v.hi) {
				return v, false
			}
		case n.Operator == "*":
			if v, aok = product(a, b); !aok {
				return v, false
			}
		default:
			return v, false
		}
	default:
		return v, false
	}
	return v, node.Type().Kind() != reflect.Int || exact(v.lo) && exact(v.hi)
}

// constant returns the interval of a signed constant.
func constant(n *ast.UnaryNode) (interval, bool) {
	var v float64
	switch c := n.Node.(type) {
	case *ast.IntegerNode:
		v = float64(c.Value)
	case *ast.FloatNode:
		v = c.Value
	default:
		return interval{}, false
	}
	switch n.Operator {
	case "-":
		v = -v
	case "+":
	default:
		return interval{}, false
	}
	return interval{v, v}, n.Type().Kind() != reflect.Int || exact(v)
}

func (b Bound) interval() interval {
	if b.Open {
		return interval{b.Min, math.Inf(1)}
	}
	return interval{b.Min, b.Min}
}

// product multiplies two intervals by their ends. It returns false if finite ends overflow.
func product(a, b interval) (interval, bool) {
	v := interval{math.Inf(1), math.Inf(-1)}
	for _, x := range [2]float64{a.lo, a.hi} {
		for _, y := range [2]float64{b.lo, b.hi} {
			p := x * y
			if x == 0 || y == 0 {
				p = 0 // an infinite end means an unlimited number, not infinity
			}
			if finite(x, y) && !finite(p) {
				return v, false
			}
			v.lo, v.hi = min(v.lo, p), max(v.hi, p)
		}
	}
	return v, true
}

func finite(values ...float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsInf(v, 0) || math.IsNaN(v) })
}

// exact reports whether v is infinite or an integer that float64 represents together with its neighbors.
func exact(v float64) bool { return math.IsInf(v, 0) || math.Abs(v) < wholeLimit }

func less(a, b interval) truth { return decide(a.hi < b.lo, a.lo >= b.hi) }

func equal(a, b interval) truth {
	return decide(a.lo == a.hi && b.lo == b.hi && a.lo == b.lo, a.hi < b.lo || b.hi < a.lo)
}
