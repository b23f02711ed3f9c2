package request

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/walk"
)

// Habits are what users of ripgrep type to a filter.
type Habits struct {
	Invert       bool     // lines without a match
	OnlyMatching bool     // matches, not their lines
	WithPath     bool     // a path before each line, as always
	NoHeading    bool     // no path above lines, as always
	NoPath       bool     // no path before a line or a count
	Null         bool     // a NUL after each path
	ListFiles    bool     // files, whatever they contain
	PatternFiles []string // files with a pattern on each line; - is standard input
}

// LayoutWithout lists the files without a matching line.
const LayoutWithout = "files-without-match"

// Stdin is the PATH, and the file of patterns, that means standard input.
const Stdin = "-"

// habitRows returns their rows.
func (r *Request) habitRows(all []opt.Option) []opt.Option {
	const one = "use -l for the files that have one"
	noLayout := map[string]string{Definitions: one, Calls: one}
	return append(all, rows([]opt.Option{
		{Name: "file", Short: "f", Arg: "FILE", Asks: Filter, Role: opt.Question, CommandLine: true, Complete: opt.Files, Var: opt.List(&r.PatternFiles), Help: "the lines of FILE are patterns, each as one of -e; - is standard input"},
		{Name: "files", Asks: Filter, Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.ListFiles), Help: "print the paths of all files, as --type f alone"},
		{Name: "invert-match", Short: "v", Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.Invert), Help: "lines that nothing matches; prints lines, as -n, unless a layout is given"},
		{Name: "line-regexp", Short: "x", Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.Lines), Help: "a match is a whole line"},
		{Name: "only-matching", Short: "o", Role: opt.Output, CommandLine: true, Var: opt.Flag(&r.OnlyMatching), Help: "print each match as path:line:column:match, or with -c their number"},
		{Name: LayoutWithout, Role: opt.Output, CommandLine: true, Instead: noLayout, Var: opt.Add(&r.Layouts, LayoutWithout), Help: "print the paths of files without a matching line, which were read to their end"},
		{Name: "null", Short: "0", Role: opt.Output, CommandLine: true, Var: opt.Flag(&r.Null), Help: "print a NUL after each path, and paths as they are, for xargs -0"},
		{Name: "no-filename", Short: "I", Role: opt.Output, CommandLine: true, Var: opt.Flag(&r.NoPath), Help: "print no path before a line or a count, and only with -n the number of a line; prints lines unless a layout is given"},
		{Name: "with-filename", Short: "H", Role: opt.Output, CommandLine: true, Var: opt.Flag(&r.WithPath), Help: "print the path before each line; prints lines, as -n, unless a layout is given"},
		{Name: "no-heading", Role: opt.Output, CommandLine: true, Var: opt.Flag(&r.NoHeading), Help: "print no path above lines, which none is; prints lines, as -n, unless a layout is given"},
	}, "Filter", Filter)...)
}

// Greps reports whether --grep, -e or -f was given.
func (r *Request) Greps() bool { return len(r.Patterns)+len(r.PatternFiles) > 0 }

// AsksLines reports whether an option asks for the lines of QUERY, as ripgrep prints them.
func (r *Request) AsksLines() bool {
	return r.Invert || r.OnlyMatching || r.NoPath || r.Lines || r.WithPath || r.NoHeading
}

// LineOptions returns the options by which AsksLines holds.
func LineOptions() []string {
	return []string{"invert-match", "only-matching", "no-filename", "line-regexp", "with-filename", "no-heading"}
}

// ReadPatterns adds the lines of the files of -f to the patterns.
func (r *Request) ReadPatterns(sandbox string) error {
	for _, name := range r.PatternFiles {
		var text string
		var err error
		if name == Stdin {
			var all []byte
			if all, err = io.ReadAll(io.LimitReader(os.Stdin, maxPayload+1)); err == nil && len(all) > maxPayload {
				err = fmt.Errorf("standard input is longer than %d bytes", maxPayload)
			}
			text = string(all)
		} else if text, err = readPayload(name, sandbox); err != nil {
			err = walk.Suggest(sandbox, name, err)
		}
		if err != nil {
			return &opt.ValueError{Option: "file", Err: err}
		}
		if text == "" {
			return opt.Usagef("file", "{file} %s has no pattern, so that nothing could match; write one on each line", name)
		}
		n := 0
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			n++
			if line = strings.TrimSuffix(line, "\r"); line == "" {
				return opt.Usagef("file", "{file} %s:%d is empty, which would match every line; remove that line", name, n)
			}
			if err := r.addExpression(line); err != nil {
				return err
			}
		}
	}
	r.PatternFiles = nil
	return nil
}
