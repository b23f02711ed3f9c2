package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/tooltest"
)

// prepareForms adds a link and a hidden folder of as much source as a search needs a while for.
func prepareForms(t *testing.T, dir string) {
	if err := os.Symlink("../linked.go", filepath.Join(dir, "src/link.go")); err != nil {
		t.Skip("skipped: " + err.Error())
	}
	var text strings.Builder
	text.WriteString("package big\n")
	for i := range 20_000 {
		fmt.Fprintf(&text, "\nfunc f%d() { needle(%d) }\n", i, i)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".big"), 0o755); err != nil {
		t.Fatal(err)
	}
	prepareRepository(t, filepath.Join(dir, "repo"))
	// A name that takes a backtracking expression its whole time.
	slow := filepath.Join(dir, "slow", strings.Repeat("x", 60))
	if err := os.MkdirAll(filepath.Dir(slow), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(slow, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(dir, ".big/0.go")
	if err := os.WriteFile(first, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := os.Link(first, filepath.Join(dir, fmt.Sprintf(".big/%d.go", i+1))); err != nil {
			t.Fatal(err)
		}
	}
}

// prepareRepository makes a repository in which a.go differs from its commit, and b.go does not.
func prepareRepository(t *testing.T, dir string) {
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write("a.go", "package a\n\nfunc old() { needle(1) }\n\nfunc gone() { needle(2) }\n")
	write("b.go", "package a\n\nfunc other() { needle(4) }\n")
	tooltest.Commit(t, dir, "first")
	write("a.go", "package a\n\nfunc old() { needle(1) }\n\nfunc fresh() { needle(3) }\n")
}

// nextCursor returns the cursor of the page that a call ends with.
func nextCursor(t *testing.T, dir string, args ...string) string {
	t.Helper()
	var page struct {
		Cursor string `json:"next_cursor"`
	}
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	r := tooltest.Run{Dir: dir}.Do(t, program, append(args, "--limit", "1", "--json")...)
	if err := json.Unmarshal([]byte(r.Stdout), &page); err != nil || page.Cursor == "" {
		t.Fatalf("%q: no cursor: %+v", args, r)
	}
	return page.Cursor
}

// Every option of ct-search serves the form of a call and makes a difference, or
// is refused.
func TestForms(t *testing.T) {
	words := strings.Fields
	add := func(line string) tooltest.Witness { return tooltest.Witness{Add: words(line)} }
	on := func(base, line string) tooltest.Witness { return tooltest.Witness{Base: words(base), Add: words(line)} }
	base := map[string][]string{
		"query":        words("needle src"),
		"filter":       words("-n -e needle src"),
		"definitions":  words("--entity function --symbol needle src"),
		"calls":        words("--calls needle src"),
		"question":     words("--mode question needle src"),
		"tree":         words("--tree src"),
		"search_files": {"--call", `{"path":"src","query":"needle"}`},
	}
	w := map[string]tooltest.Witness{
		"mode":                  add("--mode literal"),
		"filter/mode":           add("--mode word"),
		"fixed":                 on("needle src", "-F"),
		"filter/fixed":          on("-n -e n.edle src", "-F"),
		"identifier":            on("-n -e needle src", "--identifier"),
		"query/identifier":      on("needle( src", "--identifier"),
		"word":                  add("--word"),
		"word-regexp":           add("-w"),
		"regex":                 on("n.edle src", "--regex"),
		"filter/regex":          on("-n --grep nee[d]le src", "--regex"),
		"fuzzy":                 on("neddle src", "--fuzzy"),
		"filter/fuzzy":          on("-n -e neddle src", "--fuzzy"),
		"case":                  add("--case insensitive"),
		"filter/case":           on("-n -e =.needle src", "--case sensitive"),
		"ignore-case":           add("-i"),
		"filter/ignore-case":    on("-n -e Needle src", "-i"),
		"case-sensitive":        on("-F needle src", "-s"),
		"filter/case-sensitive": on("-n -e =.needle src", "-s"),
		"smart-case":            add("-S"),
		"filter/smart-case":     on("-n --identifier -e needle src", "-S"),
		"engine":                on("--regex (?=needle)n src", "--engine re2"),
		"filter/engine":         on("-e (?=needle)n src", "--engine re2"),
		"in":                    add("--in src"),
		"query/in":              on("--exclude .big needle", "--in src"),
		"filter/in":             on("-n --exclude .big -e needle", "--in src"),
		"definitions/in":        on("--exclude .big --entity function --symbol needle", "--in src"),
		"definitions/max-bytes": on("--entity function --limit 20 src linked.go .big", "--max-bytes 512"),
		"calls/max-bytes":       on("--calls needle src linked.go", "--max-bytes 512"),
		"calls/in":              on("--exclude .big --calls needle", "--in src"),
		"base":                  on("-n --exclude .big -e needle", "--base src"),
		"name":                  add("--name *.py"),
		"type":                  on("--name *e*", "--type d"),
		"grep":                  on("--name *.go", "--grep NEEDLE"),
		"regexp":                on("--name *.go", "-e NEEDLE"),
		"size":                  add("--size +100"),
		"all-of":                on("--exclude .big", "--all-of needle"),
		"filter/all-of":         add("--all-of package"),
		"none-of":               on("--exclude .big", "--none-of needle"),
		"filter/none-of":        add("--none-of package"),
		"within":                on("--all-of package --all-of needle src", "--within 1"),
		"tree":                  on("--name *.go", "--tree"),
		"ext":                   add("--ext py"),
		"min-lines":             add("--min-lines 4"),
		"flat":                  add("--flat"),
		"sort":                  on("--tree --flat .", "--sort name"),
		"desc":                  on("--tree --flat --sort name .", "--desc"),
		"tree/base":             on("--tree --exclude .big", "--base src"),
		"tree/name":             add("--name *.py"),
		"tree/in":               on("--tree --exclude .big", "--in src"),
		"tree/depth":            on("--tree .", "--depth 1"),
		"filter/list":           on("-n -e needle src", "-l"),
		"filter/detail":         on("-e needle src", "-n"),
		"filter/summary":        on("-e needle src", "--summary"),
		"filter/count":          on("-e needle src", "-c"),
		"limit":                 add("--limit 1"),
		"filter/color":          {Add: words("--color always"), Out: "\x1b["},
		"filter/max-bytes":      {Add: words("--max-bytes 512"), Refused: true},
		"filter/emit":           add("--emit EMITTED"),
		"search_files/question": on(`--emit {QUESTION} --call {"path":"src","query":"needle"}`, "--question Asked"),
		"search_files/call":     {Base: words("--no-config"), Add: []string{"--call", `{"path":"src","query":"needle"}`}},
		"search_files/format":   {Add: words("--format text"), Refused: true},
		"search_files/json":     on(`--call {"path":"src","query":"needle"}`, "--json --format text"),
		"max-count":             add("-m 1"),
		"file":                  on("--name *.go", "-f src/p.py"),
		"files":                 on("--exclude .big src", "--files"),
		"invert-match":          on("-n -e needle src", "-v"),
		"line-regexp":           on("-n -e needle src", "-x"),
		"only-matching":         on("-n -e needle src", "-o"),
		"files-without-match":   on("-e needle src", "--files-without-match"),
		"null":                  on("-l -e needle src", "-0"),
		"no-filename":           on("-n -e needle src", "-I"),
		"with-filename":         {Base: words("-e needle src"), Add: words("-H"), Yields: true},
		"no-heading":            {Base: words("-e needle src"), Add: words("--no-heading"), Yields: true},
		"filter/sort":           {Chooses: true},
		"after-context":         add("-A 1"),
		"before-context":        add("-B 1"),
		"context":               add("-C 2"),
		"matcher":               add("--matcher nosuch"),
		"where":                 add("--where line==1"),
		"save-artifact":         {Add: []string{"--save-artifact", t.TempDir()}},
		"entity":                on("--symbol needle src", "--entity function"),
		"symbol":                on("--entity function src", "--symbol needle"),
		"expand":                add("--expand callers(depth=1)"),
		"q":                     on("src", "--q entity=function"),
		"calls":                 on("src", "--calls needle"),
		"depth":                 add("--depth 3"),
		"tests":                 on("src", "--tests needle"),
		"definitions/depth":     on("--outline src", "--depth 3"),
		"position":              on("proto.h", "--position proto.h:1"),
		"outline":               on("--entity function proto.h", "--outline"),
		"impl":                  on("--entity class src", "--impl needle"),
		"match":                 on("--outline src", "--match ^needle$"),
		"sizes":                 on("--outline src", "--sizes"),
		"public":                on("--outline src", "--public"),
		"impact":                on("src", "--impact needle"),
		"signature":             on("--impact needle src", "--signature (a,b)"),
		"dead":                  on("src", "--dead needle"),
		"dead-all":              on("--entity function src", "--dead-all"),
		"declarations":          on("--entity function proto.h", "--declarations"),
		"question/mode":         {Chooses: true},
		"question/q":            on("--mode question src", "--q needle"),
		"question/in":           on("--exclude .big --mode question needle", "--in src"),
		"all-words":             on("--mode question one.needle.absent src", "--all-words"),
		"resolve-in":            on("--calls far apart/in", "--resolve-in apart/in"),
		"at":                    add("--at HEAD"),
		"strict":                on("--calls needle --expect none dyn.py", "--strict"),
		"backend":               {Add: words("--backend rg"), Env: []string{"PATH=/nonexistent"}},
	}
	for form, line := range map[string]string{
		"query": "needle", "filter": "-n -e needle", "definitions": "--entity function", "calls": "--calls needle", "question": "--mode question needle", "tree": "--tree",
	} {
		w[form+"/at"] = on(line+" repo", "--at HEAD")
		w[form+"/changed"] = on(line+" repo", "--changed=HEAD")
		w[form+"/staged"] = on(line+" repo", "--staged")
		w[form+"/added"] = on(line+" --changed=HEAD repo", "--added")
		w[form+"/removed"] = on(line+" --changed=HEAD repo", "--removed")
	}
	for _, layout := range []string{"list", "detail", "summary", "count", "files", "files-without-match", "invert-match", "line-regexp", "only-matching", "no-filename", "with-filename", "no-heading"} {
		w["query/"+layout] = tooltest.Witness{Chooses: true}
	}
	for _, layout := range []string{"list", "detail", "summary", "count"} {
		w["definitions/"+layout], w["calls/"+layout] = add("--"+layout), add("--"+layout)
	}
	files := tooltest.Needles()
	files["proto.h"] = "int needle(int x);\n"
	files["apart/far.py"], files["apart/in/use.py"] = "def far():\n    pass\n", "from apart.far import far\n\n\ndef use():\n    far()\n"
	files["src/nested.py"] = "class K:\n    def m(self):\n        pass\n"
	files["dyn.py"] = "getattr(x, y)()\n"
	dir := tooltest.Tree(t, files)
	for form, args := range base {
		if form != "search_files" {
			w[form+"/cursor"] = tooltest.Witness{Add: []string{"--cursor", nextCursor(t, dir, args...)}}
		}
	}
	w["cursor"] = add("--cursor x")
	slow := map[string]string{
		"query":        "--regex --engine backtrack (x+x+)+y(?=z) slow.txt",
		"filter":       "--regex --engine backtrack -e (x+x+)+y(?=z) slow.txt",
		"definitions":  "--entity class --symbol ~f9 .big",
		"calls":        "--calls needle .big",
		"question":     "--mode question needle .big",
		"tree":         "--tree --name (x+x+)+y(?=z) slow",
		"search_files": `--call {"path":".big","query":"needl.*(?=99999)","mode":"regex"}`,
	}
	for form, line := range slow {
		w[form+"/timeout"] = tooltest.Witness{Base: words(line), Add: words("--timeout 0.05"), Err: "by --timeout"}
		for name, witness := range tooltest.Pulses() {
			witness.Base = words(line)
			witness.Refused = form == "search_files" && name == "heartbeat-to"
			w[form+"/"+name] = witness
		}
	}
	layouts := map[string][]string{
		"query":       {"--json", "--format jsonl"},
		"filter":      {"", "-l", "-c", "--summary --color never", "--json", "--json -l", "--json -c", "--json --summary"},
		"definitions": {"--json", "--format jsonl", "--format dot --expand callers(depth=2)"},
		"calls":       {"--json", "--format jsonl", "--format dot", "--format mermaid"},
		"question":    {"--json", "--format jsonl"},
	}
	tooltest.Forms{
		Program: "ct-search", Table: search.Tool().WholeTable(), Base: base, Tree: files, Prepare: prepareForms, Witnesses: w,
		Layouts: layouts, Laid: "-n",
	}.Test(t)
}
