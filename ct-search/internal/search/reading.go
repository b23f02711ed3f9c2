package search

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// reading tells how the predicates were understood.
func (s *find) reading() *tool.Reading {
	r := s.request.Reading(s.files, s.patterns, s.near)
	if s.scan.Want == match.First {
		r.Near = nil // the rest of a file that matches was not read
	}
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
		mode, fold = grep.Joined(mode, name), grep.Joined(fold, grep.CaseName(n.Fold))
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

// limits names the bounds that were asked for; unit is what --limit counts.
func limits(r *request, unit string) string {
	return r.Limits(grep.Bound{Name: "limit", N: r.limit, Unit: " " + unit}, grep.Bound{Name: "max-count", N: r.maxCount})
}

// explainRoot adds to the error about a path that is not there what may have
// been meant: with predicates, arguments are paths.
func explainRoot(err error, r *request) error {
	wrong, ok := errors.AsType[*walk.PathError](err)
	if ok && r.predicates() && errors.Is(err, fs.ErrNotExist) && wrong.Named != r.base && wrong.Meant == "" {
		return fmt.Errorf("%w (with --base, --name, --type, --grep, --size or a layout option arguments are paths; to look for a text give --grep TEXT)", err)
	}
	return err
}
