package toolcall

import "encoding/json"

// Schemas of arguments that no definition has.
var (
	fileSchema   = json.RawMessage(`{"type":"string"}`)
	lineSchema   = json.RawMessage(`{"type":"integer","minimum":1}`)
	findSchema   = json.RawMessage(`{"type":"string","enum":["callers","tests","implementations"],"default":"callers"}`)
	unusedSchema = json.RawMessage(`{"type":"boolean","default":false}`)
	querySchema  = json.RawMessage(`{"type":"string"}`)
)

// Arguments that several tools have.
var (
	paths   = Argument{Name: "paths", Help: "files and folders to look in; the working folder if absent"}
	include = Argument{Name: "include", Help: "globs of files: *.py, src/**, !*_test.go"}
	limit   = Argument{Name: "limit", Help: "at most N results"}
	cursor  = Argument{Name: "cursor", Help: "next_cursor of the answer to continue"}
	file    = Argument{Name: "file", Help: "the file", Schema: fileSchema}
	line    = Argument{Name: "line", Help: "a line of file", Schema: lineSchema}
	symbol  = Argument{Name: "symbol", Help: "its name: func, Class.method, module.func"}
	mode    = Argument{Name: "mode", Help: "how query is read"}
	letters = Argument{Name: "case", Help: "of letters"}
)

var tools = []*Tool{
	{
		Name: "search", Program: "ct-search",
		Description: "Where is a name or text defined, and how is it used: definition, signature, uses by kind, the places that tell most. " +
			"Start here for an identifier, an error message or a regex, or with file and line for what stands there; for a question in words use ask_code, for every caller use calls. " +
			`Example: {"query":"parseConfig","paths":["src"]}`,
		Arguments: []Argument{
			{Name: "query", Help: "the name, text or regex"},
			file, line, paths, include, mode, letters,
			{Name: "include_strings", Help: "show strings and comments too"},
			limit, cursor,
		},
		ways: []way{
			{definition: "smart_search", chosen: func(a Arguments) bool { return a.has("file") }, joins: joinPlace, splits: splitPlace, needs: []string{"position"}, operands: []string{"paths"}},
			{definition: "smart_search", required: []string{"query"}, operands: []string{"query", "paths"}},
		},
	},
	{
		Name: "ask_code", Program: "ct-search",
		Description: "Which code does this: functions and blocks ranked by a question in plain words. " +
			"Prefer it when you know what the code does but not its name; for a name use search, for documents and specs use spec_search. " +
			`Example: {"query":"retry a request with backoff"}`,
		Arguments: []Argument{{Name: "query", Help: "the question, or what the code does"}, paths, include, limit, cursor},
		Required:  []string{"query"},
		ways:      []way{{definition: "smart_search", fixed: map[string]any{"mode": "question"}, operands: []string{"query", "paths"}, needs: []string{"mode=question"}}},
	},
	{
		Name: "outline", Program: "ct-search",
		Description: "What do files and folders declare: functions, classes, types and methods with lines and signatures; the public API of a package. " +
			"Prefer it to reading a file you do not know, or to list definitions by kind; for the text of one use show. " +
			`Example: {"paths":["net/url"],"public":true}`,
		Arguments: []Argument{
			paths,
			{Name: "kind", Help: "kinds joined by commas: function, class, method, import, …"},
			{Name: "match", Help: "only names that this regex matches"},
			{Name: "symbol", Help: "only definitions of this name"},
			{Name: "public", Help: "only what other code can use"},
			{Name: "depth", Help: "levels of nesting"},
			include, limit, cursor,
		},
		ways: []way{
			{definition: "find_entities", chosen: func(a Arguments) bool { return a.has("symbol") }, as: map[string]string{"kind": "entity"}, operands: []string{"paths"}, needs: []string{"symbol"}},
			{definition: "find_entities", fixed: map[string]any{"outline": true}, as: map[string]string{"kind": "entity"}, operands: []string{"paths"}, needs: []string{"outline"}},
			{definition: "find_entities", chosen: never, as: map[string]string{"kind": "entity"}, operands: []string{"paths"}, needs: []string{"entity"}},
		},
	},
	{
		Name: "show", Program: "ct-show",
		Description: "Read code: a whole definition, lines by number or the matches in one file; without file a sample of matches spread over paths. " +
			"Prefer it to reading whole files; to find the file first use search, to count first use survey. " +
			`Example: {"file":"net/url/url.go","symbol":"Parse"}`,
		Arguments: []Argument{
			file,
			{Name: "symbol", Help: "show its definition"},
			{Name: "line", Help: "around it, or the definition it is in"},
			{Name: "range", Help: "lines A:B"},
			{Name: "query", Help: "text to show with context"},
			{Name: "paths", Help: "without file: where to sample query"},
			{Name: "context", Help: "lines around a match"},
			{Name: "skip", Help: "of a sample, the first N groups"},
			mode,
		},
		ways: []way{
			{definition: "sample", chosen: func(a Arguments) bool { return !a.has("file") }, required: []string{"query"}, operands: []string{"query", "paths"}, needs: []string{"sample"}},
			{definition: "show", operands: []string{"query", "file"}},
		},
	},
	{
		Name: "calls", Program: "ct-search",
		Description: "Who calls a function or method, which tests reach it, or which types implement and extend it, each with how sure that is. " +
			"Prefer it when all callers, tests or subclasses of a symbol count; for every place that a change touches use impact. " +
			`Example: {"symbol":"Session.close","find":"tests"}`,
		Arguments: []Argument{
			symbol,
			{Name: "find", Help: "what is asked", Schema: findSchema},
			paths,
			{Name: "depth", Help: "callers of callers, N levels"},
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
		Description: "What does a rename, a deletion or a new signature of a symbol touch: definitions, overrides, calls, imports, strings, comments, documents and tests. " +
			"Prefer it before you change or remove code; with unused it says whether nothing refers to a symbol (dead code), or lists unused definitions. " +
			`Example: {"symbol":"connect","signature":"connect(url, timeout=5)"}`,
		Arguments: []Argument{
			symbol,
			{Name: "signature", Help: "the new one: which calls would break?"},
			{Name: "unused", Help: "is it dead? without symbol: list dead code", Schema: unusedSchema},
			paths, include, limit, cursor,
		},
		ways: []way{
			{definition: "find_entities", chosen: func(a Arguments) bool { return a.is("unused") && !a.has("symbol") }, fixed: map[string]any{"dead_all": true}, as: map[string]string{"unused": ""}, operands: []string{"paths"}, needs: []string{"dead_all"}},
			{definition: "find_calls", chosen: func(a Arguments) bool { return a.is("unused") }, as: map[string]string{"symbol": "dead", "unused": ""}, operands: []string{"paths"}, needs: []string{"dead"}},
			{definition: "find_calls", required: []string{"symbol"}, as: map[string]string{"symbol": "impact", "unused": ""}, operands: []string{"paths"}, needs: []string{"impact"}},
		},
	},
	{
		Name: "survey", Program: "ct-survey",
		Description: "How often and where do terms occur: counts of several terms compared by folder and together, or of one query by folder and file. " +
			"First step of a broad search, before matches are read: survey terms, then survey the best one as query (scout), then show query without file (sample), then show one file; for one name use search. " +
			`Example: {"terms":["TODO","FIXME"],"paths":["src"]}`,
		Arguments: []Argument{
			{Name: "terms", Help: "texts to compare"},
			{Name: "query", Help: "instead of terms: one text to scout", Schema: querySchema},
			paths, include, mode, letters,
		},
		ways: []way{
			{definition: "scout", chosen: func(a Arguments) bool { return a.has("query") && !a.has("terms") }, operands: []string{"query", "paths"}, needs: []string{"scout"}},
			{definition: "survey", required: []string{"terms"}, as: map[string]string{"terms": "term"}, operands: []string{"paths"}},
		},
	},
	{
		Name: "files", Program: "ct-search",
		Description: "Which files and folders are there: by name, extension, size and content, or with tree the lines and bytes of each folder by language. " +
			"Prefer it to find, ls and wc, and for files that hold all or none of some texts; to read or explain matches use search. " +
			`Example: {"name":"*_test.go","query":"Fuzz"}`,
		Arguments: []Argument{
			{Name: "name", Help: "globs of names"},
			{Name: "query", Help: "a line matches one of these", Schema: nil},
			{Name: "all_of", Help: "texts that the file holds"},
			{Name: "none_of", Help: "texts that it does not hold"},
			{Name: "size", Help: "in bytes: +10k, -2M"},
			{Name: "tree", Help: "count lines and bytes by folder"},
			{Name: "depth", Help: "of tree"},
			paths, include, mode, limit, cursor,
		},
		ways: []way{{definition: "find_files", as: map[string]string{"query": "grep"}, operands: []string{"paths"}, needs: []string{"name", "grep", "base", "type", "size", "all_of", "none_of", "tree", "summary"}}},
	},
	{
		Name: "spec_search", Program: "ct-spec",
		Description: "Which documents answer a question: specs, designs, READMEs and decisions ranked by words. " +
			"Prefer it for what was decided, required or documented; for code use ask_code. " +
			`Example: {"query":"how are cursors checked"}`,
		Arguments: []Argument{
			{Name: "query", Help: "the question in plain words"},
			{Name: "paths", Help: "folders of documents"},
			{Name: "sections", Help: "rank sections, not files"},
			limit,
		},
		ways: []way{{definition: "spec_search", as: map[string]string{"paths": "root"}, operands: []string{"query"}}},
	},
	{
		Name: "ct_test", Program: "ct-test",
		Description: "Run one permitted program that only reads, and judge its output and exit status: SUCCESS, ERROR or UNDECIDED. " +
			"Prefer it to check a claim by experiment; to look for text use search. " +
			`Example: {"cmd":"grep","args":["-c","v2","go.mod"],"ok_match":["1"]}`,
		Arguments: []Argument{
			{Name: "cmd", Help: "the program"},
			{Name: "args", Help: "its arguments"},
			{Name: "stdin", Help: "TEXT or file:PATH"},
			{Name: "ok_match", Help: "SUCCESS only if the output matches"},
			{Name: "err_match", Help: "ERROR if the output matches"},
			{Name: "repeat", Help: "runs that must agree"},
			{Name: "focus", Help: "also return lines that match"},
			{Name: "emit", Help: "text to add, with {STDOUT} {STDERR} {CODE}"},
		},
		Required: []string{"cmd"},
		ways:     []way{{definition: "ct_test", operands: []string{"args"}}},
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
	},
}

func finds(what string) func(Arguments) bool {
	return func(a Arguments) bool { return a.text("find") == what }
}

// never chooses a way that only command lines have.
func never(Arguments) bool { return false }
