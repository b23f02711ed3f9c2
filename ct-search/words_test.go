package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestWordsAsRipgrep compares -w with ripgrep's over generated expressions and texts: which lines match and, for texts,
// where on them the first match is. For other expressions ripgrep 13 gives columns at which only a part of the leftmost
// match begins: 2 for f|1|11 in "11-".
func TestWordsAsRipgrep(t *testing.T) {
	t.Parallel()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	random := rand.New(rand.NewPCG(3, 7)) //nolint:gosec // a fixed seed
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	lines := strings.Builder{}
	for range 400 {
		for range 1 + random.IntN(6) {
			lines.WriteString(pick([]string{"min", "max", "minimum", "max_", "-", " ", ".", "été", "é", "a", "b", "ab", "foo", "(", "\t", "1", "_"}))
		}
		lines.WriteByte('\n')
	}
	dir := tooltest.Tree(t, map[string]string{"text": lines.String()})
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	column := regexp.MustCompile(`(?m)^(text:\d+:)\d+:`)
	compare := func(columns bool, args ...string) {
		ours := tooltest.Run{Dir: dir}.Do(t, program, append([]string{"--no-config", "-n", "-s"}, args...)...)
		theirs := tooltest.Run{Dir: dir}.Do(t, rg, append([]string{"--no-config", "-n", "--column", "--with-filename", "-s"}, args...)...)
		if !columns {
			ours.Stdout, theirs.Stdout = column.ReplaceAllString(ours.Stdout, "$1"), column.ReplaceAllString(theirs.Stdout, "$1")
		}
		if ours.Exit == 2 || ours.Stdout != theirs.Stdout {
			t.Errorf("%q: %s%s", args, ours.Stderr, firstDifference(strings.Split(theirs.Stdout, "\n"), strings.Split(ours.Stdout, "\n")))
		}
	}
	texts := []string{"min", "max", "imum", "m", "a", "b", "é", "foo", "1", "_", "-", "f"}
	parts := append([]string{"[a-z_]", ".", "[a-f]", "[^a-z]", "[^a]", " "}, texts...)
	rounds := 300
	if tooltest.Brief() {
		rounds = 60
	}
	for range rounds {
		expr := ""
		for i := range 1 + random.IntN(3) {
			if i > 0 {
				expr += pick([]string{"|", "", "", "|"})
			}
			part := pick(parts)
			expr += fmt.Sprintf(pick([]string{"%s", "%s", "(?:%s)+", "(?:%s)*", "(?:%s)?", "%s+?", "(?:%s)??"}), part) + pick(texts)
		}
		compare(false, "-w", "-e", expr, "text")
		args := []string{"--no-config", "-n", "-w", "-s", "-e", expr, "text"}
		fast, slow := tooltest.Run{Dir: dir}.Do(t, program, args...), tooltest.Run{Dir: dir}.Do(t, program, append(args, "--engine", "backtrack")...)
		if fast.Stdout != slow.Stdout {
			t.Errorf("%q: %s", expr, firstDifference(strings.Split(slow.Stdout, "\n"), strings.Split(fast.Stdout, "\n")))
		}
		compare(false, "-w", "-e", strings.Join([]string{pick(texts), pick(texts), pick(texts) + pick(texts)}, "|"), "text")
		compare(true, "-w", "-F", "-e", pick(texts)+pick([]string{"", "-", "(", "é", "."}), "text")
	}
	compare(true, "-w", "-e", "min|minimum", "-e", "ma", "text")
}
