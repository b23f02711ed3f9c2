package grep

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Reading reports how patterns were understood and which files were meant; near counts matches inside longer words.
func (r *Request) Reading(files walk.Options, patterns []*pattern.Pattern, near int64) *tool.Reading {
	out := &tool.Reading{Scope: scope(files), Literal: true, Mode: "no pattern", Case: "sensitive"}
	if r.Corpus != nil {
		if len(files.Roots) == 0 {
			out.Scope = strings.TrimPrefix(out.Scope, "in .")
		}
		out.Scope = strings.TrimSpace(out.Scope)
		if out.Scope != "" && out.Scope[0] != ',' {
			out.Scope = " " + out.Scope
		}
		out.Scope = r.Corpus.Scope + out.Scope
		out.Notes = append(out.Notes, r.Corpus.Notes...)
	}
	if r.tree != nil && r.mount == nil {
		out.At, out.Literal = r.tree.String(), false
		out.Notes = append(out.Notes, r.tree.Notes()...)
	}
	for i, p := range patterns {
		mode, fold := p.Mode.String(), CaseName(p.Fold)
		if p.Promoted && p.Mode != pattern.Literal {
			mode += " (by its form)"
		}
		if r.Lines {
			mode += " as whole lines"
		} else if r.Words && p.Mode != pattern.Word {
			mode += " as words"
		}
		if p.Engine == pattern.Backtrack {
			mode += " with backtracking"
		}
		if i == 0 {
			out.Mode, out.Case = mode, fold
		} else {
			out.Mode, out.Case = Joined(out.Mode, mode), Joined(out.Case, fold)
		}
		// What was asked for in so many words is no interpretation.
		if p.Promoted {
			out.Literal = false
		}
		if p.Mode == pattern.Identifier || p.Mode == pattern.Word {
			out.Near, out.Literal = &near, false
		}
	}
	return out
}

// Joined appends one to the list unless it is there.
func Joined(list, one string) string {
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

// CaseName returns the name of the case rule of a pattern that folds letters.
func CaseName(fold bool) string {
	if fold {
		return pattern.Insensitive.String()
	}
	return pattern.Sensitive.String()
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
	if left := slices.Concat(o.Exclude, o.Without); len(left) > 0 {
		where += ", without " + strings.Join(left, " ")
	}
	where, _ = budget.Clip([]byte(where), 0, 0, maxScope)
	return "in " + where
}

// A Bound is a bound that was asked for; 0 is none.
type Bound struct {
	Name string
	N    int64
	Unit string // of N, " bytes"; may be empty
}

// Limits names the bounds of r that were asked for, after the tool's own.
func (r *Request) Limits(own ...Bound) string {
	var l []string
	for _, b := range append(own, Bound{"max-depth", r.MaxDepth, ""}, Bound{"max-files", r.MaxFiles, ""}, Bound{"max-file-size", r.MaxFileSize, " bytes"}) {
		if b.N > 0 {
			l = append(l, fmt.Sprintf("%s %d%s", b.Name, b.N, b.Unit))
		}
	}
	return strings.Join(l, ", ")
}

// Plural returns n and what is counted.
func Plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}
