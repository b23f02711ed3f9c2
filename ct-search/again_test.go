package main

import (
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// An answer does not depend on which worker reads a file first: of names with many matches, a page has only some.
func TestTheSameAnswerEveryTime(t *testing.T) {
	t.Parallel()
	source, program := tooltest.GoSource(t), filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, args := range [][]string{{"--limit=3", "panic"}, {"--limit=2", "Errorf"}, {"--limit=1", "NewReader"}} {
		args = append(args, "bufio", "bytes", "container", "encoding", "errors", "io", "os", "strings")
		first := tooltest.Run{Dir: source}.Do(t, program, args...)
		for range 25 {
			if r := (tooltest.Run{Dir: source}).Do(t, program, args...); r.Stdout != first.Stdout {
				t.Fatalf("%q: two answers:\n%s\n%s", args, first.Stdout, r.Stdout)
			}
		}
	}
}
