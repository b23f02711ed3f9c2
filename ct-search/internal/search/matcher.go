package search

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	smart "github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
)

// ToolWithMatchers is Tool in the program that runs matchers by itself, to which
// Tool hands over: it alone links what that takes, which would cost every other
// search at its start.
func ToolWithMatchers(open foreign.Opener, describe Describer) *tool.Tool {
	return newTool(&request{before: -1, after: -1, both: -1, open: open, describe: describe})
}

// matcherOption gives the row that names a matcher.
func (r *request) matcherOption(group string) opt.Option {
	return opt.Option{
		Name: "matcher", Arg: "NAME[=ARG]", Var: opt.Once(&r.matcher), Group: group,
		Help: "let the program ct-matcher-NAME find the matches of QUERY, read as it reads patterns; it is looked for beside ct-search and in CT_PLUGIN_DIR (ct plugins lists them)",
	}
}

// structuralMatcher is the matcher of structural patterns.
const structuralMatcher = "astgrep"

// planMatcher plans a search whose matches the matcher of another program finds.
func (s *query) planMatcher(job *tool.Job) error {
	r := s.request
	name, argument, _ := strings.Cut(r.matcher, "=")
	program, err := foreign.Find(name, s.frame.Config)
	if err != nil {
		return opt.Usagef("matcher", "--matcher: %v", err)
	}
	if r.open == nil {
		job.Instead, err = sibling.FindBeside(sibling.Hosting)
		if err != nil {
			return fmt.Errorf("--matcher %s: %w; it is installed with ct-search", name, err)
		}
		return nil
	}
	job.Interruptible = true
	ask := foreign.Request{Program: program, Pattern: s.text, Argument: argument, Languages: r.LangNames, Confine: s.frame.Confine}
	if ask.Sockets, err = foreign.Sockets(); err != nil {
		return err
	}
	job.Writable = append(job.Writable, ask.Sockets)
	if ask.Folder, err = os.Getwd(); err != nil {
		return err
	}
	if s.frame.Sandbox != "" {
		box, err := filepath.Abs(s.frame.Sandbox)
		if err != nil {
			return err
		}
		ask.Readable = []string{box}
	}
	if chosen, _ := grep.Only("case", r.Cases); chosen != "" {
		ask.Case = cases[chosen]
	}
	s.matcher = &foreign.Description{Name: name} // until it says more
	s.search.Session = func(ctx context.Context) (*foreign.Session, error) {
		session, err := r.open(ctx, ask)
		if err == nil {
			s.matcher = &session.Description
		}
		return session, err
	}
	return nil
}

// cases is how a matcher is told to compare letters; smart case is its own
// matter.
var cases = map[string]foreign.Case{"sensitive": foreign.CaseSensitive, "insensitive": foreign.CaseInsensitive}

// readForeign reads a query that a matcher is to read: here it is a text that
// answers repeat.
func (s *query) readForeign(r *request) error {
	switch {
	case len(r.Modes) > 0:
		return opt.Usagef("mode", "--matcher %s reads the pattern in its own way; a mode (%s) contradicts it: leave it out", r.matcher, r.Modes[0])
	case r.Engine != "":
		return opt.Usagef("engine", "--engine is for expressions; with --matcher there are none: leave it out")
	}
	var err error
	if s.pattern, err = pattern.Compile(s.text, pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive}); err != nil {
		return opt.Usagef("query", "%v", err)
	}
	_, err = grep.Only("case", r.Cases)
	return err
}

// readAs says how the matcher was asked, in place of what is said of a pattern.
func (s *query) readAs(reading *tool.Reading, found *smart.Found) {
	reading.Mode, reading.Case, reading.Literal = "structural", "as the matcher has it", true
	reading.Notes = append(reading.Notes, s.matcherNotes(found)...)
}

// matcherNotes tells of the matcher and of what it brought that does not count.
func (s *query) matcherNotes(found *smart.Found) []string {
	notes := []string{strings.TrimSpace("matcher " + s.matcher.Name + " " + s.matcher.Version)}
	if found.Outside > 0 {
		notes = append(notes, fmt.Sprintf("%s of the matcher's index left out, not in scope", grep.Plural(found.Outside, "file", "files")))
	}
	return notes
}

// scanMethod names what found the matches, as the summary does.
func (s *query) scanMethod() string {
	switch {
	case s.matcher == nil:
		return "native"
	case s.matcher.Name == structuralMatcher:
		return "ast_grep"
	}
	return "hybrid"
}

// misfits tells on standard error, where no page has it among its limits, which
// files were left out because the pattern does not fit them.
func (s *query) misfits(found *smart.Found) string {
	page := s.frame.Format != formatLines && !s.frame.Quiet && (found.Matches > 0 || s.frame.Format == "json")
	if len(found.Misfits) == 0 || page {
		return ""
	}
	var all []string
	for i := range found.Misfits {
		all = append(all, found.Misfits[i].String())
	}
	return "ct-search: " + budget.EscapeLine(strings.Join(all, "; ")) + "\n"
}
