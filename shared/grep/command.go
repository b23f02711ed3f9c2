package grep

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
)

// maxCommand is the longest command line that an answer repeats, in bytes.
const maxCommand = 400

// CommandLine gives the command line of a search: args, then the options of t as
// given without those that frame it and those named, then operands; "" if it
// would be too long to repeat, or cannot be shown as one line that runs.
func CommandLine(t *opt.Table, without, args, operands []string) string {
	return CommandOf(t.Tool, t, without, args, operands)
}

// CommandOf is CommandLine for another program, which has the options of t that
// are not named.
func CommandOf(program string, t *opt.Table, without, args, operands []string) string {
	return commandWithin(maxCommand, program, t, without, args, operands)
}

func commandWithin(most int, program string, t *opt.Table, without, args, operands []string) string {
	words := append([]string{program}, args...)
	without = slices.Concat(without, tool.Framing(), []string{"in", "q"}) // --in folders are among the operands, and what --q says among them and the options
	words = append(words, t.Line(without...)...)
	if slices.ContainsFunc(operands, func(o string) bool { return strings.HasPrefix(o, "-") }) {
		words = append(words, "--")
	}
	words = append(words, operands...)
	if slices.ContainsFunc(words, unshown) {
		return ""
	}
	if line := render.Shell(words...); len(line) <= most {
		return line
	}
	return ""
}

// unshown reports whether no line of a shell can show a word: it drops newlines
// at the end of what printf gives, and no argument holds a NUL.
func unshown(word string) bool {
	return strings.HasSuffix(word, "\n") || strings.Contains(word, "\x00")
}

// ModeOptions names the options that say how a pattern is read.
func ModeOptions() []string { return []string{"mode", "fixed", "identifier", "word", "regex", "fuzzy"} }

// CaseOptions names the options for letters of either case.
func CaseOptions() []string {
	return []string{"case", "ignore-case", "case-sensitive", "smart-case"}
}

// Plural gives n and what is counted.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}
