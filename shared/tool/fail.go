package tool

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// argumentError is an error that names an argument of a call, though the argument itself is valid.
type argumentError struct {
	error
	field string
}

func (e argumentError) Unwrap() error { return e.error }

// About adds field to err: the argument that the error of a tool call names.
// The kind of the error does not become BadArgs.
func About(field string, err error) error { return argumentError{err, field} }

// first returns err, or the first of several joined errors and their number.
func first(err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) < 2 {
		return err
	}
	all := joined.Unwrap()
	return fmt.Errorf("%w; and %d more, see ct config", all[0], len(all)-1)
}

// fail reports err in one line and returns the exit status. A tool call gets it also as JSON on standard output.
func (p *process) fail(err error) int {
	message, field := p.tool.Table.Message(p.called, err)
	if p.g.callSet {
		p.callError(err, message, field)
	} else if named, ok := errors.AsType[*walk.PathError](err); ok {
		if option := p.tool.Table.PathOption(named.Named); option != "" {
			message = option + " " + message
		}
	}
	p.note(message)
	p.failed = true
	return verdict.Undecided.Exit()
}

// Limits of an error in the answer to a call, in bytes of JSON: it may repeat arguments.
const (
	maxMessage = 1600
	maxField   = 200
)

func (p *process) callError(err error, message, field string) {
	type detail struct {
		Kind    string `json:"kind"`
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`
	}
	d := detail{Kind: "ExecutionFailed", Message: message, Field: field}
	if a, ok := errors.AsType[argumentError](err); ok {
		d.Field = a.field
	}
	if named, ok := errors.AsType[*walk.PathError](err); ok {
		d.Field = cmp.Or(d.Field, p.tool.Table.PathArgument(p.called, named.Named))
	}
	if _, ok := errors.AsType[*opt.UsageError](err); ok {
		d.Kind = "BadArgs"
	}
	if errors.Is(err, walk.ErrSandbox) {
		d.Kind = "SandboxViolation"
	}
	d.Message, _ = budget.ClipJSON([]byte(d.Message), 0, 0, maxMessage)
	d.Field, _ = budget.ClipJSON([]byte(d.Field), 0, 0, maxField)
	j, err := render.JSON(map[string]detail{"error": d}, false)
	if err == nil {
		p.stdout.text(string(j) + "\n")
	}
}

// maxNote bounds a line on standard error, in bytes: it may repeat arguments.
const maxNote = 4000

// note prints one line of the tool's own on standard error.
func (p *process) note(text string) {
	_ = p.stdout.Flush()
	text, _ = budget.ClipLine([]byte(p.tool.Table.ForCaller(text)), 0, 0, maxNote)
	_, _ = fmt.Fprintf(p.stderr, "%s: %s\n", p.tool.Table.Tool, budget.EscapeName(text))
}
