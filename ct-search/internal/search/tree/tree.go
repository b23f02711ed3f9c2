// Package tree is the form that says what a tree holds: the files, lines and bytes of each folder, by language.
package tree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A search counts the files of a tree.
type search struct {
	frame   *tool.Frame
	request *request.Request
	files   walk.Options
	names   []*pattern.Name // --name: the name matches all of them
	exts    []string        // of --ext, each with its dot
	page    *page.Page

	last  string // path of the last file that was looked at
	found census
	rows  []row // all of them, in the order in which they are shown
	shown int   // rows on this page
	cut   bool  // rows follow
	depth int   // of the folders among rows
	deep  int   // of the deepest folder
}

// Figures returns the names that expectations can use, beside those of every form.
func Figures() []string { return []string{"bytes"} }

// Plan checks a request for a tree; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	s := &search{frame: f, request: r}
	if err := f.CheckNames(append(request.FigureNames(), Figures()...)); err != nil {
		return nil, err
	}
	var err error
	if s.files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	s.files.Base = r.Base
	for _, text := range r.Names {
		name, err := pattern.CompileName(text, pattern.Options{Promote: true})
		if err != nil {
			return nil, opt.Usagef("name", "{name}: %v", err)
		}
		s.names = append(s.names, name)
	}
	if s.exts, err = extensions(r.Exts); err != nil {
		return nil, err
	}
	if err := s.contradicts(); err != nil {
		return nil, err
	}
	words, names, err := r.Words(s.files.Roots, "tree")
	if err != nil {
		return nil, err
	}
	if s.page, err = page.New(r.Cursor, words, names); err != nil {
		return nil, err
	}
	return &tool.Job{Run: s.run}, nil
}

// contradicts returns an error about options that do nothing together.
func (s *search) contradicts() error {
	switch r := s.request; {
	case r.Flat && r.Depth > 0:
		return opt.Usagef("depth", "{depth} says how deep folders are shown, and {flat} lists files; leave one out, or bound the walk by {max-depth}")
	case r.SortBy == request.SortPath:
		return opt.Usagef("sort", "{sort} path is the order of a filter; {sort} name is that of a tree")
	case r.Flat && r.SortBy == request.SortFiles:
		return opt.Usagef("sort", "{sort} files is the number of files in a folder, and {flat} lists files; sort by lines, bytes or name")
	}
	return nil
}

// extensions returns the values of --ext, which may be rs, .rs or *.rs, as .rs.
func extensions(given []string) ([]string, error) {
	var exts []string
	for _, list := range given {
		for word := range strings.SplitSeq(list, ",") {
			ext := strings.TrimPrefix(strings.TrimPrefix(word, "*"), ".")
			if ext == "" || strings.ContainsAny(ext, "/*?[") {
				return nil, opt.Usagef("ext", "{ext} must be extensions joined by commas, such as rs or go,mod, not %q; for other names give {name} PATTERN", list)
			}
			exts = append(exts, "."+ext)
		}
	}
	return exts, nil
}

// run counts the tree, prints the rows of the page, and accounts for them.
func (s *search) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	if err := s.page.Begin(ctx, s.files, s.looked); err != nil {
		return nil, err
	}
	s.found = newCensus(s.request.Flat)
	progress := walk.ProgressOf(ctx)
	led, err := walk.Run(ctx, s.files, s.visitor(ctx), func(f file) bool {
		s.last = f.path
		if f.counts {
			s.found.add(&f)
			progress.Found(1)
		}
		return true
	})
	if wrong := s.request.Misplaced(err); wrong != nil && wrong.Meant == "" && s.frame.Definition == "" {
		err = fmt.Errorf("%w (with --tree arguments are paths; to look for a text leave --tree out)", err)
	}
	if err != nil {
		return nil, err
	}
	if from := s.page.From; from != nil && from.At.Path != s.last && led.Count(ledger.Timeout) == 0 {
		err := errors.New("the tree changed since: " + budget.EscapeName(s.last) + " is its last file now; begin again without the cursor")
		return nil, &opt.ValueError{Option: "cursor", Err: err}
	}
	all := s.found.total()
	a := &tool.Answer{
		Figures: request.Figures(all.files, all.files, all.lines, &led), Lines: all.lines, Base: s.base(), Ledger: &led,
		Reading: s.reading(all),
	}
	a.Figures.Unit = "file"
	a.Figures.Set("bytes", float64(all.bytes))
	s.choose()
	a.Document = func(o tool.Outcome) any { return s.document(ctx, o, a) }
	a.Text = func(tool.Outcome) string {
		s.shown, s.cut = 0, false
		s.choose()
		return s.text(ctx)
	}
	text := ""
	switch s.frame.Format {
	case "json":
		s.fitJSON()
	case request.FormatLines:
		text = s.lines()
		a.Aside = s.aside(ctx)
	default:
		text = s.text(ctx)
	}
	if _, err := io.WriteString(out, text); err != nil {
		return nil, err
	}
	if s.frame.Uses("MATCHES") {
		a.Matches = s.paths()
	}
	return a, nil
}

// paths returns the paths of the page, one a line.
func (s *search) paths() string {
	var list []string
	for _, r := range s.pageRows() {
		list = append(list, budget.EscapeName(r.path))
	}
	return strings.Join(list, "\n")
}

// reading returns how the request was understood.
func (s *search) reading(all tally) *tool.Reading {
	r := s.request.Reading(s.files, nil, 0)
	if len(s.names) > 0 {
		r.Notes = append(r.Notes, "names "+strings.Join(s.request.Names, " "))
	}
	if len(s.exts) > 0 {
		r.Notes = append(r.Notes, "extensions "+strings.Join(s.exts, " "))
	}
	if all.binary > 0 {
		r.Notes = append(r.Notes, grep.Plural(all.binary, "binary file is", "binary files are")+" counted without lines")
	}
	r.Limits = s.request.Limits(grep.Bound{Name: "limit", N: s.request.Limit}, grep.Bound{Name: "min-lines", N: s.request.MinLines})
	return r
}

func (s *search) base() string { return cmp.Or(s.request.Base, ".") }

// command returns the command line of this search with other options, from its first page.
func (s *search) command(options ...string) string {
	return s.request.Refine(request.Tree, s.files.Roots, options)
}

// offset returns how many rows earlier pages showed.
func (s *search) offset() int {
	if s.page.From == nil {
		return 0
	}
	return int(min(s.page.From.At.Shown, int64(len(s.rows))))
}

// pageRows returns the rows of the page.
func (s *search) pageRows() []row { return s.rows[s.offset():][:s.shown] }

// next returns the cursor after the page, and the command that shows what follows; both are "" if that is unknown.
func (s *search) next(ctx context.Context) (text, command string) {
	if text = s.page.Ended(ctx, s.end()); text != "" {
		command = s.command("--cursor=" + text)
	}
	return text, command
}

// end returns where the page ends.
func (s *search) end() cursor.Place {
	return cursor.Place{Path: s.last, Shown: int64(s.offset() + s.shown)}
}

// named reports whether the name of an entry is one that is asked for.
func (s *search) named(name []byte) (bool, error) {
	for _, n := range s.names {
		if ok, err := n.Match(name); err != nil || !ok {
			return false, err
		}
	}
	ext := func(ext string) bool { return strings.HasSuffix(string(name), ext) }
	return len(s.exts) == 0 || slices.ContainsFunc(s.exts, ext), nil
}

// looked reports whether the search looks at e: its results depend on all such entries.
func (s *search) looked(e *walk.Entry) bool {
	named, err := s.named(e.Name())
	return err == nil && named
}
