package query

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// Structural is the matcher of structural patterns.
const Structural = "astgrep"

// planMatcher completes the plan of a search whose matches the matcher of another program finds.
func (s *Search) planMatcher(job *tool.Job) error {
	name, _, _ := strings.Cut(s.page.Request.Matcher, "=")
	open, err := matchers.Session(s.page.Request, s.page.Frame, job, s.text)
	if open == nil {
		return err
	}
	s.foreign = &foreign.Description{Name: name} // until it describes itself
	s.Session = func(ctx context.Context) (*foreign.Session, error) {
		session, err := open(ctx)
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
	return append(notes, r.Notes.Texts()...)
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
	bare := matchers.IsBare(frame)
	if bare {
		all = r.Notes.Texts()
	}
	if bare || r.Matches == 0 && frame.Format != "json" { // otherwise the answer's limits have them
		for i := range r.Misfits {
			all = append(all, r.Misfits[i].String())
		}
	}
	return matchers.Aside(all)
}
