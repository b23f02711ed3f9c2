package survey

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

func (s *count) scouts() bool { return s.frame.Form == formScout }

// command returns the command line of this search with other options.
func (s *count) command(options ...string) string { return s.commandIn(s.paths, options...) }

// commandIn is command for other paths.
func (s *count) commandIn(paths []string, options ...string) string {
	return s.repeat(opt.Search(), options, paths)
}

// repeat returns the command line of this search in paths, with the given options of the roles keep and with options.
func (s *count) repeat(keep []opt.Role, options, paths []string) string {
	c := opt.Command{Form: s.frame.Form, Keep: keep, Set: options, Args: paths, Most: grep.MaxStep}
	if s.scouts() {
		c.Args = append([]string{s.terms[0]}, paths...)
	}
	return s.request.table.Command(c)
}

// scoutCommand returns the command line that scouts a term.
func (s *count) scoutCommand(term string, paths []string) string {
	return s.request.table.Command(opt.Command{
		Form: formScout, Keep: opt.Search(), Args: append([]string{term}, paths...), Most: grep.MaxStep,
	})
}

// surveyCommand returns the command line that compares some of the terms.
func (s *count) surveyCommand(terms []int, options, paths []string) string {
	for _, t := range terms {
		options = append(options, "--term="+s.terms[t])
	}
	return s.repeat(opt.Search(), options, paths)
}

// other returns the command line of another program, with the given options of the roles keep and with options.
func (s *count) other(program string, keep []opt.Role, options, args []string) string {
	return s.request.table.Command(opt.Command{Program: program, Keep: keep, Set: options, Args: args, Most: grep.MaxStep})
}

// selecting returns the command that selects another reading. Terms cannot be read as regular expressions.
func (s *count) selecting(of *pattern.Pattern, r pattern.Reading) (command string, ok bool) {
	if r.Pattern.Mode != of.Mode && r.Pattern.Mode == pattern.Regex && (!s.scouts() || grep.UnescapedAlternation(of.Source)) {
		return "", false
	}
	return s.command(r.Args...), true
}

// asked returns the options with which a command answers in the current format.
func (s *count) asked() []string {
	if s.frame.Format == "json" {
		return []string{"--json"}
	}
	return nil
}

// larger returns the command that shows as many rows as possible, "" if that was already requested.
func (s *count) larger() string {
	b, most := s.frame.Budget, grep.Hardest
	if (s.frame.Format == "json" || b.Lines >= most.Lines) && b.Bytes >= most.Bytes {
		return ""
	}
	return s.command(append(s.asked(), s.largest()...)...)
}

// largest returns the options for the largest budget; in JSON it is the default.
func (s *count) largest() []string {
	if s.frame.Format == "json" {
		return nil
	}
	return []string{fmt.Sprintf("--max-lines=%d", grep.Hardest.Lines), fmt.Sprintf("--max-bytes=%d", grep.Hardest.Bytes)}
}

// instead returns the next command if nothing matches: a reading that would match, else more files, else names.
func (s *count) instead(a *tool.Answer) string {
	for _, r := range a.Reading.Alternatives {
		if r.Command != "" {
			return r.Command
		}
	}
	narrowed := len(s.request.table.Words([]opt.Role{opt.Place})) > 0
	below := len(s.paths) > 0 && !slices.Contains(s.paths, ".") && !slices.ContainsFunc(s.paths, func(p string) bool { return !filepath.IsLocal(p) })
	if narrowed || below {
		paths := s.paths
		if below {
			paths = nil
		}
		return s.repeat([]opt.Role{opt.Question, opt.Wider}, nil, paths)
	}
	if glob, ok := grep.NameGlob(s.terms[0]); ok {
		return s.other("ct-search", []opt.Role{opt.Place, opt.Wider}, []string{"--name=" + glob}, s.paths)
	}
	return ""
}
