package occurrence

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// A Where is a condition on a match, in the expression language of expr-lang/expr.
type Where struct {
	program *vm.Program
	fields  []string
	used    []string                                  // of fields
	lines   func(path string, first, last int64) bool // whether one of some lines counts; nil for all
	failed  atomic.Pointer[error]
}

// Fields returns what a condition on a classified match can use: its path, line, category, symbol (the text matched),
// the enclosing definition, language, score (1 except for approximate matches and those that a matcher scored), and doc,
// of a definition the first line of its documentation, "" of all else.
func Fields() []string {
	return []string{"path", "line", "category", "symbol", "enclosing", "lang", "score", "doc"}
}

// maxWhere bounds the source of a condition in bytes.
const maxWhere = 4 << 10

// CompileWhere compiles a condition that uses some fields; lang may be compared with any name that --lang takes. It is
// an error, of one line, if the condition uses another field, or compares one with a literal that no match can have; a
// matcher of another program has categories of its own.
func CompileWhere(text string, fields []string, foreign bool) (*Where, error) {
	if len(text) > maxWhere {
		return nil, fmt.Errorf("expression of %d bytes: at most %d are taken", len(text), maxWhere)
	}
	names := environment(&Match{}, fields)
	literals := &literals{foreign: foreign}
	program, err := expr.Compile(text, expr.Env(names), expr.AsBool(), expr.WarnOnAny(), expr.Patch(literals))
	if err == nil && literals.wrong != nil {
		err = fmt.Errorf("expression %q: %w", text, literals.wrong)
		return nil, err
	}
	if err != nil {
		return nil, verdict.Refusal(text, names, err)
	}
	return &Where{program: program, fields: fields, used: literals.used}, nil
}

func environment(m *Match, fields []string) map[string]any {
	values := make(map[string]any, len(fields))
	for _, field := range fields {
		switch field {
		case "path":
			values[field] = m.Path
		case "line":
			values[field] = int(m.Line)
		case "text":
			values[field] = m.Text
		case "category":
			values[field] = m.Category()
		case "symbol":
			values[field] = m.Word
		case "enclosing":
			values[field] = m.Enclosing
		case "lang":
			values[field] = m.Language
		case "score":
			values[field] = m.Score()
		case "doc":
			values[field] = ""
			if m.Definition != nil {
				values[field] = m.Definition.Doc
			}
		}
	}
	return values
}

// Within returns the condition with a further one: that a line of the match counts. w may be nil, and is returned if lines
// is.
func (w *Where) Within(lines func(path string, first, last int64) bool) *Where {
	if lines == nil {
		return w
	}
	if w == nil {
		w = &Where{}
	}
	w.lines = lines
	return w
}

// Uses reports whether the condition names a field.
func (w *Where) Uses(field string) bool { return slices.Contains(w.used, field) }

// Holds reports whether the condition is true for a match, as none is. A condition that fails, by a division by zero, is
// not true; see Err. It is safe for concurrent use.
func (w *Where) Holds(m *Match) bool {
	if w == nil {
		return true
	}
	if w.lines != nil && !w.lines(m.Path, m.Line, max(m.Line, m.End)) {
		return false
	}
	if w.program == nil {
		return true
	}
	out, err := expr.Run(w.program, environment(m, w.fields))
	if err != nil {
		w.failed.CompareAndSwap(nil, &err)
	}
	return out == true
}

// Entry returns what a condition sees of an entry alone. The entry is read only if its text decides its language.
func (w *Where) Entry(e *walk.Entry) *Match {
	m := &Match{Path: e.Path()}
	if w == nil || !w.Uses("lang") {
		return m
	}
	language := languages.Of(m.Path, nil)
	if languages.ByText(m.Path) && e.Type() == walk.File {
		var text bytes.Buffer
		if head, err := grep.Text(context.Background(), e, &text, languages.Reach); err == nil {
			language = languages.In(e, head)
		}
	}
	if language != nil {
		m.Language = language.Name
	}
	return m
}

// Err returns why the condition failed for a match, nil if it did for none.
func (w *Where) Err() error {
	if w == nil || w.failed.Load() == nil {
		return nil
	}
	return *w.failed.Load()
}

// Holds reports whether a condition is true for the match at place i. It adds to the match what conditions use.
func (f *File) Holds(w *Where, i int, m *Match) bool {
	if w == nil {
		return true
	}
	f.enclose(i, m)
	text, start, end := f.Places[i].Line()
	m.Word = string(text[start:end])
	if f.Seen != nil && m.Kind.Code() {
		o := &f.Seen.Occurrences[i]
		m.Word = o.Word.Of(f.Text)
		if m.Kind == source.Definition && o.Of != source.None && w.Uses("doc") {
			m.Definition = f.Definition(o.Of)
		}
	}
	return w.Holds(m)
}
