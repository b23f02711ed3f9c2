package filter

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/scan"
)

// A clash is options that do not go together, or that a layout or format has no use for.
type clash struct {
	holds  bool
	option string
	why    string // after the name of the option
}

// checkHabits returns an error about the first clash.
func (s *search) checkHabits() error {
	for _, c := range append(s.clashesOfWhat(), s.clashesOfOutput()...) {
		if c.holds {
			return opt.Usagef(c.option, "{"+c.option+"} "+c.why)
		}
	}
	return nil
}

// clashesOfWhat are those of options that say what is looked for.
func (s *search) clashesOfWhat() []clash {
	r := s.request
	return []clash{
		{r.ListFiles && s.reads(), "files", "lists files without reading them; leave it out, or give {list} for the files that match"},
		{r.ListFiles && len(r.Types) > 0, "files", "is {type} f; leave one of them out"},
		{r.SortBy != "" && r.SortBy != request.SortPath, "sort", "takes only path in a filter, which prints in the order of paths; {tree} sorts by " + strings.Join(request.Sorts(), ", ")},
		{r.Invert && !r.Greps(), "invert-match", "needs {grep}; without it no lines are searched for"},
		{r.Lines && !s.reads(), "line-regexp", "needs {grep}, {all-of} or {none-of}; without them no lines are searched for"},
		{r.Invert && (r.Conjoins() || s.lacks()), "invert-match", "is about lines, and {all-of}, {none-of} and {files-without-match} about whole files; {none-of} PATTERN lists the files without a match"},
		{r.Invert && r.OnlyMatching, "invert-match", "and {only-matching} contradict each other: a line that nothing matches has no match; leave one out"},
	}
}

// clashesOfOutput are those of options that say what is printed, and of standard input.
func (s *search) clashesOfOutput() []clash {
	r, text := s.request, s.frame.Format == "text"
	counts := s.prints() && (s.layout == request.LayoutDetail || s.layout == request.LayoutCount)
	before, after := r.Context()
	return []clash{
		{r.OnlyMatching && !counts, "only-matching", "needs lines to print or count: give {grep} with {detail} or {count}"},
		{r.OnlyMatching && before+after > 0, "only-matching", "prints matches, and context is of whole lines; leave one of them out"},
		{r.NoPath && !text, "no-filename", "applies to text only; leave it out, as each value of JSON has its path"},
		{r.NoPath && !counts, "no-filename", "needs lines or counts to print; without them only paths are printed"},
		{r.Null && !text, "null", "applies to text only; leave it out, as JSON separates its values itself"},
		{r.Null && (r.NoPath || s.layout == request.LayoutSummary), "null", "ends paths, and none is printed; leave it out"},
		{s.frame.Format == request.FormatLines && s.layout == request.LayoutSummary, "summary", "has no matches to print one a line; use {format} json"},
		{s.standardInput() && (s.files.Sandbox != "" || s.frame.Definition != ""), "PATH", "- is standard input, which a sandbox does not have; give a path"},
		{s.standardInput() && slices.Contains(r.PatternFiles, request.Stdin), "file", "- and the PATH - cannot both read standard input; put the patterns in a file"},
	}
}

// standardInput reports whether a PATH is standard input.
func (s *search) standardInput() bool { return slices.Contains(s.files.Roots, request.Stdin) }

// readStdin reads standard input if a PATH is it.
func (s *search) readStdin() error {
	if !s.standardInput() {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(os.Stdin, scan.DefaultWhole+1))
	switch {
	case err != nil:
		return &opt.ValueError{Option: "PATH", Err: err}
	case len(text) > scan.DefaultWhole:
		return opt.Usagef("PATH", "standard input is over 64 MiB; write it to a file and name that")
	}
	s.files.Stdin = append([]byte{}, text...)
	return nil
}
