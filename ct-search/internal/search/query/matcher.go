package query

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tool"
)

// Structural is the matcher of structural patterns.
const Structural = "astgrep"

// planMatcher completes the plan of a search whose matches the matcher of another program finds.
func (s *Search) planMatcher(job *tool.Job) error {
	r, frame := s.page.Request, s.page.Frame
	name, argument, _ := strings.Cut(r.Matcher, "=")
	program, err := foreign.Find(name, frame.Config)
	if err != nil {
		return opt.Usagef("matcher", "{matcher}: %v", err)
	}
	if r.Open == nil {
		job.Instead, err = sibling.FindBeside(sibling.Hosting)
		if err != nil {
			return fmt.Errorf("--matcher %s: %w; it is installed with ct-search", name, err)
		}
		return nil
	}
	job.Interruptible = true
	ask := foreign.Request{Program: program, Pattern: s.text, Argument: argument, Languages: r.LangNames, Confine: frame.Confine}
	if ask.Sockets, err = foreign.Sockets(true); err != nil {
		return err
	}
	job.Writable = append(job.Writable, ask.Sockets)
	if ask.Folder, err = os.Getwd(); err != nil {
		return err
	}
	if frame.Sandbox != "" {
		box, err := filepath.Abs(frame.Sandbox)
		if err != nil {
			return err
		}
		ask.Readable = []string{box}
	}
	if chosen := grep.Last(r.Cases); chosen != "" {
		ask.Case = cases[chosen]
	}
	s.foreign = &foreign.Description{Name: name} // until it describes itself
	s.Session = func(ctx context.Context) (*foreign.Session, error) {
		session, err := r.Open(ctx, ask)
		if err == nil {
			s.foreign = &session.Description
			if s.foreign.Occurrences {
				s.Name = lastName(s.text)
			}
		}
		return session, err
	}
	return nil
}

// cases are the rules for case that a matcher gets; smart case it decides itself.
var cases = map[string]foreign.Case{"sensitive": foreign.CaseSensitive, "insensitive": foreign.CaseInsensitive}

// readForeign reads a query for a matcher: here it is only a text that answers repeat.
func (s *Search) readForeign(r *request.Request) error {
	switch {
	case len(r.Modes) > 0:
		return opt.Usagef("mode", "{matcher} %s reads the pattern in its own way; leave {mode} %s out", r.Matcher, r.Modes[0])
	case r.Engine != "":
		return opt.Usagef("engine", "{engine} is for regular expressions, and {matcher} reads none; leave it out")
	}
	var err error
	if s.pattern, err = pattern.Compile(s.text, pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive}); err != nil {
		return opt.Usagef("QUERY", "%v", err)
	}
	return nil
}

// lastName returns the last name of a dotted symbol, however its names are joined.
func lastName(symbol string) string {
	symbol = strings.TrimRightFunc(symbol, func(r rune) bool { return !isNamed(r) })
	return symbol[strings.LastIndexFunc(symbol, func(r rune) bool { return !isNamed(r) })+1:]
}

// isNamed reports whether a name may contain r.
func isNamed(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// matcherNotes names the matcher, and what it returned that does not count.
func (r *Found) matcherNotes() []string {
	m := r.search.foreign
	notes := []string{strings.TrimSpace("matcher " + m.Name + " " + m.Version)}
	if r.Outside > 0 {
		notes = append(notes, fmt.Sprintf("%s of the matcher's index left out, not in scope", grep.Plural(r.Outside, "file", "files")))
	}
	for i := range r.Notes {
		notes = append(notes, r.Notes[i].String())
	}
	return notes
}

// scanMethod returns what found the matches, as the summary names it.
func (s *Search) scanMethod() string {
	switch {
	case s.foreign == nil:
		return "native"
	case s.foreign.Name == Structural:
		return "ast_grep"
	}
	return "hybrid"
}

// aside returns a line about what the matcher says about files, "" if the answer itself has it.
func (r *Found) aside() string {
	frame := r.search.page.Frame
	var all []string
	bare := frame.Format == request.FormatLines || frame.Quiet
	if bare {
		for i := range r.Notes {
			all = append(all, r.Notes[i].String())
		}
	}
	if bare || r.Matches == 0 && frame.Format != "json" { // otherwise the answer's limits have them
		for i := range r.Misfits {
			all = append(all, r.Misfits[i].String())
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "ct-search: " + budget.EscapeLine(strings.Join(all, "; ")) + "\n"
}
