package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
)

// Markdown returns the answer as Markdown: a heading for each section that is not empty, and a line for each finding.
func (a *Answer) Markdown() string {
	var out strings.Builder
	switch {
	case a.line != "":
		out.WriteString(a.line)
		a.artifacts(&out)
		return out.String()
	case a.Summary.Matches == 0 && !a.showEmpty && a.section(TitlePaths) == nil && !a.Summary.TimedOut:
		a.artifacts(&out)
		return out.String()
	}
	out.WriteString("## Summary\n")
	a.Summary.write(&out)
	heading(&out, "## Key Findings", a.KeyFindings)
	for _, s := range a.Sections {
		if len(s.Findings) > 0 && s.Findings[0].under != "" {
			outline(&out, s.Findings)
			continue
		}
		heading(&out, "### "+s.Title, s.Findings)
	}
	heading(&out, "## Evidence", a.Evidence)
	if len(a.Artifacts) > 0 {
		out.WriteString("## Artifacts\n")
		a.artifacts(&out)
	}
	return out.String()
}

// artifacts prints the names of files that were written, even if nothing else is printed.
func (a *Answer) artifacts(out *strings.Builder) {
	for _, x := range a.Artifacts {
		fmt.Fprintf(out, "- %s (%s)\n", budget.EscapeName(x.Path), x.Format)
	}
}

func heading(out *strings.Builder, title string, findings []Finding) {
	if len(findings) == 0 {
		return
	}
	out.WriteString(title + "\n")
	for i := range findings {
		findings[i].write(out)
	}
}

// outline prints findings below their headings.
func outline(out *strings.Builder, findings []Finding) {
	var heads []string
	under := map[string][]*Finding{}
	for i := range findings {
		f := &findings[i]
		if under[f.under] == nil {
			heads = append(heads, f.under)
		}
		under[f.under] = append(under[f.under], f)
	}
	for _, head := range heads {
		group := under[head]
		slices.SortStableFunc(group, func(a, b *Finding) int {
			return cmp.Or(cmp.Compare(a.Anchor.Line, b.Anchor.Line), cmp.Compare(b.Anchor.EndLine, a.Anchor.EndLine))
		})
		fmt.Fprintf(out, "### %s\n", head)
		var around []*Finding
		for _, f := range group {
			for len(around) > 0 && around[len(around)-1].Anchor.EndLine < f.Anchor.EndLine {
				around = around[:len(around)-1]
			}
			fmt.Fprintf(out, "%s- %s\n", strings.Repeat("  ", len(around)), budget.EscapeLine(f.line))
			if f.Anchor.EndLine > f.Anchor.Line {
				around = append(around, f)
			}
		}
	}
}

// Only makes line all that Markdown prints, for a page without room for more. JSON keeps what is required.
func (a *Answer) Only(line string) {
	a.line = line
	a.KeyFindings, a.Sections, a.Summary.Notes, a.Question, a.NextCursor = []Finding{}, []Section{}, nil, "", nil
	a.Summary.Returned = 0
	a.Run.Args, a.Summary.FileGlobs, a.Summary.Include, a.Summary.Exclude = []string{}, []string{}, []string{}, []string{}
	a.Summary.Query, _ = budget.Clip([]byte(a.Summary.Query), 0, 0, occurrence.ClipText)
}

// write prints a finding in one line, and the lines around it if it has some.
func (f *Finding) write(out *strings.Builder) {
	fmt.Fprintf(out, "- %s\n", budget.EscapeLine(f.Message))
	if f.snippet == nil || len(f.snippet.Lines) == 0 || f.Anchor == nil {
		return
	}
	fence := budget.Fence(strings.Join(f.snippet.Lines, "\n"))
	out.WriteString(fence + "\n")
	for i, line := range f.snippet.Lines {
		n, mark := f.snippet.First+int64(i), byte(' ')
		if n == f.Anchor.Line {
			mark = '>'
		}
		fmt.Fprintf(out, "%c%d %s\n", mark, n, budget.EscapeLine(line))
	}
	out.WriteString(fence + "\n")
}

// write prints the summary, its names in the order of JSON, joined to lines.
func (s *Summary) write(out *strings.Builder) {
	quoted := func(v any) string { text, _ := render.JSON(v, false); return budget.EscapeLine(string(text)) }
	lines := [][]string{
		{
			"query: " + quoted(s.Query), "mode: " + s.Mode, "file_globs: " + quoted(s.FileGlobs), "include: " + quoted(s.Include),
			"exclude: " + quoted(s.Exclude), fmt.Sprintf("context_lines: %d,%d", s.Context.Before, s.Context.After), fmt.Sprintf("limit: %d", s.Limit),
		},
		{
			fmt.Sprintf("scanned_files: %d", s.Scanned), fmt.Sprintf("matched_files: %d", s.MatchedIn), fmt.Sprintf("total_matches: %d", s.Matches),
			fmt.Sprintf("returned_matches: %d", s.Returned), "scan_method: " + s.ScanMethod,
		},
	}
	if s.Truncated {
		lines[1] = append(lines[1], "truncated: true")
	}
	if s.TimedOut {
		lines[1] = append(lines[1], "timed_out: true")
	}
	for _, l := range lines {
		fmt.Fprintf(out, "%s\n", strings.Join(l, " · "))
	}
	if len(s.Notes) > 0 {
		fmt.Fprintf(out, "notes: %s\n", budget.EscapeLine(strings.Join(s.Notes, "; ")))
	}
}
