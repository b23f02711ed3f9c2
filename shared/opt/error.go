package opt

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
	"github.com/ct-tools/ct/shared/ref"
	"github.com/ct-tools/ct/shared/toolcall"
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
	text = message(err, spell)
	if definition != "" { // who calls a tool has no shell
		text = t.ForCaller(strings.Replace(text, " ("+t.Tool+" --help)", "", 1))
	}
	return t.ForCaller(text), subject
}

// ForCaller returns a sentence of the program for its reader. For the caller of a tool that is not a definition the
// commands in it are calls of tools, and options have the names of arguments. For others it stays as it is.
func (t *Table) ForCaller(text string) string {
	if t.route == nil || !strings.Contains(text, "--") {
		return text
	}
	own := t.of(t.route.Definition)
	text = ownCommand.Get().ReplaceAllStringFunc(text, func(line string) string {
		return cmp.Or(toolcall.FromShell(valueOf.Get().ReplaceAllString(line, "$1=")), line)
	})
	return optionWord.Get().ReplaceAllStringFunc(text, func(word string) string {
		before, name, is := strings.Cut(word, "--")
		if !is || strings.ContainsAny(word, `"'`) { // what a caller gave
			return word
		}
		o := t.long(name)
		if o == nil {
			return word
		}
		as, ok := own.property(t.route.Definition, name)
		switch {
		case o.Of != "": // a shorthand, as for a mode
			as = strings.ReplaceAll(o.Of, "-", "_") + " " + name
		case !ok:
			as = o.property()
		}
		return before + as
	})
}

// ownCommand matches a command line of the suite with placeholders as values: ct-survey --term A --term B.
var ownCommand = lazy.Regexp(`\bct-[a-z]+(?: --[a-z-]+ [A-Z]+\b)+`)

// valueOf matches an option before its placeholder.
var valueOf = lazy.Regexp(`(--[a-z-]+) `)

// optionWord matches an option in a sentence, and a quoted text, whose options are not the program's.
var optionWord = lazy.Regexp(`"[^"]*"|(?:^|[ (])'[^']*'|(?:^|[ (])--[a-z][a-z-]*`)

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
