package pattern

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// TestNameGlobsAreTheShells compares the globs of names with bash's case, which matches like its
// file names if there is no '/'.
func TestNameGlobsAreTheShells(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("skipped: no bash")
	}
	random := rand.New(rand.NewPCG(1, 2))
	word := func(pieces []string, most int) string {
		var b strings.Builder
		for range 1 + random.IntN(most) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	inGlobs := []string{"a", "b", "-", "*", "?", "[", "]", "[a-c]", "[!a]", "[^b", "[]a]", "[-a]", "[[:digit:]b]", `\`, `\*`, "!", "^", ".", "1", "|", "("}
	inNames := []string{"a", "b", "c", "-", "*", "[", "]", `\`, "!", "^", ".", "1", "|", "("}
	pairs := 20000
	if testing.Short() {
		pairs = 4000
	}
	var input bytes.Buffer
	var globs, names []string
	for range pairs {
		glob, name := word(inGlobs, 5), word(inNames, 4)
		globs, names = append(globs, glob), append(names, name)
		input.WriteString(glob + "\n" + name + "\n")
	}
	cmd := exec.CommandContext(t.Context(), bash, "-c", `while IFS= read -r g && IFS= read -r n; do case $n in $g) echo 1;; *) echo 0;; esac; done`)
	cmd.Stdin = &input
	cmd.Env = []string{"LC_ALL=C"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	verdicts := strings.Fields(string(out))
	matched := 0
	for i, glob := range globs {
		m, err := newGlobName(glob, false)
		if err != nil {
			continue // a range in reverse order, which matches nothing in bash
		}
		got, err := m([]byte(names[i]))
		if err != nil {
			t.Fatal(err)
		}
		if got {
			matched++
		}
		if want := verdicts[i] == "1"; got != want {
			t.Errorf("%q on %q: %v, bash has %v", glob, names[i], got, want)
		}
	}
	if matched < pairs/100 {
		t.Errorf("only %d of %d pairs match", matched, pairs)
	}
}
