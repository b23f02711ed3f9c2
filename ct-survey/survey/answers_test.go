package survey

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/toon"
)

// TOON has the same content as JSON, except for the frame.
func TestBothFormatsHoldTheSameValue(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a/x.txt": "alpha beta\nalpha\n- 5, \"q\"\n", "b/y.txt": "beta\nAlpha\n", "b/build/z": "gone\n", ".h": "hid\n"})
	program := filepath.Join(tooltest.Bin(t, "ct-survey"), "ct-survey")
	for _, args := range [][]string{
		{"--term=alpha", "--term=beta", "--term=, \"q"},
		{"--term=alpha", "--term=- 5", "--term=nowhere", "a", "b", "b/build", "a"},
		{"--term=ALPHA"},
		{"--term=gone", "--question", "Is it?"},
		{"--scout", "alpha", "--word", "-i"},
		{"--scout", "hid"},
		{"--scout", "eta", "--max-depth=2", "--identifier"},
		{"--scout", "a+", "--regex", "a", "a/x.txt"},
	} {
		run := tooltest.Run{Dir: dir}
		args = append(args, "--max-bytes=8000")
		printed := run.Do(t, program, append(args, "--max-lines=40")...).Stdout
		var doc struct {
			Question string          `json:"question,omitempty"`
			Survey   json.RawMessage `json:"survey,omitempty"`
			Scout    json.RawMessage `json:"scout,omitempty"`
		}
		if err := json.Unmarshal([]byte(run.Do(t, program, append(args, "--json")...).Stdout), &doc); err != nil {
			t.Fatal(err)
		}
		want, err := toon.Marshal(doc)
		if err != nil || printed != string(want)+"\n" {
			t.Errorf("%q: %v\n%s\nof the JSON\n%s", args, err, printed, want)
		}
	}
}

// If the count of a term ends, the answer names the paths with incomplete counts, and does not rank
// them.
func TestWhatIsNotCountedIsNamed(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-survey"), "ct-survey")
	dir := tooltest.Tree(t, map[string]string{
		"n/f": "often\n", "p/f": strings.Repeat("often\n", grep.ScanLines) + "often rare\n", "q/f": strings.Repeat("often\n", 9) + "rare\nrare\n", "r/f": "rare\n",
	})
	for _, test := range []struct {
		args string
		want []string
		not  []string
	}{
		{
			"--term often --term rare n p q r",
			[]string{`often,100000,2,""`, "rare,4,3,q", "n,often,1,1", "at least 100000 matching lines, where the count ended: often; not counted, or not wholly, in p, q; its rows of together are lower bounds"},
			[]string{"q,often"},
		},
		{"--term often n p q r", []string{`often,100000,2,""`, "not wholly, in p, q, r"}, []string{"together"}},
		{"--term often p", []string{"often,100000,1,p", `ended: often"`}, []string{"not wholly"}},
		{"--scout often p r", []string{"not wholly, in p, r", "p/f,100000"}, []string{"r/f"}},
		{"--term often p/f . r", []string{`often,100000,1,""`, "not wholly, in p/f, ., r"}, nil},
	} {
		r := tooltest.Run{Dir: dir}.Do(t, program, append(strings.Fields(test.args), "--max-lines=40")...)
		for _, want := range test.want {
			if !strings.Contains(r.Stdout, want) {
				t.Errorf("%s lacks %q:\n%s", test.args, want, r.Stdout)
			}
		}
		for _, not := range test.not {
			if strings.Contains(r.Stdout, not) {
				t.Errorf("%s has %q:\n%s", test.args, not, r.Stdout)
			}
		}
	}
	exact := tooltest.Tree(t, map[string]string{"a": strings.Repeat("often\n", grep.ScanLines), "b": "often\n"})
	if r := (tooltest.Run{Dir: exact}).Do(t, program, "--scout", "often"); strings.Contains(r.Stdout, "b,0") || !strings.Contains(r.Stdout, "files: 1\n") {
		t.Errorf("a file without a line that counts has a row:\n%s", r.Stdout)
	}
}

// Different terms have different labels, and a question is repeated in full.
func TestTermsStayApart(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 120)
	got := labels([]string{"\xff", "\xfe", `\xff`, long + "a", long + "b", "plain"})
	seen := map[string]bool{}
	for _, l := range got {
		if seen[l] || len(l) > maxEcho+3 {
			t.Errorf("%q in %q", l, got)
		}
		seen[l] = true
	}
	if got[0] != `\xff` || got[5] != "plain" {
		t.Errorf("%q", got)
	}
	program := filepath.Join(tooltest.Bin(t, "ct-survey"), "ct-survey")
	question := strings.Repeat("why ", 64)
	r := tooltest.Run{Dir: tooltest.Tree(t, map[string]string{"a": "x\n"})}.Do(t, program, "--term=x", "--question", question)
	if !strings.Contains(r.Stdout, strings.TrimSpace(question)) {
		t.Errorf("%s", r.Stdout)
	}
}

// A command is one line that a shell can run, or there is none.
func TestACommandIsOneLine(t *testing.T) {
	t.Parallel()
	bin := tooltest.Bin(t, "ct-survey", "ct-show")
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle\nsecond\n\x1bthird\n", "-b": "%s\\n 'x'\n"})
	for query, offers := range map[string]bool{"needle\n": false, "needle\nsecond": true, "\x1bthird": true, "%s\\n 'x'": true, "second\n\x1bthird\n": false} {
		r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin, "ct-survey"), "--scout", "--", query)
		next, found := commands(t, r.Stdout)["next"]
		if found != offers || strings.Contains(next, "\n") {
			t.Errorf("%q: %q", query, next)
		}
		if found {
			if again := run(t, bin, dir, next); again.Exit != 0 {
				t.Errorf("%q: %s: %+v", query, next, again)
			}
		}
	}
	// Also long ones, within the size of an answer.
	long := strings.Repeat("long ", 250)
	dir = tooltest.Tree(t, map[string]string{"a.txt": long + "\n"})
	r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin, "ct-survey"), "--scout", long)
	if next := commands(t, r.Stdout)["next"]; !strings.Contains(next, long) || run(t, bin, dir, next).Exit != 0 {
		t.Errorf("%s", r.Stdout)
	}
}

// Twelve terms over eight paths have rows in both lists, and commands that show others, also at the
// maximum budget.
func TestTheLargestSurveyShowsTheRestStepByStep(t *testing.T) {
	t.Parallel()
	bin := tooltest.Bin(t, "ct-survey")
	files := map[string]string{}
	var terms, paths []string
	for i := range 12 {
		terms = append(terms, fmt.Sprintf("--term=term%c", 'a'+i))
	}
	for p := range 8 {
		dir := fmt.Sprint("path", p)
		paths = append(paths, dir)
		for i := range 12 {
			files[fmt.Sprintf("%s/%d.txt", dir, i)] = strings.Repeat(fmt.Sprintf("term%c\n", 'a'+i), 13-i) + "terma termb termc termd terme termf termg termh termi termj termk terml\n"
		}
	}
	dir := tooltest.Tree(t, files)
	program := filepath.Join(bin, "ct-survey")
	for _, more := range [][]string{nil, {"--max-lines=40", "--max-bytes=8000"}, {"--json", "--max-bytes=3000"}, {"--json"}} {
		for _, where := range [][]string{paths, nil} {
			args := append(append(append([]string{}, terms...), more...), where...)
			r := tooltest.Run{Dir: dir}.Do(t, program, args...)
			if where != nil && !strings.Contains(r.Stdout, "by_path") || where == nil && !strings.Contains(r.Stdout, "together") {
				t.Errorf("%q has no rows:\n%s", args, r.Stdout)
			}
			seen := map[string]bool{}
			for steps := 0; ; steps++ {
				rest := commands(t, r.Stdout)["rest"]
				if rest == "" {
					break
				}
				if seen[rest] || steps > 5 {
					t.Errorf("%q: step %d leads on to %s", args, steps, rest)
					break
				}
				seen[rest] = true
				if r = run(t, bin, dir, rest); r.Exit != 0 || len(r.Stdout) > grep.Hardest.Bytes {
					t.Errorf("%s: %+v", rest, r)
				}
			}
		}
	}
}

// Entries below a named folder that are not text or cannot be opened do not prevent an answer.
func TestStrangeEntriesBelowAPath(t *testing.T) {
	t.Parallel()
	nobody := tooltest.Nobody(t)
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip("skipped: no mkfifo")
	}
	dir := tooltest.Tree(t, map[string]string{
		"src/a.txt": "needle\n", "src/junk": "needle\x00\x00\xff\n", "src/locked.txt": "needle\n", "src/shut/b.txt": "needle\n", "src/wide": "n\x00e\x00",
	})
	if out, err := exec.Command(mkfifo, filepath.Join(dir, "src", "pipe")).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "src", "broken")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"src/locked.txt", "src/shut"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "src/shut"), 0o755) })
	program := filepath.Join(tooltest.Bin(t, "ct-survey"), "ct-survey")
	for _, args := range [][]string{{"--term=needle", "src"}, {"--scout", "needle", "src"}} {
		r := tooltest.Run{Dir: dir, As: nobody}.Do(t, program, args...)
		for _, want := range []string{"at_least: true", "2 unreadable (src/locked.txt: permission denied)", "1 special", "1 symlinked", "binary"} {
			if r.Exit != 0 || !strings.Contains(r.Stdout, want) {
				t.Errorf("%q lacks %q: %+v", args, want, r)
			}
		}
	}
	r := tooltest.Run{Dir: dir, As: nobody}.Do(t, program, "--term=needle", "src", "src/pipe", os.DevNull)
	if !strings.Contains(r.Stdout, "needle,1,1,src") {
		t.Errorf("%+v", r)
	}
}
