package opt

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/ref"
)

// A UsageError is a mistake in the arguments: one line that names the culprit. Its text refers to options and arguments
// (package ref), so that the caller of a tool reads the names that the call has.
type UsageError struct {
	// Subject is the option or argument at fault, as a reference names it, another member of a tool call, or empty.
	Subject string

	format string
	args   []any
}

// Usagef returns a UsageError about subject. References in format are spelled for the reader of the message, those in
// args only if they are errors that have references of their own (ref.Error).
func Usagef(subject, format string, args ...any) error {
	return &UsageError{Subject: subject, format: format, args: args}
}

// Error returns the message for somebody who typed a command line.
func (e *UsageError) Error() string { return e.Message(ref.CommandLine) }

// Message returns the message with references spelled by spell.
func (e *UsageError) Message(spell ref.Spelling) string {
	args := slices.Clone(e.args)
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = message(err, spell)
		}
	}
	return fmt.Sprintf(ref.Expand(e.format, spell), args...)
}

// A ValueError says why a well-formed value of an option cannot be used: its file does not exist, say.
type ValueError struct {
	Option string // long name without dashes
	Err    error
}

// Error returns the message for somebody who typed a command line.
func (e *ValueError) Error() string { return e.Message(ref.CommandLine) }

// Message returns the message with references spelled by spell.
func (e *ValueError) Message(spell ref.Spelling) string {
	return spell(e.Option) + ": " + message(e.Err, spell)
}

// Unwrap returns the cause.
func (e *ValueError) Unwrap() error { return e.Err }

// message returns the text of err, which may have references itself or wrap an error that does.
func message(err error, spell ref.Spelling) string {
	inner, ok := errors.AsType[ref.Error](err)
	if !ok {
		return err.Error()
	}
	return strings.Replace(err.Error(), inner.Error(), inner.Message(spell), 1)
}

// Message returns the text of err for the caller of the tool definition, and the property at fault, "" if there is
// none. Without a definition, or for an option that it lacks, the spelling is that of the command line.
func (t *Table) Message(definition string, err error) (text, property string) {
	own := t.of(definition)
	spell := func(name string) string {
		if property, ok := own.property(definition, name); ok {
			return property
		}
		return ref.CommandLine(name)
	}
	subject := ""
	if u, ok := errors.AsType[*UsageError](err); ok {
		subject = u.Subject
	} else if v, ok := errors.AsType[*ValueError](err); ok && definition != "" {
		subject = v.Option
	}
	if property, ok := own.property(definition, subject); ok {
		subject = property
	} else if o := t.long(subject); o != nil {
		subject = o.property()
	} else if t.route != nil {
		subject = t.route.Argument(subject)
	}
	return message(err, spell), subject
}

// property returns the name that an option or positional argument has in calls of the definition, if it has one.
func (t *Table) property(definition, name string) (string, bool) {
	property, ok := t.defined(definition, name)
	if ok && t.route != nil {
		property = t.route.Argument(property)
	}
	return property, ok
}

// defined is property by the names of the definition.
func (t *Table) defined(definition, name string) (string, bool) {
	for i := range t.Args {
		if a := &t.Args[i]; a.Name == name && t.inCalls(definition, a.Forms, false) {
			return a.Property, true
		}
	}
	if o := t.long(name); o != nil && t.inCalls(definition, o.Forms, o.CommandLine) {
		return o.property(), true
	}
	return "", false
}
