// Package search is ct-search: one search of a tree behind several front doors.
// The request is what was asked for, a file a door says how the stages run, and
// the bodies are what is printed.
package search

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/walk"
)

// The doors, as tool calls name them.
const (
	doorSmart = "smart_search"
	doorFiles = "find_files"
)

var (
	both      = []string{doorSmart, doorFiles}
	smartOnly = []string{doorSmart}
	filesOnly = []string{doorFiles}
)

// The layouts of the predicates door.
const (
	layoutList    = "list"
	layoutSummary = "summary"
	layoutDetail  = "detail"
	layoutCount   = "count"
)

// A request is what the options and arguments ask for.
type request struct {
	table opt.Table

	// What to look for.
	query        []string // QUERY printed as a filter prints, which is then --grep too
	grep         []string
	modes, cases []string // as chosen by options, maybe contradicting
	engine       string

	// Where.
	in                  []string
	hidden, noIgnore    bool
	follow, text        bool
	unrestricted        int
	include, exclude    []string
	langGlobs           []string
	maxDepth, maxFiles  int64
	maxFileSize         int64
	before, after, both int64 // lines of context; before and after are -1 unless given

	// Predicates.
	base     string
	names    []string
	types    []string
	sizes    []string
	layouts  []string
	limit    int64
	maxCount int64
}

// budgets of the text answer to QUERY
var (
	usual = budget.Budget{Lines: 80, Bytes: 8000}
	most  = budget.Budget{Lines: 400, Bytes: 64000}
)

// options gives the rows of ct-search; parsing fills r.
func (r *request) options() []opt.Option {
	const what, where, entries = "What to look for", "Where", "Entries (the predicates door)"
	return []opt.Option{
		{Name: "mode", Arg: "MODE", Var: opt.AddText(&r.modes), Values: pattern.ModeNames(), Group: what, Doors: both, Help: "how the pattern is read: literal (exact), identifier, word, glob or regex; without it QUERY is an identifier if it looks like one, else literal, and --name and --grep read what their form suggests"},
		{Name: "fixed", Short: "F", Aliases: []string{"fixed-strings"}, Var: opt.Add(&r.modes, "literal"), Group: what, Help: "--mode literal"},
		{Name: "identifier", Var: opt.Add(&r.modes, "identifier"), Group: what, Help: "--mode identifier: no letter, digit or _ on either side"},
		{Name: "word", Short: "w", Aliases: []string{"word-regexp"}, Var: opt.Add(&r.modes, "word"), Group: what, Help: "--mode word: Unicode word boundaries on both sides"},
		{Name: "regex", Var: opt.Add(&r.modes, "regex"), Group: what, Help: "--mode regex"},
		{Name: "case", Arg: "CASE", Var: opt.AddText(&r.cases), Values: pattern.CaseNames(), Group: what, Doors: both, Help: "sensitive, insensitive, or smart: insensitive unless the pattern has an upper-case letter; smart is usual, sensitive for identifiers"},
		{Name: "ignore-case", Short: "i", Var: opt.Add(&r.cases, "insensitive"), Group: what, Help: "--case insensitive"},
		{Name: "case-sensitive", Short: "s", Var: opt.Add(&r.cases, "sensitive"), Group: what, Help: "--case sensitive"},
		{Name: "smart-case", Short: "S", Var: opt.Add(&r.cases, "smart"), Group: what, Help: "--case smart"},
		{Name: "engine", Arg: "ENGINE", Var: opt.Text(&r.engine), Values: pattern.EngineNames(), Default: "auto", Group: what, Help: "re2 (linear time), backtrack (look-around and back-references, with a time limit), or auto: re2 where it can"},

		{Name: "in", Arg: "DIR", Var: opt.List(&r.in), Complete: opt.Folders, Group: where, Help: "search in DIR, as an argument PATH does"},
		{Name: "include", Short: "g", Aliases: []string{"glob"}, Arg: "GLOB", Var: opt.List(&r.include), Group: where, Doors: both, Help: "only files that match, as '*.py' or 'src/**/*.go'; !GLOB leaves out"},
		{Name: "exclude", Arg: "GLOB", Var: opt.List(&r.exclude), Group: where, Doors: both, Help: "leave out files and folders that match"},
		{Name: "lang", Short: "t", Arg: "LANG", Var: opt.Func(opt.KindList, r.addLang), Suggest: walk.Langs(), Group: where, Doors: both, Help: "only files of the language: go, python, rust, …"},
		{Name: "hidden", Var: opt.Flag(&r.hidden), Group: where, Doors: both, Help: "also entries whose name begins with a dot"},
		{Name: "no-ignore", Var: opt.Flag(&r.noIgnore), Group: where, Doors: both, Help: "also what .gitignore and its like leave out"},
		{Name: "follow", Var: opt.Flag(&r.follow), Group: where, Doors: both, Help: "read links to files; links to folders are never followed"},
		{Name: "text", Var: opt.Flag(&r.text), Group: where, Doors: both, Help: "search binary files as if they were text"},
		{Name: "unrestricted", Short: "u", Var: opt.Count(&r.unrestricted), Group: where, Help: "-u is --no-ignore, -uu also --hidden, -uuu also --text"},
		{Name: "max-depth", Arg: "N", Var: opt.Int(&r.maxDepth, 1), Group: where, Doors: both, Help: "go at most N folders deep; 1 is a folder's own entries"},
		{Name: "max-files", Arg: "N", Var: opt.Int(&r.maxFiles, 1), Group: where, Doors: both, Help: "look at the first N files in path order"},
		{Name: "max-file-size", Arg: "SIZE", Var: opt.Func(opt.KindText, r.setMaxFileSize), Group: where, Doors: both, Help: "leave out larger files; SIZE is bytes, or with k, M, G"},

		{Name: "base", Arg: "DIR", Var: opt.Word(&r.base), Complete: opt.Folders, Default: ".", Group: entries, Doors: filesOnly, Help: "folder to look in; paths are printed relative to it"},
		{Name: "name", Arg: "PATTERN", Var: opt.List(&r.names), Group: entries, Doors: filesOnly, Help: "the entry's whole name matches: '*.go', Makefile, 'test_*', 'a|b'"},
		{Name: "type", Arg: "KINDS", Var: opt.List(&r.types), Group: entries, Doors: filesOnly, Default: "f", Help: "kinds of entries, joined by commas: f file, d folder, l link"},
		{Name: "grep", Short: "e", Aliases: []string{"regexp"}, Arg: "PATTERN", Var: opt.List(&r.grep), Group: entries, Doors: filesOnly, Help: "a line of the file matches; given again, any of them; file:PATH takes the text from a file, text:VALUE as it is"},
		{Name: "size", Arg: "[+|-]SIZE", Var: opt.List(&r.sizes), Group: entries, Doors: filesOnly, Help: "the file's size: exactly, +more or -less than SIZE bytes (c), or k, M, G"},
		{Name: "list", Short: "l", Aliases: []string{"files-with-matches"}, Var: opt.Add(&r.layouts, layoutList), Group: entries, Help: "print paths (the usual)"},
		{Name: "summary", Var: opt.Add(&r.layouts, layoutSummary), Group: entries, Doors: filesOnly, Help: "print only how many"},
		{Name: "detail", Short: "n", Aliases: []string{"line-number"}, Var: opt.Add(&r.layouts, layoutDetail), Group: entries, Help: "print matching lines as path:line:column:text, or without --grep kind, size and path"},
		{Name: "count", Short: "c", Var: opt.Add(&r.layouts, layoutCount), Group: entries, Help: "print path:count of matching lines"},
		{Name: "limit", Arg: "N", Var: opt.Int(&r.limit, 1), Group: entries, Doors: both, Help: "at most N entries, or with QUERY N matching lines; the search may end there"},
		{Name: "max-count", Short: "m", Arg: "N", Var: opt.Int(&r.maxCount, 1), Group: entries, Doors: both, Help: "at most N matching lines of a file"},
		{Name: "after-context", Short: "A", Arg: "N", Var: opt.IntRange(&r.after, 0, maxContext), Group: entries, Help: "print N lines after each matching line"},
		{Name: "before-context", Short: "B", Arg: "N", Var: opt.IntRange(&r.before, 0, maxContext), Group: entries, Help: "print N lines before each matching line"},
		{Name: "context", Short: "C", Arg: "N", Var: opt.IntRange(&r.both, 0, maxContext), Group: entries, Doors: both, Help: "print N lines before and after"},
	}
}

const maxContext = 1000 // lines

func (r *request) setMaxFileSize(s string) (err error) {
	if r.maxFileSize, err = parseSize(s); err == nil && r.maxFileSize == 0 {
		err = errors.New("wants a size of at least 1 byte")
	}
	return err
}

// addLang takes --lang: the globs of a language, by any of its names.
func (r *request) addLang(name string) error {
	globs, ok := walk.LangGlobs(name)
	if !ok {
		return fmt.Errorf("knows no language %q%s", name, nearest.Hint(name, walk.Langs()))
	}
	r.langGlobs = append(r.langGlobs, globs...)
	return nil
}

// predicates reports whether an option of the predicates door was given, which
// makes the arguments paths.
func (r *request) predicates() bool {
	return r.base != "" || len(r.names)+len(r.types)+len(r.grep)+len(r.sizes) > 0
}

// contextLines gives the lines of context; -A and -B come before -C.
func (r *request) contextLines() (before, after int) {
	before, after = int(r.both), int(r.both)
	if r.before >= 0 {
		before = int(r.before)
	}
	if r.after >= 0 {
		after = int(r.after)
	}
	return before, after
}

// binary reports whether binary files are searched too.
func (r *request) binary() bool { return r.text || r.unrestricted > 2 }

// parseSize reads a number of bytes: 100, 100c, 4k, 2M, 1G; the letters stand for
// powers of 1,024.
func parseSize(s string) (int64, error) {
	digits, unit := s, int64(1)
	if n := len(s); n > 0 {
		switch s[n-1] {
		case 'c':
			digits = s[:n-1]
		case 'k', 'K':
			digits, unit = s[:n-1], 1<<10
		case 'M':
			digits, unit = s[:n-1], 1<<20
		case 'G':
			digits, unit = s[:n-1], 1<<30
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > (1<<62)/unit || strings.HasPrefix(digits, "+") {
		return 0, fmt.Errorf("wants a size such as 100, 100c, 4k, 2M or 1G, not %q", s)
	}
	return n * unit, nil
}

// A sizeTest is --size: a comparison with a number of bytes.
type sizeTest struct {
	sign  byte // '+' more, '-' less, 0 equal
	bytes int64
}

func parseSizeTest(s string) (sizeTest, error) {
	t := sizeTest{}
	digits := s
	if s != "" && (s[0] == '+' || s[0] == '-') {
		t.sign, digits = s[0], s[1:]
	}
	var err error
	t.bytes, err = parseSize(digits)
	if err != nil {
		err = fmt.Errorf("option --size wants [+|-]N with c, k, M or G, not %q", s)
	}
	return t, err
}

func (t sizeTest) holds(size int64) bool {
	switch t.sign {
	case '+':
		return size > t.bytes
	case '-':
		return size < t.bytes
	}
	return size == t.bytes
}
