package toolcall

import (
	"encoding/json"

	"github.com/ct-tools/ct/shared/lazy"
)

// Schemas of arguments that no definition has.
var (
	findSchema   = json.RawMessage(`{"type":"string","enum":["callers","tests","implementations"],"default":"callers"}`)
	unusedSchema = json.RawMessage(`{"type":"boolean","default":false}`)
	modeSchema   = json.RawMessage(`{"type":"string","enum":["literal","exact","identifier","word","glob","regex","fuzzy"]}`) // without that of ask_code
	querySchema  = json.RawMessage(`{"type":"string"}`)
)

// Arguments that several tools have.
var (
	paths   = Argument{Name: "paths", Help: "files or folders"}
	include = Argument{Name: "include", Help: "globs: *.py, !*_test.go"}
	limit   = Argument{Name: "limit", Help: "at most N results; else all that fit", Schema: json.RawMessage(`{"type":"integer","minimum":1,"maximum":1000}`)}
	ten     = Argument{Name: "limit", Help: "at most N results", Schema: json.RawMessage(`{"type":"integer","minimum":1,"maximum":1000,"default":10}`)}
	cursor  = Argument{Name: "cursor", Help: "next_cursor of an answer"}
	file    = Argument{Name: "file", Help: "the file", Schema: json.RawMessage(`{"type":"string"}`)}
	line    = Argument{Name: "line", Help: "a line of file", Schema: json.RawMessage(`{"type":"integer","minimum":1}`)}
	symbol  = Argument{Name: "symbol", Help: "its name: func, Class.method, module.func"}
	mode    = Argument{Name: "mode", Help: "how query is read"}
	letters = Argument{Name: "case", Help: "of letters"}
	at      = Argument{Name: "at", Help: "a commit"}
)

// tools returns the list, which is made once.
var tools = lazy.Value[[]*Tool]{Make: func() []*Tool {
	return []*Tool{
		{
			Name: "search", Program: "ct-search",
			Description: "Locate a known name or an exact text: its definition, where it is declared, every use, reference and occurrence, all places where a variable, constant or key is set or comes from, the line that prints, raises or logs a message; grep: every line that matches a string or regex; the symbol at a file and line of a stack trace. " +
				"Start here for a name; when only the behaviour is known use ask_code. " +
				`Example: {"query":"parseConfig","paths":["src"]}`,
			Arguments: []Argument{
				{Name: "query", Help: "the name, text or regex"},
				file, line, paths, include,
				{Name: "mode", Help: mode.Help, Schema: modeSchema},
				letters,
				{Name: "include_strings", Help: "show strings and comments too"},
				at, ten, cursor,
			},
			ways: []way{
				{
					definition: "smart_search", chosen: func(a Arguments) bool { return a.has("file") && (a.has("line") || a.has("paths") || !a.has("query")) },
					joins: joinPlace, splits: splitPlace, joined: []string{"column"}, hides: []string{"position"}, needs: []string{"position"}, operands: []string{"paths"}, required: []string{"line"},
					missing: "file needs line; to search a file give query, and the file in paths",
					lacks:   map[string]string{"query": "query does not go with file and line, which ask for the symbol there; to search a file for query, give it in paths"},
				},
				{ // one file, searched for query
					definition: "smart_search", chosen: func(a Arguments) bool { return a.has("file") }, as: map[string]string{"file": "paths"}, needs: []string{neverNeeded},
					note: `"file" was read as "paths"`,
				},
				{definition: "smart_search", required: []string{"query"}, operands: []string{"query", "paths"}, lacks: map[string]string{"line": "line needs file"}},
			},
			other: map[string][]string{"symbol": {"query"}, "name": {"query"}, "term": {"query"}, "identifier": {"query"}, "function": {"query"}, "message": {"query"}, "path": {"paths"}, "filename": {"file"}, "files": {"paths"}, "glob": {"include"}},
		},
		{
			Name: "ask_code", Program: "ct-search",
			Description: "What code does this, whatever its name: the part, piece, helper, logic or function that decides, handles, detects, parses, converts, merges, picks or is responsible for something; how does the app, program, project or system do it, where do we do it. " +
				"Prefer it when you know only what the code does; with a name use search. " +
				`Example: {"query":"evict the oldest entry"}`,
			Arguments: []Argument{{Name: "query", Help: "what the code does"}, paths, include, ten, cursor},
			Required:  []string{"query"},
			ways:      []way{{definition: "smart_search", fixed: map[string]any{"mode": "question"}, operands: []string{"query", "paths"}, needs: []string{"mode=question"}}},
			other:     map[string][]string{"text": {"query"}, "description": {"query"}, "task": {"query"}, "symbol": {"query"}, "name": {"query"}, "term": {"query"}},
		},
		{
			Name: "outline", Program: "ct-search",
			Description: "Structure and overview of a file, folder, module or package without bodies: what is in it, list all declarations, top-level functions, classes, the methods and fields a class or struct has, with signatures; exported names, the public API. " +
				"Prefer it to opening a file you do not know; for the text of one use show. " +
				`Example: {"paths":["net/url"],"public":true}`,
			Arguments: []Argument{
				paths,
				{Name: "kind", Help: "kinds joined by commas: function, class, method, import, …"},
				{Name: "match", Help: "only names that this regex matches"},
				{Name: "public", Help: "only what other code can use"},
				{Name: "depth", Help: "levels of nesting"},
				include, limit, cursor,
			},
			ways: []way{
				{definition: "find_entities", chosen: func(a Arguments) bool { return a.has("symbol") }, as: map[string]string{"kind": "entity"}, operands: []string{"paths"}, needs: []string{"symbol"}},
				{definition: "find_entities", fixed: map[string]any{"outline": true}, as: map[string]string{"kind": "entity"}, operands: []string{"paths"}, needs: []string{"outline"}},
				{definition: "find_entities", chosen: never, as: map[string]string{"kind": "entity"}, operands: []string{"paths"}, needs: []string{"entity"}},
			},
			other: map[string][]string{"filename": {"paths"}, "file_path": {"paths"}, "module": {"paths"}, "package": {"paths"}, "type": {"kind"}, "pattern": {"match"}, "regex": {"match"}, "query": {"match"}, "name": {"match"}},
		},
		{
			Name: "show", Program: "ct-show",
			Description: "Read, open, view, see, print or display a file or definition: a whole function or body with its comment, the source of a class, given lines, what is around a line, text that surrounds it, the next page; without file, look at sample matches across the tree. " +
				"Prefer it to cat and sed; to learn where use search. " +
				`Example: {"file":"net/url/url.go","symbol":"Parse"}`,
			Arguments: []Argument{
				file,
				{Name: "symbol", Help: "show its definition"},
				{Name: "line", Help: "around it, or the definition it is in", Schema: line.Schema},
				{Name: "range", Help: "lines A:B"},
				{Name: "query", Help: "text to show with context"},
				{Name: "paths", Help: "where to sample, without file"},
				{Name: "context", Help: "lines around a match"},
				at,
				{Name: "skip", Help: "of a sample, the first N groups"},
			},
			ways: []way{
				{definition: "sample", chosen: func(a Arguments) bool { return !a.has("file") }, required: []string{"query"}, operands: []string{"query", "paths"}, needs: []string{"sample"}, lacks: map[string]string{
					"symbol": "symbol needs file", "line": "line needs file", "range": "range needs file", "context": "context needs file"}},
				{definition: "show", operands: []string{"query", "file"}, lacks: map[string]string{"paths": "paths does not go with file: give one of them", "skip": "skip does not go with file: a sample is without it"}},
			},
			other: map[string][]string{"path": {"file", "paths"}, "name": {"symbol"}, "function": {"symbol"}},
		},
		{
			Name: "calls", Program: "ct-search",
			Description: "Trace who calls or invokes a function: all callers, direct and indirect, from where it is called, the chain up to main or through other functions; which tests cover, exercise or reach it and should run after an edit; or which classes and types, all subclasses, implement an interface, extend or derive from a base. " +
				"Prefer it for one such relation; for everything at once use impact. " +
				`Example: {"symbol":"Session.close","find":"tests"}`,
			Arguments: []Argument{
				symbol,
				{Name: "find", Help: "what is asked", Schema: findSchema},
				paths,
				{Name: "depth", Help: "levels of callers"},
				include, limit, cursor,
			},
			Required: []string{"symbol"},
			ways: []way{
				{definition: "find_calls", chosen: finds("tests"), as: map[string]string{"symbol": "tests", "find": ""}, operands: []string{"paths"}, needs: []string{"tests"}},
				{definition: "find_entities", chosen: finds("implementations"), as: map[string]string{"symbol": "impl", "find": ""}, operands: []string{"paths"}, needs: []string{"impl"}},
				{definition: "find_calls", as: map[string]string{"symbol": "calls", "find": ""}, operands: []string{"paths"}, needs: []string{"calls"}},
			},
		},
		{
			Name: "impact", Program: "ct-search",
			Description: "What would break or must change if I rename, remove, delete or move a symbol, or change its type, signature, parameters or arguments: consequences, effect, all to edit or touch in code, strings, comments and documents that depend on it. " +
				"Prefer it before a change; with unused: is it dead code, unused functions that nothing uses any more, safe to delete or drop. For one relation use calls. " +
				`Example: {"symbol":"connect","signature":"connect(url, timeout=5)"}`,
			Arguments: []Argument{
				symbol,
				{Name: "signature", Help: "the new one: what breaks?"},
				{Name: "unused", Help: "is it dead? without symbol: list dead code", Schema: unusedSchema},
				paths, include, limit, cursor,
			},
			ways: []way{
				{definition: "find_entities", lacks: map[string]string{"signature": "signature does not go with unused: give one of them"}, chosen: func(a Arguments) bool { return a.is("unused") && !a.has("symbol") }, fixed: map[string]any{"dead_all": true}, as: map[string]string{"unused": ""}, operands: []string{"paths"}, needs: []string{"dead_all"}},
				{definition: "find_calls", lacks: map[string]string{"signature": "signature does not go with unused: give one of them"}, chosen: func(a Arguments) bool { return a.is("unused") }, as: map[string]string{"symbol": "dead", "unused": ""}, operands: []string{"paths"}, needs: []string{"dead"}},
				{definition: "find_calls", required: []string{"symbol"}, as: map[string]string{"symbol": "impact", "unused": ""}, operands: []string{"paths"}, needs: []string{"impact"}},
			},
		},
		{
			Name: "survey", Program: "ct-survey",
			Description: "How often terms or words appear: count and compare the number of mentions and occurrences, how many times, their frequency per folder, each directory or across them, which is more common, rare or most frequent. " +
				"First step of a broad look, before matches: survey terms, survey one text (scout), show without file (sample), show file; for one name use search. " +
				`Example: {"terms":["old_key","new_key"],"paths":["src"]}`,
			Arguments: []Argument{
				{Name: "terms", Help: "texts to compare"},
				{Name: "query", Help: "instead of terms: one text to scout", Schema: querySchema},
				paths, include,
			},
			ways: []way{
				{
					definition: "survey", chosen: compares, joins: joinTerms, as: map[string]string{"terms": "term"}, needs: []string{neverNeeded},
					note: `the alternatives of "query" were read as "terms"`,
				},
				{definition: "scout", chosen: func(a Arguments) bool { return a.has("query") && !a.has("terms") }, operands: []string{"query", "paths"}, needs: []string{"scout"}},
				{definition: "survey", required: []string{"terms"}, as: map[string]string{"terms": "term"}, operands: []string{"paths"}, lacks: map[string]string{"query": "query does not go with terms: give one of them"}},
			},
			other: map[string][]string{"name": {"query", "terms"}, "symbol": {"query", "terms"}, "symbols": {"terms"}, "names": {"terms"}},
		},
		{
			Name: "files", Program: "ct-search",
			Description: "Which files exist: list paths of files and folders by name, glob, extension or size (big, larger, largest), files whose content has a text, both, all or lacks it; or with tree how many lines of code and bytes each folder and language has. " +
				"Prefer it to find, ls and wc; for lines use search. " +
				`Example: {"name":"*_test.go","query":"Fuzz"}`,
			Arguments: []Argument{
				{Name: "name", Help: "globs of names"},
				{Name: "query", Help: "a line matches one of these"},
				{Name: "all_of", Help: "texts that the file holds"},
				{Name: "none_of", Help: "texts that it does not hold"},
				{Name: "size", Help: "in bytes: +10k, -2M"},
				{Name: "tree", Help: "count lines and bytes by folder"},
				paths, include, limit, cursor,
			},
			ways:  []way{{definition: "find_files", as: map[string]string{"query": "grep"}, operands: []string{"paths"}, needs: []string{"name", "grep", "base", "type", "size", "all_of", "none_of", "tree", "summary"}}},
			other: map[string][]string{"pattern": {"name", "query"}, "glob": {"name"}, "globs": {"name"}, "names": {"name"}, "filename": {"name"}, "file": {"name", "paths"}, "grep": {"query"}, "content": {"query"}, "contains": {"query"}},
		},
		{
			Name: "spec_search", Program: "ct-spec",
			Description: "Which document answers, says, explains, requires or decided something, is written down as a rule, requirement or decision: specs, designs, docs, policy and READMEs ranked by the words of a question. " +
				"Prefer it for what people wrote; for code use ask_code. " +
				`Example: {"query":"how are cursors checked"}`,
			Arguments: []Argument{
				{Name: "query", Help: "the question", Schema: querySchema, Many: true},
				{Name: "paths", Help: "folders of documents"},
				{Name: "sections", Help: "rank sections, not files"},
				{Name: "limit", Help: limit.Help},
			},
			ways:  []way{{definition: "spec_search", as: map[string]string{"paths": "root"}, operands: []string{"query"}}},
			other: map[string][]string{"symbol": {"query"}, "name": {"query"}, "term": {"query"}, "terms": {"query"}},
		},
		{
			Name: "ct_test", Program: "ct-test",
			Description: "Run or try a permitted command or program that only reads, once or several times in a row, to check, confirm, verify or judge its output, exit status and whether it passes or fails: SUCCESS, ERROR or UNDECIDED. " +
				"Prefer it to prove a claim by experiment; for text use search. " +
				`Example: {"cmd":"grep","args":["-c","v2","go.mod"],"ok_match":["1"]}`,
			Arguments: []Argument{
				{Name: "cmd", Help: "the program"},
				{Name: "args", Help: "its arguments"},
				{Name: "stdin", Help: "TEXT or file:PATH"},
				{Name: "ok_match", Help: "SUCCESS only if the output matches"},
				{Name: "err_match", Help: "ERROR if the output matches"},
				{Name: "repeat", Help: "runs that must agree"},
				{Name: "focus", Help: "also return lines that match"},
			},
			Required: []string{"cmd"},
			ways:     []way{{definition: "ct_test", operands: []string{"args"}}},
			other:    map[string][]string{"command": {"cmd"}, "program": {"cmd"}, "arguments": {"args"}, "argv": {"args"}, "input": {"stdin"}, "expect": {"ok_match"}},
		},
		{
			Name: "search_files", Program: "ct-search",
			Description: "Search file contents", // as its source document requires
			Arguments: []Argument{
				{Name: "path", Help: "the folder"},
				{Name: "query", Help: "what to look for"},
				mode, letters,
				{Name: "include_globs", Help: "globs of files"},
				{Name: "context_lines", Help: "lines around a match"},
				{Name: "max_results", Help: "end after N matches"},
				cursor,
			},
			Required: []string{"path", "query"},
			ways:     []way{{definition: "search_files", operands: []string{"query", "path"}, needs: []string{"call"}}},
			other:    map[string][]string{"paths": {"path"}, "dir": {"path"}, "directory": {"path"}, "folder": {"path"}, "file": {"path"}, "symbol": {"query"}, "name": {"query"}, "term": {"query"}, "include": {"include_globs"}, "limit": {"max_results"}, "context": {"context_lines"}},
		},
	}
}}

// neverNeeded is a property that no command line has: the way is one of calls alone.
const neverNeeded = "-"

func finds(what string) func(Arguments) bool {
	return func(a Arguments) bool { return a.text("find") == what }
}

// never chooses a way that only command lines have.
func never(Arguments) bool { return false }
