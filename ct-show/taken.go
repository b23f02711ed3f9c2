package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// texts is the second pass: it gives the snippets of what is picked, in that
// order, as far as they are still there.
func (s *sample) texts(ctx context.Context, taken []pick) ([]snippet, error) {
	files := s.files
	files.Roots, files.MaxFiles = nil, 0
	for _, p := range taken {
		if path := s.found[p.file].path; !slices.Contains(files.Roots, path) {
			files.Roots = append(files.Roots, path)
		}
	}
	newVisit := func() walk.Visit[[]snippet] {
		scanner := scan.New(s.matcher.Clone(), scan.Request{Want: match.Spans, Before: sampleContext, After: sampleContext, MaxLines: scanLines})
		return func(e *walk.Entry) walk.Outcome[[]snippet] { return s.again(ctx, e, scanner, taken) }
	}
	var all []snippet
	_, err := walk.Run(ctx, files, newVisit, func(of []snippet) bool {
		all = append(all, of...)
		return true
	})
	var out []snippet
	for _, p := range taken {
		m := &s.found[p.file]
		for i := range all {
			if sn := &all[i]; sn.path == m.path && sn.cluster == p.cluster {
				out = append(out, *sn)
			}
		}
	}
	return out, err
}

// again gives the snippets that are picked of one file.
func (s *sample) again(ctx context.Context, e *walk.Entry, scanner *scan.Scanner, taken []pick) walk.Outcome[[]snippet] {
	path := e.Path()
	var m *matching
	cluster := map[int64]int{} // by the first line
	for _, p := range taken {
		if f := &s.found[p.file]; f.path == path {
			m = f
			cluster[m.clusters[p.cluster]] = p.cluster
		}
	}
	var found []snippet
	size := 0
	why, detail := hits(ctx, e, scanner, func(r *scan.Result) {
		for i := range r.Hits {
			h := &r.Hits[i]
			if c, ok := cluster[h.Line]; ok {
				found = append(found, snippet{path: path, cluster: c, lines: m.mark(around(h, 0, maxLine))})
				size += r.Size() / len(r.Hits)
			}
		}
	})
	wanted := make([]int64, len(found))
	for i := range found {
		wanted[i] = m.clusters[found[i].cluster]
	}
	if sections, err := sectionsOf(ctx, e, wanted); err == nil { // else what was read a moment ago stays without
		for i := range sections {
			found[i].section = sections[i]
		}
	}
	return walk.Outcome[[]snippet]{Value: found, Keep: len(found) > 0, Size: size, Skip: why, Detail: detail}
}

// mark marks those of lines that match.
func (m *matching) mark(lines []line) []line {
	for i := range lines {
		if _, is := slices.BinarySearch(m.lines, lines[i].n); is {
			lines[i].match = true
		}
	}
	return lines
}

// body gives what is shown: what is picked, as far as there is room.
func (s *sample) body(ctx context.Context) (*body, error) {
	b := &body{
		frame: s.frame, budget: room(s.frame, sampleBudget), echo: echo{Query: s.text},
		lines: s.lines, files: int64(len(s.found)), atLeast: s.atLeast, warnings: s.warnings(),
	}
	if s.lines == 0 {
		return b, nil
	}
	counts := make([]int, len(s.found))
	for i := range s.found {
		counts[i] = len(s.found[i].clusters)
	}
	var err error
	// No snippet has less than a line: no more are shown within the hard bounds.
	if b.snippets, err = s.texts(ctx, picks(counts, hard.Lines)); err != nil {
		return nil, err
	}
	bound := ""
	if s.atLeast {
		bound = "at least "
	}
	b.head = append([]string{fmt.Sprintf("%s%s in %s, %s", bound, grep.Plural(s.lines, "matching line", "matching lines"), grep.Plural(b.files, "file", "files"), grep.Plural(s.clusters, "cluster", "clusters"))}, b.warnings...)
	b.heading = func(path string, shown int) string { return s.heading(b.snippets[:shown], path) }
	b.samples = func(shown int) []sampleDocument { return s.samples(b.snippets[:shown]) }
	b.left = func(shown int) string { return grep.Plural(s.clusters-int64(shown), "more cluster", "more clusters") }
	b.rest = func(shown int) string { return s.step(b.snippets[:shown]) }
	b.next = s.step(b.snippets)
	return b, nil
}

// warnings says where the query is broad.
func (s *sample) warnings() []string {
	var much string
	switch {
	case s.lines > broadLines:
		much = fmt.Sprintf("more than %d matching lines", broadLines)
	case len(s.found) > broadFiles:
		much = fmt.Sprintf("matches in more than %d files", broadFiles)
	default:
		return nil
	}
	scout := grep.CommandOf("ct-survey", &s.request.table, s.request.own(), []string{"--scout"}, append([]string{s.text}, s.files.Roots...))
	return []string{"broad: " + much + "; narrow the query or the paths" + offer(scout)}
}

// heading names a file, how much matches in it and which of its clusters are
// among the snippets, counted from 1.
func (s *sample) heading(shown []snippet, path string) string {
	d := s.sample(shown, path)
	if d.Lines == 1 {
		return escaped(path)
	}
	list := make([]string, len(d.Taken))
	for i, t := range d.Taken {
		list[i] = fmt.Sprint(t)
	}
	word := "clusters"
	if len(list) == 1 {
		word = "cluster"
	}
	return fmt.Sprintf("%s (%s %s of %d, %d matching lines)", escaped(path), word, strings.Join(list, ", "), d.Clusters, d.Lines)
}

// A sampleDocument says in JSON what was taken of a file.
type sampleDocument struct {
	Path     string `json:"path"`
	Lines    int    `json:"lines"`    // that match
	Clusters int    `json:"clusters"` // of them
	Taken    []int  `json:"taken"`    // which clusters are shown, from 1
}

func (s *sample) samples(shown []snippet) []sampleDocument {
	var list []sampleDocument
	for i := range shown {
		if path := shown[i].path; !slices.ContainsFunc(list, func(d sampleDocument) bool { return d.Path == path }) {
			list = append(list, s.sample(shown, path))
		}
	}
	return list
}

func (s *sample) sample(shown []snippet, path string) sampleDocument {
	m := s.file(path)
	d := sampleDocument{Path: path, Lines: len(m.lines), Clusters: len(m.clusters)}
	for _, sn := range inOrder(shown, path) {
		d.Taken = append(d.Taken, sn.cluster+1)
	}
	return d
}

func (s *sample) file(path string) *matching {
	i := slices.IndexFunc(s.found, func(m matching) bool { return m.path == path })
	return &s.found[i]
}

// step gives the command to go on with: in the first file of which clusters are
// missing, or else in the first, its matching lines if they are few enough, more
// of its clusters if others share the room, or its lines from the next cluster on.
func (s *sample) step(shown []snippet) string {
	m := &s.found[0]
	for i := range s.found {
		if taken := inOrder(shown, s.found[i].path); len(taken) > 0 && len(taken) < len(s.found[i].clusters) {
			m = &s.found[i]
			break
		}
	}
	switch taken := inOrder(shown, m.path); {
	case len(m.lines) <= mostLines:
		return s.request.queryCommand(s.text, m.path)
	case len(s.found) > 1:
		return s.request.sampleCommand(s.text, m.path)
	default:
		next := 0
		for next < len(taken) && taken[next].cluster == next {
			next++
		}
		return s.request.pageCommand(m.path, fmt.Sprintf("--line=%d", m.clusters[min(next, len(m.clusters)-1)]))
	}
}
