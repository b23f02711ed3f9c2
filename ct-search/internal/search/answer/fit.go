package answer

import (
	"cmp"
	"slices"
	"sort"
)

// Fit cuts an answer until it fits: it drops evidence first, then the hot files, then the snippets from the last, then
// the other sections, then the matches from the last, and before the last match the key findings after the first. The
// summary, the first finding, the limitations and the command that shows the rest stay.
func Fit(a *Answer, fits func(*Answer) bool) *Answer {
	if fits(a) {
		return a
	}
	steps := len(a.cuts())
	n := 1 + sort.Search(steps-1, func(i int) bool { return fits(a.without(i + 1)) })
	return a.without(min(n, steps))
}

// A removal drops one part of an answer, which is a copy.
type removal func(a *Answer)

// cuts returns what can be dropped, in order.
func (a *Answer) cuts() []removal {
	var all []removal
	for range a.Evidence {
		all = append(all, func(a *Answer) { a.Evidence = a.Evidence[:len(a.Evidence)-1] })
	}
	all = append(all, func(a *Answer) { a.drop(TitleHot) })
	for _, title := range []string{TitleGraph, TitleHazards} {
		for range a.section(title) {
			all = append(all, func(a *Answer) { a.shorten(title) })
		}
	}
	for _, title := range []string{TitleMentions, TitleTop} {
		for i := range slices.Backward(a.section(title)) {
			all = append(all, func(a *Answer) { a.bare(title, i) })
		}
	}
	for _, title := range []string{TitlePaths, TitleDefinitions} {
		for range a.section(title) {
			all = append(all, func(a *Answer) { a.shorten(title) })
		}
	}
	all = append(all, func(a *Answer) { a.drop(TitleKinds) })
	for range max(len(a.section(TitleFollow))-1, 0) {
		all = append(all, func(a *Answer) { a.shorten(TitleFollow) })
	}
	matches := a.matchCuts()
	last := max(len(matches)-1, 0) // a page of one match goes on, one of none does not
	all = append(all, matches[:last]...)
	for range max(len(a.KeyFindings)-1, 0) {
		all = append(all, func(a *Answer) { a.KeyFindings = a.KeyFindings[:len(a.KeyFindings)-1] })
	}
	return append(all, matches[last:]...)
}

// matchCuts drops the matches, the last in rank first, so that those that stay are the first ones.
func (a *Answer) matchCuts() []removal {
	type match struct {
		title string
		rank  int
	}
	var all []match
	for _, title := range []string{TitleTop, TitleMentions} {
		for _, f := range a.section(title) {
			all = append(all, match{title, f.rank})
		}
	}
	slices.SortStableFunc(all, func(x, y match) int { return cmp.Compare(x.rank, y.rank) })
	var cuts []removal
	for _, m := range slices.Backward(all) {
		cuts = append(cuts, func(a *Answer) { a.shorten(m.title) })
	}
	return cuts
}

// without returns a copy of a from which the first n cuts are made.
func (a *Answer) without(n int) *Answer {
	c := a.Copy()
	for _, cut := range a.cuts()[:n] {
		cut(c)
	}
	c.Summary.Returned = int64(len(c.section(TitleTop)) + len(c.section(TitleMentions)))
	return c
}

func (a *Answer) section(title string) []Finding {
	for _, s := range a.Sections {
		if s.Title == title {
			return s.Findings
		}
	}
	return nil
}

// drop leaves a section out.
func (a *Answer) drop(title string) {
	a.Sections = slices.DeleteFunc(a.Sections, func(s Section) bool { return s.Title == title })
}

// shorten leaves out the last finding of a section.
func (a *Answer) shorten(title string) {
	for i := range a.Sections {
		if s := &a.Sections[i]; s.Title == title {
			if s.Findings = s.Findings[:len(s.Findings)-1]; len(s.Findings) == 0 {
				a.drop(title)
			}
			return
		}
	}
}

// bare drops the snippet of finding i of a section.
func (a *Answer) bare(title string, i int) {
	for k := range a.Sections {
		s := &a.Sections[k]
		if s.Title != title {
			continue
		}
		s.Findings = slices.Clone(s.Findings)
		f := &s.Findings[i]
		f.snippet = nil
		f.Details.Data = withoutSnippet(f.Details.Data)
	}
}

// withoutSnippet returns the data of a match without its lines.
func withoutSnippet(data any) any {
	switch d := data.(type) {
	case DefinitionData:
		d.bare()
		return d
	case CallData:
		d.bare()
		return d
	case GivenData:
		d.bare()
		return d
	case TextData:
		d.bare()
		return d
	}
	return data
}

// bare drops the snippet; its place and the command that shows it stay.
func (x *Extras) bare() { x.SnippetText, x.SnippetLang = "", "" }
