// Package position says what is at a place of a file: the definition around it, the symbol under it, what defines and
// calls that, and what the function around it calls. It asks package calls for what is in other files.
package position

import (
	"context"
	"path"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions/hierarchy"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/tested"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/position"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search is a request about a position.
type Search struct {
	findings.Window
	Files walk.Options // where definitions and calls are looked for

	at   position.Position
	text string // the position as written
	page *findings.Page
}

// Plan checks the request and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	view := r.View()
	at, ok := position.Parse(r.Position, func(name string) bool { return filepath.IsLocal(name) && view.IsFile(name) })
	if !ok || at.Last > 0 {
		return nil, refuse("%q is not FILE:LINE or FILE:LINE:COL, with numbers from 1", grep.Echo(r.Position, 200))
	}
	if given := r.Table.Given(others()...); len(given) > 0 {
		return nil, opt.Usagef(strings.TrimLeft(given[0], "-"), "%s does not apply to {position}; leave it out", given[0])
	}
	at.File = relative(at.File)
	s := &Search{at: at, text: r.Position}
	var err error
	if s.Files, err = r.Files(f, scope(paths, at.File)); err != nil {
		return nil, err
	}
	if s.page, err = findings.New(f, r, &s.Files); err != nil {
		return nil, err
	}
	s.Window = s.page.Window
	return s.page.Job(s), nil
}

// others are the options that say what to look for in another way.
func others() []string {
	return []string{"mode", "regexp", "case", "ignore-case", "smart-case", "case-sensitive", "word-regexp", "engine", "where", "include-strings", "matcher", "limit", "cursor", "q", "before-context", "after-context", "context"}
}

// relative returns the path of a file as a search of the working folder prints it, if it is below that.
func relative(file string) string {
	if here, err := filepath.Abs("."); err == nil && filepath.IsAbs(file) {
		if inside, err := filepath.Rel(here, file); err == nil && filepath.IsLocal(inside) {
			file = inside
		}
	}
	return path.Clean(filepath.ToSlash(file))
}

// scope returns the paths to search: without any, the folder of a file outside of the working folder.
func scope(paths []string, file string) []string {
	if len(paths) > 0 || filepath.IsLocal(file) {
		return paths
	}
	return []string{path.Dir(file)}
}

// Found is what was found.
type Found struct {
	search   *Search
	spot     *spot
	ledger   ledger.Ledger
	tree     cursor.Tree
	calls    *calls.Found     // of the symbol's name, nil if they were not looked for
	callees  *calls.Found     // the graph below the function around, nil likewise
	heirs    *hierarchy.Found // nil if they were not looked for
	tests    *tested.Found    // those one call away, nil likewise
	target   *target
	callers  []caller
	bound    int64 // calls of the target
	possible int64 // calls that may be
}

// Run searches; see findings.Search.
func (s *Search) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	at, led, err := read(ctx, s.at, s.Files.View())
	if err != nil {
		return nil, err
	}
	r := &Found{search: s, spot: at, ledger: led}
	if at.symbol != nil {
		if err := r.look(ctx); err != nil {
			return nil, err
		}
		r.tree.Add(at.path, at.info.Size, at.info.ModTime)
		if each != nil {
			each(at.symbol)
		}
	}
	return r, nil
}

// look finds the definition and the callers of the symbol, and what the function around it calls.
func (r *Found) look(ctx context.Context) error {
	s, m := r.search, r.spot.symbol
	if !r.local() {
		name := r.spot.name(m.Word)
		p, err := pattern.Compile(name, pattern.Options{Mode: pattern.Identifier, Case: pattern.Sensitive})
		if err != nil {
			return err
		}
		matcher, err := match.New(p)
		if err != nil {
			return err
		}
		search := calls.Search{Files: s.Files, Matcher: matcher, Name: name, Folder: folder(), Depth: 1, Nodes: calls.UsualNodes}
		if r.calls, err = search.Run(ctx); err != nil {
			return err
		}
		r.ledger = r.calls.Ledger
	}
	r.resolve()
	if err := r.relate(ctx); err != nil {
		return err
	}
	if in := r.spot.inside; in != nil && in.Definition != nil {
		var err error
		files := s.Files
		files.Roots, files.MaxDepth = []string{path.Dir(in.Path)}, 1 // everywhere, that takes ten times as long as who calls one
		search := calls.Search{Files: files, Folder: folder(), Nodes: calls.UsualNodes}
		r.callees, err = search.Expand(ctx, []resolve.Function{{Path: in.Path, Qualname: in.Definition.Qualname, Line: in.Line}}, 0, 1)
		if err != nil {
			return err
		}
	}
	return nil
}

// local reports whether the symbol is a parameter or a variable that no other file sees, or the name of a module.
func (r *Found) local() bool {
	b := r.spot.bound
	if b == nil {
		return false
	}
	return r.spot.module || b.Kind == source.Assignment && (r.spot.binding == source.Parameter || b.Enclosing != occurrence.Outermost)
}

func folder() string { return path.Base(strings.Join(findings.Folders(), "/")) }

// Totals returns the figures for pages and the summary: the symbol is the one match.
func (r *Found) Totals() findings.Totals {
	t := findings.Totals{Ledger: &r.ledger, Tree: &r.tree}
	if r.spot.symbol != nil {
		t.Matches, t.Files, t.Groups = 1, 1, 1
	}
	return t
}

// Answer returns the figures and how the request was read.
func (r *Found) Answer() *tool.Answer {
	t := r.Totals()
	f := request.Figures(t.Matches, t.Files, t.Matches, t.Ledger)
	counts := map[string]int64{}
	if m := r.spot.symbol; m != nil {
		counts[m.Category()] = 1
	}
	occurrence.SetCategories(&f, counts)
	if r.ledger.Count(ledger.Timeout) == 0 { // the file was read: its symbol is known, whatever was not read beside it
		f.Cut, f.Count.Open = "", false
	}
	reading := r.search.page.Request.Reading(r.search.Files, nil, 0)
	reading.Mode = pattern.Identifier.String()
	return &tool.Answer{Figures: f, Lines: t.Matches, Base: ".", Ledger: t.Ledger, Reading: reading, Hint: r.spot.what}
}

// Suggest returns nothing: a position has no other reading.
func (r *Found) Suggest(context.Context, *tool.Answer) ([]answer.Finding, error) { return nil, nil }

// Draw returns nothing: a position has no graph.
func (r *Found) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}
