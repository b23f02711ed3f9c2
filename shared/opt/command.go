package opt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/toolcall"
)

// A Command is a command line that an answer suggests. It repeats the options
// that were given and whose rows say that they belong to it.
type Command struct {
	// Program is the one to run, "" for that of the table. Another program is
	// taken to have those options of the table that do not select a form.
	Program string
	// Form is the form of the command. Options that the form does not honour, or that select another form, are left
	// out; a flag that selects it is added.
	Form    string
	Keep    []Role   // the roles of the options that it repeats
	Set     []string // options as single words, "--limit=10" or "-i", in place of what was given for them or their shorthands
	Without []string // names of options that it does not repeat
	Args    []string // positional arguments
	Most    int      // its longest text in bytes; 0 is 400
}

// usualCommand bounds a command line that an answer repeats, in bytes.
const usualCommand = 400

// Command returns a command line that runs as it stands, quoted for a shell, or
// "" if it would be too long to repeat or cannot be written in one line, or if
// it needs an option that the tool call that was made lacks.
func (t *Table) Command(c Command) string {
	if t.called && c.Program == "" && slices.ContainsFunc(c.Set, t.onlyTyped) {
		return ""
	}
	words := []string{cmp.Or(c.Program, t.Tool)}
	switch {
	case t.Word == "":
	case c.Program != "": // it would not look where this program does
		return ""
	default:
		words = append(words, t.Word)
	}
	c.Without = append(slices.Clip(c.Without), t.groupsOf(c.Set)...)
	options := append(slices.Clip(c.Set), t.words(c.repeats)...)
	if flag := t.asking(c.Form); c.Program == "" && flag != "" {
		words = append(words, flag)
	}
	words = append(words, options...)
	if t.route != nil {
		return t.asCall(words, &c)
	}
	if slices.ContainsFunc(c.Args, func(a string) bool { return strings.HasPrefix(a, "-") }) {
		words = append(words, "--")
	}
	words = append(words, c.Args...)
	if slices.ContainsFunc(words, unprintable) {
		return ""
	}
	if line := render.Shell(words...); len(line) <= cmp.Or(c.Most, usualCommand) {
		return line
	}
	return ""
}

// asCall returns the tool call that asks what a command line asks: its words are the program and its options, each one
// word. It returns "" if there is none, or if it would be too long to repeat.
func (t *Table) asCall(words []string, c *Command) string {
	var settings []toolcall.Setting
	for _, word := range words[1:] {
		name, value, valued := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if !valued {
			value = "true"
		}
		settings = append(settings, toolcall.Setting{Name: name, Value: value})
	}
	if call := toolcall.Command(words[0], settings, c.Args); len(call) <= cmp.Or(c.Most, usualCommand) {
		return call
	}
	return ""
}

// onlyTyped reports whether a word is an option that no tool call has.
func (t *Table) onlyTyped(word string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	o := t.long(name)
	return o != nil && o.CommandLine
}

// asking returns the flag that asks for a form: the one that was given, or the only option that does; "" if there is none.
func (t *Table) asking(form string) string {
	flag, asks := "", 0
	for i := range t.Options {
		o := &t.Options[i]
		if o.Asks != form || form == "" {
			continue
		}
		asks++
		if o.Var.Kind() == KindFlag {
			if t.given(o) {
				return "--" + o.Name
			}
			flag = "--" + o.Name
		}
	}
	if asks > 1 {
		return ""
	}
	return flag
}

// repeats reports whether the command has o as it was given.
func (c *Command) repeats(o *Option) bool {
	switch {
	case o.Operands, o.Role != Kept && o.Role != Version && !slices.Contains(c.Keep, o.Role), slices.Contains(c.Without, o.Name), slices.Contains(c.Without, o.group()):
		return false
	case c.Program != "":
		return o.Asks == ""
	}
	return (o.Asks == "" || o.Asks == c.Form && o.Var.Kind() != KindFlag) && o.serves(c.Form)
}

// group returns the name that an option shares with its shorthands.
func (o *Option) group() string { return cmp.Or(o.Of, o.Name) }

// groupsOf returns the groups of options written as single words.
func (t *Table) groupsOf(words []string) []string {
	groups := make([]string, len(words))
	for i, word := range words {
		name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		groups[i] = name
		if o := t.long(name); o != nil {
			groups[i] = o.group()
		} else if o := t.short(name); o != nil {
			groups[i] = o.group()
		}
	}
	return groups
}

// unprintable reports whether a word cannot be written in one line of a shell: printf
// drops newlines at the end, and an argument cannot contain a NUL.
func unprintable(word string) bool {
	return strings.HasSuffix(word, "\n") || strings.Contains(word, "\x00")
}

// Words returns the options that were given and have one of the roles, each as one word, except those named in without
// and those repeated as positional arguments.
func (t *Table) Words(roles []Role, without ...string) []string {
	return t.words(func(o *Option) bool {
		return !o.Operands && slices.Contains(roles, o.Role) && !slices.Contains(without, o.Name) && !slices.Contains(without, o.group())
	})
}

// AllWords returns all options that were given, each as one word, except those named in without.
func (t *Table) AllWords(without ...string) []string {
	return t.words(func(o *Option) bool { return !slices.Contains(without, o.Name) })
}

// GivenWords returns those of the named options that were given, each as one word.
func (t *Table) GivenWords(names ...string) []string {
	return t.words(func(o *Option) bool { return slices.Contains(names, o.Name) })
}

// words returns the options for which keep is true, each in one word, as they were given. A counted option that was
// given several times is one word of its letter, such as -uu.
func (t *Table) words(keep func(*Option) bool) []string {
	var line []string
	for _, s := range t.settings {
		switch {
		case !keep(s.o):
		case s.o.Var.Kind() != KindFlag:
			line = append(line, "--"+s.o.Name+"="+s.value)
		case s.value == "true":
			line = addFlag(line, s.o)
		}
	}
	return line
}

// addFlag adds a flag to line; a counted one that is there already gets its letter once more.
func addFlag(line []string, o *Option) []string {
	word := "--" + o.Name
	if _, counted := o.Var.(countVar); counted && o.Short != "" {
		for i, have := range line {
			switch {
			case have == word:
				line[i] = "-" + o.Short + o.Short
				return line
			case strings.HasPrefix(have, "-"+o.Short+o.Short):
				line[i] += o.Short
				return line
			}
		}
	}
	return append(line, word)
}

// Given returns the options with the long names, or shorthands of them, that were given to Parse or Call, in the order
// of the table and each once, as messages write them: "--name" or "-n" as typed, "name" in a call.
func (t *Table) Given(names ...string) []string {
	var first []setting // of each option
	for _, s := range t.settings {
		if slices.Contains(names, s.o.Name) || slices.Contains(names, s.o.Of) {
			if !slices.ContainsFunc(first, func(f setting) bool { return f.o.Name == s.o.Name }) {
				first = append(first, s)
			}
		}
	}
	if len(first) > 1 {
		place := func(s setting) int {
			return slices.IndexFunc(t.Options, func(o Option) bool { return o.Name == s.o.Name })
		}
		slices.SortFunc(first, func(a, b setting) int { return place(a) - place(b) })
	}
	var list []string
	for _, s := range first {
		list = append(list, s.as)
	}
	return list
}

// Replace replaces the options named in others by one that means the same, so
// that suggested commands repeat it instead. It does not set a variable.
func (t *Table) Replace(name, value string, others ...string) {
	isOther := func(s setting) bool { return slices.Contains(others, s.o.Name) }
	at := max(slices.IndexFunc(t.settings, isOther), 0)
	kept := slices.DeleteFunc(slices.Clone(t.settings), isOther)
	t.settings = slices.Insert(kept, at, setting{o: t.long(name), as: "--" + name, value: value})
}

// More parses further options, as if they had been given after the earlier ones.
func (t *Table) More(line []string) error {
	earlier := t.settings
	_, err := t.Parse(line)
	t.settings = slices.Concat(earlier, t.settings)
	return err
}

// Drop removes options from those that were given. It changes no variable.
func (t *Table) Drop(names ...string) {
	t.settings = slices.DeleteFunc(slices.Clone(t.settings), func(s setting) bool { return slices.Contains(names, s.o.Name) })
}
