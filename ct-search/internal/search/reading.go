package search

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// reading tells how patterns were understood and which files were meant; near
// is how often an identifier or a word occurs inside longer words.
func reading(r *request, files walk.Options, patterns []*pattern.Pattern, near int64) *tool.Reading {
	out := &tool.Reading{Scope: scope(files), Literal: true, Mode: "no pattern", Case: "sensitive"}
	for i, p := range patterns {
		mode, fold := p.Mode.String(), caseName(p.Fold)
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
	if list == "" {
		return one
	}
	for have := range strings.SplitSeq(list, ", ") {
		if have == one {
			return list
		}
	}
	return list + ", " + one
}

func caseName(fold bool) string {
	if fold {
		return "insensitive"
	}
	return "sensitive"
}

// maxScope bounds the account of which files were meant, in bytes.
const maxScope = 200

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
	for _, only := range [][]string{o.Include, o.Narrow} {
		if len(only) > 0 {
			where += ", only " + strings.Join(only, " ")
		}
	}
	if len(o.Exclude) > 0 {
		where += ", without " + strings.Join(o.Exclude, " ")
	}
	where, _ = budget.Clip([]byte(where), 0, 0, maxScope)
	return "in " + where
}

// reading tells how the predicates were understood.
func (s *find) reading() *tool.Reading {
	r := reading(s.request, s.files, s.patterns, s.near)
	r.Limits = limits(s.request, "entries")
	if len(s.names) == 0 {
		return r
	}
	mode, fold := "", ""
	for _, n := range s.names {
		name := strings.TrimPrefix(nameMode(n), "a ")
		if n.Promoted {
			name += " (by its form)"
		}
		mode, fold = joined(mode, name), joined(fold, caseName(n.Fold))
		// A glob is what one expects of a name; to be a regex is a reading.
		r.Literal = r.Literal && (n.Mode != pattern.Regex || !n.Promoted)
	}
	if len(s.patterns) > 0 {
		r.Notes = append(r.Notes, "names: "+mode+", case "+fold)
	} else {
		r.Mode, r.Case = "names: "+mode, fold
	}
	return r
}

// limits names the bounds that were asked for.
func limits(r *request, unit string) string {
	var l []string
	for _, bound := range []struct {
		name string
		n    int64
		unit string
	}{{"limit", r.limit, " " + unit}, {"max-count", r.maxCount, ""}, {"max-depth", r.maxDepth, ""}, {"max-files", r.maxFiles, ""}, {"max-file-size", r.maxFileSize, " bytes"}} {
		if bound.n > 0 {
			l = append(l, fmt.Sprintf("%s %d%s", bound.name, bound.n, bound.unit))
		}
	}
	return strings.Join(l, ", ")
}

// explainRoot adds to the error about a path that is not there what may have
// been meant: with predicates, arguments are paths.
func explainRoot(err error, r *request) error {
	if r.predicates() && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (with --base, --name, --type, --grep, --size or a layout option arguments are paths; to look for a text give --grep TEXT)", err)
	}
	return err
}
