package occurrence

import (
	"errors"
	"fmt"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"github.com/ct-tools/ct/shared/verdict"
)

// A Where is a condition on a match, in the expression language of
// expr-lang/expr, over path, line, category, symbol (what is matched),
// enclosing, lang and score (1 but for approximate matches and those of matchers
// that say otherwise).
type Where struct{ program *vm.Program }

// maxWhere bounds the source of a condition in bytes.
const maxWhere = 4 << 10

// CompileWhere reads a condition, in which lang may be compared with any name of
// a language that --lang takes; with a literal that no match can be it is
// refused. A matcher of another program has categories of its own. The error is
// one line.
func CompileWhere(text string, foreign bool) (*Where, error) {
	if len(text) > maxWhere {
		return nil, fmt.Errorf("expression of %d bytes: at most %d are taken", len(text), maxWhere)
	}
	names := environment(&Match{})
	literals := &literals{foreign: foreign}
	program, err := expr.Compile(text, expr.Env(names), expr.AsBool(), expr.WarnOnAny(), expr.Patch(literals))
	if err == nil && literals.wrong != nil {
		err = fmt.Errorf("expression %q: %w", text, literals.wrong)
		return nil, err
	}
	if err != nil {
		return nil, verdict.Refusal(text, names, err)
	}
	return &Where{program}, nil
}

func environment(m *Match) map[string]any {
	return map[string]any{
		"path": m.Path, "line": int(m.Line), "category": m.Category(), "symbol": m.Word, "enclosing": m.Enclosing, "lang": m.Language,
		"score": m.Score(),
	}
}

// Holds tells whether the condition is true of a match.
func (w *Where) Holds(m *Match) (bool, error) {
	out, err := expr.Run(w.program, environment(m))
	if err != nil {
		return false, err
	}
	holds, ok := out.(bool)
	if !ok {
		return false, errors.New("it is neither true nor false")
	}
	return holds, nil
}

// Holds tells whether a condition is true of the match at place i, to which it
// adds what conditions see.
func (f *File) Holds(w *Where, i int, m *Match) (bool, error) {
	f.Enclose(i, m)
	text, start, end := f.Places[i].Line()
	m.Word = string(text[start:end])
	if f.Seen != nil && m.Kind.Code() {
		m.Word = f.Seen.Occurrences[i].Word.Of(f.Text)
	}
	return w.Holds(m)
}
