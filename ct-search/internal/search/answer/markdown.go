package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
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
	if a.status != "" {
		out.WriteString(budget.EscapeLine(a.status) + "\n")
	}
	a.first(&out)
	if a.at != "" {
		text := out.String()
		out.Reset()
		end := strings.IndexByte(text, '\n') + 1
		out.WriteString(text[:end] + budget.EscapeLine("at "+a.at) + "\n" + text[end:])
	}
	for _, s := range a.Sections {
		if len(s.Findings) > 0 && s.Findings[0].under != "" {
			outline(&out, s.Findings)
			continue
		}
		shown := s.Findings
		if s.Title == TitleHot {
			shown = shown[:min(len(shown), hotLines)]
		}
		heading(&out, "### "+s.Title, shown)
	}
	if len(a.Artifacts) > 0 {
		out.WriteString("## Artifacts\n")
		a.artifacts(&out)
	}
	out.WriteString(a.last() + "\n")
	return out.String()
}

// first prints what to read first: what it is, how it is used, the first uses, and then what else has the name.
func (a *Answer) first(out *strings.Builder) {
	var after []string
	for i := range a.KeyFindings {
		f := &a.KeyFindings[i]
		line := budget.EscapeLine(f.Message) + "\n"
		if i > 0 && len(a.leads) > 0 && f.saysMore() {
			after = append(after, line)
			continue
		}
		out.WriteString(line)
	}
	for i := range a.leads {
		out.WriteString("  " + a.leads[i].text() + "\n")
	}
	out.WriteString(strings.Join(after, ""))
}

// saysMore reports whether a key finding is about something else of the name.
func (f *Finding) saysMore() bool {
	data, ok := f.Details.Data.(PrimaryData)
	return f.Category == "disambiguation" || ok && data.Type == "file"
}

// hotLines is how many of the files with most matches Markdown shows.
const hotLines = 3

// text returns the message of a finding as Markdown has it: the outermost part of a file has no name there.
func (f *Finding) text() string {
	return budget.EscapeLine(strings.Replace(f.Message, "  "+occurrence.Outermost+"  ", "  ", 1))
}

// last returns the last line: how the query was read, what was searched, and how much of what was found is shown.
func (a *Answer) last() string {
	s := &a.Summary
	parts := []string{
		cmp.Or(a.closing, s.Mode),
		fmt.Sprintf("%s searched, %d with matches", grep.Plural(s.Scanned, "file", "files"), s.MatchedIn),
		fmt.Sprintf("%s, %d shown", grep.Plural(s.Matches, "match", "matches"), s.Returned),
	}
	for _, note := range s.Notes {
		if !strings.Contains(a.closing, note) {
			parts = append(parts, note)
		}
	}
	for _, list := range []struct {
		name  string
		globs []string
	}{{"include", s.Include}, {"exclude", s.Exclude}} {
		if len(list.globs) > 0 && !strings.Contains(a.closing, strings.Join(list.globs, " ")) {
			parts = append(parts, list.name+" "+strings.Join(list.globs, " "))
		}
	}
	if s.Context != (Context{1, 1}) {
		parts = append(parts, fmt.Sprintf("context %d,%d", s.Context.Before, s.Context.After))
	}
	if s.ScanMethod != "native" && s.ScanMethod != "" {
		parts = append(parts, "by "+s.ScanMethod)
	}
	return budget.EscapeLine(strings.Join(parts, "; "))
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
	begun := false
	for i := range findings {
		if findings[i].leads {
			continue
		}
		if !begun {
			out.WriteString(title + "\n")
			begun = true
		}
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
	out.WriteString("- " + f.text() + "\n")
	if f.snippet == nil || len(f.snippet.Lines) < 2 || f.Anchor == nil { // a single line is in the message
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
