package opt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/nearest"
)

// A setting is one option as given, with its value.
type setting struct {
	o     *Option
	as    string // as messages write it
	value string
}

// order splits a command line by the arity of the options: options may precede the arguments, follow them or stand
// between them, short flags may be joined (-il), a short option's value may touch it (-A3), and -- ends the options. A
// dash with a digit is an argument, but for -0 and flags joined to it in a table that has it, as is a lone dash. The value
// of a Late option may follow other options.
func (t *Table) order(argv []string) (settings []setting, args []string, err error) {
	late, from := -1, 0 // the setting without its value yet, and the first argument that can be its value
	defer func() {
		switch about := slices.ContainsFunc(settings, func(s setting) bool { return s.o.About }); {
		case late < 0 || err != nil:
		case slices.ContainsFunc(settings, func(s setting) bool { return slices.Contains(settings[late].o.Spared, s.o.Name) }):
		case about && from >= len(args):
			settings = slices.Delete(settings, late, late+1)
		default:
			settings[late], args, err = settings[late].take(args, from)
		}
	}()
	for len(argv) > 0 {
		word := argv[0]
		argv = argv[1:]
		switch {
		case word == "--":
			return t.tail(settings, args, argv)
		case strings.HasPrefix(word, "--"):
			var s setting
			if o := t.long(word[2:]); o != nil && o.Late && late < 0 && (t.looksLikeOption(argv) || len(argv) == 0 && o.Spared != nil) {
				late, from = len(settings), len(args)
				settings = append(settings, setting{o: o, as: word})
				continue
			}
			if s, argv, err = t.longOption(word, argv); err != nil {
				return nil, nil, err
			}
			settings = append(settings, s)
		case t.looksLikeOption([]string{word}):
			var cluster []setting
			if cluster, argv, err = t.cluster(word, argv); err != nil {
				return nil, nil, err
			}
			settings = append(settings, cluster...)
		case t.Tail != nil:
			return nil, nil, Usagef(t.Args[0].Name, "%q precedes --, and arguments follow it: %s %s", word, t.Tool, t.Usage[0])
		default:
			args = append(args, word)
		}
	}
	return settings, args, nil
}

// looksLikeOption reports whether an option, or the -- that ends them, comes next.
func (t *Table) looksLikeOption(argv []string) bool {
	switch {
	case len(argv) == 0 || len(argv[0]) < 2 || argv[0][0] != '-':
		return false
	case argv[0][1] == '0':
		return t.areFlags(argv[0][1:])
	}
	return argv[0][1] < '0' || argv[0][1] > '9'
}

// areFlags reports whether all letters are short options without a value.
func (t *Table) areFlags(letters string) bool {
	for _, c := range letters {
		if o := t.short(string(c)); o == nil || o.Var.Kind() != KindFlag {
			return false
		}
	}
	return true
}

// take returns s with the argument at from as its value, and the other arguments.
func (s setting) take(args []string, from int) (setting, []string, error) {
	if from >= len(args) {
		return s, nil, s.valueless()
	}
	s.value = args[from]
	return s, slices.Delete(slices.Clone(args), from, from+1), nil
}

// valueless returns the error for an option whose value is missing.
func (s setting) valueless() error {
	return Usagef(s.o.Name, "%s needs a value: %s %s", s.as, s.as, s.o.Arg)
}

// tail reads the words after --.
func (t *Table) tail(settings []setting, args, words []string) ([]setting, []string, error) {
	if t.Tail == nil {
		return settings, append(args, words...), nil
	}
	own, args := t.Tail(func(name string) string {
		for _, s := range slices.Backward(settings) {
			if s.o.Name == name {
				return s.value
			}
		}
		return ""
	}, words)
	more, _, err := t.order(own)
	return append(settings, more...), args, err
}

// longOption reads --name, --name=value or --name value; rest is the words after it.
func (t *Table) longOption(word string, rest []string) (setting, []string, error) {
	name, value, joined := strings.Cut(word[2:], "=")
	o := t.long(name)
	if o == nil {
		return setting{}, nil, t.unknown("--" + name)
	}
	return t.withValue(setting{o: o, as: "--" + name, value: value}, joined, rest)
}

// withValue returns s with the value that its kind takes, from rest unless it was joined to the option.
func (t *Table) withValue(s setting, joined bool, rest []string) (setting, []string, error) {
	switch kind := s.o.Var.Kind(); {
	case joined:
	case kind == KindFlag:
		s.value = "true"
	case kind == KindMaybe && s.o.Takes != nil:
		if len(rest) > 0 && !t.looksLikeOption(rest) && s.o.Takes(rest[0]) {
			s.value, rest = rest[0], rest[1:]
		}
	case kind == KindMaybe:
		s.value = s.o.Values[0]
		if len(rest) > 0 && s.o.check(rest[0]) == nil {
			s.value, rest = rest[0], rest[1:]
		}
	case len(rest) == 0:
		return s, nil, s.valueless()
	default:
		s.value, rest = rest[0], rest[1:]
	}
	return s, rest, nil
}

// cluster reads a word of joined short options.
func (t *Table) cluster(word string, rest []string) ([]setting, []string, error) {
	var settings []setting
	for letters := word[1:]; letters != ""; {
		_, n := utf8.DecodeRuneInString(letters)
		o := t.short(letters[:n])
		if o == nil {
			if letters == word[1:] {
				return nil, nil, t.unknown(word)
			}
			if err := t.refused("-" + letters[:n]); err != nil {
				return nil, nil, err
			}
			return nil, nil, Usagef("", "unknown option -%s in %q%s", letters[:n], word, t.asArgument())
		}
		s := setting{o: o, as: "-" + letters[:n]}
		letters = letters[n:]
		joined := letters != "" && o.Var.Kind() != KindFlag
		if joined {
			s.value, letters = strings.TrimPrefix(letters, "="), ""
		}
		var err error
		if s, rest, err = t.withValue(s, joined, rest); err != nil {
			return nil, nil, err
		}
		settings = append(settings, s)
	}
	return settings, rest, nil
}

// refused returns the error for an option of Refused, nil for any other; a short one may have a value that touches it.
func (t *Table) refused(word string) error {
	why, ok := t.Refused[word]
	if !ok && len(word) > 1 && word[1] != '-' {
		word = word[:2]
		why, ok = t.Refused[word]
	}
	if !ok {
		return nil
	}
	return Usagef("", "%s is not an option here: "+why, word)
}

// asArgument returns the end of a message: how to give a word like an option as an argument; "" if none is taken.
func (t *Table) asArgument() string {
	if len(t.Args) == 0 {
		return ""
	}
	return "; to use it as an argument, put -- before it"
}

// unknown returns the error for an unknown option. If it begins only one long name, that is taken to be meant.
func (t *Table) unknown(word string) error {
	if err := t.refused(word); err != nil {
		return err
	}
	var names, longer []string
	bare := strings.TrimLeft(word, "-")
	for _, name := range t.Names() {
		long, isLong := strings.CutPrefix(name, "--")
		if isLong && len(bare) > 1 && strings.HasPrefix(long, bare) {
			longer = append(longer, long)
		}
		names = append(names, strings.TrimLeft(name, "-"))
	}
	near := nearest.Of(bare, names, 1)
	if strings.HasPrefix(word, "--") && len(longer) == 1 {
		near = longer
	}
	if len(near) > 0 {
		dashes := "--"
		if t.long(near[0]) == nil {
			dashes = "-"
		}
		return Usagef("", "unknown option %s; did you mean %s%s?", word, dashes, near[0])
	}
	return Usagef("", "unknown option %s%s", word, t.asArgument())
}
