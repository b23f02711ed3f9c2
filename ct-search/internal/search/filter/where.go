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
	if test := r.LineTest(); test != nil {
		s.byLine = true
		defer func() { s.where = s.where.Within(test) }()
	}
	if r.Condition == "" {
		return nil
	}
	fields, hint := []string{"path", "lang"}, "; line and text need {grep}, {all-of} or {none-of}"
	if s.reads() {
		fields, hint = append(fields, "line", "text"), ""
	}
	if s.where, err = occurrence.CompileWhere(r.Condition, fields, false); err != nil {
		by := r.Table.Given("list", "summary", "detail", "count", "base", "name", "type", "grep", "all-of", "none-of", "size")
		if len(by) == 0 { // find_files
			return opt.Usagef("where", "{where}: %v"+hint, err)
		}
		return opt.Usagef("where", "{where} of a filter, which %s selects: %v"+hint, by[0], err)
	}
	s.byLine = s.byLine || s.where.Uses("line") || s.where.Uses("text")
	return nil
}

// next returns the next part of a file: the matching lines for which --where is true. more: another part follows.
func (s *search) next(e *walk.Entry, scanner *scan.Scanner, v *entry) (result scan.Result, more bool, err error) {
	if !s.byLine && v.windows == nil {
		result, more, err = scanner.Next()
		s.read.Add(result.Bytes)
		return result, more, err
	}
	if v.ahead != nil {
		result, v.ahead = *v.ahead, nil
	} else if result, more, err = s.chosen(e, scanner, v); err != nil {
		return result, false, err
	}
	// The lines that follow a match are printed up to the next match, which may be several parts away.
	for result.Next != 0 && more {
		var ahead scan.Result
		if ahead, more, err = s.chosen(e, scanner, v); err != nil {
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

// chosen is a part of a file with only the lines for which --where is true and that lie in a window.
func (s *search) chosen(e *walk.Entry, scanner *scan.Scanner, v *entry) (scan.Result, bool, error) {
	result, more, err := scanner.Next()
	s.read.Add(result.Bytes)
	holds := s.lineTest(e)
	kept := result.Hits[:0]
	for _, h := range result.Hits {
		switch {
		case holds != nil && !holds(h.Line, h.End(), h.Text):
			s.filtered.Add(1)
		case v.windows == nil || v.windows.has(h.Line):
			kept = append(kept, h)
		}
	}
	result.Hits, result.Lines = kept, int64(len(kept))
	return result, more, err
}

// lineTest returns whether --where is true for a line of an entry, nil if it is not about lines.
func (s *search) lineTest(e *walk.Entry) func(line, end int64, text []byte) bool {
	if !s.byLine {
		return nil
	}
	m := s.where.Entry(e)
	return func(line, end int64, text []byte) bool {
		m.Line, m.End, m.Text = line, end, string(text)
		return s.where.Holds(m)
	}
}

// bounded cuts a part at --max-count, which counts chosen lines.
func (s *search) bounded(result scan.Result, v *entry) scan.Result {
	if most := s.request.MaxCount; most > 0 && v.lines+result.Lines > most {
		result.Hits, result.Lines, result.Cut = result.Hits[:most-v.lines], most-v.lines, ledger.MaxMatches
	}
	v.lines += result.Lines
	return result
}
