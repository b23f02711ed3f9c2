package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// reading returns how the request was understood.
func (s *search) reading() *tool.Reading {
	r := s.request.Reading(s.files, slices.Concat(s.patterns, s.absent), s.near)
	if s.scan.Want == match.First || s.conditions != nil || s.request.Invert {
		r.Near = nil // the rest of a file that matches was not read
	}
	if s.request.Invert {
		r.Notes = append(r.Notes, "lines that nothing matches")
	}
	if text := s.conditions.String(); text != "" {
		r.Notes = append(r.Notes, text)
	}
	if n := s.filtered.Load(); n > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d left out by %s", n, s.request.LeftOutBy()))
	}
	least := ""
	if s.scan.Want == match.First {
		least = "at least "
	}
	for _, more := range []struct {
		least, one, many string
		n                int64
	}{{least, "line", "lines", s.asRegex.Load()}, {"", "name", "names", s.namesAs.Load()}} {
		if more.n > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("as a regular expression %s%s would match: mode regex", more.least, grep.Plural(more.n, "more "+more.one, "more "+more.many)))
			r.Literal = false
		}
	}
	r.Limits = s.request.Limits(grep.Bound{Name: "limit", N: s.request.Limit}, grep.Bound{Name: "max-count", N: s.request.MaxCount})
	if len(s.names) == 0 {
		return r
	}
	mode, fold := "", ""
	for _, n := range s.names {
		name := strings.TrimPrefix(nameMode(n), "a ")
		if n.Promoted {
			name += " (by its form)"
		}
		mode, fold = grep.Joined(mode, name), grep.Joined(fold, grep.CaseName(n.Fold))
		// A name is expected to be a glob; reading it as a regular expression is mentioned.
		r.Literal = r.Literal && (n.Mode != pattern.Regex || !n.Promoted)
	}
	if s.reads() {
		r.Notes = append(r.Notes, "names: "+mode+", case "+fold)
	} else {
		r.Mode, r.Case = "names: "+mode, fold
	}
	return r
}

// explainRoot adds to the error about a path that does not exist that the arguments of a filter are paths.
func explainRoot(err error, r *request.Request) error {
	if wrong := r.Misplaced(err); wrong != nil && wrong.Meant == "" && len(r.Table.Given(request.Predicates()...)) > 0 {
		return fmt.Errorf("%w (with --base, --name, --type, --grep, -e, --all-of, --none-of, --size or a layout option arguments are paths; to look for a text give --grep TEXT)", err)
	}
	return err
}
