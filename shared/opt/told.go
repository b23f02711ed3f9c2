package opt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A ValueError is what keeps the value of an option, which is as it should be,
// from being used: a file that is not there, say.
type ValueError struct {
	Option string // long name without dashes
	Err    error
}

func (e *ValueError) Error() string { return "--" + e.Option + ": " + e.Err.Error() }

// Unwrap gives the cause.
func (e *ValueError) Unwrap() error { return e.Err }

// Told gives the message and the property at fault, "" for none, of an error for
// the caller of the definition door. A caller gave arguments and no options, so
// where a message names an option that the definition has, it names the argument;
// what the caller gave stays as it is. Without a door it is the error's message.
func (t *Table) Told(door string, err error) (message, property string) {
	if own := t.of(door); own != t {
		return own.Told(door, err)
	}
	message = err.Error()
	if door == "" {
		return message, field(err)
	}
	if u, ok := errors.AsType[*UsageError](err); ok {
		return strings.Replace(message, u.Msg, t.spoken(door, u), 1), u.Field
	}
	if v, ok := errors.AsType[*ValueError](err); ok {
		if name, ok := t.argument(door, v.Option); ok {
			return strings.Replace(message, "--"+v.Option+": ", "argument "+name+": ", 1), name
		}
		return message, v.Option
	}
	return message, ""
}

// spoken gives the message of u with arguments in the place of options.
func (t *Table) spoken(door string, u *UsageError) string {
	if u.form == "" {
		return u.Msg
	}
	args := slices.Clone(u.args)
	for i, a := range args {
		if err, ok := a.(error); ok {
			args[i] = t.within(door, err)
		}
	}
	form := strings.Replace(u.form, " ("+t.Tool+" --help)", "", 1)
	return fmt.Sprintf(t.positionals(door, t.arguments(door, form)), args...)
}

// worded is an error that says its cure in terms of the command line.
type worded interface {
	error
	Worded(words func(cure string) string) string
}

// within gives the message of an error that is part of another.
func (t *Table) within(door string, err error) string {
	message, _ := t.Told(door, err)
	if w, ok := errors.AsType[worded](err); ok {
		message = strings.Replace(message, w.Error(), w.Worded(func(cure string) string { return t.arguments(door, cure) }), 1)
	}
	return message
}

// positionals gives a text with properties in the place of the names that
// positional arguments have on the command line.
func (t *Table) positionals(door, text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		for _, a := range t.Args {
			if rest, ok := strings.CutPrefix(word, a.Name); ok && strings.Trim(rest, ",;:.") == "" && slices.Contains(a.Doors, door) {
				words[i] = a.Property + rest
			}
		}
	}
	return strings.Join(words, " ")
}

// arguments gives a text with the names of arguments in the place of options.
func (t *Table) arguments(door, text string) string {
	const dashes, kind = "--", "option "
	var b strings.Builder
	for {
		at := strings.Index(text, dashes)
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		rest := text[at+len(dashes):]
		name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz-"))]
		if as, ok := t.argument(door, name); ok && (at == 0 || strings.IndexByte(" ('", text[at-1]) >= 0) {
			before, named := strings.CutSuffix(text[:at], kind)
			b.WriteString(before)
			if named {
				b.WriteString("argument ")
			}
			b.WriteString(as)
		} else {
			b.WriteString(text[:at+len(dashes)] + name)
		}
		text = rest[len(name):]
	}
}

// argument gives the property of the option with a long name, if the definition
// has it.
func (t *Table) argument(door, name string) (string, bool) {
	if o := t.long(name); o != nil && slices.Contains(o.Doors, door) {
		return o.property(), true
	}
	return "", false
}

// field gives the property that an error names by itself.
func field(err error) string {
	if u, ok := errors.AsType[*UsageError](err); ok {
		return u.Field
	}
	return ""
}
