package filter

import (
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// compileWhere compiles --where: a condition on an entry's path and language and, if lines are searched, on a line.
func (s *search) compileWhere() (err error) {
	r := s.request
	if r.Condition == "" {
		return nil
	}
	fields, hint := []string{"path", "lang"}, "; line and text need {grep}"
	if len(r.Patterns) > 0 {
		fields, hint = append(fields, "line", "text"), ""
	}
	if s.where, err = occurrence.CompileWhere(r.Condition, fields, false); err != nil {
		by := r.Table.Given("list", "summary", "detail", "count", "base", "name", "type", "grep", "size")
		if len(by) == 0 { // find_files
			return opt.Usagef("where", "{where}: %v"+hint, err)
		}
		return opt.Usagef("where", "{where} of a filter, which %s selects: %v"+hint, by[0], err)
	}
	s.byLine = s.where.Uses("line") || s.where.Uses("text")
	return nil
}

// next returns the next part of a file: the matching lines for which --where is true. more: another part follows.
func (s *search) next(e *walk.Entry, scanner *scan.Scanner, v *entry) (result scan.Result, more bool, err error) {
	if s.where == nil || !s.byLine {
		result, more, err = scanner.Next()
		s.read.Add(result.Bytes)
		return result, more, err
	}
	if v.ahead != nil {
		result, v.ahead = *v.ahead, nil
	} else if result, more, err = s.chosen(e, scanner); err != nil {
		return result, false, err
	}
	// The lines that follow a match are printed up to the next match, which may be several parts away.
	for result.Next != 0 && more {
		var ahead scan.Result
		if ahead, more, err = s.chosen(e, scanner); err != nil {
			break
		}
		result.Bytes += ahead.Bytes
		if len(ahead.Hits) > 0 {
			ahead.Bytes, v.ahead = 0, &ahead
			result.Next = ahead.Hits[0].Line
			break
		}
	}
	return s.bounded(result, v), more || v.ahead != nil, err
}

// chosen is a part of a file with only the lines for which --where is true.
func (s *search) chosen(e *walk.Entry, scanner *scan.Scanner) (scan.Result, bool, error) {
	result, more, err := scanner.Next()
	s.read.Add(result.Bytes)
	m := s.where.Entry(e)
	kept := result.Hits[:0]
	for _, h := range result.Hits {
		if m.Line, m.Text = h.Line, string(h.Text); s.where.Holds(m) {
			kept = append(kept, h)
		}
	}
	s.filtered.Add(int64(len(result.Hits) - len(kept)))
	result.Hits, result.Lines = kept, int64(len(kept))
	return result, more, err
}

// bounded cuts a part at --max-count, which counts chosen lines.
func (s *search) bounded(result scan.Result, v *entry) scan.Result {
	if most := s.request.MaxCount; most > 0 && v.lines+result.Lines > most {
		result.Hits, result.Lines, result.Cut = result.Hits[:most-v.lines], most-v.lines, ledger.MaxMatches
	}
	v.lines += result.Lines
	return result
}
