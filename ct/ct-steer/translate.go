package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/render"
)

// suggestion is a command of ct that finds exactly what a shell command finds.
type suggestion struct {
	args []string // after ct
	note string   // what differs all the same, "" mostly
}

// String returns the suggestion as a line for a shell, with what differs.
func (s *suggestion) String() string {
	line := render.Shell(append([]string{"ct"}, s.args...)...)
	if s.note != "" {
		line += " (" + s.note + ")"
	}
	return line
}

// translatorOf returns what translates a program, nil if it has no equivalents. It gets the arguments of the program and
// the folder in which it runs, and returns nil if there is no exact equivalent.
func translatorOf(program string) func([]string, place) *suggestion {
	switch program {
	case "grep":
		return func(args []string, at place) *suggestion { return grep(args, at, basic) }
	case "egrep":
		return func(args []string, at place) *suggestion { return grep(args, at, extended) }
	case "fgrep":
		return func(args []string, at place) *suggestion { return grep(append([]string{"-F"}, args...), at, basic) }
	case "rg":
		return ripgrep
	case "find":
		return find
	case "ls":
		return list
	case "wc":
		return count
	}
	return nil
}

// suggest returns the command of ct that is equivalent to a command line, nil if there is none.
func suggest(line string, at place) *suggestion {
	program, _, _ := strings.Cut(line, " ")
	translator := translatorOf(program)
	paged := slices.Contains([]string{"cat", "head", "tail", "sed"}, program)
	if !paged && translator == nil {
		return nil // most commands, without the time to parse them
	}
	chain, ok := pipeline(line)
	if !ok || chain[0][0] != program {
		return nil
	}
	first := chain[0]
	if paged {
		return pages(chain, at)
	}
	switch {
	case len(chain) == 1:
		return translator(first[1:], at)
	case len(chain) != 2:
		return nil
	}
	s := translator(first[1:], at)
	if s == nil {
		return nil
	}
	switch last := chain[1]; {
	case len(last) == 1 && last[0] == "sort":
		return s
	case len(last) == 2 && last[0] == "wc" && last[1] == "-l" && program != "ls" && program != "wc":
		return s.counted() // ls -R prints headers, and wc a total
	}
	return nil
}

// counted returns the suggestion that counts the lines or files that s prints, nil if it prints something else, or may
// print more or less than the original. Of a search it says how many lines there are in how many files.
func (s *suggestion) counted() *suggestion {
	rest := s.args[2:]
	switch {
	case s.args[0] != "search" || s.args[1] == "-c" || s.note != "":
		return nil
	case s.args[1] == "-n":
		for _, o := range []string{"-A", "-B", "-C"} {
			if slices.Contains(rest, o) {
				return nil
			}
		}
	case s.args[1] != "-l":
		rest = s.args[1:]
	}
	return &suggestion{args: append([]string{"search", "--summary"}, rest...)}
}

// number returns a whole number from 1 to most.
func number(s string, most int) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0 && n <= most && s[0] != '+' && s[0] != '0'
}
