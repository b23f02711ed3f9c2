// Package search is ct-search: one search of a tree behind several front doors.
// The request is what was asked for, a file a door says how the stages run, and
// the bodies are what is printed.
package search

import (
	"slices"

	entity "github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
)

// The doors, as tool calls name them.
const (
	doorContents = "search_files"
	doorSmart    = "smart_search"
	doorEntities = "find_entities"
	doorFiles    = "find_files"
	doorCalls    = "find_calls"
)

var (
	both       = []string{doorSmart, doorFiles}
	smartOnly  = []string{doorSmart}
	filesOnly  = []string{doorFiles}
	findings   = []string{doorSmart, doorEntities, doorCalls}
	every      = []string{doorSmart, doorEntities, doorCalls, doorFiles}
	callsOnly  = []string{doorCalls}
	named      = []string{doorSmart, doorCalls}
	entityOnly = []string{doorEntities}
)

// The layouts of the predicates door.
const (
	layoutList    = "list"
	layoutSummary = "summary"
	layoutDetail  = "detail"
	layoutCount   = "count"
)

// layouts names the options that choose one.
func layouts() []string { return []string{layoutList, layoutSummary, layoutDetail, layoutCount} }

// A request is what the options and arguments ask for.
type request struct {
	table opt.Table

	grep.Request
	query               []string // QUERY printed as a filter prints, which is then a pattern too
	patterns            []string // of --grep
	before, after, both int64    // lines of context, -1 unless given

	// Predicates.
	base     string
	names    []string
	types    []string
	sizes    []string
	layouts  []string
	limit    int64
	cursor   string
	maxCount int64

	// QUERY.
	strings  bool   // tell strings, comments and docstrings too
	where    string // an expression over a match
	artifact string // folder to write the whole answer to

	// Definitions.
	q      string // the options below in one word, or QUERY
	entity string
	symbol string
	expand []string // graphs around them

	// Calls.
	calls string // the symbol
	depth int64  // levels of callers

	matcher string // NAME[=ARG] of the matcher of another program

	// Set in the program that runs matchers.
	open     foreign.Opener
	describe Describer
	plugins  bool // say which matchers there are
}

// budgets of the text answer to QUERY
var (
	usual = budget.Budget{Lines: 80, Bytes: 8000}
	most  = budget.Budget{Lines: 400, Bytes: 64000}
)

// options gives the rows of ct-search; parsing fills r.
func (r *request) options() []opt.Option {
	what, where := r.What(both), r.Where(every)
	for _, name := range []string{"follow", "text", "max-depth", "max-files", "max-file-size"} {
		row, _ := grep.Row(where, name)
		row.Doors = both
	}
	mode, _ := grep.Row(what, "mode")
	mode.Help += "; without it QUERY is an identifier if it looks like one, else literal, and --name and --grep read what their form suggests"
	sort, _ := grep.Row(what, "case")
	sort.Help += "; smart is usual, sensitive for identifiers"
	return slices.Concat(what, where, r.entries(), r.matches(), r.definitions(), r.callRows())
}

// callRows gives the rows of the door of calls.
func (r *request) callRows() []opt.Option {
	const group = "Calls (--calls)"
	return []opt.Option{
		{Name: "calls", Arg: "SYMBOL", Late: true, Var: opt.Word(&r.calls), Group: group, Doors: callsOnly, Required: callsOnly, Brief: "func, Class.method, module.func", Help: "who calls SYMBOL (func, Class.method, module.func), and how sure that is; arguments are paths"},
		{Name: "depth", Arg: "N", Var: opt.IntRange(&r.depth, 1, maxDepth), Group: group, Doors: callsOnly, Brief: "2, callers of callers", Help: "follow callers of callers N levels deep; --format dot and mermaid draw them"},
	}
}

// definitions gives the rows of the door to definitions.
func (r *request) definitions() []opt.Option {
	const definitions = "Definitions (--entity)"
	return []opt.Option{
		{Name: "entity", Arg: "KIND", Var: opt.Word(&r.entity), Suggest: entity.Kinds(), Group: definitions, Doors: entityOnly, Required: entityOnly, Brief: "function class method import variable constant module callsite …", Help: "find what is defined: function, class, method, variable, constant, interface, struct, enum, trait, type, field, macro, section, key; import (what imports a module), module, callsite (as --calls); arguments are paths"},
		{Name: "symbol", Arg: "NAME|~REGEX", Var: opt.Word(&r.symbol), Group: definitions, Doors: entityOnly, Brief: "name, Class.method or ~REGEX", Help: "of this name, also Class.method; or whose name ~REGEX matches; of --entity import a module or what is imported"},
		{Name: "expand", Arg: "GRAPH", Var: opt.List(&r.expand), Group: definitions, Help: "tell too who calls what is found, or what it calls, N levels deep: callers(depth=N), callees(depth=N); --format dot and mermaid draw it"},
		{Name: "q", Arg: "QUERY", Late: true, Var: opt.Word(&r.q), Group: definitions, Help: "the same in one word: 'entity=function name=foo in=src', with the keys entity name in include exclude lang expand limit, or pattern for ast-grep; a text without = is QUERY"},
	}
}

// matches gives the rows of QUERY's door alone.
func (r *request) matches() []opt.Option {
	const matches = "Matches (with QUERY and --entity)"
	return []opt.Option{
		r.matcherOption(matches),
		{Name: "include-strings", Var: opt.Flag(&r.strings), Group: matches, Doors: named, Help: "tell of strings, comments and docstrings too; of a name they are only counted"},
		{Name: "where", Arg: "EXPR", Var: opt.Text(&r.where), Group: matches, Doors: findings, Brief: "over path line category symbol enclosing lang score", Help: "only matches for which EXPR holds: path line category symbol enclosing lang score, as in 'category == \"callsite\"'"},
		{Name: "save-artifact", Arg: "DIR", Var: opt.Word(&r.artifact), Complete: opt.Folders, Group: matches, Help: "write the whole answer as JSON to a file in DIR, and print its name"},
	}
}

// entries gives the rows of the predicates door.
func (r *request) entries() []opt.Option {
	const entries = "Entries (the predicates door)"
	return []opt.Option{
		{Name: "base", Arg: "DIR", Var: opt.Word(&r.base), Complete: opt.Folders, Default: ".", Group: entries, Doors: filesOnly, Brief: "folder", Help: "folder to look in; paths are printed relative to it"},
		{Name: "name", Arg: "PATTERN", Var: opt.List(&r.names), Group: entries, Doors: filesOnly, Brief: "glob, regex or literal of the whole name, a|b", Help: "the entry's whole name matches: '*.go', Makefile, 'test_*', 'a|b'"},
		{Name: "type", Arg: "KINDS", Var: opt.List(&r.types), Group: entries, Doors: filesOnly, Default: "f", Brief: "f, d, l", Help: "kinds of entries, joined by commas: f file, d folder, l link"},
		{Name: "grep", Short: "e", Aliases: []string{"regexp"}, Arg: "PATTERN", Var: opt.List(&r.patterns), Group: entries, Doors: filesOnly, Brief: "a line matches one; file:PATH, text:VALUE", Help: "a line of the file matches; given again, any of them; file:PATH takes the text from a file, text:VALUE as it is"},
		{Name: "size", Arg: "[+|-]SIZE", Var: opt.List(&r.sizes), Group: entries, Doors: filesOnly, Brief: "[+|-]N[k|M|G]", Help: "the file's size: exactly, +more or -less than SIZE bytes (c), or k, M, G"},
		{Name: "list", Short: "l", Aliases: []string{"files-with-matches"}, Var: opt.Add(&r.layouts, layoutList), Group: entries, Help: "print paths (the usual)"},
		{Name: "summary", Var: opt.Add(&r.layouts, layoutSummary), Group: entries, Doors: filesOnly, Help: "print only how many"},
		{Name: "detail", Short: "n", Aliases: []string{"line-number"}, Var: opt.Add(&r.layouts, layoutDetail), Group: entries, Help: "print matching lines as path:line:column:text, or without --grep kind, size and path"},
		{Name: "count", Short: "c", Var: opt.Add(&r.layouts, layoutCount), Group: entries, Help: "print path:count of matching lines"},
		{Name: "limit", Arg: "N", Var: opt.Int(&r.limit, 1), Group: entries, Doors: every, Brief: "at most N results", Help: "at most N entries; the search may end there; with QUERY and --entity at most N findings, usually 10"},
		{Name: "cursor", Arg: "CURSOR", Var: opt.Word(&r.cursor), Group: entries, Doors: every, Brief: "an answer's next_cursor", Help: "show what comes behind the page that ended with CURSOR, the next_cursor of its answer"},
		{Name: "max-count", Short: "m", Arg: "N", Var: opt.Int(&r.maxCount, 1), Group: entries, Doors: filesOnly, Brief: "at most N lines a file", Help: "at most N matching lines of a file"},
		{Name: "after-context", Short: "A", Arg: "N", Var: opt.IntRange(&r.after, 0, maxContext), Group: entries, Help: "print N lines after each matching line"},
		{Name: "before-context", Short: "B", Arg: "N", Var: opt.IntRange(&r.before, 0, maxContext), Group: entries, Help: "print N lines before each matching line"},
		{Name: "context", Short: "C", Arg: "N", Var: opt.IntRange(&r.both, 0, maxContext), Group: entries, Doors: every, Brief: "lines around a match", Help: "print N lines before and after; with QUERY 1, of what encloses a match"},
	}
}

const maxContext = 1000 // lines

// predicates reports whether an option of the predicates door was given, which
// makes the arguments paths.
func (r *request) predicates() bool {
	return r.base != "" || len(r.names)+len(r.types)+len(r.patterns)+len(r.sizes) > 0
}

// predicateOptions names the options that ask for it.
func predicateOptions() []string { return []string{"base", "name", "type", "grep", "size"} }

// contextLines gives the lines of context; -A and -B come before -C.
func (r *request) contextLines() (before, after int) {
	before = max(int(r.both), 0)
	after = before
	if r.before >= 0 {
		before = int(r.before)
	}
	if r.after >= 0 {
		after = int(r.after)
	}
	return before, after
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
	t.bytes, err = grep.ParseSize(digits)
	if err != nil {
		err = opt.Usagef("size", "option --size wants [+|-]N with c, k, M or G, not %q", s)
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
