package occurrence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/source/languages"
)

// literals checks the strings that a condition compares category and lang with,
// and returns those for lang the name that matches have.
type literals struct {
	foreign bool // categories may be any
	wrong   error
	used    []string // the names in the condition
}

// Visit looks at one node of a condition.
func (l *literals) Visit(node *ast.Node) {
	if id, ok := (*node).(*ast.IdentifierNode); ok {
		l.used = append(l.used, id.Value)
	}
	n, ok := (*node).(*ast.BinaryNode)
	if !ok {
		return
	}
	name, other := n.Left, n.Right
	if _, ok := name.(*ast.IdentifierNode); !ok && n.Operator != "in" {
		name, other = other, name
	}
	id, ok := name.(*ast.IdentifierNode)
	if !ok {
		return
	}
	switch n.Operator {
	case "==", "!=":
		l.check(id.Value, other)
	case "in":
		if list, ok := other.(*ast.ArrayNode); ok {
			for _, one := range list.Nodes {
				l.check(id.Value, one)
			}
		}
	}
}

// check checks the literals that a name is compared with.
func (l *literals) check(name string, node ast.Node) {
	literal, ok := node.(*ast.StringNode)
	if !ok || l.wrong != nil {
		return
	}
	switch name {
	case "category":
		if all := Categories(); !l.foreign && !slices.Contains(all, literal.Value) {
			l.refuse(name, literal.Value, all)
		}
	case "lang":
		all := languages.Names()
		usual, known := lang.Usual(literal.Value)
		switch {
		case literal.Value == "":
		case known && slices.Contains(all, usual):
			literal.Value = usual
		default:
			l.refuse(name, literal.Value, all)
		}
	}
}

func (l *literals) refuse(name, value string, all []string) {
	hint := nearest.Hint(value, all)
	if hint == "" {
		slices.Sort(all)
		hint = ": it is one of " + strings.Join(all, ", ")
	}
	l.wrong = fmt.Errorf("no match has the %s %q%s", name, value, hint)
}
