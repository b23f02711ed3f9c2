package main

import "strings"

// grammar says which options of a program are understood. The value of an option is its canonical name, followed by ":"
// if it takes a value. An empty name means that the option changes nothing that counts.
type grammar struct {
	short map[byte]string
	long  map[string]string
}

// options are the options and operands of a command, in order.
type options struct {
	given    []option
	operands []string
}

type option struct{ name, value string }

func (o *options) has(name string) bool { return o.count(name) > 0 }

func (o *options) count(name string) (n int) {
	for _, g := range o.given {
		if g.name == name {
			n++
		}
	}
	return n
}

func (o *options) values(name string) (list []string) {
	for _, g := range o.given {
		if g.name == name {
			list = append(list, g.value)
		}
	}
	return list
}

// parse reads the arguments of a program as getopt_long does, with options also after operands. It reports whether all
// are understood.
func (g *grammar) parse(args []string) (*options, bool) {
	o := &options{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			o.operands = append(o.operands, args[i+1:]...)
			return o, true
		case arg == "-":
			return nil, false
		case strings.HasPrefix(arg, "--"):
			name, value, with := strings.Cut(arg[2:], "=")
			rule, ok := g.long[name]
			rule, takes := strings.CutSuffix(rule, ":")
			if takes && !with {
				if i++; i == len(args) {
					return nil, false
				}
				value = args[i]
			}
			if !ok || with && !takes {
				return nil, false
			}
			o.add(rule, value)
		case strings.HasPrefix(arg, "-"):
			used, ok := g.cluster(o, arg[1:], args[i+1:])
			if !ok {
				return nil, false
			}
			i += used
		default:
			o.operands = append(o.operands, arg)
		}
	}
	return o, true
}

// cluster reads short options that are written as one word, and returns how many words after it are the value of the last.
func (g *grammar) cluster(o *options, letters string, rest []string) (used int, ok bool) {
	for i := range len(letters) {
		rule, ok := g.short[letters[i]]
		if !ok {
			return 0, false
		}
		rule, takes := strings.CutSuffix(rule, ":")
		if !takes {
			o.add(rule, "")
			continue
		}
		if value := letters[i+1:]; value != "" {
			o.add(rule, value)
			return 0, true
		}
		if len(rest) == 0 {
			return 0, false
		}
		o.add(rule, rest[0])
		return 1, true
	}
	return 0, true
}

func (o *options) add(name, value string) {
	if name != "" {
		o.given = append(o.given, option{name, value})
	}
}
