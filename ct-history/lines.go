package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ct-tools/ct/shared/align"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/committed"
	"github.com/ct-tools/ct/shared/definition"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// planFile finds the lines to follow in the file that the commit has. It is false if there are none.
func (s *search) planFile(ctx context.Context, q *git.LogRequest) (bool, error) {
	path, err := s.history.Path(s.frame, s.file, true)
	if err != nil {
		return false, err
	}
	q.File = path
	then, err := s.history.Text(path)
	absent := errors.Is(err, git.ErrAbsent)
	switch {
	case err != nil && !absent:
		return false, s.cutAt(s.history.Printed(path), err)
	case absent && (s.request.at != "" || s.history.Bare):
		return false, opt.Usagef("FILE", "%s is no file of %s", s.file, s.from())
	}
	if s.request.at != "" || s.history.Bare {
		if err := s.chooseLines(then); err != nil || s.first == 0 {
			return false, err
		}
		q.First, q.Last = s.first, s.last
		return true, nil
	}
	now, err := s.readFile(ctx)
	if err != nil {
		return false, err
	}
	if err := s.chooseLines(now); err != nil || s.first == 0 {
		return false, err
	}
	lines := committed.Map(then, now)
	var changed int64
	q.First, q.Last, changed = lines.Range(s.first, s.last)
	switch {
	case changed > 0 && q.First == 0:
		s.notes = append(s.notes, s.linesName()+" of "+s.shown()+": not committed")
		return false, nil
	case changed > 0:
		s.notes = append(s.notes, fmt.Sprintf("%d of %s are not committed", changed, s.linesName()))
	}
	return true, nil
}

// readFile returns the text of the file as it is.
func (s *search) readFile(ctx context.Context) ([]byte, error) {
	var text []byte
	var cause error
	_, err := s.request.VisitFile(ctx, s.frame, s.file, "", func(e *walk.Entry) (ledger.Reason, string) {
		file, err := e.Open()
		if err == nil {
			text, err = io.ReadAll(io.LimitReader(grep.Timed(ctx, file), definition.Most+1))
			_ = file.Close()
		}
		if err == nil && len(text) > definition.Most {
			err = errors.New("over 64 MiB, too large to compare with a commit")
		}
		cause = err
		return grep.Shortfall(ctx, &scan.Result{}, err)
	})
	if err == nil && cause != nil {
		err = fmt.Errorf("%s: %s", s.file, grep.Cause(cause))
	}
	return text, err
}

// chooseLines sets the first and the last line in a text of the file. They stay 0 if there is no definition of the symbol.
func (s *search) chooseLines(text []byte) error {
	r := s.request
	switch {
	case r.symbol != "":
		found, err := definition.Find(text, languages.Of(s.file, text), s.file, r.symbol)
		if found.Note != "" {
			s.notes = append(s.notes, found.Note)
		}
		s.first, s.last = found.First, found.Last
		return err
	case r.line > 0:
		s.first, s.last = r.line, r.line
	default:
		s.first, s.last = r.from, r.to
	}
	end := int64(align.Count(text))
	if s.first > end {
		return opt.Usagef("FILE", "%s has %s, none from %d on", s.shown(), grep.Plural(end, "line", "lines"), s.first)
	}
	s.last = min(s.last, end)
	return nil
}

// shown returns the file's name as messages have it.
func (s *search) shown() string { return grep.Echo(budget.EscapeName(s.file), grep.MaxEcho) }

// linesName names the lines.
func (s *search) linesName() string {
	if s.first == s.last {
		return fmt.Sprintf("line %d", s.first)
	}
	return fmt.Sprintf("lines %d to %d", s.first, s.last)
}

// lineVisitor returns a visitor that keeps all commits.
func (s *search) lineVisitor() *git.LogVisitor {
	var file git.FileChange
	return &git.LogVisitor{
		Commit: s.begin,
		File: func(c *git.FileChange) bool {
			file = *c
			return true
		},
		Line: func(added bool, n int64, text []byte, _ bool) {
			old := file.Old
			if old == "" {
				old = file.New
			}
			c := change{path: file.Path(), old: old, added: added, n: n}
			s.keep(c, text, 0, 0)
		},
		End: s.finish,
	}
}

// mostDefining is in how many files a definition is looked for.
const mostDefining = 200

// findFile finds the one file below the working folder that defines the symbol.
func (s *search) findFile(ctx context.Context) error {
	symbol := s.request.symbol
	q, ok := qualname.Parse(symbol)
	names := q.Names
	if !ok {
		names = strings.Split(symbol, ".")
	}
	p, err := pattern.Compile(names[len(names)-1], pattern.Options{Mode: pattern.Identifier, Case: pattern.Sensitive})
	if err != nil {
		return opt.Usagef("symbol", "{symbol}: %v", err)
	}
	m, err := match.New(p)
	if err != nil {
		return err
	}
	look := grep.Search{Matcher: m, Scan: scan.Request{Want: match.First}, Files: walk.Options{Roots: []string{"."}, Sandbox: s.frame.Sandbox, Types: walk.File, Prune: grep.Noise()}}
	var candidates []string
	led, err := look.Run(ctx, func(f grep.Found) bool {
		if languages.Of(f.Path, nil) != nil || languages.ByText(f.Path) {
			candidates = append(candidates, f.Path)
		}
		return len(candidates) <= mostDefining
	})
	if err != nil {
		return err
	}
	if len(candidates) > mostDefining {
		return opt.Usagef("symbol", "{symbol} %s occurs in more than %d files; give the {FILE} that defines it", symbol, mostDefining)
	}
	var defining []string
	for _, name := range candidates {
		s.file = name
		text, err := s.readFile(ctx)
		if err != nil {
			return err
		}
		if found, err := definition.Find(text, languages.Of(name, text), name, symbol); err == nil && found.First > 0 {
			defining = append(defining, name)
		}
	}
	switch {
	case len(defining) == 0 && led.Cut():
		return fmt.Errorf("no definition of %s was found, and not everything was searched: %s", symbol, led.String())
	case len(defining) == 0:
		return opt.Usagef("symbol", "{symbol} %s: no file below the working folder defines it; give the {FILE}, with {at} if it no longer exists", symbol)
	case len(defining) > 1:
		const most = 4
		list := strings.Join(defining[:min(len(defining), most)], ", ")
		return opt.Usagef("symbol", "{symbol} %s is defined in %d files: %s; give one as {FILE}", symbol, len(defining), list)
	}
	s.file = defining[0]
	return nil
}
