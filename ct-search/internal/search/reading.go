package search

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// reading tells how patterns were understood and which files were meant; near
// is how often an identifier or a word occurs inside longer words.
func reading(r *request, files walk.Options, patterns []*pattern.Pattern, near int64) *tool.Reading {
	out := &tool.Reading{Scope: scope(files), Literal: true, Mode: "names", Case: "sensitive"}
	for i, p := range patterns {
		mode, fold := p.Mode.String(), caseName(p)
		if p.Promoted && p.Mode != pattern.Literal {
			mode += " (by its form)"
		}
		if p.Engine == pattern.Backtrack {
			mode += " with backtracking"
		}
		if i == 0 {
			out.Mode, out.Case = mode, fold
		} else {
			out.Mode, out.Case = joined(out.Mode, mode), joined(out.Case, fold)
		}
		// What was asked for in so many words is no interpretation.
		if p.Mode != pattern.Literal && len(r.modes) == 0 {
			out.Literal = false
		}
		if p.Mode == pattern.Identifier || p.Mode == pattern.Word {
			out.Near, out.Literal = &near, false
		}
	}
	return out
}

// joined appends one to the list unless it is there.
func joined(list, one string) string {
	for have := range strings.SplitSeq(list, ", ") {
		if have == one {
			return list
		}
	}
	return list + ", " + one
}

func caseName(p *pattern.Pattern) string {
	if p.Fold {
		return "insensitive"
	}
	return "sensitive"
}

// scope names the files that were meant.
func scope(o walk.Options) string {
	where := "."
	if len(o.Roots) > 0 {
		where = strings.Join(o.Roots, " ")
	}
	if o.Base != "" {
		where += " below " + o.Base
	}
	switch {
	case o.Hidden && o.NoIgnore:
		where += " with hidden and ignored files"
	case o.Hidden:
		where += " with hidden files"
	case o.NoIgnore:
		where += " with ignored files"
	}
	return "in " + where
}

// reading tells how the predicates were understood.
func (s *find) reading() *tool.Reading {
	r := reading(s.request, s.files, s.patterns, s.near)
	if s.request.limit > 0 {
		r.Limits = fmt.Sprintf("limit %d entries", s.request.limit)
	}
	return r
}

// explainRoot adds to the error about a path that is not there what may have
// been meant: with predicates, arguments are paths.
func explainRoot(err error, r *request) error {
	if r.predicates() && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (with --base, --name, --type, --grep, --size or a layout option arguments are paths; to look for a text give --grep TEXT)", err)
	}
	return err
}
