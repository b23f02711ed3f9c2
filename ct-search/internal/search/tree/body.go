package tree

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
)

// Bounds of a text answer.
const (
	mostLanguages = 10 // rows of languages
	mostMain      = 3  // languages of a folder
	leastMain     = 5  // percent of the lines of a folder that a main language has
	closingLines  = 2  // the commands at the end
	maxPath       = 200
)

// choose sets the rows of the answer: of folders as deep as asked, or as deep as they fit the budget.
func (s *search) choose() {
	by := order(s.request)
	if s.request.Flat {
		s.rows = s.found.list(by)
		return
	}
	if s.found.total().files == 0 {
		return
	}
	all := s.found.top().folders(by)
	s.deep = depthOf(all)
	s.depth = min(int(s.request.Depth), s.deep)
	switch {
	case s.request.Depth > 0:
	case s.frame.Format == request.FormatLines:
		s.depth = s.deep
	default:
		s.depth = s.fitting(all)
	}
	s.rows = within(all, s.depth)
}

// fitting returns the greatest depth at which all rows fit the budget, at least 1.
func (s *search) fitting(all []row) int {
	lines, size := make([]int, s.deep+1), make([]int, s.deep+1)
	for i := range all {
		lines[all[i].depth]++
		size[all[i].depth] += s.size(&all[i])
	}
	room, bytes := s.room()
	depth := 0
	for ; depth <= s.deep; depth++ {
		room, bytes = room-lines[depth], bytes-size[depth]
		if room < 0 || bytes < 0 {
			break
		}
	}
	return max(depth-1, min(1, s.deep))
}

// room returns how many lines and bytes an answer has for rows of folders or files.
func (s *search) room() (lines, bytes int) {
	b := s.frame.Budget
	if s.frame.Format == "json" {
		return len(s.found.folders) + len(s.found.files) + 1<<30, b.Bytes - len(s.envelope())
	}
	rest := s.closing(nil)
	return b.Lines - strings.Count(rest, "\n") - closingLines - 1, b.Bytes - len(rest) - s.commands() - len(s.heading())
}

// commands returns how many bytes the commands at the end may take.
func (s *search) commands() int {
	return 2 * (len(s.command("--cursor="+s.page.Next(s.end()).String())) + 64)
}

// text returns the answer within its budget.
func (s *search) text(ctx context.Context) string {
	if len(s.rows) == 0 {
		return ""
	}
	rows := s.rows[s.offset():]
	most, bytes := s.room()
	if limit := s.request.Limit; limit > 0 {
		most = min(most, int(min(limit, int64(len(rows)))))
	}
	var b strings.Builder
	b.WriteString(s.heading())
	for s.shown < min(max(most, 1), len(rows)) {
		line := s.line(&rows[s.shown])
		if bytes -= len(line); bytes < 0 && s.shown > 0 {
			break
		}
		b.WriteString(line)
		s.shown++
	}
	var commands []string
	if more := len(rows) - s.shown; more > 0 {
		s.cut = true
		_, command := s.next(ctx)
		commands = append(commands, fmt.Sprintf("%s more: %s", grep.Plural(int64(more), "row", "rows"), cmp.Or(command, "raise --max-lines")))
	} else if s.hides() {
		commands = append(commands, fmt.Sprintf("down to depth %d of %d; deeper: %s", s.depth, s.deep, s.deeper()))
	}
	b.WriteString(s.closing(commands))
	return b.String()
}

// lines returns the rows up to --limit, each as JSON on a line, without a budget.
func (s *search) lines() string {
	var b strings.Builder
	rows := s.rows[s.offset():]
	if limit := s.request.Limit; limit > 0 && limit < int64(len(rows)) {
		rows, s.cut = rows[:limit], true
	}
	for i := range rows {
		b.Write(s.encode(&rows[i]))
		b.WriteByte('\n')
	}
	s.shown = len(rows)
	return b.String()
}

// aside says how many rows --limit left, with the command for them; "" for none.
func (s *search) aside(ctx context.Context) string {
	more := len(s.rows) - s.offset() - s.shown
	if more == 0 {
		return ""
	}
	command := "raise --limit"
	if text, _ := s.next(ctx); text != "" {
		command = s.command("--format="+request.FormatLines, "--cursor="+text)
	}
	return fmt.Sprintf("ct-search: %s more: %s\n", grep.Plural(int64(more), "row", "rows"), command)
}

// hides reports whether folders are hidden because the budget has no room for all that are as deep, and deeper returns
// the command that shows those.
func (s *search) hides() bool { return s.depth < s.deep && s.request.Depth == 0 }
func (s *search) deeper() string {
	return s.command("--depth=" + strconv.Itoa(min(s.depth+1, request.MaxDepth)))
}

// heading returns the names of the columns.
func (s *search) heading() string {
	if s.request.Flat {
		return fmt.Sprintf("%9s %12s  %s\n", "lines", "bytes", "file")
	}
	return fmt.Sprintf("%7s %9s %12s  %s\n", "files", "lines", "bytes", "folder")
}

// line returns a row of the text.
func (s *search) line(r *row) string {
	name, _ := budget.Clip([]byte(budget.EscapeName(r.path)), 0, 0, maxPath)
	if s.request.Flat {
		lines := strconv.FormatInt(r.lines, 10)
		if r.language == binary {
			lines = binary
		}
		return fmt.Sprintf("%9s %12d  %s\n", lines, r.bytes, name)
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 && r.depth > 0 {
		name = name[i+1:]
	}
	return fmt.Sprintf("%7d %9d %12d  %s%s%s\n", r.files, r.lines, r.bytes, strings.Repeat("  ", r.depth), cmp.Or(name, "all")+"/", mainLanguages(r))
}

// mainLanguages names the languages with most of a folder's lines.
func mainLanguages(r *row) string {
	var main []string
	for _, l := range r.by[:min(len(r.by), mostMain)] {
		if r.lines > 0 && l.lines*100 >= leastMain*r.lines {
			main = append(main, fmt.Sprintf("%s %d%%", l.language, (l.lines*100+r.lines/2)/r.lines))
		}
	}
	if len(main) == 0 {
		return ""
	}
	return "  " + strings.Join(main, ", ")
}

// closing returns the sums by language, and the commands that show more.
func (s *search) closing(commands []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%7s %9s %12s  %s\n", "files", "lines", "bytes", "language")
	all := s.found.languages()
	sum := s.found.total()
	if len(all) > mostLanguages {
		rest := share{language: fmt.Sprintf("%d others", len(all)-mostLanguages+1)}
		for _, l := range all[mostLanguages-1:] {
			rest.add(l.tally)
		}
		all = append(slices.Clone(all[:mostLanguages-1]), rest)
	}
	for _, l := range append(all, share{"total", sum}) {
		note := ""
		if l.binary > 0 {
			note = fmt.Sprintf(" (%d binary, whose lines are not counted)", l.binary)
			if l.language == binary {
				note = " (lines are not counted)"
			}
		}
		fmt.Fprintf(&b, "%7d %9d %12d  %s%s\n", l.files, l.lines, l.bytes, l.language, note)
	}
	for _, c := range commands {
		b.WriteString(c + "\n")
	}
	return b.String()
}
