package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestMatchesThatWereNotJudgedLeaveTheVerdictOpen has more matches in a file
// than are classified, each of which the condition has to judge.
func TestMatchesThatWereNotJudgedLeaveTheVerdictOpen(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.py": strings.Repeat("x = foo\n", 30000), "b.py": strings.Repeat("foo; ", 3000)})
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, file := range []string{"a.py", "b.py"} {
		for _, args := range [][]string{{"--where=category == 'callsite'", "foo", file}, {"Bar.foo", file}} {
			if r := (tooltest.Run{Dir: dir}).Do(t, program, append([]string{"--expect=none"}, args...)...); r.Exit != 2 {
				t.Errorf("%q: exit %d\n%s", args, r.Exit, r.Stderr)
			}
		}
	}
	if r := (tooltest.Run{Dir: dir}).Do(t, program, "--format=jsonl", "--limit=100000", "foo", "a.py"); !strings.Contains(r.Stderr, "cut: ") {
		t.Errorf("jsonl lost matches in silence: %s", r.Stderr)
	}
}

// TestUnclassifiedMatchesLeaveTheirCategoryOpen has a line of more calls
// than are classified: there may be assignments among the others.
func TestUnclassifiedMatchesLeaveTheirCategoryOpen(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"b.py": strings.Repeat("foo(); ", 1500)})
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for expression, exit := range map[string]int{
		"count == 1500": 0, "callsite >= 1000": 0, "callsite == 1000": 2, "assignment == 0": 2, "text_match == 0": 2, "lines == 1": 0, "path_match == 0": 0,
	} {
		if r := (tooltest.Run{Dir: dir}).Do(t, program, "--quiet", "--expect=expr:"+expression, "foo"); r.Exit != exit {
			t.Errorf("%s: exit %d, want %d\n%s", expression, r.Exit, exit, r.Stderr)
		}
	}
}

// pagesAreTheWhole compares the findings of all pages of an answer about ../shared,
// with the options for each page, with those of one page with the options for all,
// and returns how many these are.
func pagesAreTheWhole(t *testing.T, query, page, all []string) int {
	t.Helper()
	whole := places(answerOf(t, "../shared", slices.Concat(all, query)...))
	var paged, next []string
	for len(paged) < len(whole) {
		answer := answerOf(t, "../shared", slices.Concat(next, page, query)...)
		found := places(answer)
		paged = append(paged, found...)
		if answer.text("next_cursor") == "" || len(found) == 0 {
			break
		}
		next = []string{"--cursor=" + answer.text("next_cursor")}
	}
	if n := min(len(whole), len(paged)); !slices.Equal(paged[:n], whole[:n]) || len(paged) < len(whole) {
		t.Errorf("%q, %q: %d places, want %d\n%q\n%q", query, page, len(paged), len(whole), paged, whole)
	}
	return len(whole)
}

// TestPagesOfFindingsAreTheWhole tries pages of a size, and larger ones that a
// budget ends early.
func TestPagesOfFindingsAreTheWhole(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"Recorder", "the file", "source.Scan", "e"} {
		for _, page := range [][]string{{"--max-bytes=64000", "--limit=7"}, {"--max-bytes=6000", "--limit=60"}} {
			if pagesAreTheWhole(t, []string{query}, page, []string{"--limit=60"}) == 0 {
				t.Errorf("%s: nothing is found", query)
			}
		}
	}
}

// TestFollowingCursorsEnds goes from page to page under budgets that hardly hold
// one.
func TestFollowingCursorsEnds(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("src/some/long/name/of/a/folder/with/file%02d.py", i)] = "def f():\n    \"\"\"all about needle\"\"\"\n    return needle(" + strings.Repeat("argument, ", 30) + ")\n"
	}
	dir := tooltest.Tree(t, files)
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	ofJSON, ofText := regexp.MustCompile(`"next_cursor":"([^"]+)"`), regexp.MustCompile(`--cursor=([A-Za-z0-9_-]+)`)
	for _, budget := range []string{
		"--json --max-bytes=2048", "--json --max-bytes=2400", "--json --max-bytes=2700", "--json --max-bytes=3000", "--json --max-bytes=4000",
		"--max-lines=8", "--max-lines=9", "--max-lines=10", "--max-lines=11", "--max-lines=12",
	} {
		seen := map[string]bool{}
		for cursor := ""; ; {
			args := append(strings.Fields(budget), "--include-strings", "--limit=20")
			if cursor != "" {
				args = append(args, "--cursor="+cursor)
			}
			r := tooltest.Run{Dir: dir}.Do(t, program, append(args, "needle")...)
			next := ofText
			if strings.HasPrefix(r.Stdout, "{") {
				next = ofJSON
			}
			m := next.FindStringSubmatch(r.Stdout)
			if m == nil || strings.Contains(r.Stdout, "--max-bytes=64000") {
				break
			}
			if cursor = m[1]; seen[cursor] {
				t.Errorf("%s: a page leads to itself: %s", budget, r.Stdout)
				break
			}
			seen[cursor] = true
		}
	}
}

// TestPagesOfCallsAreTheWhole asks for calls as they are, under a condition and
// with their callers.
func TestPagesOfCallsAreTheWhole(t *testing.T) {
	t.Parallel()
	for _, query := range [][]string{{"--calls=Scan"}, {"--calls=Lookup", "--where=path contains 'source'"}, {"--calls=File.Lookup", "--depth=2"}} {
		if pagesAreTheWhole(t, query, []string{"--limit=7", "--max-bytes=64000"}, []string{"--limit=40"}) == 0 {
			t.Errorf("%q: nothing is found", query)
		}
	}
}

// TestAFullGraphCountsTheRest has more callers than a graph holds functions.
func TestAFullGraphCountsTheRest(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("def leaf():\n    pass\n")
	for i := range 260 {
		fmt.Fprintf(&text, "def f%d():\n    leaf()\n", i)
	}
	dir := tooltest.Tree(t, map[string]string{"a.py": text.String()})
	r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "--calls=leaf", "--depth=2", "--max-lines=400", "--max-bytes=64000")
	for _, want := range []string{"leaf is called 260 times", "the graph ends at 200 functions; 61 more calls are only counted", "who calls f199: ct-search --calls=f199 --depth=2"} {
		if !strings.Contains(r.Stdout, want) {
			t.Errorf("no %q in\n%s", want, r.Stdout)
		}
	}
	for format, comment := range map[string]string{"dot": "  // ", "mermaid": "  %% "} {
		r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "--calls=leaf", "--max-bytes=2000", "--format="+format)
		for _, want := range []string{" functions and ", " edges not drawn: ct-search --format=" + format + " --max-lines=400 --max-bytes=64000 --calls=leaf\n", "the graph ends at 200 functions; 61 more calls are only counted"} {
			if !strings.Contains(r.Stdout, want) || !strings.Contains(r.Stderr, want) {
				t.Errorf("%s: no %q in\n%s%s", format, want, r.Stdout, r.Stderr)
			}
		}
		if len(r.Stdout) > 2000 || strings.Count(r.Stdout, "\n") > 80 || len(r.Stdout) < 1600 || strings.Count(r.Stdout, comment) != 2 {
			t.Errorf("%s: %d bytes\n%s", format, len(r.Stdout), r.Stdout)
		}
	}
}

// places returns where the findings of an answer stand, in the order of their
// ranks.
func places(answer *object) []string {
	byRank := map[string]string{}
	var ranks []string
	for _, s := range answer.list("sections") {
		if title := s.text("title"); title != "Top Matches" && title != "Non-code Mentions" {
			continue
		}
		for _, f := range s.list("findings") {
			rank := fmt.Sprintf("%6v", f.object("details").object("data").values["rank"])
			a := f.object("anchor")
			byRank[rank] = fmt.Sprintf("%s:%v:%v", a.text("file"), a.values["line"], a.values["col"])
			ranks = append(ranks, rank)
		}
	}
	slices.Sort(ranks)
	var all []string
	for _, r := range ranks {
		all = append(all, byRank[r])
	}
	return all
}

// TestEveryPageSaysWhatTheNameIs compares the first finding of later pages with that
// of the first.
func TestEveryPageSaysWhatTheNameIs(t *testing.T) {
	t.Parallel()
	first := answerOf(t, "../shared", "--limit=2", "Recorder")
	next := answerOf(t, "../shared", "--cursor="+first.text("next_cursor"), "--limit=2", "Recorder")
	want, got := first.list("key_findings")[0].text("message"), next.list("key_findings")[0].text("message")
	if want != got || !strings.Contains(got, "Recorder is a struct, defined at source/recorder.go:") {
		t.Errorf("the first page says %q, the second %q", want, got)
	}
}

// TestALongQueryKeepsToASmallBudget asks for more bytes than the answer may have.
func TestALongQueryKeepsToASmallBudget(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.txt": strings.Repeat("x", 1500) + "\n"})
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, query := range []string{strings.Repeat("x", 1500), strings.Repeat("\"", 1500)} {
		r := tooltest.Run{Dir: dir}.Do(t, program, "--json", "--max-bytes=2048", query)
		if len(r.Stdout) > 2048 || r.Exit == 2 {
			t.Errorf("exit %d, %d bytes: %.300s", r.Exit, len(r.Stdout), r.Stdout)
		}
	}
}

// TestPagesOfAQuestion follows the cursors of a question whose blocks lie in many files.
func TestPagesOfAQuestion(t *testing.T) {
	t.Parallel()
	const files = 40
	tree := map[string]string{}
	for i := range files {
		tree[fmt.Sprintf("f%02d.py", i)] = fmt.Sprintf("def step%d():\n    evict(the, oldest, entry)\n", i)
	}
	dir := tooltest.Tree(t, tree)
	seen, pages := map[string]bool{}, 0
	for next := []string{}; next != nil && pages < files; pages++ {
		page := answerOf(t, dir, append(next, "--mode=question", "--limit=7", "evict the oldest entry")...)
		for _, p := range places(page) {
			seen[p] = true
		}
		next = nil
		if cursor := page.text("next_cursor"); cursor != "" {
			next = []string{"--cursor=" + cursor}
		}
	}
	if len(seen) != files || pages != 6 {
		t.Errorf("%d pages show %d blocks, want all %d on 6", pages, len(seen), files)
	}
}
