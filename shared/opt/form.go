package opt

import (
	"slices"
	"strings"
)

// A Form is one of the requests that a call of a program can be. It is chosen before anything else: by an option that
// selects it (Option.Asks), by the tool that was called, or by Table.Form. Options that the chosen form does not honour
// are then refused.
type Form struct {
	Name string // "definitions"
	// By is how a command line selects it, in the words of error messages, with references: "{entity} KIND".
	By string
	// Formats are the output formats that it has, of those of the program; nil means all.
	Formats []string
	// Streams says that its text answers have no budget: options that set one are refused.
	Streams bool
	// Colors says that its text answers can be coloured; --color always is refused for others.
	Colors bool
}

// A Role says what an option contributes to a request. Commands that an answer
// suggests keep the options of some roles (Command).
type Role uint8

// The roles. Every option has one.
const (
	_        Role = iota
	Question      // what is looked for, and how that is read
	Place         // which files are searched: it leaves files out
	Wider         // which files are searched: it adds some that are usually left out
	Page          // which part of the results the answer shows
	Output        // how the answer is printed
	Framing       // what surrounds the answer: verdict, emitted texts, encoding, budget, time
	Kept          // what every suggested command repeats, such as the sandbox
	Version       // which version of the files: every suggested command repeats it too, and a page belongs to it
)

// Search returns the roles of the options that make a search: what is looked for, and in which files.
func Search() []Role { return []Role{Question, Place, Wider, Version} }

// serves reports whether o is honoured in the form.
func (o *Option) serves(form string) bool { return o.Forms == nil || slices.Contains(o.Forms, form) }

// definition returns the definition with a name, nil if there is none.
func (t *Table) definition(name string) *Definition {
	i := slices.IndexFunc(t.Definitions, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Definitions[i]
}

// FormOf returns the form of the call that was parsed: definition is the tool that was called, "" on a command line,
// and args are the positional arguments. A table without forms has the form "". The error is a *UsageError that names
// two options that ask for different forms.
func (t *Table) FormOf(definition string, args []string) (string, error) {
	var asking *setting
	for i := range t.settings {
		s := &t.settings[i]
		switch {
		case s.o.Asks == "", s.o.Var.Kind() == KindFlag && s.value != "true":
		case asking == nil:
			asking = s
		case asking.o.Asks == s.o.Asks || s.o.serves(asking.o.Asks):
		case asking.o.serves(s.o.Asks): // an option of several forms, which asks for one of them only if alone
			asking = s
		default:
			return "", Usagef(s.o.Name, "%s asks for %s and %s for %s; give one of them", asking.as, asking.o.Asks, s.as, s.o.Asks)
		}
	}
	switch d := t.definition(definition); {
	case d != nil && len(d.Forms) > 0 && (asking == nil || !slices.Contains(d.Forms, asking.o.Asks)):
		if asking == nil && t.Form != nil {
			if form := t.Form(args); slices.Contains(d.Forms, form) {
				return form, nil
			}
		}
		return d.Forms[0], nil
	case asking != nil:
		return asking.o.Asks, nil
	case t.Form != nil:
		return t.Form(args), nil
	case len(t.Forms) > 0:
		return t.Forms[0].Name, nil
	}
	return "", nil
}

// Chose returns the clause of a message about a form that names the option by which it was chosen, "" if none was given:
// ", which -l asks for".
func (t *Table) Chose(form string) string {
	for _, s := range t.settings {
		if s.o.Asks == form || len(s.o.Forms) == 1 && s.o.Forms[0] == form {
			return ", which " + s.as + " asks for"
		}
	}
	return ""
}

// Serves returns a *UsageError about the first option given that does not serve the form, contradicts an earlier one,
// or lacks the one that it needs: it names the option, the form or the other option, and what to use instead.
func (t *Table) Serves(form string) error {
	for i, s := range t.settings {
		if s.o.serves(form) {
			if err := t.fits(i); err != nil {
				return err
			}
			continue
		}
		instead, ok := s.o.Instead[form]
		if own := t.ownOf(form); own != nil && !ok {
			instead, ok = "its arguments are in the call", true
			if o := own.long(s.o.Name); o != nil {
				instead += ", there as " + o.property()
			}
		}
		if !ok {
			instead = "it is for " + t.named(s.o.Forms)
		}
		return Usagef(s.o.Name, "%s does not apply to "+t.by(form)+"; "+instead, s.as)
	}
	return nil
}

// fits returns a *UsageError if the setting at i contradicts an earlier one or needs one that was not given.
func (t *Table) fits(i int) error {
	s := &t.settings[i]
	if s.o.Needs != "" && !t.given(t.long(s.o.Needs)) {
		return Usagef(s.o.Name, "%s does nothing without {"+s.o.Needs+"}", s.as)
	}
	list, value := s.choice()
	for j := range t.settings[:i] {
		if earlier, other := t.settings[j].choice(); list != nil && earlier == list && other != value {
			return Usagef(s.o.Name, "%s and %s contradict each other; give one", t.settings[j].typed(), s.typed())
		}
	}
	return nil
}

// typed returns the setting as a message quotes it: a flag, or an option and its value.
func (s *setting) typed() string {
	if s.o.Var.Kind() == KindFlag {
		return s.as
	}
	return s.as + " " + s.value
}

// OwnArguments reports whether calls of a definition have arguments of their own.
func (t *Table) OwnArguments(definition string) bool {
	d := t.definition(definition)
	return d != nil && d.Own != nil
}

// ownOf returns the table of a form whose arguments only tool calls have, nil if there is none.
func (t *Table) ownOf(form string) *Table {
	for i := range t.Definitions {
		if d := &t.Definitions[i]; d.Own != nil && slices.Contains(d.Forms, form) {
			return d.Own
		}
	}
	return nil
}

// by returns the name of a form and how it is asked for, with references.
func (t *Table) by(form string) string {
	if by := t.FormNamed(form).By; by != "" {
		return form + " (" + by + ")"
	}
	return form
}

// named returns a list of forms and how each is asked for.
func (t *Table) named(forms []string) string {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = t.by(f)
	}
	return strings.Join(names, " and ")
}

// FormNamed returns the form with a name; a program without forms has the zero Form.
func (t *Table) FormNamed(name string) Form {
	for _, f := range t.Forms {
		if f.Name == name {
			return f
		}
	}
	return Form{Name: name}
}

// inCalls reports whether a row of the given forms belongs to the arguments of a
// definition: it serves one of the forms that the call can have.
func (t *Table) inCalls(definition string, forms []string, commandLine bool) bool {
	d := t.definition(definition)
	if d == nil || commandLine {
		return false
	}
	if len(d.Forms) == 0 {
		return true
	}
	return slices.ContainsFunc(d.Forms, func(f string) bool { return forms == nil || slices.Contains(forms, f) })
}

// requires reports whether calls of a definition need a row that is
// required in the given forms, whatever the form of the call.
func (t *Table) requires(definition string, forms []string) bool {
	d := t.definition(definition)
	if d == nil || len(forms) == 0 {
		return false
	}
	return !slices.ContainsFunc(d.Forms, func(f string) bool { return !slices.Contains(forms, f) })
}

// Always returns the value of Required for a row that every call needs, in a program without forms.
func Always() []string { return []string{""} }
