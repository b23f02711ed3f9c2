package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"github.com/ct-tools/ct/shared/verdict"
)

// conditionNames returns the names in conditions, each with a value of its type.
func conditionNames() map[string]any {
	return map[string]any{"code": 0, "stdout": "", "stderr": "", "elapsed": 0.0, "lines": 0}
}

// condition is what --ok-when or --err-when require of a run that has ended, in the language of
// expr-lang/expr. It may use
//
//	code     the exit status, 128+N if signal N ended the command
//	stdout   the text of the stream without its last line end
//	stderr   the same
//	elapsed  how long the command ran, in seconds
//	lines    the number of lines on stdout
type condition struct {
	option  string // its name
	source  string
	program *vm.Program
	names   named
}

// compileCondition compiles a condition. The error is one line that quotes what is wrong.
func compileCondition(option, source string) (*condition, error) {
	program, err := verdict.Compile(source, conditionNames())
	if err != nil {
		return nil, err
	}
	c := &condition{option: option, source: source, program: program}
	node := program.Node()
	ast.Walk(&node, &c.names)
	return c, nil
}

// named collects the names that an expression reads.
type named struct {
	names []string
	all   bool // by $env
}

// Visit processes one node.
func (n *named) Visit(node *ast.Node) {
	if id, ok := (*node).(*ast.IdentifierNode); ok {
		n.names = append(n.names, id.Value)
		n.all = n.all || id.Value == "$env"
	}
}

func (n *named) has(name string) bool { return n.all || slices.Contains(n.names, name) }

// holds evaluates the condition for a run that has ended, see output.close. undecided, if not "",
// says which text it needs that was cut, or why it failed, for instance by a division by zero.
func (c *condition) holds(code int, elapsed time.Duration, o *output) (yes bool, undecided string) {
	values := map[string]any{"code": code, "elapsed": elapsed.Seconds(), "lines": int(o.stdout.kept.lines()), "stdout": "", "stderr": ""}
	for _, s := range []*stream{o.stdout, o.stderr} {
		if !c.names.has(s.name) {
			continue
		}
		text, ok := s.kept.wholeText()
		if !ok {
			return false, needsWhole(s.kept, s.name)
		}
		values[s.name] = text
	}
	out, err := expr.Run(c.program, values)
	if err != nil {
		nothing := c.refused(errors.New("")).Error() // only the source, which the reason names too
		return false, strings.TrimPrefix(c.refused(err).Error(), nothing)
	}
	return out == true, ""
}

// refused returns expr's error about the condition in one line.
func (c *condition) refused(err error) error { return verdict.Refusal(c.source, conditionNames(), err) }
