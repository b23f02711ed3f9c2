package calls

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
)

// traced runs testdata/trace.py and returns which definitions each call of a name
// reached, and the folder of the library that it ran.
func traced(t testing.TB) (root string, calls map[string]map[truePlace][]truePlace) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: no python3")
	}
	if exec.CommandContext(t.Context(), python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))").Run() != nil {
		t.Skip("skipped: no python3 of 3.11 or later")
	}
	out, err := exec.CommandContext(t.Context(), python, "-W", "ignore", filepath.Join("testdata", "trace.py")).Output()
	if err != nil {
		t.Fatalf("trace.py: %v", err)
	}
	calls = map[string]map[truePlace][]truePlace{}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 6 {
			root = f[0]
			continue
		}
		number := func(s string) int { n, _ := strconv.Atoi(s); return n }
		if calls[f[3]] == nil {
			calls[f[3]] = map[truePlace][]truePlace{}
		}
		at := truePlace{f[0], number(f[1]), number(f[2])}
		calls[f[3]][at] = append(calls[f[3]][at], truePlace{f[4], number(f[5]), 0})
	}
	return root, calls
}

// inPython reports whether one of the definitions that were reached is written in
// Python; one in C has no place.
func inPython(reached []truePlace) bool {
	return slices.ContainsFunc(reached, func(p truePlace) bool { return p.line > 0 })
}

// scorePython compares the sites that were run with what they reached, a function in
// C included. Code that a run did not reach says nothing, and what is installed
// beside the library is not searched.
func scorePython(t testing.TB, most int) (scores, overridden [2]*score) {
	t.Helper()
	root, truth := traced(t)
	scores, overridden = [2]*score{{}, {}}, [2]*score{{}, {}}
	var names []string
	for name, sites := range truth {
		if slices.ContainsFunc(slices.Collect(maps.Values(sites)), inPython) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return strings.Compare(fmt.Sprintf("%08x%s", hash(a), a), fmt.Sprintf("%08x%s", hash(b), b))
	})
	for _, name := range names[:min(len(names), most)] {
		s, loose := scores[half(name)], overridden[half(name)]
		seen := map[truePlace]bool{}
		found := search(t, name, root)
		for _, site := range found.Sites {
			at := truePlace{site.Path, int(site.Line), site.Column}
			reached := truth[name][at]
			if len(reached) == 0 || seen[at] {
				continue
			}
			seen[at] = true
			s.all[site.Tier]++
			loose.all[site.Tier]++
			target := truePlace{}
			if site.Target != nil {
				target = truePlace{site.Target.Path, int(site.Target.Line), 0}
			}
			if slices.Contains(reached, target) {
				s.right[site.Tier]++
				loose.right[site.Tier]++
				continue
			}
			if site.Target != nil && strings.HasPrefix(site.Reason, "self in ") { // a class below it has its own
				loose.right[site.Tier]++
			}
			if site.Tier != resolve.Unresolved {
				s.wrong = append(s.wrong, fmt.Sprintf("%s: %s %s (%s; %v) reached %v", site.Tier, answerAt(site), site.Callee.Written, site.Reason, target, reached))
			}
		}
		for at, reached := range truth[name] {
			if !inPython(reached) {
				continue
			}
			s.wanted++
			loose.wanted++
			if seen[at] {
				s.found++
				loose.found++
			}
		}
	}
	return scores, overridden
}

func holdPython(t *testing.T, most int) (total int) {
	t.Helper()
	scores, overridden := scorePython(t, most)
	for i, s := range scores {
		what := []string{"one half of the names", "the other half"}[i]
		t.Log(s.row(what))
		t.Log(overridden[i].row(what + ", overriding methods counted as the overridden"))
		for _, w := range s.wrong[:min(len(s.wrong), 40)] {
			t.Log(w)
		}
		overridden[i].hold(t)
		total += s.wanted
	}
	return total
}

func TestPythonCallsAreBoundToWhatTheyReach(t *testing.T) {
	names, calls := 200, 500
	if tooltest.Brief() {
		names, calls = 12, 15
	}
	if n := holdPython(t, names); n < calls {
		t.Errorf("only %d calls", n)
	}
}
