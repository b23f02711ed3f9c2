// Package request has the request of ct-search: the forms, the table of its options, and the struct that parsing fills.
// The packages of the forms read it, and know nothing else of the command line.
package request

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// The forms.
const (
	Query       = "query"        // what a name or text is, and how it is used
	Filter      = "filter"       // entries by name, kind, size and content
	Definitions = "definitions"  // definitions, imports and modules by kind and name
	Calls       = "calls"        // who calls a function
	Question    = "question"     // the code that answers a question in plain words
	Tree        = "tree"         // what a tree holds: files, lines and bytes by folder
	SearchFiles = "search_files" // the tool call of that name
	Plugins     = "plugins"      // the matchers; only in ct-search-plugins
)

// The layouts of a filter.
const (
	LayoutList    = "list"
	LayoutSummary = "summary"
	LayoutDetail  = "detail"
	LayoutCount   = "count"
)

// The output formats that only some forms have.
const (
	FormatLines   = "jsonl" // a match a line
	FormatDOT     = "dot"   // the graph of calls
	FormatMermaid = "mermaid"
)

// Forms returns the forms, with how a command line asks for each.
func Forms() []opt.Form {
	graphs := []string{"text", "json", "md", FormatLines, FormatDOT, FormatMermaid}
	return []opt.Form{
		{Name: Query, By: "{QUERY}", Formats: []string{"text", "json", "md", FormatLines}},
		{Name: Filter, By: "{base}, {name}, {type}, {grep}, {size}, {all-of}, {none-of} or a layout", Formats: []string{"text", "json", FormatLines}, Streams: true, Colors: true},
		{Name: Definitions, By: "{entity} KIND, {outline}, {impl} NAME or {dead-all}", Formats: graphs},
		{Name: Calls, By: "{calls}, {tests}, {impact} or {dead} SYMBOL", Formats: graphs},
		{Name: Question, By: "{mode} question", Formats: []string{"text", "json", "md", FormatLines}},
		{Name: Tree, By: "{tree}", Formats: []string{"text", "json", FormatLines}},
		{Name: SearchFiles, By: "{call}", Formats: []string{"json"}},
	}
}

// A Request is what the options and arguments ask for.
type Request struct {
	Table *opt.Table // the table that parsed it, for suggested commands
	Place

	grep.Request
	Conjunction
	TreeRequest
	Habits
	Changed
	Before, After, Around int64 // lines of context, -1 unless given
	Limit                 int64 // results
	Cursor                string

	// For the filter.
	Base     string
	Names    []string
	Types    []string
	Sizes    []string
	Patterns []string // of --grep and --regexp
	Exprs    []int    // the indexes of those of --regexp
	Layouts  []string // as chosen; the last counts
	MaxCount int64    // matching lines of a file

	// For the forms with matches.
	Condition string // --where, on a match

	// For the forms that answer with findings.
	Declared       bool   // functions that are only declared too
	LiteralImports bool   // imports with a computed module are of others
	Strings        bool   // show strings, comments and docstrings too
	Artifact       string // the folder to write the whole answer to

	// For definitions and calls.
	Entity    string // kind of definition, or several
	Outline   bool
	Public    bool   // only what other code can use
	Match     string // an expression over the names of an outline
	WithSizes bool   // an outline says how many lines each has
	Symbol    string // its name
	Expand    []string
	Calls     string // the symbol that is called
	Depth     int64  // levels of callers, or of an outline
	Strict    bool   // calls by computed names count as unseen
	Q         string // the options of definitions in one word, or QUERY

	Implementations
	Tested

	AllWords bool // of a question: only blocks with every word

	Resolving

	Impact // changing and removing a symbol

	Matcher string // NAME[=ARG] of the matcher of another program

	// Set by the program that runs matchers.
	Open    foreign.Opener
	Plugins bool
}

// New returns an empty request.
func New() *Request { return &Request{Before: -1, After: -1, Around: -1} }

// MaxContext bounds the lines of context on one side.
const MaxContext = 1000

// MaxDepth bounds --depth.
const MaxDepth = 20

// setEntity sets the kinds, which are given once: of two options the first would be lost.
func (r *Request) setEntity(kinds string) error {
	if r.Entity != "" {
		return fmt.Errorf("is given twice; join the kinds by commas: %s,%s", r.Entity, kinds)
	}
	return opt.Word(&r.Entity).Set(kinds)
}

// mostRows is how many rows the table has room for, those of the driver included: it is then copied once.
const mostRows = 192

// Options returns the rows of ct-search and further ones; parsing fills r. kinds are the values of --entity.
func (r *Request) Options(kinds []string, further []opt.Option) []opt.Option {
	what, where := r.What(Query, Filter), r.Where(Query, Filter, Definitions, Calls, Question, Tree)
	text, _ := grep.Row(where, "text")
	text.Forms = []string{Query, Filter, Definitions, Calls}
	text.Instead = map[string]string{Question: "leave it out: what is not text has no blocks", Tree: "leave it out: binary files are counted, without lines"}
	mode, _ := grep.Row(what, "mode")
	mode.Values, mode.Forms = append(slices.Clone(mode.Values), Question), append(slices.Clone(mode.Forms), Question)
	mode.Help += ", or, of QUERY, question: a question in plain words, answered by the code that fits it best; without it QUERY is an identifier if it looks like one, else literal, and for --name and --grep the characters of the pattern decide"
	mode.Brief = "how the text is read"
	mode.Instead = map[string]string{Definitions: "use {symbol} NAME, or {symbol} '~REGEX'", Calls: "a symbol is read literally"}
	sort, _ := grep.Row(what, "case")
	sort.Help += "; smart by default, sensitive for identifiers"
	sort.Brief = "smart: insensitive without an upper-case letter"
	sort.Instead = map[string]string{Definitions: "use {symbol} '~(?i)^NAME$'", Calls: "a symbol is read literally"}
	words, _ := grep.Row(what, "word-regexp")
	words.Instead = mode.Instead
	for i := range what {
		if group, ok := grep.Row(what, what[i].Of); ok {
			what[i].Instead = group.Instead
		}
	}
	all := append(append(make([]opt.Option, 0, mostRows), what...), where...)
	all = r.entries(all)
	all = r.allOfRows(all)
	all = r.treeRows(all)
	all = r.matches(all)
	all = r.placeRows(all)
	all = r.definitions(all, kinds)
	all = r.implementationRows(all)
	all = r.callRows(all)
	all = r.testRows(all)
	all = r.impactRows(all)
	all = r.resolvingRows(all)
	all = r.changedRows(all)
	return append(all, further...)
}

func (r *Request) addExpression(s string) error {
	r.Exprs, r.Patterns = append(r.Exprs, len(r.Patterns)), append(r.Patterns, s)
	return nil
}

// findings are the forms that answer with findings, searches all forms that search.
func findings() []string { return []string{Query, Definitions, Calls} }
func searches() []string { return []string{Query, Filter, Definitions, Calls} }
func pages() []string    { return append(searches(), Question) }

// rows sets the heading and the forms of rows.
func rows(list []opt.Option, group string, forms ...string) []opt.Option {
	for i := range list {
		list[i].Group = group
		if list[i].Forms == nil {
			list[i].Forms = forms
		}
	}
	return list
}

// entries returns the rows of the filter, of pages and of layouts.
func (r *Request) entries(all []opt.Option) []opt.Option {
	layouts := []string{Filter, Definitions, Calls}
	all = append(all, rows([]opt.Option{
		{Name: "base", Arg: "DIR", Asks: Filter, Forms: []string{Filter, Tree}, Role: opt.Place, Var: opt.Word(&r.Base), Complete: opt.Folders, Default: ".", Brief: "the folder to look in", Help: "folder to look in; paths are printed relative to it"},
		{Name: "name", Arg: "PATTERN", Asks: Filter, Forms: []string{Filter, Tree}, Role: opt.Question, Var: opt.List(&r.Names), Brief: "glob, regex or text of the whole name", Help: "the entry's whole name matches: '*.go', Makefile, 'test_*', 'a|b'"},
		{Name: "type", Arg: "KINDS", Asks: Filter, Role: opt.Question, Var: opt.List(&r.Types), Default: "f", Brief: "kinds of entries: f, d, l", Help: "kinds of entries, joined by commas: f file, d folder, l link"},
		{Name: "grep", Arg: "PATTERN", Asks: Filter, Role: opt.Question, Var: opt.List(&r.Patterns), Brief: "a line matches one of these", Help: "a line of the file matches; if repeated, any of them; file:PATH takes the text from a file, text:VALUE as it is"},
		{Name: "regexp", Short: "e", Arg: "PATTERN", Asks: Filter, Role: opt.Question, CommandLine: true, Var: opt.Func(opt.KindList, r.addExpression), Help: "the same for a regular expression, unless an option chooses a mode; PATTERN is taken as it is"},
		{Name: "size", Arg: "[+|-]SIZE", Asks: Filter, Role: opt.Question, Var: opt.List(&r.Sizes), Brief: "size in bytes, [+|-]N[k|M|G]", Help: "the file's size: exactly, +more or -less than SIZE bytes (c), or k, M, G"},
		{Name: "list", Short: "l", Aliases: []string{"files-with-matches"}, Forms: layouts, Role: opt.Output, CommandLine: true, Var: opt.Add(&r.Layouts, LayoutList), Help: "print paths (the default of a filter)"},
		{Name: "summary", Forms: layouts, Role: opt.Output, Var: opt.Add(&r.Layouts, LayoutSummary), Brief: "only the number of results", Help: "print only the number of entries or matches"},
		{Name: "detail", Short: "n", Aliases: []string{"line-number"}, Forms: layouts, Role: opt.Output, CommandLine: true, Var: opt.Add(&r.Layouts, LayoutDetail), Help: "print matching lines as path:line:column:text, or without --grep kind, size and path"},
		{Name: "count", Short: "c", Forms: layouts, Role: opt.Output, CommandLine: true, Var: opt.Add(&r.Layouts, LayoutCount), Help: "print path:count of matching lines"},
		{Name: "limit", Arg: "N", Forms: append(pages(), Tree), Role: opt.Page, Var: opt.Int(&r.Limit, 1), Brief: "at most N results", Help: "at most N entries, and the search may end there; in the other forms at most N findings, by default 10"},
		{Name: "cursor", Arg: "CURSOR", Forms: append(pages(), Tree), Role: opt.Page, Var: opt.Word(&r.Cursor), Brief: "next_cursor of an answer", Help: "show the page after the answer whose next_cursor is CURSOR"},
		{Name: "max-count", Short: "m", Arg: "N", Role: opt.Question, Instead: map[string]string{Query: "use {limit}", Definitions: "use {limit}", Calls: "use {limit}"}, Var: opt.Int(&r.MaxCount, 1), Brief: "at most N lines a file", Help: "at most N matching lines of a file"},
		{Name: "after-context", Short: "A", Arg: "N", Forms: searches(), Role: opt.Output, CommandLine: true, Var: opt.IntRange(&r.After, 0, MaxContext), Help: "print N lines after each matching line"},
		{Name: "before-context", Short: "B", Arg: "N", Forms: searches(), Role: opt.Output, CommandLine: true, Var: opt.IntRange(&r.Before, 0, MaxContext), Help: "print N lines before each matching line"},
		{Name: "context", Short: "C", Arg: "N", Forms: searches(), Role: opt.Output, Var: opt.IntRange(&r.Around, 0, MaxContext), Brief: "lines around a match", Help: "print N lines before and after each matching line; for findings 1 by default, within the definition around the match"},
	}, "Filter", Filter)...)
	return r.habitRows(all)
}

// matches returns the rows about single matches.
func (r *Request) matches(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{
			Name: "matcher", Arg: "NAME[=ARG]", Forms: []string{Query, Calls}, Role: opt.Question, CommandLine: true, Var: opt.Once(&r.Matcher),
			Instead: map[string]string{Definitions: "use {calls} SYMBOL, or QUERY"},
			Help:    "let the program ct-matcher-NAME find the matches of QUERY, which it reads in its own way, or, as scip does with an index.scip, say what the calls of SYMBOL are bound to; it is looked for beside ct-search and in CT_PLUGIN_DIR (ct plugins lists them)",
		},
		{Name: "all-words", Forms: []string{Question}, Role: opt.Question, Var: opt.Flag(&r.AllWords), Brief: "question: blocks with every word", Help: "of a question, count and rank only blocks that have every word of it, in some form"},
		{Name: "include-strings", Forms: []string{Query, Calls}, Role: opt.Output, Var: opt.Flag(&r.Strings), Help: "also show strings, comments and docstrings; for a name they are otherwise only counted"},
		{Name: "where", Arg: "EXPR", Forms: pages(), Role: opt.Question, Var: opt.Word(&r.Condition), Brief: "condition over path line lang text category symbol", Help: "only matches for which EXPR is true, over path line category symbol enclosing lang score doc, as in 'category == \"callsite\"'; of a filter over path line text lang; of a question the definition counts"},
		{Name: "save-artifact", Arg: "DIR", Forms: append(findings(), Question), Role: opt.Framing, CommandLine: true, Instead: map[string]string{Filter: "redirect the output"}, Var: opt.Word(&r.Artifact), Complete: opt.Folders, Help: "write the whole answer as JSON to a file in DIR, and print its name"},
	}, "Matches", findings()...)...)
}

// definitions returns the rows of definitions.
func (r *Request) definitions(all []opt.Option, kinds []string) []opt.Option {
	return append(all, rows([]opt.Option{
		{Name: "entity", Aliases: []string{"kind"}, Arg: "KIND", Asks: Definitions, Role: opt.Question, Var: opt.Func(opt.KindText, r.setEntity), Suggest: kinds, Brief: "kinds joined by commas: function class method import variable constant module callsite …", Help: "find what is defined, of one kind or of several joined by commas: function, class, method, variable, constant, interface, struct, enum, trait, extension (of Swift), type, field, macro, section, key; import (what imports a module), module, callsite (as --calls); arguments are paths"},
		{Name: "symbol", Arg: "NAME|~REGEX", Asks: Definitions, Role: opt.Question, Var: opt.Word(&r.Symbol), Brief: "its name, Class.method, or ~REGEX over names", Help: "only definitions with this name, also Class.method, or with a name that REGEX matches; with --entity import, a module or an imported name"},
		{Name: "outline", Asks: Definitions, Role: opt.Question, Var: opt.Flag(&r.Outline), Brief: "list what files and folders declare", Help: "list what the files at PATH declare, each with its lines and signature: a file whole and in order, a folder by its largest and most used types and functions, shared out among its files; --entity chooses the kinds"},
		{Name: "public", Role: opt.Question, Var: opt.Flag(&r.Public), Brief: "only what other code can use", Help: "only what other code can use: exported names of Go, JavaScript and TypeScript, names in __all__ or without an underscore in Python, pub in Rust, public in Java"},
		{Name: "match", Arg: "REGEX", Role: opt.Question, Var: opt.Word(&r.Match), Brief: "outline: names", Help: "with --outline, only what has a name that REGEX matches"},
		{Name: "sizes", Role: opt.Output, CommandLine: true, Var: opt.Flag(&r.WithSizes), Help: "with --outline, also say how many lines each has"},
		{Name: "declarations", Role: opt.Question, Var: opt.Flag(&r.Declared), Brief: "with entity function, prototypes of C and C++ too", Help: "with --entity function, also functions that C and C++ only declare: prototypes, which are defined elsewhere"},
		{Name: "literal-imports", Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.LiteralImports), Help: "with --entity import, take imports whose module the program computes for imports of others; without it they leave open that nothing imports a module"},
		{Name: "expand", Arg: "GRAPH", Role: opt.Question, CommandLine: true, Instead: map[string]string{Calls: "use {depth} N"}, Var: opt.List(&r.Expand), Help: "also show the callers of the first five definitions, or what they call, N levels deep: callers(depth=N), callees(depth=N); --format dot and mermaid draw it"},
		{Name: "q", Arg: "QUERY", Forms: append(findings(), Question), Instead: map[string]string{Filter: "use {grep} PATTERN"}, Role: opt.Question, CommandLine: true, Late: true, Var: opt.Word(&r.Q), Help: "the same in one argument: 'entity=function name=foo in=src', with the keys entity name in include exclude lang expand limit, or pattern for ast-grep; a text without = is QUERY"},
	}, "Definitions (--entity)", Definitions)...)
}

// callRows returns the rows of calls.
func (r *Request) callRows(all []opt.Option) []opt.Option {
	return append(all, rows([]opt.Option{
		{Name: "calls", Arg: "SYMBOL", Asks: Calls, Role: opt.Question, Late: true, Var: opt.Word(&r.Calls), Brief: "the symbol: func, Class.method, module.func", Help: "who calls SYMBOL (func, Class.method, module.func), and how sure that is; arguments are paths"},
		{Name: "strict", Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.Strict), Help: "a call by a wholly computed name, such as getattr of a variable, may be one of SYMBOL, so that --expect none is undecided"},
		{Name: "depth", Arg: "N", Forms: []string{Calls, Definitions, Tree}, Role: opt.Question, Var: opt.IntRange(&r.Depth, 1, MaxDepth), Brief: "levels", Help: "follow callers of callers N levels deep, with --tests at most so many (3 by default); --format dot and mermaid draw them; with --outline, show declarations nested N levels deep, 1 for the outermost, which is usual for folders; with --impl, types N levels below NAME, 1 for those that name it themselves; with --tree, folders N levels deep; without it as deep as the budget has room"},
	}, "Calls (--calls)", Calls)...)
}

// Args returns the positional arguments.
func Args() []opt.Arg {
	return []opt.Arg{
		{Name: "QUERY", Property: "query", Help: "text to look for; an identifier is found as a whole word", Forms: []string{Query, Question}, Required: []string{Question}},
		{Name: "PATH", Property: "paths", Help: "files and folders to look in; without one, the working folder", Brief: "files and folders", Many: true, Complete: opt.Files, Forms: append(pages(), Tree)},
	}
}

// Predicates returns the options that ask for a filter.
func Predicates() []string {
	return []string{"base", "name", "type", "grep", "regexp", "size", "all-of", "none-of", "file", "files"}
}

// Context returns the lines of context; -A and -B override -C.
func (r *Request) Context() (before, after int) {
	before = max(int(r.Around), 0)
	after = before
	if r.Before >= 0 {
		before = int(r.Before)
	}
	if r.After >= 0 {
		after = int(r.After)
	}
	return before, after
}

// Draws reports whether the format is that of a graph.
func Draws(f *tool.Frame) bool { return f.Format == FormatDOT || f.Format == FormatMermaid }

// DefaultContext reports whether no option asks for lines of context.
func (r *Request) DefaultContext() bool { return r.Around < 0 && r.Before < 0 && r.After < 0 }

// Refine returns the command line of this request in a form: with other positional arguments, with options in place of
// those given, and without some. It begins at the first page.
func (r *Request) Refine(form string, args, options []string, without ...string) string {
	return r.Table.Command(opt.Command{
		Form: form, Keep: append(opt.Search(), opt.Page, opt.Output), Set: options, Without: slices.Concat(without, []string{"cursor"}, Narrowing(options)), Args: args,
	})
}

// Words returns the words that identify this request in a cursor (page.New), and the names that they may begin with:
// the options that decide what is found, the layout, the arguments, and the folder that paths begin in, or the
// shards.
func (r *Request) Words(args []string, layout string) (words, names []string, err error) {
	if r.TreeName() != "" { // one of many trees: only the answer about all of them has pages
		return nil, nil, nil
	}
	of, err := filepath.Abs("")
	if err != nil {
		return nil, nil, err
	}
	place := cursor.Folder
	if r.Corpus != nil {
		place, of = cursor.Shards, r.Corpus.Digest
	}
	const argument, laid = "an argument", "the layout"
	words = append(r.Table.Words(opt.Search(), "mode", "case", "lang"), r.Choices()...)
	words = append(words, r.Table.Words([]opt.Role{opt.Output})...)
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(Layouts(), strings.TrimPrefix(w, "--")) })
	names = []string{argument, place, laid}
	for _, a := range args {
		words = append(words, argument+"="+a)
	}
	for i := range r.Table.Options {
		names = append(names, "--"+r.Table.Options[i].Name)
	}
	return append(words, place+"="+of, laid+"="+layout), names, nil
}

// Layouts returns the layouts of a filter.
func Layouts() []string {
	return []string{LayoutList, LayoutSummary, LayoutDetail, LayoutCount, LayoutWithout}
}
