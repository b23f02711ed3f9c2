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
	mostBytesAtStart  = 40 << 10
	mostAllocsAtStart = 400
)

// initialised is a line of the runtime's trace of initialisations: the package, the bytes and the allocations.
var initialised = regexp.MustCompile(`(?m)^init (github\.com/ct-tools/ct/\S+) @.* (\d+) bytes, (\d+) allocs$`)

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
		bytes, allocs := 0, 0
		var packages []string
		for _, line := range initialised.FindAllStringSubmatch(trace.String(), -1) {
			b, _ := strconv.Atoi(line[2])
			n, _ := strconv.Atoi(line[3])
			bytes, allocs = bytes+b, allocs+n
			packages = append(packages, line[0])
		}
		t.Logf("%s: %d bytes, %d allocations", program, bytes, allocs)
		if bytes > mostBytesAtStart || allocs > mostAllocsAtStart {
			t.Errorf("%s: %d bytes in %d allocations before main, at most %d in %d expected; make it when it is first used (sync.OnceValue):\n%s",
				program, bytes, allocs, mostBytesAtStart, mostAllocsAtStart, strings.Join(packages, "\n"))
		}
	}
}
