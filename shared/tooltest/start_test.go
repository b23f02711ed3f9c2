package tooltest

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// These are how much memory the packages of the suite may allocate before main, over all of one program: what every run
// pays for, whatever it does. A regular expression is hundreds of allocations, a map of thirty words several.
const (
	mostBytesAtStart  = 1 << 10
	mostAllocsAtStart = 8
)

// mostAtStart is how much all packages of a program may allocate before main, those of libraries included. A library that
// is linked in for little is the most that a start can lose.
var mostAtStart = map[string]allocated{"ct-search": {84 << 10, 480}}

type allocated struct{ bytes, allocs int }

// initialised is a line of the runtime's trace of initialisations: the package, the bytes and the allocations.
var initialised = regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, (\d+) allocs$`)

// TestLittleIsInitialisedAtStart counts what the packages of each program allocate before main.
func TestLittleIsInitialisedAtStart(t *testing.T) {
	t.Parallel()
	if Raced {
		t.Skip("skipped: the race detector allocates too")
	}
	for _, program := range []string{"ct", "ct-search", "ct-show", "ct-survey", "ct-spec", "ct-test", "ct-history"} {
		cmd := exec.Command(filepath.Join(Bin(t, program), program), "--version")
		cmd.Env = []string{"HOME=/nonexistent", "GODEBUG=inittrace=1"}
		var trace strings.Builder
		cmd.Stderr = &trace
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v\n%s", program, err, trace.String())
		}
		if !strings.Contains(trace.String(), "init runtime ") {
			t.Fatalf("%s wrote no trace of its initialisation: %s", program, trace.String())
		}
		var own, all allocated
		var packages []string
		for _, line := range initialised.FindAllStringSubmatch(trace.String(), -1) {
			b, _ := strconv.Atoi(line[2])
			n, _ := strconv.Atoi(line[3])
			all = allocated{all.bytes + b, all.allocs + n}
			packages = append(packages, line[0])
			if strings.HasPrefix(line[1], "github.com/ct-tools/ct/") {
				own = allocated{own.bytes + b, own.allocs + n}
			}
		}
		t.Logf("%s: %d bytes in %d allocations, %d in %d of them for the suite", program, all.bytes, all.allocs, own.bytes, own.allocs)
		if own.bytes > mostBytesAtStart || own.allocs > mostAllocsAtStart {
			t.Errorf("%s: the suite allocates %d bytes in %d allocations before main, at most %d in %d expected; make it when it is first used (shared/lazy):\n%s",
				program, own.bytes, own.allocs, mostBytesAtStart, mostAllocsAtStart, strings.Join(packages, "\n"))
		}
		if most, ok := mostAtStart[program]; ok && (all.bytes > most.bytes || all.allocs > most.allocs) {
			t.Errorf("%s: %d bytes in %d allocations before main, at most %d in %d expected; which library is new?\n%s",
				program, all.bytes, all.allocs, most.bytes, most.allocs, strings.Join(packages, "\n"))
		}
	}
}
