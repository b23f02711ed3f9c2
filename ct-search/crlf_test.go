package main

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestLineEndsAsRipgrep compares what expressions with $ find in lines that end in "\r\n" and "\n" with rg --crlf, to
// which only $ sees the "\r", and expressions of all kinds in both engines with each other.
func TestLineEndsAsRipgrep(t *testing.T) {
	t.Parallel()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	random := rand.New(rand.NewPCG(5, 9)) //nolint:gosec // a fixed seed
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	lines := strings.Builder{}
	for range 300 {
		for range random.IntN(5) {
			lines.WriteString(pick("a", "b", "ab", " ", "é", ".", "func"))
		}
		lines.WriteString(pick("\r\n", "\n"))
	}
	dir := tooltest.Tree(t, map[string]string{"text": lines.String()})
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	place := regexp.MustCompile(`(?m)^text:\d+:\d+:`)
	places := func(program string, args ...string) string {
		r := tooltest.Run{Dir: dir}.Do(t, program, append([]string{"--no-config", "-n", "-s"}, args...)...)
		if r.Exit == 2 {
			t.Errorf("%q: %s", args, r.Stderr)
		}
		return strings.Join(place.FindAllString(r.Stdout, -1), "\n")
	}
	rounds := 200
	if tooltest.Brief() {
		rounds = 40
	}
	for range rounds {
		blind := []string{"a", "b", "ab", "é", "func", "^", "", "(?:a|b)+", "a*", "b??"}
		sees := append([]string{" ", ".", "[^b]", `\s`, `\r`}, blind...)
		expr := pick(blind...) + pick(blind...) + pick("$", "$", "$|b", "(?:$|a)")
		theirs := places(rg, "--crlf", "--column", "--with-filename", "-e", expr, "text")
		if ours := places(program, "-e", expr, "text"); ours != theirs {
			t.Errorf("%q: %s", expr, firstDifference(strings.Split(theirs, "\n"), strings.Split(ours, "\n")))
		}
		expr = "a" + pick(sees...) + pick(sees...) + pick("$", "$|b", `\r$`)
		slow := places(program, "--engine", "backtrack", "-e", expr, "text")
		if fast := places(program, "-e", expr, "text"); fast != slow {
			t.Errorf("%q: %s", expr, firstDifference(strings.Split(slow, "\n"), strings.Split(fast, "\n")))
		}
	}
}
