package survey

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestSurveysOfRandomTrees compares surveys, of paths that are excluded, hidden, ignored, links,
// nested and repeated, with a simple computation, and runs every command that they print.
func TestSurveysOfRandomTrees(t *testing.T) {
	t.Parallel()
	if os.Symlink("x", filepath.Join(t.TempDir(), "y")) != nil {
		t.Skip("skipped: no symbolic links")
	}
	bin := tooltest.Bin(t, "ct-survey", "ct-show", "ct-search")
	trees := 24
	if tooltest.Brief() {
		trees = 10
	}
	for seed := range trees {
		rnd := rand.New(rand.NewPCG(uint64(seed), 7))
		f := plant(t, rnd)
		for range 4 {
			f.compare(bin, seed)
		}
	}
}

func (f *forest) compare(bin string, seed int) {
	t, rnd := f.t, f.rnd
	var o asked
	var args, paths []string
	if rnd.IntN(3) == 0 {
		o.hidden, args = true, append(args, "--hidden")
	}
	if rnd.IntN(3) == 0 {
		o.noIgnore, args = true, append(args, "--no-ignore")
	}
	if rnd.IntN(3) == 0 {
		o.depth = 1 + rnd.IntN(3)
		args = append(args, fmt.Sprint("--max-depth=", o.depth))
	}
	for range 1 + rnd.IntN(4) {
		paths = append(paths, pick(rnd, slices.Concat(f.dirs, f.files, f.links)...))
	}
	terms := vocabulary[:1+rnd.IntN(3)]
	for _, term := range terms {
		args = append(args, "--term="+term)
	}
	if len(terms) > 1 && rnd.IntN(2) == 0 {
		o.within = 1 + rnd.IntN(3)
		args = append(args, fmt.Sprint("--within=", o.within))
	}
	all, at, pairs := f.account(terms, paths, o)
	operands := append([]string{"--"}, paths...)
	what := fmt.Sprintf("tree %d, repository %v: %q %q", seed, f.repo, args, paths)

	program := filepath.Join(bin, "ct-survey")
	r := tooltest.Run{Dir: f.top}.Do(t, program, slices.Concat(args, []string{"--json"}, operands)...)
	var doc struct{ Survey surveyDocument }
	if err := json.Unmarshal([]byte(r.Stdout), &doc); err != nil || r.Exit == 2 {
		t.Fatalf("%s: %v, %+v", what, err, r)
	}
	got := doc.Survey
	for i := range got.Together {
		f.names(what, &got.Together[i], o.within)
	}
	if diff := cmp.Diff([]any{all, at, pairs}, []any{got.Overall, got.ByPath, got.Together}); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
	f.follow(bin, what, r, 3)
	lines := []string{fmt.Sprint("--max-lines=", 8+rnd.IntN(20))}
	f.follow(bin, what, tooltest.Run{Dir: f.top}.Do(t, program, slices.Concat(args, lines, operands)...), 3)
	scout := slices.Concat(without(without(args, "--term="), "--within="), []string{"--scout", "--json", "--", terms[0]}, paths)
	r = tooltest.Run{Dir: f.top}.Do(t, program, scout...)
	if want := fmt.Sprintf(`"matches":%d,"files":%d`, all[0].Matches, all[0].Files); !strings.Contains(r.Stdout, want) {
		t.Errorf("%s: a scout lacks %s: %s", what, want, r.Stdout)
	}
}

// names checks the files that a row of together names, and takes them out.
func (f *forest) names(what string, row *joint, within int) {
	f.t.Helper()
	if row.First == "" {
		f.t.Errorf("%s: %s and %s name no file", what, row.A, row.B)
	}
	for name := range strings.Lines(run(f.t, "", f.top, "printf '%s\\n' "+row.First).Stdout) {
		if !near(f.t, filepath.Join(f.top, strings.TrimSuffix(name, "\n")), row.A, row.B, within) {
			f.t.Errorf("%s: %s does not hold %s and %s", what, name, row.A, row.B)
		}
	}
	row.First = ""
}

func without(args []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, prefix) })
}

var (
	offered = regexp.MustCompile(`(?m)^\s*(next|rest): (.*)$|"(next|rest)":("(?:[^"\\]|\\.)*")`)
	zeroes  = regexp.MustCompile(`(?m)"matches":0[,}]|matches: 0$`)
)

// commands returns the commands that an answer offers, by their names in it.
func commands(t *testing.T, stdout string) map[string]string {
	found := map[string]string{}
	for _, m := range offered.FindAllStringSubmatch(stdout, -1) {
		name, command := m[1]+m[3], m[2]+m[4]
		if strings.HasPrefix(command, `"`) {
			if err := json.Unmarshal([]byte(command), &command); err != nil {
				t.Errorf("%s: %v", command, err)
			}
		}
		found[name] = command
	}
	return found
}

// follow runs the commands that an answer offers, and those of the answers to them. Each must find
// something if something was found before.
func (f *forest) follow(bin, what string, r tooltest.Result, steps int) {
	t := f.t
	next := commands(t, r.Stdout)
	if next["next"] == "" && strings.Contains(r.Stdout, "ct-survey") {
		t.Errorf("%s: no next command:\n%s", what, r.Stdout)
	}
	if steps == 0 {
		return
	}
	for name, command := range next {
		again := run(t, bin, f.top, command)
		if again.Exit == 2 || r.Exit == 0 && (again.Exit != 0 || again.Stdout == "" || zeroes.MatchString(again.Stdout) && strings.Contains(command, "--scout")) {
			t.Errorf("%s: %s: %s: exit %d\n%s%s", what, name, command, again.Exit, again.Stdout, again.Stderr)
		}
		if name == "rest" && rows(again.Stdout) <= rows(r.Stdout) {
			t.Errorf("%s: %s shows no more rows than\n%s\nwith\n%s", what, command, r.Stdout, again.Stdout)
		}
		f.follow(bin, what+" → "+command, again, steps-1)
	}
}

func rows(toon string) int { return strings.Count(toon, "\n    ") }

// run runs a command line as a shell does.
func run(t *testing.T, bin, dir, command string) tooltest.Result {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("skipped: no sh")
	}
	return tooltest.Run{Dir: dir, Env: []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}}.Do(t, shell, "-c", command)
}
