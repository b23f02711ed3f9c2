package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

func (s *count) scouts() bool { return len(s.request.terms) == 0 }

// command returns the command line of this search with other options.
func (s *count) command(without, args []string) string { return s.commandIn(without, args, s.paths) }

// commandIn is command for other paths.
func (s *count) commandIn(without, args, paths []string) string {
	if s.scouts() {
		return s.scoutCommand(s.terms[0], without, args, paths)
	}
	return grep.StepCommand("ct-survey", &s.request.table, without, args, paths)
}

// scoutCommand returns the command line that scouts a term.
func (s *count) scoutCommand(term string, without, args, paths []string) string {
	args = append([]string{"--scout"}, args...)
	return grep.StepCommand("ct-survey", &s.request.table, append(without, "term", "scout"), args, append([]string{term}, paths...))
}

// surveyCommand returns the command line that compares some of the terms.
func (s *count) surveyCommand(terms []int, args, paths []string) string {
	for _, t := range terms {
		args = append(args, "--term="+s.terms[t])
	}
	return grep.StepCommand("ct-survey", &s.request.table, []string{"term"}, args, paths)
}

// selecting returns the command that selects another reading. Terms cannot be read as regular
// expressions.
func (s *count) selecting(of *pattern.Pattern, r pattern.Reading) (command string, ok bool) {
	switch {
	case r.Pattern.Mode == of.Mode:
		return s.command(grep.CaseOptions(), r.Args), true
	case r.Pattern.Mode == pattern.Regex && (!s.scouts() || grep.UnescapedAlternation(of.Source)):
		return "", false
	}
	return s.command(grep.ModeOptions(), r.Args), true
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
	return s.command(nil, append(s.asked(), s.largest()...))
}

// largest returns the options for the largest budget; in JSON it is the default.
func (s *count) largest() []string {
	if s.frame.Format == "json" {
		return nil
	}
	return []string{fmt.Sprintf("--max-lines=%d", grep.Hardest.Lines), fmt.Sprintf("--max-bytes=%d", grep.Hardest.Bytes)}
}

// instead returns the next command if nothing matches: the reading that would have matched,
// otherwise a search of more files, otherwise a search of names.
func (s *count) instead(a *tool.Answer) string {
	for _, r := range a.Reading.Alternatives {
		if r.Command != "" {
			return r.Command
		}
	}
	narrow := s.request.narrowing()
	below := len(s.paths) > 0 && !slices.Contains(s.paths, ".") && !slices.ContainsFunc(s.paths, func(p string) bool { return !filepath.IsLocal(p) })
	if len(narrow) > 0 || below {
		paths := s.paths
		if below {
			paths = nil
		}
		return s.commandIn(narrow, nil, paths)
	}
	if glob, ok := grep.NameGlob(s.terms[0]); ok {
		without := slices.Concat([]string{"term", "scout"}, grep.ModeOptions(), grep.CaseOptions())
		return grep.StepCommand("ct-search", &s.request.table, without, []string{"--name=" + glob}, s.paths)
	}
	return ""
}
