package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
)

// body returns what is shown: what was chosen, as far as there is room.
func (s *sample) body(cut bool) *body {
	b := &body{
		frame: s.frame, echo: echo{Query: s.text}, snippets: s.snippets,
		lines: s.lines, files: int64(len(s.found)), skipped: s.request.skip, atLeast: cut,
	}
	if s.lines == 0 {
		return b
	}
	b.warnings = s.warnings()
	b.head = append([]string{s.totals(b)}, b.warnings...)
	b.heading = func(path string, shown int) string { return s.heading(b.snippets[:shown], path) }
	b.samples = func(shown int) []sampleDocument { return s.samples(b.snippets[:shown]) }
	b.left = func(shown int) string {
		switch n := s.clusters - s.rankAfter(shown); {
		case n > 0:
			return b.bound() + grep.Plural(n, "more cluster", "more clusters")
		case s.timedOut:
			return endedByTime
		}
		return ""
	}
	b.rest = s.rest
	b.next = s.next()
	return b
}

// totals returns the first line.
func (s *sample) totals(b *body) string {
	line := fmt.Sprintf("%s%s in %s, %s", b.bound(), grep.Plural(s.lines, "matching line", "matching lines"), grep.Plural(b.files, "file", "files"), grep.Plural(s.clusters, "cluster", "clusters"))
	if b.skipped > 0 {
		line += fmt.Sprintf("; after the first %d", b.skipped)
	}
	return line
}

// rankAfter returns the rank of the first cluster after that many snippets.
func (s *sample) rankAfter(shown int) int64 {
	if shown < len(s.snippets) {
		return s.snippets[shown].rank
	}
	return s.end
}

// rest returns the command that continues after that many snippets. If the time ended the search,
// the first cluster of each file that was found keeps its rank, but the others do not.
func (s *sample) rest(shown int) string {
	skip := s.rankAfter(shown)
	if s.timedOut {
		skip = max(s.request.skip, min(skip, int64(len(s.found))))
	}
	if skip == 0 {
		return s.request.sampleCommand(s.text, s.paths)
	}
	return s.request.sampleCommand(s.text, s.paths, fmt.Sprint("--skip=", skip))
}

// next returns the next command if everything is shown: for the surroundings of the places in the
// first file that can be named, or otherwise for where the others are.
func (s *sample) next() string {
	shown := s.snippets
	for i := range shown {
		path := shown[i].path
		if i > 0 && path == shown[i-1].path {
			continue
		}
		command := s.request.queryCommand(s.text, path)
		if m := s.file(path); len(m.lines) > mostLines {
			command = s.request.pageCommand(path, fmt.Sprintf("--line=%d", m.lines[0]))
		}
		if command != "" {
			return command
		}
	}
	if s.request.skip > 0 {
		return s.request.sampleCommand(s.text, s.paths)
	}
	return s.request.scoutCommand(s.text, s.paths, files()...)
}

// warnings says if the query is broad.
func (s *sample) warnings() []string {
	if !grep.Broad(s.lines, int64(len(s.found))) {
		return nil
	}
	much := fmt.Sprintf("more than %d matching lines", grep.BroadLines)
	if s.lines <= grep.BroadLines {
		much = fmt.Sprintf("matches in more than %d files", grep.BroadFiles)
	}
	return []string{"broad: " + much + "; narrow the query or the paths" + grep.Offer(s.request.scoutCommand(s.text, s.paths, files()...))}
}

// heading names a file, its number of matching lines, and which of its clusters, from 1, are among the snippets.
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

// sampleDocument says in JSON what was taken from a file.
type sampleDocument struct {
	Path     string `json:"path"`
	Lines    int    `json:"lines"`    // number of matching lines
	Clusters int    `json:"clusters"` // number of their clusters
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

// mark marks those of lines that match.
func (m *matching) mark(lines []line) []line {
	for i := range lines {
		if _, is := slices.BinarySearch(m.lines, lines[i].n); is {
			lines[i].match = true
		}
	}
	return lines
}
