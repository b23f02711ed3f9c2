package main

import (
	"slices"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
)

// separator separates the segments of a chain.
const separator = ":::"

// chain runs the segments of words in order, each a tool with its arguments, as a shell runs a && b, or a || b if until
// is true: it stops after the first segment whose success equals until, and returns the status of the last one that
// ran. As in a shell, only status 0 is a success. Nothing runs before all names are resolved.
func chain(name string, words []string, until bool) (int, error) {
	programs, err := segments(name, words)
	if err != nil {
		return 0, err
	}
	status := exitGood
	for _, p := range programs {
		if status, err = sibling.Run(p.path, p.argv); err != nil {
			return 0, err
		}
		if (status == exitGood) == until {
			break
		}
	}
	return status, nil
}

// segments splits a chain and resolves every segment.
func segments(name string, words []string) ([]program, error) {
	var list []program
	for {
		end := slices.Index(words, separator)
		segment := words
		if end >= 0 {
			segment = words[:end]
		}
		if len(segment) == 0 {
			return nil, opt.Usagef("", "segment %d of ct %s is blank: ct %s NAME ARG… %s NAME ARG…", len(list)+1, name, name, separator)
		}
		if c, ok := command(segment[0]); ok {
			return nil, opt.Usagef("", "ct %s joins tools; %q is a command of ct itself", name, c.name)
		}
		p, err := resolve(segment)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
		if end < 0 {
			return list, nil
		}
		words = words[end+1:]
	}
}
