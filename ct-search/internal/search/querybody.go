package search

import (
	"fmt"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
)

// clipBytes is how much of a line is shown, round its match.
const clipBytes = 160

// leastForHead is the budget in lines from which the totals are worth one.
const leastForHead = 4

// fewest is how many lines a file shows at least, when all files together have
// more than the page holds and each shows only some.
const fewest = 3

// page gives the text answer: the totals, then the matching lines file by file,
// and when not all fit, how many are missing and the command that shows them.
func (s *query) page() string {
	if s.lines == 0 {
		return ""
	}
	page := budget.New(s.frame.Budget)
	if s.frame.Budget.Lines >= leastForHead {
		page.Head(fmt.Sprintf("%s in %s", grep.Plural(s.lines, "matching line", "matching lines"), grep.Plural(s.inFiles, "file", "files")))
	}
	share := s.share()
	made := int64(0)
	for _, h := range s.found {
		hits := h.Result.Hits[:min(len(h.Result.Hits), share)]
		heading := budget.EscapeName(h.Path)
		if n := h.Result.Lines; n > int64(len(hits)) {
			heading += fmt.Sprintf(" (%d of %d)", len(hits), n)
		}
		made += int64(len(hits))
		last := int64(0)
		for i := range hits {
			var lines []string
			if i == 0 {
				lines = append(lines, heading)
			}
			lines, last = group(lines, hits, i, last)
			page.Add(lines...)
		}
	}
	page.Leave(int(s.lines - made))
	page.Close(func(_, left int) []string {
		switch {
		case left == 0 && s.limited:
			return []string{"… cut by --limit: " + s.command([]string{"limit"}, nil)}
		case left == 0:
			return nil
		}
		more := "… " + grep.Plural(int64(left), "more matching line", "more matching lines")
		if rest := s.rest(); rest != "" {
			more += ": " + rest
		}
		return []string{more}
	})
	return page.String()
}

// share is how many lines each file shows: all, or where that is too much an
// equal part of the page.
func (s *query) share() int {
	if s.lines+s.inFiles+2 <= int64(s.frame.Budget.Lines) {
		return int(s.lines)
	}
	return max(fewest, s.frame.Budget.Lines/int(s.inFiles)-1)
}

// group appends the lines of hit i with its context, without what was printed
// before; last is the number of the line printed last.
func group(lines []string, hits []scan.Hit, i int, last int64) ([]string, int64) {
	h := &hits[i]
	if apart, context := gap(h, last); apart && context {
		lines = append(lines, "  --")
	}
	last = around(h, last, nextLine(hits, i, 0), func(n int64, h *scan.Hit, text []byte) {
		mark, start, end := byte('-'), 0, 0
		if h != nil {
			mark = ':'
			if len(h.Spans) > 0 {
				start, end = h.Spans[0].Start, h.Spans[0].End
			}
		}
		lines = append(lines, shown(n, mark, text, start, end))
	})
	return lines, last
}

// shown is one printed line, clipped round its match.
func shown(n int64, mark byte, text []byte, start, end int) string {
	line, _ := budget.ClipLine(text, start, end, clipBytes)
	return fmt.Sprintf("  %d%c %s", n, mark, line)
}

// rest is the command that shows what did not fit: this search with the largest
// page if that will do, else the same as a filter without a budget.
func (s *query) rest() string {
	if s.limited {
		return s.command([]string{"limit"}, nil)
	}
	if b := s.frame.Budget; s.lines+2*s.inFiles < int64(most.Lines) && (b.Lines < most.Lines || b.Bytes < most.Bytes) {
		return s.command(nil, []string{fmt.Sprintf("--max-lines=%d", most.Lines), fmt.Sprintf("--max-bytes=%d", most.Bytes)})
	}
	o := []string{"--detail", "--mode=" + s.pattern.Mode.String(), "--case=" + grep.CaseName(s.pattern.Fold), "--grep=" + s.text}
	return grep.CommandLine(&s.request.table, append(grep.ModeOptions(), grep.CaseOptions()...), o, s.search.Files.Roots)
}

// queryDocument is the JSON answer to QUERY.
type queryDocument struct {
	Tool    string `json:"tool"`
	Verdict string `json:"verdict"`
	Query   string `json:"query"`
	Count   int64  `json:"count"`
	Lines   int64  `json:"lines"`
	Files   int64  `json:"files"`
	answer
}

// document gives the JSON answer, in which long lines are clipped round the
// match; columns are those of the whole line.
func (s *query) document(o tool.Outcome, a *tool.Answer) any {
	b := &bounded{most: s.frame.Budget.Bytes}
	for _, h := range s.found {
		for i := range h.Result.Hits {
			b.add(newLineMatch(h.Path, &h.Result.Hits[i], true))
		}
	}
	return b.fit(s.frame.Indent, func() any {
		return &queryDocument{
			Tool: "ct-search", Verdict: o.Result.String(), Query: echo(s.text, b), Count: s.matches, Lines: s.lines, Files: s.inFiles,
			answer: newAnswer(s.frame, o, a, b, s.limited || int64(len(b.list)) < s.lines, s.rest),
		}
	})
}
