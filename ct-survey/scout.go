package main

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/tool"
)

// A distribution is what a scout finds out beyond the count of its query.
type distribution struct {
	*count
	files, folders []row // in path order of the first file, then most matching lines first
}

// A row is a file, or a folder with the files directly in it, and how many
// matching lines there are.
type row struct {
	Path    string `json:"path"`
	Matches int64  `json:"matches"`
}

// scout tells where the query occurs.
func (s *count) scout(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
	d := &distribution{count: s}
	folders := map[string]int{} // numbers in d.folders
	led, err := s.run(ctx, func(file string, lines []int64) {
		d.files = append(d.files, row{file, lines[0]})
		folder := path.Dir(file)
		i, known := folders[folder]
		if !known {
			i = len(d.folders)
			folders[folder] = i
			d.folders = append(d.folders, row{Path: folder})
		}
		d.folders[i].Matches += lines[0]
	})
	if err != nil {
		return nil, err
	}
	for _, rows := range [][]row{d.files, d.folders} {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.Matches, a.Matches) })
	}
	a := s.answer(led)
	if err := s.diagnose(ctx, a); err != nil {
		return nil, err
	}
	if s.frame.Uses("MATCHES") {
		a.Matches = s.matches()
	}
	a.Document = func(o tool.Outcome) any { return d.document(o, a) }
	return a, nil
}

// next gives the command that shows samples, from the folder with most matching
// lines where there are several; "" where nothing matches.
func (d *distribution) next() string {
	paths := d.paths
	switch {
	case len(d.folders) == 0:
		return ""
	case len(d.folders) > 1 && d.tallies[0].broad():
		paths = []string{d.folders[0].Path}
	}
	query, args := d.terms[0], []string{"--sample"}
	if strings.HasPrefix(query, "-") {
		return grep.CommandOf("ct-show", &d.request.table, []string{"scout"}, args, append([]string{query}, paths...))
	}
	return grep.CommandOf("ct-show", &d.request.table, []string{"scout"}, append(args, query), paths)
}
