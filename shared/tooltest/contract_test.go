package tooltest

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A contract is a tool as the suite's contract sees it.
type contract struct {
	Program string // "ct-search"
	// Search returns the arguments that look for word, an ordinary argument or one
	// after --, in the working folder. It is nil for a definition of tool calls
	// alone, whose arguments are no options: only its calls are tried.
	Search func(word string) []string
	// Bounded are the ways to ask that keep to a budget.
	Bounded []func(word string) []string
	// Definition is the one that the tool calls name: "find_files".
	Definition string
	// Arguments give the arguments object of calls that look for word. The
	// answer to the first holds the path of every file with word; those to the
	// others have what else an answer can have.
	Arguments []func(word string) string
	// Judge says that the tool runs something else and judges it (tool.Judge): what
	// is promised of searches alone is not asked of it.
	Judge bool
	// Document says that the natural format is a document: the question, the
	// reading and the ledger are in it, and what is emitted goes to standard error.
	Document bool
	// Ranks says that the tool ranks whole files: its JSON is its results alone and
	// stands without a frame, no line matches, and it names the place to look in by
	// an option, --root.
	Ranks bool
	// Code says that code is looked for: what is promised of any text is not asked,
	// since there is none in the files that are tried, and a call finds nothing.
	Code bool
	// Committed says that the history of a repository is searched: the trees that are tried are committed, and what is
	// promised of files alone is not asked.
	Committed bool
	// Hard is the most that options can raise the budget to; 0 is 400 lines.
	Hard int
}

// call returns the text of a tool call with the given arguments object.
func (c contract) call(arguments string) string {
	return `{"tool":"` + c.Definition + `","arguments":` + arguments + `}`
}

// Test checks everything that all tools promise.
func (c contract) test(t *testing.T) {
	program := filepath.Join(Bin(t, c.Program), c.Program)
	promises := map[string]func(*testing.T, string){
		"tool calls answer in JSON":    c.calls,
		"answers keep to their schema": c.answers,
	}
	if c.Search != nil {
		maps.Copy(promises, c.commandLine())
	}
	for name, test := range promises {
		t.Run(name, func(t *testing.T) { t.Parallel(); test(t, program) })
	}
}

// commandLine returns what is promised of command lines.
func (c contract) commandLine() map[string]func(*testing.T, string) {
	promises := map[string]func(*testing.T, string){
		"usage errors are one line and exit 2": c.usageErrors,
		"options are the same everywhere":      c.options,
	}
	if c.Code {
		return promises
	}
	maps.Copy(promises, map[string]func(*testing.T, string){
		"every example of the help runs":          c.examples,
		"the same bytes whatever the parallelism": c.deterministic,
		"a closed pipe ends the tool silently":    c.closedPipe,
		"a full disk is an error":                 c.fullDisk,
	})
	if c.Committed {
		maps.Copy(promises, map[string]func(*testing.T, string){
			"answers keep to their budget": c.budgets,
			"any word can be searched for": c.words,
			"a timeout is no verdict":      c.timeout,
		})
	} else if !c.Judge {
		maps.Copy(promises, map[string]func(*testing.T, string){
			"a clean negative exits 1":         c.negative,
			"an unreadable file is no success": c.unreadable,
			"unreadable rules are no success":  c.unreadableRules,
			"answers keep to their budget":     c.budgets,
			"the process is confined":          c.confined,
			"any word can be searched for":     c.words,
			"framing":                          c.framing,
			"a timeout is no verdict":          c.timeout,
		})
	}
	return promises
}

const word = "needle"

// tree is Tree, committed if the contract is of histories.
func (c contract) tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := Tree(t, files)
	if c.Committed {
		Commit(t, dir, "All of it")
	}
	return dir
}

// hostile is Hostile, likewise.
func (c contract) hostile(t *testing.T) string {
	t.Helper()
	dir := Hostile(t, word)
	if c.Committed {
		Commit(t, dir, "All of it")
	}
	return dir
}

// usageErrors tries wrong options and values.
func (c contract) usageErrors(t *testing.T, program string) {
	dir := c.tree(t, map[string]string{"a.txt": word + "\n"})
	search := c.Search(word)
	type wrong struct {
		args    []string
		culprit string
	}
	tests := []wrong{
		{[]string{"--no-such-option"}, "--no-such-option"},
		{[]string{"--questoin", "x"}, "--question"},
		{[]string{"--format", "xml"}, "xml"},
		{[]string{"--timeout", "soon"}, "soon"},
		{[]string{"--timeout", "-1"}, "-1"},
		{[]string{"--heartbeat-to", "nowhere"}, "nowhere"},
		{[]string{"--heartbeat-to", "stderr"}, "--heartbeat-to does nothing without --heartbeat"},
		{[]string{"--heartbeat-emit", "x"}, "--heartbeat-emit does nothing without --heartbeat"},
		{[]string{"--max-bytes", "0"}, "--max-bytes"},
		{[]string{"--confine", "maybe"}, "maybe"},
		{[]string{"--quiet=perhaps"}, "--quiet"},
	}
	if !c.Judge {
		tests = append(
			tests,
			wrong{[]string{"--expect"}, "--expect"},
			wrong{[]string{"--expect", "many"}, "many"},
			wrong{[]string{"--expect", "expr:nothing > 1"}, "nothing"},
			wrong{[]string{"--expect", "expr:count"}, "--expect"},
		)
	}
	for _, test := range tests {
		r := Run{Dir: dir}.Do(t, program, with(search, test.args...)...)
		if r.Exit != 2 || r.Stdout != "" || !oneLine(r.Stderr) || !strings.Contains(r.Stderr, test.culprit) || !strings.HasPrefix(r.Stderr, c.Program+": ") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", test.args, r.Exit, r.Stdout, r.Stderr)
		}
	}
	if c.Judge {
		return
	}
	r := Run{Dir: dir}.Do(t, program, c.in("missing/path")...)
	if r.Exit != 2 || r.Stdout != "" || !oneLine(r.Stderr) || !strings.Contains(r.Stderr, "missing/path") {
		t.Errorf("missing path: exit %d, stdout %q, stderr %q", r.Exit, r.Stdout, r.Stderr)
	}
}

// in returns the arguments that look for word in a place.
func (c contract) in(place string) []string {
	if c.Ranks {
		return with(c.Search(word), "--root", place)
	}
	return append(c.Search(word), place)
}

func (c contract) negative(t *testing.T, program string) {
	dir := c.tree(t, map[string]string{"a.txt": "hay\n", ".hidden": "hay\n"})
	r := Run{Dir: dir}.Do(t, program, c.Search(word)...)
	short := r.Stdout + r.Stderr
	if c.Document {
		short = r.Stderr
	}
	if lines := strings.Count(short, "\n"); r.Exit != 1 || lines > 3 || !strings.Contains(r.Stdout+r.Stderr, "searched 1 file") {
		t.Errorf("exit %d, %d lines\n%s%s", r.Exit, lines, r.Stdout, r.Stderr)
	}
	r = Run{Dir: dir}.Do(t, program, with(c.Search(word), "--expect", "none")...)
	if r.Exit != 0 {
		t.Errorf("--expect none: exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
	r = Run{Dir: dir}.Do(t, program, with(c.Search(word), "--quiet")...)
	if r.Exit != 1 || r.Stdout != "" || strings.Count(r.Stderr, "\n") > 1 {
		t.Errorf("--quiet: exit %d, stdout %q, stderr %q", r.Exit, r.Stdout, r.Stderr)
	}
}

// emitted returns the stream that templates are printed on.
func (c contract) emitted(r Result) string {
	if c.Document {
		return r.Stderr
	}
	return r.Stdout
}

func (c contract) unreadable(t *testing.T, program string) {
	nobody := Nobody(t)
	dir := c.tree(t, map[string]string{"a.txt": "hay\n", "locked.txt": word + "\n", "sub/b.txt": word + "\n"})
	for _, name := range []string{"locked.txt", "sub"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "sub"), 0o755) })
	for _, expect := range []string{"any", "none", "1", "=0", "-1", "expr:count == 0"} {
		for _, quiet := range []string{"", "--quiet"} {
			args := with(c.Search(word), "--expect", expect, "--emit", "{RESULT}")
			if quiet != "" {
				args = with(args, quiet)
			}
			r := Run{Dir: dir, As: nobody}.Do(t, program, args...)
			if r.Exit != 2 || !strings.Contains(c.emitted(r), "UNDECIDED") || !strings.Contains(r.Stderr, "locked.txt") {
				t.Errorf("%s %s: exit %d, stdout %q, stderr %q", expect, quiet, r.Exit, r.Stdout, r.Stderr)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "c.txt"), []byte(word+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for expect, exit := range map[string]int{"any": 0, "none": 1, "=0": 1, "=1": 2, "2": 2} {
		if r := (Run{Dir: dir, As: nobody}).Do(t, program, with(c.Search(word), "--expect", expect)...); r.Exit != exit {
			t.Errorf("one found, one unreadable, --expect %s: exit %d, want %d\n%s", expect, r.Exit, exit, r.Stderr)
		}
	}
}

// unreadableRules locks what may hold ignore rules. Matches below it are then unsure, and so is their absence where
// other rules ignore something.
func (c contract) unreadableRules(t *testing.T, program string) {
	nobody := Nobody(t)
	repository := map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/config": "", ".git/info/exclude": ""}
	for _, locked := range []string{"sub/.gitignore", "sub/.ignore", ".gitignore", ".git/info/exclude", ".git/config", ".git/HEAD", ".git", "sub/.git"} {
		for _, where := range []string{"none", "ignored", "below", "apart"} {
			files := map[string]string{"a.txt": "hay\n", "sub/b.txt": "hay\n", locked: "x.log\n"}
			if strings.HasPrefix(locked, ".git/") || locked == ".git" {
				delete(files, locked)
				maps.Copy(files, repository)
			}
			exits := map[string]int{"any": 2, "none": 2, "=1": 2}
			switch where {
			case "none":
				exits = map[string]int{"any": 1, "none": 0, "=1": 1}
			case "ignored":
				files[".ignore"], files["sub/c.txt"] = "c.txt\n", "hay\n"
				if locked == "sub/.ignore" || locked == ".git" {
					delete(files, ".ignore")
					files[".gitignore"] = "c.txt\n"
				}
			case "below":
				files["sub/b.txt"] = word + "\n"
			case "apart":
				if files["a.txt"] = word + "\n"; strings.HasPrefix(locked, "sub/") && !c.Ranks { // a rank depends on all that is there
					exits = map[string]int{"any": 0, "none": 1, "=1": 0}
				}
			}
			dir := c.tree(t, files)
			if err := os.Chmod(filepath.Join(dir, locked), 0); err != nil {
				t.Fatal(err)
			}
			for expect, exit := range exits {
				r := Run{Dir: dir, As: nobody}.Do(t, program, with(c.Search(word), "--expect", expect)...)
				if r.Exit != exit || !strings.Contains(r.Stdout+r.Stderr, locked) {
					t.Errorf("%s locked, %s, --expect %s: exit %d, want %d\n%s%s", locked, where, expect, r.Exit, exit, r.Stdout, r.Stderr)
				}
			}
			_ = os.Chmod(filepath.Join(dir, locked), 0o755)
		}
	}
}

// confined has the tool search its own status, as the kernel reports it.
func (c contract) confined(t *testing.T, program string) {
	if !Confines() {
		t.Skip("skipped: this system does not confine a process")
	}
	dir := t.TempDir()
	if c.Ranks {
		for mode, want := range map[string]string{"auto": "NoNewPrivs: 1", "off": "NoNewPrivs: 0"} {
			r := Run{Dir: dir}.Do(t, program, "--root=/proc/self", "--include=/status", "--max-depth=1", "--confine", mode, "NoNewPrivs")
			if r.Exit != 0 || !strings.Contains(r.Stdout, want) {
				t.Errorf("--confine %s: exit %d\n%s%s", mode, r.Exit, r.Stdout, r.Stderr)
			}
		}
		return
	}
	args := append(c.Search("NoNewPrivs:\t1"), "/proc/self/status")
	if r := (Run{Dir: dir}).Do(t, program, args...); r.Exit != 0 {
		t.Errorf("NoNewPrivs is not set: exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
	if r := (Run{Dir: dir}).Do(t, program, with(args, "--confine", "off")...); r.Exit != 1 {
		t.Errorf("--confine off: exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
}

func (c contract) words(t *testing.T, program string) {
	for _, w := range []string{"help", "h", "a,b", "-3", "--", "--expect", "version"} {
		dir := c.tree(t, map[string]string{"hit.txt": "x " + w + " y\n", "miss.txt": "....\n"})
		r := Run{Dir: dir}.Do(t, program, c.Search(w)...)
		if r.Exit != 0 || !strings.Contains(r.Stdout, "hit.txt") || strings.Contains(r.Stdout, "miss.txt") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", w, r.Exit, r.Stdout, r.Stderr)
		}
	}
}

func (c contract) framing(t *testing.T, program string) {
	dir := c.tree(t, map[string]string{"a.txt": word + "\n", "b.txt": word + "\n"})
	emitted, aside := "SUCCESS 2 2 {NOPE} Is {RESULT} here?\n", "to stderr: SUCCESS\n"
	if c.Ranks {
		emitted = strings.Replace(emitted, " 2 2 ", " 2 0 ", 1)
	}
	args := with(c.Search(word), "--question", "Is {RESULT} here?", "--emit", "{RESULT} {COUNT} {LINES} {NOPE} {QUESTION}", "--emit-stderr", "to stderr: {RESULT}\n\n")
	check := func(name string, r Result, good bool) {
		if r.Exit != 0 || !good {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", name, r.Exit, r.Stdout, r.Stderr)
		}
	}
	r, quiet := Run{Dir: dir}.Do(t, program, args...), Run{Dir: dir}.Do(t, program, with(args, "--quiet")...)
	if c.Document {
		check("framed", r, strings.Contains(r.Stdout, "Is {RESULT} here?") && !strings.Contains(r.Stdout, "==") && r.Stderr == emitted+aside)
		check("--quiet", quiet, quiet.Stdout == "" && quiet.Stderr == emitted+aside)
	} else {
		check("framed", r, strings.HasPrefix(r.Stdout, "== Is {RESULT} here? ==\n") && strings.HasSuffix(r.Stdout, "\n"+emitted) && strings.HasSuffix(r.Stderr, aside))
		check("--quiet", quiet, quiet.Stdout == emitted && quiet.Stderr == aside)
	}
	r = Run{Dir: dir}.Do(t, program, with(args, "--json")...)
	check("--json", r, c.framed(r) && strings.Contains(r.Stderr, emitted))

	r = Run{Dir: dir}.Do(t, program, with(c.Search(word), "--expect", "=3", "--emit", "{REASON}")...)
	reason := r.Stderr[strings.LastIndex(strings.TrimSpace(r.Stderr), "\n")+1:]
	if r.Exit != 1 || !strings.Contains(reason, "3") || !strings.Contains(c.emitted(r), strings.TrimPrefix(strings.TrimSpace(reason), c.Program+": ")) {
		t.Errorf("=3: exit %d, stdout %q, stderr %q", r.Exit, r.Stdout, r.Stderr)
	}
}

// framed reports whether JSON has the question and the verdict, or is two
// results alone and the question on standard error.
func (c contract) framed(r Result) bool {
	const question = "Is {RESULT} here?"
	if c.Ranks {
		var rows []any
		return json.Unmarshal([]byte(r.Stdout), &rows) == nil && len(rows) == 2 && strings.Contains(r.Stderr, "question: "+question+"\n")
	}
	var doc struct{ Question, Verdict string }
	return json.Unmarshal([]byte(r.Stdout), &doc) == nil && doc.Question == question && doc.Verdict == "SUCCESS"
}

func (c contract) timeout(t *testing.T, program string) {
	dir := c.tree(t, map[string]string{"a.txt": word + "\n"})
	for _, more := range [][]string{{}, {"--expect", "none"}, {"--expect", "=1"}} {
		args := with(with(c.Search(word), "--timeout", "0.000000001", "--emit", "{RESULT}"), more...)
		if r := (Run{Dir: dir}).Do(t, program, args...); r.Exit != 2 || !strings.Contains(c.emitted(r), "UNDECIDED") || !strings.Contains(r.Stderr, "timeout") {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", more, r.Exit, r.Stdout, r.Stderr)
		}
	}
	if r := (Run{Dir: dir}).Do(t, program, with(c.Search(word), "--timeout", "60", "--heartbeat", "30")...); r.Exit != 0 || strings.Contains(r.Stderr, "s]") {
		t.Errorf("exit %d, stderr %q", r.Exit, r.Stderr)
	}
}

func (c contract) calls(t *testing.T, program string) {
	arguments := c.Arguments[0](word)
	call := c.call(arguments)
	dir := c.tree(t, map[string]string{"a.txt": word + "\n", "call.json": call})
	direct := Run{Dir: dir}.Do(t, program, "--call", call)
	if found := direct.Exit == 0 && strings.Contains(direct.Stdout, "a.txt"); found == c.Code || direct.Exit == 2 || !json.Valid([]byte(direct.Stdout)) {
		t.Fatalf("exit %d, stdout %q, stderr %q", direct.Exit, direct.Stdout, direct.Stderr)
	}
	if r := (Run{Dir: dir}).Do(t, program, "--call", "@call.json"); timeless(r) != timeless(direct) {
		t.Errorf("from a file: %+v", r)
	}
	if r := (Run{Dir: dir, Stdin: call}).Do(t, program, "--call", "-"); timeless(r) != timeless(direct) {
		t.Errorf("from standard input: %+v", r)
	}
	wrong := map[string]string{
		"{": "BadArgs", "[]": "BadArgs", `{"tool":"nope"}`: "BadArgs", "@missing.json": "ExecutionFailed",
		c.call(strings.Replace(arguments, "{", `{"bogus":1,`, 1)): "BadArgs",
	}
	if !c.Judge && c.Search != nil {
		property := "paths"
		if c.Ranks {
			property = "root"
		}
		wrong[c.call(strings.Replace(arguments, "{", `{"`+property+`":["../.."],`, 1))] = "SandboxViolation"
	}
	for call, kind := range wrong {
		r := Run{Dir: dir}.Do(t, program, "--call", call)
		var doc struct {
			Error struct{ Kind, Message string }
		}
		if err := json.Unmarshal([]byte(r.Stdout), &doc); err != nil || r.Exit != 2 || doc.Error.Kind != kind || doc.Error.Message == "" || !oneLine(r.Stderr) {
			t.Errorf("%s: %v, exit %d, stdout %q, stderr %q", call, err, r.Exit, r.Stdout, r.Stderr)
		}
	}
}
