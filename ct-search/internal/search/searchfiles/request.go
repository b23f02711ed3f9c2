// Package searchfiles answers the tool call search_files: it finds the matches of a query, itself or through another
// program, and returns as many as the limits of the call allow.
package searchfiles

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Request is the arguments of a search_files call. What was not given is "", 0 or nil.
type Request struct {
	mode, letters          string
	recursive              *bool
	maxDepth               int64
	maxResults, maxPerFile int64
	maxFileSize, maxFiles  int64
	contextLines           int64
	hidden, follow, ignore *bool
	include, exclude       []string
	cursor                 string
	backend                string // an option, no argument
}

// truth sets *p to true or false.
func truth(p **bool) opt.Var {
	return opt.Func(opt.KindFlag, func(s string) error {
		b, err := strconv.ParseBool(s)
		*p = &b
		return err
	})
}

// table returns the arguments of search_files, which are not options of the command line; parsing fills r.
func (r *Request) table() *opt.Table {
	rows := []opt.Option{
		{Name: "mode", Var: opt.Text(&r.mode), Values: []string{"exact", "regex", "fuzzy"}, Default: "exact", Help: "how query is read: as literal text, as a regular expression, or approximately"},
		{Name: "case", Var: opt.Text(&r.letters), Values: pattern.CaseNames(), Default: "smart", Help: "whether case matters; smart: only if query has an upper-case letter"},
		{Name: "recursive", Var: truth(&r.recursive), Default: "true", Help: "also search the folders below path"},
		{Name: "max-depth", Var: opt.Int(&r.maxDepth, 1), Help: "go at most so many folders deep; 1 is path's own files"},
		{Name: "max-results", Var: opt.Int(&r.maxResults, 1), Help: "end the search after so many matches"},
		{Name: "max-matches-per-file", Var: opt.Int(&r.maxPerFile, 1), Help: "return at most so many matches of a file, and count the others"},
		{Name: "max-file-size-bytes", Var: opt.Int(&r.maxFileSize, 1), Help: "leave out larger files, each with an entry in errors"},
		{Name: "max-files", Var: opt.Int(&r.maxFiles, 1), Help: "end the search after so many files"},
		{Name: "context-lines", Var: opt.Int(&r.contextLines, 0), Default: "0", Help: "lines before and after each match"},
		{Name: "include-hidden", Var: truth(&r.hidden), Default: "false", Help: "also search entries whose name begins with a dot"},
		{Name: "follow-symlinks", Var: truth(&r.follow), Default: "false", Help: "also search the files that links lead to; links to folders are never followed"},
		{Name: "respect-gitignore", Var: truth(&r.ignore), Default: "true", Help: "leave out what .gitignore and .git/info/exclude do"},
		{Name: "include-globs", Var: opt.List(&r.include), Help: "only files that match one, as '*.go' or 'src/**'"},
		{Name: "exclude-globs", Var: opt.List(&r.exclude), Help: "leave out files and folders that match one"},
		{Name: "cursor", Var: opt.Word(&r.cursor), Help: "next_cursor of the previous answer"},
	}
	for i := range rows {
		rows[i].Role = opt.Question
	}
	return &opt.Table{
		Tool: request.SearchFiles, Options: rows, Arrays: true, Definitions: []opt.Definition{{Name: request.SearchFiles, Open: true}},
		Args: []opt.Arg{
			{Name: "PATH", Property: "path", Help: "the folder to search", Required: opt.Always()},
			{Name: "QUERY", Property: "query", Help: "what to look for", Required: opt.Always()},
		},
	}
}

// Definition returns search_files for the callers of tools.
func (r *Request) Definition() opt.Definition {
	return opt.Definition{
		Name: request.SearchFiles, Forms: []string{request.SearchFiles}, Description: "Search file contents", Output: output, Own: r.table(),
		Annotations: []opt.Annotation{{Name: "is_side_effecting", Value: false}, {Name: "requires_approval", Value: false}, {Name: "risk", Value: "Low"}},
	}
}

// Key returns the key of the configuration for a setting of search_files.
func Key(name string) string { return "tools.search_files." + name }

// Plan checks the arguments of a call and returns its work.
func (r *Request) Plan(f *tool.Frame, path, query string) (*tool.Job, error) {
	s := &search{frame: f, path: path, query: query, shown: filepath.ToSlash(filepath.Clean(path))}
	for name, text := range map[string]string{"path": path, "query": query} {
		if strings.TrimSpace(text) == "" {
			return nil, opt.Usagef(name, "%s must be a text that is not blank, not %q", name, text)
		}
	}
	if err := r.bound(s, f.Config); err != nil {
		return nil, err
	}
	if err := r.choose(s, f.Config); err != nil {
		return nil, err
	}
	if err := s.compile(f.Config); err != nil {
		return nil, err
	}
	if err := r.chooseBackend(s, f.Config); err != nil {
		return nil, err
	}
	if err := s.echoes(); err != nil {
		return nil, err
	}
	if err := r.paging(s, f.Config); err != nil {
		return nil, err
	}
	return &tool.Job{Run: s.run}, nil
}

// paging sets where the answer begins. A cursor depends on which matches there are, not on how many are shown.
func (r *Request) paging(s *search, c *config.Config) error {
	here, err := filepath.Abs("")
	if err != nil {
		return err
	}
	const folder = "the working folder"
	words, names := []string{folder + "=" + here}, []string{folder}
	unusual := func(name string, given int64) bool {
		return given > 0 || c.Origin(Key(name)) != config.BuiltIn
	}
	for _, v := range []struct {
		name  string
		value any
		asked bool // else it has its usual value, and cursors are to be short
	}{
		{"path", s.shown, true},
		{"query", s.query, true},
		{"mode", s.mode, s.mode != "exact"},
		{"case", s.letters, s.letters != "smart"},
		{"fuzzy_threshold", s.pattern.Threshold, unusual("fuzzy_threshold", 0)},
		{"max_depth", s.files.MaxDepth, unusual("max_depth", r.maxDepth) || r.recursive != nil},
		{"max_matches_per_file", s.maxPerFile, unusual("max_matches_per_file", r.maxPerFile)},
		{"max_file_size_bytes", s.files.MaxFileSize, unusual("max_file_size_bytes", r.maxFileSize)},
		{"context_lines", s.scan.Before, s.scan.Before > 0},
		{"include_hidden", true, s.files.Hidden},
		{"follow_symlinks", true, s.files.Follow},
		{"respect_gitignore", false, s.files.NoIgnore},
		{"include_globs", s.files.Include, len(s.files.Include) > 0},
		{"exclude_globs", s.files.Exclude, len(s.files.Exclude) > 0},
	} {
		if v.asked {
			words = append(words, fmt.Sprintf("%s=%#v", v.name, v.value)) // which keeps the elements of a list apart
		}
		names = append(names, v.name)
	}
	if s.pages, err = page.New(r.cursor, words, names); err != nil {
		return err
	}
	if s.pages.Inside() {
		if shown := s.pages.From.At.Shown; shown > s.maxPerFile {
			return opt.Usagef("cursor", "{cursor} does not belong to this query: it has shown %d matches of a file, and {max-matches-per-file} is %d", shown, s.maxPerFile)
		}
		s.scan.Keep += int(s.pages.From.At.Shown)
		s.scan.Spans = s.scan.Keep
	}
	return nil
}

// bound settles the limits: what was asked for, within the hard caps of the configuration, else the caps.
func (r *Request) bound(s *search, c *config.Config) error {
	var depth, size int64
	for _, limit := range []struct {
		name  string
		given int64
		to    *int64
	}{
		{"max_results", r.maxResults, &s.maxResults},
		{"max_matches_per_file", r.maxPerFile, &s.maxPerFile},
		{"max_file_size_bytes", r.maxFileSize, &size},
		{"max_files", r.maxFiles, &s.maxFiles},
		{"max_depth", r.maxDepth, &depth},
	} {
		hard, _ := c.Int(Key(limit.name))
		if limit.given > int64(hard) {
			return opt.Usagef(limit.name, "%s must be a whole number from 1 to %d, the hard cap (%s), not %d", limit.name, hard, c.Origin(Key(limit.name)), limit.given)
		}
		*limit.to = cmp.Or(limit.given, int64(hard))
	}
	if r.contextLines > request.MaxContext {
		return opt.Usagef("context-lines", "{context-lines} must be a whole number from 0 to %d, not %d", request.MaxContext, r.contextLines)
	}
	if r.recursive != nil && !*r.recursive {
		if r.maxDepth > 1 {
			return opt.Usagef("max-depth", "{max-depth} must be 1 or left out if {recursive} is false, not %d", r.maxDepth)
		}
		depth = 1
	}
	s.files.MaxDepth, s.files.MaxFileSize = int(depth), size
	return nil
}

// maxFileContext bounds the lines of context on one side that are kept of a file, for all its matches together: they
// take memory before it is known whether the answer has room for them.
const maxFileContext = 20 * request.MaxContext

// choose settles which files are searched and how query is read.
func (r *Request) choose(s *search, c *config.Config) error {
	text := func(given, key string) string {
		usual, _ := c.String(Key(key))
		return cmp.Or(given, usual)
	}
	holds := func(given *bool, key string) bool {
		usual, _ := c.Bool(Key(key))
		if given != nil {
			return *given
		}
		return usual
	}
	s.mode, s.letters = text(r.mode, "mode_default"), text(r.letters, "case_default")
	s.files.Hidden = holds(r.hidden, "include_hidden_default")
	s.files.Follow = holds(r.follow, "follow_symlinks_default")
	s.files.NoIgnore = !holds(r.ignore, "respect_gitignore_default")
	s.files.GitOnly = true
	s.files.Sandbox = s.frame.Sandbox
	if s.files.Follow {
		s.files.Types = walk.File | walk.Link // a link that leads to no file is seen too
	}
	for name, globs := range map[string][]string{"include_globs": r.include, "exclude_globs": r.exclude} {
		for _, g := range globs {
			if name == "include_globs" && strings.HasPrefix(g, "!") {
				return opt.Usagef(name, "{include-globs} takes no globs with !, such as %q; {exclude-globs} leaves files out", g)
			}
			if err := walk.ValidGlob(g); err != nil {
				return opt.Usagef(name, "%s must be globs such as *.go or src/**: %v", name, err)
			}
		}
	}
	s.files.Include, s.files.Exclude = r.include, r.exclude
	s.files.Cut = s.shortfall
	// No answer has room for more lines of context than take three bytes each, or more matches than fit without text.
	bytes := s.frame.Budget.Bytes
	context := int(min(r.contextLines, int64(bytes/len(`"",`))))
	least := jsonSize(matchDocument{Line: 1, Column: 1, Before: []string{}, After: []string{}})
	s.scan = scan.Request{
		Want: match.Spans, NoDecode: true, Strict: true, Before: context, After: context,
		Keep: int(min(s.maxPerFile, s.maxResults+1, int64(bytes/least+1))),
	}
	s.scan.Spans = s.scan.Keep // they may all be on one line
	if most := maxFileContext / s.scan.Keep; context > most {
		return opt.Usagef("context-lines", "{context-lines} must be at most %d if an answer may have %d matches of a file, not %d; a lower {max-matches-per-file} allows more", most, s.scan.Keep, r.contextLines)
	}
	return nil
}

// compile makes the matcher of the query.
func (s *search) compile(c *config.Config) error {
	letters, err := pattern.ParseCase(s.letters)
	if err != nil {
		return opt.Usagef("case", "%v", err)
	}
	mode, err := pattern.ParseMode(s.mode)
	if err != nil {
		return opt.Usagef("mode", "%v", err)
	}
	threshold, _ := c.Float(Key("fuzzy_threshold"))
	o := pattern.Options{Mode: mode, Case: letters, Threshold: max(threshold, pattern.LeastThreshold)}
	if s.pattern, err = pattern.Compile(s.query, o); err != nil {
		return s.refusedQuery(err)
	}
	if s.matcher, err = match.New(s.pattern); err != nil {
		return s.refusedQuery(err)
	}
	s.score, err = match.Score(s.pattern)
	return err
}

// refusedQuery returns the error for a query that the mode does not allow.
func (s *search) refusedQuery(err error) error {
	const most = 60 // bytes of the query
	problem, hint := err.Error(), ""
	if p, ok := errors.AsType[*pattern.Error](err); ok {
		problem = p.Problem
	}
	if s.mode != "exact" {
		hint = "; mode exact takes any text as it is"
	}
	given, _ := budget.Clip([]byte(s.query), 0, 0, most)
	return opt.Usagef("QUERY", "{QUERY} %q in mode %s: %s%s", given, s.mode, problem, hint)
}
